#include "linalg/eigen/lanczos.h"
#include "base/fixed_math.h"
#include "linalg/eigen.h"
#include "linalg/eigen/band_eigen.h"
#include "linalg/kernels.h"
#include <float.h>

enum { RESTARTS = 100, PLACES = 8 };

struct lanczos {
  size_t most;
  size_t largest;
  double *rows;         /* reserved: most x n, the vectors of the present space */
  double *next;         /* largest */
  double *inner;        /* most */
  double *alpha, *beta; /* most: the diagonal of T; beta[k] couples vectors k and k + 1 */
  double *t, *vectors;  /* most x most */
  double *values, *y;   /* most */
  double *leading;      /* 2 most */
  double *band;         /* of band_eigen */
  eigen_solver *solver;
};

void lanczos_free(lanczos *l) {
  if (l == NULL) return;
  double *const arrays[] = {l->next,    l->inner,  l->alpha, l->beta,    l->t,
                            l->vectors, l->values, l->y,     l->leading, l->band};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
  memory_unreserve(l->rows, l->most * l->largest, sizeof *l->rows);
  eigen_solver_free(l->solver);
  free(l);
}

status lanczos_new(size_t largest, lanczos **out) {
  CLEANUP(lanczos_free_at) lanczos *l = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, l));
  const size_t most = largest < LANCZOS_VECTORS ? largest : LANCZOS_VECTORS;
  l->most = most;
  l->largest = largest;
  TRY(memory_reserve(most * largest, sizeof *l->rows, &l->rows));
  TRY(NEW_ARRAY(largest, l->next));
  TRY(NEW_ARRAY(most, l->inner));
  TRY(NEW_ARRAY(most, l->alpha));
  TRY(NEW_ARRAY(most, l->beta));
  TRY(NEW_ARRAY(most * most, l->t));
  TRY(NEW_ARRAY(most * most, l->vectors));
  TRY(NEW_ARRAY(most, l->values));
  TRY(NEW_ARRAY(most, l->y));
  TRY(NEW_ARRAY(2 * most, l->leading));
  TRY(NEW_ARRAY(band_eigen_work(most), l->band));
  TRY(eigen_solver_new(&eigen_own, most, &l->solver));
  return HAND_OVER(l, *out);
}

/* ---- the space */

/* The first vector; returns the length of u. */
static double begin(lanczos *l, size_t n, const double *u) {
  const double length = kernel_norm(n, u);
  memmove(l->rows, u, n * sizeof *u);
  kernel_scale(n, 1.0 / length, l->rows);
  return length;
}

/* alpha[m - 1] and beta[m - 1], with v_m, the last of m vectors; and v_{m+1} where there is room. */
static void extend(lanczos *l, size_t n, size_t m, lanczos_product product, void *context) {
  const double *last = l->rows + (m - 1) * n;
  product(context, last, l->next);
  l->alpha[m - 1] = kernel_dot(n, last, l->next);
  for (int pass = 0; pass < 2; pass++) {
    kernel_rows_dot(m, n, l->rows, n, l->next, l->inner);
    kernel_scale(m, -1.0, l->inner);
    kernel_rows_combine(m, n, l->rows, n, l->inner, l->next);
  }
  const double length = kernel_norm(n, l->next);
  l->beta[m - 1] = length;
  if (m == l->most || m == n || length == 0.0) return;
  memcpy(l->rows + m * n, l->next, n * sizeof *l->next);
  kernel_scale(n, 1.0 / length, l->rows + m * n);
}

/* An upper bound of |T|. */
static double size_of(const lanczos *l, size_t m) {
  double largest = 0.0;
  for (size_t k = 0; k < m; k++) {
    const double left = k > 0 ? l->beta[k - 1] : 0.0, right = k + 1 < m ? l->beta[k] : 0.0;
    largest = fmax(largest, left + fabs(l->alpha[k]) + right);
  }
  return largest;
}

/* No other direction is left, but rounding. */
static bool exhausted(const lanczos *l, size_t n, size_t m) {
  return m == n || l->beta[m - 1] <= 4.0 * DBL_EPSILON * size_of(l, m);
}

/* How many vectors there are at the next look: 8, 16, 24, 36, ... */
static size_t look_after(size_t m) {
  return m + (m < 16 ? 8 : m / 2);
}

/* v = V y, y of m numbers. */
static void combine(const lanczos *l, size_t n, size_t m, double *v) {
  memset(v, 0, n * sizeof *v);
  kernel_rows_combine(m, n, l->rows, n, l->y, v);
}

/* T, or T with its rows and columns in reverse. */
static void write_matrix(lanczos *l, size_t m, bool reversed) {
  memset(l->t, 0, m * m * sizeof *l->t);
  for (size_t k = 0; k < m; k++) {
    const size_t i = reversed ? m - 1 - k : k, next = reversed ? i - 1 : i + 1;
    l->t[i * m + i] = l->alpha[k];
    if (k + 1 < m) l->t[i * m + next] = l->t[next * m + i] = l->beta[k];
  }
}

/* ---- exp(A) u */

/* [exp(s (T - lambda)) e_1]_m */
static double far_entry(const lanczos *l, size_t m, double s) {
  double sum = 0.0;
  for (size_t k = 0; k < m; k++) {
    sum += l->vectors[k * m] * l->vectors[k * m + m - 1] * fixed_exp(s * (l->values[k] - l->values[m - 1]));
  }
  return sum;
}

/* y = exp(T - lambda) e_1, lambda the largest eigenvalue of T. */
static status exponential_of_window(lanczos *l, size_t m, double *error) {
  write_matrix(l, m, false);
  TRY(eigen_solve(l->solver, m, l->t, m, l->values, l->vectors, NULL));
  memset(l->y, 0, m * sizeof *l->y);
  for (size_t k = 0; k < m; k++) {
    kernel_axpy(m, l->vectors[k * m] * fixed_exp(l->values[k] - l->values[m - 1]), l->vectors + k * m, l->y);
  }
  *error = 0.0;
  for (int place = 1; place <= PLACES; place++) {
    *error = fmax(*error, fabs(far_entry(l, m, (double)place / PLACES)) * l->beta[m - 1]);
  }
  return STATUS_OK;
}

status lanczos_exponential(lanczos *l, size_t n, lanczos_product product, void *context, const double *u,
                           double tolerance, double *v, double *log_norm) {
  const double length = begin(l, n, u);
  for (size_t m = 1, look = 8; m <= l->most; m++) {
    extend(l, n, m, product, context);
    const bool last = exhausted(l, n, m);
    if (!last && m < look && m < l->most) continue;
    double error = 0.0;
    TRY(exponential_of_window(l, m, &error));
    const double norm = kernel_norm(m, l->y);
    if (last || error <= tolerance * norm) {
      kernel_scale(m, 1.0 / norm, l->y);
      combine(l, n, m, v);
      *log_norm = fixed_log(length) + l->values[m - 1] + fixed_log(norm);
      return STATUS_OK;
    }
    look = look_after(m);
  }
  return FAIL(STATUS_NUMERIC, "%zu vectors do not suffice for exp(A) u: the eigenvalues of A are too far apart",
              l->most);
}

/* ---- a leading eigenvector */

/* The largest eigenvalue of T, and the last entry of its eigenvector. */
static status leading_pair(lanczos *l, size_t m, double *value, double *last) {
  size_t best = 0;
  write_matrix(l, m, true);
  TRY(band_eigen(m, l->t, l->band, l->values, l->leading));
  for (size_t k = 1; k < m; k++) best = l->values[k] > l->values[best] ? k : best;
  *value = l->values[best];
  *last = fabs(l->leading[2 * best]);
  return STATUS_OK;
}

/* y = its eigenvector, by inverse iteration: with a shift above the largest eigenvalue, by more than its error, shift I - T is positive
 * definite, and elimination needs no pivots. */
static void inverse_iteration(lanczos *l, size_t m, double value) {
  const double unit = DBL_EPSILON * fmax(size_of(l, m), DBL_MIN / DBL_EPSILON);
  const double shift = value + 8.0 * (double)m * unit;
  double *pivot = l->leading, *y = l->y;
  for (size_t k = 0; k < m; k++) {
    pivot[k] = shift - l->alpha[k] - (k > 0 ? l->beta[k - 1] * l->beta[k - 1] / pivot[k - 1] : 0.0);
    if (fabs(pivot[k]) < unit) pivot[k] = unit;
    y[k] = 1.0;
  }
  for (int pass = 0; pass < 3; pass++) {
    for (size_t k = 1; k < m; k++) y[k] += l->beta[k - 1] / pivot[k - 1] * y[k - 1];
    y[m - 1] /= pivot[m - 1];
    for (size_t k = m - 1; k-- > 0;) y[k] = (y[k] + l->beta[k] * y[k + 1]) / pivot[k];
    kernel_scale(m, 1.0 / kernel_largest(m, y), y);
    kernel_scale(m, 1.0 / kernel_norm(m, y), y);
  }
}

/* A round of at most `most` vectors. */
static status approach(lanczos *l, size_t n, lanczos_product product, void *context, double tolerance, double *v,
                       double *value, bool *found) {
  *found = false;
  for (size_t m = 1, look = 8; m <= l->most && !*found; m++) {
    extend(l, n, m, product, context);
    const bool end = exhausted(l, n, m);
    if (!end && m < look && m < l->most) continue;
    double last = 0.0;
    TRY(leading_pair(l, m, value, &last));
    *found = end || l->beta[m - 1] * last <= tolerance * size_of(l, m);
    if (*found || m == l->most) {
      inverse_iteration(l, m, *value);
      combine(l, n, m, v);
    }
    look = look_after(m);
  }
  return STATUS_OK;
}

status lanczos_leader(lanczos *l, size_t n, lanczos_product product, void *context, const double *start,
                      double tolerance, double *v, double *value) {
  bool found = false;
  const double *from = start;
  for (int round = 0; round < RESTARTS && !found; round++) {
    (void)begin(l, n, from);
    TRY(approach(l, n, product, context, tolerance, v, value, &found));
    from = v;
  }
  return found ? STATUS_OK : FAIL(STATUS_NUMERIC, "no leading eigenvector in %d times %zu vectors", RESTARTS, l->most);
}
