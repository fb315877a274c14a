#include "linalg/symmetric_inverse.h"
#include "base/arena.h"
#include "base/state.h"
#include "linalg/cholesky.h"

struct symmetric_inverse {
  size_t order;
  double *lower; /* row r begins at r(r+1)/2 */
  double *first, *second;
  arena memory; /* of the arrays */
};

static size_t triangle(size_t order) {
  return order * (order + 1) / 2;
}

static size_t index_of(size_t i, size_t j) {
  return i >= j ? triangle(i) + j : triangle(j) + i;
}

double pair_block_determinant(const pair_block *block) {
  return block->ii * block->jj - block->ij * block->ij;
}

/* det(I + B K) */
static double growth(const pair_block *b, const pair_block *k) {
  return 1.0 + b->ii * k->ii + 2.0 * b->ij * k->ij + b->jj * k->jj +
         pair_block_determinant(b) * pair_block_determinant(k);
}

pair_block pair_block_changed(const pair_block *b, const pair_block *k) {
  const double area = pair_block_determinant(b), scale = 1.0 / growth(b, k);
  return (pair_block){
      .ii = scale * (b->ii + area * k->jj), .ij = scale * (b->ij - area * k->ij), .jj = scale * (b->jj + area * k->ii)};
}

status symmetric_inverse_new(size_t order, double start, symmetric_inverse **out) {
  CLEANUP(symmetric_inverse_free_at) symmetric_inverse *y = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, y));
  y->order = order;
  TRY(ARENA_ARRAY(&y->memory, triangle(order), y->lower));
  TRY(ARENA_ARRAY(&y->memory, order, y->first));
  TRY(ARENA_ARRAY(&y->memory, order, y->second));
  for (size_t i = 0; i < order; i++) y->lower[index_of(i, i)] = start;
  return HAND_OVER(y, *out);
}

void symmetric_inverse_free(symmetric_inverse *y) {
  if (y == NULL) return;
  arena_free(&y->memory);
  free(y);
}

pair_block symmetric_inverse_pair(const symmetric_inverse *y, size_t i, size_t j) {
  return (pair_block){.ii = y->lower[index_of(i, i)], .ij = y->lower[index_of(i, j)], .jj = y->lower[index_of(j, j)]};
}

static void copy_row(const symmetric_inverse *y, size_t i, double *row) {
  for (size_t j = 0; j < y->order; j++) row[j] = y->lower[index_of(i, j)];
}

status symmetric_inverse_change(symmetric_inverse *y, size_t i, size_t j, const pair_block *k) {
  const pair_block b = symmetric_inverse_pair(y, i, j);
  const double det = growth(&b, k), trace = 2.0 + b.ii * k->ii + 2.0 * b.ij * k->ij + b.jj * k->jj;
  /* I + B K has the eigenvalues of the symmetric I + B^{1/2} K B^{1/2} */
  if (!(det > 0.0 && trace > 0.0 && isfinite(det) && isfinite(trace))) {
    return FAIL(STATUS_NUMERIC, "a matrix that must be positive definite is not: determinant %g, trace %g", det, trace);
  }
  const double area = pair_block_determinant(k);
  const pair_block m = {
      .ii = (k->ii + area * b.jj) / det, .ij = (k->ij - area * b.ij) / det, .jj = (k->jj + area * b.ii) / det};
  copy_row(y, i, y->first);
  copy_row(y, j, y->second);
  for (size_t r = 0; r < y->order; r++) {
    const double u = m.ii * y->first[r] + m.ij * y->second[r], v = m.ij * y->first[r] + m.jj * y->second[r];
    double *row = y->lower + triangle(r);
    for (size_t c = 0; c <= r; c++) row[c] -= u * y->first[c] + v * y->second[c];
  }
  return STATUS_OK;
}

static void copy_whole(const symmetric_inverse *y, double *whole) {
  for (size_t i = 0; i < y->order; i++) {
    for (size_t j = 0; j < y->order; j++) whole[i * y->order + j] = y->lower[index_of(i, j)];
  }
}

status symmetric_inverse_raise(symmetric_inverse *y, double least, eigen_solver *solver, double *work) {
  const size_t order = y->order;
  double *values = work, *whole = values + order, *vectors = whole + order * order;
  copy_whole(y, whole);
  TRY(eigen_solve(solver, order, whole, order, values, vectors, NULL));
  for (size_t l = 0; l < order && values[l] < least; l++) {
    const double *v = vectors + l * order;
    for (size_t r = 0; r < order; r++) {
      for (size_t c = 0; c <= r; c++) y->lower[triangle(r) + c] += (least - values[l]) * v[r] * v[c];
    }
  }
  return STATUS_OK;
}

status symmetric_inverse_save(const symmetric_inverse *y, cJSON *state) {
  return state_add_numbers(state, "matrix", triangle(y->order), y->lower);
}

status symmetric_inverse_load(symmetric_inverse *y, const cJSON *state) {
  const size_t order = y->order;
  FREED double *whole = NULL, *work = NULL;
  TRY(state_get_numbers(state, "matrix", triangle(order), y->lower));
  TRY(NEW_ARRAY(order * order, whole));
  TRY(NEW_ARRAY(order * order, work));
  copy_whole(y, whole);
  if (cholesky_positive(order, whole, 1.0, 0.0, work)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "matrix: not positive definite");
}
