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
 *   any other name     a quantity that the learner defines (learner_observe), where it has one
 *   absolute_error, brier, log_loss, accuracy, result_log_loss   means so far, from t = 1; forecast.h
 *   calibration        at the end: mean label in each tenth of the interval that predictions fell into, both as numbers of [0,1], index
 *                      from 1; calibration_forecast: the mean prediction there; calibration_count: how many (learners/forecast.h)
 *   prediction_matrix, ordering   at the end only: observed_entries.h
 *   nearest_neighbour_error, spectrum, embedding   of kernels: observed_kernels.h */
#ifndef CELL_OBSERVER_H
#define CELL_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "cell/observations.h"
#include "cell/observed_kernels.h"
#include "comparators/comparator.h"
#include "learners/forecast.h"
#include "learners/learner.h"
#include "linalg/angles.h"
#include "problems/problem.h"

typedef struct observer {
  observations observed;
  const problem *problem;
  const learner *learner;
  const comparator *comparator; /* NULL: none is known */
  const forecast *forecast;
  /* subspace_angle */
  size_t rank;
  angles *angles;
  double *top, *target, *radians;
  observed_kernels *kernels; /* NULL: nothing of kernels is observed */
} observer;

typedef struct observer_setting {
  const char *const *names; /* what is observed */
  size_t name_count;
  size_t trials; /* at most this many */
  const problem *problem;
  const learner *learner;
  comparator *comparator;   /* NULL: none is known */
  const forecast *forecast; /* of the trials so far */
  uint64_t seed;
  const eigen_backend *eigen;
} observer_setting;

typedef struct observed_trial {
  size_t t;
  double potential;
  double progress; /* NaN where no update happened */
  double score;    /* unused at t = 0 */
  double expected_mistakes;
} observed_trial;

/* Room for numbers that others add: at most OBSERVER_EXTRA. */
enum { OBSERVER_EXTRA = 16 };

/* Adds what is known before the first trial. The names, the problem, its comparator and the learner must outlive the observer. */
status observer_new(const observer_setting *setting, observer *out);
void observer_free(observer *observer);
/* Does it need the potential after every update (for "progress")? */
bool observer_wants_progress(const observer *observer);
/* At a kept trial; does not allocate. */
status observer_take(observer *observer, const observed_trial *trial);
/* After the last trial, t. */
status observer_finish(observer *observer, size_t t);

#endif
