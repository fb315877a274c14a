#include "linalg/linear_system.h"
#include "linalg/kernels.h"
#include <math.h>

static void exchange_rows(size_t n, double *a, size_t i, size_t j) {
  for (size_t k = 0; i != j && k < n; k++) {
    const double kept = a[i * n + k];
    a[i * n + k] = a[j * n + k];
    a[j * n + k] = kept;
  }
}

bool linear_factor(size_t n, double *a, size_t *row) {
  for (size_t i = 0; i < n; i++) row[i] = i;
  for (size_t k = 0; k < n; k++) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; i++) {
      if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
    }
    const double largest = a[pivot * n + k];
    if (largest == 0.0 || !isfinite(largest)) return false;
    exchange_rows(n, a, k, pivot);
    const size_t kept = row[k];
    row[k] = row[pivot];
    row[pivot] = kept;
    for (size_t i = k + 1; i < n; i++) {
      const double factor = a[i * n + k] /= largest;
      if (factor != 0.0) kernel_axpy(n - k - 1, -factor, a + k * n + k + 1, a + i * n + k + 1);
    }
  }
  return true;
}

void linear_solve(size_t n, const double *factors, const size_t *row, const double *b, double *x) {
  for (size_t i = 0; i < n; i++) x[i] = b[row[i]] - kernel_dot(i, factors + i * n, x);
  for (size_t i = n; i-- > 0;) {
    const double *u = factors + i * n;
    x[i] = (x[i] - kernel_dot(n - i - 1, u + i + 1, x + i + 1)) / u[i];
  }
}

void linear_inverse(size_t n, const double *factors, const size_t *row, double *inverse, double *work) {
  double *unit = work, *column = work + n;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) unit[i] = i == j ? 1.0 : 0.0;
    linear_solve(n, factors, row, unit, column);
    for (size_t i = 0; i < n; i++) inverse[i * n + j] = column[i];
  }
}

double linear_column_norm(size_t m, size_t n, const double *a, double *work) {
  double largest = 0.0;
  for (size_t j = 0; j < n; j++) work[j] = 0.0;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) work[j] += fabs(a[i * n + j]);
  }
  for (size_t j = 0; j < n; j++) {
    if (!(work[j] <= largest) && !isnan(largest)) largest = work[j];
  }
  return largest;
}

double linear_row_norm(size_t m, size_t n, const double *a) {
  double largest = 0.0;
  for (size_t i = 0; i < m; i++) {
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) sum += fabs(a[i * n + j]);
    if (!(sum <= largest) && !isnan(largest)) largest = sum;
  }
  return largest;
}

size_t cholesky_factor(size_t n, const double *a, double *lower) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      const double rest = a[i * n + j] - kernel_dot(j, lower + i * n, lower + j * n);
      if (i == j) {
        if (!(rest > 0.0) || isinf(rest)) return i;
        lower[i * n + i] = sqrt(rest);
      } else {
        lower[i * n + j] = rest / lower[j * n + j];
      }
    }
    for (size_t j = i + 1; j < n; j++) lower[i * n + j] = 0.0;
  }
  return n;
}
