#include "learners/perceptron/matrix_perceptron.h"

static const parameter parameters[] = {
    PERCEPTRON_OPTIONS(matrix_perceptron),
    WEIGHTS_CHOICE(matrix_perceptron, "of the argument H; auto: by the kind of the instances"),
};

static status check(const void *self, const learner_setting *setting) {
  const matrix_perceptron *perceptron = self;
  const spectral_options wanted = weights_wanted(setting, perceptron->representation, LINK_IDENTITY);
  return weights_check(setting->class->about.name, &wanted);
}

static status init(void *self, const learner_setting *setting) {
  matrix_perceptron *perceptron = self;
  const spectral_options wanted = weights_wanted(setting, perceptron->representation, LINK_IDENTITY);
  return weights_new(self, &wanted, &perceptron->w);
}

static status predict(void *self, const instance *x, prediction *out) {
  const matrix_perceptron *perceptron = self;
  TRY(spectral_score(perceptron->w, x, &out->score));
  out->score += perceptron->offset;
  out->value = out->score >= perceptron->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status predict_block(void *self, size_t count, const instance *xs, prediction *out) {
  const matrix_perceptron *perceptron = self;
  double scores[PREDICTION_BLOCK];
  TRY(spectral_score_block(perceptron->w, count, xs, scores));
  for (size_t i = 0; i < count; i++) {
    const double score = scores[i] + perceptron->offset;
    out[i] = (prediction){.score = score, .value = score >= perceptron->theta ? 1.0 : -1.0};
  }
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  matrix_perceptron *perceptron = self;
  *updated = predicted->value != label;
  if (!isnan(perceptron->margin)) *updated = label * (predicted->score - perceptron->theta) <= perceptron->margin;
  if (!*updated) return STATUS_OK;
  if (perceptron->bias) perceptron->offset += perceptron->eta * label;
  return spectral_step(perceptron->w, perceptron->eta * label, x);
}

static bool constant(const void *self, const char *name, double *value) {
  const matrix_perceptron *perceptron = self;
  if (isnan(perceptron->margin) || strcmp(name, "margin") != 0) return false;
  *value = perceptron->margin;
  return true;
}

static status loaded(void *self) {
  const matrix_perceptron *perceptron = self;
  if (perceptron->bias || perceptron->offset == 0.0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "bias: %g, expected 0 for a learner without bias", perceptron->offset);
}

static const field state[] = {
    {FIELD_NAMED("bias", matrix_perceptron, offset, FIELD_NUMBER), .loaded = loaded},
    WEIGHTS_STATE(matrix_perceptron, w),
};
static const field constants[] = {
    {FIELD(matrix_perceptron, eta, FIELD_NUMBER)},
    {FIELD(matrix_perceptron, theta, FIELD_NUMBER)},
    {FIELD(matrix_perceptron, bias, FIELD_FLAG)},
};

WEIGHTS_FIRST(matrix_perceptron, w);
const learner_methods matrix_perceptron_methods = {
    .size = sizeof(matrix_perceptron),
    .check = check,
    .init = init,
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
