#include "learners/matrix_winnow.h"

#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "learners/winnow_tuning.h"

static const parameter parameters[] = {
    WINNOW_PARAMETERS,
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of the argument H; auto: by the kind of the instances"},
};

typedef struct matrix_winnow {
  spectral *w;
  size_t r;
  double gap, eta, theta, w0;
  winnow_normalize normalize;
  bool given;
} matrix_winnow;

static winnow_normalize normalize_of(const options *options) {
  if (option_is(options, "normalize", "trace")) return WINNOW_TRACE;
  return option_is(options, "normalize", "project") ? WINNOW_PROJECT : WINNOW_NONE;
}

/* The constants, from the scenario or from the theorem (Warmuth 2007, Theorem 2 with w0 = r/n; docs/errata.md). */
static void tune(matrix_winnow *self, size_t n, const options *options) {
  self->r = option_count(options, "r");
  self->gap = option_number(options, "gap");
  self->normalize = normalize_of(options);
  self->given = option_given(options, "eta") || option_given(options, "theta") || option_given(options, "w0");
  const double delta = self->gap / (double)self->r;
  const bool trace = self->normalize == WINNOW_TRACE;
  const double rate = trace ? winnow_normalized_rate(delta) : winnow_rate();
  self->eta = option_given(options, "eta") ? option_number(options, "eta") : rate;
  const double threshold =
      trace ? winnow_normalized_threshold(self->eta, delta) : winnow_threshold(self->eta, self->gap);
  self->theta = option_given(options, "theta") ? option_number(options, "theta") : threshold;
  const double start = trace ? 1.0 / (double)n : (double)self->r / (double)n;
  self->w0 = option_given(options, "w0") ? option_number(options, "w0") : start;
}

static spectral_options spectral_of(const learner_setting *setting, const options *options) {
  spectral_representation representation = REPRESENTATION_AUTO;
  (void)spectral_representation_by_name(option_text(options, "representation"), &representation);
  const size_t per_trial = setting->rank == 0 ? 1 : setting->rank;
  const size_t most = setting->trials > setting->n / per_trial ? setting->n : setting->trials * per_trial;
  return (spectral_options){.n = setting->n,
                            .link = LINK_EXP,
                            .representation = representation,
                            .kind = setting->kind,
                            .shift = 0.0,
                            .capacity = most,
                            .eigen = setting->eigen};
}

status matrix_winnow_check(const learner_setting *setting, const options *options) {
  const char *who = option_who(options);
  if (option_count(options, "r") > setting->n) {
    return FAIL(STATUS_INVALID, "%s: r = %zu must be at most n = %zu", who, option_count(options, "r"), setting->n);
  }
  if (normalize_of(options) != WINNOW_NONE && option_given(options, "w0")) {
    return FAIL(STATUS_INVALID, "%s: w0 has no effect with normalize = \"%s\": leave it out", who,
                option_text(options, "normalize"));
  }
  const spectral_options parameter = spectral_of(setting, options);
  const status code = spectral_check(&parameter);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", who);
}

status matrix_winnow_create(const learner_setting *setting, const options *options, void **self) {
  *self = NULL;
  matrix_winnow *winnow = NULL;
  TRY(NEW_ARRAY(1, winnow));
  tune(winnow, setting->n, options);
  spectral_options parameter = spectral_of(setting, options);
  parameter.shift = fixed_log(winnow->w0);
  const status code = spectral_new(&parameter, &winnow->w);
  if (code != STATUS_OK) {
    free(winnow);
    return code;
  }
  *self = winnow;
  return STATUS_OK;
}

void matrix_winnow_destroy(void *self) {
  matrix_winnow *winnow = self;
  if (winnow == NULL) return;
  spectral_free(winnow->w);
  free(winnow);
}

status matrix_winnow_predict(void *self, const instance *x, prediction *out) {
  matrix_winnow *winnow = self;
  TRY(spectral_score(winnow->w, x, &out->score));
  out->value = out->score >= winnow->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

status matrix_winnow_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  matrix_winnow *winnow = self;
  *updated = predicted->value != label;
  if (!*updated) return STATUS_OK;
  TRY(spectral_step(winnow->w, winnow->eta * label, x));
  if (winnow->normalize == WINNOW_NONE) return STATUS_OK;
  double log_trace = 0.0;
  TRY(spectral_log_trace(winnow->w, &log_trace));
  const double target = winnow->normalize == WINNOW_TRACE ? 0.0 : fixed_log((double)winnow->r);
  return spectral_shift(winnow->w, target - log_trace);
}

status matrix_winnow_score(void *self, const instance *x, double *score) {
  return spectral_score(((matrix_winnow *)self)->w, x, score);
}

spectral *matrix_winnow_parameter(void *self) {
  return ((matrix_winnow *)self)->w;
}

bool matrix_winnow_constant(const void *self, const char *name, double *value) {
  const matrix_winnow *winnow = self;
  if (strcmp(name, "comparator_scale") == 0) {
    if (winnow->normalize == WINNOW_TRACE) return false;
    *value = winnow->normalize == WINNOW_PROJECT ? 1.0 : winnow_scale(winnow->eta, winnow->theta, 0.0, winnow->gap);
    return true;
  }
  if (strcmp(name, "comparator_trace") == 0) {
    *value = 1.0;
    return winnow->normalize == WINNOW_TRACE;
  }
  const struct {
    const char *name;
    double value;
  } constants[] = {{"eta", winnow->eta},
                   {"theta", winnow->theta},
                   {"w0", winnow->w0},
                   {"r", (double)winnow->r},
                   {"gap", winnow->gap},
                   {"normalize", (double)winnow->normalize},
                   {"given", winnow->given ? 1.0 : 0.0}};
  for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
    if (strcmp(constants[i].name, name) == 0) {
      *value = constants[i].value;
      return true;
    }
  }
  return false;
}

const learner_class learner_matrix_winnow = {
    .name = "matrix_winnow",
    .title = "Matrix Winnow",
    .citation = "Warmuth 2007, Algorithm 1 (w0 = r/n)",
    .help = "multiplicative matrix updates exp(log W + eta y X) on mistakes",
    .family = "winnow",
    .result_version = 1,
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_SIGN,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .check = matrix_winnow_check,
    .create = matrix_winnow_create,
    .destroy = matrix_winnow_destroy,
    .predict = matrix_winnow_predict,
    .update = matrix_winnow_update,
    .score = matrix_winnow_score,
    .parameter = matrix_winnow_parameter,
    .constant = matrix_winnow_constant,
};
