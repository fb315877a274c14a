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
/* "labels are in their range": the label of the trial is one that the loss takes. */
void premise_of_label(failed_premise *failed, const loss *loss, const trial_event *event);
/* The premise, trial and value of a row that has none yet; nothing if none failed. */
void premise_row(const failed_premise *failed, bound_row *row);

#endif
