#include "hindsight/margin/class_subspace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
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
  eigen_solver *solver = NULL;
  double *values = NULL, *vectors = NULL;
  status code = NEW_ARRAY(m, values);
  if (code == STATUS_OK) code = NEW_ARRAY(m * m, vectors);
  if (code == STATUS_OK) code = eigen_solver_new(&eigen_gsl, m, &solver);
  if (code == STATUS_OK) code = eigen_solve(solver, m, matrix, m, values, vectors, NULL);
  if (code == STATUS_OK) {
    size_t found = 0;
    while (found < m && values[m - 1 - found] > NOTHING * values[m - 1]) found++;
    if (c->r > found) code = too_many(c, found);
    for (size_t i = 0; i < c->r && code == STATUS_OK; i++) {
      memcpy(top + i * m, vectors + (m - 1 - i) * m, m * sizeof *top);
    }
  }
  eigen_solver_free(solver);
  free(values);
  free(vectors);
  return code;
}

/* frame = an orthonormal basis of the span of the combinations of the rows of `top` (r x count). */
static status frame_of_combinations(const class_rows *c, const double *top, double *frame) {
  double *v = NULL, *work = NULL;
  size_t filled = 0;
  TRY(NEW_ARRAY(c->n, v));
  status code = NEW_ARRAY(2 * c->r + c->n, work);
  for (size_t i = 0; i < c->r && code == STATUS_OK; i++) {
    double rest = 0.0;
    combine(c, top + i * c->count, v);
    if (frame_append(c->n, filled, frame, v, work, &rest, work + c->r)) filled++;
  }
  if (code == STATUS_OK && filled < c->r) code = too_many(c, filled);
  free(v);
  free(work);
  return code;
}

/* Few coordinates: from the second moments. */
static status by_moments(const class_rows *c, double *frame) {
  double *moments = NULL;
  TRY(NEW_ARRAY(c->n * c->n, moments));
  for (size_t i = 0; i < c->count; i++) instance_add_to_dense(&c->dyads[i], 1.0, moments);
  const status code = leading(c, c->n, moments, frame);
  free(moments);
  return code;
}

/* Few instances: from their inner products. */
static status by_products(const class_rows *c, double *frame) {
  const size_t m = c->count;
  double *products = NULL, *top = NULL, *v = NULL;
  status code = NEW_ARRAY(m * m, products);
  if (code == STATUS_OK) code = NEW_ARRAY(c->r * m, top);
  if (code == STATUS_OK) code = NEW_ARRAY(c->n, v);
  for (size_t i = 0; i < m && code == STATUS_OK; i++) {
    memset(v, 0, c->n * sizeof *v);
    add_to(&c->dyads[i], 1.0, v);
    for (size_t j = 0; j <= i; j++) products[i * m + j] = products[j * m + i] = inner(&c->dyads[j], v);
  }
  if (code == STATUS_OK) code = leading(c, m, products, top);
  if (code == STATUS_OK) code = frame_of_combinations(c, top, frame);
  free(products);
  free(top);
  free(v);
  return code;
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
  double *v = NULL, *work = NULL, before = 0.0, size = 0.0;
  random_stream *stream = NULL;
  status code = random_stream_new(0, "class subspace", &stream);
  if (code == STATUS_OK) code = NEW_ARRAY(c->n, v);
  if (code == STATUS_OK) code = NEW_ARRAY(2 * m + 2 * most + 1, work);
  if (code == STATUS_OK) code = frame_random(stream, m, most, basis);
  for (size_t round = 0; round < ROUNDS && code == STATUS_OK; round++) {
    for (size_t b = 0; b < *block; b++) {
      double *u = basis + b * m;
      combine(c, u, v);
      for (size_t i = 0; i < m; i++) u[i] = inner(&c->dyads[i], v);
    }
    orthonormalise(m, *block, basis, work, block, &size);
    if (fabs(size - before) <= STANDSTILL * size) break;
    before = size;
  }
  random_stream_free(stream);
  free(v);
  free(work);
  return code;
}

/* The leading directions within the basis: those of Q G Q^T = (Q X)(Q X)^T, G the inner products. */
static status rotate(const class_rows *c, size_t block, const double *basis, double *top) {
  const size_t m = c->count;
  double *images = NULL, *small = NULL, *vectors = NULL;
  status code = NEW_ARRAY(block * c->n, images);
  if (code == STATUS_OK) code = NEW_ARRAY(block * block, small);
  if (code == STATUS_OK) code = NEW_ARRAY(c->r * block, vectors);
  if (code == STATUS_OK) {
    for (size_t b = 0; b < block; b++) {
      combine(c, basis + b * m, images + b * c->n);
      for (size_t a = 0; a <= b; a++) {
        small[b * block + a] = small[a * block + b] = kernel_dot(c->n, images + a * c->n, images + b * c->n);
      }
    }
    code = leading(c, block, small, vectors);
  }
  for (size_t i = 0; i < c->r && code == STATUS_OK; i++) {
    memset(top + i * m, 0, m * sizeof *top);
    kernel_rows_combine(block, m, basis, m, vectors + i * block, top + i * m);
  }
  free(images);
  free(small);
  free(vectors);
  return code;
}

static status by_iteration(const class_rows *c, double *frame) {
  size_t block = c->r + EXTRA < c->count ? c->r + EXTRA : c->count;
  double *basis = NULL, *top = NULL;
  status code = NEW_ARRAY(block * c->count, basis);
  if (code == STATUS_OK) code = NEW_ARRAY(c->r * c->count, top);
  if (code == STATUS_OK) code = iterate(c, &block, basis);
  if (code == STATUS_OK && block < c->r) code = too_many(c, block);
  if (code == STATUS_OK) code = rotate(c, block, basis, top);
  if (code == STATUS_OK) code = frame_of_combinations(c, top, frame);
  free(basis);
  free(top);
  return code;
}

status class_subspace(size_t n, size_t count, const instance *dyads, size_t r, comparator **out) {
  const class_rows c = {.n = n, .count = count, .r = r, .dyads = dyads};
  const size_t most = n < count ? n : count;
  double *frame = NULL;
  *out = NULL;
  if (r < 1 || r > most) return too_many(&c, most);
  TRY(NEW_ARRAY(r * n, frame));
  status code = n <= SMALL ? by_moments(&c, frame) : count <= SMALL ? by_products(&c, frame) : by_iteration(&c, frame);
  if (code == STATUS_OK) code = comparator_from_frame(COMPARATOR_GIVEN, n, r, frame, out);
  free(frame);
  return code;
}
