/* Cuts in hindsight: against all cuts of small graphs, proved optima of larger ones, and certificates that must not
 * claim too much. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "hindsight/max_cut/best_cut.h"
#include "hindsight/max_cut/max_cut.h"
#include "hindsight/max_cut/max_cut_branch.h"
#include "hindsight/max_cut/max_cut_descent.h"
#include "hindsight/max_cut/max_cut_search.h"
#include "hindsight/max_cut/max_cut_semidefinite.h"
#include "hindsight/max_cut/max_cut_triangle_search.h"
#include "unit/check.h"

static arena memory; /* of what a test makes */

enum { MOST_NODES = 24, MOST_PAIRS = MOST_NODES * (MOST_NODES - 1) / 2, WEIGHT_KINDS = 4 };

static double random_weight(random_stream *stream, size_t kind) {
  if (kind == 0) return 1;
  if (kind == 1) return random_chance(stream, 0.5) ? 1 : -1;
  if (kind == 2) return (double)random_index(stream, 21) - 10;
  return random_gaussian(stream);
}

static cut_graph *random_graph(random_stream *stream, size_t n, double density, size_t kind) {
  size_t first[MOST_PAIRS], second[MOST_PAIRS], count = 0;
  double weight[MOST_PAIRS];
  cut_graph *graph = NULL;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (!random_chance(stream, density)) continue;
      first[count] = i;
      second[count] = j;
      weight[count++] = random_weight(stream, kind);
    }
  }
  OK(cut_graph_new(n, count, first, second, weight, &graph));
  return graph;
}

/* Bit by bit over all subsets of the first n - 1 nodes, edge by edge. */
static double largest_cut(const cut_graph *graph) {
  double largest = 0;
  for (size_t set = 0; set < (size_t)1 << (graph->n - 1); set++) {
    double value = 0;
    for (size_t k = 0; k < graph->edges; k++) {
      if (((set >> graph->first[k]) ^ (set >> graph->second[k])) & 1) value += graph->weight[k];
    }
    largest = fmax(largest, value);
  }
  return largest;
}

/* Enumeration, search from below and the semidefinite bound from above, against all cuts. */
Test(max_cut, small_graphs) {
  random_stream *stream = stream_of("small graphs");
  for (size_t n = 1; n <= sweep(11, 8); n++) {
    for (size_t kind = 0; kind < WEIGHT_KINDS; kind++) {
      cut_graph *graph = random_graph(stream, n, 0.7, kind);
      double signs[MOST_NODES], u[MOST_NODES], bound;
      max_cut_found found;
      const double largest = largest_cut(graph), rounding = 1e-12 * graph->size;
      OK(max_cut(graph, 0, signs, &found));
      cr_expect(signs[0] == 1 && found.value == cut_graph_value(graph, signs));
      cr_expect_float_eq(found.value, largest, rounding, "n = %zu kind %zu: %.17g of %.17g", n, kind, found.value,
                         largest);
      cr_expect(found.bound >= largest && found.bound <= largest + 1e-9 * graph->size, "n = %zu kind %zu", n, kind);
      OK(max_cut_search(graph, signs));
      cr_expect_float_eq(cut_graph_value(graph, signs), largest, rounding, "search, n = %zu kind %zu", n, kind);
      OK(max_cut_multipliers(graph, u));
      OK(max_cut_semidefinite_bound(graph, u, &bound));
      cr_expect(bound >= largest, "semidefinite, n = %zu kind %zu: %.17g < %.17g", n, kind, bound, largest);
      cut_graph_free(graph);
    }
  }
  random_stream_free(stream);
}

/* Goemans and Williamson 1995: at most 1/0.87856 times the largest cut, for weights >= 0. */
Test(max_cut, semidefinite_ratio) {
  random_stream *stream = stream_of("ratio");
  for (size_t n = 5; n <= 14; n += 3) {
    cut_graph *graph = random_graph(stream, n, 0.6, 0);
    double u[MOST_NODES], bound;
    OK(max_cut_multipliers(graph, u));
    OK(max_cut_semidefinite_bound(graph, u, &bound));
    cr_expect_leq(0.87856 * bound, largest_cut(graph) * (1 + 1e-4), "n = %zu: %g", n, bound);
    cut_graph_free(graph);
  }
  random_stream_free(stream);
}

enum { VARIABLES = 12, FREE = 4 };

/* sum_i (i + 1) (cosh(x_i - c_i) - 1), c_i = +1, -1, ...; least at c_i, or at 0 where x_i >= 0 and c_i = -1. */
static status evaluate_wells(void *self, const double *point, double *value, double *gradient, bool *enough) {
  *value = 0;
  *enough = false;
  for (size_t i = 0; i < VARIABLES; i++) {
    const double away = point[i] - (i % 2 == 0 ? 1 : -1);
    *value += (double)(i + 1) * (cosh(away) - 1);
    gradient[i] = (double)(i + 1) * sinh(away);
  }
  return STATUS_OK;
}

Test(max_cut, descent) {
  descent *d = NULL;
  const descent_function wells = {.evaluate = evaluate_wells};
  double point[VARIABLES] = {0};
  OK(descent_new(&memory, VARIABLES, &d));
  OK(descent_run(d, &wells, VARIABLES, FREE, 50, 1e-9, 0.1,
                 point)); /* along the gradient alone 50 steps do not suffice */
  for (size_t i = 0; i < VARIABLES; i++) {
    cr_expect_float_eq(point[i], i % 2 == 0 ? 1 : i < FREE ? -1 : 0, 1e-9, "%zu: %.17g", i, point[i]);
  }
  arena_free(&memory);
}

/* x^2 + 100 y^2, which from the sixth evaluation on has a wall: infinite off the line along the gradient, until one step was made on it. */
typedef struct valley {
  size_t evaluated;
  bool passed;
  double least, x, y;
} valley;

static status evaluate_valley(void *self, const double *point, double *value, double *gradient, bool *enough) {
  valley *v = self;
  const double x = point[0], y = point[1], across = (x - v->x) * 100 * v->y - (y - v->y) * v->x;
  *value = x * x + 100 * y * y;
  *enough = false;
  gradient[0] = 2 * x;
  gradient[1] = 200 * y;
  if (++v->evaluated > 5 && !v->passed) {
    v->passed = fabs(across) <= 1e-12;
    if (!v->passed) *value = INFINITY;
  }
  if (*value < v->least) {
    v->least = *value;
    v->x = x;
    v->y = y;
  }
  return STATUS_OK;
}

Test(max_cut, descent_after_steps_that_mislead) {
  descent *d = NULL;
  valley v = {.least = INFINITY};
  const descent_function walled = {.evaluate = evaluate_valley, .self = &v};
  double point[2] = {3, 1};
  OK(descent_new(&memory, 2, &d));
  OK(descent_run(d, &walled, 2, 2, 60, 1e-9, 0.001, point));
  cr_expect(v.passed && fabs(point[0]) <= 1e-9 && fabs(point[1]) <= 1e-9, "%g %g", point[0], point[1]);
  arena_free(&memory);
}

/* From the empty cut, so that the tree itself must find the best one. */
Test(max_cut, branch_and_bound) {
  random_stream *stream = stream_of("branch and bound");
  for (size_t kind = 0; kind < WEIGHT_KINDS; kind++) {
    cut_graph *graph = random_graph(stream, 20, 0.5, kind);
    double signs[MOST_NODES], upper = cut_graph_positive(graph);
    const double largest = largest_cut(graph), tolerance = 1e-9;
    for (size_t i = 0; i < graph->n; i++) signs[i] = 1;
    OK(max_cut_branch(graph, 1e12, tolerance, signs, &upper));
    cr_expect_float_eq(cut_graph_value(graph, signs), largest, 1e-10, "kind %zu", kind);
    cr_expect(upper >= largest - 1e-10 && upper <= largest + 2e-9, "kind %zu: %.17g of %.17g", kind, upper, largest);
    for (size_t i = 0; i < graph->n; i++) signs[i] = 1;
    upper = cut_graph_positive(graph);
    OK(max_cut_branch(graph, 0, tolerance, signs, &upper)); /* the root only */
    cr_expect(upper >= largest, "root, kind %zu: %.17g of %.17g", kind, upper, largest);
    cut_graph_free(graph);
  }
  random_stream_free(stream);
}

/* The best cut of a ring of odd length leaves the lightest edge. Unit vectors that turn by pi (1 - 1/n) from node to node have the value
 * sum w (1 + cos(pi/n))/2, so that no semidefinite bound is below it but with the inequalities of triangles. */
Test(max_cut, triangles_of_a_ring) {
  enum { RING = 25 };
  size_t first[RING], second[RING];
  double weight[RING], signs[RING], sum = 0, upper;
  cut_graph *graph = NULL;
  for (size_t i = 0; i < RING; i++) {
    first[i] = i;
    second[i] = (i + 1) % RING;
    weight[i] = 1 + 0.013 * (double)i * (double)i / RING;
    sum += weight[i];
    signs[i] = 1;
  }
  OK(cut_graph_new(RING, RING, first, second, weight, &graph));
  upper = sum;
  OK(max_cut_branch(graph, 0, 1e-9, signs, &upper));
  cr_expect(upper >= sum - weight[0] - 1e-10 && upper < 0.5 * sum * (1 + cos(acos(-1) / RING)), "%.17g of %.17g", upper,
            sum - weight[0]);
  cut_graph_free(graph);
}

/* Without edges, with one edge, and with two components: little or nothing is left to decide. */
Test(max_cut, hardly_any_edges) {
  const size_t first[] = {0, 28}, second[] = {29, 3};
  const double weight[] = {2.5, -1};
  for (size_t count = 0; count <= 2; count++) {
    cut_graph *graph = NULL;
    double signs[30], upper;
    max_cut_found found;
    OK(cut_graph_new(30, count, first, second, weight, &graph));
    OK(max_cut(graph, 0, signs, &found));
    cr_expect(found.value == (count == 0 ? 0 : 2.5) && found.bound == found.value, "%zu: %g to %g", count, found.value,
              found.bound);
    for (size_t i = 0; i < 30; i++) signs[i] = 1;
    upper = cut_graph_positive(graph) + 1;
    OK(max_cut_branch(graph, 1e12, 0, signs, &upper));
    cr_expect(upper == found.value && cut_graph_value(graph, signs) == found.value, "%zu: %g", count, upper);
    cut_graph_free(graph);
  }
}

/* Any multipliers prove a true bound, however badly chosen; invalid ones are refused. */
Test(max_cut, certificates) {
  random_stream *stream = stream_of("certificates");
  dual_space *space = NULL;
  sign_duals duals;
  OK(dual_space_new(&memory, MOST_NODES, &space));
  OK(sign_duals_new(10, 30, &duals));
  for (size_t trial = 0; trial < 200; trial++) {
    cut_graph *graph = random_graph(stream, 10, 0.7, trial % WEIGHT_KINDS);
    const double largest = largest_cut(graph);
    sign_problem problem;
    OK(sign_problem_of_graph(graph, &problem));
    for (size_t i = 0; i < 10; i++) duals.u[i] = random_gaussian(stream);
    duals.count = trial % 31;
    for (size_t t = 0; t < duals.count; t++) {
      size_t node[3];
      random_subset(stream, 10, 3, node);
      duals.triangle[t] = (sign_triangle){(uint32_t)node[0], (uint32_t)node[1], (uint32_t)node[2],
                                          (uint32_t)random_index(stream, 4), random_uniform(stream)};
    }
    OK(dual_space_evaluate(space, &problem, &duals));
    cr_expect_geq(space->bound, largest, "trial %zu: %.17g < %.17g", trial, space->bound, largest);
    double bound;
    OK(max_cut_semidefinite_bound(graph, duals.u, &bound));
    cr_expect_geq(bound, largest, "trial %zu: %.17g < %.17g", trial, bound, largest);
    sign_problem_clear(&problem);
    cut_graph_free(graph);
  }
  sign_duals_clear(&duals);
  arena_free(&memory);
  random_stream_free(stream);
}

Test(max_cut, refused_certificates) {
  random_stream *stream = stream_of("refused");
  cut_graph *graph = random_graph(stream, 8, 0.9, 0);
  dual_space *space = NULL;
  sign_duals duals;
  sign_problem problem;
  double bound;
  const sign_triangle wrong[] = {{0, 1, 2, 0, -1.0}, {0, 1, 2, 0, (double)NAN}, {0, 1, 2, 0, (double)INFINITY},
                                 {0, 0, 2, 0, 1.0},  {2, 1, 0, 0, 1.0},         {0, 1, 8, 0, 1.0},
                                 {0, 1, 2, 4, 1.0}};
  OK(sign_problem_of_graph(graph, &problem));
  OK(dual_space_new(&memory, 8, &space));
  OK(sign_duals_new(8, 1, &duals));
  duals.count = 1;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    duals.triangle[0] = wrong[k];
    cr_expect_eq(dual_space_evaluate(space, &problem, &duals), STATUS_INVALID, "%zu", k);
  }
  duals.count = 0;
  duals.u[3] = NAN;
  cr_expect_eq(dual_space_evaluate(space, &problem, &duals), STATUS_INVALID);
  cr_expect_eq(max_cut_semidefinite_bound(graph, duals.u, &bound), STATUS_INVALID);
  sign_duals_clear(&duals);
  sign_problem_clear(&problem);
  arena_free(&memory);
  cut_graph_free(graph);
  random_stream_free(stream);
}

/* The smaller problem has the values of the larger one at x_j = sign x_i, and the duals' bound holds for it. */
Test(max_cut, contraction) {
  random_stream *stream = stream_of("contraction");
  triangle_search *search = NULL;
  dual_space *space = NULL;
  OK(triangle_search_new(9, &search));
  OK(dual_space_new(&memory, 9, &space));
  for (size_t trial = 0; trial < 40; trial++) {
    cut_graph *graph = random_graph(stream, 9, 0.9, trial % WEIGHT_KINDS);
    sign_problem whole, smaller;
    sign_duals duals;
    double x[9], y[9], bound, work = 0;
    size_t pair[2];
    OK(sign_problem_of_graph(graph, &whole));
    OK(sign_problem_copy(&whole, &smaller));
    OK(sign_duals_new(9, triangle_search_room(search), &duals));
    for (size_t i = 0; i < 9; i++) duals.u[i] = graph->size;
    OK(triangle_search_run(search, &whole, -INFINITY, &duals, &bound, pair, &work));
    cr_expect_geq(bound, largest_cut(graph));
    const size_t i = trial % 9, j = (i + 1 + trial / 9) % 9;
    const double sign = trial % 2 == 0 ? 1 : -1;
    sign_problem_contract(&smaller, i, j, sign);
    sign_duals_contract(&duals, i, j, sign);
    OK(dual_space_evaluate(space, &smaller, &duals));
    for (size_t set = 0; set < 256; set++) {
      for (size_t k = 0; k < 8; k++) y[k] = (set >> k) & 1 ? 1 : -1;
      for (size_t k = 0; k < 9; k++) x[k] = k == j ? sign * y[i > j ? i - 1 : i] : y[k > j ? k - 1 : k];
      const double value = sign_problem_value(&whole, x);
      cr_expect_float_eq(sign_problem_value(&smaller, y), value, 1e-12 * (graph->size + 1));
      cr_expect_float_eq(value, cut_graph_value(graph, x), 1e-12 * (graph->size + 1));
      cr_expect_geq(space->bound, value);
    }
    sign_duals_clear(&duals);
    sign_problem_clear(&smaller);
    sign_problem_clear(&whole);
    cut_graph_free(graph);
  }
  triangle_search_free(search);
  arena_free(&memory);
  random_stream_free(stream);
}

/* A cycle's cuts are even; halves and thirds; pairs that cancel. */
Test(max_cut, steps) {
  const size_t first[] = {0, 1, 2, 3, 4, 4, 4}, second[] = {1, 2, 3, 4, 0, 4, 0};
  const double ones[] = {1, 1, 1, 1, 1, 5, 0}, halves[] = {1.5, 3, 1.5, 1.5, 1, 5, 0.5},
               thirds[] = {1. / 3, 1, 1, 1, 1};
  cut_graph *graph = NULL;
  OK(cut_graph_new(5, 7, first, second, ones, &graph));
  cr_expect(graph->edges == 5 && graph->total == 5 && graph->step == 2 && cut_graph_round_down(graph, 4.9) == 4);
  cut_graph_free(graph);
  OK(cut_graph_new(5, 7, first, second, halves, &graph));
  cr_expect(graph->edges == 5 && graph->step == 1.5 && cut_graph_round_down(graph, 4.4) == 3);
  cut_graph_free(graph);
  OK(cut_graph_new(5, 5, first, second, thirds, &graph));
  cr_expect(graph->step == 0 && cut_graph_round_down(graph, 4.9) == 4.9);
  cut_graph_free(graph);
}

/* All 2^(n-1) cuts, trial by trial. */
static double least_loss(const entry_trials *trials) {
  double least = INFINITY;
  for (size_t set = 0; set < (size_t)1 << (trials->n - 1); set++) {
    double cost = 0;
    for (size_t t = 0; t < trials->count; t++) {
      const size_t across = ((set >> trials->row[t]) ^ (set >> trials->column[t])) & 1;
      cost += loss_value(&trials->loss, across ? 1.0 : -1.0, trials->label[t]);
    }
    least = fmin(least, cost);
  }
  return least;
}

Test(max_cut, best_cut_of_trials) {
  random_stream *stream = stream_of("trials");
  const loss_kind kinds[] = {LOSS_ZERO_ONE, LOSS_ABSOLUTE, LOSS_SQUARE, LOSS_LOGISTIC, LOSS_HINGE, LOSS_LINEAR};
  for (size_t k = 0; k < 2 * sizeof kinds / sizeof *kinds; k++) {
    size_t row[150], column[150];
    double label[150];
    entry_trials trials = {.m = 9, .n = 9, .count = 150, .row = row, .column = column, .label = label};
    trials.loss = (loss){kinds[k / 2], -1, 1, -1, 1, k < 2 ? 1 : k % 4 < 2 ? 1.0 / 3.0 : 0.5};
    for (size_t t = 0; t < 150; t++) { /* with (i,j), (j,i) and i = j */
      row[t] = random_index(stream, 9);
      column[t] = random_index(stream, 9);
      label[t] = k % 2 == 0 ? (random_chance(stream, 0.5) ? 1 : -1) : random_range(stream, -1, 1);
      if (k < 2) label[t] = label[t] < 0 ? -1 : 1;
    }
    comparator *best = NULL;
    OK(best_cut(&trials, &best));
    const double *signs = comparator_signs(best), least = least_loss(&trials);
    double own = 0;
    for (size_t t = 0; t < 150; t++) own += loss_value(&trials.loss, -signs[row[t]] * signs[column[t]], label[t]);
    cr_expect_float_eq(own, least, 1e-10, "loss %zu: %.17g of %.17g", k, own, least);
    cr_expect(comparator_least(best) <= least + 1e-12 && comparator_least(best) >= least - 1e-9, "loss %zu", k);
    cr_expect_eq(comparator_origin_of(best), COMPARATOR_EXACT, "loss %zu", k);
    comparator_free(best);
  }
  random_stream_free(stream);
}

Test(max_cut, refused_trials) {
  const size_t zero[] = {0}, five[] = {5};
  const double label[] = {1};
  comparator *best = NULL;
  entry_trials trials = {
      .m = 3, .n = 3, .count = 1, .row = zero, .column = five, .label = label, .loss = loss_of_signs};
  cr_expect_eq(best_cut(&trials, &best), STATUS_INVALID);
  trials.column = zero;
  trials.m = 4;
  cr_expect_eq(best_cut(&trials, &best), STATUS_INVALID);
  trials.m = 3;
  trials.loss = (loss){LOSS_ABSOLUTE, 0, 1, 0, 1, 1};
  cr_expect_eq(best_cut(&trials, &best), STATUS_INVALID);
  cr_expect_null(best);
  trials.loss = loss_of_signs;
  OK(best_cut(&trials, &best)); /* a loop only: predicted as -1 */
  cr_expect_float_eq(comparator_least(best), 1, 1e-12);
  cr_expect_eq(comparator_origin_of(best), COMPARATOR_EXACT);
  comparator_free(best);
}

/* Graph files: n and m, then i j weight, from 1. */
static cut_graph *read_graph(const char *data, const char *name) {
  char path[600];
  size_t n, count;
  cut_graph *graph = NULL;
  snprintf(path, sizeof path, "%s/biqmac/%s", data, name);
  FILE *file = fopen(path, "r");
  cr_assert(file != NULL && fscanf(file, "%zu %zu", &n, &count) == 2, "%s", path);
  size_t *first = calloc(count, sizeof *first), *second = calloc(count, sizeof *second);
  double *weight = calloc(count, sizeof *weight);
  for (size_t k = 0; k < count; k++) {
    cr_assert_eq(fscanf(file, "%zu %zu %lf", &first[k], &second[k], &weight[k]), 3);
    first[k]--;
    second[k]--;
  }
  fclose(file);
  OK(cut_graph_new(n, count, first, second, weight, &graph));
  free(first);
  free(second);
  free(weight);
  return graph;
}

static const char *data_with_graphs(void) {
  const char *data = getenv("DATA");
  char path[600];
  snprintf(path, sizeof path, "%s/biqmac/g05_60.0", data != NULL ? data : "");
  return data == NULL || access(path, R_OK) != 0 ? NULL : data;
}

/* Optima of the Biq Mac Library (Wiegele 2007), proved again here; the second time the answer is a kept one. */
Test(max_cut, proved_optima) {
  const struct known {
    const char *name;
    double value;
  } known[] = {{"g05_60.0", 536}, {"g05_60.1", 532}, {"pm1s_80.0", 79}, {"pm1d_80.0", 227}, {"w01_100.0", 651}};
  const char *data = data_with_graphs();
  if (data == NULL) cr_skip_test("DATA names no folder with biqmac/g05_60.0");
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    cut_graph *graph = read_graph(data, known[k].name);
    double signs[128], again[128];
    max_cut_found found, same;
    OK(max_cut(graph, 0, signs, &found));
    cr_expect(found.value == known[k].value && found.bound == known[k].value, "%s: %.17g to %.17g", known[k].name,
              found.value, found.bound);
    cr_expect_eq(cut_graph_value(graph, signs), known[k].value);
    OK(max_cut(graph, 0, again, &same));
    cr_expect(memcmp(signs, again, graph->n * sizeof *signs) == 0 && memcmp(&found, &same, sizeof same) == 0);
    cut_graph_free(graph);
  }
}

/* Two grids with Gaussian weights and a chain with weights that decay: those on which plain annealing stays below. */
Test(max_cut, found_optima) {
  const struct known {
    const char *name;
    double value;
  } known[] = {{"t2g10_5555", 6049461}, {"t3g5_5555", 10933215}, {"ising2.5-100_5555", 2460049}, {"pw05_100.0", 8190}};
  const char *data = data_with_graphs();
  if (data == NULL) cr_skip_test("DATA names no folder with biqmac/g05_60.0");
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    cut_graph *graph = read_graph(data, known[k].name);
    double signs[128];
    OK(max_cut_search(graph, signs));
    cr_expect_eq(cut_graph_value(graph, signs), known[k].value, "%s", known[k].name);
    cut_graph_free(graph);
  }
}
