/* What is often read into Theorem 2: that an upper bound R on the rank may be put for r in 7.18 r ln(n/r) (Warmuth 2007). True for
 * R <= n/e only: a learner tuned for R starts at w0 = R/n, from where the potential of P is r ln(n/R) + R - r
 * (docs/errata.md; subspace_mistakes computes that form). Speaks of unnormalised learners with the theorem's constants. */
#include <math.h>
#include <stdlib.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "bounds/bound.h"
#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct upper_rank {
  subspace_premises premises;
  double start, per_hinge, per_mistake;
} upper_rank;

static bool applies(const bound_context *context) {
  double normalize = 0.0, given = 0.0;
  return subspace_applies(context) && learner_constant(context->learner, "normalize", &normalize) &&
         learner_constant(context->learner, "given", &given) && normalize == WINNOW_NONE && given == 0.0;
}

static status create(const bound_context *context, const options *options, void **out) {
  (void)options;
  *out = NULL;
  double rank = 0.0, gap = 0.0, eta = 0.0, theta = 0.0;
  (void)learner_constant(context->learner, "r", &rank);
  (void)learner_constant(context->learner, "gap", &gap);
  (void)learner_constant(context->learner, "eta", &eta);
  (void)learner_constant(context->learner, "theta", &theta);
  upper_rank *self = NULL;
  TRY(NEW_ARRAY(1, self));
  const status code = subspace_premises_begin(context, gap, &self->premises);
  if (code != STATUS_OK) {
    free(self);
    return code;
  }
  subspace_premises *premises = &self->premises;
  self->start = rank * fixed_log((double)context->problem->facts.n / rank);
  self->per_hinge = eta;
  self->per_mistake = winnow_progress(eta, theta, premises->gap_low, gap);
  if (context->comparator != NULL && !premises->projection) {
    premise_fail(&premises->failed, "P is a projection", 0, NAN);
  }
  if (context->comparator != NULL && (double)premises->rank > rank) {
    premise_fail(&premises->failed, "the rank is at most R", 0, (double)premises->rank);
  }
  *out = self;
  return STATUS_OK;
}

static void destroy(void *data) {
  upper_rank *self = data;
  if (self == NULL) return;
  subspace_premises_end(&self->premises);
  free(self);
}

static status watch(void *data, const trial_event *event) {
  upper_rank *self = data;
  if (event->updated) subspace_premises_watch(&self->premises, event);
  return STATUS_OK;
}

static double value_now(const upper_rank *self) {
  return (self->start + self->per_hinge * self->premises.hinge) / self->per_mistake;
}

static double current(void *data) {
  const upper_rank *self = data;
  return self->premises.comparator == NULL || self->premises.failed.name != NULL ? NAN : value_now(self);
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_subspace_mistakes_upper_rank = {
    .about =
        {.name = "subspace_mistakes_upper_rank",
         .title = "7.18 R ln(n/R) for a rank of at most R",
         .citation = "implicit in Warmuth 2007, Theorem 2",
         .help = "the theorem with an upper bound on the rank in place of the rank: false for R > n/e",
         .formula =
             "$M\\le\\frac{R\\ln(n/R)+\\eta\\mathcal{H}}c$, $R$ the rank that the learner is tuned for: claimed, and "
             "false for $R\\gt\\frac ne$",
         .result_version = 1},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one "
                "comparator for all trials; $P$ is a projection of rank at most $R$",
    .learner_family = "winnow",
    .status = BOUND_CLAIMED,
    .direction = BOUND_UPPER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .applies = applies,
    .create = create,
    .destroy = destroy,
    .watch = watch,
    .current = current,
    .finish = finish,
};

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  upper_rank *self = data;
  rows[0] = bound_row_of(&bound_subspace_mistakes_upper_rank, NULL);
  subspace_premises_row(&self->premises, &rows[0]);
  rows[0].measured = (double)totals->mistakes;
  rows[0].value = value_now(self);
  rows[0].tolerance = 1e-9;
  rows[0].trivial = (double)totals->trials;
  *count = 1;
  return STATUS_OK;
}
