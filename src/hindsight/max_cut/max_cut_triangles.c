#include "hindsight/max_cut/max_cut_triangles.h"
#include "linalg/kernels.h"

const triangle_signs triangle_signs_of[4] = {{-1, -1, -1}, {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}};

status sign_duals_new(size_t n, size_t room, sign_duals *out) {
  *out = (sign_duals){.n = n, .room = room};
  TRY(memory_array(n, sizeof *out->u, &out->u));
  return memory_array(room, sizeof *out->triangle, &out->triangle);
}

void sign_duals_set(const sign_duals *duals, sign_duals *out) {
  out->n = duals->n;
  out->count = duals->count;
  memcpy(out->u, duals->u, duals->n * sizeof *out->u);
  memcpy(out->triangle, duals->triangle, duals->count * sizeof *out->triangle);
}

void sign_duals_clear(sign_duals *duals) {
  free(duals->u);
  free(duals->triangle);
  *duals = (sign_duals){0};
}

/* The triangle of signs a, b, c on the nodes 0, 1, 2 of `node`, in ascending order of the nodes. */
static sign_triangle sorted_triangle(uint32_t node[3], double multiplier, double pair_sign[3][3]) {
  uint32_t order[3] = {0, 1, 2};
  for (size_t pass = 0; pass < 2; pass++) {
    for (size_t k = 0; k + 1 < 3 - pass; k++) {
      if (node[order[k]] > node[order[k + 1]]) {
        const uint32_t other = order[k];
        order[k] = order[k + 1];
        order[k + 1] = other;
      }
    }
  }
  const double ij = pair_sign[order[0]][order[1]], ik = pair_sign[order[0]][order[2]];
  const double jk = pair_sign[order[1]][order[2]];
  uint32_t odd = 0;
  if (ij < 0 && ik > 0)
    odd = 1;
  else if (ik < 0 && ij > 0)
    odd = 2;
  else if (jk < 0 && ij > 0)
    odd = 3;
  return (sign_triangle){node[order[0]], node[order[1]], node[order[2]], odd, multiplier};
}

/* Node j becomes node i with a sign; nodes after j move up. */
static sign_triangle contracted_triangle(const sign_triangle *t, size_t i, size_t j, double sign) {
  uint32_t node[3] = {t->i, t->j, t->k};
  double factor[3] = {1, 1, 1}, pair_sign[3][3] = {{0}};
  for (size_t l = 0; l < 3; l++) {
    if (node[l] == j) {
      node[l] = (uint32_t)i;
      factor[l] = sign;
    }
    if (node[l] > j) node[l]--; /* i > j moves as well */
  }
  for (size_t l = 0, place = 0; l < 3; l++) {
    for (size_t other = l + 1; other < 3; other++, place++) {
      pair_sign[l][other] = triangle_signs_of[t->odd][place] * factor[l] * factor[other];
      pair_sign[other][l] = pair_sign[l][other];
    }
  }
  return sorted_triangle(node, t->multiplier, pair_sign);
}

void sign_duals_contract(sign_duals *duals, size_t i, size_t j, double sign) {
  size_t kept = 0;
  for (size_t t = 0; t < duals->count; t++) {
    const sign_triangle *triangle = &duals->triangle[t];
    const size_t node[3] = {triangle->i, triangle->j, triangle->k};
    size_t held = 0;
    for (size_t l = 0; l < 3; l++) held += node[l] == i || node[l] == j;
    if (held < 2) duals->triangle[kept++] = contracted_triangle(triangle, i, j, sign);
  }
  duals->count = kept;
  duals->u[i] += duals->u[j];
  memmove(duals->u + j, duals->u + j + 1, (duals->n - j - 1) * sizeof *duals->u);
  duals->n--;
}

status dual_space_new(arena *memory, size_t largest, dual_space **out) {
  dual_space *space = NULL;
  TRY(ARENA_ARRAY(memory, 1, space));
  space->largest = largest;
  TRY(eigen_solver_new(&eigen_own, largest, &space->solver));
  TRY(ARENA_OWN(memory, space->solver, eigen_solver_free));
  TRY(ARENA_ARRAY(memory, largest * largest, space->matrix));
  TRY(ARENA_ARRAY(memory, largest, space->values));
  TRY(ARENA_ARRAY(memory, largest * largest, space->vectors));
  TRY(ARENA_ARRAY(memory, largest * largest, space->positive));
  *out = space;
  return STATUS_OK;
}

/* M, the sum of the duals and the sum of their absolute values. */
static status form_matrix(dual_space *space, const sign_problem *problem, const sign_duals *duals, double *sum,
                          double *size) {
  const size_t n = problem->n;
  double *m = space->matrix;
  *sum = *size = 0;
  memcpy(m, problem->q, n * n * sizeof *m);
  for (size_t i = 0; i < n; i++) {
    m[i * n + i] -= duals->u[i];
    *sum += duals->u[i];
    *size += fabs(duals->u[i]);
  }
  for (size_t t = 0; t < duals->count; t++) {
    const sign_triangle *triangle = &duals->triangle[t];
    const size_t i = triangle->i, j = triangle->j, k = triangle->k;
    const double half = triangle->multiplier / 2;
    if (!(half >= 0)) return FAIL(STATUS_INVALID, "multiplier %zu of the triangles is %g, not >= 0", t, 2 * half);
    if (i >= j || j >= k || k >= n || triangle->odd > 3) return FAIL(STATUS_INVALID, "triangle %zu is none", t);
    const double *sign = triangle_signs_of[triangle->odd];
    m[i * n + j] -= half * sign[0];
    m[i * n + k] -= half * sign[1];
    m[j * n + k] -= half * sign[2];
    *sum += 2 * half;
    *size += 2 * half;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) m[i * n + j] = m[j * n + i];
  }
  return isfinite(*size) ? STATUS_OK : FAIL(STATUS_INVALID, "the multipliers must be finite numbers");
}

/* Weyl: eigenvalues are off by at most the residual if the vectors are orthonormal. 4e-12 covers the rounding of the
 * sums, of fewer than 10^4 terms each, and of the measured residual. */
status dual_space_evaluate(dual_space *space, const sign_problem *problem, const sign_duals *duals) {
  const size_t n = problem->n;
  double sum, size;
  eigen_quality quality;
  if (n != duals->n || n > space->largest) return FAIL(STATUS_INVALID, "duals of %zu signs for %zu", duals->n, n);
  TRY(form_matrix(space, problem, duals, &sum, &size));
  TRY(eigen_solve(space->solver, n, space->matrix, n, space->values, space->vectors, &quality));
  const double largest = fmax(fabs(space->values[0]), fabs(space->values[n - 1]));
  const double off = 2 * quality.residual + 4 * quality.orthogonality * largest;
  const double rounding = 4e-12 * ((double)n * (size + kernel_norm(n * n, problem->q)) + fabs(problem->constant));
  space->bound = problem->constant + sum + (double)n * fmax(0.0, space->values[n - 1] + off) + rounding;
  space->squared = 0;
  for (size_t l = 0; l < n; l++) space->squared += space->values[l] > 0 ? space->values[l] * space->values[l] : 0;
  return STATUS_OK;
}

/* The lower triangle of the sum of value v v^T over positive eigenvalues, then its mirror image. */
void dual_space_positive(dual_space *space, size_t n) {
  memset(space->positive, 0, n * n * sizeof *space->positive);
  for (size_t l = 0; l < n; l++) {
    if (space->values[l] <= 0) continue;
    const double *v = space->vectors + l * n;
    for (size_t i = 0; i < n; i++) kernel_axpy(i + 1, space->values[l] * v[i], v, space->positive + i * n);
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) space->positive[j * n + i] = space->positive[i * n + j];
  }
}
