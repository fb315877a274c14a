#include "comparators/decomposition_dense.h"

double triangular_entry(size_t i, size_t j) {
  return i <= j ? 1.0 : 0.0;
}

double sign_entry(size_t i, size_t j) {
  return (double)((i < j) - (i > j));
}

double hadamard_entry(size_t i, size_t j) {
  return __builtin_parityll(i & j) != 0 ? -1.0 : 1.0;
}

void dense_decomposition_free(dense_decomposition *d) {
  arena_free(&d->memory);
  *d = (dense_decomposition){0};
}

static status make(size_t order, dense_decomposition *out) {
  CLEANUP(dense_decomposition_free) dense_decomposition d = {.order = order};
  *out = (dense_decomposition){0};
  TRY(ARENA_ARRAY(&d.memory, order * order, d.sym));
  TRY(ARENA_ARRAY(&d.memory, order * order, d.positive));
  TRY(ARENA_ARRAY(&d.memory, order * order, d.negative));
  return HAND_OVER(d, *out);
}

static void set_symmetric(double *a, size_t order, size_t i, size_t j, double value) {
  a[i * order + j] = a[j * order + i] = value;
}

status dense_decomposition_of_cut(size_t n, const double *signs, dense_decomposition *out) {
  TRY(make(n, out));
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      set_symmetric(out->sym, n, i, j, -signs[i] * signs[j]);
      set_symmetric(out->negative, n, i, j, signs[i] * signs[j]);
    }
  }
  return STATUS_OK;
}

/* a += v v^T for the indicator v of rows low..middle-1 and, `columns`, of columns middle..high-1 (row n + j of sym W),
 * kept below n. */
typedef struct range {
  size_t low, high;
} range;

static void add_ones(double *a, size_t n, range rows, range columns) {
  const size_t order = 2 * n;
  const range both[2] = {rows, {n + columns.low, n + columns.high}};
  for (size_t r = 0; r < 2; r++) {
    for (size_t s = 0; s < 2; s++) {
      for (size_t i = both[r].low; i < both[r].high; i++) {
        for (size_t j = both[s].low; j < both[s].high; j++) a[i * order + j] += 1.0;
      }
    }
  }
}

static range below(size_t low, size_t high, size_t n) {
  return (range){low < n ? low : n, high < n ? high : n};
}

/* The block of ones with these rows and columns: (rho + kappa)(..)^T - rho rho^T - kappa kappa^T. */
static void add_block(dense_decomposition *d, size_t n, range rows, range columns) {
  static const range none = {0, 0};
  add_ones(d->positive, n, rows, columns);
  add_ones(d->negative, n, rows, none);
  add_ones(d->negative, n, none, columns);
}

/* Adds T on the positions low..low + size - 1 that are below n. */
static void add_triangle(dense_decomposition *d, size_t n, size_t low, size_t size) {
  if (low >= n) return;
  if (size == 1) {
    add_block(d, n, (range){low, low + 1}, (range){low, low + 1});
    return;
  }
  const size_t middle = low + size / 2;
  add_triangle(d, n, low, size / 2);
  add_triangle(d, n, middle, size / 2);
  add_block(d, n, below(low, middle, n), below(middle, low + size, n));
}

status dense_decomposition_recursive(size_t n, dense_decomposition *out) {
  size_t size = 1;
  TRY(make(2 * n, out));
  while (size < n) size *= 2;
  add_triangle(out, n, 0, size);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) set_symmetric(out->sym, 2 * n, i, n + j, triangular_entry(i, j));
  }
  return STATUS_OK;
}

/* Rows of W are orthogonal: (W^T W)_jl = sum over rows of W_ij W_il. */
static double gram(size_t m, size_t j, size_t l) {
  double sum = 0.0;
  for (size_t i = 0; i < m; i++) sum += hadamard_entry(i, j) * hadamard_entry(i, l);
  return sum;
}

status dense_decomposition_hadamard(size_t m, size_t n, double s, dense_decomposition *out) {
  const size_t p = m + n;
  *out = (dense_decomposition){0};
  if (n == 0 || (n & (n - 1)) != 0 || m == 0 || m > n || !(s > 0.0)) {
    return FAIL(STATUS_INVALID,
                "%zu rows of a Hadamard matrix of order %zu with s = %g: expected a power of two, no more rows, s > 0",
                m, n, s);
  }
  TRY(make(p, out));
  for (size_t i = 0; i < m; i++) {
    set_symmetric(out->positive, p, i, i, 0.5 * s);
    set_symmetric(out->negative, p, i, i, 0.5 * s);
    for (size_t j = 0; j < n; j++) {
      set_symmetric(out->sym, p, i, m + j, hadamard_entry(i, j));
      set_symmetric(out->positive, p, i, m + j, 0.5 * hadamard_entry(i, j));
      set_symmetric(out->negative, p, i, m + j, -0.5 * hadamard_entry(i, j));
    }
  }
  for (size_t j = 0; j < n; j++) {
    for (size_t l = 0; l <= j; l++) {
      set_symmetric(out->positive, p, m + j, m + l, 0.5 * gram(m, j, l) / s);
      set_symmetric(out->negative, p, m + j, m + l, 0.5 * gram(m, j, l) / s);
    }
  }
  return STATUS_OK;
}

static void fill_parts(dense_decomposition *d, const double *values, const double *vectors) {
  const size_t p = d->order;
  for (size_t l = 0; l < p; l++) {
    double *part = values[l] > 0.0 ? d->positive : d->negative;
    const double size = fabs(values[l]), *v = vectors + l * p;
    for (size_t i = 0; i < p; i++) {
      for (size_t j = 0; j < p; j++) part[i * p + j] += size * v[i] * v[j];
    }
  }
}

status dense_decomposition_parts(size_t m, size_t n, const double *w, bool symmetric, const eigen_backend *eigen,
                                 dense_decomposition *out) {
  const size_t p = symmetric ? n : m + n, offset = symmetric ? 0 : m;
  CLEANUP(dense_decomposition_free) dense_decomposition d = {0};
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *values = NULL, *vectors = NULL;
  *out = (dense_decomposition){0};
  TRY(make(p, &d));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) set_symmetric(d.sym, p, i, offset + j, w[i * n + j]);
  }
  TRY(eigen_solver_new(eigen, p, &solver));
  TRY(NEW_ARRAY(p, values));
  TRY(NEW_ARRAY(p * p, vectors));
  TRY(eigen_solve(solver, p, d.sym, p, values, vectors, NULL));
  fill_parts(&d, values, vectors);
  return HAND_OVER(d, *out);
}

status dense_decomposition_given(size_t p, const double *positive, const double *negative, dense_decomposition *out) {
  TRY(make(p, out));
  for (size_t k = 0; k < p * p; k++) {
    out->positive[k] = positive[k];
    out->negative[k] = negative[k];
    out->sym[k] = positive[k] - negative[k];
  }
  return STATUS_OK;
}

static void measure_entries(const dense_decomposition *d, decomposition_check *out) {
  const size_t p = d->order;
  for (size_t i = 0; i < p; i++) {
    const double one = d->positive[i * p + i], other = d->negative[i * p + i];
    out->tau += one + other;
    if (one > out->beta) out->beta = one;
    if (other > out->beta) out->beta = other;
    for (size_t j = 0; j < p; j++) {
      const double off = fabs(d->positive[i * p + j] - d->negative[i * p + j] - d->sym[i * p + j]);
      if (off > out->error) out->error = off;
    }
  }
}

status dense_decomposition_check(const dense_decomposition *d, const eigen_backend *eigen, decomposition_check *out) {
  const size_t p = d->order;
  const double *const matrices[2] = {d->positive, d->negative};
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *values = NULL;
  *out = (decomposition_check){.least_eigenvalue = INFINITY};
  measure_entries(d, out);
  TRY(eigen_solver_new(eigen, p, &solver));
  TRY(NEW_ARRAY(p, values));
  for (size_t b = 0; b < 2; b++) {
    TRY(eigen_solve(solver, p, matrices[b], p, values, NULL, NULL));
    if (values[0] < out->least_eigenvalue) out->least_eigenvalue = values[0];
  }
  return STATUS_OK;
}
