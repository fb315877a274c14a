/* The first premise of a theorem that failed in a run. All zeros: none has failed. */
#ifndef BOUNDS_FAILED_PREMISE_H
#define BOUNDS_FAILED_PREMISE_H

#include <stddef.h>

#include "bounds/bound.h"

typedef struct failed_premise {
  const char *name; /* static text, NULL: none failed */
  size_t trial;     /* 0: not of a trial */
  double value;     /* as measured */
} failed_premise;

/* Keeps the first one. */
void premise_fail(failed_premise *failed, const char *name, size_t trial, double value);
/* Fails a premise that is not of a trial, unless it is met. */
void premise_require(failed_premise *failed, bool met, const char *name, double value);
/* Checks "labels are in their range", the range of the loss. */
void premise_of_label(failed_premise *failed, const loss *l, const trial_event *event);
/* Sets premise, trial and value of a row without a failed premise; does nothing if none failed. */
void premise_row(const failed_premise *failed, bound_row *row);

#endif
