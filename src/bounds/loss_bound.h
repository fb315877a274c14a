/* What bounds of the square loss share: the learner's loss so far, judged after every trial. Their state begins with a loss_bound. */
#pragma once

#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"

#define LOSS_TOLERANCE 1e-9 /* times max(1, value) */

typedef struct loss_bound {
  loss loss;             /* of the problem: set by loss_begin */
  bool tuned;            /* asked of learners that may run a grid of rates (tuned_grid.h) */
  size_t t;              /* trials so far */
  double own;            /* loss so far */
  failed_premise failed; /* of every row */
  theorem_judge theorem;
} loss_bound;

/* For bound_class.applies: the square loss of real labels, and a learner with one rate? */
bool loss_of_one_rate(const void *self, const bound_context *context);

void loss_begin(loss_bound *lost, const bound_context *context);
/* Counts the trial. */
void loss_add(loss_bound *lost, const trial_event *event);
/* The loss so far against a value of the bound. */
void loss_judge(const loss_bound *lost, theorem_judge *judge, double value, double error);
/* A row with the loss, a value, the premise that failed, and as trivial value the most that the loss can be. The caller adds premises of its
 * own before it calls theorem_judge_row. */
bound_row *loss_row(const loss_bound *lost, bound_row_list *rows, const char *name, double value, double error);
