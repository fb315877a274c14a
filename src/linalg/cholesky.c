#include "linalg/cholesky.h"
#include "linalg/kernels.h"
#include <math.h>

/* Row by row (Cholesky-Banachiewicz): L_ij = (M_ij - L_i . L_j) / L_jj over the columns before j, M = scale A + shift
 * I. */
bool cholesky_positive(size_t n, const double *a, double scale, double shift, double *work) {
  for (size_t i = 0; i < n; i++) {
    double *row = work + i * n;
    for (size_t j = 0; j < i; j++) {
      const double *pivot_row = work + j * n;
      row[j] = (scale * a[i * n + j] - kernel_dot(j, row, pivot_row)) / pivot_row[j];
    }
    const double pivot = scale * a[i * n + i] + shift - kernel_dot(i, row, row);
    if (!(pivot > 0) || !isfinite(pivot)) return false; /* NaN included */
    row[i] = sqrt(pivot);
  }
  return true;
}

void cholesky_solve_lower(size_t n, const double *factor, double *v) {
  for (size_t i = 0; i < n; i++) v[i] = (v[i] - kernel_dot(i, factor + i * n, v)) / factor[i * (n + 1)];
}

void cholesky_solve(size_t n, const double *factor, double *v) {
  cholesky_solve_lower(n, factor, v);
  for (size_t i = n; i-- > 0;) {
    v[i] /= factor[i * (n + 1)];
    kernel_axpy(i, -v[i], factor + i * n, v);
  }
}
