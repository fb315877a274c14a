#include "linalg/eigen.h"
#include "base/sorting.h"
#include "linalg/kernels.h"
#include "linalg/symmetric_kernels.h"

/* ---- back-ends by name */

/* All back-ends, listed by the build from the definitions `const eigen_backend eigen_NAME`. */
extern const eigen_backend *const registry_eigen_backends[];
extern const size_t registry_eigen_backend_count;

status eigen_backend_by_name(const char *name, const eigen_backend **out) {
  char names[256] = "";
  size_t length = 0;
  *out = NULL;
  for (size_t i = 0; i < registry_eigen_backend_count; i++) {
    const eigen_backend *backend = registry_eigen_backends[i];
    if (strcmp(backend->name, name) == 0) {
      *out = backend;
      return STATUS_OK;
    }
    if (length >= sizeof names) continue;
    length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "", backend->name);
  }
  return FAIL(STATUS_INVALID, "unknown eigensolver '%s', expected one of: %s%s", name, names,
              strcmp(name, "lapack") == 0 ? "; LAPACK is no longer loaded, and own is as fast" : "");
}

/* ---- the guarded solver */

/* Buffers hold an order n compactly (n x n, not with stride `largest`): small orders touch little memory. */
struct eigen_solver {
  const eigen_backend *backend;
  void *workspace;
  size_t largest;
  double *matrix; /* the input that the back-end overwrites, then products */
  double *raw;    /* the back-end's unsorted vectors, then the scaled matrix again */
  double *spectrum;
  size_t *order;
};

void eigen_solver_free(eigen_solver *solver) {
  if (solver == NULL) return;
  if (solver->workspace != NULL) solver->backend->destroy(solver->workspace);
  memory_unreserve(solver->matrix, solver->largest * solver->largest, sizeof *solver->matrix);
  memory_unreserve(solver->raw, solver->largest * solver->largest, sizeof *solver->raw);
  free(solver->spectrum);
  free(solver->order);
  free(solver);
}

status eigen_solver_new(const eigen_backend *backend, size_t largest, eigen_solver **out) {
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  size_t entries;
  *out = NULL;
  if (largest == 0) return FAIL(STATUS_INVALID, "an eigensolver of order 0, expected at least 1");
  if (__builtin_mul_overflow(largest, largest, &entries)) {
    return FAIL(STATUS_MEMORY, "no memory for an eigensolver of order %zu", largest);
  }
  TRY(NEW_ARRAY(1, solver));
  solver->backend = backend;
  solver->largest = largest;
  TRY(memory_reserve(entries, sizeof *solver->matrix, &solver->matrix));
  TRY(memory_reserve(entries, sizeof *solver->raw, &solver->raw));
  TRY(NEW_ARRAY(largest, solver->spectrum));
  TRY(NEW_ARRAY(largest, solver->order));
  TRY(backend->create(largest, &solver->workspace));
  return HAND_OVER(solver, *out);
}

typedef struct matrix_facts {
  double largest; /* in absolute value; NaN or inf if an entry is not finite */
  int diagonal;
} matrix_facts;

static matrix_facts inspect(size_t n, const double *a, size_t stride) {
  matrix_facts facts = {0, 1};
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      const double size = fabs(a[i * stride + j]);
      if (!(size <= facts.largest)) facts.largest = size;
      if (!isfinite(size)) return facts;
      if (i != j && size != 0) facts.diagonal = 0;
    }
  }
  return facts;
}

/* A power of two that brings entries near 1, so that no square over- or underflows. It is exact, and 1 unless entries
 * are extreme. */
static double scale_factor(double largest) {
  int exponent = 0;
  frexp(largest, &exponent);
  if (exponent > -100 && exponent < 100) return 1;
  if (exponent < -1000) exponent = -1000;
  if (exponent > 1000) exponent = 1000;
  return ldexp(1, -exponent);
}

static void copy_scaled(size_t n, const double *a, size_t stride, double factor, double *out) {
  for (size_t i = 0; i < n; i++) {
    memcpy(out + i * n, a + i * stride, n * sizeof *a);
    if (factor != 1) kernel_scale(n, factor, out + i * n);
  }
}

static bool is_larger(const void *context, size_t i, size_t j) {
  const double *values = context;
  if (values[i] != values[j]) return values[i] > values[j];
  return i > j;
}

/* order = the indices of values, ascending, ties by index. */
static void sort_order(size_t n, const double *values, size_t *order) {
  for (size_t i = 0; i < n; i++) order[i] = i;
  heap_sort_reverse(order, n, is_larger, values);
}

static void solve_diagonal(eigen_solver *solver, size_t n, const double *a, size_t stride, double *values,
                           double *vectors) {
  for (size_t i = 0; i < n; i++) solver->spectrum[i] = a[i * stride + i];
  sort_order(n, solver->spectrum, solver->order);
  if (vectors != NULL) memset(vectors, 0, n * n * sizeof *vectors);
  for (size_t l = 0; l < n; l++) {
    values[l] = solver->spectrum[solver->order[l]];
    if (vectors != NULL) vectors[l * n + solver->order[l]] = 1;
  }
}

void eigen_fix_sign(size_t n, double *vector) {
  size_t largest = 0;
  for (size_t i = 1; i < n; i++) {
    if (fabs(vector[i]) > fabs(vector[largest])) largest = i;
  }
  if (vector[largest] < 0) {
    for (size_t i = 0; i < n; i++) vector[i] = -vector[i];
  }
}

/* Quality of the pairs for the matrix in solver->raw; products go to solver->matrix. */
static eigen_quality measure(eigen_solver *solver, size_t n, const double *values, const double *vectors) {
  eigen_quality quality = {0, 0};
  double *product = solver->matrix;
  kernel_multiply_transposed(n, n, n, vectors, n, solver->raw, n, product, n); /* row l = A v_l */
  for (size_t l = 0; l < n; l++) {
    kernel_axpy(n, -values[l], vectors + l * n, product + l * n);
    const double residual = kernel_norm(n, product + l * n);
    if (!(residual <= quality.residual)) quality.residual = residual;
  }
  quality.residual *= sqrt((double)n);
  memset(product, 0, n * n * sizeof *product);
  kernel_lower_update(n, n, vectors, vectors, product, n); /* symmetric: below the diagonal twice */
  double below = 0, diagonal = 0;
  for (size_t l = 0; l < n; l++) {
    const double off = product[l * (n + 1)] - 1, part = kernel_norm(l, product + l * n);
    below += part * part;
    diagonal += off * off;
  }
  quality.orthogonality = sqrt(2 * below + diagonal);
  return quality;
}

eigen_quality eigen_measure(eigen_solver *solver, size_t n, const double *a, size_t stride, const double *values,
                            const double *vectors) {
  copy_scaled(n, a, stride, 1.0, solver->raw);
  return measure(solver, n, values, vectors);
}

static status check_finite(size_t count, const double *x, const char *backend) {
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(x[i])) return FAIL(STATUS_NUMERIC, "eigensolver %s gave a result that is not finite", backend);
  }
  return STATUS_OK;
}

/* The sorted eigenvalues of the matrix in solver->matrix, which is overwritten, and their vectors if they are wanted. */
static status solve_and_sort(eigen_solver *solver, size_t n, double *values, double *vectors) {
  const char *name = solver->backend->name;
  double *raw = vectors != NULL ? solver->raw : NULL;
  TRY(solver->backend->solve(solver->workspace, n, solver->matrix, solver->spectrum, raw));
  TRY(check_finite(n, solver->spectrum, name));
  if (raw != NULL) TRY(check_finite(n * n, raw, name));
  sort_order(n, solver->spectrum, solver->order);
  for (size_t l = 0; l < n; l++) {
    values[l] = solver->spectrum[solver->order[l]];
    if (raw == NULL) continue;
    memcpy(vectors + l * n, solver->raw + solver->order[l] * n, n * sizeof *vectors);
    eigen_fix_sign(n, vectors + l * n);
  }
  return STATUS_OK;
}

/* Values alone have the trace of the matrix in solver->raw, and the sum of the squares of its entries. */
static double moments_off(size_t n, const double *a, double norm, const double *values) {
  double trace = 0.0;
  for (size_t i = 0; i < n; i++) trace += a[i * (n + 1)] - values[i];
  return fmax(fabs(trace) / sqrt((double)n), fabs(norm - kernel_norm(n, values)));
}

status eigen_solve(eigen_solver *solver, size_t n, const double *a, size_t stride, double *values, double *vectors,
                   eigen_quality *quality) {
  if (quality != NULL) *quality = (eigen_quality){0, 0};
  if (n < 1 || n > solver->largest) {
    return FAIL(STATUS_INVALID, "an eigenproblem of order %zu, expected 1 to %zu", n, solver->largest);
  }
  const matrix_facts facts = inspect(n, a, stride);
  if (!isfinite(facts.largest)) {
    return FAIL(STATUS_NUMERIC, "an eigenproblem of order %zu has an entry that is not finite", n);
  }
  if (facts.diagonal) {
    solve_diagonal(solver, n, a, stride, values, vectors);
    return STATUS_OK;
  }
  const double factor = scale_factor(facts.largest);
  copy_scaled(n, a, stride, factor, solver->matrix);
  TRY(solve_and_sort(solver, n, values, vectors));
  copy_scaled(n, a, stride, factor, solver->raw);
  const double norm = kernel_norm(n * n, solver->raw);
  eigen_quality measured = {0, 0};
  if (vectors != NULL) measured = measure(solver, n, values, vectors);
  if (vectors == NULL) measured.residual = moments_off(n, solver->raw, norm, values);
  const double limit = 1e-8 * fmax(factor, norm);
  kernel_scale(n, 1 / factor, values);
  if (quality != NULL) *quality = (eigen_quality){measured.residual / factor, measured.orthogonality};
  if (!(measured.orthogonality <= 1e-8)) {
    return FAIL(STATUS_NUMERIC, "eigensolver %s: vectors of order %zu are %.3g from orthonormal", solver->backend->name,
                n, measured.orthogonality);
  }
  if (measured.residual <= limit) return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "eigensolver %s: residual %.3g of a matrix of norm %.3g and order %zu",
              solver->backend->name, measured.residual / factor, norm / factor, n);
}

status eigen_positive_sum(const eigen_backend *backend, size_t n, const double *a, double *sum) {
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *values = NULL;
  *sum = 0.0;
  TRY(eigen_solver_new(backend, n, &solver));
  TRY(NEW_ARRAY(n, values));
  TRY(eigen_solve(solver, n, a, n, values, NULL, NULL));
  for (size_t l = 0; l < n; l++) *sum += fmax(values[l], 0.0);
  return STATUS_OK;
}
