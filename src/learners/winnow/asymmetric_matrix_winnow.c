#include "learners/winnow/asymmetric_matrix_winnow.h"
#include "learners/coins.h"
#include "learners/weights.h"
#include "learners/winnow/asymmetric_tuning.h"
#include "learners/winnow/capacity_tuning.h"
#include "learners/winnow/elimination_winnow.h"
#include "learners/winnow/winnow_parameters.h"
#include "learners/winnow/winnow_tuning.h"

/* In the order of the choices of `rates`. */
typedef enum rates_choice { RATES_FACTORS, RATES_SINGLE, RATES_BEST, RATES_CAPACITY } rates_choice;
/* In the order of the choices of `normalize`; absent: as the rates need. */
typedef enum normalize_choice { NORMALIZE_NONE, NORMALIZE_TRACE, NORMALIZE_BY_RATES } normalize_choice;

typedef struct asymmetric_rates {
  double alpha, beta, theta, w0;
  bool normalized;          /* to trace 1 */
  bool by_score;            /* randomised, at capacity: alpha and beta are NaN */
  capacity_channel channel; /* of the normalised ones */
  double expected_progress; /* by_score */
} asymmetric_rates;

typedef struct asymmetric_winnow {
  size_t r;
  double gap, gap_low, kappa, eta, alpha, beta, theta;
  rates_choice rates;
  bool eliminate;
  normalize_choice normalize;
  spectral_representation representation;
  asymmetric_rates tuned;
  bool given; /* a rate or theta is written in the scenario */
  bool randomised;
  spectral *w;                 /* NULL in elimination */
  elimination_winnow *limited; /* NULL otherwise */
  coins coins;                 /* of a randomised learner */
  double log_normalizer;       /* of the last update */
} asymmetric_winnow;

const parameter asymmetric_parameters[ASYMMETRIC_PARAMETERS] = {
    WINNOW_RANK_OPTION(asymmetric_winnow,
                       "rank of the hidden subspace (literals of the disjunction) the learner is tuned for"),
    WINNOW_GAP_OPTION(asymmetric_winnow, "positive instances have tr(PX) >= gap, negative ones 0"),
    OPTION_CHOICE(
        asymmetric_winnow, rates, "factors", "factors single best capacity",
        "factors 1 + kappa and 1 - kappa; a single rate eta; best: the least bound without noise, by elimination; "
        "capacity: the least bound of all, with trace 1, where gap_low = 0 by elimination too"),
    OPTION_ABOVE(asymmetric_winnow, kappa, ABSENT, 0, 1,
                 "of the factors; absent: 1/2; 1: negative instances eliminate"),
    WINNOW_RATE_OPTION(asymmetric_winnow, eta,
                       "the single rate; absent: the theorem's (1 where predictions are randomised)"),
    WINNOW_RATE_OPTION(asymmetric_winnow, alpha,
                       "rate of positive updates, with capacity the largest one; absent: by `rates`"),
    WINNOW_RATE_OPTION(asymmetric_winnow, beta,
                       "rate of negative updates, with capacity the largest one; absent: by `rates`"),
    OPTION_FLAG(asymmetric_winnow, eliminate, ABSENT,
                "true: beta is infinite, a negative instance removes its range; absent: by `rates`"),
    WINNOW_THRESHOLD_OPTION(asymmetric_winnow,
                            "threshold, or score from which on +1 is certain; absent: the theorem's for the rates"),
    OPTION_CHOICE(asymmetric_winnow, normalize, ABSENT, "none trace",
                  "trace: W has trace 1; absent: trace with rates = \"capacity\", otherwise none"),
    OPTION_BELOW(asymmetric_winnow, gap_low, ABSENT, 0, 1,
                 "negative instances have tr(PX) <= gap_low, which is below gap; with trace 1 only; absent: 0"),
    WEIGHTS_CHOICE(asymmetric_winnow, "of the argument H; auto: by the kind of the instances; elimination has its own"),
};

const option_rule asymmetric_rules[ASYMMETRIC_RULES] = {
    RULE_AT_MOST_ORDER(asymmetric_winnow, r),
    RULE_WITHOUT(asymmetric_winnow, kappa, rates, RATES_SINGLE),
    RULE_WITHOUT(asymmetric_winnow, kappa, rates, RATES_BEST),
    RULE_WITHOUT(asymmetric_winnow, kappa, rates, RATES_CAPACITY),
    RULE_WITH(asymmetric_winnow, eta, rates, RATES_SINGLE),
    RULE_WITHOUT(asymmetric_winnow, eliminate, rates, RATES_CAPACITY),
    RULE_BELOW(asymmetric_winnow, gap_low, gap),
};

static double kappa_of(const asymmetric_winnow *self) {
  return isnan(self->kappa) ? 0.5 : self->kappa;
}

static double gap_low_of(const asymmetric_winnow *self) {
  return isnan(self->gap_low) ? 0.0 : self->gap_low;
}

/* The rates of `rates`, where neither alpha nor beta is given. */
static void set_default_rates(const asymmetric_winnow *self, bool randomised, asymmetric_rates *rates) {
  switch (self->rates) {
  case RATES_SINGLE:
    rates->alpha = rates->beta = !isnan(self->eta) ? self->eta : randomised ? 1.0 : winnow_rate();
    break;
  case RATES_CAPACITY:
    rates->alpha = CAPACITY_MOST_UP;
    rates->beta = INFINITY;
    break;
  case RATES_BEST:
    /* maximisers of alpha/(e^alpha - 1 + 1) and of alpha min(1, 1/(e^alpha - 1)) */
    rates->alpha = randomised ? fixed_log(2.0) : 1.0;
    rates->beta = INFINITY;
    break;
  case RATES_FACTORS:
    rates->alpha = asymmetric_up(kappa_of(self));
    rates->beta = asymmetric_down(kappa_of(self));
    break;
  }
}

static bool of_trace_one(const asymmetric_winnow *self) {
  return self->normalize == NORMALIZE_BY_RATES ? self->rates == RATES_CAPACITY : self->normalize == NORMALIZE_TRACE;
}

/* The threshold for W of trace 1; at capacity the rates, too. */
static double tune_normalized(bool capacity, bool randomised, asymmetric_rates *rates) {
  const capacity_channel *channel = &rates->channel;
  if (!capacity) return capacity_threshold_of(channel, rates->alpha, rates->beta);
  rates->by_score = randomised;
  if (randomised) {
    const bool eliminates = isinf(channel->most_down) && !(channel->p0 > 0.0);
    rates->expected_progress = capacity_expected_progress(channel);
    rates->alpha = NAN;
    rates->beta = eliminates ? INFINITY : NAN;
    return NAN;
  }
  const double theta = capacity_threshold(channel);
  rates->alpha = capacity_up(channel, theta);
  rates->beta = capacity_down(channel, theta);
  return theta;
}

static asymmetric_rates rates_of(const asymmetric_winnow *self, const learner_setting *setting) {
  const bool randomised = setting->class->randomised;
  const double r = (double)self->r;
  asymmetric_rates rates = {.normalized = of_trace_one(self)};
  set_default_rates(self, randomised, &rates);
  if (!isnan(self->alpha)) rates.alpha = self->alpha;
  if (!isnan(self->beta)) rates.beta = self->beta;
  if (self->eliminate) rates.beta = INFINITY;
  rates.channel = (capacity_channel){
      .p1 = self->gap / r, .p0 = gap_low_of(self) / r, .most_up = rates.alpha, .most_down = rates.beta};
  const double theorem = rates.normalized ? tune_normalized(self->rates == RATES_CAPACITY, randomised, &rates)
                         : randomised     ? randomized_threshold(rates.alpha, self->gap)
                                          : asymmetric_threshold(rates.alpha, rates.beta, self->gap);
  rates.theta = isnan(self->theta) ? theorem : self->theta;
  rates.w0 = (rates.normalized ? 1.0 : r) / (double)setting->n;
  return rates;
}

static elimination_options elimination_of(const learner_setting *setting) {
  return (elimination_options){.n = setting->n,
                               .kind = setting->kind,
                               .capacity = weights_capacity(setting, setting->n),
                               .eigen = setting->eigen};
}

static bool eliminate_given(const learner_setting *setting) {
  return options_explicit(setting->options, PLACE(asymmetric_winnow, eliminate));
}

static status check_rates(const asymmetric_winnow *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  const bool best = self->rates == RATES_BEST, factors = self->rates == RATES_FACTORS;
  if (self->eliminate && !isnan(self->beta)) {
    return FAIL(STATUS_INVALID, "%s: beta has no effect with eliminate = true: leave it out", who);
  }
  if (eliminate_given(setting) && !self->eliminate && isnan(self->beta) &&
      (best || (factors && kappa_of(self) >= 1.0))) {
    return FAIL(STATUS_INVALID, "%s: these rates eliminate: eliminate = false needs a beta", who);
  }
  return STATUS_OK;
}

static status check_normalized(const asymmetric_winnow *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  const bool randomised = setting->class->randomised, normalized = of_trace_one(self);
  const bool capacity = self->rates == RATES_CAPACITY;
  const double gap_low = gap_low_of(self);
  if (capacity && !normalized) {
    return FAIL(STATUS_INVALID, "%s: rates = \"capacity\" needs trace 1: leave normalize out", who);
  }
  if (randomised && normalized && !capacity) {
    return FAIL(STATUS_INVALID, "%s: a randomised learner of trace 1 needs rates = \"capacity\"", who);
  }
  if (randomised && capacity && !isnan(self->theta)) {
    return FAIL(STATUS_INVALID, "%s: theta has no effect with rates = \"capacity\": leave it out", who);
  }
  if (gap_low > 0.0 && !normalized) {
    return FAIL(STATUS_INVALID, "%s: gap_low = %g needs normalize = \"trace\"", who, gap_low);
  }
  if (gap_low > 0.0 && isinf(rates_of(self, setting).beta)) {
    return FAIL(STATUS_INVALID, "%s: these rates eliminate, which needs gap_low = 0, not %g", who, gap_low);
  }
  return STATUS_OK;
}

static status check(const void *self, const learner_setting *setting) {
  const asymmetric_winnow *winnow = self;
  const char *who = setting->class->about.name;
  TRY(check_rates(winnow, setting));
  TRY(check_normalized(winnow, setting));
  const spectral_options wanted = weights_wanted(setting, winnow->representation, LINK_EXP);
  if (!isinf(rates_of(winnow, setting).beta)) return weights_check(who, &wanted);
  if (wanted.representation != REPRESENTATION_AUTO) {
    return FAIL(STATUS_INVALID, "%s: representation = \"%s\" has no effect in elimination: leave it out", who,
                spectral_representation_name(wanted.representation));
  }
  const elimination_options limited = elimination_of(setting);
  return status_context(elimination_check(&limited), "%s", who);
}

static status init(void *self, const learner_setting *setting) {
  asymmetric_winnow *winnow = self;
  winnow->randomised = setting->class->randomised;
  winnow->tuned = rates_of(winnow, setting);
  winnow->gap_low = gap_low_of(winnow);
  winnow->given = !isnan(winnow->eta) || !isnan(winnow->alpha) || !isnan(winnow->beta) || !isnan(winnow->theta) ||
                  eliminate_given(setting);
  const double start = fixed_log(winnow->tuned.w0);
  if (winnow->randomised) TRY(coins_init(self, &winnow->coins, setting->seed, "randomised prediction"));
  if (isinf(winnow->tuned.beta)) {
    elimination_options limited = elimination_of(setting);
    limited.shift = start;
    return elimination_new(member_memory(self), &limited, &winnow->limited);
  }
  spectral_options wanted = weights_wanted(setting, winnow->representation, LINK_EXP);
  wanted.shift = start;
  return weights_new(self, &wanted, &winnow->w);
}

static status score(void *self, const instance *x, double *value) {
  asymmetric_winnow *winnow = self;
  return winnow->limited != NULL ? elimination_score(winnow->limited, x, value) : spectral_score(winnow->w, x, value);
}

static status predict(void *self, const instance *x, prediction *out) {
  asymmetric_winnow *winnow = self;
  TRY(score(self, x, &out->score));
  const asymmetric_rates *rates = &winnow->tuned;
  const double theta = rates->theta;
  if (!winnow->randomised) {
    out->value = out->score >= theta ? 1.0 : -1.0;
    return STATUS_OK;
  }
  out->probability = rates->by_score ? capacity_probability(&rates->channel, rates->expected_progress, out->score)
                                     : fmax(0.0, fmin(1.0, out->score / theta));
  out->value = winnow->coins.next < out->probability ? 1.0 : -1.0;
  return STATUS_OK;
}

static status normalize(asymmetric_winnow *winnow) {
  winnow->log_normalizer = 0.0;
  if (!winnow->tuned.normalized) return STATUS_OK;
  if (winnow->limited == NULL) {
    TRY(spectral_log_trace(winnow->w, &winnow->log_normalizer));
    return spectral_shift(winnow->w, -winnow->log_normalizer);
  }
  double trace = 0.0;
  TRY(elimination_trace(winnow->limited, &trace));
  if (!(trace > 0.0)) return STATUS_OK; /* all is removed */
  winnow->log_normalizer = fixed_log(trace);
  return elimination_shift(winnow->limited, -winnow->log_normalizer);
}

/* H += rate X, or H -= rate X. */
static status step(asymmetric_winnow *winnow, const instance *x, bool positive, double rate, bool *updated) {
  if (winnow->limited == NULL) return spectral_step(winnow->w, positive ? rate : -rate, x);
  if (positive) return elimination_step(winnow->limited, rate, x);
  return elimination_remove(winnow->limited, x, updated); /* removes nothing if the score is a rounding error */
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  asymmetric_winnow *winnow = self;
  const bool positive = label > 0.0;
  *updated = predicted->value != label;
  if (winnow->randomised) {
    coins_toss(&winnow->coins);
    *updated = positive ? predicted->probability < 1.0 : predicted->probability > 0.0;
  }
  if (!*updated) return STATUS_OK;
  const asymmetric_rates *rates = &winnow->tuned;
  double rate = positive ? rates->alpha : rates->beta;
  if (rates->by_score) {
    *updated = predicted->score > 0.0; /* nothing is left of X */
    if (!*updated) return STATUS_OK;
    rate = positive ? capacity_up(&rates->channel, predicted->score) : capacity_down(&rates->channel, predicted->score);
  }
  TRY(step(winnow, x, positive, rate, updated));
  return *updated ? normalize(winnow) : STATUS_OK;
}

static spectral *parameter_of(void *self) {
  return ((asymmetric_winnow *)self)->w;
}

static double scale_of(const asymmetric_winnow *winnow) {
  const asymmetric_rates *rates = &winnow->tuned;
  return winnow->randomised ? randomized_scale(rates->alpha, rates->theta, winnow->gap)
                            : asymmetric_scale(rates->alpha, rates->beta, rates->theta, winnow->gap);
}

static const field normalized_constants[] = {
    {FIELD(asymmetric_winnow, log_normalizer, FIELD_NUMBER)},
    {FIELD_NAMED("most_up", asymmetric_winnow, tuned.channel.most_up, FIELD_NUMBER)},
    {FIELD_NAMED("most_down", asymmetric_winnow, tuned.channel.most_down, FIELD_NUMBER)},
};

static bool constant(const void *self, const char *name, double *value) {
  const asymmetric_winnow *winnow = self;
  if (strcmp(name, "trace") == 0) {
    return winnow->limited != NULL && elimination_trace(winnow->limited, value) == STATUS_OK;
  }
  const asymmetric_rates *rates = &winnow->tuned;
  const char *limit = rates->by_score ? "expected_progress" : winnow->randomised ? "saturation" : "theta";
  if (strcmp(name, limit) == 0) {
    *value = rates->by_score ? rates->expected_progress : rates->theta;
    return true;
  }
  if (strcmp(name, rates->normalized ? "comparator_trace" : "comparator_scale") == 0) {
    *value = rates->normalized ? 1.0 : scale_of(winnow);
    return true;
  }
  return rates->normalized && fields_value(normalized_constants, 3, self, name, value);
}

static const field constants[] = {
    {FIELD_NAMED("alpha", asymmetric_winnow, tuned.alpha, FIELD_NUMBER)},
    {FIELD_NAMED("beta", asymmetric_winnow, tuned.beta, FIELD_NUMBER)},
    {FIELD_NAMED("w0", asymmetric_winnow, tuned.w0, FIELD_NUMBER)},
    {FIELD(asymmetric_winnow, r, FIELD_COUNT)},
    {FIELD(asymmetric_winnow, gap, FIELD_NUMBER)},
    {FIELD(asymmetric_winnow, gap_low, FIELD_NUMBER)},
    {FIELD(asymmetric_winnow, given, FIELD_FLAG)},
};

static status loaded(void *self) {
  return coins_loaded(&((asymmetric_winnow *)self)->coins);
}

static const field state[] = {COINS_STATE(asymmetric_winnow, coins, loaded), WEIGHTS_STATE(asymmetric_winnow, w)};
static const field state_of_elimination[] = {
    COINS_STATE(asymmetric_winnow, coins, loaded),
    {FIELD_NAMED("elimination", asymmetric_winnow, limited, FIELD_PART), .save = elimination_save,
     .load = elimination_load},
};

static status save(void *self, cJSON *saved) {
  const asymmetric_winnow *winnow = self;
  return fields_save(winnow->limited != NULL ? state_of_elimination : state, 2, self, saved);
}

static status load(void *self, const cJSON *saved) {
  const asymmetric_winnow *winnow = self;
  return fields_load(winnow->limited != NULL ? state_of_elimination : state, 2, self, saved);
}

const learner_methods asymmetric_winnow_methods = {
    .size = sizeof(asymmetric_winnow),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    .score = score,
    .save = save,
    .load = load,
    FIELDS(constants, constants),
    .constant = constant,
    .parameter = parameter_of,
};

const learner_class learner_asymmetric_matrix_winnow = {
    .about =
        {.name = "asymmetric_matrix_winnow",
         .title = "Matrix Winnow, two rates",
         .citation = "Warmuth 2007, section 1, with factors 1 + kappa and 1 - kappa",
         .help = "Matrix Winnow with different rates for positive and negative updates, up to elimination",
         .formula =
             "predicts $+1$ iff $\\mathrm{tr}(WX)\\ge\\theta$, $W=e^H$, $H_1=\\ln\\frac rn I$; on a mistake "
             "$H\\leftarrow H+\\alpha X$ if $y=1$, $H\\leftarrow H-\\beta X$ if $y=-1$; $\\theta=\\frac{\\alpha "
             "g_1}{(e^\\alpha-1)+(1-e^{-\\beta})}$, and with factors $1\\pm\\kappa$ $\\alpha=\\ln(1+\\kappa)$, "
             "$\\beta=-\\ln(1-\\kappa)$; for $\\beta=\\infty$ the range of $X$ leaves $W$ for good; of trace 1 "
             "$W\\leftarrow\\frac1{\\mathrm{tr}W}W$, $W_1=\\frac1nI$, "
             "$\\theta=\\frac{K-1}{(e^\\alpha-1)+K(1-e^{-\\beta})}$, $K=e^{(\\alpha g_1+\\beta g_0)/r}$; capacity: "
             "$\\alpha=\\mathrm{logit}\\frac{g_1}r-\\mathrm{logit}\\theta$, "
             "$\\beta=\\mathrm{logit}\\theta-\\mathrm{logit}\\frac{g_0}r$, "
             "$\\mathrm{KL}(\\frac{g_1}r\\Vert\\theta)=\\mathrm{KL}(\\frac{g_0}r\\Vert\\theta)$",
         .family = "asymmetric_winnow",
         .result_version = 1,
         .parameters = asymmetric_parameters,
         .parameter_count = ASYMMETRIC_PARAMETERS,
         .rules = asymmetric_rules,
         .rule_count = ASYMMETRIC_RULES},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .methods = &asymmetric_winnow_methods,
};
