#include "spectral/entry/window_series.h"
#include "base/fixed_math.h"
#include "linalg/pair.h"
#include <float.h>

static const double WIDEST = 48.0;
static const double UNITS =
    16.0; /* of rounding, of the change and its first order: tests/unit/spectral/test_window_exponential.c */
static const double SMALL = 1e-17, SMALL_CURVATURE = 1e-9;
enum { ITERATIONS = 12 };       /* of the bound of the largest eigenvalue */
enum { TERMS = 256, EDGE = 2 }; /* the widest x needs 163 terms */

struct window_series {
  double *band[3];            /* of B or B': diagonal, first and second subdiagonal, each between EDGE zeros */
  double *panels;             /* B^k E and B^(k+1) E, rows of two between EDGE rows of zeros */
  size_t count;               /* of terms */
  double low, width, inverse; /* x is the width; 1/x, 0 for 0 */
  double weight[TERMS];       /* x^k/k! */
  pair left[TERMS];           /* (M_k)_11, (M_k)_12 */
  pair right[TERMS];          /* (M_k)_22, (M_k)_12 */
  pair sums[TERMS];           /* tr M_k, (M_k)_12 */
  double determinant[TERMS];  /* coefficients of det(I + z C/x sum M_k z^k) */
  double power_traces[TERMS]; /* s_k */
};

status window_series_new(arena *memory, size_t largest, window_series **out) {
  window_series *s = NULL;
  TRY(ARENA_ARRAY(memory, 1, s));
  for (size_t b = 0; b < 3; b++) TRY(ARENA_ARRAY(memory, largest + 2 * EDGE, s->band[b]));
  TRY(ARENA_ARRAY(memory, 4 * (largest + 2 * EDGE), s->panels));
  *out = s;
  return STATUS_OK;
}

/* ---- the interval of the discs, and the terms that it needs */

static void extend_interval(double *const band[3], size_t n, double *low, double *high) {
  for (size_t i = EDGE; i < n + EDGE; i++) {
    const double near = fabs(band[1][i]) + fabs(band[1][i - 1]), far = fabs(band[2][i]) + fabs(band[2][i - 2]);
    const double centre = band[0][i], radius = near + far;
    if (centre - radius < *low) *low = centre - radius;
    if (centre + radius > *high) *high = centre + radius;
  }
}

static void count_terms(window_series *s) {
  const double x = s->width;
  double weight = 1.0;
  s->count = 0;
  while ((double)s->count < 2.0 * x || weight > SMALL) {
    s->weight[s->count++] = weight;
    weight *= x / (double)s->count;
  }
}

/* The band of T - C. */
static void set_band(window_series *s, size_t n, const double *t, double mu, double off) {
  for (size_t b = 0; b < 3; b++) {
    double *band = s->band[b] + EDGE;
    memset(band, 0, (n + EDGE) * sizeof *band);
    for (size_t i = 0; i + b < n; i++) band[i] = t[i * n + i + b];
  }
  s->band[0][EDGE] -= mu;
  if (n == 1) return;
  s->band[0][EDGE + 1] -= mu;
  s->band[1][EDGE] -= off;
}

/* Makes it that of B or B', for the discs of the interval. False if that is too wide, or an entry is not finite. */
static bool scale_band(window_series *s, size_t n, double low, double high) {
  double sum = 0.0;
  s->low = low;
  s->width = high - low;
  if (!(s->width <= WIDEST)) return false;
  s->inverse = s->width > 0.0 ? 1.0 / s->width : 0.0;
  for (size_t i = EDGE; i < n + EDGE; i++) {
    s->band[0][i] = s->inverse * (s->band[0][i] - low);
    s->band[1][i] *= s->inverse;
    s->band[2][i] *= s->inverse;
    sum += s->band[0][i] + s->band[1][i] + s->band[2][i];
  }
  if (!isfinite(sum)) return false;
  count_terms(s);
  return true;
}

/* ---- moments */

/* Rows 0 to rows - 1 of B v. */
static void multiply(const window_series *s, size_t rows, const double *v, double *product) {
  const double *diagonal = s->band[0], *first = s->band[1], *second = s->band[2];
  for (size_t i = EDGE; i < rows + EDGE; i++) {
    const pair here = both(diagonal[i]) * load(v + 2 * i);
    const pair near = both(first[i]) * load(v + 2 * i + 2) + both(first[i - 1]) * load(v + 2 * i - 2);
    const pair far = both(second[i]) * load(v + 2 * i + 4) + both(second[i - 2]) * load(v + 2 * i - 4);
    store(product + 2 * i, here + (near + far));
  }
}

static void set_moment(window_series *s, size_t k, size_t rows, const double *v, const double *w) {
  pair squares = both(0.0);
  double across = 0.0;
  for (size_t i = EDGE; i < rows + EDGE; i++) {
    squares += load(v + 2 * i) * load(w + 2 * i);
    across += v[2 * i] * w[2 * i + 1];
  }
  s->left[k] = (pair){squares[0], across};
  s->right[k] = (pair){squares[1], across};
  s->sums[k] = (pair){squares[0] + squares[1], across};
}

/* Of the matrix in the band. */
static void compute_moments(window_series *s, size_t n) {
  const size_t length = 2 * (n + 2 * EDGE);
  double *now = s->panels, *next = s->panels + length;
  memset(s->panels, 0, 2 * length * sizeof *s->panels);
  now[2 * EDGE] = 1.0;
  if (n > 1) now[2 * EDGE + 3] = 1.0;
  for (size_t k = 0; k < s->count; k += 2) {
    const size_t reached = k + 4 < n ? k + 4 : n; /* other rows of B^(k/2+1) E are 0 */
    set_moment(s, k, reached, now, now);
    if (k + 1 == s->count) break;
    multiply(s, reached, now, next);
    set_moment(s, k + 1, reached, now, next);
    double *free_one = now;
    now = next;
    next = free_one;
  }
}

/* ---- sums */

/* sum_{i=0}^{k} u_i v_{k-i} */
static pair convolution(size_t k, const pair *u, const pair *v) {
  pair even = both(0.0), odd = both(0.0);
  size_t i = 0;
  for (; i < k; i += 2) {
    even += u[i] * v[k - i];
    odd += u[i + 1] * v[k - i - 1];
  }
  if (i == k) even += u[k] * v[0];
  return even + odd;
}

static void sum_entries(const window_series *s, double factor, double entry[3]) {
  pair left = both(0.0), right = both(0.0);
  for (size_t k = s->count; k-- > 0;) { /* the smallest first */
    left += both(s->weight[k]) * s->left[k];
    right += both(s->weight[k]) * s->right[k];
  }
  entry[0] = factor * left[0];
  entry[1] = factor * left[1];
  entry[2] = factor * right[0];
}

/* With a, b, c for the entries of M: tr(M M') = (a + c)(a' + c') - a c' - c a' + 2 b b', tr(M M' X) summed over both orders = 2 b (a' + c'),
 * tr(M X M' X) = 2 b b' + a c' + c a', M and M' exchanged in turn. */
static void sum_curvature(const window_series *s, double factor, double curvature[3]) {
  double dd = 0.0, dx = 0.0, xx = 0.0;
  for (size_t k = 0; k < s->count; k++) {
    const double weight = s->weight[k] / (double)(k + 1);
    const pair minor = convolution(k, s->left, s->right); /* sums of a c' and b b' */
    pair trace = both(0.0);                               /* of (a + c)(a' + c') and b (a' + c') */
    for (size_t i = 0; i <= k; i++) trace += s->sums[i] * both(s->sums[k - i][0]);
    dd += weight * (trace[0] - 2.0 * minor[0] + 2.0 * minor[1]);
    dx += weight * 2.0 * trace[1];
    xx += weight * 2.0 * (minor[0] + minor[1]);
    if ((double)k >= s->width && s->weight[k] <= SMALL_CURVATURE) break;
  }
  curvature[0] = factor * dd;
  curvature[1] = factor * dx;
  curvature[2] = factor * xx;
}

/* From the moments of T. */
static window_change sum_change(window_series *s, double factor, double mu, double off) {
  const double corner = s->inverse * s->inverse * (mu * mu - off * off); /* det(C/x) */
  double *q = s->determinant, *traces = s->power_traces, sum = 0.0, size = 0.0;
  q[0] = 1.0;
  traces[0] = 0.0;
  for (size_t k = 1; k < s->count; k++) {
    q[k] = s->inverse * (mu * s->sums[k - 1][0] + 2.0 * off * s->sums[k - 1][1]);
    if (k >= 2) {
      const pair minor = convolution(k - 2, s->left, s->right);
      q[k] += corner * (minor[0] - minor[1]);
    }
    double even = (double)k * q[k], odd = 0.0;
    size_t i = 1;
    for (; i + 1 < k; i += 2) {
      even += q[i] * traces[k - i];
      odd += q[i + 1] * traces[k - i - 1];
    }
    if (i < k) even += q[i] * traces[k - i];
    traces[k] = -(even + odd);
  }
  for (size_t k = s->count; k-- > 1;) {
    sum += s->weight[k] * traces[k];
    size += s->weight[k - 1] * (fabs(mu) * s->sums[k - 1][0] + 2.0 * fabs(off * s->sums[k - 1][1]));
  }
  return (window_change){factor * sum, UNITS * DBL_EPSILON * factor * (size + fabs(sum))};
}

bool window_series_values(window_series *s, size_t order, const double *t, double shift, double mu, double off,
                          window_values *out) {
  double low = INFINITY, high = -INFINITY;
  set_band(s, order, t, mu, off);
  extend_interval(s->band, order, &low, &high);
  if (!scale_band(s, order, low, high)) return false;
  compute_moments(s, order);
  const double factor = fixed_exp(low + shift);
  sum_entries(s, factor, out->entry);
  sum_curvature(s, factor, out->curvature);
  return true;
}

bool window_series_change(window_series *s, size_t order, const double *t, double shift, double mu, double off,
                          window_change *out) {
  double low = INFINITY, high = -INFINITY;
  set_band(s, order, t, mu, off);
  extend_interval(s->band, order, &low, &high);
  set_band(s, order, t, 0.0, 0.0);
  extend_interval(s->band, order, &low, &high);
  if (!scale_band(s, order, low, high)) return false;
  compute_moments(s, order);
  *out = sum_change(s, fixed_exp(low + shift), mu, off);
  return true;
}

bool window_series_largest(window_series *s, size_t order, const double *t, double shift, double *largest) {
  double low = INFINITY, high = -INFINITY, most = 0.0;
  set_band(s, order, t, 0.0, 0.0);
  extend_interval(s->band, order, &low, &high);
  if (!scale_band(s, order, low, high)) return false;
  const double *diagonal = s->band[0], *first = s->band[1], *second = s->band[2];
  double *now = s->panels, *next = s->panels + order + 2 * EDGE;
  memset(s->panels, 0, 2 * (order + 2 * EDGE) * sizeof *s->panels);
  for (size_t i = EDGE; i < order + EDGE; i++) now[i] = 1.0;
  for (size_t step = 1; step <= ITERATIONS; step++) {
    for (size_t i = EDGE; i < order + EDGE; i++) {
      const double near = fabs(first[i]) * now[i + 1] + fabs(first[i - 1]) * now[i - 1];
      const double far = fabs(second[i]) * now[i + 2] + fabs(second[i - 2]) * now[i - 2];
      const double product = diagonal[i] * now[i] + (near + far);
      if (step == ITERATIONS) most = fmax(most, product / now[i]);
      next[i] = 0.5 * (now[i] + product);
    }
    double *free_one = now;
    now = next;
    next = free_one;
  }
  *largest = fixed_exp(low + shift + s->width * most);
  return true;
}
