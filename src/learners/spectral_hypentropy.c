/* Spectral hypentropy (Ghai, Hazan & Singer 2020): mirror descent on rectangular matrices, or on vectors as diagonal ones, with the
 * link of hyperbolic entropy on singular values.
 *
 *   W = beta U sinh(s) V^T for Theta = U s V^T, Theta starts as 0; predict +1 iff <W, X> >= theta;
 *   on a mistake Theta += eta y X: a step against the gradient -y X of the linear loss
 *
 * beta interpolates: with eta = c/beta and beta -> infinity W -> c sum of y X, the perceptron (gradient descent); with beta -> 0 it is
 * matrix exponentiated gradient on the embedding. beta = 2 w0: the repaired form of Algorithm 2 (general_matrix_winnow.h). */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "learners/learner.h"

static const parameter parameters[] = {
    {.name = "beta",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1e100,
     .open_low = true,
     .meaning = "scale of the weights: small, multiplicative updates; large, with eta = c/beta, additive ones"},
    {.name = "eta",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 100,
     .open_low = true,
     .meaning = "learning rate"},
    {.name = "theta", .type = PARAMETER_NUMBER, .value = "0", .low = -1e100, .high = 1e100, .meaning = "threshold"},
};

typedef struct hypentropy {
  spectral *w; /* f(Theta) = 2 U sinh(s) V^T */
  double beta, eta, theta;
} hypentropy;

static spectral_options spectral_of(const learner_setting *setting) {
  return (spectral_options){.n = setting->n,
                            .m = setting->kind == INSTANCE_RECTANGULAR ? setting->rows : setting->n,
                            .link = LINK_SINH,
                            .representation = REPRESENTATION_RECTANGULAR,
                            .kind = setting->kind,
                            .eigen = setting->eigen};
}

static status check(const learner_setting *setting, const options *options) {
  const spectral_options parameter = spectral_of(setting);
  const status code = spectral_check(&parameter);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", option_who(options));
}

static void destroy(void *self) {
  hypentropy *learner = self;
  if (learner == NULL) return;
  spectral_free(learner->w);
  free(learner);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  hypentropy *learner = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, learner));
  learner->beta = option_number(options, "beta");
  learner->eta = option_number(options, "eta");
  learner->theta = option_number(options, "theta");
  const spectral_options parameter = spectral_of(setting);
  const status code = spectral_new(&parameter, &learner->w);
  if (code != STATUS_OK) {
    destroy(learner);
    return code;
  }
  *self = learner;
  return STATUS_OK;
}

static status score(void *self, const instance *x, double *value) {
  const hypentropy *learner = self;
  TRY(spectral_score(learner->w, x, value));
  *value *= 0.5 * learner->beta;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  TRY(score(self, x, &out->score));
  out->value = out->score >= ((const hypentropy *)self)->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const hypentropy *learner = self;
  *updated = predicted->value != label;
  return *updated ? spectral_step(learner->w, learner->eta * label, x) : STATUS_OK;
}

static status save(void *self, cJSON *state) {
  const hypentropy *learner = self;
  cJSON *parameter = NULL;
  TRY(state_add_object(state, "parameter", &parameter));
  return spectral_save(learner->w, parameter);
}

static status load(void *self, const cJSON *state) {
  const hypentropy *learner = self;
  const cJSON *parameter = NULL;
  TRY(state_check_names(state, "parameter"));
  TRY(state_get_object(state, "parameter", &parameter));
  const status code = spectral_load(learner->w, parameter);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "parameter");
}

static spectral *parameter_of(void *self) {
  return ((hypentropy *)self)->w;
}

/* "beta", "eta", "theta" */
static bool constant(const void *self, const char *name, double *value) {
  const hypentropy *learner = self;
  if (strcmp(name, "beta") == 0) {
    *value = learner->beta;
  } else if (strcmp(name, "eta") == 0) {
    *value = learner->eta;
  } else if (strcmp(name, "theta") == 0) {
    *value = learner->theta;
  } else {
    return false;
  }
  return true;
}

const learner_class learner_spectral_hypentropy = {
    .name = "spectral_hypentropy",
    .title = "spectral hypentropy",
    .citation = "Ghai, Hazan & Singer 2020",
    .help = "weights beta U sinh(s) V^T of rectangular matrices, between gradient descent and matrix exponentiated "
            "gradient",
    .family = "hypentropy",
    .result_version = 1,
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_RECTANGULAR,
    .predicts = PREDICTION_SIGN,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .check = check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .save = save,
    .load = load,
    .parameter = parameter_of,
    .constant = constant,
};
