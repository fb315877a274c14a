#include "hindsight/square_loss.h"
#include "linalg/accurate_sum.h"
#include "linalg/cholesky.h"
#include "linalg/kernels.h"

enum { BLOCK = 256 }; /* terms that are summed before they are added to the total */

/* An upper bound of |X|_F for the rounding errors: of the terms that instance_add_to_dense adds, not of their sum. */
static double size_of(const instance *x) {
  double size = 0.0;
  switch (x->kind) {
  case INSTANCE_VECTOR: return kernel_norm(x->count, x->value);
  case INSTANCE_DYAD: return kernel_dot(x->count, x->value, x->value);
  case INSTANCE_MATRIX: return kernel_norm(x->n * x->n, x->matrix);
  case INSTANCE_LOW_RANK:
    for (size_t q = 0; q < x->rank; q++) {
      size += fabs(x->weights[q]) * kernel_dot(x->n, x->factors + q * x->n, x->factors + q * x->n);
    }
    return size + fabs(x->shift) * sqrt((double)x->n);
  default: return 1.0; /* a distance */
  }
}

static size_t terms_of(const instance *x) {
  return x->kind == INSTANCE_LOW_RANK ? x->rank + 1 : 1;
}

/* matrix += sum_g slope_g X_g, block by block; *terms = the largest number of additions of an entry */
static status add_in_blocks(const density_groups *groups, const double *slope, double *matrix, double *terms) {
  const size_t square = groups->trials->n * groups->trials->n;
  FREED double *block = NULL;
  size_t most = 0, blocks = 0, in_block = 0;
  TRY(NEW_ARRAY(square, block));
  for (size_t g = 0; g < groups->count; g++) {
    const instance *x = &groups->trials->x[groups->first[g]];
    instance_add_to_dense(x, slope[g], block);
    in_block += terms_of(x);
    most = in_block > most ? in_block : most;
    if (in_block < BLOCK && g + 1 < groups->count) continue;
    kernel_axpy(square, 1.0, block, matrix);
    memset(block, 0, square * sizeof *block);
    in_block = 0;
    blocks++;
  }
  *terms = (double)(most + blocks);
  return STATUS_OK;
}

/* gradient (n x n, symmetric) = sum_t e_t X_t within *error in the spectral norm */
static status make_gradient(const density_groups *groups, const double *e, double *gradient, double *error) {
  const square_trials *trials = groups->trials;
  FREED accurate_sum *sums = NULL;
  FREED double *slope = NULL;
  double size = 0.0, missed = 0.0, terms;
  TRY(NEW_ARRAY(groups->count, sums));
  TRY(NEW_ARRAY(groups->count, slope));
  for (size_t t = 0; t < trials->count; t++) accurate_sum_add(&sums[groups->of[t]], e[t]);
  for (size_t g = 0; g < groups->count; g++) {
    const double of_x = size_of(&trials->x[groups->first[g]]);
    slope[g] = accurate_sum_value(&sums[g]);
    size += fabs(slope[g]) * of_x;
    missed += accurate_sum_error(&sums[g]) * of_x;
  }
  TRY(add_in_blocks(groups, slope, gradient, &terms));
  const double entries = (double)trials->n * (double)trials->n;
  *error = 1.01 * (missed + DBL_EPSILON * (terms + 8.0) * size + entries * (terms + 8.0) * DBL_MIN);
  return STATUS_OK;
}

/* *bound <= lambda_min: the matrix minus a multiple of I has a Cholesky factorisation, whose rounding errors are
 * allowed for (Rump 2006). */
static status bound_least(size_t n, const double *matrix, double near, double largest, double *work, double *bound) {
  const double order = (double)n;
  double below = DBL_EPSILON * (fabs(near) + largest) + DBL_MIN;
  for (int attempt = 0; attempt < 100; attempt++, below *= 2.0) {
    const double shift = near - below;
    if (!cholesky_positive(n, matrix, 1.0, -shift, work)) continue;
    double trace = 0.0;
    for (size_t i = 0; i < n; i++) trace += fabs(matrix[i * n + i]) + fabs(shift);
    *bound = shift - 2.0 * DBL_EPSILON * (order + 4.0) * trace;
    return STATUS_OK;
  }
  return FAIL(STATUS_NUMERIC, "best density: no certified bound of an eigenvalue near %g", near);
}

status density_certificate(const density_groups *groups, const double *e, const eigen_backend *eigen, double *least) {
  const size_t n = groups->trials->n;
  FREED double *gradient = NULL, *work = NULL, *values = NULL;
  double error = 0.0, bound = 0.0;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  TRY(NEW_ARRAY(n * n, gradient));
  TRY(NEW_ARRAY(n * n, work));
  TRY(NEW_ARRAY(n, values));
  TRY(make_gradient(groups, e, gradient, &error));
  TRY(eigen_solver_new(eigen, n, &solver));
  TRY(eigen_solve(solver, n, gradient, n, values, NULL, NULL));
  TRY(bound_least(n, gradient, values[0], fmax(fabs(values[0]), fabs(values[n - 1])), work, &bound));
  const double dual = square_trials_dual(groups->trials, e);
  *least = 2.0 * (bound - error) + dual;
  *least -= 4.0 * DBL_EPSILON * (fabs(bound) + error + fabs(dual));
  return STATUS_OK;
}
