#include "learners/winnow/matrix_winnow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "base/state.h"
#include "learners/winnow/winnow_tuning.h"

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
  size_t n, r;
  double gap_low, gap, hinge, interval_low, interval_high, eta, theta, w0;
  winnow_normalize normalize;
  bool given;
  bool moved; /* the interval is not [0,1] */
} matrix_winnow;

winnow_settings winnow_settings_of(const options *options) {
  winnow_settings settings = {.r = option_count(options, "r"),
                              .gap_low = option_number(options, "gap_low"),
                              .gap = option_number(options, "gap"),
                              .interval_low = option_number(options, "interval_low"),
                              .interval_high = option_number(options, "interval_high"),
                              .eta = NAN,
                              .theta = NAN,
                              .w0 = NAN,
                              .representation = REPRESENTATION_AUTO};
  if (option_given(options, "eta")) settings.eta = option_number(options, "eta");
  if (option_given(options, "theta")) settings.theta = option_number(options, "theta");
  (void)spectral_representation_by_name(option_text(options, "representation"), &settings.representation);
  return settings;
}

static winnow_settings all_settings_of(const options *options) {
  winnow_settings settings = winnow_settings_of(options);
  if (option_is(options, "normalize", "trace")) settings.normalize = WINNOW_TRACE;
  if (option_is(options, "normalize", "project")) settings.normalize = WINNOW_PROJECT;
  if (option_given(options, "w0")) settings.w0 = option_number(options, "w0");
  settings.hinge = option_number(options, "hinge");
  return settings;
}

/* The constants that are not given, from the theorem (Warmuth 2007, Theorem 2 with w0 = r/n; docs/errata.md). */
static void tune(matrix_winnow *self, const winnow_settings *settings) {
  const double n = (double)self->n, r = (double)self->r;
  const double low = self->gap_low / r, high = self->gap / r;
  const bool trace = self->normalize == WINNOW_TRACE;
  self->eta = settings->eta;
  if (isnan(self->eta)) {
    self->eta = trace ? winnow_normalized_rate_for(low, high, fixed_log(n / r), self->hinge / r)
                      : winnow_rate_for(self->gap_low, self->gap, r * fixed_log(n / r), self->hinge);
  }
  self->theta = settings->theta;
  if (isnan(self->theta)) {
    self->theta = trace ? winnow_normalized_threshold(self->eta, low + high)
                        : winnow_threshold(self->eta, self->gap_low + self->gap);
  }
  self->w0 = isnan(settings->w0) ? (trace ? 1.0 : r) / n : settings->w0;
}

static spectral_options spectral_of(const learner_setting *setting, const winnow_settings *settings) {
  const size_t per_trial = setting->rank == 0 ? 1 : setting->rank;
  const size_t most = setting->trials > setting->n / per_trial ? setting->n : setting->trials * per_trial;
  return (spectral_options){.n = setting->n,
                            .link = LINK_EXP,
                            .representation = settings->representation,
                            .kind = setting->kind,
                            .shift = 0.0,
                            .capacity = most,
                            .eigen = setting->eigen};
}

status winnow_settings_check(const char *who, const learner_setting *setting, const winnow_settings *settings) {
  if (settings->r > setting->n) {
    return FAIL(STATUS_INVALID, "%s: r = %zu must be at most n = %zu", who, settings->r, setting->n);
  }
  if (settings->gap_low >= settings->gap) {
    return FAIL(STATUS_INVALID, "%s: gap_low = %g must be below gap = %g", who, settings->gap_low, settings->gap);
  }
  if (settings->interval_low >= settings->interval_high) {
    return FAIL(STATUS_INVALID, "%s: interval_low = %g must be below interval_high = %g", who, settings->interval_low,
                settings->interval_high);
  }
  if (settings->normalize != WINNOW_NONE && !isnan(settings->w0)) {
    return FAIL(STATUS_INVALID, "%s: w0 has no effect with normalize = \"%s\": leave it out", who,
                settings->normalize == WINNOW_TRACE ? "trace" : "project");
  }
  if (settings->hinge > 0.0 && !isnan(settings->eta)) {
    return FAIL(STATUS_INVALID, "%s: hinge has no effect with a given eta: leave one of them out", who);
  }
  const spectral_options parameter = spectral_of(setting, settings);
  const status code = spectral_check(&parameter);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", who);
}

status matrix_winnow_check(const learner_setting *setting, const options *options) {
  const winnow_settings settings = all_settings_of(options);
  return winnow_settings_check(option_who(options), setting, &settings);
}

status matrix_winnow_build(const learner_setting *setting, const winnow_settings *settings, void **self) {
  *self = NULL;
  matrix_winnow *winnow = NULL;
  TRY(NEW_ARRAY(1, winnow));
  winnow->n = setting->n;
  winnow->r = settings->r;
  winnow->gap_low = settings->gap_low;
  winnow->gap = settings->gap;
  winnow->hinge = settings->hinge;
  winnow->interval_low = settings->interval_low;
  winnow->interval_high = settings->interval_high;
  winnow->normalize = settings->normalize;
  winnow->given = !isnan(settings->eta) || !isnan(settings->theta) || !isnan(settings->w0);
  winnow->moved = settings->interval_low != 0.0 || settings->interval_high != 1.0;
  tune(winnow, settings);
  spectral_options parameter = spectral_of(setting, settings);
  parameter.shift = fixed_log(winnow->w0);
  const status code = spectral_new(&parameter, &winnow->w);
  if (code != STATUS_OK) {
    free(winnow);
    return code;
  }
  *self = winnow;
  return STATUS_OK;
}

status matrix_winnow_create(const learner_setting *setting, const options *options, void **self) {
  const winnow_settings settings = all_settings_of(options);
  return matrix_winnow_build(setting, &settings, self);
}

static double constant_map(void *context, double eigenvalue) {
  (void)eigenvalue;
  return *(const double *)context;
}

status matrix_winnow_restart(void *self, size_t r, double gap) {
  static const winnow_settings theorem = {.eta = NAN, .theta = NAN, .w0 = NAN};
  matrix_winnow *winnow = self;
  winnow->r = r;
  winnow->gap = gap;
  tune(winnow, &theorem);
  return spectral_map_eigenvalues(winnow->w, constant_map, &winnow->w0);
}

void matrix_winnow_destroy(void *self) {
  matrix_winnow *winnow = self;
  if (winnow == NULL) return;
  spectral_free(winnow->w);
  free(winnow);
}

status matrix_winnow_predict(void *self, const instance *x, prediction *out) {
  const matrix_winnow *winnow = self;
  TRY(matrix_winnow_score(self, x, &out->score));
  out->value = out->score >= winnow->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

/* From tr(W X) to tr(W (X - aI)/(b - a)) */
static status move_score(const matrix_winnow *self, double *score) {
  if (!self->moved) return STATUS_OK;
  double trace = 0.0;
  TRY(spectral_trace(self->w, &trace));
  *score = (*score - self->interval_low * trace) / (self->interval_high - self->interval_low);
  return STATUS_OK;
}

status matrix_winnow_predict_block(void *self, size_t count, const instance *xs, prediction *out) {
  const matrix_winnow *winnow = self;
  double scores[PREDICTION_BLOCK];
  TRY(spectral_score_block(winnow->w, count, xs, scores));
  for (size_t i = 0; i < count; i++) {
    TRY(move_score(winnow, &scores[i]));
    out[i] = (prediction){.score = scores[i], .value = scores[i] >= winnow->theta ? 1.0 : -1.0};
  }
  return STATUS_OK;
}

status matrix_winnow_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  matrix_winnow *winnow = self;
  *updated = predicted->value != label;
  if (!*updated) return STATUS_OK;
  const double step = winnow->eta * label / (winnow->interval_high - winnow->interval_low);
  TRY(spectral_step(winnow->w, step, x));
  if (winnow->moved) TRY(spectral_shift(winnow->w, -step * winnow->interval_low));
  if (winnow->normalize == WINNOW_NONE) return STATUS_OK;
  double log_trace = 0.0;
  TRY(spectral_log_trace(winnow->w, &log_trace));
  const double target = winnow->normalize == WINNOW_TRACE ? 0.0 : fixed_log((double)winnow->r);
  return spectral_shift(winnow->w, target - log_trace);
}

status matrix_winnow_score(void *self, const instance *x, double *score) {
  const matrix_winnow *winnow = self;
  TRY(spectral_score(winnow->w, x, score));
  return move_score(winnow, score);
}

status matrix_winnow_save(void *self, cJSON *state) {
  const matrix_winnow *winnow = self;
  cJSON *parameter = NULL;
  TRY(state_add_object(state, "parameter", &parameter));
  return spectral_save(winnow->w, parameter);
}

status matrix_winnow_load(void *self, const cJSON *state) {
  const matrix_winnow *winnow = self;
  const cJSON *parameter = NULL;
  TRY(state_check_names(state, "parameter"));
  TRY(state_get_object(state, "parameter", &parameter));
  const status code = spectral_load(winnow->w, parameter);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "parameter");
}

spectral *matrix_winnow_parameter(void *self) {
  return ((matrix_winnow *)self)->w;
}

bool matrix_winnow_constant(const void *self, const char *name, double *value) {
  const matrix_winnow *winnow = self;
  if (strcmp(name, "comparator_scale") == 0) {
    if (winnow->normalize == WINNOW_TRACE) return false;
    *value = winnow->normalize == WINNOW_PROJECT
                 ? 1.0
                 : winnow_scale(winnow->eta, winnow->theta, winnow->gap_low, winnow->gap);
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
                   {"gap_low", winnow->gap_low},
                   {"interval_low", winnow->interval_low},
                   {"interval_high", winnow->interval_high},
                   {"hinge", winnow->hinge},
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
    .about =
        {.name = "matrix_winnow",
         .title = "Matrix Winnow",
         .citation = "Warmuth 2007, Algorithm 1 (w0 = r/n)",
         .help = "multiplicative matrix updates exp(log W + eta y X) on mistakes",
         .formula =
             "predicts $+1$ iff $\\mathrm{tr}(WX)\\ge\\theta$, $W=e^H$, $H_1=\\ln w_0I$; on a mistake $H\\leftarrow "
             "H+\\eta "
             "yX$; $w_0=\\frac rn$, $\\theta=\\frac{\\eta(g_0+g_1)}{e^\\eta-e^{-\\eta}}$, and "
             "$\\eta=1+e^{-\\eta}=1.278\\dots$ if $g_0=0$; projected: then $W\\leftarrow\\frac r{\\mathrm{tr}W}W$; "
             "normalised: $W\\leftarrow\\frac1{\\mathrm{tr}W}W$, "
             "$\\theta=\\frac{e^{\\eta\\sigma}-1}{(1-e^{-\\eta})(e^\\eta+e^{\\eta\\sigma})}$, "
             "$\\sigma=\\frac{g_0+g_1}r$",
         .family = "winnow",
         .result_version = 2,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .check = matrix_winnow_check,
    .create = matrix_winnow_create,
    .destroy = matrix_winnow_destroy,
    .predict = matrix_winnow_predict,
    .predict_block = matrix_winnow_predict_block,
    .update = matrix_winnow_update,
    .score = matrix_winnow_score,
    .save = matrix_winnow_save,
    .load = matrix_winnow_load,
    .parameter = matrix_winnow_parameter,
    .constant = matrix_winnow_constant,
};
