#include "learners/perceptron/matrix_perceptron.h"

#include <string.h>

#include "learners/weights.h"
#include "registry/field.h"

static const parameter parameters[] = {
    PERCEPTRON_PARAMETERS,
    WEIGHTS_REPRESENTATION("of the argument H; auto: by the kind of the instances"),
};

typedef struct matrix_perceptron {
  spectral *w;
  double eta, theta, bias, margin;
  bool has_bias, has_margin;
} matrix_perceptron;

static status check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  const spectral_options parameter = weights_options(setting, options, LINK_IDENTITY);
  return weights_check(option_who(options), &parameter);
}

static status init(void *self, const learner_setting *setting) {
  const options *options = setting->options;
  matrix_perceptron *perceptron = self;
  perceptron->eta = option_number(options, "eta");
  perceptron->theta = option_number(options, "theta");
  perceptron->has_bias = option_flag(options, "bias");
  perceptron->has_margin = option_given(options, "margin");
  perceptron->margin = option_number(options, "margin");
  const spectral_options parameter = weights_options(setting, options, LINK_IDENTITY);
  return spectral_new(&parameter, &perceptron->w);
}

static status predict(void *self, const instance *x, prediction *out) {
  const matrix_perceptron *perceptron = self;
  TRY(spectral_score(perceptron->w, x, &out->score));
  out->score += perceptron->bias;
  out->value = out->score >= perceptron->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status predict_block(void *self, size_t count, const instance *xs, prediction *out) {
  const matrix_perceptron *perceptron = self;
  double scores[PREDICTION_BLOCK];
  TRY(spectral_score_block(perceptron->w, count, xs, scores));
  for (size_t i = 0; i < count; i++) {
    const double score = scores[i] + perceptron->bias;
    out[i] = (prediction){.score = score, .value = score >= perceptron->theta ? 1.0 : -1.0};
  }
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  matrix_perceptron *perceptron = self;
  *updated = predicted->value != label;
  if (perceptron->has_margin) *updated = label * (predicted->score - perceptron->theta) <= perceptron->margin;
  if (!*updated) return STATUS_OK;
  if (perceptron->has_bias) perceptron->bias += perceptron->eta * label;
  return spectral_step(perceptron->w, perceptron->eta * label, x);
}

static bool constant(const void *self, const char *name, double *value) {
  const matrix_perceptron *perceptron = self;
  if (!perceptron->has_margin || strcmp(name, "margin") != 0) return false;
  *value = perceptron->margin;
  return true;
}

static status loaded(void *self) {
  const matrix_perceptron *perceptron = self;
  if (perceptron->has_bias || perceptron->bias == 0.0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "bias: %g, expected 0 for a learner without bias", perceptron->bias);
}

static const field state[] = {
    {FIELD(matrix_perceptron, bias, FIELD_NUMBER), .loaded = loaded},
    WEIGHTS_STATE(matrix_perceptron, w),
};
static const field constants[] = {
    {FIELD(matrix_perceptron, eta, FIELD_NUMBER)},
    {FIELD(matrix_perceptron, theta, FIELD_NUMBER)},
    {FIELD_NAMED("bias", matrix_perceptron, has_bias, FIELD_FLAG)},
};

WEIGHTS_FIRST(matrix_perceptron, w);
const learner_methods matrix_perceptron_methods = {
    .size = sizeof(matrix_perceptron),
    .check = check,
    .init = init,
    .clear = weights_clear,
    .predict = predict,
    .predict_block = predict_block,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = constant,
    .parameter = weights_parameter,
};

const learner_class learner_matrix_perceptron = {
    .about = {.name = "matrix_perceptron",
              .title = "Matrix Perceptron",
              .citation = "Rosenblatt 1958, on matrices with the trace inner product",
              .help = "additive matrix updates W + eta y X on mistakes",
              .formula = "predicts $+1$ iff $\\mathrm{tr}(WX)+b\\ge\\theta$, $W_1=0$; on a mistake, or where "
                         "$y(\\mathrm{tr}(WX)+b-\\theta)\\le$ the margin asked for: $W\\leftarrow W+\\eta yX$, and "
                         "with a bias $b\\leftarrow b+\\eta y$",
              .family = "perceptron",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION | EQUIVARIANT_VECTOR_ROTATION,
    .conservative = true,
    .methods = &matrix_perceptron_methods,
};
