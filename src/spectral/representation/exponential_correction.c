#include "spectral/representation/exponential_correction.h"
#include "base/fixed_math.h"
#include "linalg/kernels.h"
#include "linalg/symmetric_kernels.h"
#include <float.h>

/* Number of coefficients kept for the truncation bounds, and the order at which their recurrence begins: at half = 50
 * the Bessel function of order 224 is below 1e-100 of that of order 0. */
enum { COEFFICIENTS = 192, BEGINNING = 224 };
static const double WIDEST = 100.0;
static const double UNIT = 0.5 * DBL_EPSILON;

struct exponential_correction {
  size_t n, stride;
  double middle, half;
  double c[COEFFICIENTS + 1];            /* of the expansion */
  double beyond[COEFFICIENTS + 1];       /* sum_{k>m} c_k */
  double slope_beyond[COEFFICIENTS + 1]; /* sum_{k>m} k^2 c_k */
  double *t, *combined;                  /* CORRECTION_DEGREE rows each */
  double s[CORRECTION_DEGREE + 2], mu[CORRECTION_DEGREE], nu[CORRECTION_DEGREE], sums[CORRECTION_DEGREE],
      g[CORRECTION_DEGREE], row[CORRECTION_DEGREE];
};

static size_t basis_entries(const exponential_correction *k) {
  return CORRECTION_DEGREE * k->stride;
}

status exponential_correction_new(arena *memory, size_t n, exponential_correction **out) {
  exponential_correction *k = NULL;
  TRY(ARENA_ARRAY(memory, 1, k));
  k->n = n;
  k->stride = (n + 7) / 8 * 8; /* entries after the n-th stay 0 */
  TRY(ARENA_RESERVED(memory, basis_entries(k), k->t));
  TRY(ARENA_RESERVED(memory, basis_entries(k), k->combined));
  *out = k;
  return STATUS_OK;
}

/* e^x = e^middle (I_0(half) + 2 sum_k I_k(half) T_k), the Bessel functions by Miller's recurrence downwards I_{k-1} =
 * I_{k+1} + (2k/half) I_k, all terms positive, and I_0 + 2 (I_1 + I_2 + ...) = e^half. */
bool exponential_correction_interval(exponential_correction *k, double low, double high, double c) {
  if (!(high >= low) || !(high - low <= WIDEST) || !(fabs(high - c) <= WIDEST)) return false;
  k->middle = 0.5 * low + 0.5 * high;
  k->half = fmax(0.5 * (high - low), 1e-3); /* a wider interval does as well, and 2k/half stays in range */
  double above = 0.0, here = 1e-280, sum = 0.0;
  for (size_t i = BEGINNING; i > 0; i--) {
    if (i <= COEFFICIENTS) k->c[i] = here;
    sum += here;
    const double below = above + 2.0 * (double)i / k->half * here;
    above = here;
    here = below;
    if (here < 1e200) continue;
    for (size_t j = i; j <= COEFFICIENTS; j++) k->c[j] *= 1e-250; /* underflowing coefficients are far below rounding */
    sum *= 1e-250;
    above *= 1e-250;
    here *= 1e-250;
  }
  k->c[0] = here;
  const double factor = fixed_exp(k->middle + k->half - c) / (here + 2.0 * sum);
  k->c[0] *= factor;
  for (size_t i = 1; i <= COEFFICIENTS; i++) k->c[i] *= 2.0 * factor;
  double rest = 0.0, slope = 0.0;
  for (size_t i = COEFFICIENTS + 1; i-- > 0;) {
    k->beyond[i] = rest;
    k->slope_beyond[i] = slope;
    rest += k->c[i];
    slope += (double)(i * i) * k->c[i];
  }
  return true;
}

/* ---- z */

static double length_square(const instance *x) {
  if (x->kind == INSTANCE_DISTANCE) return x->row == x->column ? 0.0 : 1.0;
  return kernel_dot(x->count, x->value, x->value);
}

static void write_vector(const instance *x, size_t n, double *z) {
  memset(z, 0, n * sizeof *z);
  if (x->kind == INSTANCE_DISTANCE) {
    z[x->row] = sqrt(0.5);
    z[x->column] = -sqrt(0.5);
    return;
  }
  for (size_t j = 0; j < x->count; j++) z[x->index == NULL ? j : x->index[j]] = x->value[j];
}

/* ---- the scalars */

static void make_scalars(exponential_correction *k, size_t m, double epsilon) {
  k->s[m + 1] = k->s[m] = 0.0;
  for (size_t n = m + 1; n-- > 0;) k->s[n] = k->c[n] + (n + 2 <= m ? k->s[n + 2] : 0.0);
  for (size_t j = 0; j < m; j++) {
    double sum = 0.0;
    for (size_t l = 1; l < j; l++) sum += k->sums[j - 1 - l] * k->mu[l];
    sum *= 2.0;
    if (j > 0) sum += k->sums[j - 1] * k->mu[0];
    k->nu[j] = k->mu[j] + epsilon * sum;
    k->sums[j] = (j == 0 ? 1.0 : 2.0) * k->nu[j] + (j < 2 ? 0.0 : k->sums[j - 2]);
  }
  for (size_t n = 0; n < m; n++) {
    double sum = 0.0;
    for (size_t r = 0; n + 2 + r <= m; r++) sum += k->sums[r] * k->s[n + 2 + r];
    k->g[n] = k->s[n + 1] + 2.0 * epsilon * sum;
  }
}

/* combined_l = sum_{i<m-l} epsilon 2'_l 2'_i g_{l+i} t_i */
static void combine(exponential_correction *k, size_t m, double epsilon) {
  for (size_t l = 0; l < m; l++) {
    double *row = k->combined + l * k->stride;
    const double factor = l == 0 ? epsilon : 2.0 * epsilon;
    for (size_t i = 0; i + l < m; i++) k->row[i] = 2.0 * factor * k->g[l + i];
    k->row[0] *= 0.5;
    memset(row, 0, k->stride * sizeof *row);
    kernel_rows_combine(m - l, k->stride, k->t, k->stride, k->row, row);
  }
}

/* One step of the recurrence adds an error of `local` |z| to a vector t, and the error of step j grows by a factor of
 * at most U_{k-1-j} <= k - j: t_k has an error of k^2 local |z|. mu and nu have the same error, so that sums_r has an
 * error of (r + 1)^3, which enters g with another epsilon. The products and sums of the last two steps cost 4m + 16
 * roundings of each term. */
static double rounding(const exponential_correction *k, size_t m, double epsilon, double square, double row_sum) {
  const double local = UNIT * (2.0 / k->half * (((double)k->n + 2.0) * row_sum + 4.0 * fabs(k->middle)) + 4.0);
  double products = 0.0, basis = 0.0, moments = 0.0;
  for (size_t i = 0; i < m; i++) {
    const double n = (double)i, size = fabs(k->g[i]), q = n + 1.0;
    products += q * size;
    basis += n * q * (2.0 * n + 1.0) / 3.0 * size;
    moments += q * q * q * q * q / 20.0 * k->s[i + 1];
  }
  const double change = fabs(epsilon) * square;
  return 4.0 * change * (UNIT * (4.0 * (double)m + 16.0) * products + local * (basis + 2.0 * change * moments));
}

/* ---- the correction */

/* t_{k+1} = 2 h t_k - t_{k-1}, t_1 = h t_0, h = (H - middle) / half */
static void make_basis(exponential_correction *k, size_t m, const double *h, const instance *x) {
  const size_t n = k->n;
  write_vector(x, n, k->t);
  k->mu[0] = length_square(x);
  for (size_t j = 1; j < m; j++) {
    const double *last = k->t + (j - 1) * k->stride;
    double *next = k->t + j * k->stride;
    const double factor = (j == 1 ? 1.0 : 2.0) / k->half;
    kernel_symmetric_multiply(n, h, last, next);
    if (j == 1) {
      for (size_t i = 0; i < n; i++) next[i] = factor * (next[i] - k->middle * last[i]);
    } else {
      const double *before = last - k->stride;
      for (size_t i = 0; i < n; i++) next[i] = factor * (next[i] - k->middle * last[i]) - before[i];
    }
    k->mu[j] = kernel_dot(n, k->t, next);
  }
}

bool exponential_correction_add(exponential_correction *k, const double *h, const instance *x, double a,
                                double tolerance, double row_sum, double *w, double *error) {
  const double epsilon = a / k->half, square = length_square(x), change = fabs(epsilon) * square;
  double missing = INFINITY;
  size_t m = 0;
  *error = 0.0;
  if (change == 0.0) return true;
  while (m < CORRECTION_DEGREE && !(missing <= tolerance)) {
    m++;
    missing = fmin(2.0 * k->beyond[m], change * k->slope_beyond[m]);
  }
  if (!(missing <= tolerance)) return false;
  make_basis(k, m, h, x);
  make_scalars(k, m, epsilon);
  combine(k, m, epsilon);
  kernel_symmetric_update(k->n, m, k->combined, k->t, k->stride, w);
  *error = missing + rounding(k, m, epsilon, square, row_sum);
  return true;
}
