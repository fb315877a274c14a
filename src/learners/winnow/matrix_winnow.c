#include "learners/winnow/matrix_winnow.h"

#include <math.h>
#include <string.h>

#include "base/fixed_math.h"
#include "learners/winnow/winnow_tuning.h"
#include "registry/field.h"

static const parameter parameters[] = {
    WINNOW_PARAMETERS,
    WEIGHTS_REPRESENTATION("of the argument H; auto: by the kind of the instances"),
};

winnow_settings winnow_settings_of(const options *options) {
  winnow_settings settings = {.r = option_count(options, "r"),
                              .gap_low = option_number(options, "gap_low"),
                              .gap = option_number(options, "gap"),
                              .interval_low = option_number(options, "interval_low"),
                              .interval_high = option_number(options, "interval_high"),
                              .eta = option_number_or(options, "eta", NAN),
                              .theta = option_number_or(options, "theta", NAN),
                              .w0 = NAN,
                              .representation = REPRESENTATION_AUTO};
  (void)spectral_representation_by_name(option_text(options, "representation"), &settings.representation);
  return settings;
}

static winnow_settings all_settings_of(const options *options) {
  winnow_settings settings = winnow_settings_of(options);
  settings.normalize = option_choice(options, "normalize");
  settings.w0 = option_number_or(options, "w0", NAN);
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
  return (spectral_options){.n = setting->n,
                            .link = LINK_EXP,
                            .representation = settings->representation,
                            .kind = setting->kind,
                            .capacity = weights_capacity(setting, setting->n),
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
  return weights_check(who, &parameter);
}

static status check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  const winnow_settings settings = all_settings_of(options);
  return winnow_settings_check(option_who(options), setting, &settings);
}

status matrix_winnow_init(matrix_winnow *winnow, const learner_setting *setting, const winnow_settings *settings) {
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
  return spectral_new(&parameter, &winnow->w);
}

static status init(void *self, const learner_setting *setting) {
  const options *options = setting->options;
  const winnow_settings settings = all_settings_of(options);
  return matrix_winnow_init(self, setting, &settings);
}

static double constant_map(void *context, double eigenvalue) {
  (void)eigenvalue;
  return *(const double *)context;
}

void matrix_winnow_tune(matrix_winnow *winnow, size_t r, double gap) {
  static const winnow_settings theorem = {.eta = NAN, .theta = NAN, .w0 = NAN};
  winnow->r = r;
  winnow->gap = gap;
  tune(winnow, &theorem);
}

status matrix_winnow_restart(matrix_winnow *winnow, size_t r, double gap) {
  matrix_winnow_tune(winnow, r, gap);
  return spectral_map_eigenvalues(winnow->w, constant_map, &winnow->w0);
}

void matrix_winnow_clear(void *self) {
  spectral_free(((matrix_winnow *)self)->w);
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

/* What the analysis compares with. */
static bool comparator_constant(const void *self, const char *name, double *value) {
  const matrix_winnow *winnow = self;
  const bool trace = winnow->normalize == WINNOW_TRACE, none = winnow->normalize == WINNOW_NONE;
  if (strcmp(name, trace ? "comparator_trace" : "comparator_scale") != 0) return false;
  *value = none ? winnow_scale(winnow->eta, winnow->theta, winnow->gap_low, winnow->gap) : 1.0;
  return true;
}

static const field constants[] = {
    {FIELD(matrix_winnow, eta, FIELD_NUMBER)},          {FIELD(matrix_winnow, theta, FIELD_NUMBER)},
    {FIELD(matrix_winnow, w0, FIELD_NUMBER)},           {FIELD(matrix_winnow, r, FIELD_COUNT)},
    {FIELD(matrix_winnow, gap, FIELD_NUMBER)},          {FIELD(matrix_winnow, gap_low, FIELD_NUMBER)},
    {FIELD(matrix_winnow, interval_low, FIELD_NUMBER)}, {FIELD(matrix_winnow, interval_high, FIELD_NUMBER)},
    {FIELD(matrix_winnow, hinge, FIELD_NUMBER)},        {FIELD(matrix_winnow, normalize, FIELD_CHOICE)},
    {FIELD(matrix_winnow, given, FIELD_FLAG)},
};

bool matrix_winnow_constant(const void *self, const char *name, double *value) {
  return fields_value(constants, sizeof constants / sizeof *constants, self, name, value) ||
         comparator_constant(self, name, value);
}

static const field state[] = {MATRIX_WINNOW_STATE};

WEIGHTS_FIRST(matrix_winnow, w);
const learner_methods matrix_winnow_methods = {
    .size = sizeof(matrix_winnow),
    .check = check,
    .init = init,
    .clear = matrix_winnow_clear,
    .predict = matrix_winnow_predict,
    .predict_block = matrix_winnow_predict_block,
    .update = matrix_winnow_update,
    .score = matrix_winnow_score,
    FIELDS(state, state),
    .constant = matrix_winnow_constant,
    .parameter = weights_parameter,
};

const learner_class learner_matrix_winnow = {
    .about = {.name = "matrix_winnow",
              .title = "Matrix Winnow",
              .citation = "Warmuth 2007, Algorithm 1 (w0 = r/n)",
              .help = "multiplicative matrix updates exp(log W + eta y X) on mistakes",
              .formula =
                  "predicts $+1$ iff $\\mathrm{tr}(WX)\\ge\\theta$, $W=e^H$, $H_1=\\ln w_0I$; on a mistake "
                  "$H\\leftarrow H+\\eta yX$; $w_0=\\frac rn$, $\\theta=\\frac{\\eta(g_0+g_1)}{e^\\eta-e^{-\\eta}}$, "
                  "and $\\eta=1+e^{-\\eta}=1.278\\dots$ if $g_0=0$; projected: then $W\\leftarrow\\frac "
                  "r{\\mathrm{tr}W}W$; normalised: $W\\leftarrow\\frac1{\\mathrm{tr}W}W$, "
                  "$\\theta=\\frac{e^{\\eta\\sigma}-1}{(1-e^{-\\eta})(e^\\eta+e^{\\eta\\sigma})}$, "
                  "$\\sigma=\\frac{g_0+g_1}r$",
              .family = "winnow",
              .result_version = 2,
              PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .methods = &matrix_winnow_methods,
};
