#include "learners/matrix_prediction/side_information_completion.h"

#include <math.h>

#include "base/fixed_math.h"
#include "learners/coins.h"
#include "learners/winnow/matrix_winnow.h"
#include "registry/field.h"

#define GAMMA_PARAMETER                                                                                      \
  {                                                                                                          \
    .name = "gamma", .type = PARAMETER_NUMBER, .value = "1", .low = 1e-5, .high = 1,                         \
    .meaning = "margin: tr(UX) is at least 1 + gamma for positive instances, at most 1 - gamma for negative" \
  }
#define TRACE_PARAMETER                                                                               \
  {                                                                                                   \
    .name = "trace", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e12, .open_low = true, \
    .meaning = "D, at least the trace of U; absent: n, which is enough without side information"      \
  }
#define REPRESENTATION_PARAMETER                                                                           \
  {                                                                                                        \
    .name = "representation", .type = PARAMETER_CHOICE, .value = "auto", .choices = "auto dense low_rank", \
    .meaning = "of the argument H; auto: low rank, which is exact"                                         \
  }

static const parameter parameters[] = {
    GAMMA_PARAMETER,
    TRACE_PARAMETER,
    {.name = "tuning",
     .type = PARAMETER_CHOICE,
     .value = "sharp",
     .choices = "sharp published",
     .meaning = "sharp: eta maximises eta (gamma - tanh(eta/2)), theta = eta/sinh(eta); published: gamma and 1"},
    WINNOW_RATE_PARAMETER("eta", "learning rate; absent: that of the tuning"),
    WINNOW_THRESHOLD_PARAMETER("threshold; absent: that of the tuning (sharp: for eta)"),
    REPRESENTATION_PARAMETER,
};
static const parameter randomized_parameters[] = {
    GAMMA_PARAMETER,
    TRACE_PARAMETER,
    {.name = "eta",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "learning rate; absent: the bound's for the number of trials"},
    REPRESENTATION_PARAMETER,
};

typedef struct completion {
  matrix_winnow winnow;
  double gamma, trace;
  coins coins; /* of the randomised one */
} completion;

static const double tie = 1e-12; /* relative to theta: without side information new entries are at it */
static const double e_less_2 = 0.71828182845904524;

double side_information_divergence(double trace, double zeta, size_t n) {
  return trace * fmax(1.0, zeta * fixed_log(zeta * (double)n) + 1.0 - zeta);
}

static double trace_of(const learner_setting *setting, const options *options) {
  return option_number_or(options, "trace", (double)setting->n);
}

static winnow_settings settings_of(const learner_setting *setting, const options *options) {
  const double gamma = option_number(options, "gamma");
  const bool published = option_is(options, "tuning", "published");
  winnow_settings settings = {.r = 1,
                              .gap_low = 1.0 - gamma,
                              .gap = 1.0 + gamma,
                              .interval_high = 1.0,
                              .eta = option_number_or(options, "eta", published ? gamma : NAN),
                              .theta = option_number_or(options, "theta", published ? 1.0 : NAN),
                              .w0 = trace_of(setting, options) / (double)setting->n,
                              .representation = REPRESENTATION_AUTO};
  (void)spectral_representation_by_name(option_text(options, "representation"), &settings.representation);
  return settings;
}

static status check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  const winnow_settings settings = settings_of(setting, options);
  return winnow_settings_check(option_who(options), setting, &settings);
}

static status init(void *data, const learner_setting *setting) {
  const options *options = setting->options;
  completion *self = data;
  winnow_settings settings = settings_of(setting, options);
  self->gamma = option_number(options, "gamma");
  self->trace = trace_of(setting, options);
  if (setting->class->randomised) {
    const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
    const double divergence = side_information_divergence(self->trace, 1.0, setting->n);
    const double tuned = sqrt(divergence / (e_less_2 * (1.0 + self->gamma) * rounds));
    if (isnan(settings.eta)) settings.eta = fmin(1.0, tuned);
    TRY(coins_init(&self->coins, setting->seed, "side information"));
  }
  return matrix_winnow_init(&self->winnow, setting, &settings);
}

static void clear(void *data) {
  matrix_winnow_clear(data);
  coins_clear(&((completion *)data)->coins);
}

static status predict(void *data, const instance *x, prediction *out) {
  const completion *self = data;
  TRY(matrix_winnow_score(data, x, &out->score));
  out->value = out->score >= self->winnow.theta * (1.0 - tie) ? 1.0 : -1.0;
  return STATUS_OK;
}

static const field state[] = {MATRIX_WINNOW_STATE};
static const field constants[] = {
    {FIELD(completion, gamma, FIELD_NUMBER)},
    {FIELD_NAMED("largest_trace", completion, trace, FIELD_NUMBER)},
};

WEIGHTS_FIRST(completion, winnow.w);
static const learner_methods methods = {
    .size = sizeof(completion),
    .check = check,
    .init = init,
    .clear = clear,
    .predict = predict,
    .update = matrix_winnow_update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = matrix_winnow_constant,
    .parameter = weights_parameter,
};

const learner_class learner_side_information_completion = {
    .about = {.name = "side_information_completion",
              .title = "Completion with side information",
              .citation = "after Herbster, Pasteris & Tse 2020",
              .help = "Matrix Winnow from (D/n) I on the dyads of entries whose rows and columns have side information",
              .formula = "predicts $+1$ iff $\\mathrm{tr}(WX)\\ge\\theta$, $W=e^H$, $W_1=\\frac DnI$; on a mistake "
                         "$H\\leftarrow H+\\eta yX$; $\\eta$ maximises $\\eta(\\gamma-\\tanh\\frac\\eta2)$, "
                         "$\\theta=\\frac\\eta{\\sinh\\eta}$ (published: $\\eta=\\gamma$, $\\theta=1$)",
              .family = "winnow",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .methods = &methods,
};

/* ---- randomised: not conservative */

static status predict_randomly(void *data, const instance *x, prediction *out) {
  const completion *self = data;
  TRY(matrix_winnow_score(data, x, &out->score));
  out->probability = fmin(1.0, fmax(0.0, (self->gamma + out->score - 1.0) / (2.0 * self->gamma)));
  out->value = self->coins.next < out->probability ? 1.0 : -1.0;
  return STATUS_OK;
}

static status update_in_margin(void *data, const instance *x, const prediction *predicted, double label,
                               bool *updated) {
  completion *self = data;
  *updated = label * (predicted->score - 1.0) <= self->gamma;
  coins_toss(&self->coins);
  return *updated ? spectral_step(self->winnow.w, self->winnow.eta * label, x) : STATUS_OK;
}

static status tosses_loaded(void *self) {
  return coins_loaded(&((completion *)self)->coins);
}

static const field randomized_state[] = {COINS_STATE(completion, coins, tosses_loaded), MATRIX_WINNOW_STATE};
static const field randomized_constants[] = {
    {FIELD(completion, gamma, FIELD_NUMBER)},
    {FIELD_NAMED("largest_trace", completion, trace, FIELD_NUMBER)},
    {FIELD_NAMED("eta", completion, winnow.eta, FIELD_NUMBER)},
    {FIELD_NAMED("w0", completion, winnow.w0, FIELD_NUMBER)},
};

static const learner_methods randomized_methods = {
    .size = sizeof(completion),
    .check = check,
    .init = init,
    .clear = clear,
    .predict = predict_randomly,
    .update = update_in_margin,
    .score = matrix_winnow_score,
    FIELDS(state, randomized_state),
    FIELDS(constants, randomized_constants),
    .parameter = weights_parameter,
};

const learner_class learner_randomized_side_information_completion = {
    .about =
        {.name = "randomized_side_information_completion",
         .title = "Randomised completion with side information",
         .citation = "after Herbster, Pasteris & Tse 2020",
         .help = "predicts by a coin and learns from every trial within the margin, for noisy labels",
         .formula =
             "predicts $+1$ with probability $\\min\\left(1,\\left[\\frac{\\gamma+s}{2\\gamma}\\right]_+\\right)$, "
             "$s=\\mathrm{tr}(WX)-1$, $W=e^H$, $W_1=\\frac DnI$; where $ys\\le\\gamma$ $H\\leftarrow H+\\eta yX$; "
             "$\\eta=\\min\\left(1,\\sqrt{\\frac{D\\max(1,\\ln n)}{(e-2)(1+\\gamma)T}}\\right)$",
         .family = "randomized_side_information",
         .result_version = 1,
         PARAMETERS(randomized_parameters)},
    .instances = 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .randomised = true,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .methods = &randomized_methods,
};
