/* Eigenpairs that follow the changes of their matrix: against the matrix itself and GSL's decomposition of it; what they
 * depend on; when they are given up; states. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/random.h"
#include "linalg/eigen_pairs.h"
#include "unit/check.h"

enum { MOST = 40 };

/* A matrix and its pairs. */
typedef struct followed {
  size_t k;
  double a[MOST * MOST]; /* stride MOST */
  eigen_pairs pairs;
  arena memory;
} followed;

static followed *followed_new(void) {
  followed *f = calloc(1, sizeof *f);
  OK(eigen_pairs_new(&f->memory, &eigen_own, MOST, &f->pairs));
  return f;
}

static void followed_free(followed *f) {
  arena_free(&f->memory);
  free(f);
}

/* A += weight x x^T; x of k numbers, f->k of them or one more. */
static void add(followed *f, double weight, size_t k, const double *x) {
  OK(eigen_pairs_before(&f->pairs, 1, f->k, f->a, MOST));
  f->k = k;
  for (size_t i = 0; i < k; i++) {
    for (size_t j = 0; j < k; j++) f->a[i * MOST + j] += weight * (x[i] * x[j]);
  }
  eigen_pairs_change(&f->pairs, weight, k, x);
  eigen_pairs_after(&f->pairs, f->a, MOST);
}

/* Against A x, the unit matrix and the values of a decomposition. */
static void check(followed *f, const char *what) {
  static double values[MOST], vectors[MOST * MOST];
  eigen_solver *solver = NULL;
  const size_t k = f->k;
  OK(eigen_pairs_of(&f->pairs, k, f->a, MOST));
  OK(eigen_solver_new(&eigen_gsl, k, &solver));
  OK(eigen_solve(solver, k, f->a, MOST, values, vectors, NULL));
  const double *v = f->pairs.vectors, span = fmax(fabs(values[0]), fabs(values[k - 1]));
  const double room = 16.0 * DBL_EPSILON * (double)k;
  for (size_t l = 0; l < k; l++) {
    double largest = 0.0;
    cr_expect(fabs(f->pairs.values[l] - values[l]) <= room * span, "%s: value %zu of %zu: %.17g, GSL's %.17g", what, l,
              k, f->pairs.values[l], values[l]);
    for (size_t i = 0; i < k; i++) {
      double product = -f->pairs.values[l] * v[l * k + i];
      for (size_t j = 0; j < k; j++) product += f->a[i * MOST + j] * v[l * k + j];
      cr_expect(fabs(product) <= room * span, "%s: residual %.3g of %.3g", what, product, span);
      if (fabs(v[l * k + i]) > fabs(largest)) largest = v[l * k + i];
    }
    cr_expect_gt(largest, 0.0, "%s: the sign of vector %zu", what, l);
    for (size_t m = 0; m <= l; m++) {
      double inner = l == m ? -1.0 : 0.0;
      for (size_t i = 0; i < k; i++) inner += v[l * k + i] * v[m * k + i];
      cr_expect(fabs(inner) <= room, "%s: inner product of %zu and %zu wrong by %.3g", what, l, m, inner);
    }
  }
  eigen_solver_free(solver);
}

static void random_change(random_stream *stream, followed *f, bool grows) {
  double x[MOST];
  const size_t k = f->k + (grows && f->k < MOST);
  random_unit_vector(stream, k, x);
  add(f, random_chance(stream, 0.5) ? 0.9 : -0.9, k, x);
}

/* From nothing to order MOST, and on. */
Test(eigen_pairs, follow_the_matrix) {
  random_stream *stream = stream_of("follow");
  followed *f = followed_new();
  for (size_t t = 0; t < 400; t++) {
    random_change(stream, f, t % 3 == 0);
    if (t % 7 == 0) check(f, "random changes");
  }
  cr_expect(f->pairs.changed, "they were decomposed");
  followed_free(f);
  random_stream_free(stream);
}

/* The same direction again and again, up and down; axes; a change that takes the last one back. */
Test(eigen_pairs, degenerate_changes) {
  random_stream *stream = stream_of("degenerate");
  followed *f = followed_new();
  double x[MOST] = {0.0}, axis[MOST] = {0.0};
  while (f->k < MOST) random_change(stream, f, true);
  random_unit_vector(stream, MOST, x);
  for (size_t t = 0; t < 60; t++) add(f, t % 4 < 2 ? 1.0 : -1.0, MOST, x);
  check(f, "one direction");
  for (size_t i = 0; i < MOST; i++) {
    axis[i] = 1.0;
    add(f, 0.5, MOST, axis);
    axis[i] = 0.0;
  }
  check(f, "axes");
  for (size_t t = 0; t < 40; t++) {
    random_unit_vector(stream, MOST, x);
    add(f, 2.0, MOST, x);
    add(f, -2.0, MOST, x);
  }
  check(f, "back again");
  followed_free(f);
  random_stream_free(stream);
}

/* Who asks, and when, changes no bit. */
Test(eigen_pairs, reading_changes_nothing) {
  random_stream *one = stream_of("reading"), *two = stream_of("reading"), *when = stream_of("when");
  followed *f = followed_new(), *g = followed_new();
  for (size_t t = 0; t < 200; t++) {
    random_change(one, f, t % 5 == 0);
    random_change(two, g, t % 5 == 0);
    if (random_chance(when, 0.5)) OK(eigen_pairs_of(&f->pairs, f->k, f->a, MOST));
    if (f->pairs.known && random_chance(when, 0.3)) (void)eigen_pairs_quality(&f->pairs, f->a, MOST);
    if (t % 50 == 20) {
      eigen_pairs_forget(&f->pairs);
      eigen_pairs_forget(&g->pairs);
    }
  }
  OK(eigen_pairs_of(&g->pairs, g->k, g->a, MOST));
  cr_expect_eq(memcmp(f->pairs.values, g->pairs.values, f->k * sizeof(double)), 0);
  cr_expect_eq(memcmp(f->pairs.vectors, g->pairs.vectors, f->k * f->k * sizeof(double)), 0);
  followed_free(f);
  followed_free(g);
  random_stream_free(one);
  random_stream_free(two);
  random_stream_free(when);
}

/* Pairs that have gone wrong are found at the next measurement, by orthogonality and by residual. */
Test(eigen_pairs, given_up) {
  random_stream *stream = stream_of("given up");
  for (int wrong = 0; wrong < 3; wrong++) {
    followed *f = followed_new();
    while (f->k < 20) random_change(stream, f, true);
    OK(eigen_pairs_of(&f->pairs, f->k, f->a, MOST));
    cr_assert(f->pairs.changed);
    for (size_t i = 0; wrong == 0 && i < f->k; i++) f->pairs.vectors[i] *= 1.0 + 1e-11; /* still an eigenvector */
    if (wrong == 1) f->pairs.values[7] += 1e-11;
    for (size_t t = 0; t < EIGEN_PAIRS_MEASURED; t++) {
      random_change(stream, f, false);
      OK(eigen_pairs_of(&f->pairs, f->k, f->a, MOST));
      if (!f->pairs.changed) break;
    }
    cr_expect_eq(f->pairs.changed, wrong == 2, "fault %d", wrong);
    check(f, "given up");
    followed_free(f);
  }
  random_stream_free(stream);
}

/* Where the secular equation is refused, A is decomposed; and where many changes come at once. */
Test(eigen_pairs, decomposed_instead) {
  random_stream *stream = stream_of("instead");
  followed *f = followed_new();
  double x[MOST] = {1.0, 2.0, -1.0};
  while (f->k < 3) random_change(stream, f, true);
  cr_assert(f->pairs.known && f->pairs.changed);
  add(f, 1e120, 3, x);
  cr_expect_not(f->pairs.known);
  check(f, "beyond the secular equation");
  cr_expect_not(f->pairs.changed);
  add(f, -0.5, 3, x);
  OK(eigen_pairs_before(&f->pairs, EIGEN_PAIRS_TOGETHER + 1, f->k, f->a, MOST));
  cr_expect_not(f->pairs.known);
  followed_free(f);
  random_stream_free(stream);
}

/* ---- states */

static cJSON *saved(const followed *f) {
  cJSON *state = cJSON_CreateObject(), *read = NULL;
  char *text = NULL;
  OK(eigen_pairs_save(&f->pairs, state));
  OK(json_print(state, 1, 0, &text));
  OK(json_parse(text, &read));
  free(text);
  cJSON_Delete(state);
  return read;
}

Test(eigen_pairs, states_go_on) {
  random_stream *stream = stream_of("states"), *again = NULL;
  followed *f = followed_new(), *g = followed_new();
  while (f->k < 12) random_change(stream, f, true);
  cJSON *state = saved(f);
  g->k = f->k;
  memcpy(g->a, f->a, sizeof f->a);
  OK(eigen_pairs_load(&g->pairs, g->k, g->a, MOST, state));
  random_stream_free(stream);
  stream = stream_of("then");
  again = stream_of("then");
  for (size_t t = 0; t < 2 * EIGEN_PAIRS_MEASURED; t++) {
    random_change(stream, f, false);
    random_change(again, g, false);
  }
  cr_expect_eq(memcmp(f->pairs.vectors, g->pairs.vectors, f->k * f->k * sizeof(double)), 0);
  cr_expect_eq(f->pairs.unmeasured, g->pairs.unmeasured);
  eigen_pairs_forget(&f->pairs);
  OK(eigen_pairs_of(&f->pairs, f->k, f->a, MOST));
  cJSON *none = saved(f);
  cr_expect_null(none->child, "pairs that follow from the matrix are saved");
  cJSON_Delete(none);
  cJSON_Delete(state);
  followed_free(f);
  followed_free(g);
  random_stream_free(stream);
  random_stream_free(again);
}

static void expect_refusal(const followed *f, cJSON *state, const char *message) {
  followed *g = followed_new();
  g->k = f->k;
  memcpy(g->a, f->a, sizeof f->a);
  cr_expect_eq(eigen_pairs_load(&g->pairs, g->k, g->a, MOST, state), STATUS_INVALID);
  cr_expect_not_null(strstr(status_message(), message), "%s, expected %s", status_message(), message);
  cJSON_Delete(state);
  followed_free(g);
}

static cJSON *changed(const followed *f, const char *member, size_t i, double value) {
  cJSON *state = saved(f), *list = json_member(json_member(state, "eigenpairs"), member);
  if (strcmp(member, "vectors") == 0) list = cJSON_GetArrayItem(list, 1);
  cJSON *number = cJSON_IsArray(list) ? cJSON_GetArrayItem(list, (int)i) : list;
  number->valuedouble = value;
  return state;
}

Test(eigen_pairs, states_refused) {
  random_stream *stream = stream_of("refused");
  followed *f = followed_new();
  while (f->k < 4) random_change(stream, f, true);
  expect_refusal(f, changed(f, "values", 1, 99.0), "eigenpairs: value 3 is smaller");
  expect_refusal(f, changed(f, "values", 3, f->pairs.values[3] + 1e-6), "eigenpairs: wrong by");
  expect_refusal(f, changed(f, "vectors", 2, 0.3), "eigenpairs: wrong by");
  expect_refusal(f, changed(f, "unmeasured", 0, EIGEN_PAIRS_MEASURED), "unmeasured:");
  cJSON *state = saved(f);
  cJSON_DeleteItemFromObject(json_member(state, "eigenpairs"), "values");
  expect_refusal(f, state, "values: missing");
  followed_free(f);
  random_stream_free(stream);
}
