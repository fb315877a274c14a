/* The number M of mistakes that a learner makes at most on any sequence of the problem, as bounds for batch learning need it:
 * of another bound at hinge loss 0, before the first trial; or written in the scenario.
 *
 * The other bound watches the run with every trial counted as an update, because the trials may come in any order: its premises are
 * checked on the whole sample, and a sample with hinge loss breaks the premise "noise-free". */
#ifndef BOUNDS_BATCH_A_PRIORI_MISTAKES_H
#define BOUNDS_BATCH_A_PRIORI_MISTAKES_H

#include "bounds/bound.h"

typedef struct a_priori_mistakes {
  bound bound; /* class NULL: none, or it does not speak of the learner and the problem */
  options *options;
  bool known;   /* M is there */
  bool given;   /* written in the scenario */
  bool checked; /* a comparator is known, or none is needed */
  double start; /* the bound at hinge loss 0 */
  size_t most;  /* M = floor(start + 1e-9) */
} a_priori_mistakes;

/* `values` has A_PRIORI_PARAMETERS. STATUS_INVALID if both are given. */
status a_priori_begin(const bound_context *context, const options *values, a_priori_mistakes *out);
void a_priori_end(a_priori_mistakes *self); /* safe on a zeroed one */
status a_priori_before(a_priori_mistakes *self, const trial_event *event);
status a_priori_watch(a_priori_mistakes *self, const trial_event *event);
/* What speaks against M at the end: a row whose `unchecked` or premise says it. */
status a_priori_finish(a_priori_mistakes *self, const cell_totals *totals, bound_row *against);

#define A_PRIORI_PARAMETERS                                                                                    \
  {.name = "mistake_bound",                                                                                    \
   .type = PARAMETER_CHOICE,                                                                                   \
   .value = "none",                                                                                            \
   .choices = "none subspace_mistakes constrained_mistakes kernel_mistakes asymmetric_mistakes "               \
              "general_matrix_mistakes threshold_winnow_updates balanced_winnow_mistakes cos_winnow_mistakes", \
   .meaning = "the bound that says how many mistakes the learner makes at most: its value without noise"},     \
  {                                                                                                            \
    .name = "mistakes", .type = PARAMETER_INTEGER, .value = "", .low = 0, .high = 9007199254740992.0,          \
    .meaning = "how many mistakes the learner makes at most, instead of a mistake_bound"                       \
  }

#endif
