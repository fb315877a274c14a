#include "hindsight/square_loss/square_trials.h"
#include "linalg/accurate_sum.h"
#include "linalg/kernels.h"
#include "spectral/instance/vector_arithmetic.h"

status square_trials_check(const square_trials *trials, int vectors) {
  if (trials->n < 1) return FAIL(STATUS_INVALID, "best in hindsight: order 0, expected at least 1");
  for (size_t t = 0; t < trials->count; t++) {
    const instance *x = &trials->x[t];
    if (vectors ? x->kind != INSTANCE_VECTOR : instance_kind_has_rows(x->kind)) {
      return FAIL(STATUS_INVALID, "best in hindsight: trial %zu has an instance of kind %s, expected %s", t + 1,
                  instance_kind_name(x->kind), vectors ? "vectors" : "symmetric ones");
    }
    if (x->n != trials->n) {
      return FAIL(STATUS_INVALID, "best in hindsight: trial %zu has order %zu, expected %zu", t + 1, x->n, trials->n);
    }
    if (instance_check_finite(x) != STATUS_OK)
      return status_context(STATUS_INVALID, "best in hindsight: trial %zu", t + 1);
    if (!isfinite(trials->y[t])) {
      return FAIL(STATUS_INVALID, "best in hindsight: trial %zu has label %g, expected a finite number", t + 1,
                  trials->y[t]);
    }
  }
  return STATUS_OK;
}

status square_trials_key(const square_trials *trials, const char *name, double parameter, char key[33]) {
  CLEANUP(stream_hash_free_at) stream_hash *hash = NULL;
  const uint64_t sizes[] = {trials->n, trials->count};
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, name, strlen(name));
  stream_hash_bytes(hash, &parameter, sizeof parameter);
  stream_hash_bytes(hash, sizes, sizeof sizes);
  for (size_t t = 0; t < trials->count; t++) { /* dense and sparse forms may differ in the last digits of the answer */
    const unsigned char sparse = trials->x[t].index != NULL;
    instance_hash(&trials->x[t], hash);
    stream_hash_bytes(hash, &sparse, 1);
  }
  stream_hash_bytes(hash, trials->y, trials->count * sizeof *trials->y);
  stream_hash_text(hash, key);
  return STATUS_OK;
}

double square_trials_loss(size_t count, const double *e) {
  accurate_sum sum = {0};
  for (size_t t = 0; t < count; t++) accurate_sum_add_product(&sum, e[t], e[t]);
  return accurate_sum_value(&sum);
}

double square_trials_dual(const square_trials *trials, const double *e) {
  accurate_sum sum = {0};
  for (size_t t = 0; t < trials->count; t++) {
    accurate_sum_add_product(&sum, -2.0 * e[t], trials->y[t]);
    accurate_sum_add_product(&sum, -e[t], e[t]);
  }
  return accurate_sum_value(&sum) - accurate_sum_error(&sum);
}

static size_t place(const instance *x, size_t j) {
  return x->index != NULL ? x->index[j] : j;
}

void square_trials_residuals(const square_trials *trials, const double *u, double *e) {
  for (size_t t = 0; t < trials->count; t++) e[t] = vector_inner_instance(u, &trials->x[t]) - trials->y[t];
}

void square_trials_accurate_residuals(const square_trials *trials, const double *u, double *e, double *error) {
  *error = 0.0;
  for (size_t t = 0; t < trials->count; t++) {
    const instance *x = &trials->x[t];
    accurate_sum sum = {0};
    for (size_t j = 0; j < x->count; j++) accurate_sum_add_product(&sum, x->value[j], u[place(x, j)]);
    accurate_sum_add(&sum, -trials->y[t]);
    e[t] = accurate_sum_value(&sum);
    *error = fmax(*error, accurate_sum_error(&sum) - DBL_EPSILON * fabs(e[t]));
  }
}

void square_trials_gradient(const square_trials *trials, const double *e, double *g) {
  memset(g, 0, trials->n * sizeof *g);
  for (size_t t = 0; t < trials->count; t++) {
    const instance *x = &trials->x[t];
    if (e[t] == 0.0) continue;
    if (x->index == NULL) {
      kernel_axpy(x->n, e[t], x->value, g);
    } else {
      for (size_t j = 0; j < x->count; j++) g[x->index[j]] += e[t] * x->value[j];
    }
  }
}

status square_trials_accurate_gradient(const square_trials *trials, const double *e, double *g, double *error) {
  FREED accurate_sum *sums = NULL;
  TRY(NEW_ARRAY(trials->n, sums));
  for (size_t t = 0; t < trials->count; t++) {
    const instance *x = &trials->x[t];
    for (size_t j = 0; j < x->count; j++) accurate_sum_add_product(&sums[place(x, j)], e[t], x->value[j]);
  }
  for (size_t i = 0; i < trials->n; i++) {
    g[i] = accurate_sum_value(&sums[i]);
    error[i] = accurate_sum_error(&sums[i]);
  }
  return STATUS_OK;
}

void square_trials_column(const square_trials *trials, size_t i, double *column) {
  for (size_t t = 0; t < trials->count; t++) column[t] = instance_coordinate(&trials->x[t], i);
}
