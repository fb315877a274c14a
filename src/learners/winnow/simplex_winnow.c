#include "learners/winnow/simplex_winnow.h"

/* The argument H of a weight that is 0: e^H underflows. */
static const double log_of_nothing = -1e4;

double simplex_winnow_rate(double range, double margin, double threshold) {
  return (fixed_atanh(margin / range) - fixed_atanh(threshold / range)) / range;
}

double simplex_winnow_progress(double eta, double range, double margin, double threshold) {
  const double above = 0.5 * (1.0 + threshold / range), reach = eta * range;
  /* ln( b e^s + (1-b) e^-s ) = s + ln( 1 - (1-b) (1 - e^-2s) ) */
  return eta * margin - reach - fixed_log1p((1.0 - above) * fixed_expm1(-2.0 * reach));
}

static status check_start(const char *who, size_t n, const number_list *start) {
  double sum = 0.0;
  if (start->count != n) {
    return FAIL(STATUS_INVALID, "%s: start has %zu weights, expected n = %zu", who, start->count, n);
  }
  for (size_t i = 0; i < n; i++) {
    if (start->value[i] < 0.0) return FAIL(STATUS_INVALID, "%s: start weight %zu must be >= 0", who, i + 1);
    sum += start->value[i];
  }
  if (sum > 0.0 && isfinite(sum)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: the sum of the start weights is %g, expected a number > 0", who, sum);
}

static status check(const void *self, const learner_setting *setting) {
  const simplex_winnow *winnow = self;
  const char *who = setting->class->about.name;
  if (winnow->margin >= winnow->range && isnan(winnow->eta)) {
    return FAIL(STATUS_INVALID, "%s: margin = %g must be below range = %g", who, winnow->margin, winnow->range);
  }
  if (winnow->threshold >= winnow->margin && isnan(winnow->eta)) {
    return FAIL(STATUS_INVALID, "%s: threshold = %g must be below margin = %g", who, winnow->threshold, winnow->margin);
  }
  if (winnow->start.count == 0) return STATUS_OK;
  if (setting->kind == INSTANCE_VECTOR) return check_start(who, setting->n, &winnow->start);
  return FAIL(STATUS_INVALID, "%s: start is for vectors only: leave it out", who);
}

/* H = ln of the start weights, sum 1. */
static status set_start(simplex_winnow *winnow) {
  const double *start = winnow->start.value;
  const size_t n = winnow->n;
  double log_trace = 0.0;
  TRY(OWN_ARRAY(winnow, n, winnow->absent));
  TRY(OWN_ARRAY(winnow, n, winnow->absent_index));
  TRY(OWN_ARRAY(winnow, n, winnow->ones));
  for (size_t i = 0; i < n; i++) {
    winnow->ones[i] = 1.0;
    winnow->absent[i] = start[i] == 0.0;
    winnow->value[i] = winnow->absent[i] ? log_of_nothing : fixed_log(start[i]);
    if (winnow->absent[i]) winnow->absent_index[winnow->absent_count++] = i;
  }
  const instance logs = instance_dense_vector(n, winnow->value);
  TRY(spectral_step(winnow->w, 1.0, &logs));
  TRY(spectral_log_trace(winnow->w, &log_trace));
  return spectral_shift(winnow->w, -log_trace);
}

status simplex_winnow_init(void *self, const learner_setting *setting) {
  simplex_winnow *winnow = self;
  const simplex_winnow_variant *variant = setting->class->variant;
  winnow->doubled = variant != NULL && variant->doubled;
  const bool equal = winnow->start.count == 0;
  const size_t order = winnow->doubled ? 2 * setting->n : setting->n;
  const spectral_options wanted = {.n = order,
                                   .link = LINK_EXP,
                                   .kind = setting->kind,
                                   .shift = equal ? -fixed_log((double)order) : 0.0,
                                   .capacity = weights_capacity(setting, order),
                                   .eigen = setting->eigen};
  winnow->n = setting->n;
  winnow->given = !isnan(winnow->eta);
  if (!winnow->given) winnow->eta = simplex_winnow_rate(winnow->range, winnow->margin, winnow->threshold);
  TRY(OWN_ARRAY(self, order, winnow->index));
  TRY(OWN_ARRAY(self, order, winnow->value));
  TRY(weights_new(self, &wanted, &winnow->w));
  return equal ? STATUS_OK : set_start(winnow);
}

static double constant_map(void *context, double eigenvalue) {
  return *(const double *)context;
}

void simplex_winnow_tune(simplex_winnow *winnow, double margin) {
  winnow->margin = margin;
  winnow->eta = simplex_winnow_rate(winnow->range, margin, winnow->threshold);
}

status simplex_winnow_restart(simplex_winnow *winnow, double margin) {
  double equal = 1.0 / (double)spectral_order(winnow->w);
  simplex_winnow_tune(winnow, margin);
  return spectral_map_eigenvalues(winnow->w, constant_map, &equal);
}

/* (x, -x) */
static instance doubled(const simplex_winnow *winnow, const instance *x) {
  const size_t m = x->count, n = winnow->n;
  double *restrict value = winnow->value;
  size_t *restrict index = winnow->index;
  kernel_opposite(m, x->value, value);
  if (x->index == NULL) return instance_dense_vector(2 * m, value);
  memcpy(index, x->index, m * sizeof *index);
  for (size_t j = 0; j < m; j++) index[m + j] = n + x->index[j];
  return instance_sparse(INSTANCE_VECTOR, 2 * n, 2 * m, index, value);
}

/* (x, -x), or x without the attributes whose weight is 0. */
static instance seen(simplex_winnow *winnow, const instance *x) {
  const size_t m = x->count;
  if (winnow->doubled) return doubled(winnow, x);
  if (winnow->absent_count == 0) return *x;
  size_t count = 0;
  for (size_t j = 0; j < m; j++) {
    const size_t i = x->index == NULL ? j : x->index[j];
    if (winnow->absent[i]) continue;
    winnow->index[count] = i;
    winnow->value[count++] = x->value[j];
  }
  return instance_sparse(INSTANCE_VECTOR, winnow->n, count, winnow->index, winnow->value);
}

static status score_of(simplex_winnow *winnow, const instance *x, double *score) {
  if (winnow->doubled) return spectral_opposite_score(winnow->w, x, score);
  if (winnow->absent_count == 0) return spectral_score(winnow->w, x, score);
  const instance view = seen(winnow, x);
  return spectral_score(winnow->w, &view, score);
}

status simplex_winnow_predict(void *self, const instance *x, prediction *out) {
  TRY(score_of(self, x, &out->score));
  out->value = out->score >= ((const simplex_winnow *)self)->boundary ? 1.0 : -1.0;
  return STATUS_OK;
}

status simplex_winnow_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  simplex_winnow *winnow = self;
  *updated = label * predicted->score <= winnow->threshold;
  if (!*updated) return STATUS_OK;
  const instance view = seen(winnow, x);
  double log_trace = 0.0;
  TRY(spectral_step(winnow->w, winnow->eta * label, &view));
  TRY(spectral_log_trace(winnow->w, &log_trace));
  TRY(spectral_shift(winnow->w, -log_trace));
  if (winnow->absent_count == 0) return STATUS_OK;
  const instance absent =
      instance_sparse(INSTANCE_VECTOR, winnow->n, winnow->absent_count, winnow->absent_index, winnow->ones);
  return spectral_step(winnow->w, log_trace, &absent); /* the argument of a zero weight stays */
}

static const field constants[] = {
    {FIELD(simplex_winnow, eta, FIELD_NUMBER)},
    {FIELD_NAMED("theta", simplex_winnow, threshold, FIELD_NUMBER)},
    {FIELD(simplex_winnow, margin, FIELD_NUMBER)},
    {FIELD(simplex_winnow, range, FIELD_NUMBER)},
    {FIELD(simplex_winnow, given, FIELD_FLAG)},
    {FIELD(simplex_winnow, doubled, FIELD_FLAG)},
    {FIELD_NAMED("threshold", simplex_winnow, boundary, FIELD_NUMBER)},
};

bool simplex_winnow_constant(const void *self, const char *name, double *value) {
  return fields_value(constants, sizeof constants / sizeof *constants, self, name, value);
}

static const field state[] = {SIMPLEX_WINNOW_STATE};

WEIGHTS_FIRST(simplex_winnow, w);
const learner_methods simplex_winnow_methods = {
    .size = sizeof(simplex_winnow),
    .check = check,
    .init = simplex_winnow_init,
    .predict = simplex_winnow_predict,
    .update = simplex_winnow_update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .parameter = weights_parameter,
};
