/* The best density by a barrier: for smaller and smaller mu, Newton's method on
 *
 *   sum_g weight_g (tr(U X_g) - mean_g)^2 - mu ln det U,  tr U = 1,
 *
 * whose minimiser has a loss at most n mu above the least one (Boyd and Vandenberghe, Convex Optimization (2004),
 * section 11.2). Unlike gradient steps it is insensitive to the scaling of the instances. Steps are taken in S, U + C S
 * C^T with U = C C^T, where the barrier's Hessian is mu I however small the eigenvalues of U are. Each step takes a
 * Cholesky factorisation of order n (n + 1) / 2. */
#include "hindsight/square_loss.h"
#include "linalg/cholesky.h"
#include "linalg/kernels.h"

enum { STAGES = 60, STEPS = 40 };
static const double shrinking = 0.2, still = 1e-3;

/* Symmetric matrices are packed: S as S_ij, i >= j, row by row; functionals G as the factors of these, G_ii and 2
 * G_ij. */
typedef struct barrier {
  density_groups *groups;
  size_t n, size;             /* size = n (n + 1) / 2 */
  double *fixed;              /* size x size: the Hessian of the loss; its rows are functionals */
  double *hessian, *factor;   /* the same in S; Cholesky's factor */
  double *turned;             /* n x n, upper triangle: C^T */
  double *matrix, *half, *in; /* n x n */
  double *slope, *way, *traces;
  double mu;
  arena memory; /* of the arrays */
} barrier;

static void barrier_free(barrier *b) {
  arena_free(&b->memory);
}

static void pack_functional(size_t n, const double *matrix, double *packed) {
  for (size_t i = 0, k = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++, k++) packed[k] = (i == j ? 1.0 : 2.0) * matrix[i * n + j];
  }
}

/* matrix = what was packed, its entries off the diagonal times `scale` */
static void unpack(size_t n, const double *packed, double scale, double *matrix) {
  for (size_t i = 0, k = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++, k++) matrix[i * n + j] = matrix[j * n + i] = scale * packed[k];
    matrix[i * (n + 1)] = packed[k++];
  }
}

/* b->in <- C^T matrix C: the functional in S of one of U */
static void transform_functional(barrier *b, const double *matrix) {
  const size_t n = b->n;
  kernel_multiply_transposed(n, n, n, b->turned, n, matrix, n, b->half, n);
  kernel_multiply_transposed(n, n, n, b->half, n, b->turned, n, b->in, n);
}

/* 2 sum weight a a^T, a the packed instances. */
static void make_loss_hessian(barrier *b) {
  const size_t n = b->n, size = b->size;
  for (size_t g = 0; g < b->groups->count; g++) {
    memset(b->matrix, 0, n * n * sizeof *b->matrix);
    instance_add_to_dense(&b->groups->trials->x[b->groups->first[g]], 1.0, b->matrix);
    pack_functional(n, b->matrix, b->slope);
    for (size_t k = 0; k < size; k++) {
      const double scale = 2.0 * b->groups->weight[g] * b->slope[k];
      if (scale != 0.0) kernel_axpy(size, scale, b->slope, b->fixed + k * size);
    }
  }
}

static status begin(density_groups *groups, barrier *b) {
  const size_t n = groups->trials->n, size = n * (n + 1) / 2;
  *b = (barrier){.groups = groups, .n = n, .size = size};
  TRY(ARENA_ARRAY(&b->memory, size * size, b->fixed));
  TRY(ARENA_ARRAY(&b->memory, size * size, b->hessian));
  TRY(ARENA_ARRAY(&b->memory, size * size, b->factor));
  TRY(ARENA_ARRAY(&b->memory, n * n, b->turned));
  TRY(ARENA_ARRAY(&b->memory, n * n, b->matrix));
  TRY(ARENA_ARRAY(&b->memory, n * n, b->half));
  TRY(ARENA_ARRAY(&b->memory, n * n, b->in));
  TRY(ARENA_ARRAY(&b->memory, size, b->slope));
  TRY(ARENA_ARRAY(&b->memory, size, b->way));
  TRY(ARENA_ARRAY(&b->memory, size, b->traces));
  make_loss_hessian(b);
  for (size_t i = 0; i < n; i++) b->turned[i * (n + 1)] = 1.0 / sqrt((double)n);
  return STATUS_OK;
}

/* The Hessian in S: transforms the rows, then the columns; adds mu to the diagonal, twice where S_ij stands for S_ji
 * too. */
static void make_hessian(barrier *b) {
  const size_t n = b->n, size = b->size;
  for (int side = 0; side < 2; side++) {
    const double *from = side == 0 ? b->fixed : b->factor;
    for (size_t k = 0; k < size; k++) {
      unpack(n, from + k * size, 0.5, b->matrix);
      transform_functional(b, b->matrix);
      pack_functional(n, b->in, b->hessian + k * size);
    }
    for (size_t k = 0; k < size && side == 0; k++) {
      for (size_t l = 0; l < size; l++) b->factor[l * size + k] = b->hessian[k * size + l];
    }
  }
  for (size_t i = 0, k = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++, k++) b->hessian[k * (size + 1)] += (i == j ? 1.0 : 2.0) * b->mu;
  }
}

/* u = C C^T */
static void density_of(barrier *b, double *u) {
  const size_t n = b->n;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) b->half[i * n + j] = b->turned[j * n + i];
  }
  kernel_multiply_transposed(n, n, n, b->half, n, b->half, n, u, n);
}

/* way = the Newton step S with tr(C S C^T) = 0; *decrement = its squared length in the Hessian's norm, over mu. Returns
 * false if the Hessian has no Cholesky factorisation. */
static bool newton(barrier *b, double *u, double *decrement) {
  const size_t n = b->n;
  density_of(b, u);
  density_values(b->groups, u);
  density_gradient(b->groups, b->matrix);
  transform_functional(b, b->matrix);
  kernel_scale(n * n, -2.0, b->in);
  for (size_t i = 0; i < n; i++) b->in[i * (n + 1)] += b->mu;
  pack_functional(n, b->in, b->slope);
  kernel_multiply_transposed(n, n, n, b->turned, n, b->turned, n, b->in, n);
  pack_functional(n, b->in, b->traces);
  make_hessian(b);
  if (!cholesky_positive(b->size, b->hessian, 1.0, 0.0, b->factor)) return false;
  memcpy(b->way, b->traces, b->size * sizeof *b->way);
  cholesky_solve(b->size, b->factor, b->way);
  const double of_traces = kernel_dot(b->size, b->traces, b->way);
  double *of_slope = b->hessian; /* its first row is no longer needed */
  memcpy(of_slope, b->slope, b->size * sizeof *of_slope);
  cholesky_solve(b->size, b->factor, of_slope);
  kernel_scale(b->size, -kernel_dot(b->size, b->traces, of_slope) / of_traces, b->way);
  kernel_axpy(b->size, 1.0, of_slope, b->way);
  *decrement = kernel_dot(b->size, b->slope, b->way) / b->mu;
  return isfinite(*decrement);
}

/* C <- C L with I + t S = L L^T for the largest possible t <= 1; then C is scaled to |C|_F = 1. */
static bool walk(barrier *b) {
  const size_t n = b->n;
  double t = 1.0;
  int attempt = 0;
  for (; attempt < 60; attempt++, t *= 0.7) {
    unpack(n, b->way, 1.0, b->matrix);
    memset(b->in, 0, n * n * sizeof *b->in);
    if (cholesky_positive(n, b->matrix, t, 1.0, b->in)) break;
  }
  if (attempt == 60) return false;
  for (size_t i = 0; i < n; i++) { /* (C L)^T = L^T C^T */
    for (size_t j = 0; j < n; j++) b->half[i * n + j] = b->in[j * n + i];
  }
  for (size_t i = 0; i < n; i++) {
    memset(b->matrix + i * n, 0, n * sizeof *b->matrix);
    kernel_rows_combine(n, n, b->turned, n, b->half + i * n, b->matrix + i * n);
  }
  memcpy(b->turned, b->matrix, n * n * sizeof *b->turned);
  kernel_scale(n * n, 1.0 / kernel_norm(n * n, b->turned), b->turned);
  return true;
}

status density_barrier(density_groups *groups, double gap, double enough, double *u) {
  CLEANUP(barrier_free) barrier b = {0};
  const double n = (double)groups->trials->n;
  bool going = true;
  TRY(begin(groups, &b));
  b.mu = gap / n;
  for (int stage = 0; stage < STAGES && going && b.mu * n > 0.25 * enough; stage++) {
    double decrement = INFINITY;
    b.mu *= shrinking;
    for (int step = 0; step < STEPS && going && decrement > still; step++) {
      going = newton(&b, u, &decrement) && walk(&b);
    }
  }
  density_of(&b, u);
  return STATUS_OK;
}
