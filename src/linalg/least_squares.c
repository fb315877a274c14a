#include "linalg/least_squares.h"
#include "base/fixed_math.h"
#include "base/state.h"
#include "linalg/kernels.h"

struct least_squares {
  size_t capacity, order;
  bool grows;
  double *factor;  /* R, capacity x capacity, row by row; 0 below the diagonal */
  double *rotated; /* z */
  double minimum;
};

void least_squares_free(least_squares *s) {
  if (s == NULL) return;
  memory_unreserve(s->factor, s->capacity * s->capacity, sizeof *s->factor);
  free(s->rotated);
  free(s);
}

status least_squares_new(size_t capacity, double lambda, least_squares **out) {
  CLEANUP(least_squares_free_at) least_squares *s = NULL;
  size_t entries = 0;
  *out = NULL;
  if (capacity < 1 || __builtin_mul_overflow(capacity, capacity, &entries)) {
    return FAIL(STATUS_MEMORY, "no memory for least squares of order %zu", capacity);
  }
  TRY(NEW_ARRAY(1, s));
  s->capacity = capacity;
  s->grows = lambda == 0.0;
  s->order = s->grows ? 0 : capacity;
  TRY(memory_reserve(entries, sizeof *s->factor, &s->factor));
  TRY(NEW_ARRAY(capacity, s->rotated));
  for (size_t k = 0; k < s->order; k++) s->factor[k * (capacity + 1)] = sqrt(lambda);
  return HAND_OVER(s, *out);
}

size_t least_squares_order(const least_squares *s) {
  return s->order;
}

/* sqrt(a^2 + b^2), also where the squares would overflow or vanish. */
static double length_of(double a, double b) {
  const double large = fmax(fabs(a), fabs(b)), small = fmin(fabs(a), fabs(b));
  if (small == 0.0) return large;
  const double ratio = small / large;
  return large * sqrt(1.0 + ratio * ratio);
}

/* Rotates the row (x, y) with the rows of R until its first columns are 0; returns what is left of y. */
static double eliminate(least_squares *s, size_t columns, double *restrict x, double y) {
  for (size_t k = 0; k < s->order; k++) {
    if (x[k] == 0.0) continue;
    double *restrict row = s->factor + k * s->capacity;
    const double length = length_of(row[k], x[k]), c = row[k] / length, d = x[k] / length;
    row[k] = length;
    for (size_t j = k + 1; j < columns; j++) {
      const double above = row[j];
      row[j] = c * above + d * x[j];
      x[j] = c * x[j] - d * above;
    }
    const double above = s->rotated[k];
    s->rotated[k] = c * above + d * y;
    y = c * y - d * above;
  }
  return y;
}

static status check_finite(const least_squares *s) {
  double sum = s->minimum;
  for (size_t k = 0; k < s->order; k++) sum += fabs(s->rotated[k]) + s->factor[k * (s->capacity + 1)];
  return isfinite(sum) ? STATUS_OK : FAIL(STATUS_NUMERIC, "least squares: a number is beyond a double");
}

status least_squares_add(least_squares *s, double *x, double y) {
  const double rest = eliminate(s, s->order, x, y);
  s->minimum += rest * rest;
  return check_finite(s);
}

status least_squares_extend(least_squares *s, double *x, double y) {
  const size_t k = s->order;
  if (!s->grows || k == s->capacity) {
    return FAIL(STATUS_INVALID, "least squares: order %zu cannot grow further", k);
  }
  const double rest = eliminate(s, k + 1, x, y);
  const double sign = x[k] < 0.0 ? -1.0 : 1.0;
  s->factor[k * (s->capacity + 1)] = sign * x[k];
  s->rotated[k] = sign * rest;
  s->order++;
  return x[k] != 0.0 ? check_finite(s) : FAIL(STATUS_NUMERIC, "least squares: a row of the factor vanished");
}

void least_squares_solve(const least_squares *s, double *w) {
  for (size_t k = s->order; k-- > 0;) {
    const double *row = s->factor + k * s->capacity;
    w[k] = (s->rotated[k] - kernel_dot(s->order - k - 1, row + k + 1, w + k + 1)) / row[k];
  }
}

/* v = R^{-T} x by columns of R^T, that is rows of R. */
double least_squares_leverage(const least_squares *s, const double *x, double *work) {
  memcpy(work, x, s->order * sizeof *work);
  for (size_t k = 0; k < s->order; k++) {
    const double *row = s->factor + k * s->capacity;
    if (work[k] == 0.0) continue;
    work[k] /= row[k];
    kernel_axpy(s->order - k - 1, -work[k], row + k + 1, work + k + 1);
  }
  return kernel_dot(s->order, work, work);
}

double least_squares_minimum(const least_squares *s) {
  return s->minimum;
}

double least_squares_log_det(const least_squares *s) {
  double sum = 0.0;
  for (size_t k = 0; k < s->order; k++) sum += fixed_log(s->factor[k * (s->capacity + 1)]);
  return 2.0 * sum;
}

status least_squares_save(const least_squares *s, cJSON *state) {
  if (s->grows) TRY(state_add_count(state, "order", s->order));
  TRY(state_add_rows(state, "factor", s->order, s->order, s->capacity, s->factor));
  TRY(state_add_numbers(state, "rotated", s->order, s->rotated));
  return state_add_number(state, "minimum", s->minimum);
}

status least_squares_load(least_squares *s, const cJSON *state) {
  TRY(state_check_names(state, s->grows ? "order factor rotated minimum" : "factor rotated minimum"));
  if (s->grows) TRY(state_get_count(state, "order", 0, s->capacity, &s->order));
  TRY(state_get_rows(state, "factor", s->order, s->order, s->capacity, s->factor));
  TRY(state_get_numbers(state, "rotated", s->order, s->rotated));
  TRY(state_get_number(state, "minimum", &s->minimum));
  if (s->minimum < 0.0) return FAIL(STATUS_INVALID, "minimum: %g, expected a number >= 0", s->minimum);
  for (size_t k = 0; k < s->order; k++) {
    const double *row = s->factor + k * s->capacity;
    if (!(row[k] > 0.0)) {
      return FAIL(STATUS_INVALID, "factor: diagonal entry %zu is %g, expected a number > 0", k + 1, row[k]);
    }
    for (size_t j = 0; j < k; j++) {
      if (row[j] == 0.0) continue;
      return FAIL(STATUS_INVALID, "factor: entry (%zu,%zu) is %g, expected 0 below the diagonal", k + 1, j + 1, row[j]);
    }
  }
  return STATUS_OK;
}
