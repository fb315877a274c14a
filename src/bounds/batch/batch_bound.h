/* What the bounds for batch learning share: the premise on how the sample came about, what testing on a sample allows, and the number M of
 * mistakes that a learner makes at most on any sequence of the problem: of another bound at hinge loss 0, before the first trial; or
 * written in the scenario.
 *
 * The other bound watches the run with every trial counted as an update, because the trials may come in any order: its premises are
 * checked on the whole sample, and a sample with hinge loss breaks the premise "noise-free". */
#pragma once

#include "bounds/bound.h"

#define BATCH_SAMPLING 1e-6 /* probability with which the test sample misleads by more than a row's tolerance */

typedef struct batch_bound {
  double delta;
  unsigned mistake_bound; /* 0: none */
  size_t mistakes;        /* as written in the scenario */
  const problem_facts *facts;
  bound bound; /* class NULL: none, or it does not apply to the learner and the problem */
  options *options;
  bool known;   /* M is known */
  bool given;   /* written in the scenario */
  bool checked; /* a comparator is known, or none is needed */
  double start; /* the bound at hinge loss 0 */
  size_t most;  /* M = floor(start + 1e-9) */
} batch_bound;

/* For bound_methods whose state is a batch_bound, and whose parameters are BATCH_PARAMETERS. STATUS_INVALID if mistake_bound and mistakes are
 * both given. */
status batch_bound_init(void *data, const bound_context *context);
status batch_bound_before(void *data, const trial_event *event);
status batch_bound_watch(void *data, const trial_event *event);
/* What speaks against M at the end, as `unchecked` or the premise of *against. */
status batch_bound_finish(const batch_bound *self, const cell_totals *totals, bound_row *against);

/* Is there a test? */
bool batch_applies(const void *self, const bound_context *context);
/* The row's premise "exchangeable trials" where the problem does not promise them; true if it was set. */
bool batch_premise(const problem_facts *facts, bound_row *row);
/* Of N rows in random order m are the sample. A hypothesis without an error there that errs on a share eps of the N has at most
 * eps N/(N-m) on the others, which test it. 1 for independent draws. */
double batch_inflation(const problem_facts *facts, size_t m);

#define BATCH_PARAMETERS(meaning_of_delta)                                                                           \
  OPTION_BETWEEN(batch_bound, delta, "0.05", 0, 1, meaning_of_delta),                                                \
      OPTION_CHOICE(batch_bound, mistake_bound, "none",                                                              \
                    "none subspace_mistakes constrained_mistakes kernel_mistakes asymmetric_mistakes "               \
                    "general_matrix_mistakes threshold_winnow_updates balanced_winnow_mistakes cos_winnow_mistakes", \
                    "the bound that says how many mistakes the learner makes at most: its value without noise"),     \
      OPTION_COUNT(batch_bound, mistakes, ABSENT, 0, 9007199254740992.0,                                             \
                   "how many mistakes the learner makes at most, instead of a mistake_bound")
