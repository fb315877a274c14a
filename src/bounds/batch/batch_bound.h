/* The state of bounds for batch learning that use the number M of mistakes that the learner makes at most (a_priori_mistakes.h). Their
 * parameters are BATCH_PARAMETERS; the functions are members of bound_class. */
#ifndef BOUNDS_BATCH_BATCH_BOUND_H
#define BOUNDS_BATCH_BATCH_BOUND_H

#include "bounds/batch/batch_premises.h"
#include "bounds/subspaces/a_priori_mistakes.h"

typedef struct batch_bound {
  a_priori_mistakes most;
  const problem_facts *facts;
  double delta;
} batch_bound;

status batch_bound_create(const bound_context *context, const options *options, void **out);
void batch_bound_destroy(void *data);
status batch_bound_before(void *data, const trial_event *event);
status batch_bound_watch(void *data, const trial_event *event);

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
