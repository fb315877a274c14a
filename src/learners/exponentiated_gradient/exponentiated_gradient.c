#include "learners/exponentiated_gradient/exponentiated_gradient.h"
#include "learners/exponentiated_gradient/implicit_step.h"

/* 2c/(r^2 (2+c)) */
static double rate_of(double range, double c) {
  return 2.0 / (range * range * (1.0 + 2.0 / c));
}

static exponentiated_form form_of(const learner_setting *setting) {
  return *(const exponentiated_form *)setting->class->variant;
}

static double range_of(const exponentiated *self, const learner_setting *setting) {
  if (form_of(setting).doubled) return 2.0 * self->radius * self->bound;
  return isnan(self->range) && setting->kind == INSTANCE_DISTANCE ? 1.0 : self->range;
}

static spectral_options spectral_of(const exponentiated *self, const learner_setting *setting) {
  const bool start = self->start != NULL;
  const size_t order = form_of(setting).doubled ? 2 * setting->n : setting->n;
  return (spectral_options){.n = order,
                            .link = LINK_EXP,
                            .representation = !form_of(setting).matrix
                                                  ? REPRESENTATION_DIAGONAL
                                                  : density_start_form(self->start, self->representation, setting),
                            .kind = setting->kind,
                            .shift = start ? 0.0 : -fixed_log((double)order),
                            .capacity = start ? order : weights_capacity(setting, order),
                            .eigen = setting->eigen};
}

/* The rate is given in one way only. */
static status check_rate(const exponentiated *self, const learner_setting *setting) {
  const struct {
    const char *name;
    bool given;
  } ways[] = {{"tuning", self->tuning == TUNING_SEPARABLE},
              {"eta", !isnan(self->eta)},
              {"c", !isnan(self->c)},
              {"loss_at_most", !isnan(self->loss_at_most)}};
  const char *who = setting->class->about.name, *used = NULL;
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    if (!ways[i].given) continue;
    if (used != NULL) {
      return FAIL(STATUS_INVALID, "%s: %s and %s both set the rate: leave one out", who, used, ways[i].name);
    }
    used = ways[i].name;
  }
  if (!isnan(self->divergence_at_most) && isnan(self->loss_at_most)) {
    return FAIL(STATUS_INVALID, "%s: divergence_at_most has no effect without loss_at_most", who);
  }
  if (!isnan(self->eta)) return STATUS_OK;
  if (setting->loss.kind != LOSS_SQUARE) {
    return FAIL(STATUS_INVALID, "%s: eta is needed: the theorem's rates are for square losses, this one is %s", who,
                loss_kind_name(setting->loss.kind));
  }
  if (!isnan(range_of(self, setting))) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: %s is needed for the theorem's rate, or eta", who,
              form_of(setting).doubled ? "bound" : "range");
}

static status check(const void *self, const learner_setting *setting) {
  const exponentiated *made = self;
  const char *who = setting->class->about.name;
  if (setting->loss.kind == LOSS_ZERO_ONE) {
    return FAIL(STATUS_INVALID, "%s: needs real labels with a convex loss, this one is %s", who,
                loss_kind_name(setting->loss.kind));
  }
  TRY(check_rate(made, setting));
  const spectral_options wanted = spectral_of(made, setting);
  TRY(weights_check(who, &wanted));
  return density_start_check(who, made->start, &wanted);
}

/* Lmax and Dmax are of the loss as it is, eta and r of squares with scale 1. */
static void tune_from_loss(exponentiated *made) {
  made->tuned = RATE_FROM_LOSS;
  if (isnan(made->divergence_at_most)) made->divergence_at_most = made->start_divergence;
  made->c = made->range * sqrt(2.0 * made->loss.scale * made->divergence_at_most / made->loss_at_most);
  if (made->loss_at_most == 0.0) made->c = INFINITY;
}

static void tune(exponentiated *made) {
  if (!isnan(made->eta)) {
    made->tuned = RATE_GIVEN;
    return;
  }
  if (made->tuning == TUNING_SEPARABLE) {
    made->tuned = RATE_SEPARABLE;
    made->eta = 2.0 / (made->range * made->range * made->loss.scale);
    return;
  }
  if (!isnan(made->loss_at_most)) {
    tune_from_loss(made);
  } else {
    made->tuned = RATE_FROM_C;
    if (isnan(made->c)) made->c = 1.0;
  }
  made->eta = made->c > 0.0 ? rate_of(made->range, made->c) / made->loss.scale : 0.0;
  if (!isinf(made->c)) return;
  made->tuned = RATE_SEPARABLE; /* Lmax = 0 */
  made->c = NAN;
}

static status begin(exponentiated *made, const learner_setting *setting) {
  const spectral_options wanted = spectral_of(made, setting);
  CLEANUP(density_start_free) density_start start = {0};
  TRY(density_start_read(setting->class->about.name, made->start, wanted.n, setting->eigen, &start));
  made->start_trace = start.trace;
  made->start_divergence = -fixed_log(start.least);
  TRY(weights_new(made, &wanted, &made->w));
  TRY(density_start_set(&start, made->w));
  if (!made->doubled) return STATUS_OK;
  TRY(OWN_ARRAY(made, wanted.n, made->index));
  return OWN_ARRAY(made, wanted.n, made->value);
}

static status init(void *self, const learner_setting *setting) {
  exponentiated *made = self;
  made->loss = setting->loss;
  made->n = setting->n;
  made->doubled = form_of(setting).doubled;
  made->range = range_of(made, setting);
  if (!made->doubled) made->radius = made->bound = NAN;
  TRY(begin(made, setting));
  tune(made);
  made->saved_eta = made->eta;
  return STATUS_OK;
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
static double slope_at(const loss *cost, double score, double label) {
  return cost->kind == LOSS_SQUARE ? loss_subgradient(cost, score, label)
                                   : loss_extended_subgradient(cost, score, label);
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
  if (made->update == UPDATE_IMPLICIT) {
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
    {FIELD_NAMED("implicit", exponentiated, update, FIELD_CHOICE)},
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
    .predict = predict,
    .update = update,
    .score = score,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .parameter = weights_parameter,
};
