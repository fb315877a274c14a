/* The regret bounds of the classes as printed (Hazan, Kale and Shalev-Shwartz 2012), for T rounds and losses of slope G:
 *
 *   max_cut, two_blocks                   2 sqrt(n ln(n) T)                              Corollary 4, G = 1/2
 *   gambling, recursive_printed           4 G (k+1) sqrt(n ln(4n) T), k = ceil(log2 n)   Corollary 11: Theorem 1 with Theorem 16
 *   collaborative_filtering, printed      2 G sqrt(2 tau sqrt(m+n) ln(2(m+n)) T)         Corollary 7, tau the trace norm
 *
 * Theorem 1 gives sqrt(n ln(2n) T) for cuts, which is less than what is printed from n = 2 on (4 ln n > ln 2n); for n = 1 the printed
 * bound would be 0. The others are Theorem 1 with constants that docs/errata.md makes smaller.
 *
 * It applies to learners with these decompositions and a known number of rounds T; the value is that of T, also where the run is shorter,
 * since it bounds the regret in every round. Premises: the comparator is of the class; the rate is the theorem's; labels
 * are in their range. */
#include <math.h>

#include "base/fixed_math.h"
#include "bounds/matrix_prediction/prediction_comparator.h"
#include "bounds/regret.h"
#include "learners/matrix_prediction/prediction_class.h"

typedef struct printed {
  regret_bound regret;
  prediction_comparator phi;
  double value, lipschitz, limit;
} printed;

static const double relative_tolerance = 1e-9;

static bool applies(const void *self, const bound_context *context) {
  const int decomposition = learner_choice(context->learner, "decomposition");
  return prediction_applies(self, context) && !regret_tracks(context->learner) &&
         !isnan(learner_constant_or_nan(context->learner, "horizon")) &&
         (decomposition == CLASS_TWO_BLOCKS || decomposition == CLASS_RECURSIVE_PRINTED ||
          decomposition == CLASS_PRINTED);
}

static double printed_value(const bound_context *context, double lipschitz) {
  const problem_facts *facts = &context->problem->facts;
  const double n = (double)facts->n, both = (double)(facts->rows + facts->n),
               rounds = learner_constant_or_nan(context->learner, "horizon");
  const int decomposition = learner_choice(context->learner, "decomposition");
  if (decomposition == CLASS_TWO_BLOCKS) return 4.0 * lipschitz * sqrt(n * fixed_log(n) * rounds);
  if (decomposition == CLASS_RECURSIVE_PRINTED) {
    return 4.0 * lipschitz * learner_constant_or_nan(context->learner, "beta") * sqrt(n * fixed_log(4.0 * n) * rounds);
  }
  return 2.0 * lipschitz *
         sqrt(learner_constant_or_nan(context->learner, "tau") * sqrt(both) * fixed_log(2.0 * both) * rounds);
}

static void clear(void *data) {
  printed *self = data;
  prediction_comparator_end(&self->phi);
}

/* eta = sqrt(tau ln(2p) / (4 beta G^2 T)) */
static void check_rate(const bound_context *context, printed *self) {
  const double slope = learner_constant_or_nan(context->learner, "slope"),
               eta = learner_constant_or_nan(context->learner, "eta");
  const double tuned = sqrt(learner_constant_or_nan(context->learner, "divergence") /
                            (self->limit * slope * slope * learner_constant_or_nan(context->learner, "horizon")));
  premise_require(&self->regret.failed, !(fabs(eta - tuned) > relative_tolerance * tuned), "eta is the theorem's", eta);
}

static status init(void *data, const bound_context *context) {
  printed *self = data;
  regret_begin(context, &self->regret);
  self->lipschitz = loss_lipschitz(&self->regret.loss);
  self->limit = learner_constant_or_nan(context->learner, "diagonal_limit");
  self->value = printed_value(context, self->lipschitz);
  TRY(prediction_comparator_begin(context, &self->phi));
  self->regret.known = self->phi.parts != NULL;
  prediction_comparator_premise(&self->phi, 0, &self->regret.failed);
  check_rate(context, self);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  printed *self = data;
  regret_bound *regret = &self->regret;
  premise_of_label(&regret->failed, &regret->loss, event);
  (void)regret_add(regret, event, loss_value(&regret->loss, event->predicted.score, event->label));
  prediction_comparator_check(&self->phi, event, &regret->failed);
  if (self->phi.parts == NULL) return STATUS_OK;
  const double d = decomposition_diagonal(self->phi.parts, event->x->row, event->x->column);
  if (d > self->limit * (1.0 + relative_tolerance)) {
    premise_fail(&regret->failed, "the comparator's diagonal is at most beta", event->t, d);
  }
  return STATUS_OK;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const printed *self = data;
  const loss *loss = &self->regret.loss;
  (void)regret_row(&self->regret, rows, NULL, self->value,
                   (loss->high - loss->low) * self->lipschitz * (double)totals->trials);
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(printed),
    .init = init,
    .clear = clear,
    .watch = watch,
    .finish = finish,
};

const bound_class bound_matrix_prediction_regret_printed = {
    .about = {.name = "matrix_prediction_regret_printed",
              .short_name = "Corollary, printed",
              .title = "regret as printed",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Corollaries 4, 7 and 11",
              .help = "the printed regret bounds of max-cut, gambling and collaborative filtering, for the printed "
                      "decompositions",
              .formula = "max-cut: regret $\\le2\\sqrt{n\\ln(n)T}$; gambling: $4G(k+1)\\sqrt{n\\ln(4n)T}$, "
                         "$k=\\lceil\\log_2n\\rceil$; collaborative filtering: "
                         "$2G\\sqrt{2\\tau_0\\sqrt{m+n}\\ln(2(m+n))T}$, $\\tau_0$ the trace norm",
              .result_version = 2},
    .premises = "the comparator is of the class; the rate is the theorem's for a known $T$; labels are in their range",
    .learner_family = "matrix_prediction",
    .status = BOUND_CLAIMED,
    .direction = BOUND_UPPER,
    .level = LEVEL_CELL,
    .measure = "regret",
    .applies = applies,
    .methods = &methods,
};
