#include "comparators/decomposition.h"
#include "base/fixed_math.h"
#include "comparators/decomposition_dense.h"

static const double PI = 3.14159265358979323846;

typedef enum decomposition_kind { KIND_CUT, KIND_ORDER, KIND_SIGN, KIND_MATRIX } decomposition_kind;

struct decomposition {
  decomposition_kind kind;
  size_t m, n;
  double *signs;                          /* cut */
  size_t *order;                          /* order, sign */
  double *matrix;                         /* parts, given: W */
  double *positive_part, *negative_part;  /* given: P, N */
  size_t given_order;                     /* theirs; 0: not given */
  double *row_diagonal, *column_diagonal; /* P_ii + N_ii of rows and columns of W; one array for symmetric W */
  bool shared;                            /* the two arrays are one */
  double trace, entropy, beta;
  size_t block_order, positive; /* of one block: its order and its number of nonzero eigenvalues; 0: unknown */
  double *spectrum;
  arena memory; /* of the arrays */
};

void decomposition_free(decomposition *d) {
  if (d == NULL) return;
  if (!d->shared) free(d->column_diagonal);
  arena_free(&d->memory);
  free(d);
}

static status make(decomposition_kind kind, size_t m, size_t n, bool shared, decomposition **out) {
  CLEANUP(decomposition_free_at) decomposition *d = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, d));
  d->kind = kind;
  d->m = m;
  d->n = n;
  d->shared = shared;
  d->entropy = NAN;
  TRY(ARENA_ARRAY(&d->memory, m, d->row_diagonal));
  TRY(ARENA_ARRAY(&d->memory, m + n, d->spectrum));
  if (shared) {
    d->column_diagonal = d->row_diagonal;
  } else {
    TRY(NEW_ARRAY(n, d->column_diagonal));
  }
  return HAND_OVER(d, *out);
}

static void set_beta(decomposition *d, double share) {
  double largest = 0.0;
  for (size_t i = 0; i < d->m; i++) largest = d->row_diagonal[i] > largest ? d->row_diagonal[i] : largest;
  for (size_t j = 0; j < d->n; j++) largest = d->column_diagonal[j] > largest ? d->column_diagonal[j] : largest;
  d->beta = share * largest;
}

static void keep_eigenvalue(decomposition *d, double u) {
  if (u > 0.0) d->spectrum[d->positive++] = u;
}

status decomposition_of_cut(size_t n, const double *signs, decomposition **out) {
  CLEANUP(decomposition_free_at) decomposition *d = NULL;
  *out = NULL;
  TRY(make(KIND_CUT, n, n, true, &d));
  TRY(ARENA_ARRAY(&d->memory, n, d->signs));
  memcpy(d->signs, signs, n * sizeof *signs);
  for (size_t i = 0; i < n; i++) d->row_diagonal[i] = 1.0;
  d->trace = (double)n;
  d->entropy = fixed_u_ln_u((double)n);
  d->block_order = n;
  keep_eigenvalue(d, (double)n);
  d->beta = 1.0;
  return HAND_OVER(d, *out);
}

static status make_ordered(decomposition_kind kind, size_t n, const size_t *order, decomposition **out) {
  CLEANUP(decomposition_free_at) decomposition *d = NULL;
  *out = NULL;
  TRY(make(kind, n, n, false, &d));
  TRY(ARENA_ARRAY(&d->memory, n, d->order));
  memcpy(d->order, order, n * sizeof *order);
  return HAND_OVER(d, *out);
}

status decomposition_recursive(size_t n, const size_t *order, decomposition **out) {
  decomposition *d = NULL;
  size_t bits = 0;
  TRY(make_ordered(KIND_ORDER, n, order, &d));
  while ((size_t)1 << bits < n) bits++;
  for (size_t i = 0; i < n; i++) {
    size_t ones = 0;
    for (size_t b = 0; b < bits; b++) ones += order[i] >> b & 1u;
    d->row_diagonal[i] = 2.0 * (double)(1 + bits - ones);
    d->column_diagonal[i] = 2.0 * (double)(1 + ones);
  }
  d->trace = (double)(2 * n * (bits + 2));
  set_beta(d, 0.5);
  *out = d;
  return STATUS_OK;
}

/* T T^T has the entries min(a, b) for rows n - a: singular values 1/(2 sin((2j-1) pi/(2(2n+1)))), vectors
 * 2/sqrt(2n+1) sin((2j-1) pi a/(2n+1)); T^T T is the same seen from the other end. */
status decomposition_triangular(size_t n, const size_t *order, decomposition **out) {
  decomposition *d = NULL;
  const double width = (double)(2 * n + 1);
  TRY(make_ordered(KIND_ORDER, n, order, &d));
  d->trace = d->entropy = 0.0;
  d->block_order = 2 * n;
  for (size_t j = 1; j <= n; j++) {
    const double odd = (double)(2 * j - 1), sigma = 0.5 / fixed_sin(odd * PI / (2.0 * width));
    d->trace += 2.0 * sigma;
    d->entropy += 2.0 * fixed_u_ln_u(sigma);
    keep_eigenvalue(d, sigma);
    for (size_t i = 0; i < n; i++) {
      const double row = fixed_sin(fmod(odd * (double)(n - order[i]), 2.0 * width) * PI / width);
      const double column = fixed_sin(fmod(odd * (double)(order[i] + 1), 2.0 * width) * PI / width);
      d->row_diagonal[i] += sigma * 4.0 / width * row * row;
      d->column_diagonal[i] += sigma * 4.0 / width * column * column;
    }
  }
  set_beta(d, 0.5);
  *out = d;
  return STATUS_OK;
}

/* S is skew circulant after sorting: singular values |cot(pi (2k+1)/(2n))|, |S| and |S^T| of constant diagonal. */
status decomposition_of_signs(size_t n, const size_t *order, decomposition **out) {
  decomposition *d = NULL;
  TRY(make_ordered(KIND_SIGN, n, order, &d));
  d->trace = d->entropy = 0.0;
  d->block_order = 2 * n;
  for (size_t k = 0; n > 1 && k < n; k++) {
    const double angle = PI * (double)(2 * k + 1) / (double)(2 * n), sigma = fabs(fixed_cos(angle) / fixed_sin(angle));
    d->trace += 2.0 * sigma;
    d->entropy += 2.0 * fixed_u_ln_u(sigma);
    keep_eigenvalue(d, sigma);
  }
  for (size_t i = 0; i < n; i++) d->row_diagonal[i] = d->column_diagonal[i] = 0.5 * d->trace / (double)n;
  set_beta(d, 0.5);
  *out = d;
  return STATUS_OK;
}

/* The diagonal of |A| = sum |lambda| v v^T and sums over the eigenvalues of symmetric A of order p; P and N together
 * have the diagonal of |A|, and each has a diagonal of at most beta. */
static status fill_parts(decomposition *d, size_t p, const double *a, const eigen_backend *eigen, double *diagonal) {
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *values = NULL, *vectors = NULL;
  TRY(eigen_solver_new(eigen, p, &solver));
  TRY(NEW_ARRAY(p, values));
  TRY(NEW_ARRAY(p * p, vectors));
  TRY(eigen_solve(solver, p, a, p, values, vectors, NULL));
  d->trace = d->entropy = 0.0;
  for (size_t l = 0; l < p; l++) {
    const double size = fabs(values[l]);
    d->trace += size;
    d->entropy += fixed_u_ln_u(size);
    if (d->block_order == p) keep_eigenvalue(d, values[l]);
    for (size_t i = 0; i < p; i++) diagonal[i] += size * vectors[l * p + i] * vectors[l * p + i];
  }
  for (size_t i = 0; i < p; i++) {
    double part = 0.0; /* P_ii */
    for (size_t l = 0; l < p; l++) part += values[l] > 0.0 ? values[l] * vectors[l * p + i] * vectors[l * p + i] : 0.0;
    if (part > d->beta) d->beta = part;
    if (diagonal[i] - part > d->beta) d->beta = diagonal[i] - part;
  }
  return STATUS_OK;
}

static status make_parts(size_t m, size_t n, bool symmetric, const double *w, const eigen_backend *eigen,
                         decomposition **out) {
  CLEANUP(decomposition_free_at) decomposition *d = NULL;
  FREED double *a = NULL, *diagonal = NULL;
  const size_t p = symmetric ? n : m + n;
  *out = NULL;
  TRY(make(KIND_MATRIX, m, n, symmetric, &d));
  TRY(ARENA_ARRAY(&d->memory, m * n, d->matrix));
  memcpy(d->matrix, w, m * n * sizeof *w);
  TRY(NEW_ARRAY(p * p, a));
  TRY(NEW_ARRAY(p, diagonal));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      const size_t column = symmetric ? j : m + j;
      a[i * p + column] = a[column * p + i] = w[i * n + j];
    }
  }
  d->block_order = symmetric ? 0 : p;
  TRY(fill_parts(d, p, a, eigen, diagonal));
  memcpy(d->row_diagonal, diagonal, m * sizeof *diagonal);
  if (!symmetric) memcpy(d->column_diagonal, diagonal + m, n * sizeof *diagonal);
  return HAND_OVER(d, *out);
}

status decomposition_parts(size_t m, size_t n, const double *w, const eigen_backend *eigen, decomposition **out) {
  return make_parts(m, n, false, w, eigen, out);
}

status decomposition_symmetric_parts(size_t n, const double *w, const eigen_backend *eigen, decomposition **out) {
  *out = NULL;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (w[i * n + j] == w[j * n + i]) continue;
      return FAIL(STATUS_INVALID, "entries (%zu, %zu) and (%zu, %zu) of a symmetric matrix differ", i + 1, j + 1, j + 1,
                  i + 1);
    }
  }
  return make_parts(n, n, true, w, eigen, out);
}

/* Adds a part's trace, entropy and diagonal. */
static status add_given(decomposition *d, eigen_solver *solver, const double *part, double *values, double *least) {
  const size_t p = d->given_order;
  TRY(eigen_solve(solver, p, part, p, values, NULL, NULL));
  *least = fmin(*least, values[0]);
  for (size_t l = 0; l < p; l++) d->entropy += fixed_u_ln_u(values[l] > 0.0 ? values[l] : 0.0);
  for (size_t i = 0; i < p; i++) {
    const double entry = part[i * p + i];
    d->trace += entry;
    d->beta = entry > d->beta ? entry : d->beta;
    if (i < d->m) d->row_diagonal[i] += entry;
    if (i >= d->m) d->column_diagonal[i - d->m] += entry;
  }
  return STATUS_OK;
}

status decomposition_given(size_t m, size_t n, const double *w, size_t p, const double *positive,
                           const double *negative, const eigen_backend *eigen, decomposition **out, double *least) {
  CLEANUP(decomposition_free_at) decomposition *d = NULL;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *values = NULL;
  *out = NULL;
  *least = INFINITY;
  TRY(make(KIND_MATRIX, m, n, p == n, &d));
  TRY(ARENA_ARRAY(&d->memory, m * n, d->matrix));
  TRY(ARENA_ARRAY(&d->memory, p * p, d->positive_part));
  TRY(ARENA_ARRAY(&d->memory, p * p, d->negative_part));
  TRY(NEW_ARRAY(p, values));
  TRY(eigen_solver_new(eigen, p, &solver));
  memcpy(d->matrix, w, m * n * sizeof *w);
  memcpy(d->positive_part, positive, p * p * sizeof *positive);
  memcpy(d->negative_part, negative, p * p * sizeof *negative);
  d->given_order = p;
  d->trace = d->entropy = 0.0;
  TRY(add_given(d, solver, positive, values, least));
  TRY(add_given(d, solver, negative, values, least));
  return HAND_OVER(d, *out);
}

double decomposition_value(const decomposition *d, size_t i, size_t j) {
  switch (d->kind) {
  case KIND_CUT: return -d->signs[i] * d->signs[j];
  case KIND_ORDER: return d->order[i] <= d->order[j] ? 1.0 : 0.0;
  case KIND_SIGN: return (double)((d->order[j] > d->order[i]) - (d->order[j] < d->order[i]));
  default: return d->matrix[i * d->n + j];
  }
}

double decomposition_diagonal(const decomposition *d, size_t i, size_t j) {
  return d->row_diagonal[i] + d->column_diagonal[j];
}

double decomposition_row_diagonal(const decomposition *d, size_t i) {
  return d->row_diagonal[i];
}

double decomposition_column_diagonal(const decomposition *d, size_t j) {
  return d->column_diagonal[j];
}

double decomposition_trace(const decomposition *d) {
  return d->trace;
}

double decomposition_entropy(const decomposition *d) {
  return d->entropy;
}

double decomposition_beta(const decomposition *d) {
  return d->beta;
}

double decomposition_log_det(const decomposition *d, double shift) {
  if (d->block_order == 0) return NAN;
  double sum = (double)(d->block_order - d->positive) * fixed_log(shift);
  for (size_t l = 0; l < d->positive; l++) sum += fixed_log(d->spectrum[l] + shift);
  return sum;
}

/* Rows and columns of A, order 2n, moved from places to items. */
static void unsort(size_t n, const size_t *order, double *a, double *work) {
  for (size_t i = 0; i < 2 * n; i++) {
    const size_t row = i < n ? order[i] : n + order[i - n];
    for (size_t j = 0; j < 2 * n; j++) work[i * 2 * n + j] = a[row * 2 * n + (j < n ? order[j] : n + order[j - n])];
  }
  memcpy(a, work, 4 * n * n * sizeof *a);
}

static status build_recursive(const decomposition *d, dense_decomposition *out) {
  FREED double *work = NULL;
  TRY(dense_decomposition_recursive(d->n, out));
  TRY(NEW_ARRAY(4 * d->n * d->n, work));
  unsort(d->n, d->order, out->positive, work);
  unsort(d->n, d->order, out->negative, work);
  return STATUS_OK;
}

static status build(const decomposition *d, const eigen_backend *eigen, dense_decomposition *out) {
  FREED double *w = NULL;
  if (d->given_order > 0) return dense_decomposition_given(d->given_order, d->positive_part, d->negative_part, out);
  if (d->kind == KIND_CUT) return dense_decomposition_of_cut(d->n, d->signs, out);
  if (d->kind == KIND_ORDER && d->block_order == 0) return build_recursive(d, out);
  TRY(NEW_ARRAY(d->m * d->n, w));
  for (size_t i = 0; i < d->m; i++) {
    for (size_t j = 0; j < d->n; j++) w[i * d->n + j] = decomposition_value(d, i, j);
  }
  return dense_decomposition_parts(d->m, d->n, w, d->shared, eigen, out);
}

status decomposition_moved(const decomposition *from, const decomposition *to, const eigen_backend *eigen,
                           double *moved) {
  CLEANUP(dense_decomposition_free) dense_decomposition a = {0}, b = {0};
  double positive = 0.0, negative = 0.0;
  TRY(build(from, eigen, &a));
  TRY(build(to, eigen, &b));
  for (size_t k = 0; k < a.order * a.order; k++) {
    b.positive[k] -= a.positive[k];
    b.negative[k] -= a.negative[k];
  }
  TRY(eigen_positive_sum(eigen, a.order, b.positive, &positive));
  TRY(eigen_positive_sum(eigen, a.order, b.negative, &negative));
  *moved = positive + negative;
  return STATUS_OK;
}
