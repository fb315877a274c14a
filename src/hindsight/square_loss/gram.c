#include "hindsight/square_loss.h"
#include "linalg/cholesky.h"
#include "linalg/kernels.h"
#include <float.h>

/* rows that are summed before they are added to the total: rounding errors grow with the number of blocks, not of
 * rows */
enum { BLOCK = 256 };

static void add_row(const instance *x, const double *lengths, double *scaled, size_t n, double *block) {
  if (x->index == NULL) {
    for (size_t i = 0; i < n; i++) scaled[i] = lengths[i] > 0.0 ? x->value[i] / lengths[i] : 0.0;
    for (size_t i = 0; i < n; i++) {
      if (scaled[i] != 0.0) kernel_axpy(i + 1, scaled[i], scaled, block + i * n);
    }
    return;
  }
  for (size_t j = 0; j < x->count; j++) scaled[j] = lengths[x->index[j]] > 0.0 ? x->value[j] / lengths[x->index[j]] : 0;
  for (size_t j = 0; j < x->count; j++) {
    double *row = block + x->index[j] * n;
    for (size_t k = 0; k <= j; k++) row[x->index[k]] += scaled[j] * scaled[k];
  }
}

status gram_matrix(const square_trials *trials, const double *lengths, double *gram) {
  const size_t n = trials->n;
  FREED double *block = NULL, *scaled = NULL;
  TRY(NEW_ARRAY(n * n, block));
  TRY(NEW_ARRAY(n, scaled));
  for (size_t from = 0; from < trials->count; from += BLOCK) {
    memset(block, 0, n * n * sizeof *block);
    for (size_t t = from; t < trials->count && t < from + BLOCK; t++) {
      add_row(&trials->x[t], lengths, scaled, n, block);
    }
    for (size_t i = 0; i < n; i++) kernel_axpy(i + 1, 1.0, block + i * n, gram + i * n);
  }
  for (size_t i = 0; i < n; i++) {
    if (lengths[i] <= 0.0) gram[i * n + i] = 1.0; /* a column of zeros changes nothing: u_i = 0 */
    for (size_t j = 0; j < i; j++) gram[j * n + i] = gram[i * n + j];
  }
  return STATUS_OK;
}

/* A bound of the difference between the least eigenvalues of the computed and the exact matrix, and of the error of a
 * positive pivot as a proof of a positive eigenvalue (Rump 2006), for entries of at most 1. */
static double gram_error(size_t n, size_t count) {
  const size_t full = count / BLOCK;
  const double order = (double)n, blocks = (double)full + 1.0;
  return DBL_EPSILON * (order * (BLOCK + blocks + 8.0) + 2.0 * order * (order + 4.0));
}

void gram_least_eigenvalue(const square_trials *trials, const double *gram, double *factor, double *lambda) {
  const double error = 2.0 * gram_error(trials->n, trials->count);
  *lambda = 0.0;
  for (size_t i = 0; i < trials->n; i++) {
    if (!(gram[i * (trials->n + 1)] < 2.0)) return; /* the error bound assumes entries of at most 1 */
  }
  double shift = 0.5;
  while (shift > 2.0 * error && !cholesky_positive(trials->n, gram, 1.0, -shift, factor)) shift *= 0.25;
  if (shift > 2.0 * error) *lambda = shift - error;
  if (*lambda > 0.0 && !cholesky_positive(trials->n, gram, 1.0, 0.0, factor)) *lambda = 0.0;
}
