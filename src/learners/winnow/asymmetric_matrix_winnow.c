#include "learners/winnow/asymmetric_matrix_winnow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"
#include "learners/winnow/asymmetric_tuning.h"
#include "learners/winnow/elimination_winnow.h"
#include "learners/winnow/winnow_parameters.h"
#include "learners/winnow/winnow_tuning.h"

enum { LARGEST_TOSSES = 1000000000 }; /* a stream is a function of the seed: on loading it is played again */

const parameter asymmetric_parameters[ASYMMETRIC_PARAMETERS] = {
    WINNOW_RANK_PARAMETER("rank of the hidden subspace (literals of the disjunction) the learner is tuned for"),
    WINNOW_GAP_PARAMETER("positive instances have tr(PX) >= gap, negative ones 0"),
    {.name = "rates",
     .type = PARAMETER_CHOICE,
     .value = "factors",
     .choices = "factors single best",
     .meaning =
         "factors 1 + kappa and 1 - kappa; a single rate eta; best: the least bound without noise, by elimination"},
    {.name = "kappa",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "of the factors; absent: 1/2; 1: negative instances eliminate"},
    WINNOW_RATE_PARAMETER("eta", "the single rate; absent: the theorem's (1 where predictions are randomised)"),
    WINNOW_RATE_PARAMETER("alpha", "rate of positive updates; absent: by `rates`"),
    WINNOW_RATE_PARAMETER("beta", "rate of negative updates; absent: by `rates`"),
    {.name = "eliminate",
     .type = PARAMETER_BOOLEAN,
     .value = "",
     .meaning = "true: beta is infinite, a negative instance removes its range; absent: by `rates`"},
    WINNOW_THRESHOLD_PARAMETER("threshold, or score from which on +1 is certain; absent: the theorem's for the rates"),
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of the argument H; auto: by the kind of the instances; elimination has its own"},
};

typedef struct asymmetric_rates {
  size_t r;
  double gap, alpha, beta, theta, w0;
  bool given;
} asymmetric_rates;

typedef struct asymmetric_winnow {
  asymmetric_rates rates;
  bool randomised;
  spectral *w;                 /* NULL in elimination */
  elimination_winnow *limited; /* NULL otherwise */
  random_stream *coins;
  size_t tosses;
  double coin; /* of the coming prediction */
} asymmetric_winnow;

static double kappa_of(const options *options) {
  return option_given(options, "kappa") ? option_number(options, "kappa") : 0.5;
}

/* The rates without a word of the scenario about them. */
static void set_default_rates(const options *options, bool randomised, asymmetric_rates *rates) {
  if (option_is(options, "rates", "single")) {
    const double eta = randomised ? 1.0 : winnow_rate();
    rates->alpha = rates->beta = option_given(options, "eta") ? option_number(options, "eta") : eta;
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

static asymmetric_rates rates_of(size_t n, const options *options, bool randomised) {
  asymmetric_rates rates = {.r = option_count(options, "r"), .gap = option_number(options, "gap")};
  set_default_rates(options, randomised, &rates);
  static const char *const written[] = {"eta", "alpha", "beta", "eliminate", "theta"};
  for (size_t i = 0; i < sizeof written / sizeof *written; i++) rates.given |= option_given(options, written[i]);
  if (option_given(options, "alpha")) rates.alpha = option_number(options, "alpha");
  if (option_given(options, "beta")) rates.beta = option_number(options, "beta");
  if (option_given(options, "eliminate") && option_flag(options, "eliminate")) rates.beta = INFINITY;
  const double theorem = randomised ? randomized_threshold(rates.alpha, rates.gap)
                                    : asymmetric_threshold(rates.alpha, rates.beta, rates.gap);
  rates.theta = option_given(options, "theta") ? option_number(options, "theta") : theorem;
  rates.w0 = (double)rates.r / (double)n;
  return rates;
}

/* At most this many factors will be added or removed. */
static size_t capacity_of(const learner_setting *setting) {
  const size_t per_trial = setting->rank == 0 ? 1 : setting->rank;
  return setting->trials > setting->n / per_trial ? setting->n : setting->trials * per_trial;
}

static spectral_options spectral_of(const learner_setting *setting, const options *options) {
  spectral_representation representation = REPRESENTATION_AUTO;
  (void)spectral_representation_by_name(option_text(options, "representation"), &representation);
  return (spectral_options){.n = setting->n,
                            .link = LINK_EXP,
                            .representation = representation,
                            .kind = setting->kind,
                            .capacity = capacity_of(setting),
                            .eigen = setting->eigen};
}

static elimination_options elimination_of(const learner_setting *setting) {
  return (elimination_options){
      .n = setting->n, .kind = setting->kind, .capacity = capacity_of(setting), .eigen = setting->eigen};
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
  if (!option_given(options, "eliminate")) return STATUS_OK;
  if (option_flag(options, "eliminate") && option_given(options, "beta")) {
    return FAIL(STATUS_INVALID, "%s: beta has no effect with eliminate = true: leave it out", who);
  }
  if (!option_flag(options, "eliminate") && !option_given(options, "beta") &&
      (option_is(options, "rates", "best") || (factors && kappa_of(options) >= 1.0))) {
    return FAIL(STATUS_INVALID, "%s: these rates eliminate: with eliminate = false a beta is needed", who);
  }
  return STATUS_OK;
}

static status check(const learner_setting *setting, const options *options, bool randomised) {
  const char *who = option_who(options);
  if (option_count(options, "r") > setting->n) {
    return FAIL(STATUS_INVALID, "%s: r = %zu must be at most n = %zu", who, option_count(options, "r"), setting->n);
  }
  TRY(check_rates(options));
  status code;
  if (isinf(rates_of(setting->n, options, randomised).beta)) {
    spectral_representation representation = REPRESENTATION_AUTO;
    (void)spectral_representation_by_name(option_text(options, "representation"), &representation);
    if (representation != REPRESENTATION_AUTO) {
      return FAIL(STATUS_INVALID, "%s: representation = \"%s\" has no effect in elimination: leave it out", who,
                  option_text(options, "representation"));
    }
    const elimination_options limited = elimination_of(setting);
    code = elimination_check(&limited);
  } else {
    const spectral_options parameter = spectral_of(setting, options);
    code = spectral_check(&parameter);
  }
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", who);
}

status asymmetric_check(const learner_setting *setting, const options *options) {
  return check(setting, options, false);
}

status randomized_check(const learner_setting *setting, const options *options) {
  return check(setting, options, true);
}

static void toss(asymmetric_winnow *winnow) {
  winnow->coin = random_uniform(winnow->coins);
  winnow->tosses++;
}

static status build(asymmetric_winnow *winnow, const learner_setting *setting, const options *options) {
  winnow->rates = rates_of(setting->n, options, winnow->randomised);
  const double start = fixed_log(winnow->rates.w0);
  if (winnow->randomised) {
    TRY(random_stream_new(setting->seed, "randomised prediction", &winnow->coins));
    toss(winnow);
  }
  if (isinf(winnow->rates.beta)) {
    elimination_options limited = elimination_of(setting);
    limited.shift = start;
    return elimination_new(&limited, &winnow->limited);
  }
  spectral_options parameter = spectral_of(setting, options);
  parameter.shift = start;
  return spectral_new(&parameter, &winnow->w);
}

static status create(const learner_setting *setting, const options *options, bool randomised, void **self) {
  *self = NULL;
  asymmetric_winnow *winnow = NULL;
  TRY(NEW_ARRAY(1, winnow));
  winnow->randomised = randomised;
  const status code = build(winnow, setting, options);
  if (code != STATUS_OK) {
    asymmetric_destroy(winnow);
    return code;
  }
  *self = winnow;
  return STATUS_OK;
}

status asymmetric_create(const learner_setting *setting, const options *options, void **self) {
  return create(setting, options, false, self);
}

status randomized_create(const learner_setting *setting, const options *options, void **self) {
  return create(setting, options, true, self);
}

void asymmetric_destroy(void *self) {
  asymmetric_winnow *winnow = self;
  if (winnow == NULL) return;
  spectral_free(winnow->w);
  elimination_free(winnow->limited);
  random_stream_free(winnow->coins);
  free(winnow);
}

status asymmetric_score(void *self, const instance *x, double *score) {
  asymmetric_winnow *winnow = self;
  return winnow->limited != NULL ? elimination_score(winnow->limited, x, score) : spectral_score(winnow->w, x, score);
}

status asymmetric_predict(void *self, const instance *x, prediction *out) {
  asymmetric_winnow *winnow = self;
  TRY(asymmetric_score(self, x, &out->score));
  const double theta = winnow->rates.theta;
  if (!winnow->randomised) {
    out->value = out->score >= theta ? 1.0 : -1.0;
    return STATUS_OK;
  }
  out->probability = fmax(0.0, fmin(1.0, out->score / theta));
  out->value = winnow->coin < out->probability ? 1.0 : -1.0;
  return STATUS_OK;
}

status asymmetric_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  asymmetric_winnow *winnow = self;
  const bool positive = label > 0.0;
  *updated = predicted->value != label;
  if (winnow->randomised) {
    toss(winnow);
    *updated = positive ? predicted->probability < 1.0 : predicted->probability > 0.0;
  }
  if (!*updated) return STATUS_OK;
  const asymmetric_rates *rates = &winnow->rates;
  if (winnow->limited == NULL) return spectral_step(winnow->w, positive ? rates->alpha : -rates->beta, x);
  if (positive) return elimination_step(winnow->limited, rates->alpha, x);
  return elimination_remove(winnow->limited, x, updated); /* nothing, where the score is rounding */
}

spectral *asymmetric_parameter(void *self) {
  return ((asymmetric_winnow *)self)->w;
}

static double scale_of(const asymmetric_winnow *winnow) {
  const asymmetric_rates *rates = &winnow->rates;
  return winnow->randomised ? randomized_scale(rates->alpha, rates->theta, rates->gap)
                            : asymmetric_scale(rates->alpha, rates->beta, rates->theta, rates->gap);
}

bool asymmetric_constant(const void *self, const char *name, double *value) {
  const asymmetric_winnow *winnow = self;
  const asymmetric_rates *rates = &winnow->rates;
  if (strcmp(name, "trace") == 0) {
    return winnow->limited != NULL && elimination_trace(winnow->limited, value) == STATUS_OK;
  }
  const struct {
    const char *name;
    double value;
  } constants[] = {{winnow->randomised ? "saturation" : "theta", rates->theta},
                   {"alpha", rates->alpha},
                   {"beta", rates->beta},
                   {"w0", rates->w0},
                   {"r", (double)rates->r},
                   {"gap", rates->gap},
                   {"comparator_scale", scale_of(winnow)},
                   {"given", rates->given ? 1.0 : 0.0}};
  for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
    if (strcmp(constants[i].name, name) == 0) {
      *value = constants[i].value;
      return true;
    }
  }
  return false;
}

status asymmetric_save(void *self, cJSON *state) {
  asymmetric_winnow *winnow = self;
  cJSON *argument = NULL;
  TRY(state_add_count(state, "tosses", winnow->tosses));
  TRY(state_add_object(state, winnow->limited != NULL ? "elimination" : "parameter", &argument));
  return winnow->limited != NULL ? elimination_save(winnow->limited, argument) : spectral_save(winnow->w, argument);
}

status asymmetric_load(void *self, const cJSON *state) {
  asymmetric_winnow *winnow = self;
  const char *member = winnow->limited != NULL ? "elimination" : "parameter";
  const cJSON *argument = NULL;
  size_t tosses = 0;
  TRY(state_check_names(state, winnow->limited != NULL ? "tosses elimination" : "tosses parameter"));
  TRY(state_get_count(state, "tosses", winnow->randomised, winnow->randomised ? LARGEST_TOSSES : 0, &tosses));
  if (tosses < winnow->tosses) return FAIL(STATUS_INVALID, "tosses: %zu were made already", winnow->tosses);
  while (winnow->tosses < tosses) toss(winnow);
  TRY(state_get_object(state, member, &argument));
  const status code =
      winnow->limited != NULL ? elimination_load(winnow->limited, argument) : spectral_load(winnow->w, argument);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", member);
}

const learner_class learner_asymmetric_matrix_winnow = {
    .about = {.name = "asymmetric_matrix_winnow",
              .title = "Matrix Winnow, two rates",
              .citation = "Warmuth 2007, section 1, with factors 1 + kappa and 1 - kappa",
              .help = "Matrix Winnow with different rates for positive and negative updates, up to elimination",
              .formula =
                  "predicts $+1$ iff $\\mathrm{tr}(WX)\\ge\\theta$, $W=e^H$, $H_1=\\ln\\frac rn I$; on a mistake "
                  "$H\\leftarrow H+\\alpha X$ if $y=1$, $H\\leftarrow H-\\beta X$ if $y=-1$; $\\theta=\\frac{\\alpha "
                  "g_1}{(e^\\alpha-1)+(1-e^{-\\beta})}$, and with factors $1\\pm\\kappa$ $\\alpha=\\ln(1+\\kappa)$, "
                  "$\\beta=-\\ln(1-\\kappa)$; for $\\beta=\\infty$ the range of $X$ leaves $W$ for good",
              .parameter_count = ASYMMETRIC_PARAMETERS},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .check = asymmetric_check,
    .create = asymmetric_create,
    ASYMMETRIC_MEMBERS,
};
