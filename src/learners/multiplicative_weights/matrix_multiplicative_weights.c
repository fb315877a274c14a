/* Matrix Multiplicative Weights (Hazan, Kale and Shalev-Shwartz 2012, Algorithm 1; after Tsuda, Raetsch and Warmuth 2005; Arora and
 * Kale 2007): the learner plays a positive semidefinite X of trace tau, the round's loss is <X, L_t>.
 *
 *   H = ln(tau/N) I;  X = exp(H)
 *   instance M_t, prediction p = <X, M_t>, label y_t:  L_t = l'(p) M_t; with the linear loss scale y_t p that is scale y_t M_t
 *   H -= eta L_t, then the trace: X <- tau X / tr X, always (trace = "equal") or if it is above tau ("at_most")
 *
 * eta = sqrt(ln N/T)/G, G the largest slope of the loss: the rate for |M_t| <= 1, for which <X, L_t^2> <= tau G^2. Absolute and square
 * losses: p is clipped to the interval of predictions (the loss of a comparator inside is no nearer for that). Absolute loss with
 * insensitive = delta: a trial with |p - y_t| <= delta changes nothing (Aaronson, Chen, Hazan, Kale and Nayak 2018, Theorem 1).
 * share > 0: after each update X is mixed with the identity or gets a floor (learners/forgetting.h), for comparators that change. */

#include "learners/forgetting.h"
#include "learners/learning_rate.h"
#include "learners/weights.h"

static const double rounding = 1e-9; /* of predictions at the ends of their interval, times tau */

/* In the order of the choices. */
typedef enum trace_rule { TRACE_EQUAL, TRACE_AT_MOST } trace_rule;

typedef struct multiplicative_weights {
  spectral *w;
  loss loss;
  double tau, log_tau, eta, slope, insensitive;
  double log_mix; /* ln(tr X'/tau) of the last round, X' before the trace is restored; 0 where nothing changed */
  trace_rule trace;
  bool equal;
  forgetting forgetting;
  spectral_representation representation;
  double *eigenvalues; /* n, for a floor */
} multiplicative_weights;

static const parameter parameters[] = {
    OPTION_ABOVE(multiplicative_weights, tau, "1", 0, 1e9, "trace of the matrices played"),
    OPTION_CHOICE(multiplicative_weights, trace, "equal", "equal at_most", "the trace is tau, or at most tau"),
    OPTION_NUMBER(multiplicative_weights, insensitive, "0", 0, 1e9,
                  "absolute loss: an error of at most this changes nothing"),
    FORGETTING_SHARE(multiplicative_weights),
    FORGETTING_METHOD(multiplicative_weights),
    LEARNING_RATE(multiplicative_weights, "learning rate; absent: sqrt(ln(n)/T), for losses of norm at most 1"),
    WEIGHTS_CHOICE(multiplicative_weights, "of the argument H; auto: by the kind of the instances"),
};

static const option_rule rules[] = {
    RULE_NEEDS(multiplicative_weights, forgetting.share, trace, TRACE_EQUAL),
};

static spectral_options spectral_of(const multiplicative_weights *self, const learner_setting *setting) {
  spectral_options wanted = weights_wanted(setting, self->representation, LINK_EXP);
  wanted.shift = fixed_log(self->tau / (double)setting->n);
  return wanted;
}

static status check(const void *self, const learner_setting *setting) {
  const multiplicative_weights *made = self;
  const char *who = setting->class->about.name;
  const double tau = made->tau;
  const loss *cost = &setting->loss;
  const bool linear = cost->kind == LOSS_LINEAR, absolute = cost->kind == LOSS_ABSOLUTE;
  if (!linear && !absolute && cost->kind != LOSS_SQUARE) {
    return FAIL(STATUS_INVALID, "%s: needs real labels with the loss linear, absolute or square, this one is %s", who,
                loss_kind_name(cost->kind));
  }
  if (!isfinite(loss_lipschitz(cost))) {
    return FAIL(STATUS_INVALID, "%s: needs predictions in an interval: give the problem interval = {low, high}", who);
  }
  if (linear && (tau > cost->high || -tau < cost->low)) {
    return FAIL(STATUS_INVALID, "%s: tau = %g needs predictions from %g to %g, the problem asks for %g to %g", who, tau,
                -tau, tau, cost->low, cost->high);
  }
  if (!absolute && made->insensitive > 0.0) {
    return FAIL(STATUS_INVALID, "%s: insensitive needs the absolute loss, this one is %s", who,
                loss_kind_name(cost->kind));
  }
  const spectral_options wanted = spectral_of(made, setting);
  return weights_check(who, &wanted);
}

static status init(void *self, const learner_setting *setting) {
  multiplicative_weights *made = self;
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
  const double logarithm = fixed_log(setting->n > 1 ? (double)setting->n : 2.0);
  made->loss = setting->loss;
  made->log_tau = fixed_log(made->tau);
  made->equal = made->trace == TRACE_EQUAL;
  made->slope = loss_lipschitz(&setting->loss);
  if (isnan(made->eta)) made->eta = sqrt(logarithm / rounds) / made->slope;
  TRY(OWN_ARRAY(self, setting->n, made->eigenvalues));
  const spectral_options wanted = spectral_of(made, setting);
  return weights_new(self, &wanted, &made->w);
}

static status predict(void *self, const instance *x, prediction *out) {
  const multiplicative_weights *made = self;
  TRY(spectral_score(made->w, x, &out->score));
  const double clipped = loss_clip(&made->loss, out->score);
  const bool kept = made->loss.kind == LOSS_LINEAR && fabs(clipped - out->score) > rounding * made->tau;
  out->value = kept ? out->score : clipped;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  multiplicative_weights *made = self;
  double log_trace = 0.0;
  const double g = loss_subgradient(&made->loss, predicted->value, label);
  *updated = g != 0.0 && !(made->insensitive > 0.0 && fabs(predicted->value - label) <= made->insensitive);
  made->log_mix = 0.0;
  if (!*updated) return STATUS_OK;
  TRY(spectral_step(made->w, -made->eta * g, x));
  TRY(spectral_log_trace(made->w, &log_trace));
  made->log_mix = log_trace - made->log_tau;
  if (!made->equal && log_trace <= made->log_tau) return STATUS_OK;
  TRY(spectral_shift(made->w, made->log_tau - log_trace));
  return forgetting_apply(&made->forgetting, made->w, made->tau, made->eigenvalues);
}

static const field state[] = {
    {FIELD(multiplicative_weights, eta, FIELD_NUMBER), .open_low = true},
    WEIGHTS_STATE(multiplicative_weights, w),
};
/* equal: the trace is always tau; slope: the largest of the loss, G for |M| <= 1; log_mix: see above */
static const field constants[] = {
    {FIELD(multiplicative_weights, eta, FIELD_NUMBER)},
    {FIELD(multiplicative_weights, tau, FIELD_NUMBER)},
    {FIELD(multiplicative_weights, equal, FIELD_FLAG)},
    {FIELD(multiplicative_weights, slope, FIELD_NUMBER)},
    {FIELD(multiplicative_weights, insensitive, FIELD_NUMBER)},
    {FIELD(multiplicative_weights, log_mix, FIELD_NUMBER)},
    {FIELD_NAMED("share", multiplicative_weights, forgetting.share, FIELD_NUMBER)},
};

WEIGHTS_FIRST(multiplicative_weights, w);
static const learner_methods methods = {
    .size = sizeof(multiplicative_weights),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .parameter = weights_parameter,
};

const learner_class learner_matrix_multiplicative_weights = {
    .about =
        {.name = "matrix_multiplicative_weights",
         .title = "Matrix Multiplicative Weights",
         .citation = "Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1",
         .help = "plays a matrix of given trace against symmetric loss matrices: X = tau exp(-eta sum of losses)/trace",
         .formula =
             "predicts $\\mathrm{tr}(WX)$, $W=e^H$, $W_1=\\frac\\tau nI$; $H\\leftarrow H-\\eta\\ell'X$, then "
             "$W\\leftarrow\\frac\\tau{\\mathrm{tr}W}W$ (at most: where $\\mathrm{tr}W\\gt\\tau$); "
             "$\\eta=\\frac1G\\sqrt{\\frac{\\ln n}T}$; with a share $a$ then $W\\leftarrow(1-a)W+\\frac{a\\tau}nI$ "
             "(mix), or the eigenvalues become $\\max(\\gamma\\lambda_i,\\frac{a\\tau}n)$ with sum $\\tau$ (floor)",
         .family = "matrix_multiplicative_weights",
         .result_version = 1,
         PARAMETERS(parameters),
         RULES(rules)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .methods = &methods,
};
