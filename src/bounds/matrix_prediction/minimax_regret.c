/* Regret of the minimax learner, at most the value of its game; proved in learners/matrix_prediction/minimax.c.
 *
 *   minimax_regret            regret <= scale (high - low) V_0(0), after every trial: V_k(S) >= (1/2) <S,W> for every answer W
 *   minimax_regret.potential  V_{k+1}(S + y e_z) - y yhat/2 <= V_k(S) in each trial, times scale (high - low)
 *
 * In terms of losses: with l the loss and c = scale (high - low)/2 that of an undecided prediction, l - c = -scale (high - low) y yhat/2.
 *
 * Premises: labels are at the ends of their range, and the comparator is a cut, an order or, at the entries asked for, one of two values with
 * W_ij W_kl = W_il W_kj. Tolerance 1e-9 max(1, value), of the potential 1e-9 max(1, potential). */

#include "bounds/regret.h"
#include "games/pair_class.h"

typedef struct minimax_regret {
  regret_bound regret;
  double value;
  live_constant potential;
  pair_kind class;
  double before; /* the potential before this round */
} minimax_regret;

static const ask asks[] = {ASK(minimax_regret, value), ASK(minimax_regret, potential), ASK(minimax_regret, class)};

/* Has a matrix of entries two values, -1 and 1 in units of the interval, and rank one? */
static bool is_rank_one(const comparator *u, const loss *l) {
  size_t m = 0;
  const double *w = comparator_entries(u, &m);
  const size_t n = comparator_order(u);
  const double centre = 0.5 * (l->low + l->high);
  bool one = w != NULL;
  for (size_t k = 0; one && k < m * n; k++) {
    const size_t i = k / n, j = k % n;
    one = (w[k] == l->low || w[k] == l->high) &&
          ((w[k] - centre) * (w[0] - centre) > 0) == ((w[i * n] - centre) * (w[j] - centre) > 0);
  }
  return one;
}

static status begin(void *data, const bound_context *context) {
  minimax_regret *self = data;
  self->before = live_constant_now(&self->potential);
  if (context->comparator == NULL) return STATUS_OK;
  const comparator_kind kind = comparator_kind_of(context->comparator);
  const bool met = self->class == PAIR_CUT     ? kind == COMPARATOR_CUT
                   : self->class == PAIR_ORDER ? kind == COMPARATOR_ORDER
                                               : is_rank_one(context->comparator, &self->regret.loss);
  premise_require(&self->regret.failed, met, "the comparator is of the class", NAN);
  return STATUS_OK;
}

static double value(const void *self) {
  return ((const minimax_regret *)self)->value;
}

static status round_of(void *data, const trial_event *event) {
  minimax_regret *self = data;
  regret_bound *regret = &self->regret;
  const loss *l = &regret->loss;
  const double paid = loss_value(l, event->predicted.value, event->label), before = self->before;
  if (event->label != l->label_low && event->label != l->label_high) {
    premise_fail(&regret->failed, "labels are at the ends of their range", event->t, event->label);
  }
  self->before = live_constant_now(&self->potential);
  if (!event->updated) return STATUS_OK;
  const double undecided = 0.5 * l->scale * (l->high - l->low);
  invariant_judge_trial(&regret->step, (trial_figures){.trial = event->t,
                                                       .measured = self->before + paid - undecided,
                                                       .value = before,
                                                       .tolerance = REGRET_TOLERANCE * fmax(1.0, before)});
  return STATUS_OK;
}

const bound_class bound_minimax_regret = {
    .about = {.name = "minimax_regret",
              .short_name = "ours, value of the game",
              .title = "Value of the game",
              .citation = "docs/constants.md",
              .help = "regret of the minimax learner, at most the value of the game: no learner can promise less",
              .formula = "regret $\\le s(p_1-p_0)V_0(0)$, $V_T(S)=\\frac12\\max_W\\langle S,W\\rangle$, "
                         "$V_k(S)=\\max_z\\frac12(V_{k+1}(S+e_z)+V_{k+1}(S-e_z))$",
              .result_version = 1},
    .premises = "labels are at the ends of their range; the comparator is a cut, an order or a sign matrix of rank one",
    .learner_family = "minimax",
    .status = BOUND_PROVED,
    .measure = "regret",
    .applies = bound_of_reals,
    .methods = &(const bound_methods){.size = sizeof(minimax_regret), FIELDS(asks, asks), REGRET_METHODS},
    .variant = &(const regret_kind){.begin = begin,
                                    .round = round_of,
                                    .value = value,
                                    .step = "potential",
                                    .measure = "potential",
                                    .step_has_premises = true},
};
