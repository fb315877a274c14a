#include "learners/exponentiated_gradient/exponentiated_gradient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "learners/exponentiated_gradient/density_start.h"
#include "learners/exponentiated_gradient/implicit_step.h"
#include "learners/weights.h"
#include "linalg/kernels.h"
#include "registry/field.h"

typedef struct exponentiated {
  spectral *w;
  loss loss;
  size_t n;
  bool doubled, implicit;
  double radius, bound;
  double eta, range, c, loss_at_most, divergence_at_most;
  double saved_eta; /* eta, or what a loaded state has instead */
  rate_origin tuned;
  double start_trace, start_divergence;
  size_t *index; /* doubled: room for (x, -x) */
  double *value;
} exponentiated;

/* 2c/(r^2 (2+c)) */
static double rate_of(double range, double c) {
  return 2.0 / (range * range * (1.0 + 2.0 / c));
}

static exponentiated_form form_of(const learner_setting *setting) {
  return *(const exponentiated_form *)setting->class->variant;
}

static double range_of(exponentiated_form form, const learner_setting *setting, const options *options) {
  if (form.doubled) return 2.0 * option_number(options, "radius") * option_number_or(options, "bound", NAN);
  return option_number_or(options, "range", setting->kind == INSTANCE_DISTANCE ? 1.0 : NAN);
}

static bool starts_elsewhere(exponentiated_form form, const options *options) {
  return !form.doubled && option_given(options, "start");
}

/* A start needs the whole of H: dense, or updated for distances, unless both instances and start are diagonal. */
static spectral_representation representation_of(exponentiated_form form, const learner_setting *setting,
                                                 const options *options) {
  spectral_representation wanted = REPRESENTATION_DIAGONAL;
  if (!form.matrix) return wanted;
  (void)spectral_representation_by_name(option_text(options, "representation"), &wanted);
  if (wanted != REPRESENTATION_AUTO || !starts_elsewhere(form, options)) return wanted;
  const cJSON *list = option_structure(options, "start");
  if (setting->kind == INSTANCE_VECTOR && !cJSON_IsArray(list->child)) return wanted;
  return setting->kind == INSTANCE_DISTANCE ? REPRESENTATION_UPDATED : REPRESENTATION_DENSE;
}

static spectral_options spectral_of(exponentiated_form form, const learner_setting *setting, const options *options) {
  const bool start = starts_elsewhere(form, options);
  const size_t order = form.doubled ? 2 * setting->n : setting->n;
  return (spectral_options){.n = order,
                            .link = LINK_EXP,
                            .representation = representation_of(form, setting, options),
                            .kind = setting->kind,
                            .shift = start ? 0.0 : -fixed_log((double)order),
                            .capacity = start ? order : weights_capacity(setting, order),
                            .eigen = setting->eigen};
}

/* The rate is given in one way only. */
static status check_rate(exponentiated_form form, const learner_setting *setting, const options *options) {
  static const char *const ways[] = {"eta", "c", "loss_at_most"};
  const char *who = option_who(options), *used = option_is(options, "tuning", "separable") ? "tuning" : NULL;
  for (size_t i = 0; i < 3; i++) {
    if (!option_given(options, ways[i])) continue;
    if (used != NULL) return FAIL(STATUS_INVALID, "%s: %s and %s both set the rate: leave one out", who, used, ways[i]);
    used = ways[i];
  }
  if (option_given(options, "divergence_at_most") && !option_given(options, "loss_at_most")) {
    return FAIL(STATUS_INVALID, "%s: divergence_at_most has no effect without loss_at_most", who);
  }
  if (option_given(options, "eta")) return STATUS_OK;
  if (setting->loss.kind != LOSS_SQUARE) {
    return FAIL(STATUS_INVALID, "%s: eta is needed: the theorem's rates are for square losses, this one is %s", who,
                loss_kind_name(setting->loss.kind));
  }
  if (!isnan(range_of(form, setting, options))) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: %s is needed for the theorem's rate, or eta", who, form.doubled ? "bound" : "range");
}

static status check_start(exponentiated_form form, const learner_setting *setting, const options *options,
                          const spectral_options *wanted) {
  density_start start;
  if (!starts_elsewhere(form, options)) return STATUS_OK;
  TRY(density_start_read(options, setting->n, setting->eigen, &start));
  const bool matrix = start.vectors != NULL;
  density_start_free(&start);
  if (!matrix || wanted->representation != REPRESENTATION_DIAGONAL) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: start is a matrix, expected a list of n = %zu numbers: the parameter is diagonal",
              option_who(options), setting->n);
}

static status check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  const exponentiated_form form = form_of(setting);
  const char *who = option_who(options);
  if (setting->loss.kind == LOSS_ZERO_ONE) {
    return FAIL(STATUS_INVALID, "%s: needs real labels with a convex loss, this one is %s", who,
                loss_kind_name(setting->loss.kind));
  }
  TRY(check_rate(form, setting, options));
  const spectral_options wanted = spectral_of(form, setting, options);
  TRY(weights_check(who, &wanted));
  return check_start(form, setting, options, &wanted);
}

/* Lmax and Dmax are of the loss as it is, eta and r of squares with scale 1. */
static void tune_from_loss(exponentiated *made, const options *options) {
  made->tuned = RATE_FROM_LOSS;
  made->loss_at_most = option_number(options, "loss_at_most");
  made->divergence_at_most = option_number_or(options, "divergence_at_most", made->start_divergence);
  made->c = made->range * sqrt(2.0 * made->loss.scale * made->divergence_at_most / made->loss_at_most);
  if (made->loss_at_most == 0.0) made->c = INFINITY;
}

static void tune(exponentiated *made, const options *options) {
  made->c = made->loss_at_most = made->divergence_at_most = NAN;
  if (option_given(options, "eta")) {
    made->tuned = RATE_GIVEN;
    made->eta = option_number(options, "eta");
    return;
  }
  if (option_is(options, "tuning", "separable")) {
    made->tuned = RATE_SEPARABLE;
    made->eta = 2.0 / (made->range * made->range * made->loss.scale);
    return;
  }
  if (option_given(options, "loss_at_most")) {
    tune_from_loss(made, options);
  } else {
    made->tuned = RATE_FROM_C;
    made->c = option_number_or(options, "c", 1.0);
  }
  made->eta = made->c > 0.0 ? rate_of(made->range, made->c) / made->loss.scale : 0.0;
  if (!isinf(made->c)) return;
  made->tuned = RATE_SEPARABLE; /* Lmax = 0 */
  made->c = NAN;
}

static status begin(exponentiated *made, exponentiated_form form, const learner_setting *setting,
                    const options *options) {
  const spectral_options wanted = spectral_of(form, setting, options);
  density_start start = {.n = wanted.n, .trace = 1.0, .least = 1.0 / (double)wanted.n};
  if (!form.doubled) TRY(density_start_read(options, setting->n, setting->eigen, &start));
  made->start_trace = start.trace;
  made->start_divergence = -fixed_log(start.least);
  status code = spectral_new(&wanted, &made->w);
  if (code == STATUS_OK) code = density_start_set(&start, made->w);
  density_start_free(&start);
  TRY(code);
  if (!form.doubled) return STATUS_OK;
  TRY(NEW_ARRAY(wanted.n, made->index));
  return NEW_ARRAY(wanted.n, made->value);
}

static status init(void *self, const learner_setting *setting) {
  const options *options = setting->options;
  exponentiated *made = self;
  const exponentiated_form form = form_of(setting);
  made->loss = setting->loss;
  made->n = setting->n;
  made->doubled = form.doubled;
  made->implicit = option_is(options, "update", "implicit");
  made->radius = form.doubled ? option_number(options, "radius") : NAN;
  made->bound = option_number_or(options, "bound", NAN);
  made->range = range_of(form, setting, options);
  TRY(begin(made, form, setting, options));
  tune(made, options);
  made->saved_eta = made->eta;
  return STATUS_OK;
}

static void clear(void *self) {
  exponentiated *made = self;
  spectral_free(made->w);
  free(made->index);
  free(made->value);
}

/* X as the parameter sees it, without the factor `radius`. */
static instance seen(const exponentiated *made, const instance *x) {
  const size_t m = x->count;
  if (!made->doubled) return *x;
  kernel_opposite(m, x->value, made->value);
  if (x->index == NULL) return instance_dense_vector(2 * m, made->value);
  memcpy(made->index, x->index, m * sizeof *made->index);
  for (size_t j = 0; j < m; j++) made->index[m + j] = made->n + x->index[j];
  return instance_sparse(INSTANCE_VECTOR, 2 * made->n, 2 * m, made->index, made->value);
}

static status score(void *self, const instance *x, double *value) {
  const exponentiated *made = self;
  if (!made->doubled) return spectral_score(made->w, x, value);
  TRY(spectral_opposite_score(made->w, x, value));
  *value *= made->radius;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  TRY(score(self, x, &out->score));
  out->value = loss_clip(&((const exponentiated *)self)->loss, out->score);
  return STATUS_OK;
}

/* For the square loss the theorem needs no interval: the slope is that of the raw score. */
static double slope_at(const loss *loss, double score, double label) {
  return loss->kind == LOSS_SQUARE ? loss_subgradient(loss, score, label)
                                   : loss_extended_subgradient(loss, score, label);
}

typedef struct slope_context {
  const loss *loss;
  double label, radius;
} slope_context;

static double slope_of_score(void *context, double score) {
  const slope_context *at = context;
  return at->radius * slope_at(at->loss, at->radius * score, at->label);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  exponentiated *made = self;
  const double g = slope_at(&made->loss, predicted->score, label), radius = made->doubled ? made->radius : 1.0;
  *updated = g != 0.0;
  if (!*updated) return STATUS_OK;
  if (!isfinite(g)) return FAIL(STATUS_NUMERIC, "exponentiated gradient: the slope of the loss is %g", g);
  const instance view = seen(made, x);
  if (made->implicit) {
    slope_context at = {.loss = &made->loss, .label = label, .radius = radius};
    return implicit_step(made->w, &view, made->eta, predicted->score / radius, slope_of_score, &at);
  }
  double log_trace = 0.0;
  TRY(spectral_step(made->w, -made->eta * radius * g, &view));
  TRY(spectral_log_trace(made->w, &log_trace));
  return spectral_shift(made->w, -log_trace);
}

static status loaded(void *self) {
  const exponentiated *made = self;
  if (made->saved_eta == made->eta) return STATUS_OK;
  return FAIL(STATUS_INVALID, "eta: %.17g, expected %.17g of the options", made->saved_eta, made->eta);
}

static const field state[] = {
    {FIELD_NAMED("eta", exponentiated, saved_eta, FIELD_NUMBER), .loaded = loaded},
    WEIGHTS_STATE(exponentiated, w),
};

static const field constants[] = {
    {FIELD(exponentiated, eta, FIELD_NUMBER)},
    {FIELD(exponentiated, range, FIELD_NUMBER)},
    {FIELD(exponentiated, c, FIELD_NUMBER)},
    {FIELD(exponentiated, tuned, FIELD_CHOICE)},
    {FIELD(exponentiated, loss_at_most, FIELD_NUMBER)},
    {FIELD(exponentiated, divergence_at_most, FIELD_NUMBER)},
    {FIELD(exponentiated, implicit, FIELD_FLAG)},
    {FIELD(exponentiated, doubled, FIELD_FLAG)},
    {FIELD(exponentiated, radius, FIELD_NUMBER)},
    {FIELD(exponentiated, bound, FIELD_NUMBER)},
    {FIELD(exponentiated, start_trace, FIELD_NUMBER)},
    {FIELD(exponentiated, start_divergence, FIELD_NUMBER)},
};

WEIGHTS_FIRST(exponentiated, w);
const learner_methods exponentiated_methods = {
    .size = sizeof(exponentiated),
    .check = check,
    .init = init,
    .clear = clear,
    .predict = predict,
    .update = update,
    .score = score,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .parameter = weights_parameter,
};
