#include "hindsight/trace_norm/trace_norm_certificate.h"
#include "linalg/cholesky.h"
#include "linalg/eigen.h"
#include <float.h>

/* gram = U U^T; *longest = the largest number of entries in a row */
static status make_gram(const fit_entries *entries, const double *u, double *gram, size_t *longest) {
  const size_t m = entries->m, n = entries->n;
  FREED size_t *start = NULL, *of_column = NULL;
  size_t in_row = 0;
  *longest = 0;
  TRY(NEW_ARRAY(n + 2, start));
  TRY(NEW_ARRAY(entries->count, of_column));
  for (size_t e = 0; e < entries->count; e++) {
    start[entries->column[e] + 2]++;
    in_row = e > 0 && entries->row[e] == entries->row[e - 1] ? in_row + 1 : 1;
    if (in_row > *longest) *longest = in_row;
  }
  for (size_t j = 2; j < n + 2; j++) start[j] += start[j - 1];
  for (size_t e = 0; e < entries->count; e++) of_column[start[entries->column[e] + 1]++] = e;
  for (size_t j = 0; j < n; j++) {
    for (size_t a = start[j]; a < start[j + 1]; a++) {
      const size_t e = of_column[a];
      double *row = gram + entries->row[e] * m;
      for (size_t b = start[j]; b < start[j + 1]; b++) row[entries->row[of_column[b]]] += u[e] * u[of_column[b]];
    }
  }
  return STATUS_OK;
}

/* *bound >= the largest singular value: t^2 I - U U^T has a Cholesky factorisation even after t^2 is lowered by all
 * rounding errors of the Gram matrix and the factorisation (Rump 2006). */
static status bound_norm(size_t m, size_t longest, const double *gram, double largest, double *work, double *bound) {
  double trace = 0.0;
  for (size_t i = 0; i < m; i++) trace += gram[i * m + i];
  const double order = (double)m;
  double growth = DBL_EPSILON * trace + DBL_MIN;
  for (int attempt = 0; attempt < 100; attempt++, growth *= 2.0) {
    const double lowered = fmax(largest, 0.0) + growth;
    const double lost = 2.0 * DBL_EPSILON * ((order + 4.0) * order * lowered + ((double)longest + 4.0) * trace);
    if (!cholesky_positive(m, gram, -1.0, lowered, work)) continue;
    *bound = sqrt(lowered + lost) * (1.0 + 4.0 * DBL_EPSILON);
    return STATUS_OK;
  }
  return FAIL(STATUS_NUMERIC, "trace norm: no certified bound of a singular value near %g", sqrt(fmax(largest, 0.0)));
}

static status largest_eigenvalue(size_t m, const double *gram, double *largest) {
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *values = NULL;
  TRY(eigen_solver_new(&eigen_own, m, &solver));
  TRY(NEW_ARRAY(m, values));
  TRY(eigen_solve(solver, m, gram, m, values, NULL, NULL));
  *largest = values[m - 1];
  return STATUS_OK;
}

status fit_certificate(const fit_entries *entries, const double *u, double radius, double *least) {
  const size_t m = entries->m;
  FREED double *gram = NULL, *work = NULL;
  double largest = 0.0, norm = 0.0, sum = 0.0, size = 0.0;
  size_t longest;
  TRY(NEW_ARRAY(m * m, gram));
  TRY(NEW_ARRAY(m * m, work));
  TRY(make_gram(entries, u, gram, &longest));
  TRY(largest_eigenvalue(m, gram, &largest));
  TRY(bound_norm(m, longest, gram, largest, work, &norm));
  for (size_t e = 0; e < entries->count; e++) {
    const double value = fit_entry_least(entries, e, -u[e]);
    sum += value;
    size += fabs(value);
  }
  *least = sum - radius * norm - DBL_EPSILON * (((double)entries->count + 4.0) * size + 4.0 * radius * norm);
  return STATUS_OK;
}
