/* A claim often read into Theorem 2: an upper bound R on the rank may replace r in 7.18 r ln(n/r) (Warmuth 2007). True for
 * R <= n/e only: a learner tuned for R starts at w0 = R/n, from where the potential of P is r ln(n/R) + R - r
 * (docs/errata.md; subspace_mistakes computes that form). It applies to unnormalised learners with the theorem's constants. */

#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct upper_rank {
  subspace_premises premises; /* first */
  winnow_normalize normalize;
  double given;         /* the learner's rates are given; NaN: it cannot be told */
  double r, eta, theta; /* r: R */
  double start, per_mistake;
} upper_rank;

static const ask asks[] = {
    ASK(upper_rank, normalize), ASK_OR(upper_rank, given, NAN), ASK(upper_rank, r),
    ASK(upper_rank, eta),       ASK(upper_rank, theta),         ASK_AS("gap", upper_rank, premises.gap),
};

static bool applies(const void *data, const bound_context *context) {
  const upper_rank *self = data;
  return bound_of_signs(self, context) && self->normalize == WINNOW_NONE && self->given == 0.0;
}

static status init(void *data, const bound_context *context) {
  upper_rank *self = data;
  subspace_premises *premises = &self->premises;
  TRY(subspace_premises_begin(context, premises->gap, premises));
  self->start = self->r * fixed_log((double)context->problem->facts.n / self->r);
  self->per_mistake = winnow_progress(self->eta, self->theta, premises->gap_low, premises->gap);
  subspace_premises_require_projection(premises);
  premise_require(&premises->failed, context->comparator == NULL || !((double)premises->rank > self->r),
                  "the rank is at most R", (double)premises->rank);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  upper_rank *self = data;
  if (event->updated) subspace_premises_watch(&self->premises, event);
  return STATUS_OK;
}

static double value_now(const upper_rank *self) {
  return (self->start + self->eta * self->premises.hinge) / self->per_mistake;
}

static double current(void *data) {
  const upper_rank *self = data;
  return subspace_premises_hold(&self->premises) ? value_now(self) : NAN;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const upper_rank *self = data;
  bound_row *row = subspace_mistakes_row(&self->premises, rows, totals, value_now(self), 0.0);
  row->value = value_now(self); /* also without a comparator */
  return STATUS_OK;
}

const bound_class bound_subspace_mistakes_upper_rank = {
    .about = {.name = "subspace_mistakes_upper_rank",
              .short_name = "Warmuth, R for r",
              .title = "7.18 R ln(n/R) for a rank of at most R",
              .citation = "implicit in Warmuth 2007, Theorem 2",
              .help = "the theorem with an upper bound R on the rank substituted for r; false for R > n/e",
              .formula = "$M\\le\\frac{R\\ln(n/R)+\\eta\\mathcal{H}}c$, $R$ the rank that the learner is tuned for: "
                         "claimed, and false for $R\\gt\\frac ne$",
              .result_version = 1},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one "
                "comparator for all trials; $P$ is a projection of rank at most $R$",
    .learner_family = "winnow",
    .status = BOUND_CLAIMED,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .applies = applies,
    .methods = &(const bound_methods){.size = sizeof(upper_rank),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
