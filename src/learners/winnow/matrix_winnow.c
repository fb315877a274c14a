#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

static const parameter parameters[] = {
    WINNOW_OPTIONS(matrix_winnow),
    WEIGHTS_CHOICE(matrix_winnow, "of the argument H; auto: by the kind of the instances"),
};

static const option_rule rules[] = {
    WINNOW_RULES(matrix_winnow),
};

/* The constants that are not given, from the theorem (Warmuth 2007, Theorem 2 with w0 = r/n; docs/errata.md). */
static void tune(matrix_winnow *self) {
  const double n = (double)self->n, r = (double)self->r;
  const double low = self->gap_low / r, high = self->gap / r;
  const bool trace = self->normalize == WINNOW_TRACE;
  if (isnan(self->eta)) {
    self->eta = trace ? winnow_normalized_rate_for(low, high, fixed_log(n / r), self->hinge / r)
                      : winnow_rate_for(self->gap_low, self->gap, r * fixed_log(n / r), self->hinge);
  }
  if (isnan(self->theta)) {
    self->theta = trace ? winnow_normalized_threshold(self->eta, low + high)
                        : winnow_threshold(self->eta, self->gap_low + self->gap);
  }
  if (isnan(self->w0)) self->w0 = (trace ? 1.0 : r) / n;
}

status matrix_winnow_check(const void *self, const learner_setting *setting) {
  const matrix_winnow *winnow = self;
  const spectral_options wanted = weights_wanted(setting, winnow->representation, LINK_EXP);
  return weights_check(setting->class->about.name, &wanted);
}

status matrix_winnow_init(void *self, matrix_winnow *winnow, const learner_setting *setting) {
  winnow->n = setting->n;
  winnow->given = !isnan(winnow->eta) || !isnan(winnow->theta) || !isnan(winnow->w0);
  winnow->moved = winnow->interval_low != 0.0 || winnow->interval_high != 1.0;
  tune(winnow);
  spectral_options wanted = weights_wanted(setting, winnow->representation, LINK_EXP);
  wanted.shift = fixed_log(winnow->w0);
  return weights_new(self, &wanted, &winnow->w);
}

static status init(void *self, const learner_setting *setting) {
  return matrix_winnow_init(self, self, setting);
}

static double constant_map(void *context, double eigenvalue) {
  return *(const double *)context;
}

void matrix_winnow_tune(matrix_winnow *winnow, size_t r, double gap) {
  winnow->r = r;
  winnow->gap = gap;
  winnow->eta = winnow->theta = winnow->w0 = NAN;
  tune(winnow);
}

status matrix_winnow_restart(matrix_winnow *winnow, size_t r, double gap) {
  matrix_winnow_tune(winnow, r, gap);
  return spectral_map_eigenvalues(winnow->w, constant_map, &winnow->w0);
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
    .check = matrix_winnow_check,
    .init = init,
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
              PARAMETERS(parameters),
              RULES(rules)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .methods = &matrix_winnow_methods,
};
