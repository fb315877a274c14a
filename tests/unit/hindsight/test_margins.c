/* Margins in hindsight: by hand, by duality and by a second programme; and the refusals without the libraries. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "hindsight/margin/margin_glpk.h"
#include "hindsight/margin/margin_libsvm.h"
#include "hindsight/margin/margin_programme.h"
#include "unit/check.h"
#include "unit/problem_fixture.h"

#ifdef HAVE_GLPK
#include <glpk.h>
#endif

enum { MOST = 40 };

/* Dense rows of n numbers as labelled vectors. */
typedef struct sparse {
  size_t start[MOST + 1], index[MOST * MOST];
  labelled_vectors vectors;
} sparse;

static void make_sparse(size_t n, size_t count, const double *value, const double *label, sparse *out) {
  for (size_t i = 0; i <= count; i++) out->start[i] = i * n;
  for (size_t k = 0; k < n * count; k++) out->index[k] = k % n;
  out->vectors = (labelled_vectors){
      .n = n, .count = count, .start = out->start, .index = out->index, .value = value, .label = label};
}

static bool refused_without(margin_kind kind) {
  if (margin_available(kind) == STATUS_OK) return false;
  cr_expect_eq(margin_available(kind), STATUS_ABSENT);
  cr_expect_not_null(strstr(status_message(), kind == MARGIN_L2 ? "libsvm-dev" : "libglpk-dev"), "%s",
                     status_message());
  return true;
}

/* Both states of the build: a missing library is refused and has no version. */
Test(margins, library_or_refusal) {
  char text[16];
  cr_expect_eq(margin_available(MARGIN_L1) == STATUS_OK, margin_glpk_version() != NULL);
  cr_expect_eq(margin_available(MARGIN_L2) == STATUS_OK, margin_libsvm_version(text) != NULL);
  static const double x[] = {1.0}, y[] = {1.0};
  for (int kind = MARGIN_L1; kind <= MARGIN_L2; kind++) {
    sparse rows;
    double u = 0.0;
    margin_found found;
    make_sparse(1, 1, x, y, &rows);
    const status code = margin_solve(&rows.vectors, (margin_kind)kind, NAN, &u, &found);
    cr_expect_eq(code, refused_without((margin_kind)kind) ? STATUS_ABSENT : STATUS_OK);
    if (code == STATUS_OK) cr_expect_float_eq(found.margin, 1.0, 1e-12);
  }
}

typedef struct example {
  const char *name;
  margin_kind kind;
  size_t n, count;
  double x[9], y[3];
  double margin;
  double u[3];
} example;

/* l1: columns (1,-1/2), (-1/2,1): u = (1/2,1/2), margin 1/4. With labels: (1,0) of +1 and (0,1) of -1 need u =
 * (1/2,-1/2). l2: the segment from (2,0) to (0,1) is 2/sqrt 5 away from 0, at (2,4)/5. A repeated row changes
 * nothing. */
static const example examples[] = {
    {"two columns", MARGIN_L1, 2, 2, {1, -0.5, -0.5, 1}, {1, 1}, 0.25, {0.5, 0.5}},
    {"the same as signed", MARGIN_L1_SIGNED, 2, 2, {1, -0.5, -0.5, 1}, {1, 1}, 0.25, {0.5, 0.5}},
    {"one relevant", MARGIN_L1, 3, 3, {1, 1, -1, 1, -1, 1, -1, 0, 0}, {1, 1, -1}, 1.0, {1, 0, 0}},
    {"both signs", MARGIN_L1_SIGNED, 2, 3, {1, 0, 0, 1, 0, 1}, {1, -1, -1}, 0.5, {0.5, -0.5}},
    {"two points", MARGIN_L2, 2, 2, {1, 0, 0, 1}, {1, -1}, 0.70710678118654752, {0.70710678, -0.70710678}},
    {"a segment", MARGIN_L2, 2, 3, {2, 0, 0, 1, 0, -1}, {1, 1, -1}, 0.89442719099991588, {0.44721360, 0.89442719}},
    {"not separable", MARGIN_L1, 1, 2, {1, 0.5}, {1, -1}, -0.5, {1}},
};

Test(margins, by_hand) {
  for (size_t k = 0; k < sizeof examples / sizeof examples[0]; k++) {
    const example *e = &examples[k];
    if (refused_without(e->kind)) continue;
    sparse rows;
    double u[3];
    margin_found found;
    make_sparse(e->n, e->count, e->x, e->y, &rows);
    OK(margin_solve(&rows.vectors, e->kind, NAN, u, &found));
    const double near = e->kind == MARGIN_L2 ? 1e-6 : 4e-9; /* single precision there; the grid of 2^-30 here */
    cr_expect_float_eq(found.margin, e->margin, near, "%s: margin %.17g", e->name, found.margin);
    cr_expect_float_eq(found.most, e->margin, near, "%s: at most %.17g", e->name, found.most);
    cr_expect_leq(found.margin, found.most + 1e-15, "%s", e->name);
    for (size_t j = 0; j < e->n; j++) cr_expect_float_eq(u[j], e->u[j], 1e-6, "%s: u[%zu] %.17g", e->name, j, u[j]);
  }
}

/* One feature, rows +1, +1, -1 of the value 1: at margin s the two positive ones get s - u each, the negative one s +
 * u, so u = 1 and the sum is 2 [s-1]_+ + s + 1. */
Test(margins, least_hinge_sum) {
  if (refused_without(MARGIN_L1)) return;
  static const double x[] = {1, 1, 1}, y[] = {1, 1, -1};
  static const double margins[] = {1.0, 1.5};
  for (size_t k = 0; k < 2; k++) {
    sparse rows;
    double u = 0.0;
    margin_found found;
    make_sparse(1, 3, x, y, &rows);
    for (int kind = MARGIN_L1; kind <= MARGIN_L1_SIGNED; kind++) {
      OK(margin_solve(&rows.vectors, (margin_kind)kind, margins[k], &u, &found));
      const double expected = 2.0 * (margins[k] - 1.0) + margins[k] + 1.0;
      cr_expect_eq(found.distinct, 2);
      cr_expect_float_eq(u, 1.0, 1e-9);
      cr_expect_float_eq(found.hinge, expected, 1e-8, "%.17g", found.hinge);
      cr_expect_float_eq(found.least, expected, 1e-8, "%.17g", found.least);
      cr_expect_float_eq(found.margin, -1.0, 1e-9);
    }
  }
}

/* Random rows with entries in [-1,1] that a hidden u separates with margin at least 0.1. */
static void draw_rows(uint64_t seed, size_t n, size_t count, bool any_sign, double *x, double *y, double *hidden) {
  random_stream *stream = NULL;
  double sum = 0.0;
  OK(random_stream_new(seed, "instances", &stream));
  for (size_t j = 0; j < n; j++) {
    hidden[j] = random_range(stream, 0.0, 1.0) * (any_sign && j % 2 == 1 ? -1.0 : 1.0);
    sum += fabs(hidden[j]);
  }
  for (size_t j = 0; j < n; j++) hidden[j] /= sum;
  for (size_t i = 0; i < count;) {
    double value = 0.0;
    for (size_t j = 0; j < n; j++) {
      x[i * n + j] = random_range(stream, -1.0, 1.0);
      value += hidden[j] * x[i * n + j];
    }
    y[i] = value > 0.0 ? 1.0 : -1.0;
    if (fabs(value) >= 0.1) i++;
  }
  random_stream_free(stream);
}

#ifdef HAVE_GLPK
/* min |w|_1 with y_i <w,x_i> >= 1 and w >= 0, as it is written. */
static double least_norm(const labelled_vectors *v) {
  glp_prob *program = glp_create_prob();
  glp_smcp control;
  int index[MOST + 1];
  double value[MOST + 1];
  glp_init_smcp(&control);
  control.msg_lev = GLP_MSG_OFF;
  glp_set_obj_dir(program, GLP_MIN);
  glp_add_rows(program, (int)v->count);
  glp_add_cols(program, (int)v->n);
  for (int j = 1; j <= (int)v->n; j++) {
    glp_set_col_bnds(program, j, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(program, j, 1.0);
    index[j] = j;
  }
  for (int i = 1; i <= (int)v->count; i++) {
    for (int j = 1; j <= (int)v->n; j++) value[j] = v->label[i - 1] * v->value[(i - 1) * (int)v->n + j - 1];
    glp_set_row_bnds(program, i, GLP_LO, 1.0, 0.0);
    glp_set_mat_row(program, i, (int)v->n, index, value);
  }
  cr_assert_eq(glp_simplex(program, &control), 0);
  cr_assert_eq(glp_get_status(program), GLP_OPT);
  const double norm = glp_get_obj_val(program);
  glp_delete_prob(program);
  return norm;
}

/* Remark 1.46 of the lecture note: gamma_1 = 1 / min |w|_1 = the value of the game, which the mixture shows. The grid
 * of 2^-30 moves the margin by at most n 2^-31. */
Test(margins, matrix_game_and_sparse_machine) {
  enum { N = 6, COUNT = 25 };
  double x[N * COUNT], y[COUNT], hidden[N], u[N];
  for (uint64_t seed = 1; seed <= 20; seed++) {
    sparse rows;
    margin_found found;
    draw_rows(seed, N, COUNT, false, x, y, hidden);
    make_sparse(N, COUNT, x, y, &rows);
    OK(margin_solve(&rows.vectors, MARGIN_L1, NAN, u, &found));
    const double norm = least_norm(&rows.vectors);
    cr_expect_float_eq(found.margin, 1.0 / norm, 4e-9, "seed %u: %.17g and %.17g", (unsigned)seed, found.margin,
                       1.0 / norm);
    cr_expect_float_eq(found.most, 1.0 / norm, 4e-9, "seed %u: %.17g and %.17g", (unsigned)seed, found.most,
                       1.0 / norm);
    cr_expect_geq(found.margin, 0.1 - 4e-9, "seed %u: the hidden vector has margin 0.1, the best one %.17g",
                  (unsigned)seed, found.margin);
  }
}
#endif

/* Margin, hinge sum and their proofs, recomputed from dense rows. */
Test(margins, answers_are_what_they_say) {
  enum { N = 5, COUNT = 30 };
  double x[N * COUNT], y[COUNT], hidden[N], u[N];
  for (uint64_t seed = 1; seed <= 10; seed++) {
    draw_rows(seed, N, COUNT, true, x, y, hidden);
    for (size_t i = 0; i < COUNT; i += 7) y[i] = -y[i]; /* noise */
    sparse rows;
    make_sparse(N, COUNT, x, y, &rows);
    margin_found found;
    if (refused_without(MARGIN_L1_SIGNED)) return;
    OK(margin_solve(&rows.vectors, MARGIN_L1_SIGNED, 0.2, u, &found));
    double least = INFINITY, hinge = 0.0, planted = 0.0, norm = 0.0;
    for (size_t j = 0; j < N; j++) norm += fabs(u[j]);
    for (size_t i = 0; i < COUNT; i++) {
      double value = 0.0, other = 0.0;
      for (size_t j = 0; j < N; j++) {
        value += y[i] * x[i * N + j] * u[j];
        other += y[i] * x[i * N + j] * hidden[j];
      }
      least = fmin(least, value);
      hinge += fmax(0.0, 0.2 - value);
      planted += fmax(0.0, 0.2 - other);
    }
    cr_expect_leq(norm, 1.0 + 1e-15);
    cr_expect_float_eq(found.margin, least, 1e-14);
    cr_expect_float_eq(found.hinge, hinge, 1e-13);
    cr_expect_leq(found.least, found.hinge + 1e-12);
    cr_expect_float_eq(found.least, found.hinge, 1e-6, "seed %u: %.17g and %.17g", (unsigned)seed, found.least,
                       found.hinge);
    cr_expect_leq(found.hinge, planted + 1e-7, "seed %u: the hidden vector has %.17g", (unsigned)seed, planted);
  }
}

/* gamma_2 >= gamma_1 >= gamma_2/sqrt n: the l1 vector scaled to length 1, and the l2 one to |.|_1 = 1. */
Test(margins, norms_compare) {
  enum { N = 8, COUNT = 30 };
  double x[N * COUNT], y[COUNT], hidden[N], u[N];
  if (refused_without(MARGIN_L1_SIGNED) || refused_without(MARGIN_L2)) return;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    sparse rows;
    margin_found one, two;
    draw_rows(seed, N, COUNT, true, x, y, hidden);
    make_sparse(N, COUNT, x, y, &rows);
    OK(margin_solve(&rows.vectors, MARGIN_L1_SIGNED, NAN, u, &one));
    OK(margin_solve(&rows.vectors, MARGIN_L2, NAN, u, &two));
    cr_expect_geq(two.most, one.margin - 1e-8);
    cr_expect_geq(one.most, two.margin / sqrt(N) - 1e-8);
    cr_expect_leq(two.most - two.margin, 1e-5, "seed %u: %.17g and %.17g", (unsigned)seed, two.margin, two.most);
  }
}

/* Planted margins are at most the largest ones. */
static void check_planted(const char *name, const char *json, double planted) {
  enum { N = 10, COUNT = 40 };
  double x[N * COUNT] = {0}, y[COUNT], u[N];
  for (uint64_t seed = 1; seed <= 5; seed++) {
    fixture f = fixture_make(name, json, seed);
    for (size_t i = 0; i < COUNT; i++) {
      instance drawn;
      OK(fixture_trial(&f, &drawn, &y[i]));
      for (size_t j = 0; j < N; j++) x[i * N + j] = 0.0;
      for (size_t k = 0; k < drawn.count; k++) x[i * N + (drawn.index == NULL ? k : drawn.index[k])] = drawn.value[k];
    }
    sparse rows;
    margin_found found;
    make_sparse(N, COUNT, x, y, &rows);
    OK(margin_solve(&rows.vectors, MARGIN_L1_SIGNED, NAN, u, &found));
    cr_expect_geq(found.most, planted - 1e-12, "%s %s seed %u: %.17g", name, json, (unsigned)seed, found.most);
    cr_expect_geq(found.margin, planted - 1e-8, "%s %s seed %u: %.17g", name, json, (unsigned)seed, found.margin);
    fixture_free(&f);
  }
}

Test(margins, planted_margins_are_no_larger) {
  if (refused_without(MARGIN_L1_SIGNED)) return;
  check_planted("linear_threshold", "{\"n\":10,\"margin\":0.2,\"relevant\":3}", 0.2);
  check_planted("linear_threshold", "{\"n\":10,\"margin\":0.1,\"target\":\"signed\",\"instances\":\"nonnegative\"}",
                0.1);
  check_planted("irrelevant_features", "{\"n\":10,\"few\":3,\"regime\":\"sparse_target\"}", 1.0 / 3.0);
  check_planted("irrelevant_features", "{\"n\":10,\"few\":3,\"regime\":\"dense_target\"}", 0.1);
}

/* ---- as comparators of data files */

static status open_text(const char *class, const char *text, const char *more, fixture *f) {
  char *path = fixture_file(text, strlen(text)), json[600];
  snprintf(json, sizeof json, "{\"file\":\"%s\"%s}", path, more);
  const status code = fixture_try(class, json, 1, NULL, f);
  unlink(path);
  free(path);
  return code;
}

typedef struct refusal {
  const char *class, *more, *message;
  margin_kind kind;
} refusal;

static const refusal refusals[] = {
    {"libsvm", ",\"comparator\":\"l1_margin\",\"instances\":\"dyad\"",
     "libsvm: comparator = \"l1_margin\" needs instances = \"vector\"", MARGIN_L1},
    {"libsvm", ",\"comparator\":\"l1_margin\",\"gap\":0.5",
     "libsvm: gap has no effect with comparator = \"l1_margin\": use margin", MARGIN_L1},
    {"libsvm", ",\"comparator\":\"l2_margin\",\"margin\":0.5",
     "libsvm: margin has no effect without comparator = \"l1_margin\" or \"l1_margin_signed\"", MARGIN_L1},
    {"libsvm", ",\"margin\":0.5",
     "libsvm: margin has no effect without comparator = \"l1_margin\" or \"l1_margin_signed\"", MARGIN_L1},
    {"libsvm", ",\"comparator\":\"l1_margin\",\"relevant\":[1]",
     "libsvm: relevant has no effect with comparator = \"l1_margin\"", MARGIN_L1},
    {"libsvm", ",\"comparator\":\"l1_margin\"",
     "libsvm: comparator = \"l1_margin\": no vector of this kind separates the data (largest margin -0.5): give a "
     "margin, for "
     "the least hinge sum",
     MARGIN_L1},
    {"libsvm", ",\"comparator\":\"l2_margin\",\"n\":1,\"scaling\":\"binary\"",
     "libsvm: comparator = \"l2_margin\": no vector of this kind separates the data (largest margin 0)", MARGIN_L2},
};

Test(margins, refusals) {
  for (size_t k = 0; k < sizeof refusals / sizeof refusals[0]; k++) {
    fixture f;
    if (refused_without(refusals[k].kind)) continue;
    const status code = open_text(refusals[k].class, "1 1:1\n0 1:0.5\n", refusals[k].more, &f);
    cr_expect_eq(code, STATUS_INVALID, "%s: status %d", refusals[k].more, (int)code);
    cr_expect_str_eq(status_message(), refusals[k].message);
    fixture_free(&f);
  }
}

/* The same four rows in both formats: y = +1 on (1,0), (1,1); -1 on (0,1), (0,1). Any u with u_1 > -u_2 > 0; the best
 * has min(u_1 + u_2, -u_2): u = (2/3, -1/3), margin 1/3. */
Test(margins, comparator_of_a_file) {
  if (refused_without(MARGIN_L1_SIGNED)) return;
  static const char *const texts[] = {"1 1:1\n1 1:1 2:1\n0 2:1\n0 2:1\n", "1,0,a\n1,1,a\n0,1,b\n0,1,b\n"};
  static const char *const more[] = {"", ",\"positive\":\"a\",\"instances\":\"vector\""};
  static const char *const classes[] = {"libsvm", "table"};
  for (size_t k = 0; k < 2; k++) {
    for (int soft = 0; soft < 2; soft++) {
      fixture f;
      char json[200];
      snprintf(json, sizeof json, "%s,\"comparator\":\"l1_margin_signed\"%s", more[k], soft ? ",\"margin\":0.2" : "");
      OK(open_text(classes[k], texts[k], json, &f));
      const comparator *u = problem_comparator(&f.problem);
      cr_assert_not_null(u);
      cr_expect_eq(f.problem.facts.gap_low, -f.problem.facts.gap_high);
      cr_expect_eq(comparator_origin_of(u), soft ? COMPARATOR_GIVEN : COMPARATOR_EXACT);
      if (soft) {
        cr_expect_eq(f.problem.facts.gap_high, 0.2);
      } else {
        cr_expect_float_eq(f.problem.facts.gap_high, 1.0 / 3.0, 4e-9);
        cr_expect_float_eq(comparator_instance(u)->value[0], 2.0 / 3.0, 4e-9);
        cr_expect_float_eq(comparator_instance(u)->value[1], -1.0 / 3.0, 4e-9);
      }
      cJSON *notes = cJSON_CreateObject();
      OK(f.problem.class->methods->notes(f.problem.self, notes));
      cr_expect_eq(cJSON_GetObjectItem(notes, "distinct labelled rows")->valuedouble, 3.0);
      cr_expect_eq(cJSON_GetObjectItem(notes, "hinge sum of the comparator") != NULL, soft == 1);
      cJSON_Delete(notes);
      fixture_free(&f);
    }
  }
}

/* The order of the rows does not matter, and a kept answer is the answer: same bits. */
Test(margins, same_answer_in_any_order) {
  enum { N = 6, COUNT = 30 };
  if (refused_without(MARGIN_L1_SIGNED)) return;
  double x[N * COUNT], y[COUNT], hidden[N], turned[N * COUNT], label[COUNT], u[N];
  draw_rows(3, N, COUNT, true, x, y, hidden);
  for (size_t i = 0; i < COUNT; i++) {
    memcpy(turned + i * N, x + (COUNT - 1 - i) * N, N * sizeof *x);
    label[i] = y[COUNT - 1 - i];
  }
  sparse rows;
  margin_found found;
  comparator *made[3] = {NULL};
  double gap[3];
  for (size_t k = 0; k < 3; k++) {
    make_sparse(N, COUNT, k == 2 ? turned : x, k == 2 ? label : y, &rows);
    OK(margin_comparator(&rows.vectors, MARGIN_L1_SIGNED, NAN, &made[k], &gap[k], &found));
    cr_expect_eq(gap[k], gap[0]);
    cr_expect_eq(memcmp(comparator_instance(made[k])->value, comparator_instance(made[0])->value, sizeof u), 0);
  }
  for (size_t k = 0; k < 3; k++) comparator_free(made[k]);
}
