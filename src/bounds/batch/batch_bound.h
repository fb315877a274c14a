/* What the bounds for batch learning share: the premise on how the sample came about, what testing on a sample allows, and the number M of
 * mistakes that the learner makes at most (a_priori_mistakes.h). */
#ifndef BOUNDS_BATCH_BATCH_BOUND_H
#define BOUNDS_BATCH_BATCH_BOUND_H

#include "bounds/batch/a_priori_mistakes.h"

#define BATCH_SAMPLING 1e-6 /* probability with which the test sample misleads by more than a row's tolerance */

typedef struct batch_bound {
  a_priori_mistakes most;
  const problem_facts *facts;
  double delta;
} batch_bound;

/* For bound_methods whose state is a batch_bound, and whose parameters are BATCH_PARAMETERS. */
status batch_bound_init(void *data, const bound_context *context);
void batch_bound_clear(void *self);
status batch_bound_before(void *self, const trial_event *event);
status batch_bound_watch(void *self, const trial_event *event);

/* Is there a test? */
bool batch_applies(const void *self, const bound_context *context);
/* The row's premise "exchangeable trials" where the problem does not promise them; true if it was set. */
bool batch_premise(const problem_facts *facts, bound_row *row);
/* Of N rows in random order m are the sample. A hypothesis without an error there that errs on a share eps of the N has at most
 * eps N/(N-m) on the others, which test it. 1 for independent draws. */
double batch_inflation(const problem_facts *facts, size_t m);

/* The first parameter is delta, with its meaning. */
#define BATCH_PARAMETERS(meaning_of_delta) \
  {.name = "delta",                        \
   .type = PARAMETER_NUMBER,               \
   .value = "0.05",                        \
   .low = 0,                               \
   .high = 1,                              \
   .open_low = true,                       \
   .open_high = true,                      \
   .meaning = (meaning_of_delta)},         \
      A_PRIORI_PARAMETERS

#endif
