#include "spectral/instance/instance_square.h"
#include "linalg/kernels.h"

struct instance_square {
  size_t n, most; /* most: factors of low rank, n for matrices, otherwise 0 */
  eigen_solver *solver;
  double *numbers;                         /* of the result */
  double *gram, *inner, *values, *vectors; /* most x most, values: most */
  double *roots;                           /* most x most */
};

static status build(arena *memory, instance_square *work, size_t numbers, const eigen_backend *eigen) {
  TRY(ARENA_ARRAY(memory, numbers, work->numbers));
  if (work->most == 0) return STATUS_OK;
  const size_t square = work->most * work->most;
  TRY(ARENA_ARRAY(memory, square, work->gram));
  TRY(ARENA_ARRAY(memory, square, work->inner));
  TRY(ARENA_ARRAY(memory, square, work->vectors));
  TRY(ARENA_ARRAY(memory, square, work->roots));
  TRY(ARENA_ARRAY(memory, work->most, work->values));
  TRY(eigen_solver_new(eigen, work->most, &work->solver));
  return ARENA_OWN(memory, work->solver, eigen_solver_free);
}

status instance_square_new(arena *memory, instance_kind kind, size_t n, size_t rank, const eigen_backend *eigen,
                           instance_square **out) {
  instance_square *work = NULL;
  if (kind == INSTANCE_RECTANGULAR || kind == INSTANCE_ENTRY) {
    return FAIL(STATUS_INVALID, "instances are %s, expected symmetric ones", instance_kind_name(kind));
  }
  TRY(ARENA_ARRAY(memory, 1, work));
  work->n = n;
  work->most = kind == INSTANCE_MATRIX ? n : kind == INSTANCE_LOW_RANK ? rank : 0;
  TRY(build(memory, work, work->most == 0 ? n : n * work->most, eigen));
  *out = work;
  return STATUS_OK;
}

/* gram = Z Z^T, factors as rows */
static void fill_gram(instance_square *work, const instance *x) {
  const size_t k = x->rank;
  kernel_multiply_transposed(k, k, x->n, x->factors, x->n, x->factors, x->n, work->gram, k);
}

static status square_low_rank(instance_square *work, const instance *x, instance *out) {
  const size_t k = x->rank;
  fill_gram(work, x);
  for (size_t i = 0; i < k; i++) {
    for (size_t j = 0; j < k; j++) {
      work->inner[i * k + j] = x->weights[i] * work->gram[i * k + j] * x->weights[j];
    }
    work->inner[i * k + i] += 2.0 * x->shift * x->weights[i];
  }
  if (k > 0) TRY(eigen_solve(work->solver, k, work->inner, k, work->values, work->vectors, NULL));
  memset(work->numbers, 0, k * x->n * sizeof *work->numbers);
  for (size_t l = 0; l < k; l++) {
    kernel_rows_combine(k, x->n, x->factors, x->n, work->vectors + l * k, work->numbers + l * x->n);
  }
  *out = instance_low_rank(x->n, k, work->numbers, work->values, x->shift * x->shift);
  return STATUS_OK;
}

status instance_square_of(instance_square *work, const instance *x, instance *out) {
  if (x->kind == INSTANCE_LOW_RANK) return square_low_rank(work, x, out);
  if (x->kind == INSTANCE_MATRIX) {
    kernel_multiply_transposed(x->n, x->n, x->n, x->matrix, x->n, x->matrix, x->n, work->numbers, x->n);
    *out = instance_matrix(x->n, work->numbers);
    return STATUS_OK;
  }
  if (x->kind == INSTANCE_DISTANCE) { /* a projection */
    *out = *x;
    return STATUS_OK;
  }
  const double norm = kernel_norm(x->count, x->value); /* (x x^T)^2 = (|x| x) (|x| x)^T */
  for (size_t i = 0; i < x->count; i++) {
    work->numbers[i] = x->value[i] * (x->kind == INSTANCE_DYAD ? norm : x->value[i]);
  }
  *out = *x;
  out->value = work->numbers;
  return STATUS_OK;
}

typedef struct ends {
  double least, largest;
} ends;

static void include_value(ends *e, double value) {
  e->least = fmin(e->least, value);
  e->largest = fmax(e->largest, value);
}

/* Z^T W Z has the eigenvalues of R W R^T, R^T R = Z Z^T with at most n rows, and zeros if these are fewer than n. */
static status low_rank_ends(instance_square *work, const instance *x, ends *e) {
  const size_t k = x->rank, m = k < x->n ? k : x->n;
  if (m < x->n) include_value(e, x->shift);
  if (k == 0) return STATUS_OK;
  fill_gram(work, x);
  TRY(eigen_solve(work->solver, k, work->gram, k, work->values, work->vectors, NULL));
  for (size_t l = 0; l < m; l++) { /* the largest m */
    const double value = work->values[k - m + l], root = value > 0.0 ? sqrt(value) : 0.0;
    for (size_t i = 0; i < k; i++) {
      work->roots[l * k + i] = root * work->vectors[(k - m + l) * k + i];
      work->gram[l * k + i] = work->roots[l * k + i] * x->weights[i];
    }
  }
  kernel_multiply_transposed(m, m, k, work->gram, k, work->roots, k, work->inner, m);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < i; j++) work->inner[j * m + i] = work->inner[i * m + j];
  }
  TRY(eigen_solve(work->solver, m, work->inner, m, work->values, NULL, NULL));
  include_value(e, work->values[0] + x->shift);
  include_value(e, work->values[m - 1] + x->shift);
  return STATUS_OK;
}

static status find_ends(instance_square *work, const instance *x, ends *e) {
  switch (x->kind) {
  case INSTANCE_LOW_RANK: return low_rank_ends(work, x, e);
  case INSTANCE_MATRIX:
    TRY(eigen_solve(work->solver, x->n, x->matrix, x->n, work->values, NULL, NULL));
    include_value(e, work->values[0]);
    include_value(e, work->values[x->n - 1]);
    return STATUS_OK;
  case INSTANCE_DYAD:
  case INSTANCE_DISTANCE:
    include_value(e, instance_trace(x));
    if (x->n > 1) include_value(e, 0.0);
    return STATUS_OK;
  default:
    for (size_t i = 0; i < x->count; i++) include_value(e, x->value[i]);
    if (x->count < x->n) include_value(e, 0.0);
    return STATUS_OK;
  }
}

status instance_square_ends(instance_square *work, const instance *x, double *least, double *largest) {
  ends e = {INFINITY, -INFINITY};
  *least = *largest = NAN;
  TRY(instance_check_finite(x)); /* fmin and fmax do not see a NaN */
  TRY(find_ends(work, x, &e));
  *least = e.least;
  *largest = e.largest;
  return STATUS_OK;
}
