#include "learners/matrix_prediction/side_information_completion.h"
#include "learners/coins.h"
#include "learners/winnow/matrix_winnow.h"

#define GAMMA_OPTION                             \
  OPTION_NUMBER(completion, gamma, "1", 1e-5, 1, \
                "margin: tr(UX) is at least 1 + gamma for positive instances, at most 1 - gamma for negative")
#define TRACE_OPTION                               \
  OPTION_ABOVE(completion, trace, ABSENT, 0, 1e12, \
               "D, at least the trace of U; absent: n, which is enough without side information")
#define FORM_OPTION WEIGHTS_FORM(completion, "of the argument H; auto: low rank, which is exact")

/* In the order of the choices. */
typedef enum tuning_choice { TUNING_SHARP, TUNING_PUBLISHED } tuning_choice;

typedef struct completion {
  matrix_winnow winnow;
  double gamma, trace;
  double least; /* a score from here on is predicted +1 */
  tuning_choice tuning;
  weights_form form;
  coins coins; /* of the randomised one */
} completion;

static const parameter parameters[] = {
    GAMMA_OPTION,
    TRACE_OPTION,
    OPTION_CHOICE(completion, tuning, "sharp", "sharp published",
                  "sharp: eta maximises eta (gamma - tanh(eta/2)), theta = eta/sinh(eta); published: gamma and 1"),
    WINNOW_RATE_OPTION(matrix_winnow, eta, "learning rate; absent: that of the tuning"),
    WINNOW_THRESHOLD_OPTION(matrix_winnow, "threshold; absent: that of the tuning (sharp: for eta)"),
    FORM_OPTION,
};

static const parameter randomized_parameters[] = {
    GAMMA_OPTION,
    TRACE_OPTION,
    OPTION_ABOVE_AS("eta", matrix_winnow, eta, ABSENT, 0, 1,
                    "learning rate; absent: the bound's for the number of trials"),
    FORM_OPTION,
};

static const double tie = 1e-12; /* relative to theta: without side information new entries are at it */
static const double e_less_2 = 0.71828182845904524;

double side_information_divergence(double trace, double zeta, size_t n) {
  return trace * fmax(1.0, zeta * fixed_log(zeta * (double)n) + 1.0 - zeta);
}

static status check(const void *self, const learner_setting *setting) {
  const spectral_options wanted = weights_wanted(setting, weights_of_form(((const completion *)self)->form), LINK_EXP);
  return weights_check(setting->class->about.name, &wanted);
}

static status init(void *data, const learner_setting *setting) {
  completion *self = data;
  matrix_winnow *winnow = &self->winnow;
  const bool published = self->tuning == TUNING_PUBLISHED;
  if (isnan(self->trace)) self->trace = (double)setting->n;
  winnow->r = 1;
  winnow->gap_low = 1.0 - self->gamma;
  winnow->gap = 1.0 + self->gamma;
  winnow->interval_high = 1.0;
  winnow->w0 = self->trace / (double)setting->n;
  winnow->representation = weights_of_form(self->form);
  if (published && isnan(winnow->eta)) winnow->eta = self->gamma;
  if (published && isnan(winnow->theta)) winnow->theta = 1.0;
  if (setting->class->randomised) {
    const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
    const double divergence = side_information_divergence(self->trace, 1.0, setting->n);
    const double tuned = sqrt(divergence / (e_less_2 * (1.0 + self->gamma) * rounds));
    if (isnan(winnow->eta)) winnow->eta = fmin(1.0, tuned);
    winnow->theta = NAN; /* none */
    TRY(coins_init(self, &self->coins, setting->seed, "side information"));
  }
  TRY(matrix_winnow_init(self, winnow, setting));
  self->least = winnow->theta * (1.0 - tie);
  return STATUS_OK;
}

static status predict(void *data, const instance *x, prediction *out) {
  const completion *self = data;
  TRY(matrix_winnow_score(data, x, &out->score));
  out->value = out->score >= self->least ? 1.0 : -1.0;
  return STATUS_OK;
}

static const field state[] = {MATRIX_WINNOW_STATE};
static const field constants[] = {
    {FIELD(completion, gamma, FIELD_NUMBER)},
    {FIELD_NAMED("largest_trace", completion, trace, FIELD_NUMBER)},
    {FIELD_NAMED("threshold", completion, least, FIELD_NUMBER)},
};

WEIGHTS_FIRST(completion, winnow.w);
static const learner_methods methods = {
    .size = sizeof(completion),
    .check = check,
    .init = init,
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
