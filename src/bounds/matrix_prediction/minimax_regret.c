/* Regret of the minimax learner, at most the value of its game; proved in learners/matrix_prediction/minimax.c.
 *
 *   minimax_regret            regret <= scale (high - low) V_0(0), after every trial: V_k(S) >= (1/2) <S,W> for every answer W
 *   minimax_regret.potential  V_{k+1}(S + y e_z) - y yhat/2 <= V_k(S) in each trial, times scale (high - low)
 *
 * In terms of losses: with l the loss and c = scale (high - low)/2 that of an undecided prediction, l - c = -scale (high - low) y yhat/2.
 *
 * Premises: labels are at the ends of their range, and the comparator is a cut, an order or, at the entries asked for, one of two values with
 * W_ij W_kl = W_il W_kj. Tolerance 1e-9 max(1, value), of the potential 1e-9 max(1, potential). */
#include <math.h>

#include "bounds/regret.h"
#include "games/pair_class.h"

typedef struct minimax_regret {
  regret_bound regret;
  double value, potential;
  invariant_judge step;
} minimax_regret;

static const double relative_tolerance = 1e-9;

/* Has a matrix of entries two values, -1 and 1 in units of the interval, and rank one? */
static bool is_rank_one(const comparator *u, const loss *loss) {
  size_t m = 0;
  const double *w = comparator_entries(u, &m);
  const size_t n = comparator_order(u);
  const double centre = 0.5 * (loss->low + loss->high);
  bool one = w != NULL;
  for (size_t k = 0; one && k < m * n; k++) {
    const size_t i = k / n, j = k % n;
    one = (w[k] == loss->low || w[k] == loss->high) &&
          ((w[k] - centre) * (w[0] - centre) > 0) == ((w[i * n] - centre) * (w[j] - centre) > 0);
  }
  return one;
}

static status init(void *data, const bound_context *context) {
  minimax_regret *self = data;
  regret_begin(context, &self->regret);
  self->value = learner_constant_or_nan(context->learner, "value");
  self->potential = learner_constant_or_nan(context->learner, "potential");
  self->step.direction = BOUND_UPPER;
  if (context->comparator != NULL) {
    const double class = learner_constant_or_nan(context->learner, "class");
    const comparator_kind kind = comparator_kind_of(context->comparator);
    const bool met = class == PAIR_CUT     ? kind == COMPARATOR_CUT
                     : class == PAIR_ORDER ? kind == COMPARATOR_ORDER
                                           : is_rank_one(context->comparator, &self->regret.loss);
    premise_require(&self->regret.failed, met, "the comparator is of the class", NAN);
  }
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  minimax_regret *self = data;
  regret_bound *regret = &self->regret;
  const loss *loss = &regret->loss;
  const double paid = loss_value(loss, event->predicted.value, event->label), before = self->potential;
  if (event->label != loss->label_low && event->label != loss->label_high) {
    premise_fail(&regret->failed, "labels are at the ends of their range", event->t, event->label);
  }
  self->potential = learner_constant_or_nan(&regret->learner, "potential");
  if (event->updated) {
    const double undecided = 0.5 * loss->scale * (loss->high - loss->low);
    invariant_judge_trial(&self->step, (trial_figures){.trial = event->t,
                                                       .measured = self->potential + paid - undecided,
                                                       .value = before,
                                                       .tolerance = relative_tolerance * fmax(1.0, before)});
  }
  (void)regret_add(regret, event, paid);
  if (regret->comparator != NULL) regret_judge(regret, &regret->theorem, self->value);
  return STATUS_OK;
}

static double current(void *data) {
  const minimax_regret *self = data;
  return regret_current(&self->regret, self->value);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const minimax_regret *self = data;
  const regret_bound *regret = &self->regret;
  const double trivial = regret->loss.scale * (regret->loss.high - regret->loss.low) * (double)regret->t;
  (void)totals;
  theorem_judge_row(&regret->theorem, regret_row(regret, rows, NULL, self->value, trivial));
  (void)regret_invariant_row(regret, &self->step, rows, "potential", "potential");
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(minimax_regret),
    .init = init,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_minimax_regret = {
    .about = {.name = "minimax_regret",
              .short_name = "value of the game",
              .title = "Value of the game",
              .citation = "docs/constants.md",
              .help = "regret of the minimax learner, at most the value of the game: no learner can promise less",
              .formula = "regret $\\le s(p_1-p_0)V_0(0)$, $V_T(S)=\\frac12\\max_W\\langle S,W\\rangle$, "
                         "$V_k(S)=\\max_z\\frac12(V_{k+1}(S+e_z)+V_{k+1}(S-e_z))$",
              .result_version = 1},
    .premises = "labels are at the ends of their range; the comparator is a cut, an order or a sign matrix of rank one",
    .learner_family = "minimax",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = bound_of_reals,
    .methods = &methods,
};
