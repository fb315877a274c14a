#include "learners/winnow/asymmetric_matrix_winnow.h"

#include <math.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/state.h"
#include "learners/coins.h"
#include "learners/weights.h"
#include "learners/winnow/asymmetric_tuning.h"
#include "learners/winnow/capacity_tuning.h"
#include "learners/winnow/elimination_winnow.h"
#include "learners/winnow/winnow_parameters.h"
#include "learners/winnow/winnow_tuning.h"
#include "registry/field.h"

const parameter asymmetric_parameters[ASYMMETRIC_PARAMETERS] = {
    WINNOW_RANK_PARAMETER("rank of the hidden subspace (literals of the disjunction) the learner is tuned for"),
    WINNOW_GAP_PARAMETER("positive instances have tr(PX) >= gap, negative ones 0"),
    {.name = "rates",
     .type = PARAMETER_CHOICE,
     .value = "factors",
     .choices = "factors single best capacity",
     .meaning =
         "factors 1 + kappa and 1 - kappa; a single rate eta; best: the least bound without noise, by elimination; "
         "capacity: the least bound of all, with trace 1, where gap_low = 0 by elimination too"},
    {.name = "kappa",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "of the factors; absent: 1/2; 1: negative instances eliminate"},
    WINNOW_RATE_PARAMETER("eta", "the single rate; absent: the theorem's (1 where predictions are randomised)"),
    WINNOW_RATE_PARAMETER("alpha", "rate of positive updates, with capacity the largest one; absent: by `rates`"),
    WINNOW_RATE_PARAMETER("beta", "rate of negative updates, with capacity the largest one; absent: by `rates`"),
    {.name = "eliminate",
     .type = PARAMETER_BOOLEAN,
     .value = "",
     .meaning = "true: beta is infinite, a negative instance removes its range; absent: by `rates`"},
    WINNOW_THRESHOLD_PARAMETER("threshold, or score from which on +1 is certain; absent: the theorem's for the rates"),
    {.name = "normalize",
     .type = PARAMETER_CHOICE,
     .value = "",
     .choices = "none trace",
     .meaning = "trace: W has trace 1; absent: trace with rates = \"capacity\", otherwise none"},
    {.name = "gap_low",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1,
     .open_high = true,
     .meaning = "negative instances have tr(PX) <= gap_low, which is below gap; with trace 1 only; absent: 0"},
    WEIGHTS_REPRESENTATION("of the argument H; auto: by the kind of the instances; elimination has its own"),
};

typedef struct asymmetric_rates {
  size_t r;
  double gap, gap_low, alpha, beta, theta, w0;
  bool given;
  bool normalized;          /* to trace 1 */
  bool by_score;            /* randomised, at capacity: alpha and beta are NaN */
  capacity_channel channel; /* of the normalised ones */
  double expected_progress; /* by_score */
} asymmetric_rates;

typedef struct asymmetric_winnow {
  asymmetric_rates rates;
  bool randomised;
  spectral *w;                 /* NULL in elimination */
  elimination_winnow *limited; /* NULL otherwise */
  coins coins;                 /* of a randomised learner */
  double log_normalizer;       /* of the last update */
} asymmetric_winnow;

static double kappa_of(const options *options) {
  return option_number_or(options, "kappa", 0.5);
}

static bool at_capacity(const options *options) {
  return option_is(options, "rates", "capacity");
}

/* The rates of `rates`, where neither alpha nor beta is given. */
static void set_default_rates(const options *options, bool randomised, asymmetric_rates *rates) {
  if (option_is(options, "rates", "single")) {
    rates->alpha = rates->beta = option_number_or(options, "eta", randomised ? 1.0 : winnow_rate());
  } else if (at_capacity(options)) {
    rates->alpha = CAPACITY_MOST_UP;
    rates->beta = INFINITY;
  } else if (option_is(options, "rates", "best")) {
    /* maximisers of alpha/(e^alpha - 1 + 1) and of alpha min(1, 1/(e^alpha - 1)) */
    rates->alpha = randomised ? fixed_log(2.0) : 1.0;
    rates->beta = INFINITY;
  } else {
    const double kappa = kappa_of(options);
    rates->alpha = asymmetric_up(kappa);
    rates->beta = asymmetric_down(kappa);
  }
}

static bool of_trace_one(const options *options) {
  return option_given(options, "normalize") ? option_is(options, "normalize", "trace") : at_capacity(options);
}

/* The threshold for W of trace 1; at capacity the rates, too. */
static double tune_normalized(const options *options, bool randomised, asymmetric_rates *rates) {
  const capacity_channel *channel = &rates->channel;
  if (!at_capacity(options)) return capacity_threshold_of(channel, rates->alpha, rates->beta);
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

static asymmetric_rates rates_of(size_t n, const options *options, bool randomised) {
  asymmetric_rates rates = {.r = option_count(options, "r"),
                            .gap = option_number(options, "gap"),
                            .gap_low = option_number_or(options, "gap_low", 0.0),
                            .normalized = of_trace_one(options)};
  set_default_rates(options, randomised, &rates);
  static const char *const written[] = {"eta", "alpha", "beta", "eliminate", "theta"};
  for (size_t i = 0; i < sizeof written / sizeof *written; i++) rates.given |= option_given(options, written[i]);
  rates.alpha = option_number_or(options, "alpha", rates.alpha);
  rates.beta = option_number_or(options, "beta", rates.beta);
  if (option_given(options, "eliminate") && option_flag(options, "eliminate")) rates.beta = INFINITY;
  const double r = (double)rates.r;
  rates.channel =
      (capacity_channel){.p1 = rates.gap / r, .p0 = rates.gap_low / r, .most_up = rates.alpha, .most_down = rates.beta};
  const double theorem = rates.normalized ? tune_normalized(options, randomised, &rates)
                         : randomised     ? randomized_threshold(rates.alpha, rates.gap)
                                          : asymmetric_threshold(rates.alpha, rates.beta, rates.gap);
  rates.theta = option_number_or(options, "theta", theorem);
  rates.w0 = (rates.normalized ? 1.0 : r) / (double)n;
  return rates;
}

static elimination_options elimination_of(const learner_setting *setting) {
  return (elimination_options){.n = setting->n,
                               .kind = setting->kind,
                               .capacity = weights_capacity(setting, setting->n),
                               .eigen = setting->eigen};
}

static status check_rates(const options *options) {
  const char *who = option_who(options);
  const bool single = option_is(options, "rates", "single"), factors = option_is(options, "rates", "factors");
  if (option_given(options, "kappa") && !factors) {
    return FAIL(STATUS_INVALID, "%s: kappa has no effect with rates = \"%s\": leave it out", who,
                option_text(options, "rates"));
  }
  if (option_given(options, "eta") && !single) {
    return FAIL(STATUS_INVALID, "%s: eta has no effect with rates = \"%s\": write rates = \"single\"", who,
                option_text(options, "rates"));
  }
  if (at_capacity(options) && option_given(options, "eliminate")) {
    return FAIL(STATUS_INVALID, "%s: eliminate has no effect with rates = \"capacity\": leave it out", who);
  }
  if (!option_given(options, "eliminate")) return STATUS_OK;
  if (option_flag(options, "eliminate") && option_given(options, "beta")) {
    return FAIL(STATUS_INVALID, "%s: beta has no effect with eliminate = true: leave it out", who);
  }
  if (!option_flag(options, "eliminate") && !option_given(options, "beta") &&
      (option_is(options, "rates", "best") || (factors && kappa_of(options) >= 1.0))) {
    return FAIL(STATUS_INVALID, "%s: these rates eliminate: eliminate = false needs a beta", who);
  }
  return STATUS_OK;
}

static status check_normalized(const learner_setting *setting, const options *options) {
  const char *who = option_who(options);
  const bool randomised = setting->class->randomised, normalized = of_trace_one(options);
  const double gap = option_number(options, "gap"), gap_low = option_number_or(options, "gap_low", 0.0);
  if (at_capacity(options) && !normalized) {
    return FAIL(STATUS_INVALID, "%s: rates = \"capacity\" needs trace 1: leave normalize out", who);
  }
  if (randomised && normalized && !at_capacity(options)) {
    return FAIL(STATUS_INVALID, "%s: a randomised learner of trace 1 needs rates = \"capacity\"", who);
  }
  if (randomised && at_capacity(options) && option_given(options, "theta")) {
    return FAIL(STATUS_INVALID, "%s: theta has no effect with rates = \"capacity\": leave it out", who);
  }
  if (gap_low > 0.0 && !normalized) {
    return FAIL(STATUS_INVALID, "%s: gap_low = %g needs normalize = \"trace\"", who, gap_low);
  }
  if (gap_low >= gap) return FAIL(STATUS_INVALID, "%s: gap_low = %g must be below gap = %g", who, gap_low, gap);
  if (gap_low > 0.0 && isinf(rates_of(setting->n, options, randomised).beta)) {
    return FAIL(STATUS_INVALID, "%s: these rates eliminate, which needs gap_low = 0, not %g", who, gap_low);
  }
  return STATUS_OK;
}

static status check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  const char *who = option_who(options);
  if (option_count(options, "r") > setting->n) {
    return FAIL(STATUS_INVALID, "%s: r = %zu must be at most n = %zu", who, option_count(options, "r"), setting->n);
  }
  TRY(check_rates(options));
  TRY(check_normalized(setting, options));
  const spectral_options parameter = weights_options(setting, options, LINK_EXP);
  if (!isinf(rates_of(setting->n, options, setting->class->randomised).beta)) return weights_check(who, &parameter);
  if (parameter.representation != REPRESENTATION_AUTO) {
    return FAIL(STATUS_INVALID, "%s: representation = \"%s\" has no effect in elimination: leave it out", who,
                option_text(options, "representation"));
  }
  const elimination_options limited = elimination_of(setting);
  const status code = elimination_check(&limited);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", who);
}

static status init(void *self, const learner_setting *setting) {
  const options *options = setting->options;
  asymmetric_winnow *winnow = self;
  winnow->randomised = setting->class->randomised;
  winnow->rates = rates_of(setting->n, options, winnow->randomised);
  const double start = fixed_log(winnow->rates.w0);
  if (winnow->randomised) TRY(coins_init(&winnow->coins, setting->seed, "randomised prediction"));
  if (isinf(winnow->rates.beta)) {
    elimination_options limited = elimination_of(setting);
    limited.shift = start;
    return elimination_new(&limited, &winnow->limited);
  }
  spectral_options parameter = weights_options(setting, options, LINK_EXP);
  parameter.shift = start;
  return spectral_new(&parameter, &winnow->w);
}

static void clear(void *self) {
  asymmetric_winnow *winnow = self;
  spectral_free(winnow->w);
  elimination_free(winnow->limited);
  coins_clear(&winnow->coins);
}

static status score(void *self, const instance *x, double *value) {
  asymmetric_winnow *winnow = self;
  return winnow->limited != NULL ? elimination_score(winnow->limited, x, value) : spectral_score(winnow->w, x, value);
}

static status predict(void *self, const instance *x, prediction *out) {
  asymmetric_winnow *winnow = self;
  TRY(score(self, x, &out->score));
  const asymmetric_rates *rates = &winnow->rates;
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
  if (!winnow->rates.normalized) return STATUS_OK;
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
  const asymmetric_rates *rates = &winnow->rates;
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
  const asymmetric_rates *rates = &winnow->rates;
  return winnow->randomised ? randomized_scale(rates->alpha, rates->theta, rates->gap)
                            : asymmetric_scale(rates->alpha, rates->beta, rates->theta, rates->gap);
}

static const field normalized_constants[] = {
    {FIELD(asymmetric_winnow, log_normalizer, FIELD_NUMBER)},
    {FIELD_NAMED("most_up", asymmetric_winnow, rates.channel.most_up, FIELD_NUMBER)},
    {FIELD_NAMED("most_down", asymmetric_winnow, rates.channel.most_down, FIELD_NUMBER)},
};

static bool constant(const void *self, const char *name, double *value) {
  const asymmetric_winnow *winnow = self;
  if (strcmp(name, "trace") == 0) {
    return winnow->limited != NULL && elimination_trace(winnow->limited, value) == STATUS_OK;
  }
  const asymmetric_rates *rates = &winnow->rates;
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
    {FIELD_NAMED("alpha", asymmetric_winnow, rates.alpha, FIELD_NUMBER)},
    {FIELD_NAMED("beta", asymmetric_winnow, rates.beta, FIELD_NUMBER)},
    {FIELD_NAMED("w0", asymmetric_winnow, rates.w0, FIELD_NUMBER)},
    {FIELD_NAMED("r", asymmetric_winnow, rates.r, FIELD_COUNT)},
    {FIELD_NAMED("gap", asymmetric_winnow, rates.gap, FIELD_NUMBER)},
    {FIELD_NAMED("gap_low", asymmetric_winnow, rates.gap_low, FIELD_NUMBER)},
    {FIELD_NAMED("given", asymmetric_winnow, rates.given, FIELD_FLAG)},
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
    .clear = clear,
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
         .parameter_count = ASYMMETRIC_PARAMETERS},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .methods = &asymmetric_winnow_methods,
};
