/* Mistakes of the standard optimal algorithm, at most the value of its game (learners/baselines/standard_optimal.c): V falls by at least 1 with
 * each mistake that the weights w of the comparator explain.
 *
 * Premises: 0 <= w_i <= 1 and sum w = r; in trials with a mistake 0 <= x <= 1, and <w,x> >= gap if y = +1, 0 if y = -1. Upper ends, the sum and
 * the gap are asked for to 1e-12, the zeros exactly: where no weights explain some labels, the best miss gap by at least 1/(1000 d), d a
 * determinant of at most 17 rows of 0 and 1 and so at most 327680. */

#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"

typedef struct standard_optimal_mistakes {
  const comparator *w;
  double value, gap, r;
  size_t mistakes;
  failed_premise failed;
  theorem_judge theorem;
} standard_optimal_mistakes;

static const ask asks[] = {ASK(standard_optimal_mistakes, value), ASK(standard_optimal_mistakes, gap),
                           ASK(standard_optimal_mistakes, r)};

static const double rounding = 1e-12;

static status init(void *data, const bound_context *context) {
  standard_optimal_mistakes *self = data;
  const size_t n = context->problem->facts.n;
  const double one = 1.0;
  self->w = context->comparator;
  if (self->w == NULL) return STATUS_OK;
  const size_t segments = comparator_segments(self->w);
  premise_require(&self->failed, segments <= 1, "one comparator for all trials", (double)segments);
  for (size_t i = 0; i < n; i++) {
    const instance unit = instance_sparse(INSTANCE_VECTOR, n, 1, &i, &one);
    const double weight = comparator_value(self->w, &unit);
    premise_require(&self->failed, weight >= 0.0 && weight <= 1.0 + rounding, "0 <= w <= 1", weight);
  }
  const double trace = comparator_trace(self->w);
  premise_require(&self->failed, fabs(trace - self->r) <= rounding, "the weights have the sum r", trace);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  standard_optimal_mistakes *self = data;
  if (!event->mistake || self->w == NULL) return STATUS_OK;
  const instance *x = event->x;
  for (size_t k = 0; k < x->count; k++) {
    if (!(x->value[k] >= 0.0 && x->value[k] <= 1.0 + rounding))
      premise_fail(&self->failed, "0 <= x <= 1", event->t, x->value[k]);
  }
  const double inner = comparator_value(self->w, x);
  const bool explained = event->label > 0.0 ? inner >= self->gap - rounding : inner <= 0.0;
  if (!explained) premise_fail(&self->failed, "the weights explain the mistakes", event->t, inner);
  self->mistakes++;
  theorem_judge_trial(&self->theorem, (trial_figures){event->t, (double)self->mistakes, self->value, 0.0, 0.0});
  return STATUS_OK;
}

static double current(void *data) {
  const standard_optimal_mistakes *self = data;
  return self->w != NULL && self->failed.name == NULL ? self->value : NAN;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const standard_optimal_mistakes *self = data;
  bound_row *row = bound_row_add(rows, NULL);
  row->unchecked = self->w == NULL;
  premise_row(&self->failed, row);
  row->measured = (double)totals->mistakes;
  row->trivial = cell_totals_allowed(totals);
  row->value = self->value;
  theorem_judge_row(&self->theorem, row);
  return STATUS_OK;
}

const bound_class bound_standard_optimal_mistakes = {
    .about = {.name = "standard_optimal_mistakes",
              .short_name = "ours, value of the game",
              .title = "Value of the game",
              .citation = "Littlestone 1988; docs/constants.md",
              .help = "mistakes of the standard optimal algorithm, at most the value of the diagonal game: no learner "
                      "can promise less",
              .formula = "$M\\le V$, $V(S)=\\max_x 1+\\min(V(S_+),V(S_-))$",
              .result_version = 1},
    .premises = "one comparator $w$ for all trials, $0\\le w\\le1$ with $\\sum w_i=r$; in trials with a mistake $0\\le "
                "x\\le1$, and "
                "$\\langle w,x\\rangle\\ge g_1$ where $y=1$ and $0$ elsewhere",
    .learner_family = "standard_optimal",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .methods = &(const bound_methods){.size = sizeof(standard_optimal_mistakes),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
