/* The regret bounds of Matrix Multiplicative Weights. With L_t = l'(p_t) M_t, |L_t| <= G (spectral norm), X_1 = (tau/N) I, D the divergence
 * of the link exp:
 *
 *   regret_t <= tau ln N/eta + eta tau G^2 t                         the theorem's row; 2 tau G sqrt(ln(N) T) at its eta: Theorem 14,
 *                                                                    2 sqrt(beta gamma tau ln(N) T), with <X, L^2> <= beta gamma = tau G^2
 *   regret_t <= D(U, X_1)/eta + eta sum_s <X_s, L_s^2>               "data" (Theorem 13, where D <= tau ln N)
 *   D(U, X_t) - D(U, X_{t+1}) >= eta <X_t - U, L_t> - eta^2 <X_t, L_t^2>    "step"
 *                                                                    (Hazan, Kale and Shalev-Shwartz 2012)
 * and where the trace is always tau, with R_s the width of the spectrum of L_s (largest less least eigenvalue) and V_s = <X_s, L_s^2>/tau -
 * (<X_s, L_s>/tau)^2 its variance,
 *
 *   regret_t <= D(U, X_1)/eta + (eta/8) tau sum_s R_s^2              "hoeffding": tau R sqrt(ln(N) T/2) at eta = sqrt(8 ln(N)/T)/R
 *   regret_t <= D(U, X_1)/eta + (e - 2) eta tau sum_s V_s            "variance"
 *   regret_t <= D(U, X_1)/eta + sum_s (<X_s, L_s> + (tau/eta) ln Z_s)    "mixability", Z_s = tr exp(ln X_s - eta L_s)/tau
 *
 * Proof of the last three: D(U, X_t) - D(U, X_{t+1}) = -eta <U, L_t> - tau ln Z_t, and "mixability" forgets D(U, X_{t+1}) only. By Golden and
 * Thompson Z_t is at most the mean of exp(-eta lambda), lambda an eigenvalue of L_t drawn with the chance <X_t, v v^T>/tau. Its logarithm is
 * at most -eta <X_t, L_t>/tau + eta^2 R_t^2/8 (Hoeffding 1963), and with V_t: exp(z) <= 1 + z + (e - 2) z^2 for z <= 1.
 *
 * Where the learner keeps a share a (learners/forgetting.h) the comparator may change, U = U_s in round s: all of the above hold with the
 * last U in D(U, X_1), with ln(1/(1 - a)) tau less progress in "step", and with
 *
 *   (P ln(N/a) + tau m ln(1/(1 - a)))/eta more regret,  P = sum of tr((U_{s+1} - U_s)_+),  m the updates before round t;
 *   D(U_{s+1}, X) - D(U_s, X) <= S(U_{s+1}) - S(U_s) + tr((U_{s+1} - U_s)_+) ln(N/a),  S = tr U ln U    "shift"
 *
 * Proof: X >= (1 - a) X', X' after the step, and ln is monotone: keeping the share raises D(U, X) by at most tau ln(1/(1 - a)); in round t it
 * comes when the regret is paid.
 * D(U', X) - D(U, X) = S(U') - S(U) - tr((U' - U) ln(X/tau)) for tr U' = tr U, and (a/N) I <= X/tau <= I. Both are added over the rounds
 * (Herbster and Warmuth 1998 for vectors).
 *
 * A convex loss, absolute or square, is at least its tangent at p_t, also where p_t was clipped and U's prediction is in the interval.
 *
 * Premises: U is positive semidefinite with the learner's trace (or less, as the learner's); |L_t| <= G (the theorem's row); eta |L_t| <= 1
 * (for exp(A) <= I + A + A^2; not for the three rows above); eta R_t <= 1 ("variance"); N >= 3 or tr U = tau (so that D <= tau ln N); labels
 * are in their range; but for the linear loss, <U, M_t> is in the interval of predictions. */

#include "bounds/potential.h"
#include "bounds/regret.h"
#include "spectral/instance/instance_square.h"

typedef struct weights_regret {
  regret_bound regret;                        /* its step is "step", its data that row */
  double eta, tau, slope, insensitive, share; /* share: a */
  bool equal;                                 /* the trace is always tau */
  live_constant log_mix;
  instance_square *square;
  double logarithm;                    /* ln N */
  double start;                        /* D(U, X_1) */
  double charged;                      /* sum of <X, L^2> */
  double widths, variances;            /* sums of R^2 and V */
  double mixed, mixed_error;           /* sum of <X, L> + (tau/eta) ln Z */
  double before, error_before, charge; /* of this round */
  double forgets;                      /* tau ln(1/(1 - a)), that an update costs */
  double moved;                        /* P */
  size_t updates;                      /* before this round */
  bool updated;                        /* in the last one */
  size_t place;                        /* of the comparator's segment */
  double last, last_error;             /* D(U, X) after the last round */
  failed_premise failed_norm, failed_rate, failed_width;
  theorem_judge hoeffding, variance, mixability;
  invariant_judge shift;
} weights_regret;

static const ask asks[] = {ASK_AS("share", regret_bound, tracks),
                           ASK(weights_regret, eta),
                           ASK(weights_regret, tau),
                           ASK(weights_regret, slope),
                           ASK(weights_regret, share),
                           ASK(weights_regret, insensitive),
                           ASK(weights_regret, equal),
                           ASK(weights_regret, log_mix)};

static const double step_tolerance = 1e-9; /* times max(1, D) */
static const double premise_tolerance = 1e-9;
static const double e_less_2 = 0.71828182845904524;

static bool applies(const void *self, const bound_context *context) {
  const loss_kind kind = context->problem->facts.loss.kind;
  const bool convex = kind == LOSS_LINEAR || kind == LOSS_ABSOLUTE || kind == LOSS_SQUARE;
  return bound_of_reals(self, context) && convex && !(((const weights_regret *)self)->insensitive > 0.0);
}

/* What the shifts and the share have added to the regret. */
static double tracking_now(const weights_regret *self) {
  if (self->share == 0.0) return 0.0;
  return (self->moved * (self->logarithm - fixed_log(self->share)) + (double)self->updates * self->forgets) / self->eta;
}

static double value(const void *data) {
  const weights_regret *self = data;
  const double rounds = (double)self->regret.t;
  return self->tau * (self->logarithm / self->eta + self->eta * self->slope * self->slope * rounds) +
         tracking_now(self);
}

static double data_value(const void *data) {
  const weights_regret *self = data;
  return self->start / self->eta + self->eta * self->charged + tracking_now(self);
}

static double hoeffding_now(const weights_regret *self) {
  return self->start / self->eta + self->eta / 8.0 * self->tau * self->widths + tracking_now(self);
}

static double variance_now(const weights_regret *self) {
  return self->start / self->eta + e_less_2 * self->eta * self->tau * self->variances + tracking_now(self);
}

static double mixability_now(const weights_regret *self) {
  return self->start / self->eta + self->mixed + tracking_now(self);
}

static void check_comparator(weights_regret *self, const comparator *u, size_t n) {
  failed_premise *failed = &self->regret.failed;
  const double trace = comparator_trace(u), slack = premise_tolerance * self->tau;
  const bool equal = self->equal, entropy_known = !isnan(comparator_entropy(u));
  premise_require(failed, comparator_kind_of(u) != COMPARATOR_VECTOR || entropy_known,
                  "the comparator is positive semidefinite", NAN);
  premise_require(failed, !(trace > self->tau + slack || (equal && trace < self->tau - slack)),
                  equal ? "the comparator's trace is tau" : "the comparator's trace is at most tau", trace);
  premise_require(failed, !(n < 3 && trace < self->tau - slack), "n >= 3 or the comparator's trace is tau", (double)n);
}

static status begin(void *data, const bound_context *context) {
  weights_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  self->logarithm = fixed_log((double)facts->n);
  self->forgets = -self->tau * fixed_log1p(-self->share);
  self->regret.step.direction = BOUND_LOWER;
  const comparator *u = context->comparator;
  for (size_t j = 0; u != NULL && j < comparator_segments(u); j++) {
    size_t first;
    check_comparator(self, comparator_segment(u, j, &first), facts->n);
  }
  TRY(instance_square_new(member_memory(self), facts->kind, facts->n, facts->rank, &eigen_own, &self->square));
  TRY(potential_of(context->learner, context->comparator, 1.0, &self->start));
  self->start = isnan(self->start) ? self->tau * self->logarithm : at_least_zero(self->start);
  return STATUS_OK;
}

/* D(U, X_1) of a U of trace tau; what it can be at most where tr U ln U is not known. */
static double from_start(const weights_regret *self, double entropy) {
  if (isnan(entropy)) return self->tau * self->logarithm;
  return at_least_zero(entropy + self->tau * (self->logarithm - fixed_log(self->tau)));
}

/* The next segment has begun, with the potential `before`. */
static status shift(weights_regret *self, size_t t) {
  size_t first;
  const comparator *u = self->regret.comparator, *from = comparator_segment(u, self->place, &first),
                   *to = comparator_segment(u, ++self->place, &first);
  const double entropy = comparator_entropy(to) - comparator_entropy(from);
  double moved = NAN;
  TRY(comparator_moved(from, to, &moved));
  self->moved += moved;
  self->start = from_start(self, comparator_entropy(to));
  if (isnan(self->before - self->last)) return STATUS_OK;
  invariant_judge_trial(&self->shift,
                        (trial_figures){.trial = t,
                                        .measured = self->before - self->last,
                                        .value = entropy + moved * (self->logarithm - fixed_log(self->share)),
                                        .tolerance = step_tolerance * fmax(1.0, fabs(self->last)),
                                        .error = self->error_before + self->last_error});
  return STATUS_OK;
}

static void check_interval(regret_bound *regret, const trial_event *event) {
  const loss *l = &regret->loss;
  if (l->kind == LOSS_LINEAR || regret->comparator == NULL) return;
  const double u = comparator_value(regret->comparator, event->x), slack = premise_tolerance * (l->high - l->low);
  if (u < l->low - slack || u > l->high + slack)
    premise_fail(&regret->failed, "the comparator is in the interval", event->t, u);
}

/* What the proofs need of L_t = g M_t, and its width. */
static status check_loss(weights_regret *self, const trial_event *event, double g) {
  double least = 0.0, largest = 0.0;
  TRY(instance_square_ends(self->square, event->x, &least, &largest));
  const double size = fabs(g) * fmax(fabs(least), fabs(largest)), width = fabs(g) * (largest - least);
  premise_of_label(&self->regret.failed, &self->regret.loss, event);
  check_interval(&self->regret, event);
  premise_at_most(&self->failed_rate, "eta |L| <= 1", event->t, self->eta * size, 1.0 + premise_tolerance);
  premise_at_most(&self->failed_width, "eta R <= 1", event->t, self->eta * width, 1.0 + premise_tolerance);
  premise_at_most(&self->failed_norm, "|L| <= G", event->t, size, self->slope * (1.0 + premise_tolerance));
  self->widths += width * width;
  return STATUS_OK;
}

static status before(void *data, const trial_event *event) {
  weights_regret *self = data;
  regret_bound *regret = &self->regret;
  spectral *w = learner_parameter(&regret->learner);
  const double g = loss_subgradient(&regret->loss, event->predicted.value, event->label);
  instance square;
  self->updates += self->updated;
  TRY(check_loss(self, event, g));
  TRY(instance_square_of(self->square, event->x, &square));
  TRY(spectral_score(w, &square, &self->charge));
  self->charge *= g * g;
  const double mean = g * event->predicted.score / self->tau;
  self->variances += at_least_zero(self->charge / self->tau - mean * mean);
  self->mixed += mean * self->tau;
  regret->error += fabs(g) * spectral_error(w) * instance_nuclear(event->x);
  self->error_before = spectral_trace_error(w);
  TRY(potential_of(&regret->learner, regret->comparator, 1.0, &self->before));
  return self->share > 0.0 && regret_shifts(regret, self->place, event->t) ? shift(self, event->t) : STATUS_OK;
}

static status round_of(void *data, const trial_event *event) {
  weights_regret *self = data;
  regret_bound *regret = &self->regret;
  self->charged += self->charge;
  self->updated = event->updated;
  self->mixed += self->tau / self->eta * live_constant_now(&self->log_mix);
  self->mixed_error += spectral_trace_error(learner_parameter(&regret->learner)) / self->eta;
  if (regret->comparator == NULL) return STATUS_OK;
  TRY(potential_of(&regret->learner, regret->comparator, 1.0, &self->last));
  self->last_error = spectral_trace_error(learner_parameter(&regret->learner));
  const double least =
      self->eta * regret->more - self->eta * self->eta * self->charge - (event->updated ? self->forgets : 0.0);
  invariant_judge_progress(&regret->step, event->t, self->before, self->last, least, step_tolerance,
                           self->error_before + self->last_error);
  regret_judge(regret, &self->hoeffding, hoeffding_now(self));
  regret_judge(regret, &self->variance, variance_now(self));
  theorem_judge_value(&self->mixability, regret->t, regret->regret, mixability_now(self), REGRET_TOLERANCE,
                      regret->error + self->mixed_error);
  return STATUS_OK;
}

/* Without a comparator the rows are unchecked whatever fails. */
static bound_row *weights_row(const weights_regret *self, bound_row_list *rows, const char *name, double most) {
  const regret_bound *regret = &self->regret;
  bound_row *row = regret_row(regret, rows, name, most, 2.0 * self->tau * self->slope * (double)regret->t);
  row->unchecked = !regret->known;
  return row;
}

static void add_rows(void *data, bound_row_list *rows) {
  const weights_regret *self = data;
  const regret_bound *regret = &self->regret;
  bound_row *row = weights_row(self, rows, NULL, value(self));
  premise_row(&self->failed_rate, row);
  premise_row(&self->failed_norm, row);
  theorem_judge_row(&regret->theorem, row);
  row = weights_row(self, rows, "data", data_value(self));
  premise_row(&self->failed_rate, row);
  theorem_judge_row(&regret->data, row);
  if (self->equal) {
    theorem_judge_row(&self->hoeffding, weights_row(self, rows, "hoeffding", hoeffding_now(self)));
    row = weights_row(self, rows, "variance", variance_now(self));
    premise_row(&self->failed_width, row);
    theorem_judge_row(&self->variance, row);
    row = weights_row(self, rows, "mixability", mixability_now(self));
    row->error += self->mixed_error;
    theorem_judge_row(&self->mixability, row);
  }
  (void)regret_invariant_row(regret, &self->shift, rows, "shift", "rise of the potential");
  row = regret_invariant_row(regret, &regret->step, rows, "step", "progress");
  if (row == NULL) return;
  row->unchecked = !regret->known;
  premise_row(&self->failed_rate, row);
}

static const line_name line_names[] = {{.option = "share", .name = "ours, tracking"},
                                       {.row = "hoeffding", .name = "ours, by Hoeffding's lemma"},
                                       {.name = NULL}};

const bound_class bound_matrix_multiplicative_weights_regret = {
    .about = {.name = "matrix_multiplicative_weights_regret",
              .short_name = "Hazan et al., Theorem 14",
              .line_names = line_names,
              .symbols = "tau: trace, G: of the losses, n: order",
              .title = "2 tau G sqrt(ln(n) T)",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorems 13 and 14; row hoeffding: Hoeffding 1963",
              .help = "regret of Matrix Multiplicative Weights on loss matrices of norm at most G",
              .formula =
                  "regret $\\le\\tau\\left(\\frac{\\ln n}\\eta+\\eta G^2T\\right)$; $2\\tau G\\sqrt{T\\ln n}$ "
                  "at the rate of the theorem; where the trace is always $\\tau$ also "
                  "$\\frac{\\Delta(U,W_1)}\\eta+\\frac{\\eta\\tau}8\\sum_tR_t^2$, $R_t$ the width of the spectrum of "
                  "$\\ell'X_t$; with a share $a$ the comparator may change, for "
                  "$\\frac1\\eta\\left(\\Pi\\ln\\frac na+m\\tau\\ln\\frac1{1-a}\\right)$ more, "
                  "$\\Pi=\\sum_t\\mathrm{tr}(U_{t+1}-U_t)_+$, $m$ updates before trial $T$",
              .result_version = 7},
    .premises = "$U\\succeq0$ with $\\mathrm{tr}U=\\tau$ (at most: $\\le\\tau$); $\\Vert\\ell'X_t\\Vert\\le G$; "
                "$\\eta\\Vert\\ell'X_t\\Vert\\le1$ (row variance: $\\eta R_t\\le1$; rows hoeffding, mixability: "
                "neither); $n\\ge3$ "
                "or $\\mathrm{tr}U=\\tau$; labels are in their range; absolute and square loss: $\\mathrm{tr}(UX_t)$ "
                "is in the interval",
    .learner_family = "matrix_multiplicative_weights",
    .status = BOUND_PROVED,
    .measure = "regret",
    .applies = applies,
    .methods =
        &(const bound_methods){.size = sizeof(weights_regret), FIELDS(asks, asks), .before = before, REGRET_METHODS},
    .variant =
        &(const regret_kind){.begin = begin, .round = round_of, .value = value, .data = data_value, .rows = add_rows},
};
