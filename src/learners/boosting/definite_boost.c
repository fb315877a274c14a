#include "learners/boosting/definite_boost.h"
#include "learners/boosting/boost_step.h"
#include "learners/weights.h"

static const double exact_enough = 1e-14; /* |<W,C>| after an exact step, times high - low */
static const double certain = 1e-9;       /* below the certificate by this, times max(1, ln n): beyond rounding */
enum { DOUBLINGS = 60, SEARCH_STEPS = 100 };

/* In the order of the choices. */
typedef enum step_choice { STEP_APPROXIMATE, STEP_EXACT } step_choice;

typedef struct definite_boost {
  spectral *w; /* tr e^A = 1 */
  step_choice step;
  double low, high; /* given, or NaN */
  spectral_representation representation;
  const cJSON *start; /* until init; NULL: I/n */
  bool started;
  instance_square *ends;
  boost_step_rule *rule;
  loss loss;
  bool exact, vectors;
  double certificate;
  double log_dual, sum_log_rho, alpha;
  bool infeasible;
  double *first; /* vectors: ln W_1 */
} definite_boost;

static const parameter parameters[] = {
    OPTION_CHOICE(definite_boost, step, "approximate", "approximate exact",
                  "how far to go: by the formula of the bound, or until the constraint is met with equality"),
    OPTION_BELOW(definite_boost, low, ABSENT, -1e100, 0,
                 "no eigenvalue of a constraint is below it, for the formula; with high; absent: from each constraint"),
    OPTION_ABOVE(definite_boost, high, ABSENT, 0, 1e100,
                 "no eigenvalue of a constraint is above it; with low; absent: from each constraint"),
    WEIGHTS_START(definite_boost, "the first density W_1, up to a factor: n numbers > 0, its diagonal, or n lists of n "
                                  "numbers, positive definite; absent: I/n"),
    WEIGHTS_CHOICE(definite_boost,
                   "of the argument A; auto: by the kind of the instances, with a start dense (distances: updated)"),
};

static spectral_options spectral_of(const definite_boost *self, const learner_setting *setting) {
  spectral_options wanted =
      weights_wanted(setting, density_start_form(self->start, self->representation, setting), LINK_EXP);
  if (self->start != NULL) {
    wanted.capacity = setting->n;
  } else {
    wanted.shift = -fixed_log((double)setting->n);
  }
  return wanted;
}

static status check(const void *self, const learner_setting *setting) {
  const definite_boost *boost = self;
  const char *who = setting->class->about.name;
  if (setting->loss.kind != LOSS_VIOLATION) {
    return FAIL(STATUS_INVALID, "%s: needs real labels with the loss violation, this one is %s", who,
                loss_kind_name(setting->loss.kind));
  }
  if (isnan(boost->low) != isnan(boost->high)) {
    return FAIL(STATUS_INVALID, "%s: give both low and high, or neither", who);
  }
  const spectral_options wanted = spectral_of(boost, setting);
  TRY(weights_check(who, &wanted));
  return density_start_check(who, boost->start, &wanted);
}

/* W_1, with trace 1; every density is at most -certificate from it. */
static status begin(definite_boost *boost, const learner_setting *setting) {
  CLEANUP(density_start_free) density_start start = {0};
  TRY(density_start_read(setting->class->about.name, boost->start, setting->n, setting->eigen, &start));
  TRY(density_start_set(&start, boost->w));
  const double log_trace = boost->started ? fixed_log(start.trace) : 0.0;
  if (boost->started) TRY(spectral_shift(boost->w, -log_trace));
  boost->certificate = fixed_log(start.least) - log_trace;
  if (!boost->started) boost->certificate = -fixed_log((double)setting->n);
  boost->vectors = boost->vectors && start.vectors == NULL;
  if (!boost->vectors) return STATUS_OK;
  TRY(OWN_ARRAY(boost, setting->n, boost->first));
  for (size_t i = 0; i < setting->n; i++)
    boost->first[i] = boost->started ? start.logarithms[i] - log_trace : boost->certificate;
  return STATUS_OK;
}

static status init(void *self, const learner_setting *setting) {
  definite_boost *boost = self;
  const definite_boost_variant *variant = setting->class->variant;
  const spectral_options wanted = spectral_of(boost, setting);
  boost->rule = variant == NULL ? boost_step : variant->rule;
  boost->loss = setting->loss;
  boost->exact = boost->step == STEP_EXACT;
  boost->vectors = setting->kind == INSTANCE_VECTOR;
  boost->started = boost->start != NULL;
  TRY(instance_square_new(member_memory(self), setting->kind, setting->n, setting->rank, setting->eigen, &boost->ends));
  TRY(weights_new(self, &wanted, &boost->w));
  return begin(boost, setting);
}

static status predict(void *self, const instance *x, prediction *out) {
  const definite_boost *boost = self;
  TRY(spectral_score(boost->w, x, &out->score));
  out->value = loss_clip(&boost->loss, out->score);
  return STATUS_OK;
}

/* A <- A - alpha (X - y I), normalised; *r = <W,C> at the new W. Any sign of alpha. */
static status move(definite_boost *boost, const instance *x, double y, double alpha, double *r) {
  double log_trace = 0.0;
  TRY(spectral_step(boost->w, -alpha, x));
  TRY(spectral_log_trace(boost->w, &log_trace));
  TRY(spectral_shift(boost->w, -log_trace));
  boost->log_dual += log_trace + alpha * y;
  boost->alpha += alpha;
  TRY(spectral_score(boost->w, x, r));
  *r -= y;
  return STATUS_OK;
}

/* The zero of <W,C> as a function of alpha, which falls (ln Z is convex), by the Illinois rule. W itself moves to each
 * point that is tried, so that no second copy is needed. */
static status search(definite_boost *boost, const instance *x, double y, double first, double r, double enough) {
  double near = 0.0, at_near = r, far = first, at_far = 0.0, now = r;
  TRY(move(boost, x, y, first, &now));
  for (int i = 0; i < DOUBLINGS && now > enough; i++) {
    near = boost->alpha;
    at_near = now;
    TRY(move(boost, x, y, near, &now));
  }
  if (now > enough) return FAIL(STATUS_NUMERIC, "no exact step: <W,C> is %g after alpha = %g", now, boost->alpha);
  far = boost->alpha;
  at_far = now;
  for (int i = 0, side = 0; i < SEARCH_STEPS && fabs(now) > enough; i++) {
    const double alpha = near + (far - near) * (at_near / (at_near - at_far));
    if (!(alpha > near && alpha < far)) break; /* no number in between */
    TRY(move(boost, x, y, alpha - boost->alpha, &now));
    if (now > 0.0) {
      near = alpha;
      at_near = now;
      if (side > 0) at_far *= 0.5;
      side = 1;
    } else {
      far = alpha;
      at_far = now;
      if (side < 0) at_near *= 0.5;
      side = -1;
    }
  }
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  definite_boost *boost = self;
  boost_constraint c;
  double r = predicted->score - label;
  *updated = false;
  if (!(r > 0.0)) return STATUS_OK;
  TRY(boost_constraint_of(boost->ends, x, label, &c));
  if (c.sides == BOOST_NEVER_MET) boost->infeasible = true;
  if (c.sides != BOOST_BOTH) return STATUS_OK; /* always met: r > 0 is a rounding error */
  const double low = isnan(boost->low) ? c.low : boost->low, high = isnan(boost->high) ? c.high : boost->high;
  const double alpha = boost->rule(r, low, high), enough = exact_enough * (c.high - c.low);
  boost->sum_log_rho += boost_log_rho(r, low, high);
  boost->alpha = 0.0;
  if (boost->exact && r > enough) {
    TRY(search(boost, x, label, alpha, r, enough));
  } else {
    TRY(move(boost, x, label, alpha, &r));
  }
  if (boost->log_dual < boost->certificate - certain * fmax(1.0, -boost->certificate)) boost->infeasible = true;
  *updated = true;
  return STATUS_OK;
}

/* w_i = W_1i e^(-s_i) / dual: the entries s_i <= 0 of sum alpha_j C_j are those with w_i >= W_1i / dual; their part of W_1. */
static bool constant(const void *self, const char *name, double *value) {
  const definite_boost *boost = self;
  *value = fixed_exp(boost->log_dual);
  if (strcmp(name, "dual") == 0) return true;
  if (!boost->vectors || strcmp(name, "training_error") != 0) return false;
  static const double one = 1.0;
  const size_t n = spectral_order(boost->w);
  double wrong = 0.0;
  for (size_t i = 0; i < n; i++) {
    const instance example = instance_sparse(INSTANCE_VECTOR, n, 1, &i, &one);
    double weight = 0.0;
    if (spectral_score(boost->w, &example, &weight) != STATUS_OK) return false;
    if (weight >= fixed_exp(boost->first[i] - boost->log_dual) * (1.0 - certain))
      wrong += boost->started ? fixed_exp(boost->first[i]) : 1.0;
  }
  *value = boost->started ? wrong : wrong / (double)n;
  return true;
}

static const field state[] = {
    {FIELD(definite_boost, log_dual, FIELD_NUMBER)},
    {FIELD(definite_boost, sum_log_rho, FIELD_NUMBER)},
    {FIELD_NAMED("step", definite_boost, alpha, FIELD_NUMBER)},
    {FIELD(definite_boost, infeasible, FIELD_FLAG)},
    WEIGHTS_STATE(definite_boost, w),
};
static const field constants[] = {
    {FIELD(definite_boost, log_dual, FIELD_NUMBER)},
    {FIELD(definite_boost, sum_log_rho, FIELD_NUMBER)},
    {FIELD_NAMED("step", definite_boost, alpha, FIELD_NUMBER)},
    {FIELD(definite_boost, infeasible, FIELD_FLAG)},
    {FIELD(definite_boost, exact, FIELD_FLAG)},
    {FIELD(definite_boost, started, FIELD_FLAG)},
    {FIELD(definite_boost, low, FIELD_NUMBER)},
    {FIELD(definite_boost, high, FIELD_NUMBER)},
    {FIELD(definite_boost, certificate, FIELD_NUMBER)},
};

WEIGHTS_FIRST(definite_boost, w);
const learner_methods definite_boost_methods = {
    .size = sizeof(definite_boost),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = constant,
    .parameter = weights_parameter,
};

const learner_class learner_definite_boost = {
    .about =
        {.name = "definite_boost",
         .title = "DefiniteBoost",
         .citation = "Tsuda, Raetsch & Warmuth 2005, section 4.2",
         .help = "the density nearest to W_1 that meets linear constraints, by corrective steps; AdaBoost on vectors",
         .formula =
             "predicts $\\mathrm{tr}(WX)$, clipped, $W=e^A/\\mathrm{tr}(e^A)$, $W_1=\\frac1nI$; for $C=X-yI$ with "
             "eigenvalues "
             "from $\\lambda_-\\lt0$ to $\\lambda_+\\gt0$ and $v=\\mathrm{tr}(WC)\\gt0$: $A\\leftarrow A-\\alpha C$, "
             "$\\alpha=\\frac1{\\lambda_+-\\lambda_-}\\ln\\frac{1-v/\\lambda_-}{1-v/\\lambda_+}$; exact steps: "
             "$\\alpha$ such that $\\mathrm{tr}(WC)=0$ afterwards",
         .family = "definite_boost",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES | 1u << INSTANCE_DISTANCE,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .methods = &definite_boost_methods,
};
