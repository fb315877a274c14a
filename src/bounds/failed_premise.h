/* The first premise of a theorem that failed in a run, and how near the others came to it. All zeros: none has failed. */
#pragma once

#include "bounds/bound.h"

typedef struct failed_premise {
  const char *name; /* static text, NULL: none failed */
  size_t trial;     /* 0: not of a trial */
  double value;     /* as measured */
  met_premises met;
} failed_premise;

/* Keeps the first one. */
void premise_fail(failed_premise *failed, const char *name, size_t trial, double value);
/* Fails a premise that is not of a trial, unless it is met. value: NaN where nothing is measured. */
void premise_require(failed_premise *failed, bool met, const char *name, double value);
/* Fails where value > most; a limit that is NaN is none. */
void premise_at_most(failed_premise *failed, const char *name, size_t trial, double value, double most);
/* Fails unless value >= least. */
void premise_at_least(failed_premise *failed, const char *name, size_t trial, double value, double least);
/* What `from` says, after what `to` says. */
void premise_join(failed_premise *to, const failed_premise *from);
/* Checks "labels are in their range", the range of the loss. */
void premise_of_label(failed_premise *failed, const loss *l, const trial_event *event);
/* Sets premise, trial and value of a row without a failed premise, if one failed, and what the row says of those that were met. */
void premise_row(const failed_premise *failed, bound_row *row);
