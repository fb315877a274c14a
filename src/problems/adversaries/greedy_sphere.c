#include "problems/adversaries/greedy_sphere.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"

enum { BISECTIONS = 200 };

struct sphere_problem {
  size_t order;
  double *values, *vectors; /* of G */
  double *b, *solution;
  eigen_solver *solver;
};

status sphere_problem_new(size_t order, sphere_problem **out) {
  sphere_problem *problem = NULL;
  status code = STATUS_OK;
  *out = NULL;
  TRY(NEW_ARRAY(1, problem));
  problem->order = order;
  CHECK(NEW_ARRAY(order, problem->values));
  CHECK(NEW_ARRAY(order * order, problem->vectors));
  CHECK(NEW_ARRAY(order, problem->b));
  CHECK(NEW_ARRAY(order, problem->solution));
  CHECK(eigen_solver_new(&eigen_gsl, order, &problem->solver));
  *out = problem;
  return STATUS_OK;
end:
  sphere_problem_free(problem);
  return code;
}

void sphere_problem_free(sphere_problem *problem) {
  if (problem == NULL) return;
  free(problem->values);
  free(problem->vectors);
  free(problem->b);
  free(problem->solution);
  eigen_solver_free(problem->solver);
  free(problem);
}

status sphere_problem_set(sphere_problem *problem, const double *g, size_t stride) {
  return eigen_solve(problem->solver, problem->order, g, stride, problem->values, problem->vectors, NULL);
}

/* Position of the i-th smallest eigenvalue of sign G. */
static size_t place(const sphere_problem *problem, double sign, size_t i) {
  return sign > 0.0 ? i : problem->order - 1 - i;
}

/* The solution for g_i + mu = g_i - g_1 + beyond; its length. `beyond` = 0 leaves out the first eigenvalue. */
static double solve_at(sphere_problem *problem, double sign, double beyond) {
  const double least = sign * problem->values[place(problem, sign, 0)];
  for (size_t i = 0; i < problem->order; i++) {
    const size_t at = place(problem, sign, i);
    const double distance = sign * problem->values[at] - least + beyond;
    problem->solution[at] = distance > 0.0 ? -problem->b[at] / distance : 0.0;
  }
  return kernel_norm(problem->order, problem->solution);
}

void sphere_extreme(sphere_problem *problem, double sign, double radius, const double *linear, double *y) {
  const size_t k = problem->order, first = place(problem, sign, 0);
  memset(problem->b, 0, k * sizeof *problem->b);
  if (linear != NULL) {
    kernel_rows_dot(k, k, problem->vectors, k, linear, problem->b);
    kernel_scale(k, sign, problem->b);
  }
  const double size = kernel_norm(k, problem->b);
  double low = 0.0, high = size / radius; /* at `high` no coordinate is longer than b_i radius / |b| */
  for (int i = 0; i < BISECTIONS && low < high; i++) {
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) break;
    if (solve_at(problem, sign, middle) > radius) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const double length = solve_at(problem, sign, high);
  const double missing = radius * radius - length * length;
  if (missing > 0.0) { /* the hard case; otherwise rounding */
    const double entry = problem->solution[first];
    const double longer = sqrt(entry * entry + missing);
    problem->solution[first] = entry < 0.0 ? -longer : longer;
  }
  memset(y, 0, k * sizeof *y);
  kernel_rows_combine(k, k, problem->vectors, k, problem->solution, y);
}
