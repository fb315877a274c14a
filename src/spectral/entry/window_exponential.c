#include "spectral/entry/window_exponential.h"
#include "base/fixed_math.h"
#include "linalg/eigen/band_eigen.h"
#include "spectral/entry/divided_difference.h"
#include <float.h>

struct window_exponential {
  window_series *series;
  size_t largest;
  double *matrix;      /* T - C */
  double *values;      /* its eigenvalues */
  double *exponential; /* e^(values + shift) */
  double *leading;     /* rows: the entries 0 and 1 of the eigenvectors */
  double *work;
};

status window_exponential_new(arena *memory, size_t largest, window_exponential **out) {
  window_exponential *w = NULL;
  TRY(ARENA_ARRAY(memory, 1, w));
  w->largest = largest;
  TRY(window_series_new(memory, largest, &w->series));
  TRY(ARENA_RESERVED(memory, largest * largest, w->matrix));
  TRY(ARENA_ARRAY(memory, largest, w->values));
  TRY(ARENA_ARRAY(memory, largest, w->exponential));
  TRY(ARENA_ARRAY(memory, 2 * largest, w->leading));
  TRY(ARENA_ARRAY(memory, band_eigen_work(largest), w->work));
  *out = w;
  return STATUS_OK;
}

/* ---- by eigenvalues */

/* Of T - C; *trace = the sum of the exponentials. */
static status decompose(window_exponential *w, size_t n, const double *t, double shift, double mu, double off,
                        double *leading, double *trace) {
  memcpy(w->matrix, t, n * n * sizeof *t);
  w->matrix[0] -= mu;
  if (n > 1) {
    w->matrix[n + 1] -= mu;
    w->matrix[1] -= off;
    w->matrix[n] -= off;
  }
  TRY(band_eigen(n, w->matrix, w->work, w->values, leading));
  *trace = 0.0;
  for (size_t l = 0; l < n; l++) {
    w->exponential[l] = fixed_exp(w->values[l] + shift);
    *trace += w->exponential[l];
  }
  return isfinite(*trace) ? STATUS_OK : FAIL(STATUS_NUMERIC, "exp of a matrix with trace %g", *trace);
}

/* Second derivatives by Daleckii and Krein (1965). */
static void values_of_eigenvalues(const window_exponential *w, size_t n, window_values *out) {
  *out = (window_values){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  for (size_t a = 0; a < n; a++) {
    const double *va = w->leading + 2 * a;
    out->entry[0] += w->exponential[a] * va[0] * va[0];
    out->entry[1] += w->exponential[a] * va[0] * va[1];
    out->entry[2] += w->exponential[a] * va[1] * va[1];
    for (size_t b = 0; b <= a; b++) {
      const double *vb = w->leading + 2 * b, d = va[0] * vb[0] + va[1] * vb[1], x = va[0] * vb[1] + va[1] * vb[0];
      const double difference = divided_difference(w->values[a], w->values[b], w->exponential[a], w->exponential[b]);
      const double weight = (a == b ? 1.0 : 2.0) * difference;
      out->curvature[0] += weight * d * d;
      out->curvature[1] += weight * d * x;
      out->curvature[2] += weight * x * x;
    }
  }
}

/* Eigenvalues have errors of a few units of the largest one, and exponentials these relative ones. */
static status change_of_eigenvalues(window_exponential *w, size_t n, const double *t, double shift, double mu,
                                    double off, window_change *out) {
  double trace[2], size = 0.0;
  for (int after = 0; after < 2; after++) {
    TRY(decompose(w, n, t, shift, after * mu, after * off, NULL, &trace[after]));
    for (size_t l = 0; l < n; l++) size = fmax(size, fabs(w->values[l]));
  }
  *out = (window_change){trace[1] - trace[0], 4.0 * DBL_EPSILON * (4.0 + size) * (trace[0] + trace[1])};
  return STATUS_OK;
}

/* ---- either way */

status window_exponential_values(window_exponential *w, size_t order, const double *t, double shift, double mu,
                                 double off, window_values *out) {
  double trace = 0.0;
  if (!window_series_values(w->series, order, t, shift, mu, off, out)) {
    TRY(decompose(w, order, t, shift, mu, off, w->leading, &trace));
    values_of_eigenvalues(w, order, out);
  }
  const double sum = out->entry[0] + out->entry[2];
  return isfinite(sum) ? STATUS_OK : FAIL(STATUS_NUMERIC, "exp of a matrix with diagonal entries of sum %g", sum);
}

status window_exponential_change(window_exponential *w, size_t order, const double *t, double shift, double mu,
                                 double off, window_change *out) {
  if (!window_series_change(w->series, order, t, shift, mu, off, out)) {
    TRY(change_of_eigenvalues(w, order, t, shift, mu, off, out));
  }
  return isfinite(out->change) ? STATUS_OK
                               : FAIL(STATUS_NUMERIC, "exp of a matrix whose trace changes by %g", out->change);
}

status window_exponential_largest(window_exponential *w, size_t order, const double *t, double shift, double *largest) {
  double trace = 0.0;
  if (window_series_largest(w->series, order, t, shift, largest)) return STATUS_OK;
  TRY(decompose(w, order, t, shift, 0.0, 0.0, NULL, &trace));
  *largest = 0.0;
  for (size_t l = 0; l < order; l++) *largest = fmax(*largest, w->exponential[l]);
  return STATUS_OK;
}
