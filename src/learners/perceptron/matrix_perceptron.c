#include "learners/perceptron/matrix_perceptron.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"

static const parameter parameters[] = {
    PERCEPTRON_PARAMETERS,
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of the argument H; auto: by the kind of the instances"},
};

typedef struct matrix_perceptron {
  spectral *w;
  double eta, theta, bias, margin;
  bool has_bias, has_margin;
} matrix_perceptron;

static spectral_options spectral_of(const learner_setting *setting, const options *options) {
  spectral_representation representation = REPRESENTATION_AUTO;
  (void)spectral_representation_by_name(option_text(options, "representation"), &representation);
  const size_t per_trial = setting->rank == 0 ? 1 : setting->rank;
  const size_t most = setting->trials > setting->n / per_trial ? setting->n : setting->trials * per_trial;
  return (spectral_options){.n = setting->n,
                            .link = LINK_IDENTITY,
                            .representation = representation,
                            .kind = setting->kind,
                            .capacity = most,
                            .eigen = setting->eigen};
}

status matrix_perceptron_check(const learner_setting *setting, const options *options) {
  const spectral_options parameter = spectral_of(setting, options);
  const status code = spectral_check(&parameter);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", option_who(options));
}

status matrix_perceptron_create(const learner_setting *setting, const options *options, void **self) {
  *self = NULL;
  matrix_perceptron *perceptron = NULL;
  TRY(NEW_ARRAY(1, perceptron));
  perceptron->eta = option_number(options, "eta");
  perceptron->theta = option_number(options, "theta");
  perceptron->has_bias = option_flag(options, "bias");
  perceptron->has_margin = option_given(options, "margin");
  if (perceptron->has_margin) perceptron->margin = option_number(options, "margin");
  const spectral_options parameter = spectral_of(setting, options);
  const status code = spectral_new(&parameter, &perceptron->w);
  if (code != STATUS_OK) {
    free(perceptron);
    return code;
  }
  *self = perceptron;
  return STATUS_OK;
}

void matrix_perceptron_destroy(void *self) {
  matrix_perceptron *perceptron = self;
  if (perceptron == NULL) return;
  spectral_free(perceptron->w);
  free(perceptron);
}

status matrix_perceptron_score(void *self, const instance *x, double *score) {
  matrix_perceptron *perceptron = self;
  TRY(spectral_score(perceptron->w, x, score));
  *score += perceptron->bias;
  return STATUS_OK;
}

status matrix_perceptron_predict(void *self, const instance *x, prediction *out) {
  const matrix_perceptron *perceptron = self;
  TRY(matrix_perceptron_score(self, x, &out->score));
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

status matrix_perceptron_update(void *self, const instance *x, const prediction *predicted, double label,
                                bool *updated) {
  matrix_perceptron *perceptron = self;
  *updated = predicted->value != label;
  if (perceptron->has_margin) *updated = label * (predicted->score - perceptron->theta) <= perceptron->margin;
  if (!*updated) return STATUS_OK;
  if (perceptron->has_bias) perceptron->bias += perceptron->eta * label;
  return spectral_step(perceptron->w, perceptron->eta * label, x);
}

status matrix_perceptron_save(void *self, cJSON *state) {
  const matrix_perceptron *perceptron = self;
  cJSON *parameter = NULL;
  TRY(state_add_number(state, "bias", perceptron->bias));
  TRY(state_add_object(state, "parameter", &parameter));
  return spectral_save(perceptron->w, parameter);
}

status matrix_perceptron_load(void *self, const cJSON *state) {
  matrix_perceptron *perceptron = self;
  const cJSON *parameter = NULL;
  TRY(state_check_names(state, "bias parameter"));
  TRY(state_get_number(state, "bias", &perceptron->bias));
  if (!perceptron->has_bias && perceptron->bias != 0.0) {
    return FAIL(STATUS_INVALID, "bias: %g, expected 0 for a learner without bias", perceptron->bias);
  }
  TRY(state_get_object(state, "parameter", &parameter));
  const status code = spectral_load(perceptron->w, parameter);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "parameter");
}

spectral *matrix_perceptron_parameter(void *self) {
  return ((matrix_perceptron *)self)->w;
}

bool matrix_perceptron_constant(const void *self, const char *name, double *value) {
  const matrix_perceptron *perceptron = self;
  if (strcmp(name, "eta") == 0) {
    *value = perceptron->eta;
  } else if (strcmp(name, "theta") == 0) {
    *value = perceptron->theta;
  } else if (strcmp(name, "bias") == 0) {
    *value = perceptron->has_bias ? 1.0 : 0.0;
  } else if (strcmp(name, "margin") == 0 && perceptron->has_margin) {
    *value = perceptron->margin;
  } else {
    return false;
  }
  return true;
}

const learner_class learner_matrix_perceptron = {
    .about =
        {.name = "matrix_perceptron",
         .title = "Matrix Perceptron",
         .citation = "Rosenblatt 1958, on matrices with the trace inner product",
         .help = "additive matrix updates W + eta y X on mistakes",
         .formula =
             "predicts $+1$ iff $\\mathrm{tr}(WX)+b\\ge\\theta$, $W_1=0$; on a mistake, or where "
             "$y(\\mathrm{tr}(WX)+b-\\theta)\\le$ the margin asked for: $W\\leftarrow W+\\eta yX$, and with a bias "
             "$b\\leftarrow b+\\eta y$",
         .family = "perceptron",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION | EQUIVARIANT_VECTOR_ROTATION,
    .conservative = true,
    .check = matrix_perceptron_check,
    .create = matrix_perceptron_create,
    .destroy = matrix_perceptron_destroy,
    .predict = matrix_perceptron_predict,
    .predict_block = predict_block,
    .update = matrix_perceptron_update,
    .score = matrix_perceptron_score,
    .save = matrix_perceptron_save,
    .load = matrix_perceptron_load,
    .parameter = matrix_perceptron_parameter,
    .constant = matrix_perceptron_constant,
};
