/* The regret bound of online matrix prediction (Hazan, Kale and Shalev-Shwartz 2012, Theorem 1, with the constants of
 * learners/matrix_prediction/prediction_class.h). With eta of the learner, X_1 its start and phi the comparator's decomposition,
 *
 *   regret_t <= divergence/(2 eta) + (eta/2) slope^2 diagonal_limit t                          the theorem's row; slope sqrt(divergence
 *                                                       diagonal_limit T) at t = T for its eta; after doubling sqrt2/(sqrt2 - 1) times that
 *   regret_t <= D(phi, X_1)/(2 eta) + (eta/2) sum_s g_s^2 d_s                                  "data"; not after doubling
 *   D(phi, X_t) <= D(phi, Y_t), Y_t before and X_t after the projection                        "projection"
 *   tr Y_{t+1} - tr X_t <= -2 eta g_t y_t + eta^2 g_t^2 d_t                                     "step": with any phi it says that
 *                                   D(phi, Y_{t+1}) - D(phi, X_t) <= -2 eta g_t (y_t - phi's y) + eta^2 g_t^2 d_t
 *
 * Where the learner keeps a share a of the identity the comparator may change, phi_s in round s, all of one trace: the last one stands in
 * D(phi, X_1), and there is
 *
 *   (P ln(N/a) + m cost)/(2 eta) more regret,  P = sum of tr((phi_{s+1} - phi_s)_+) over both blocks,  m the rounds before t,
 *   mix: cost = tau (ln(1/(1 - a)) + a);  floor: cost = tau a;  N = p, 2p for two_blocks.
 *
 * Proof: scaling X down to the trace tau, at least that of phi, does not raise D(phi, X). Mixing raises -<phi, ln X> by at most tau
 * ln(1/(1 - a)) and tr X by at most a tau; a floor raises ln X, and tr X by at most a tau. A shift raises D by entropies, which telescope,
 * and by -<phi' - phi, ln X> <= tr((phi' - phi)_+) ln(N/a): tr phi' = tr phi, and X, scaled down, has no eigenvalue above N e^start, nor has
 * it after the share, when all are at least a e^start. (One block that stands for two has each of them twice.)
 *
 * Regret is that of the expected prediction (the learner's score), also where signs are drawn. D(phi, X_1) = entropy - trace ln(tau / p')
 * + tau - trace, p' the eigenvalues of X counted, where the entropy is known, otherwise `divergence`.
 *
 * Premises: the comparator is of the class (its diagonal sums at queried pairs and its trace are within the limits, its entries there
 * in the interval of predictions, and -1 where i = j of max-cut); labels are in their
 * range; |g| <= slope; eta slope <= 1 (steps with a larger rate are not judged; the theorem's row does not need it where the bound is
 * above the trivial one, (high - low) G t, anyway). */
#include <math.h>

#include "base/fixed_math.h"
#include "bounds/constants.h"
#include "bounds/matrix_prediction/prediction_comparator.h"
#include "bounds/regret.h"
#include "learners/matrix_prediction/prediction_class.h"

typedef struct matrix_prediction_regret {
  regret_bound regret; /* its error: what the projections' residuals can cost */
  prediction_comparator phi;
  double eta, slope, divergence, start_divergence, limit, tau, stretch;
  bool doubling;
  bound_context context;
  double share, range, cost; /* of keeping a share: a, ln(N/a) */
  double moved;              /* P */
  size_t kept, place;        /* m; of the comparator's segment */
  bool keeps;                /* a share was kept in the last round */
  double charged;            /* sum of g^2 d */
  bool pending;              /* the step of the last round is not judged yet */
  size_t pending_trial;
  double pending_trace, pending_allowed; /* tr X_t - 2 eta g y; eta^2 g^2 d */
  invariant_judge projection, step;
} matrix_prediction_regret;

static const double invariant_tolerance = 1e-9; /* times max(1, trace) */
static const double premise_tolerance = 1e-9;

static double trivial(const matrix_prediction_regret *self) {
  const loss *loss = &self->regret.loss;
  return (loss->high - loss->low) * self->slope / self->stretch * (double)self->regret.t;
}

static double constant(const matrix_prediction_regret *self, const char *name) {
  return learner_constant_or_nan(&self->regret.learner, name);
}

/* What the shifts and the share have added to the regret. */
static double tracking_now(const matrix_prediction_regret *self) {
  if (self->share == 0.0) return 0.0;
  return (self->moved * self->range + (double)self->kept * self->cost) / (2.0 * self->eta);
}

static double value_now(const matrix_prediction_regret *self) {
  const double rounds = (double)self->regret.t, stability = self->slope * self->slope * self->limit;
  if (self->doubling) {
    static const double stages = 3.414213562373095; /* sqrt2/(sqrt2 - 1) */
    return stages * sqrt(self->divergence * stability * rounds);
  }
  return self->divergence / (2.0 * self->eta) + 0.5 * self->eta * stability * rounds + tracking_now(self);
}

static double data_now(const matrix_prediction_regret *self) {
  return self->start_divergence / (2.0 * self->eta) + 0.5 * self->eta * self->charged + tracking_now(self);
}

static void clear(void *data) {
  matrix_prediction_regret *self = data;
  prediction_comparator_end(&self->phi);
}

/* D(phi, X_1), X_1 = e^start I with trace tau. */
static double divergence_from_start(const matrix_prediction_regret *self) {
  if (isnan(self->phi.entropy)) return self->divergence;
  return self->phi.entropy - self->phi.trace * constant(self, "start") + self->tau - self->phi.trace;
}

static void begin_share(matrix_prediction_regret *self) {
  const bool two = learner_choice(&self->regret.learner, "decomposition") == CLASS_TWO_BLOCKS;
  const double n = (two ? 2.0 : 1.0) * constant(self, "order");
  self->share = constant_or(&self->regret.learner, "share", 0.0);
  self->range = fixed_log(n / self->share);
  self->cost = self->tau * (constant(self, "floors") == 1.0 ? self->share : self->share - fixed_log1p(-self->share));
}

static status init(void *data, const bound_context *context) {
  matrix_prediction_regret *self = data;
  regret_begin(context, &self->regret);
  self->eta = constant(self, "eta");
  self->slope = constant(self, "slope");
  self->divergence = constant(self, "divergence");
  self->limit = constant(self, "diagonal_limit");
  self->tau = constant(self, "tau");
  self->stretch = constant(self, "stretch");
  self->doubling = isnan(constant(self, "horizon"));
  self->projection.direction = BOUND_LOWER;
  self->step.direction = BOUND_UPPER;
  self->context = *context;
  begin_share(self);
  TRY(prediction_comparator_begin(context, &self->phi));
  self->start_divergence = divergence_from_start(self);
  self->regret.known = self->phi.parts != NULL;
  prediction_comparator_premise(&self->phi, 0, &self->regret.failed);
  return STATUS_OK;
}

/* The next segment has begun. */
static status shift(matrix_prediction_regret *self, size_t t) {
  double moved = NAN;
  self->place++;
  TRY(prediction_comparator_shift(&self->context, &self->phi, &moved));
  prediction_comparator_premise(&self->phi, t, &self->regret.failed);
  self->moved += moved;
  self->start_divergence = divergence_from_start(self);
  self->regret.known = self->phi.parts != NULL;
  return STATUS_OK;
}

/* The inequality of the last round's step, now that the trace after it is known. */
static void judge_step(matrix_prediction_regret *self, double trace) {
  if (!self->pending) return;
  self->pending = false;
  invariant_judge_trial(&self->step, (trial_figures){.trial = self->pending_trial,
                                                     .measured = trace - self->pending_trace,
                                                     .value = self->pending_allowed,
                                                     .tolerance = invariant_tolerance * fmax(1.0, trace)});
}

static void judge_projection(matrix_prediction_regret *self, size_t t, size_t i, size_t j) {
  const double mu = constant(self, "mu"), nu = constant(self, "nu"), alpha = constant(self, "alpha");
  const double before = constant(self, "trace_before"), after = constant(self, "trace_projected");
  const double residual = constant(self, "residual");
  const double moved = mu * decomposition_diagonal(self->phi.parts, i, j) +
                       nu * decomposition_value(self->phi.parts, i, j) + alpha * self->phi.trace;
  invariant_judge_trial(&self->projection, (trial_figures){.trial = t,
                                                           .measured = before - after - moved,
                                                           .value = 0.0,
                                                           .tolerance = invariant_tolerance * fmax(1.0, before),
                                                           .error = (mu + fabs(nu)) * residual});
}

static void check_premises(matrix_prediction_regret *self, const trial_event *event, double g) {
  failed_premise *failed = &self->regret.failed;
  premise_of_label(failed, &self->regret.loss, event);
  if (fabs(g) > self->slope * (1.0 + premise_tolerance))
    premise_fail(failed, "|g| <= G", event->t, fabs(g) / self->stretch);
  if (self->phi.parts == NULL) return;
  const double d = decomposition_diagonal(self->phi.parts, event->x->row, event->x->column);
  if (d > self->limit * (1.0 + premise_tolerance))
    premise_fail(failed, "the comparator's diagonal is at most beta", event->t, d);
}

static void judge_round(matrix_prediction_regret *self, const trial_event *event) {
  const double g = constant(self, "g"), d = constant(self, "d"), y = constant(self, "y");
  /* the rate of this round: a new stage has its own from the next round on */
  check_premises(self, event, g);
  self->charged += g * g * d;
  self->regret.error += 2.0 * self->slope * constant(self, "residual");
  if (self->phi.parts != NULL) judge_projection(self, event->t, event->x->row, event->x->column);
  const bool licensed = self->eta * self->slope <= 1.0 + premise_tolerance; /* by the proof of a step */
  self->pending = licensed && constant(self, "restarted") == 0.0;
  self->pending_trial = event->t;
  self->pending_trace = constant(self, "trace_projected") - 2.0 * self->eta * g * y;
  self->pending_allowed = self->eta * self->eta * g * g * d;
  if (self->share > 0.0) judge_step(self, constant(self, "trace_stepped"));
}

static status watch(void *data, const trial_event *event) {
  matrix_prediction_regret *self = data;
  regret_bound *regret = &self->regret;
  self->kept += self->keeps;
  self->keeps = constant(self, "skipped") == 0.0;
  if (self->share > 0.0 && regret_shifts(regret, self->place, event->t)) TRY(shift(self, event->t));
  (void)regret_add(regret, event, loss_value(&regret->loss, event->predicted.score, event->label));
  prediction_comparator_check(&self->phi, event, &regret->failed);
  if (self->keeps) {
    judge_step(self, constant(self, "trace_before"));
    judge_round(self, event);
  } else if (constant(self, "restarted") != 0.0) {
    self->pending = false; /* the trace after the last step is gone */
  }
  if (self->doubling) self->eta = constant(self, "eta");
  regret_judge(regret, &regret->theorem, value_now(self));
  if (!self->doubling) regret_judge(regret, &regret->data, data_now(self));
  return STATUS_OK;
}

static double current(void *data) {
  const matrix_prediction_regret *self = data;
  return regret_current(&self->regret, value_now(self));
}

/* For the rows of regret: eta slope <= 1, which a bound above the trivial one does not need. */
static void check_rate(const matrix_prediction_regret *self, bound_row *row) {
  if (row->unchecked || row->premise != NULL || !(self->eta * self->slope > 1.0 + premise_tolerance)) return;
  row->premise = "eta G <= 1";
  row->premise_trial = 0;
  row->premise_value = self->eta * self->slope / self->stretch;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  matrix_prediction_regret *self = data;
  const regret_bound *regret = &self->regret;
  (void)totals;
  double trace = NAN;
  if (self->pending && learner_constant(&regret->learner, "trace", &trace)) judge_step(self, trace);
  const double value = value_now(self), most = trivial(self);
  bound_row *theorem = regret_row(regret, rows, NULL, value, most);
  if (!self->doubling && value < most) check_rate(self, theorem);
  theorem_judge_row(&regret->theorem, theorem);
  if (!self->doubling) {
    bound_row *row = regret_row(regret, rows, "data", data_now(self), most);
    check_rate(self, row);
    theorem_judge_row(&regret->data, row);
  }
  (void)regret_invariant_row(regret, &self->projection, rows, "projection", "progress");
  (void)invariant_judge_row(&self->step, rows, "step", "trace");
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(matrix_prediction_regret),
    .init = init,
    .clear = clear,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_matrix_prediction_regret = {
    .about = {.name = "matrix_prediction_regret",
              .short_name = "Theorem 1",
              .title = "2 G sqrt(beta tau ln(2p) T)",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1",
              .help = "regret of online matrix prediction, with the constants of the learner's decomposition",
              .formula =
                  "regret $\\le\\frac D{2\\eta}+\\frac\\eta2G^2dT$; $G\\sqrt{DdT}$ at the rate of the theorem, "
                  "and $2+\\sqrt2$ times that with doubling; $D=\\tau\\ln(2p)$ and $d=4\\beta$ for the "
                  "decompositions of the paper: $2G\\sqrt{\\beta\\tau\\ln(2p)T}$; with a share $a$ the comparator may "
                  "change, for $\\frac1{2\\eta}\\left(\\Pi\\ln\\frac "
                  "Na+(T-1)\\tau\\left(\\ln\\frac1{1-a}+a\\right)\\right)$ "
                  "more (floor: $\\Pi\\ln\\frac Na+(T-1)\\tau a$), $\\Pi=\\sum_t\\mathrm{tr}(\\phi_{t+1}-\\phi_t)_+$, "
                  "$N=p$, with two blocks $2p$",
              .result_version = 3},
    .premises =
        "the comparator is of the class: trace at most $\\tau$, diagonal sums at most $d$, entries in the interval; "
        "labels are in their range; $|\\ell'|\\le G$; $\\eta G\\le1$, where the bound is below the trivial one",
    .learner_family = "matrix_prediction",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = prediction_applies,
    .methods = &methods,
};
