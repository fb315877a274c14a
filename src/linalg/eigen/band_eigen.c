#include "linalg/eigen/band_eigen.h"
#include "linalg/eigen/tridiagonal_ql.h"

static const double AGREEMENT = 1e-10;

size_t band_eigen_work(size_t n) {
  return 2 * n;
}

/* The band: diagonal d, subdiagonals e_i = a(i+1,i) and f_i = a(i+2,i); and the row pairs of Q, or NULL. */
typedef struct band {
  size_t n;
  double *d, *e, *f, *rows;
} band;

static void rotate(rotation g, double *x, double *y) {
  const double old = *x;
  *x = g.c * old + g.s * *y;
  *y = g.c * *y - g.s * old;
}

/* Applies G A G^T in the plane (p, p+1) to everything right of its left columns. Returns the entry (p+3, p) that
 * appears. */
static double rotate_plane(const band *b, size_t p, rotation g) {
  double *d = b->d, *e = b->e, *f = b->f;
  const size_t q = p + 1;
  const double cs = g.c * g.s, low = d[p], high = d[q], off = e[p];
  d[p] = g.c * g.c * low + 2.0 * cs * off + g.s * g.s * high;
  d[q] = g.s * g.s * low - 2.0 * cs * off + g.c * g.c * high;
  e[p] = cs * (high - low) + (g.c * g.c - g.s * g.s) * off;
  if (q + 1 < b->n) rotate(g, &f[p], &e[q]);
  if (b->rows != NULL) {
    rotate(g, &b->rows[2 * p], &b->rows[2 * q]);
    rotate(g, &b->rows[2 * p + 1], &b->rows[2 * q + 1]);
  }
  if (q + 2 >= b->n) return 0.0;
  const double bulge = g.s * f[q];
  f[q] *= g.c;
  return bulge;
}

/* Makes f_j = 0 for each j in turn; each rotation chases a bulge off the end. */
static void make_tridiagonal(const band *b) {
  for (size_t j = 0; j + 2 < b->n; j++) {
    if (b->f[j] == 0.0) continue;
    rotation g = rotation_to(b->e[j], b->f[j], &b->e[j]);
    b->f[j] = 0.0;
    size_t p = j + 1;
    double bulge = rotate_plane(b, p, g);
    while (bulge != 0.0) {
      g = rotation_to(b->f[p], bulge, &b->f[p]);
      p += 2;
      rotate(g, &b->e[p - 1], &b->f[p - 1]);
      bulge = rotate_plane(b, p, g);
    }
  }
}

static bool nearly_equal(double x, double y, double size) {
  return fabs(x - y) <= AGREEMENT * size;
}

/* Checks sums over the spectrum against the entries of A. */
static bool has_moments(size_t n, const double *a, const double *values, const double *leading) {
  double trace = 0.0, square = 0.0, sum = 0.0, sum_square = 0.0;
  double one[3] = {0.0, 0.0, 0.0}, first[3] = {0.0, 0.0, 0.0};
  for (size_t i = 0; i < n; i++) {
    const double *row = a + i * n;
    trace += row[i];
    square += row[i] * row[i];
    for (size_t j = i + 1; j < n && j <= i + 2; j++) square += 2.0 * row[j] * row[j];
    sum += values[i];
    sum_square += values[i] * values[i];
    for (size_t k = 0; k < 3 && leading != NULL; k++) { /* (0,0), (0,1), (1,1) */
      const double product = leading[2 * i + k / 2] * leading[2 * i + (k + 1) / 2];
      one[k] += product;
      first[k] += values[i] * product;
    }
  }
  const double size = sqrt(square) + 1.0;
  if (!isfinite(size)) return false;
  if (!nearly_equal(trace, sum, size * (double)n) || !nearly_equal(square, sum_square, size * size)) return false;
  for (size_t k = 0; k < 3 && leading != NULL; k++) {
    if ((k + 1) / 2 >= n) continue;
    const double entry = a[k / 2 * n + (k + 1) / 2];
    if (!nearly_equal(one[k], k == 1 ? 0.0 : 1.0, 1.0) || !nearly_equal(first[k], entry, size)) return false;
  }
  return true;
}

/* A power of two that scales the band so that the squares of tiny entries do not underflow: 1 unless all are tiny. */
static double scale_of(size_t n, const double *a) {
  double largest = 0.0;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i; j < n && j <= i + 2; j++) largest = fmax(largest, fabs(a[i * n + j]));
  }
  return largest > 0.0 && largest < 0x1p-400 ? 0x1p600 : 1.0;
}

status band_eigen(size_t n, const double *a, double *work, double *values, double *leading) {
  const band b = {n, values, work, work + n, leading};
  const double scale = scale_of(n, a);
  for (size_t i = 0; i < n; i++) {
    values[i] = scale * a[i * n + i];
    work[i] = i + 1 < n ? scale * a[i * n + i + 1] : 0.0;
    work[n + i] = i + 2 < n ? scale * a[i * n + i + 2] : 0.0;
    if (leading == NULL) continue;
    leading[2 * i] = i == 0 ? 1.0 : 0.0;
    leading[2 * i + 1] = i == 1 ? 1.0 : 0.0;
  }
  make_tridiagonal(&b);
  TRY(tridiagonal_ql(n, values, work, 0.0, 2, leading));
  for (size_t i = 0; i < n; i++) values[i] /= scale;
  if (has_moments(n, a, values, leading)) return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "the spectrum of a band matrix of order %zu does not have its moments", n);
}
