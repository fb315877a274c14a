/* The regret bound of log-determinant mirror descent, with the constants of learners/matrix_prediction/log_det_tuning.h. With D the
 * divergence of -ln det, Z the comparator's block and m+- = eta g s (Y_ij +- sqrt(Y_ii Y_jj)) after the projection,
 *
 *   regret_t <= Dv/(2 eta) + eta G'^2 cap^2 t/(1 - rho), rho = 2 eta G' cap                   the theorem's row
 *   regret_t <= D(Z + eps I, a I)/(2 eta) + (1/(2 eta)) sum_s sum_{+-} [ m - ln(1 + m) ]      "data"
 *   D(Z + eps I, X) <= D(Z + eps I, Y), Y before and X after the projection                   "projection"
 *   D(Z + eps I, Y') - D(Z + eps I, X) = -2 eta g (y - Z's y) + sum_{+-} [ m - ln(1 + m) ]    "step", Y' the learner's matrix after the
 *                                                                                              step: the difference of the two sides
 *   sum_{+-} [ m - ln(1 + m) ] <= 2 (eta g s cap)^2/(1 - rho)                                 "stability"
 *
 * Where the learner has a floor the comparator may change, Z_s in round s, all of one trace: the last one stands in D(Z + eps I, a I), and
 * there is P/(2 eta eps) more regret, P = sum of tr((Z_{s+1} - Z_s)_+). Proof: raising an eigenvalue y < eps of Y, with unit vector v, to eps
 * changes D(Z + eps I, Y) by v^T (Z + eps I) v (1/eps - 1/y) + ln(eps/y) <= 1 - eps/y + ln(eps/y) <= 0. A shift changes it by -ln det, which
 * telescopes, and by tr((Z' - Z) Y^{-1}) <= tr((Z' - Z)_+)/eps, because 0 <= Y^{-1} <= I/eps.
 *
 * ln det changes by that of the 2 x 2 block that was queried. Where the eigenvalues of Z are not known Dv stands for D.
 *
 * Premises: the comparator is of the class: its trace, its diagonal (at most b), its D (at most Dv; for the first row), its entries (in
 * the interval of predictions); labels are in their range; |g| is at most the loss's constant; rho < 1. */
#include <math.h>
#include <stdio.h>

#include "base/fixed_math.h"
#include "bounds/constants.h"
#include "bounds/matrix_prediction/prediction_comparator.h"
#include "bounds/regret.h"
#include "linalg/symmetric_inverse.h"

typedef struct log_det_regret {
  regret_bound regret;
  prediction_comparator phi;
  double share; /* of P + N that is Z */
  bound_context context;
  bool floors;
  size_t place; /* of the comparator's segment */
  double moved; /* P */
  double eta, slope, sign, cap, eps, divergence, rho, stretch;
  double start_divergence; /* D(Z + eps I, a I) */
  double farthest;         /* the largest one of a segment */
  double charged;          /* the double sum */
  invariant_judge projection, step, stability;
} log_det_regret;

static const double invariant_tolerance = 1e-9; /* of numbers of order 1, times the condition of the block */
static const double premise_tolerance = 1e-9;

/* What the shifts have added to the regret. */
static double tracking_now(const log_det_regret *self) {
  return self->moved / (2.0 * self->eta * self->eps);
}

static double data_now(const log_det_regret *self) {
  return (self->start_divergence + self->charged) / (2.0 * self->eta) + tracking_now(self);
}

static double value_now(const log_det_regret *self) {
  const double largest = self->slope * self->cap;
  return self->divergence / (2.0 * self->eta) +
         self->eta * largest * largest * (double)self->regret.t / (1.0 - self->rho) + tracking_now(self);
}

static double trivial(const log_det_regret *self) {
  const loss *loss = &self->regret.loss;
  return (loss->high - loss->low) * loss_lipschitz(loss) * (double)self->regret.t;
}

static double constant(const log_det_regret *self, const char *name) {
  return learner_constant_or_nan(&self->regret.learner, name);
}

static void clear(void *data) {
  log_det_regret *self = data;
  prediction_comparator_end(&self->phi);
}

static double divergence_from_start(const log_det_regret *self) {
  const double p = constant(self, "order"), start = constant(self, "start");
  const double log_det = self->phi.parts == NULL ? NAN : decomposition_log_det(self->phi.parts, self->eps);
  if (isnan(log_det)) return self->divergence;
  return p * fixed_log(start) - log_det + (self->share * self->phi.trace + p * self->eps) / start - p;
}

static void read_constants(log_det_regret *self) {
  self->eta = constant(self, "eta");
  self->slope = constant(self, "slope");
  self->sign = constant(self, "sign");
  self->cap = constant(self, "cap");
  self->eps = constant(self, "eps");
  self->divergence = constant(self, "divergence");
  self->stretch = constant(self, "stretch");
  self->rho = 2.0 * self->eta * self->slope * self->cap;
  self->share = self->sign < 0.0 ? 1.0 : 0.5; /* N is all of a cut; P is half of what mirrors itself */
}

static void check_comparator(log_det_regret *self, size_t t) {
  const bool above = self->phi.parts != NULL && self->phi.beta > constant(self, "diagonal") * (1.0 + premise_tolerance);
  prediction_comparator_premise(&self->phi, t, &self->regret.failed);
  if (above) premise_fail(&self->regret.failed, "the comparator's diagonal is at most b", t, self->phi.beta);
}

static status init(void *data, const bound_context *context) {
  log_det_regret *self = data;
  regret_begin(context, &self->regret);
  self->projection.direction = self->step.direction = self->stability.direction = BOUND_UPPER;
  self->context = *context;
  self->floors = constant_flag(&self->regret.learner, "floor");
  read_constants(self);
  TRY(prediction_comparator_begin(context, &self->phi));
  self->regret.known = self->phi.parts != NULL;
  self->start_divergence = self->farthest = divergence_from_start(self);
  check_comparator(self, 0);
  premise_require(&self->regret.failed, self->rho < 1.0, "2 eta G' cap < 1", self->rho);
  return STATUS_OK;
}

/* The next segment has begun. */
static status shift(log_det_regret *self, size_t t) {
  double moved = NAN;
  self->place++;
  TRY(prediction_comparator_shift(&self->context, &self->phi, &moved));
  check_comparator(self, t);
  self->moved += self->share * moved;
  self->start_divergence = divergence_from_start(self);
  self->farthest = fmax(self->farthest, self->start_divergence);
  self->regret.known = self->phi.parts != NULL;
  return STATUS_OK;
}

static pair_block block_of(const log_det_regret *self, const char *when) {
  static const char *const parts[] = {"row", "entry", "column"};
  double values[3];
  for (size_t i = 0; i < 3; i++) {
    char name[32];
    (void)snprintf(name, sizeof name, "%s_%s", when, parts[i]);
    values[i] = constant(self, name);
  }
  return (pair_block){.ii = values[0], .ij = values[1], .jj = values[2]};
}

/* By what rounding of the entries is multiplied in the determinant. */
static double condition(const pair_block *block) {
  return block->ii * block->jj / pair_block_determinant(block);
}

static double log_ratio(const pair_block *after, const pair_block *before) {
  return fixed_log(pair_block_determinant(after) / pair_block_determinant(before));
}

static void judge(invariant_judge *judged, size_t t, double measured, double value, double scale) {
  invariant_judge_trial(judged, (trial_figures){.trial = t,
                                                .measured = measured,
                                                .value = value,
                                                .tolerance = invariant_tolerance * fmax(1.0, scale)});
}

static double excess(double m) {
  return m - fixed_log1p(m);
}

static void judge_round(log_det_regret *self, const trial_event *event) {
  const pair_block before = block_of(self, "before"), projected = block_of(self, "projected"),
                   now = block_of(self, "now");
  const double g = constant(self, "g"), k = self->eta * g * self->sign;
  const double root = sqrt(projected.ii * projected.jj), scale = condition(&projected);
  const double lower = k * (projected.ij - root), upper = k * (projected.ij + root);
  premise_of_label(&self->regret.failed, &self->regret.loss, event);
  if (fabs(k) > self->eta * self->slope * (1.0 + premise_tolerance)) {
    premise_fail(&self->regret.failed, "|g| <= G", event->t, fabs(g) / self->stretch);
  }
  const double stability = excess(lower) + excess(upper);
  self->charged += stability;
  const double most = 2.0 * k * k * self->cap * self->cap / (1.0 - self->rho);
  if (k != 0.0) judge(&self->stability, event->t, stability, most, 0.0);
  /* the comparator falls out: D changes by that of ln det Y and 2 k Z_ij */
  const double change = log_ratio(&now, &projected) + 2.0 * k * projected.ij - stability;
  judge(&self->step, event->t, fabs(change), 0.0, scale + condition(&now));
  if (self->phi.parts == NULL) return;
  const size_t i = event->x->row, j = event->x->column;
  const double moved =
      constant(self, "row_multiplier") * (self->share * decomposition_row_diagonal(self->phi.parts, i) + self->eps) +
      constant(self, "column_multiplier") *
          (self->share * decomposition_column_diagonal(self->phi.parts, j) + self->eps);
  judge(&self->projection, event->t, log_ratio(&projected, &before) + moved, 0.0, scale);
}

static status watch(void *data, const trial_event *event) {
  log_det_regret *self = data;
  regret_bound *regret = &self->regret;
  if (self->floors && regret_shifts(regret, self->place, event->t)) TRY(shift(self, event->t));
  (void)regret_add(regret, event, loss_value(&regret->loss, event->predicted.score, event->label));
  prediction_comparator_check(&self->phi, event, &regret->failed);
  if (constant(self, "skipped") == 0.0) judge_round(self, event);
  regret_judge(regret, &regret->theorem, value_now(self));
  regret_judge(regret, &regret->data, data_now(self));
  return STATUS_OK;
}

static double current(void *data) {
  const log_det_regret *self = data;
  return regret_current(&self->regret, value_now(self));
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const log_det_regret *self = data;
  const regret_bound *regret = &self->regret;
  (void)totals;
  bound_row *theorem = regret_row(regret, rows, NULL, value_now(self), trivial(self));
  if (!theorem->unchecked && theorem->premise == NULL &&
      self->farthest > self->divergence * (1.0 + premise_tolerance)) {
    theorem->premise = "the comparator's divergence is at most Dv";
    theorem->premise_value = self->farthest;
  }
  theorem_judge_row(&regret->theorem, theorem);
  theorem_judge_row(&regret->data, regret_row(regret, rows, "data", data_now(self), trivial(self)));
  (void)regret_invariant_row(regret, &self->projection, rows, "projection", "progress");
  (void)invariant_judge_row(&self->step, rows, "step", "progress"); /* needs neither comparator nor premise */
  (void)regret_invariant_row(regret, &self->stability, rows, "stability", "stability");
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(log_det_regret),
    .init = init,
    .clear = clear,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_log_det_regret = {
    .about = {.name = "log_det_regret",
              .short_name = "Christiano",
              .title = "Dv/(2 eta) + eta (G' cap)^2 T/(1 - rho)",
              .citation = "after Christiano 2014; Moridomi, Hatano & Takimoto 2018",
              .help = "regret of log-determinant matrix prediction: no logarithm beside sqrt(nT) for max-cut",
              .formula =
                  "regret $\\le\\frac D{2\\eta}+\\frac{\\eta(G'\\bar b)^2T}{1-2\\eta G'\\bar b}$, $D$ at least the "
                  "divergence of every matrix of the class from the start, $G'$ the largest slope in $Y_{ij}$; with a "
                  "floor the comparator may change, for $\\frac\\Pi{2\\eta\\epsilon}$ more, "
                  "$\\Pi=\\sum_t\\mathrm{tr}(Z_{t+1}-Z_t)_+$",
              .result_version = 2},
    .premises = "the comparator is of the class: trace, diagonal (at most $b$), entries, divergence (at most $D$); "
                "labels are in their range; $|\\ell'|\\le G$; $2\\eta G'\\bar b\\lt1$",
    .learner_family = "log_det",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = prediction_applies,
    .methods = &methods,
};
