/* What is sometimes read into the remark on generalization bounds: that one pass of a learner over its sample ends in a state that errs
 * nowhere on it, so that the examples with a mistake are a hypothesis that is consistent with the sample. It need not: later
 * updates can undo what was learnt. The hypothesis of the compression scheme (compression_error) is consistent. */
#include <stdlib.h>

#include "base/memory.h"
#include "bounds/batch/batch_premises.h"

typedef struct final_state {
  char unused;
} final_state;

static status create(const bound_context *context, const options *options, void **out) {
  (void)context;
  (void)options;
  final_state *self = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  *out = self;
  return STATUS_OK;
}

static void destroy(void *self) {
  free(self);
}

static status finish(void *self, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_final_state_consistent = {
    .about = {.name = "final_state_consistent",
              .title = "no error on the sample",
              .citation = "Warmuth 2007, generalization bounds",
              .help = "the state after a pass over the sorted sample errs nowhere on it: not so (needs test)",
              .formula =
                  "$\\sum_{t=1}^m1[h_m(x_t)\\ne y_t]=0$ for the state $h_m$ after one pass over the sorted sample: "
                  "claimed, and false",
              .result_version = 1},
    .premises = "the sample gives no instance two labels",
    .status = BOUND_CLAIMED,
    .direction = BOUND_UPPER,
    .level = LEVEL_CELL,
    .measure = "final_sample_errors",
    .applies = batch_applies,
    .create = create,
    .destroy = destroy,
    .finish = finish,
};

static status finish(void *self, const cell_totals *totals, bound_row *rows, size_t *count) {
  (void)self;
  rows[0] = bound_row_of(&bound_final_state_consistent, NULL);
  rows[0].measured = (double)totals->batch.final_sample_errors;
  rows[0].value = 0.0;
  if (totals->batch.contradictions > 0) {
    rows[0].premise = "the sample gives no instance two labels";
    rows[0].premise_value = (double)totals->batch.contradictions;
  }
  *count = 1;
  return STATUS_OK;
}
