/* Matrix Winnow with side constraints: against Winnow by definition, matrix_winnow, its own constraints; refusals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "problems/thresholds/set_family.h"
#include "unit/check.h"
#include "unit/learner_fixture.h"
#include "unit/problem_fixture.h"

enum { LARGEST = 16, TRIALS = 40 };

static const char *const NAME = "constrained_matrix_winnow";

static learner_setting setting_of(size_t n, instance_kind kind) {
  return (learner_setting){.n = n, .kind = kind, .rank = n, .trials = TRIALS, .seed = 1, .eigen = &eigen_own};
}

static void near(double value, double expected, double tolerance, const char *what) {
  cr_expect(fabs(value - expected) <= tolerance * (fabs(expected) + 1e-3), "%s: %.17g, expected %.17g", what, value,
            expected);
}

/* Constraints "W_ij + W_ji = 0 for all i < j" as JSON. */
static char *all_entries(size_t n) {
  char *text = calloc(1, 64 * n * n + 64), *end = text;
  end += sprintf(end, "{\"r\":1,\"constraints\":[");
  const char *comma = "";
  for (size_t i = 1; i <= n; i++) {
    for (size_t j = i + 1; j <= n; j++) {
      end += sprintf(end, "%s{\"type\":\"entry\",\"i\":%zu,\"j\":%zu,\"value\":0}", comma, i, j);
      comma = ",";
    }
  }
  sprintf(end, "]}");
  return text;
}

typedef struct maker {
  random_stream *stream;
  size_t n;
  double x[LARGEST], weights[2], factors[2 * LARGEST], matrix[LARGEST * LARGEST], diagonal[LARGEST];
} maker;

/* A random instance of the kind, and its diagonal computed here. */
static instance make(maker *m, instance_kind kind) {
  const size_t n = m->n;
  random_unit_vector(m->stream, n, m->x);
  for (size_t i = 0; i < n; i++) m->diagonal[i] = m->x[i] * m->x[i];
  if (kind == INSTANCE_DYAD) return instance_dense_dyad(n, m->x);
  if (kind == INSTANCE_VECTOR) {
    for (size_t i = 0; i < n; i++) m->diagonal[i] = m->x[i] = fabs(m->x[i]);
    return instance_dense_vector(n, m->x);
  }
  cr_assert_eq(frame_random(m->stream, n, n < 2 ? 1 : 2, m->factors), STATUS_OK);
  m->weights[0] = 0.4;
  m->weights[1] = n < 2 ? 0 : 0.3;
  const instance x = instance_low_rank(n, n < 2 ? 1 : 2, m->factors, m->weights, 0.25);
  for (size_t i = 0; i < n; i++) {
    m->diagonal[i] = 0.25 + 0.4 * m->factors[i] * m->factors[i];
    if (n > 1) m->diagonal[i] += 0.3 * m->factors[n + i] * m->factors[n + i];
  }
  if (kind == INSTANCE_LOW_RANK) return x;
  instance_to_dense(&x, m->matrix);
  return instance_matrix(n, m->matrix);
}

/* Winnow by definition, w_i <- w_i exp(eta y X_ii), score sum w_i X_ii. */
static void against_winnow(size_t n, instance_kind kind, const char *json, double tolerance) {
  const learner_setting setting = setting_of(n, kind);
  maker m = {.stream = stream_of("winnow"), .n = n};
  played p = played_make(NAME, json, &setting);
  const double eta = played_constant(&p, "eta");
  double w[LARGEST];
  for (size_t i = 0; i < n; i++) w[i] = 1.0 / (double)n;
  for (int t = 0; t < TRIALS; t++) {
    const instance x = make(&m, kind);
    double score = 0;
    for (size_t i = 0; i < n; i++) score += w[i] * m.diagonal[i];
    near(played_score(&p, &x), score, tolerance, "score");
    const double label = t % 3 == 0 ? 1 : -1;
    played_update(&p, &x, label);
    for (size_t i = 0; i < n; i++) w[i] *= exp(eta * label * m.diagonal[i]);
  }
  cr_expect(played_constant(&p, "kkt_residual") <= 1e-9);
  played_free(&p);
  random_stream_free(m.stream);
}

Test(constrained, diagonal_is_winnow_on_the_diagonals) {
  const char *json = "{\"r\":1,\"constraints\":[{\"type\":\"diagonal\"}]}";
  for (size_t n = 1; n <= LARGEST; n += 5) {
    for (int kind = 0; kind <= INSTANCE_MATRIX; kind++) against_winnow(n, (instance_kind)kind, json, 1e-12);
  }
}

Test(constrained, all_off_diagonal_entries_are_the_same_by_the_general_solver) {
  for (size_t n = 2; n <= 6; n += 2) {
    char *json = all_entries(n);
    against_winnow(n, INSTANCE_DYAD, json, 1e-8);
    against_winnow(n, INSTANCE_MATRIX, json, 1e-8);
    free(json);
  }
}

static void against_matrix_winnow(const char *json, const char *other, instance_kind kind, double tolerance) {
  const learner_setting setting = setting_of(8, kind);
  maker m = {.stream = stream_of("same"), .n = 8};
  played p = played_make(NAME, json, &setting), q = played_make("matrix_winnow", other, &setting);
  for (int t = 0; t < TRIALS; t++) {
    const instance x = make(&m, kind);
    near(played_score(&p, &x), played_score(&q, &x), tolerance, "score");
    played_update(&p, &x, t % 3 == 0 ? 1 : -1);
    played_update(&q, &x, t % 3 == 0 ? 1 : -1);
  }
  played_free(&p);
  played_free(&q);
  random_stream_free(m.stream);
}

Test(constrained, without_constraints_it_is_matrix_winnow) {
  for (int kind = 0; kind <= INSTANCE_MATRIX; kind++) {
    against_matrix_winnow("{\"r\":2}", "{\"r\":2}", (instance_kind)kind, 1e-11);
    against_matrix_winnow("{\"r\":2,\"constraints\":[]}", "{\"r\":2}", (instance_kind)kind, 1e-11);
  }
}

Test(constrained, a_trace_is_normalisation_to_it) {
  for (int kind = 0; kind <= INSTANCE_MATRIX; kind++) {
    against_matrix_winnow("{\"r\":2,\"constraints\":[{\"type\":\"trace\",\"value\":2}]}",
                          "{\"r\":2,\"normalize\":\"project\"}", (instance_kind)kind, 1e-11);
  }
}

/* tr(W c c^T), W_23 + W_32 and tr W, after every update; a rotation of everything changes no score. */
Test(constrained, constraints_hold_after_every_update_and_rotations_change_nothing) {
  enum { N = 6 };
  random_stream *stream = stream_of("constraints");
  const learner_setting setting = setting_of(N, INSTANCE_DYAD);
  double rotation[N * N], c[2][N], x[2][N];
  cr_assert_eq(frame_random(stream, N, N, rotation), STATUS_OK);
  random_unit_vector(stream, N, c[0]);
  kernel_rows_dot(N, N, rotation, N, c[0], c[1]);
  played p[2];
  for (int k = 0; k < 2; k++) {
    char json[1000];
    char *end = json + sprintf(json, "{\"r\":2,\"constraints\":[{\"type\":\"trace\",\"at_most\":2},{\"type\":\"dyad\","
                                     "\"value\":0.75,\"vector\":[");
    for (size_t i = 0; i < N; i++) end += sprintf(end, "%s%.17g", i > 0 ? "," : "", c[k][i]);
    sprintf(end, "]}]}");
    p[k] = played_make(NAME, json, &setting);
  }
  for (int t = 0; t < TRIALS; t++) {
    double trace, score;
    for (int k = 0; k < 2; k++) {
      spectral *w = learner_parameter(&p[k].learner);
      const instance dyad = instance_dense_dyad(N, c[k]);
      cr_assert_eq(spectral_score(w, &dyad, &score), STATUS_OK);
      cr_assert_eq(spectral_trace(w, &trace), STATUS_OK);
      cr_expect(fabs(score - 0.75) <= 1e-9, "trial %d: c^T W c = %.17g", t, score);
      cr_expect(trace <= 2 + 1e-9, "trial %d: tr W = %.17g", t, trace);
    }
    random_unit_vector(stream, N, x[0]);
    kernel_rows_dot(N, N, rotation, N, x[0], x[1]);
    const instance one = instance_dense_dyad(N, x[0]), other = instance_dense_dyad(N, x[1]);
    near(played_score(&p[0], &one), played_score(&p[1], &other), 1e-9, "rotated score");
    played_update(&p[0], &one, t % 2 == 0 ? 1 : -1);
    played_update(&p[1], &other, t % 2 == 0 ? 1 : -1);
  }
  played_free(&p[0]);
  played_free(&p[1]);
  random_stream_free(stream);
}

/* Saved and loaded, and left alone by correct predictions: the same bits. */
Test(constrained, states) {
  static const char *const jsons[] = {
      "{\"r\":2,\"constraints\":[{\"type\":\"entry\",\"i\":1,\"value\":0.5},{\"type\":\"trace\",\"value\":2}]}",
      "{\"r\":2,\"constraints\":[{\"type\":\"diagonal\"},{\"type\":\"trace\",\"at_most\":1.5}]}"};
  for (int k = 0; k < 2; k++) {
    const learner_setting setting = setting_of(7, INSTANCE_DYAD);
    maker m = {.stream = stream_of("states"), .n = 7};
    played p = played_make(NAME, jsons[k], &setting), q = played_make(NAME, jsons[k], &setting);
    for (int t = 0; t < 10; t++) {
      const instance x = make(&m, INSTANCE_DYAD);
      played_update(&p, &x, t % 2 == 0 ? 1 : -1);
    }
    const instance right = make(&m, INSTANCE_DYAD);
    const double before = played_score(&p, &right);
    bool updated = true;
    const prediction correct = {.value = 1};
    cr_assert_eq(learner_update(&p.learner, &right, &correct, 1, &updated), STATUS_OK);
    cr_expect(!updated && played_score(&p, &right) == before);
    cJSON *state = cJSON_CreateObject(), *read = NULL;
    char *text = NULL;
    cr_assert_eq(learner_save(&p.learner, state), STATUS_OK, "%s", status_message());
    cr_assert_eq(json_print(state, 0, 0, &text), STATUS_OK);
    cr_assert_eq(json_parse(text, &read), STATUS_OK);
    cr_assert_eq(learner_load(&q.learner, read), STATUS_OK, "%s", status_message());
    for (int t = 0; t < 10; t++) {
      const instance x = make(&m, INSTANCE_DYAD);
      cr_expect_eq(played_score(&p, &x), played_score(&q, &x));
      played_update(&p, &x, t % 2 == 0 ? 1 : -1);
      played_update(&q, &x, t % 2 == 0 ? 1 : -1);
    }
    cJSON_DeleteItemFromObject(read, "argument");
    cr_expect_eq(learner_load(&q.learner, read), STATUS_INVALID);
    free(text);
    cJSON_Delete(state);
    cJSON_Delete(read);
    played_free(&p);
    played_free(&q);
    random_stream_free(m.stream);
  }
}

static void refused(const char *constraints, const char *message) {
  const learner_setting setting = setting_of(3, INSTANCE_DYAD);
  char json[600], expected[600];
  snprintf(json, sizeof json, "{\"constraints\":%s}", constraints);
  snprintf(expected, sizeof expected, "constrained_matrix_winnow: %s", message);
  played_refused(NAME, json, &setting, expected);
}

Test(constrained, bad_constraints_are_refused_by_name) {
  refused("[{\"type\":\"trace\",\"value\":1,\"\":1}]",
          "constraints[1]: : no such field of type \"trace\" (valid: type, value, at_most)");
  refused("[{\"type\":\"trace\",\"value\":1,\"value, at_most\":1}]",
          "constraints[1]: value, at_most: no such field of type \"trace\" (valid: type, value, at_most)");
  refused("{}", "constraints must be a list of tables");
  refused("[3]", "constraints[1] must be a table such as { type = \"trace\", value = 1 }");
  refused("[{\"type\":\"diagonal\"},{\"type\":\"dyadd\"}]",
          "constraints[2].type = \"dyadd\" must be one of: trace diagonal entry dyad matrix");
  refused("[{\"value\":1}]", "constraints[1].type = \"\" must be one of: trace diagonal entry dyad matrix");
  refused("[{\"type\":\"trace\",\"valeu\":1}]",
          "constraints[1]: valeu: no such field of type \"trace\" (valid: type, value, at_most)");
  refused("[{\"type\":\"matrix\",\"i\":1,\"value\":1}]",
          "constraints[1]: i: no such field of type \"matrix\" (valid: type, matrix, value, at_most)");
  refused("[{\"type\":\"diagonal\",\"value\":0}]",
          "constraints[1]: value: no such field of type \"diagonal\" (valid: type)");
  refused("[{\"type\":\"trace\"}]", "constraints[1]: give either value or at_most");
  refused("[{\"type\":\"trace\",\"value\":1,\"at_most\":2}]", "constraints[1]: give either value or at_most");
  refused("[{\"type\":\"trace\",\"value\":\"one\"}]", "constraints[1].value must be a number");
  refused("[{\"type\":\"entry\",\"value\":1}]", "constraints[1].i must be a number");
  refused("[{\"type\":\"entry\",\"i\":1,\"j\":4,\"value\":1}]",
          "constraints[1].j = 4 must be a whole number from 1 to n = 3");
  refused("[{\"type\":\"dyad\",\"vector\":[1,0],\"value\":1}]",
          "constraints[1].vector must be a list of n = 3 numbers");
  refused("[{\"type\":\"dyad\",\"vector\":[1,0,true],\"value\":1}]", "constraints[1].vector[3] must be a number");
  refused("[{\"type\":\"matrix\",\"matrix\":[[1]],\"value\":1}]",
          "constraints[1].matrix must be a list of n = 3 lists of 3 numbers");
  refused("[{\"type\":\"matrix\",\"matrix\":[[1,2,0],[0,1,0],[0,0,1]],\"value\":1}]",
          "constraints[1].matrix must be symmetric: [1][2] = 2, [2][1] = 0");
  refused("[{\"type\":\"dyad\",\"vector\":[0,0,0],\"value\":1}]", "constraints[1] (dyad = 1) is zero");
}

Test(constrained, infeasible_constraints_are_refused_by_name) {
  refused("[{\"type\":\"trace\",\"value\":-1}]",
          "constraints[1] (trace = -1): no positive semidefinite W satisfies this");
  refused("[{\"type\":\"diagonal\"},{\"type\":\"trace\",\"value\":-1}]",
          "constraints[2] (trace = -1): no positive semidefinite W satisfies this");
  refused("[{\"type\":\"entry\",\"i\":1,\"j\":2,\"value\":0.5},{\"type\":\"trace\",\"value\":2},"
          "{\"type\":\"entry\",\"i\":2,\"j\":1,\"value\":0.25}]",
          "constraints[1] (entry 1,2 = 0.5) and constraints[3] (entry 2,1 = 0.25): no positive semidefinite W "
          "satisfies these "
          "together");
  refused("[{\"type\":\"dyad\",\"vector\":[1,1,0],\"at_most\":-0.5}]",
          "constraints[1] (dyad <= -0.5): no positive semidefinite W satisfies this");
  refused("[{\"type\":\"dyad\",\"vector\":[0,1,0],\"at_most\":0}]",
          "constraints[1] (dyad <= 0): only singular W can satisfy this; a positive definite one is needed");
  refused("[{\"type\":\"entry\",\"i\":1,\"value\":0.25},{\"type\":\"entry\",\"i\":2,\"value\":0.25},"
          "{\"type\":\"entry\",\"i\":1,\"j\":2,\"value\":0.75}]",
          "constraints[1] (entry 1,1 = 0.25) and constraints[2] (entry 2,2 = 0.25) and constraints[3] (entry 1,2 = "
          "0.75): no "
          "positive semidefinite W satisfies these together");
  refused("[{\"type\":\"diagonal\"},{\"type\":\"entry\",\"i\":1,\"j\":2,\"value\":0.5}]",
          "constraints[2] (entry 1,2 = 0.5) is zero on diagonal matrices");
}

/* 3 constraints times 8192^2 entries are 1.5 GiB. */
Test(constrained, too_much_work_space_is_refused) {
  const learner_setting setting = setting_of(8192, INSTANCE_DYAD);
  played_refused(NAME,
                 "{\"constraints\":[{\"type\":\"trace\",\"value\":2},{\"type\":\"entry\",\"i\":1,\"value\":0.5},"
                 "{\"type\":\"entry\",\"i\":1,\"j\":2,\"value\":0}]}",
                 &setting,
                 "constrained_matrix_winnow: 3 constraints of order n = 8192 need 2.01e+08 numbers of work space, at "
                 "most 1.34e+08");
}

Test(constrained, order_one) { /* r = 1 = n: W = 1 from the start, and nothing positive is missed */
  const learner_setting setting = setting_of(1, INSTANCE_DYAD);
  played p =
      played_make(NAME, "{\"constraints\":[{\"type\":\"trace\",\"value\":1},{\"type\":\"diagonal\"}]}", &setting);
  const double one = 1;
  const instance x = instance_dense_dyad(1, &one);
  near(played_score(&p, &x), 1, 1e-15, "score");
  cr_expect(played_score(&p, &x) >= played_constant(&p, "theta"));
  played_free(&p);
}

/* ---- problems */

/* What the comparator satisfies, whatever the seed. */
Test(constrained, hidden_subspaces_satisfy_their_constraints) {
  for (uint64_t seed = 1; seed <= 20; seed++) {
    const char *json = "{\"n\":9,\"r\":3,\"structure\":\"known\",\"known\":[0.9,0.25]}";
    fixture f = fixture_make("constrained_subspace", seed % 2 ? json : "{\"n\":9,\"r\":3}", seed);
    double u[81];
    instance_to_dense(comparator_instance(f.u), u);
    if (seed % 2) {
      near(u[0], 0.9, 1e-12, "P_11");
      near(u[10], 0.25, 1e-12, "P_22");
      near(u[1], 0, 1e-12, "P_12");
    } else {
      for (size_t i = 0; i < 9; i++) {
        for (size_t j = 0; j < 9; j++) cr_expect(i == j || u[i * 9 + j] == 0);
      }
    }
    size_t rank;
    double defect;
    cr_expect(comparator_projection(f.u, &rank, &defect) && rank == 3 && defect <= 1e-12);
    for (int t = 0; t < 50; t++) {
      instance x;
      double label;
      cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
      near(instance_trace(&x), 1, 1e-12, "norm");
      near(comparator_value(f.u, &x), label > 0 ? 0.5 : 0, 1e-12, "tr(PX)");
    }
    fixture_free(&f);
  }
}

Test(constrained, bad_subspaces_are_refused) {
  fixture_refused("constrained_subspace", "{\"n\":4,\"r\":4}", "constrained_subspace: r = 4 must be below n = 4");
  fixture_refused("constrained_subspace", "{\"n\":4,\"structure\":\"known\"}",
                  "constrained_subspace: structure = known needs the list known");
  fixture_refused("constrained_subspace", "{\"n\":4,\"r\":1,\"structure\":\"known\",\"known\":[0.5,0.5]}",
                  "constrained_subspace: 2 known entries, expected at most r = 1 and at most n - r = 3");
  fixture_refused("constrained_subspace", "{\"n\":4,\"known\":[0.5]}",
                  "constrained_subspace: known has no effect with structure = diagonal: leave it out");
}

Test(constrained, every_example_of_a_planted_family_is_hit) {
  static const char *const names[] = {"hitting_set", "set_cover"};
  static const char *const forms[] = {"vector", "matrix"};
  for (int k = 0; k < 4; k++) {
    char json[200];
    snprintf(json, sizeof json, "{\"n\":12,\"r\":3,\"positives\":0.6,\"density\":0.2,\"form\":\"%s\"}", forms[k / 2]);
    fixture f = fixture_make(names[k % 2], json, 3);
    size_t positive = 0;
    for (int t = 0; t < 300; t++) {
      instance x;
      double label;
      cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
      const double hit = comparator_value(f.u, &x);
      cr_expect(label > 0 ? hit >= 1 : hit == 0, "label %g: %g chosen coordinates", label, hit);
      positive += label > 0;
    }
    cr_expect(positive > 120 && positive < 240);
    fixture_free(&f);
  }
}

/* Against all subsets. */
Test(constrained, the_search_finds_hitting_sets_exactly_when_there_are_some) {
  random_stream *stream = stream_of("families");
  size_t exist = 0;
  for (int run = 0; run < 500; run++) {
    enum { SIZE = 5 };
    unsigned char member[SIZE * SIZE];
    for (size_t i = 0; i < SIZE * SIZE; i++) member[i] = random_chance(stream, 0.4);
    const set_family family = {SIZE, SIZE, member};
    const size_t budget = 1 + random_index(stream, 4);
    size_t solution[SIZE];
    bool found, expected = false;
    cr_assert_eq(set_family_hit(&family, budget, solution, &found), STATUS_OK);
    for (unsigned chosen = 0; chosen < 1u << SIZE; chosen++) {
      bool all = (size_t)__builtin_popcount(chosen) == budget;
      for (size_t i = 0; i < SIZE && all; i++) {
        bool hit = false;
        for (size_t j = 0; j < SIZE; j++) hit = hit || (member[i * SIZE + j] && (chosen >> j & 1));
        all = hit;
      }
      expected = expected || all;
    }
    cr_expect_eq(found, expected);
    for (size_t i = 0; i < SIZE && found; i++) {
      bool hit = false;
      for (size_t j = 0; j < budget; j++) hit = hit || member[i * SIZE + solution[j]];
      cr_expect(hit);
    }
    exist += found;
  }
  cr_expect(exist > 50 && exist < 450);
  random_stream_free(stream);
}

/* One family, two problems: {1,2,3}, {3,4}, {3,5}: element 3 hits all sets, but no one set covers all elements. */
Test(constrained, hitting_set_is_not_set_cover) {
  const char *sets = "\"family\":[[1,2,3],[3,4],[3,5]]";
  char json[200];
  snprintf(json, sizeof json, "{\"n\":5,\"r\":1,%s}", sets);
  fixture f = fixture_make("hitting_set", json, 1);
  size_t rank;
  cr_expect(comparator_coordinates(f.u, &rank)[0] == 2 && rank == 1);
  fixture_free(&f);
  snprintf(json, sizeof json, "{\"n\":3,\"r\":1,\"elements\":5,%s}", sets);
  fixture_refused("set_cover", json, "set_cover: no choice of r = 1 of the 3 sets covers all 5 elements");
  snprintf(json, sizeof json, "{\"n\":3,\"r\":3,\"elements\":5,%s}", sets);
  f = fixture_make("set_cover", json, 1);
  fixture_free(&f);
  fixture_refused("hitting_set", "{\"n\":3,\"r\":1,\"family\":[[1],[2]]}",
                  "hitting_set: no choice of r = 1 elements hits all 2 sets");
  fixture_refused("hitting_set", "{\"n\":3,\"r\":1,\"family\":[[1],[4]]}",
                  "hitting_set: family[2]: elements are whole numbers from 1 to 3");
  fixture_refused("hitting_set", "{\"n\":3,\"r\":1,\"family\":[1]}",
                  "hitting_set: family[1] must be a list of elements");
  fixture_refused("hitting_set", "{\"n\":3,\"r\":1,\"sets\":3,\"family\":[[1]]}",
                  "hitting_set: sets has no effect with a family: leave it out");
  fixture_refused("set_cover", "{\"n\":3,\"r\":1,\"elements\":1,\"family\":[[1]]}",
                  "set_cover: family has 1 sets, expected n = 3");
}
