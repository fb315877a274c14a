#include "linalg/eigen_pairs.h"
#include "base/json.h"
#include "base/state.h"
#include "linalg/eigen/secular.h"
#include "linalg/kernels.h"
#include <float.h>

status eigen_pairs_new(arena *memory, const eigen_backend *backend, size_t largest, eigen_pairs *out) {
  size_t entries;
  *out = (eigen_pairs){.largest = largest};
  if (__builtin_mul_overflow(largest, largest, &entries)) {
    return FAIL(STATUS_MEMORY, "no memory for eigenvectors of order %zu", largest);
  }
  TRY(ARENA_RESERVED(memory, entries, out->vectors));
  TRY(ARENA_RESERVED(memory, entries, out->rotation));
  TRY(ARENA_RESERVED(memory, entries, out->columns));
  TRY(ARENA_ARRAY(memory, largest, out->values));
  TRY(ARENA_ARRAY(memory, largest, out->spectrum));
  TRY(ARENA_ARRAY(memory, largest, out->coordinates));
  TRY(eigen_solver_new(backend, largest, &out->solver));
  TRY(ARENA_OWN(memory, out->solver, eigen_solver_free));
  TRY(secular_new(largest, &out->secular));
  return ARENA_OWN(memory, out->secular, secular_free);
}

void eigen_pairs_forget(eigen_pairs *p) {
  p->known = false;
}

eigen_quality eigen_pairs_quality(eigen_pairs *p, const double *a, size_t stride) {
  if (!p->measured) p->quality = eigen_measure(p->solver, p->k, a, stride, p->values, p->vectors);
  p->measured = true;
  return p->quality;
}

/* Whether the errors are still near those of a decomposition. */
static bool good_enough(eigen_pairs *p, const double *a, size_t stride) {
  const double unit = DBL_EPSILON * (double)p->k, span = fmax(fabs(p->values[0]), fabs(p->values[p->k - 1]));
  const eigen_quality quality = eigen_pairs_quality(p, a, stride);
  return quality.orthogonality <= EIGEN_PAIRS_ORTHOGONALITY * unit &&
         quality.residual <= EIGEN_PAIRS_RESIDUAL * unit * span;
}

status eigen_pairs_of(eigen_pairs *p, size_t k, const double *a, size_t stride) {
  if (p->known) return STATUS_OK;
  p->quality = (eigen_quality){0.0, 0.0};
  if (k > 0) TRY(eigen_solve(p->solver, k, a, stride, p->values, p->vectors, &p->quality));
  p->k = k;
  p->known = p->measured = true;
  p->changed = false;
  p->unmeasured = 0;
  return STATUS_OK;
}

status eigen_pairs_before(eigen_pairs *p, size_t count, size_t k, const double *a, size_t stride) {
  if (count <= EIGEN_PAIRS_TOGETHER) return eigen_pairs_of(p, k, a, stride);
  p->known = false;
  return STATUS_OK;
}

/* columns = V^T; tiles, so that a line of the cache is used whole. */
static void transpose(size_t k, const double *rows, double *columns) {
  enum { TILE = 8 };
  for (size_t i = 0; i < k; i += TILE) {
    for (size_t j = 0; j < k; j += TILE) {
      for (size_t p = i; p < i + TILE && p < k; p++) {
        for (size_t q = j; q < j + TILE && q < k; q++) columns[q * k + p] = rows[p * k + q];
      }
    }
  }
}

/* V <- W V, or W diag(V, 1). */
static void rotate(eigen_pairs *p, size_t k) {
  const size_t before = p->k;
  transpose(before, p->vectors, p->columns);
  kernel_multiply_transposed(k, before, before, p->rotation, k, p->columns, before, p->vectors, k);
  for (size_t l = 0; l < k; l++) {
    double *row = p->vectors + l * k;
    if (k > before) row[before] = p->rotation[l * k + before];
    eigen_fix_sign(k, row);
  }
  memcpy(p->values, p->spectrum, k * sizeof *p->values);
  p->k = k;
}

void eigen_pairs_change(eigen_pairs *p, double weight, size_t k, const double *x) {
  if (!p->known) return;
  kernel_rows_dot(p->k, p->k, p->vectors, p->k, x, p->coordinates);
  if (k > p->k) {
    p->values[p->k] = 0.0;
    p->coordinates[p->k] = x[p->k];
  }
  p->known = secular_solve(p->secular, k, p->values, weight, p->coordinates, p->spectrum, p->rotation);
  if (!p->known) return;
  rotate(p, k);
  p->changed = true;
  p->measured = false;
  p->unmeasured++;
}

void eigen_pairs_after(eigen_pairs *p, const double *a, size_t stride) {
  if (!p->known || p->unmeasured < EIGEN_PAIRS_MEASURED) return;
  p->known = good_enough(p, a, stride);
  p->unmeasured = 0;
}

/* ---- states */

status eigen_pairs_save(const eigen_pairs *p, cJSON *state) {
  cJSON *pairs = NULL;
  if (!p->known || !p->changed) return STATUS_OK;
  TRY(state_add_object(state, "eigenpairs", &pairs));
  TRY(state_add_count(pairs, "unmeasured", p->unmeasured));
  TRY(state_add_numbers(pairs, "values", p->k, p->values));
  return state_add_rows(pairs, "vectors", p->k, p->k, p->k, p->vectors);
}

static const double TOLERANCE = 1e-9;

status eigen_pairs_load(eigen_pairs *p, size_t k, const double *a, size_t stride, const cJSON *state) {
  const cJSON *pairs = NULL;
  double size = 1.0;
  p->known = false;
  if (json_member(state, "eigenpairs") == NULL) return STATUS_OK;
  TRY(state_get_object(state, "eigenpairs", &pairs));
  TRY(state_check_names(pairs, "unmeasured values vectors"));
  TRY(state_get_count(pairs, "unmeasured", 0, EIGEN_PAIRS_MEASURED - 1, &p->unmeasured));
  TRY(state_get_numbers(pairs, "values", k, p->values));
  TRY(state_get_rows(pairs, "vectors", k, k, k, p->vectors));
  for (size_t l = 0; l < k; l++) {
    size = fmax(size, fabs(p->values[l]));
    if (l == 0 || p->values[l - 1] <= p->values[l]) continue;
    return FAIL(STATUS_INVALID, "eigenpairs: value %zu is smaller than the one before, expected ascending order",
                l + 1);
  }
  p->k = k;
  p->known = p->changed = true;
  p->measured = false;
  const eigen_quality quality = eigen_pairs_quality(p, a, stride);
  if (quality.orthogonality <= TOLERANCE && quality.residual <= TOLERANCE * size) return STATUS_OK;
  return FAIL(STATUS_INVALID, "eigenpairs: wrong by %g, expected those of the matrix",
              fmax(quality.orthogonality, quality.residual));
}
