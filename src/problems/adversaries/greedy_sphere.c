#include "problems/adversaries/greedy_sphere.h"
#include "base/arena.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"

enum { BISECTIONS = 200 };

struct sphere_problem {
  size_t order;
  double *values, *vectors; /* of G */
  double *b, *solution;
  eigen_solver *solver;
  arena memory; /* of the arrays */
};

status sphere_problem_new(size_t order, sphere_problem **out) {
  CLEANUP(sphere_problem_free_at) sphere_problem *made = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, made));
  made->order = order;
  TRY(ARENA_ARRAY(&made->memory, order, made->values));
  TRY(ARENA_ARRAY(&made->memory, order * order, made->vectors));
  TRY(ARENA_ARRAY(&made->memory, order, made->b));
  TRY(ARENA_ARRAY(&made->memory, order, made->solution));
  TRY(eigen_solver_new(&eigen_own, order, &made->solver));
  return HAND_OVER(made, *out);
}

void sphere_problem_free(sphere_problem *problem) {
  if (problem == NULL) return;
  eigen_solver_free(problem->solver);
  arena_free(&problem->memory);
  free(problem);
}

status sphere_problem_set(sphere_problem *problem, const double *g, size_t stride) {
  return eigen_solve(problem->solver, problem->order, g, stride, problem->values, problem->vectors, NULL);
}

/* Position of the i-th smallest eigenvalue of sign G. */
static size_t place(const sphere_problem *problem, double sign, size_t i) {
  return sign > 0.0 ? i : problem->order - 1 - i;
}

/* The largest modulus of an eigenvalue. */
static double largest(const sphere_problem *problem) {
  return fmax(fabs(problem->values[0]), fabs(problem->values[problem->order - 1]));
}

/* How many eigenvalues of sign G are the first one but for rounding. */
static size_t multiplicity(const sphere_problem *problem, double sign) {
  const double first = problem->values[place(problem, sign, 0)], width = GREEDY_TIE * largest(problem);
  size_t count = 1;
  while (count < problem->order && fabs(problem->values[place(problem, sign, count)] - first) <= width) count++;
  return count;
}

/* Leaves out coefficients of the first `count` eigenvectors that are rounding; true if they are 0 then. */
static bool is_hard(sphere_problem *problem, double sign, double radius, size_t count) {
  double square = 0.0;
  for (size_t i = 0; i < count; i++) {
    const double entry = problem->b[place(problem, sign, i)];
    square += entry * entry;
  }
  if (sqrt(square) > GREEDY_TIE * largest(problem) * radius) return false;
  for (size_t i = 0; i < count; i++) problem->b[place(problem, sign, i)] = 0.0;
  return true;
}

/* Gives `length` to the space of the first `count` eigenvectors: to the projection of a unit vector. */
static void lengthen(sphere_problem *problem, double sign, double length, size_t count) {
  const size_t k = problem->order;
  double share = 0.0;
  size_t j = 0;
  for (;; j++) { /* ends: the shares have the sum `count` */
    share = 0.0;
    for (size_t i = 0; i < count; i++) {
      const double entry = problem->vectors[place(problem, sign, i) * k + j];
      share += entry * entry;
    }
    if (j + 1 == k || share >= 0.5 * (double)count / (double)k) break;
  }
  const double scale = length / sqrt(share);
  for (size_t i = 0; i < count; i++) {
    const size_t at = place(problem, sign, i);
    problem->solution[at] = scale * problem->vectors[at * k + j];
  }
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
  const size_t k = problem->order, count = multiplicity(problem, sign);
  memset(problem->b, 0, k * sizeof *problem->b);
  if (linear != NULL) {
    kernel_rows_dot(k, k, problem->vectors, k, linear, problem->b);
    kernel_scale(k, sign, problem->b);
  }
  const bool hard = is_hard(problem, sign, radius, count);
  double low = 0.0,
         high = kernel_norm(k, problem->b) / radius; /* there no coordinate is longer than b_i radius / |b| */
  for (int i = 0; i < BISECTIONS && low < high; i++) {
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) break;
    if (solve_at(problem, sign, middle) > radius) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const double length = solve_at(problem, sign, high), missing = radius * radius - length * length;
  if (hard && missing > GREEDY_TIE * radius * radius) {
    lengthen(problem, sign, sqrt(missing), count);
  } else {
    kernel_scale(k, radius / length, problem->solution);
  }
  memset(y, 0, k * sizeof *y);
  kernel_rows_combine(k, k, problem->vectors, k, problem->solution, y);
}
