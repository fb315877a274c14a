#include "hindsight/max_cut/max_cut_signs.h"
#include "linalg/kernels.h"

/* then the running value is recomputed, so that rounding errors do not accumulate */
enum { STEPS_BETWEEN_SUMS = 1024 };

status sign_problem_of_graph(const cut_graph *graph, sign_problem *out) {
  const size_t n = graph->n;
  *out = (sign_problem){.n = n, .constant = graph->total / 2};
  TRY(memory_array(n * n, sizeof *out->q, &out->q));
  for (size_t k = 0; k < graph->edges; k++) {
    const size_t i = graph->first[k], j = graph->second[k];
    out->q[i * n + j] = out->q[j * n + i] = -graph->weight[k] / 4;
  }
  return STATUS_OK;
}

status sign_problem_copy(const sign_problem *problem, sign_problem *out) {
  *out = (sign_problem){.n = problem->n, .constant = problem->constant};
  TRY(memory_array(problem->n * problem->n, sizeof *out->q, &out->q));
  memcpy(out->q, problem->q, problem->n * problem->n * sizeof *out->q);
  return STATUS_OK;
}

void sign_problem_clear(sign_problem *problem) {
  free(problem->q);
  problem->q = NULL;
}

void sign_problem_contract(sign_problem *problem, size_t i, size_t j, double sign) {
  const size_t n = problem->n;
  double *q = problem->q;
  problem->constant += 2 * sign * q[i * n + j];
  for (size_t k = 0; k < n; k++) {
    if (k == i || k == j) continue;
    q[i * n + k] += sign * q[j * n + k];
    q[k * n + i] = q[i * n + k];
  }
  size_t place = 0;
  for (size_t row = 0; row < n; row++) {
    for (size_t column = 0; column < n; column++) {
      if (row != j && column != j) q[place++] = q[row * n + column];
    }
  }
  problem->n = n - 1;
}

double sign_problem_value(const sign_problem *problem, const double *signs) {
  double value = 0;
  for (size_t i = 0; i < problem->n; i++) value += signs[i] * kernel_dot(i, problem->q + i * problem->n, signs);
  return problem->constant + 2 * value;
}

double sign_problem_enumerate(const sign_problem *problem, double *signs) {
  const size_t n = problem->n;
  double x[SIGN_ENUMERABLE] = {1};
  for (size_t i = 0; i < n; i++) x[i] = signs[i] = 1;
  double value = sign_problem_value(problem, x), best = value;
  const size_t count = n == 0 ? 1 : (size_t)1 << (n - 1); /* the last sign stays fixed */
  for (size_t step = 1; step < count; step++) {
    const size_t i = (size_t)__builtin_ctzl(step);
    value -= 4 * x[i] * kernel_dot(n, problem->q + i * n, x);
    x[i] = -x[i];
    if (step % STEPS_BETWEEN_SUMS == 0) value = sign_problem_value(problem, x);
    if (value > best) {
      best = value;
      memcpy(signs, x, n * sizeof *x);
    }
  }
  return sign_problem_value(problem, signs);
}
