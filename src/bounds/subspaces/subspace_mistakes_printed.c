/* Theorem 2 as printed: 7.18 r ln(n/r) mistakes with w0 = r, eta ~ 1.28, theta ~ .19 (Warmuth 2007). False: with w0 = r the potential starts
 * at r n - r - r ln r, not at r ln(n/r) (docs/errata.md). Speaks of unnormalised learners that start at w0 = r. */
#include <math.h>
#include <stdlib.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "bounds/bound.h"
#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct printed {
  subspace_premises premises;
  double claimed;
} printed;

static bool applies(const bound_context *context) {
  double normalize = 0.0, w0 = 0.0, r = 0.0, eta = 0.0, theta = 0.0, gap = 0.0;
  return subspace_applies(context) && learner_constant(context->learner, "normalize", &normalize) &&
         learner_constant(context->learner, "w0", &w0) && learner_constant(context->learner, "r", &r) &&
         learner_constant(context->learner, "eta", &eta) && learner_constant(context->learner, "theta", &theta) &&
         learner_constant(context->learner, "gap", &gap) && normalize == WINNOW_NONE && w0 == r && gap == 0.5 &&
         fabs(eta - 1.28) < 0.005 && fabs(theta - 0.19) < 0.005;
}

static status create(const bound_context *context, const options *options, void **out) {
  (void)options;
  *out = NULL;
  printed *self = NULL;
  TRY(NEW_ARRAY(1, self));
  const status code = subspace_premises_begin(context, 0.5, &self->premises);
  if (code != STATUS_OK) {
    free(self);
    return code;
  }
  if (context->comparator != NULL && !self->premises.projection) {
    premise_fail(&self->premises.failed, "P is a projection", 0, NAN);
  }
  const double r = (double)self->premises.rank;
  if (self->premises.projection) self->claimed = 7.18 * r * fixed_log((double)context->problem->facts.n / r);
  *out = self;
  return STATUS_OK;
}

static void destroy(void *data) {
  printed *self = data;
  if (self == NULL) return;
  subspace_premises_end(&self->premises);
  free(self);
}

static status watch(void *data, const trial_event *event) {
  printed *self = data;
  if (!event->updated) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  if (self->premises.last_hinge > 1e-9) {
    premise_fail(&self->premises.failed, "no noise", event->t, self->premises.last_hinge);
  }
  return STATUS_OK;
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_subspace_mistakes_printed = {
    .about = {.name = "subspace_mistakes_printed",
              .title = "7.18 r ln(n/r) with w0 = r, as printed",
              .citation = "Warmuth 2007, Theorem 2",
              .help = "the printed theorem, for learners that start at w0 = r; refuted by clean sequences",
              .formula = "$M\\le7.18r\\ln\\frac nr$ for learners that start at $w_0=r$: claimed, and false",
              .result_version = 1},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one "
                "comparator for all trials; $P$ is a projection; no noise",
    .learner_family = "winnow",
    .status = BOUND_CLAIMED,
    .direction = BOUND_UPPER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .applies = applies,
    .create = create,
    .destroy = destroy,
    .watch = watch,
    .finish = finish,
};

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  printed *self = data;
  rows[0] = bound_row_of(&bound_subspace_mistakes_printed, NULL);
  subspace_premises_row(&self->premises, &rows[0]);
  rows[0].measured = (double)totals->mistakes;
  rows[0].value = self->claimed;
  rows[0].tolerance = 1e-9;
  rows[0].trivial = (double)totals->trials;
  *count = 1;
  return STATUS_OK;
}
