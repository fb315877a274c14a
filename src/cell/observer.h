/* Extra quantities of a run, asked for by `observe`, at the kept trials of the curve.
 *
 *   potential, trace, least_eigenvalue, largest_eigenvalue, rank   of the learner's parameter after the trial (t = 0:
 *                      before the first)
 *   progress           drop of the potential by the trial's update; only at updates
 *   score              what the learner thresholded; from t = 1
 *   expected_mistakes  sum of the conditional error probabilities; mistakes for deterministic learners
 *   constant:NAME      the learner's constant of this name after the trial (learner_constant); nothing where it has none
 *   subspace_angle     principal angles (radians, ascending, index 1..r) between the comparator's subspace and the top
 *                      eigenspace of the parameter; only for comparators that are projections
 *   any other name     a quantity of the learner's own (learner_observe), where it has one
 *   prediction_matrix, ordering   at the end only: observed_entries.h
 *   nearest_neighbour_error, spectrum, embedding   of kernels: observed_kernels.h */
#ifndef CELL_OBSERVER_H
#define CELL_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "comparators/comparator.h"
#include "learners/learner.h"
#include "linalg/angles.h"

typedef struct observation {
  size_t t;
  const char *quantity;
  size_t index; /* 0 for quantities that are one number */
  double value;
} observation;

typedef struct observer {
  const char *const *names;
  size_t name_count;
  observation *rows;
  size_t count, capacity;
  /* subspace_angle */
  size_t rank;
  angles *angles;
  double *top, *target, *radians;
  char *ordering;  /* lines for orderings.tsv, or NULL */
  char *embedding; /* lines for embeddings.tsv, or NULL */
} observer;

typedef struct observed_trial {
  size_t t;
  double potential;
  double progress; /* NaN where no update happened */
  double score;    /* unused at t = 0 */
  double expected_mistakes;
} observed_trial;

/* The comparator (NULL: none) says how many angles there will be. */
status observer_new(const char *const *names, size_t count, size_t trials, const comparator *comparator, observer *out);
void observer_free(observer *observer);
/* One number that belongs to trial t; at most OBSERVER_EXTRA of them. */
enum { OBSERVER_EXTRA = 16 };
void observer_add(observer *observer, size_t t, const char *quantity, double value);
/* Room for `more` further rows, each with an index; allocates. */
status observer_make_room(observer *observer, size_t more);
void observer_add_indexed(observer *observer, size_t t, const char *quantity, size_t index, double value);
/* Does it need the potential after every update (for "progress")? */
bool observer_wants_progress(const observer *observer);
status observer_take(observer *observer, const learner *learner, const comparator *comparator,
                     const observed_trial *trial);

#endif
