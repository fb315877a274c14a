/* Theorem 2 as printed: 7.18 r ln(n/r) mistakes with w0 = r, eta ~ 1.28, theta ~ .19 (Warmuth 2007). False: with w0 = r the potential
 * starts at r n - r - r ln r, not at r ln(n/r) (docs/errata.md). It applies to unnormalised learners that start at w0 = r. */

#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/matrix_winnow.h"

typedef struct printed {
  subspace_premises premises; /* first */
  winnow_normalize normalize;
  double w0, r, eta, theta;
  double claimed;
} printed;

static const ask asks[] = {
    ASK(printed, normalize), ASK(printed, w0),    ASK(printed, r),
    ASK(printed, eta),       ASK(printed, theta), ASK_AS("gap", printed, premises.gap),
};

static bool applies(const void *data, const bound_context *context) {
  const printed *self = data;
  return bound_of_signs(self, context) && self->normalize == WINNOW_NONE && self->w0 == self->r &&
         self->premises.gap == 0.5 && fabs(self->eta - 1.28) < 0.005 && fabs(self->theta - 0.19) < 0.005;
}

static status init(void *data, const bound_context *context) {
  printed *self = data;
  TRY(subspace_premises_begin(context, 0.5, &self->premises));
  subspace_premises_require_projection(&self->premises);
  const double r = (double)self->premises.rank;
  if (self->premises.projection) self->claimed = 7.18 * r * fixed_log((double)context->problem->facts.n / r);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  printed *self = data;
  if (!event->updated) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  premise_at_most(&self->premises.failed, "no noise", event->t, self->premises.last_hinge, 1e-9);
  return STATUS_OK;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const printed *self = data;
  bound_row *row = subspace_mistakes_row(&self->premises, rows, totals, self->claimed, 0.0);
  row->value = self->claimed; /* 0 without a comparator */
  return STATUS_OK;
}

const bound_class bound_subspace_mistakes_printed = {
    .about = {.name = "subspace_mistakes_printed",
              .short_name = "Warmuth, Theorem 2 as printed",
              .title = "7.18 r ln(n/r) with w0 = r, as printed",
              .citation = "Warmuth 2007, Theorem 2",
              .help = "the printed theorem, for learners that start at w0 = r; refuted by clean sequences",
              .formula = "$M\\le7.18r\\ln\\frac nr$ for learners that start at $w_0=r$: claimed, and false",
              .result_version = 1},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one "
                "comparator for all trials; $P$ is a projection; no noise",
    .learner_family = "winnow",
    .status = BOUND_CLAIMED,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .applies = applies,
    .methods =
        &(const bound_methods){
            .size = sizeof(printed), FIELDS(asks, asks), .init = init, .watch = watch, .finish = finish},
};
