#include "linalg/singular.h"
#include "linalg/kernels.h"
#include <float.h>

enum { SWEEPS = 60 };

/* The rounding error of a sum of `length` products is at most about half of this. */
double singular_cosine(size_t length) {
  return DBL_EPSILON * (8.0 + sqrt((double)length));
}

static void rotate(size_t n, double c, double s, double *x, double *y) {
  for (size_t i = 0; i < n; i++) {
    const double a = x[i], b = y[i];
    x[i] = c * a - s * b;
    y[i] = s * a + c * b;
  }
}

/* Makes rows x and y orthogonal (Hestenes 1958); false if they are already. Skips rows that are negligible in the
 * matrix. */
static bool make_orthogonal(size_t k, size_t length, double least, double *x, double *y, double *jx, double *jy) {
  const double a = kernel_norm(length, x), b = kernel_norm(length, y);
  if (a <= least || b <= least) return false;
  const double cosine = kernel_dot(length, x, y) / (a * b);
  if (fabs(cosine) <= singular_cosine(length)) return false;
  const double zeta = (b / a - a / b) / (2.0 * cosine);
  const double t = (zeta >= 0.0 ? 1.0 : -1.0) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
  const double c = 1.0 / sqrt(1.0 + t * t);
  rotate(length, c, c * t, x, y);
  if (jx != NULL) rotate(k, c, c * t, jx, jy);
  return true;
}

static void multiply(size_t n, double by, double *x) {
  for (size_t i = 0; i < n; i++) x[i] *= by;
}

/* For rows whose inner products do not underflow. */
static status rotate_rows(size_t k, size_t length, double *rows, double *rotation, double *values) {
  const double least = 1e-18 * kernel_norm(k * length, rows);
  if (!isfinite(least)) return FAIL(STATUS_NUMERIC, "singular values: an entry is not finite or too large");
  if (rotation != NULL) {
    memset(rotation, 0, k * k * sizeof *rotation);
    for (size_t i = 0; i < k; i++) rotation[i * (k + 1)] = 1.0;
  }
  bool moved = true;
  for (int sweep = 0; moved; sweep++) {
    if (sweep == SWEEPS) return FAIL(STATUS_NUMERIC, "singular values: no convergence after %d sweeps", (int)SWEEPS);
    moved = false;
    for (size_t i = 0; i < k; i++) {
      for (size_t j = i + 1; j < k; j++) {
        double *ji = rotation != NULL ? rotation + i * k : NULL, *jj = rotation != NULL ? rotation + j * k : NULL;
        moved |= make_orthogonal(k, length, least, rows + i * length, rows + j * length, ji, jj);
      }
    }
  }
  for (size_t i = 0; i < k; i++) values[i] = kernel_norm(length, rows + i * length);
  return STATUS_OK;
}

status singular_rotate(size_t k, size_t length, double *rows, double *rotation, double *values) {
  static const double up = 0x1p600, down = 0x1p-600;
  const double size = kernel_norm(k * length, rows);
  if (!(size > 0.0 && size < 0x1p-400)) return rotate_rows(k, length, rows, rotation, values);
  multiply(k * length, up, rows);
  TRY(rotate_rows(k, length, rows, rotation, values));
  multiply(k * length, down, rows);
  multiply(k, down, values);
  return STATUS_OK;
}

status singular_largest(size_t m, size_t n, const double *a, double *work, double *value) {
  const size_t k = m < n ? m : n, length = m < n ? n : m;
  double *values = work + m * n;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) work[m <= n ? i * n + j : j * m + i] = a[i * n + j];
  }
  *value = NAN;
  TRY(singular_rotate(k, length, work, NULL, values));
  *value = 0.0;
  for (size_t i = 0; i < k; i++) *value = fmax(*value, values[i]);
  return STATUS_OK;
}
