/* The laboratory's own eigensolver of dense symmetric matrices: reduction to tridiagonal form (reduction.h), divide and
 * conquer (divide_and_conquer.h), and back (reduction.h). Additions, multiplications, divisions and square roots in a fixed
 * order: the same bytes on every CPU. */

#include "base/arena.h"
#include "linalg/eigen.h"
#include "linalg/eigen/divide_and_conquer.h"
#include "linalg/eigen/hermitian.h"
#include "linalg/eigen/reduction.h"
#include "linalg/eigen/tridiagonal_ql.h"

typedef struct dense_workspace {
  size_t largest;
  divider *divider;
  double *beside, *tau, *phases; /* in `memory` */
  double *scratch;
  arena memory;
} dense_workspace;

static void destroy(void *workspace) {
  dense_workspace *w = workspace;
  divider_free(w->divider);
  arena_free(&w->memory);
  memory_unreserve(w->scratch, reduction_work(w->largest), sizeof *w->scratch);
  free(w);
}

static status create(size_t largest, void **workspace) {
  dense_workspace *w = NULL;
  TRY(NEW_ARRAY(1, w));
  *workspace = w;
  w->largest = largest;
  TRY(divider_new(largest, &w->divider));
  TRY(ARENA_ARRAY(&w->memory, largest, w->beside));
  TRY(ARENA_ARRAY(&w->memory, largest, w->tau));
  TRY(ARENA_ARRAY(&w->memory, largest, w->phases));
  return memory_reserve(reduction_work(largest), sizeof *w->scratch, &w->scratch);
}

static void transpose(size_t n, double *a) {
  enum { TILE = 8 };
  for (size_t i = 0; i < n; i += TILE) {
    for (size_t j = 0; j <= i; j += TILE) {
      for (size_t p = i; p < i + TILE && p < n; p++) {
        for (size_t q = j; q < j + TILE && q < p; q++) {
          const double entry = a[p * n + q];
          a[p * n + q] = a[q * n + p];
          a[q * n + p] = entry;
        }
      }
    }
  }
}

/* The eigenvalues of the tridiagonal matrix that `values` and w->beside hold; q, if not NULL, has its vectors in columns. */
static status solve_tridiagonal(dense_workspace *w, size_t n, double *values, double *q) {
  double size = 0.0;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(values[i]) + fabs(w->beside[i]));
  if (q == NULL) return tridiagonal_ql(n, values, w->beside, size, 0, NULL);
  return divide_and_conquer(w->divider, n, values, w->beside, size, q);
}

/* Of order 2n: each value twice. */
static status solve_hermitian(dense_workspace *w, size_t n, double *a, double *values, double *vectors) {
  double *q = vectors != NULL ? vectors + 2 * n * n : NULL; /* the second half, until it is written */
  hermitian_to_tridiagonal(n, a, values, w->beside, w->tau, w->phases, w->scratch);
  TRY(solve_tridiagonal(w, n, values, q));
  if (q != NULL) hermitian_undo(n, a, w->tau, w->phases, q, vectors, w->scratch);
  for (size_t l = 2 * n; l-- > 0;) values[l] = values[l / 2];
  return STATUS_OK;
}

static status solve(void *workspace, size_t n, double *a, double *values, double *vectors) {
  dense_workspace *w = workspace;
  if (n % 2 == 0 && hermitian_form(n / 2, a)) return solve_hermitian(w, n / 2, a, values, vectors);
  reduction_to_tridiagonal(n, a, values, w->beside, w->tau, w->scratch);
  TRY(solve_tridiagonal(w, n, values, vectors));
  if (vectors == NULL) return STATUS_OK;
  transpose(n, vectors);
  reduction_undo(n, a, w->tau, vectors, w->scratch);
  return STATUS_OK;
}

const eigen_backend eigen_own = {"own", create, solve, destroy};
