/* For bounds that are judged after every trial. The judge of an invariant keeps the trial that came nearest to breaking it; the judge of a
 * theorem, an upper bound, keeps the first trial that broke it and the worst one. All zeros is a judge that has seen no trial. */
#pragma once

#include "bounds/bound.h"

/* What a row shows of one trial; the fields are those of bound_row. */
typedef struct trial_figures {
  size_t trial; /* from 1; 0: none */
  double measured, value, tolerance, error;
} trial_figures;

/* ---- invariants */

typedef struct invariant_judge {
  bound_direction direction; /* BOUND_UPPER: measured <= value; BOUND_LOWER: measured >= value */
  trial_figures nearest;     /* the trial with the least slack, the first of several */
  double slack;              /* without tolerance; below 0: broken */
} invariant_judge;

/* A slack of NaN counts as 0: it hides trials that held, so that the row is inconclusive, but none that broke the invariant. */
void invariant_judge_trial(invariant_judge *judge, trial_figures now);
/* The step of a proof by a potential (direction: lower): that it fell from `before` to `after` by `least` or more, up to
 * tolerance max(1, |before|). Nothing is kept where the potential is not known (NaN). */
void invariant_judge_progress(invariant_judge *judge, size_t t, double before, double after, double least,
                              double tolerance, double error);
/* Adds a row with direction, measure and the numbers of the kept trial, and returns it; NULL, and nothing, if no trial was judged. */
bound_row *invariant_judge_row(const invariant_judge *judge, bound_row_list *rows, const char *name,
                               const char *measure);

/* ---- theorems: measured <= value after every trial, both known so far */

typedef struct theorem_judge {
  size_t first;        /* trial at which it broke: measured > value + tolerance; 0: never */
  trial_figures worst; /* of the trials at which it was broken: see below */
} theorem_judge;

/* The worst trial has the largest measured/value, the first of several. A trial that breaks the bound by less than its error never
 * replaces one that breaks it by more, so that a certain violation stays certain. */
void theorem_judge_trial(theorem_judge *judge, trial_figures now);
/* The same with a tolerance of relative max(1, value). */
void theorem_judge_value(theorem_judge *judge, size_t t, double measured, double value, double relative, double error);
/* For a row that shows the end of the run and its premises: if it broke and no premise failed, then the numbers of the worst trial,
 * with its error, and in column `trial` the first. */
void theorem_judge_row(const theorem_judge *judge, bound_row *row);
