#include "hindsight/margin/class_subspace.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"

/* Up to this order a symmetric matrix is decomposed completely. */
enum { SMALL = 256, EXTRA = 8, ROUNDS = 300 };
static const double STANDSTILL = 1e-12;
/* Eigenvalues below this share of the largest one count as 0. */
static const double NOTHING = 1e-12;

typedef struct class_rows {
  size_t n, count, r;
  const instance *dyads;
} class_rows;

static double inner(const instance *x, const double *v) {
  if (x->index == NULL) return kernel_dot(x->n, x->value, v);
  double sum = 0.0;
  for (size_t j = 0; j < x->count; j++) sum += x->value[j] * v[x->index[j]];
  return sum;
}

static void add_to(const instance *x, double a, double *v) {
  if (x->index == NULL) {
    kernel_axpy(x->n, a, x->value, v);
    return;
  }
  for (size_t j = 0; j < x->count; j++) v[x->index[j]] += a * x->value[j];
}

/* v = sum_i u_i x_i */
static void combine(const class_rows *c, const double *u, double *v) {
  memset(v, 0, c->n * sizeof *v);
  for (size_t i = 0; i < c->count; i++) {
    if (u[i] != 0.0) add_to(&c->dyads[i], u[i], v);
  }
}

static status too_many(const class_rows *c, size_t found) {
  return FAIL(STATUS_INVALID, "rank = %zu must be at most %zu, the number of independent positive instances", c->r,
              found);
}

/* The r leading eigenvectors of the m x m matrix, largest first, as rows of `top`. */
static status leading(const class_rows *c, size_t m, const double *matrix, double *top) {
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *values = NULL, *vectors = NULL;
  size_t found = 0;
  TRY(NEW_ARRAY(m, values));
  TRY(NEW_ARRAY(m * m, vectors));
  TRY(eigen_solver_new(&eigen_own, m, &solver));
  TRY(eigen_solve(solver, m, matrix, m, values, vectors, NULL));
  while (found < m && values[m - 1 - found] > NOTHING * values[m - 1]) found++;
  if (c->r > found) return too_many(c, found);
  for (size_t i = 0; i < c->r; i++) memcpy(top + i * m, vectors + (m - 1 - i) * m, m * sizeof *top);
  return STATUS_OK;
}

/* frame = an orthonormal basis of the span of the combinations of the rows of `top` (r x count). */
static status frame_of_combinations(const class_rows *c, const double *top, double *frame) {
  FREED double *v = NULL, *work = NULL;
  size_t filled = 0;
  TRY(NEW_ARRAY(c->n, v));
  TRY(NEW_ARRAY(2 * c->r + c->n, work));
  for (size_t i = 0; i < c->r; i++) {
    double rest = 0.0;
    combine(c, top + i * c->count, v);
    if (frame_append(c->n, filled, frame, v, work, &rest, work + c->r)) filled++;
  }
  return filled < c->r ? too_many(c, filled) : STATUS_OK;
}

/* Few coordinates: from the second moments. */
static status by_moments(const class_rows *c, double *frame) {
  FREED double *moments = NULL;
  TRY(NEW_ARRAY(c->n * c->n, moments));
  for (size_t i = 0; i < c->count; i++) instance_add_to_dense(&c->dyads[i], 1.0, moments);
  return leading(c, c->n, moments, frame);
}

/* Few instances: from their inner products. */
static status by_products(const class_rows *c, double *frame) {
  const size_t m = c->count;
  FREED double *products = NULL, *top = NULL, *v = NULL;
  TRY(NEW_ARRAY(m * m, products));
  TRY(NEW_ARRAY(c->r * m, top));
  TRY(NEW_ARRAY(c->n, v));
  for (size_t i = 0; i < m; i++) {
    memset(v, 0, c->n * sizeof *v);
    add_to(&c->dyads[i], 1.0, v);
    for (size_t j = 0; j <= i; j++) products[i * m + j] = products[j * m + i] = inner(&c->dyads[j], v);
  }
  TRY(leading(c, m, products, top));
  return frame_of_combinations(c, top, frame);
}

/* rows <- an orthonormal basis of their span in R^m, in place; *kept = its number of rows, *size = the sum of the
 * lengths that each row added. */
static void orthonormalise(size_t m, size_t count, double *rows, double *work, size_t *kept, double *size) {
  *kept = 0;
  *size = 0.0;
  for (size_t i = 0; i < count; i++) {
    double rest = 0.0;
    memcpy(work, rows + i * m, m * sizeof *work);
    if (!frame_append(m, *kept, rows, work, work + m, &rest, work + m + count)) continue;
    ++*kept;
    *size += rest;
  }
}

/* basis (block x count) <- an approximately invariant space of the matrix of inner products. */
static status iterate(const class_rows *c, size_t *block, double *basis) {
  const size_t m = c->count, most = *block;
  FREED double *v = NULL, *work = NULL;
  double before = 0.0, size = 0.0;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(random_stream_new(0, "class subspace", &stream));
  TRY(NEW_ARRAY(c->n, v));
  TRY(NEW_ARRAY(2 * m + 2 * most + 1, work));
  TRY(frame_random(stream, m, most, basis));
  for (size_t round = 0; round < ROUNDS; round++) {
    for (size_t b = 0; b < *block; b++) {
      double *u = basis + b * m;
      combine(c, u, v);
      for (size_t i = 0; i < m; i++) u[i] = inner(&c->dyads[i], v);
    }
    orthonormalise(m, *block, basis, work, block, &size);
    if (fabs(size - before) <= STANDSTILL * size) break;
    before = size;
  }
  return STATUS_OK;
}

/* The leading directions within the basis: those of Q G Q^T = (Q X)(Q X)^T, G the inner products. */
static status rotate(const class_rows *c, size_t block, const double *basis, double *top) {
  const size_t m = c->count;
  FREED double *images = NULL, *small = NULL, *vectors = NULL;
  TRY(NEW_ARRAY(block * c->n, images));
  TRY(NEW_ARRAY(block * block, small));
  TRY(NEW_ARRAY(c->r * block, vectors));
  for (size_t b = 0; b < block; b++) {
    combine(c, basis + b * m, images + b * c->n);
    for (size_t a = 0; a <= b; a++) {
      small[b * block + a] = small[a * block + b] = kernel_dot(c->n, images + a * c->n, images + b * c->n);
    }
  }
  TRY(leading(c, block, small, vectors));
  for (size_t i = 0; i < c->r; i++) {
    memset(top + i * m, 0, m * sizeof *top);
    kernel_rows_combine(block, m, basis, m, vectors + i * block, top + i * m);
  }
  return STATUS_OK;
}

static status by_iteration(const class_rows *c, double *frame) {
  size_t block = c->r + EXTRA < c->count ? c->r + EXTRA : c->count;
  FREED double *basis = NULL, *top = NULL;
  TRY(NEW_ARRAY(block * c->count, basis));
  TRY(NEW_ARRAY(c->r * c->count, top));
  TRY(iterate(c, &block, basis));
  if (block < c->r) return too_many(c, block);
  TRY(rotate(c, block, basis, top));
  return frame_of_combinations(c, top, frame);
}

status class_subspace(size_t n, size_t count, const instance *dyads, size_t r, comparator **out) {
  const class_rows c = {.n = n, .count = count, .r = r, .dyads = dyads};
  const size_t most = n < count ? n : count;
  FREED double *frame = NULL;
  *out = NULL;
  if (r < 1 || r > most) return too_many(&c, most);
  TRY(NEW_ARRAY(r * n, frame));
  TRY(n <= SMALL ? by_moments(&c, frame) : count <= SMALL ? by_products(&c, frame) : by_iteration(&c, frame));
  return comparator_from_frame(COMPARATOR_GIVEN, n, r, frame, out);
}
