/* A claim sometimes read into the remark on generalization bounds: one pass of a learner over its sample ends in a state that makes no
 * error on it, so that the examples with a mistake are a hypothesis that is consistent with the sample. It need not: later
 * updates can undo what was learned. The hypothesis of the compression scheme (compression_error) is consistent. */

#include "bounds/batch/batch_bound.h"

static status finish(void *self, const cell_totals *totals, bound_row_list *rows) {
  bound_row *row = bound_row_add(rows, NULL);
  row->measured = (double)totals->batch.final_sample_errors;
  row->value = 0.0;
  if (totals->batch.contradictions > 0) {
    row->premise = "the sample gives no instance two labels";
    row->premise_value = (double)totals->batch.contradictions;
  }
  return STATUS_OK;
}

const bound_class bound_final_state_consistent = {
    .about =
        {.name = "final_state_consistent",
         .short_name = "Warmuth, consistent",
         .title = "no error on the sample",
         .citation = "Warmuth 2007, generalization bounds",
         .help =
             "claims that the state after one pass over the sorted sample is consistent with it; false (needs test)",
         .formula = "$\\sum_{t=1}^m1[h_m(x_t)\\ne y_t]=0$ for the state $h_m$ after one pass over the sorted "
                    "sample: claimed, and false",
         .result_version = 1},
    .premises = "the sample gives no instance two labels",
    .status = BOUND_CLAIMED,
    .level = LEVEL_CELL,
    .measure = "final_sample_errors",
    .applies = batch_applies,
    .methods = &(const bound_methods){.finish = finish},
};
