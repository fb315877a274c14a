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

#include "bounds/matrix_prediction/prediction_comparator.h"

typedef struct printed {
  prediction_bound base;
  double share, horizon, beta, slope, eta, divergence, diagonal_limit;
  double value;
} printed;

static const double relative_tolerance = 1e-9;

static const ask asks[] = {PREDICTION_ASKS,          ASK(printed, share),         ASK(printed, horizon),
                           ASK(printed, beta),       ASK(printed, slope),         ASK(printed, eta),
                           ASK(printed, divergence), ASK(printed, diagonal_limit)};

static bool applies(const void *data, const bound_context *context) {
  const printed *self = data;
  const class_decomposition kind = self->base.phi.decomposition;
  return prediction_applies(self, context) && !(self->share > 0.0) && !isnan(self->horizon) &&
         (kind == CLASS_TWO_BLOCKS || kind == CLASS_RECURSIVE_PRINTED || kind == CLASS_PRINTED);
}

static double printed_value(const printed *self, const problem_facts *facts) {
  const double n = (double)facts->n, both = (double)(facts->rows + facts->n), rounds = self->horizon;
  const double lipschitz = loss_lipschitz(&facts->loss);
  const class_decomposition kind = self->base.phi.decomposition;
  if (kind == CLASS_TWO_BLOCKS) return 4.0 * lipschitz * sqrt(n * fixed_log(n) * rounds);
  if (kind == CLASS_RECURSIVE_PRINTED) {
    return 4.0 * lipschitz * self->beta * sqrt(n * fixed_log(4.0 * n) * rounds);
  }
  return 2.0 * lipschitz * sqrt(self->base.phi.tau * sqrt(both) * fixed_log(2.0 * both) * rounds);
}

static status begin(void *data, const bound_context *context) {
  printed *self = data;
  /* sqrt(tau ln(2p) / (4 beta G^2 T)) */
  const double tuned = sqrt(self->divergence / (self->diagonal_limit * self->slope * self->slope * self->horizon));
  self->value = printed_value(self, &context->problem->facts);
  TRY(prediction_begin(&self->base, context));
  premise_require(&self->base.regret.failed, !(fabs(self->eta - tuned) > relative_tolerance * tuned),
                  "eta is the theorem's", self->eta);
  return STATUS_OK;
}

static double value(const void *self) {
  return ((const printed *)self)->value;
}

static status round_of(void *data, const trial_event *event) {
  printed *self = data;
  regret_bound *regret = &self->base.regret;
  premise_of_label(&regret->failed, &regret->loss, event);
  prediction_check(&self->base, event);
  if (self->base.phi.parts == NULL) return STATUS_OK;
  const double d = decomposition_diagonal(self->base.phi.parts, event->x->row, event->x->column);
  premise_at_most(&regret->failed, "the comparator's diagonal is at most beta", event->t, d,
                  self->diagonal_limit * (1.0 + relative_tolerance));
  return STATUS_OK;
}

/* Judged at the end. */
static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const printed *self = data;
  (void)regret_row(&self->base.regret, rows, NULL, self->value, regret_at_most(&self->base.regret));
  return STATUS_OK;
}

static const line_name line_names[] = {{.option = "decomposition",
                                        .value = "recursive_printed",
                                        .name = "Hazan et al., Corollary 11",
                                        .formula = "4 G (k + 1) sqrt(n ln(4n) T), k = ceil(log2 n)"},
                                       {.option = "class",
                                        .value = "collaborative_filtering",
                                        .name = "Hazan et al., Corollary 7",
                                        .formula = "2 G sqrt(2 tau sqrt(m + n) ln(2 (m + n)) T), tau: trace norm"},
                                       {.name = "Hazan et al., Corollary 4", .formula = "2 sqrt(n ln(n) T)"},
                                       {.name = NULL}};

const bound_class bound_matrix_prediction_regret_printed = {
    .about = {.name = "matrix_prediction_regret_printed",
              .short_name = "Hazan et al., Corollary 4",
              .line_names = line_names,
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
    .level = LEVEL_CELL,
    .measure = "regret",
    .applies = applies,
    .methods =
        &(const bound_methods){
            .size = sizeof(printed), FIELDS(asks, asks), .init = regret_init, .watch = regret_watch, .finish = finish},
    .variant = &(const regret_kind){.begin = begin, .round = round_of, .value = value, .of_score = true},
};
