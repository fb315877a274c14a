/* Extra quantities of a run, asked for by `observe`, at the kept trials of the curve.
 *
 *   potential, trace, least_eigenvalue, largest_eigenvalue, rank   of the learner's parameter after the trial (t = 0: before the first)
 *   progress    drop of the potential by the trial's update; only at updates
 *   score       what the learner thresholded; from t = 1                                                          */
#ifndef ENGINE_OBSERVER_H
#define ENGINE_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"
#include "learners/learner.h"

typedef struct observation {
  size_t t;
  const char *quantity;
  double value;
} observation;

typedef struct observer {
  const char *const *names;
  size_t name_count;
  observation *rows;
  size_t count, capacity;
} observer;

status observer_new(const char *const *names, size_t count, size_t trials, observer *out);
void observer_free(observer *observer);
/* Does it need the potential after every update (for "progress")? */
bool observer_wants_progress(const observer *observer);
/* progress is NaN where no update happened, score at t = 0. */
status observer_take(observer *observer, const learner *learner, size_t t, double potential, double progress,
                     double score);

#endif
