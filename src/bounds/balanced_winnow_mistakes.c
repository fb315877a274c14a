/* Mistakes of balanced Winnow: bounds/margin_mistakes.h for the doubled instances (x, -x), N = 2n. */
#include "bounds/margin_mistakes.h"

static bool applies(const bound_context *context) {
  return margin_applies(context) && margin_doubled(context);
}

static status finish(void *self, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_balanced_winnow_mistakes = {
    .name = "balanced_winnow_mistakes",
    .title = "(RE(u', w1) + eta H) / C",
    .citation = "Schapire 2018, COS 511, lecture 17, balanced Winnow",
    .help = "mistakes of balanced Winnow on linear thresholds of any sign with margin delta: 2 ln(2n)/delta^2 and "
            "sharper forms",
    .result_version = 2,
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "mistakes",
    .applies = applies,
    .create = margin_create,
    .destroy = margin_destroy,
    .watch = margin_watch,
    .current = margin_current,
    .finish = finish,
};

static status finish(void *self, const cell_totals *totals, bound_row *rows, size_t *count) {
  margin_finish(self, &bound_balanced_winnow_mistakes, totals, rows, count);
  return STATUS_OK;
}
