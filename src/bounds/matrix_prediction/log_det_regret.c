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

#include "bounds/matrix_prediction/prediction_comparator.h"
#include "linalg/symmetric_inverse.h"

/* Of the 2 x 2 block that was queried. */
typedef struct live_block {
  live_constant row, entry, column;
} live_block;

typedef struct log_det_regret {
  prediction_bound base; /* moved: both parts, of which Z is `share` */
  double share;
  double eta, slope, sign, cap, eps, diagonal, divergence, order, start;
  bool floor;
  live_constant g, skipped, row_multiplier, column_multiplier; /* of the last round */
  live_block before, projected, now;
  double rho;
  double start_divergence; /* D(Z + eps I, a I) */
  double farthest;         /* the largest one of a segment */
  double charged;          /* the double sum */
  invariant_judge projection, stability;
} log_det_regret;

static const ask asks[] = {
    PREDICTION_ASKS,
    ASK_AS("floor", regret_bound, tracks),
    ASK(log_det_regret, eta),
    ASK(log_det_regret, slope),
    ASK(log_det_regret, sign),
    ASK(log_det_regret, cap),
    ASK(log_det_regret, eps),
    ASK(log_det_regret, diagonal),
    ASK(log_det_regret, divergence),
    ASK(log_det_regret, order),
    ASK(log_det_regret, start),
    ASK(log_det_regret, floor),
    ASK(log_det_regret, g),
    ASK(log_det_regret, skipped),
    ASK(log_det_regret, row_multiplier),
    ASK(log_det_regret, column_multiplier),
    ASK_AS("before_row", log_det_regret, before.row),
    ASK_AS("before_entry", log_det_regret, before.entry),
    ASK_AS("before_column", log_det_regret, before.column),
    ASK_AS("projected_row", log_det_regret, projected.row),
    ASK_AS("projected_entry", log_det_regret, projected.entry),
    ASK_AS("projected_column", log_det_regret, projected.column),
    ASK_AS("now_row", log_det_regret, now.row),
    ASK_AS("now_entry", log_det_regret, now.entry),
    ASK_AS("now_column", log_det_regret, now.column),
};

static const double invariant_tolerance = 1e-9; /* of numbers of order 1, times the condition of the block */
static const double premise_tolerance = 1e-9;

/* What the shifts have added to the regret. */
static double tracking_now(const log_det_regret *self) {
  return self->share * self->base.moved / (2.0 * self->eta * self->eps);
}

static double data_value(const void *data) {
  const log_det_regret *self = data;
  return (self->start_divergence + self->charged) / (2.0 * self->eta) + tracking_now(self);
}

static double value(const void *data) {
  const log_det_regret *self = data;
  const double largest = self->slope * self->cap;
  return self->divergence / (2.0 * self->eta) +
         self->eta * largest * largest * (double)self->base.regret.t / (1.0 - self->rho) + tracking_now(self);
}

static double divergence_from_start(const log_det_regret *self) {
  const prediction_comparator *phi = &self->base.phi;
  const double p = self->order, log_det = phi->parts == NULL ? NAN : decomposition_log_det(phi->parts, self->eps);
  if (isnan(log_det)) return self->divergence;
  return p * fixed_log(self->start) - log_det + (self->share * phi->trace + p * self->eps) / self->start - p;
}

/* The comparator from trial t on; 0: from the start. */
static void take_comparator(log_det_regret *self, size_t t) {
  const prediction_comparator *phi = &self->base.phi;
  if (phi->parts != NULL) {
    premise_at_most(&self->base.regret.failed, "the comparator's diagonal is at most b", t, phi->beta,
                    self->diagonal * (1.0 + premise_tolerance));
  }
  self->start_divergence = divergence_from_start(self);
  self->farthest = t == 0 ? self->start_divergence : fmax(self->farthest, self->start_divergence);
}

static status begin(void *data, const bound_context *context) {
  log_det_regret *self = data;
  self->rho = 2.0 * self->eta * self->slope * self->cap;
  self->share = self->sign < 0.0 ? 1.0 : 0.5; /* N is all of a cut; P is half of what mirrors itself */
  TRY(prediction_begin(&self->base, context));
  take_comparator(self, 0);
  premise_require(&self->base.regret.failed, self->rho < 1.0, "2 eta G' cap < 1", self->rho);
  return STATUS_OK;
}

static pair_block block_of(const live_block *block) {
  return (pair_block){.ii = live_constant_now(&block->row),
                      .ij = live_constant_now(&block->entry),
                      .jj = live_constant_now(&block->column)};
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
  regret_bound *regret = &self->base.regret;
  const decomposition *parts = self->base.phi.parts;
  const pair_block before = block_of(&self->before), projected = block_of(&self->projected), now = block_of(&self->now);
  const double g = live_constant_now(&self->g), k = self->eta * g * self->sign;
  const double root = sqrt(projected.ii * projected.jj), scale = condition(&projected);
  const double lower = k * (projected.ij - root), upper = k * (projected.ij + root);
  premise_of_label(&regret->failed, &regret->loss, event);
  const double stretch = self->base.phi.stretch; /* both are shown in the losses that the user sees */
  premise_at_most(&regret->failed, "|g| <= G", event->t, fabs(g) / stretch,
                  self->slope * (1.0 + premise_tolerance) / (fabs(self->sign) * stretch));
  const double stability = excess(lower) + excess(upper);
  self->charged += stability;
  const double most = 2.0 * k * k * self->cap * self->cap / (1.0 - self->rho);
  if (k != 0.0) judge(&self->stability, event->t, stability, most, 0.0);
  /* the comparator falls out: D changes by that of ln det Y and 2 k Z_ij */
  const double change = log_ratio(&now, &projected) + 2.0 * k * projected.ij - stability;
  judge(&regret->step, event->t, fabs(change), 0.0, scale + condition(&now));
  if (parts == NULL) return;
  const double row = self->share * decomposition_row_diagonal(parts, event->x->row) + self->eps;
  const double column = self->share * decomposition_column_diagonal(parts, event->x->column) + self->eps;
  const double moved =
      live_constant_now(&self->row_multiplier) * row + live_constant_now(&self->column_multiplier) * column;
  judge(&self->projection, event->t, log_ratio(&projected, &before) + moved, 0.0, scale);
}

static status round_of(void *data, const trial_event *event) {
  log_det_regret *self = data;
  bool shifted = false;
  if (self->floor) TRY(prediction_shift(&self->base, event->t, &shifted));
  if (shifted) take_comparator(self, event->t);
  prediction_check(&self->base, event);
  if (live_constant_now(&self->skipped) == 0.0) judge_round(self, event);
  return STATUS_OK;
}

static void add_rows(void *data, bound_row_list *rows) {
  const log_det_regret *self = data;
  const regret_bound *regret = &self->base.regret;
  bound_row *theorem = regret_row(regret, rows, NULL, value(self), regret_at_most(regret));
  if (!theorem->unchecked && theorem->premise == NULL &&
      self->farthest > self->divergence * (1.0 + premise_tolerance)) {
    theorem->premise = "the comparator's divergence is at most Dv";
    theorem->premise_value = self->farthest;
  }
  theorem_judge_row(&regret->theorem, theorem);
  theorem_judge_row(&regret->data, regret_row(regret, rows, "data", data_value(self), regret_at_most(regret)));
  (void)regret_invariant_row(regret, &self->projection, rows, "projection", "progress");
  (void)invariant_judge_row(&regret->step, rows, "step", "progress"); /* needs neither comparator nor premise */
  (void)regret_invariant_row(regret, &self->stability, rows, "stability", "stability");
}

const bound_class bound_log_det_regret = {
    .about = {.name = "log_det_regret",
              .short_name = "ours, after Christiano",
              .symbols = "Dv: largest divergence from the start, G': slope, cap: of the diagonal, rho = 2 eta G' cap",
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
    .measure = "regret",
    .applies = prediction_applies,
    .methods = &(const bound_methods){.size = sizeof(log_det_regret), FIELDS(asks, asks), REGRET_METHODS},
    .variant =
        &(const regret_kind){
            .begin = begin, .round = round_of, .value = value, .data = data_value, .of_score = true, .rows = add_rows},
};
