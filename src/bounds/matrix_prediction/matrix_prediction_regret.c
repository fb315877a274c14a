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

#include "bounds/matrix_prediction/prediction_comparator.h"

typedef struct matrix_prediction_regret {
  prediction_bound base; /* moved: P; the error of its regret: what the projections' residuals can cost */
  double slope, divergence, diagonal_limit, start, horizon, order, share;
  bool floors;
  live_constant eta, trace; /* of the learner now */
  /* of the last round */
  live_constant g, d, y, mu, nu, alpha, residual, trace_before, trace_projected, trace_stepped, restarted, skipped;
  bool doubling;
  double rate, start_divergence; /* eta of this round */
  double range, cost;            /* of keeping a share: ln(N/a) */
  size_t kept;                   /* m */
  bool keeps;                    /* a share was kept in the last round */
  double charged;                /* sum of g^2 d */
  bool pending;                  /* the step of the last round is not judged yet */
  size_t pending_trial;
  double pending_trace, pending_allowed; /* tr X_t - 2 eta g y; eta^2 g^2 d */
  invariant_judge projection;
} matrix_prediction_regret;

static const ask asks[] = {
    PREDICTION_ASKS,
    ASK_AS("share", regret_bound, tracks),
    ASK(matrix_prediction_regret, slope),
    ASK(matrix_prediction_regret, divergence),
    ASK(matrix_prediction_regret, diagonal_limit),
    ASK(matrix_prediction_regret, start),
    ASK(matrix_prediction_regret, horizon),
    ASK(matrix_prediction_regret, order),
    ASK(matrix_prediction_regret, share),
    ASK(matrix_prediction_regret, floors),
    ASK(matrix_prediction_regret, eta),
    ASK(matrix_prediction_regret, trace),
    ASK(matrix_prediction_regret, g),
    ASK(matrix_prediction_regret, d),
    ASK(matrix_prediction_regret, y),
    ASK(matrix_prediction_regret, mu),
    ASK(matrix_prediction_regret, nu),
    ASK(matrix_prediction_regret, alpha),
    ASK(matrix_prediction_regret, residual),
    ASK(matrix_prediction_regret, trace_before),
    ASK(matrix_prediction_regret, trace_projected),
    ASK(matrix_prediction_regret, trace_stepped),
    ASK(matrix_prediction_regret, restarted),
    ASK(matrix_prediction_regret, skipped),
};

static const double invariant_tolerance = 1e-9; /* times max(1, trace) */
static const double premise_tolerance = 1e-9;

static double trivial(const matrix_prediction_regret *self) {
  const regret_bound *regret = &self->base.regret;
  return (regret->loss.high - regret->loss.low) * self->slope / self->base.phi.stretch * (double)regret->t;
}

/* What the shifts and the share have added to the regret. */
static double tracking_now(const matrix_prediction_regret *self) {
  if (self->share == 0.0) return 0.0;
  return (self->base.moved * self->range + (double)self->kept * self->cost) / (2.0 * self->rate);
}

static double value(const void *data) {
  const matrix_prediction_regret *self = data;
  const double rounds = (double)self->base.regret.t, stability = self->slope * self->slope * self->diagonal_limit;
  if (self->doubling) {
    static const double stages = 3.414213562373095; /* sqrt2/(sqrt2 - 1) */
    return stages * sqrt(self->divergence * stability * rounds);
  }
  return self->divergence / (2.0 * self->rate) + 0.5 * self->rate * stability * rounds + tracking_now(self);
}

static double data_value(const void *data) {
  const matrix_prediction_regret *self = data;
  return self->start_divergence / (2.0 * self->rate) + 0.5 * self->rate * self->charged + tracking_now(self);
}

/* D(phi, X_1), X_1 = e^start I with trace tau. */
static double divergence_from_start(const matrix_prediction_regret *self) {
  const prediction_comparator *phi = &self->base.phi;
  return isnan(phi->entropy) ? self->divergence : phi->entropy - phi->trace * self->start + phi->tau - phi->trace;
}

static status begin(void *data, const bound_context *context) {
  matrix_prediction_regret *self = data;
  const double n = (self->base.phi.decomposition == CLASS_TWO_BLOCKS ? 2.0 : 1.0) * self->order;
  self->range = fixed_log(n / self->share);
  self->cost = self->base.phi.tau * (self->floors ? self->share : self->share - fixed_log1p(-self->share));
  self->rate = live_constant_now(&self->eta);
  self->doubling = isnan(self->horizon);
  self->projection.direction = BOUND_LOWER;
  TRY(prediction_begin(&self->base, context));
  self->start_divergence = divergence_from_start(self);
  return STATUS_OK;
}

/* The inequality of the last round's step, now that the trace after it is known. */
static void judge_step(matrix_prediction_regret *self, double trace) {
  if (!self->pending) return;
  self->pending = false;
  invariant_judge_trial(&self->base.regret.step, (trial_figures){.trial = self->pending_trial,
                                                                 .measured = trace - self->pending_trace,
                                                                 .value = self->pending_allowed,
                                                                 .tolerance = invariant_tolerance * fmax(1.0, trace)});
}

static void judge_projection(matrix_prediction_regret *self, const trial_event *event) {
  const prediction_comparator *phi = &self->base.phi;
  const size_t i = event->x->row, j = event->x->column;
  const double mu = live_constant_now(&self->mu), nu = live_constant_now(&self->nu);
  const double before = live_constant_now(&self->trace_before), after = live_constant_now(&self->trace_projected);
  const double moved = mu * decomposition_diagonal(phi->parts, i, j) + nu * decomposition_value(phi->parts, i, j) +
                       live_constant_now(&self->alpha) * phi->trace;
  invariant_judge_trial(&self->projection,
                        (trial_figures){.trial = event->t,
                                        .measured = before - after - moved,
                                        .value = 0.0,
                                        .tolerance = invariant_tolerance * fmax(1.0, before),
                                        .error = (mu + fabs(nu)) * live_constant_now(&self->residual)});
}

static void check_premises(matrix_prediction_regret *self, const trial_event *event, double g) {
  const prediction_comparator *phi = &self->base.phi;
  failed_premise *failed = &self->base.regret.failed;
  premise_of_label(failed, &self->base.regret.loss, event);
  premise_at_most(failed, "|g| <= G", event->t, fabs(g) / phi->stretch,
                  self->slope * (1.0 + premise_tolerance) / phi->stretch);
  if (phi->parts == NULL) return;
  const double d = decomposition_diagonal(phi->parts, event->x->row, event->x->column);
  premise_at_most(failed, "the comparator's diagonal is at most beta", event->t, d,
                  self->diagonal_limit * (1.0 + premise_tolerance));
}

static void judge_round(matrix_prediction_regret *self, const trial_event *event) {
  const double g = live_constant_now(&self->g), d = live_constant_now(&self->d), eta = self->rate;
  /* the rate of this round: a new stage has its own from the next round on */
  check_premises(self, event, g);
  self->charged += g * g * d;
  self->base.regret.error += 2.0 * self->slope * live_constant_now(&self->residual);
  if (self->base.phi.parts != NULL) judge_projection(self, event);
  const bool licensed = eta * self->slope <= 1.0 + premise_tolerance; /* by the proof of a step */
  self->pending = licensed && live_constant_now(&self->restarted) == 0.0;
  self->pending_trial = event->t;
  self->pending_trace = live_constant_now(&self->trace_projected) - 2.0 * eta * g * live_constant_now(&self->y);
  self->pending_allowed = eta * eta * g * g * d;
  if (self->share > 0.0) judge_step(self, live_constant_now(&self->trace_stepped));
}

static status round_of(void *data, const trial_event *event) {
  matrix_prediction_regret *self = data;
  bool shifted = false;
  self->kept += self->keeps;
  self->keeps = live_constant_now(&self->skipped) == 0.0;
  if (self->share > 0.0) TRY(prediction_shift(&self->base, event->t, &shifted));
  if (shifted) self->start_divergence = divergence_from_start(self);
  prediction_check(&self->base, event);
  if (self->keeps) {
    judge_step(self, live_constant_now(&self->trace_before));
    judge_round(self, event);
  } else if (live_constant_now(&self->restarted) != 0.0) {
    self->pending = false; /* the trace after the last step is gone */
  }
  if (self->doubling) self->rate = live_constant_now(&self->eta);
  return STATUS_OK;
}

/* For the rows of regret: eta slope <= 1, which a bound above the trivial one does not need. */
static void check_rate(const matrix_prediction_regret *self, bound_row *row) {
  if (row->unchecked || row->premise != NULL || !(self->rate * self->slope > 1.0 + premise_tolerance)) return;
  row->premise = "eta G <= 1";
  row->premise_trial = 0;
  row->premise_value = self->rate * self->slope / self->base.phi.stretch;
}

static void add_rows(void *data, bound_row_list *rows) {
  matrix_prediction_regret *self = data;
  const regret_bound *regret = &self->base.regret;
  const double theorem_value = value(self), most = trivial(self);
  const double trace = self->pending ? live_constant_now(&self->trace) : NAN; /* NaN also where it is not known */
  if (!isnan(trace)) judge_step(self, trace);
  bound_row *theorem = regret_row(regret, rows, NULL, theorem_value, most);
  if (!self->doubling && theorem_value < most) check_rate(self, theorem);
  theorem_judge_row(&regret->theorem, theorem);
  if (!self->doubling) {
    bound_row *row = regret_row(regret, rows, "data", data_value(self), most);
    check_rate(self, row);
    theorem_judge_row(&regret->data, row);
  }
  (void)regret_invariant_row(regret, &self->projection, rows, "projection", "progress");
  (void)invariant_judge_row(&regret->step, rows, "step", "trace");
}

static const line_name line_names[] = {
    {.option = "horizon", .value = "doubling", .name = "ours, T unknown", .formula = "(2 + sqrt2) G sqrt(D d T)"},
    {.option = "share", .name = "ours, tracking"},
    {.option = "decomposition", .value = "one_block", .name = "ours, by Theorem 1", .formula = "G sqrt(D d T)"},
    {.option = "decomposition", .value = "recursive", .name = "ours, by Theorem 1", .formula = "G sqrt(D d T)"},
    {.option = "decomposition", .value = "svd", .name = "ours, by Theorem 1", .formula = "G sqrt(D d T)"},
    {.option = "decomposition", .value = "exact", .name = "ours, by Theorem 1", .formula = "G sqrt(D d T)"},
    {.option = "decomposition", .value = "sharp", .name = "ours, by Theorem 1", .formula = "G sqrt(D d T)"},
    {.row = "data", .name = "ours (data)", .formula = "D/(2 eta) + (eta/2) sum of g^2 d"},
    {.name = NULL}};

const bound_class bound_matrix_prediction_regret = {
    .about = {.name = "matrix_prediction_regret",
              .short_name = "Hazan et al., Theorem 1",
              .line_names = line_names,
              .symbols = "G: slope of the losses; (beta, tau), 2p: decomposition of the class and its order; D: "
                         "divergence from the start, d: sum of two diagonal entries",
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
    .measure = "regret",
    .applies = prediction_applies,
    .methods = &(const bound_methods){.size = sizeof(matrix_prediction_regret), FIELDS(asks, asks), REGRET_METHODS},
    .variant =
        &(const regret_kind){
            .begin = begin, .round = round_of, .value = value, .data = data_value, .of_score = true, .rows = add_rows},
};
