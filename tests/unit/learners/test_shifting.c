/* Variants of Matrix Winnow: against vectors by the definition, and against each other on rotated instances; the problems that they
 * are made for. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "learners/winnow/doubling_matrix_winnow.h"
#include "learners/winnow/shifting_matrix_winnow.h"
#include "linalg/frame.h"
#include "unit/problem_fixture.h"
#include "unit/variant_fixture.h"

enum { ORDER = 7, TRIALS = 300 };

/* Weights by the definition: w <- w exp(eta y x), normalised, then mixed or raised. */
typedef struct definition {
  double w[ORDER];
  double eta, theta, total, share; /* total: trace that is kept, 0: none */
  bool floors;
} definition;

static double sum(const double *w) {
  double total = 0;
  for (size_t i = 0; i < ORDER; i++) total += w[i];
  return total;
}

/* gamma with sum of max(gamma w, floor) = 1, by bisection */
static double scale_by_bisection(size_t n, const double *w, double floor) {
  double low = 0, high = 1;
  for (int step = 0; step < 200; step++) {
    const double middle = (low + high) / 2;
    double total = 0;
    for (size_t i = 0; i < n; i++) total += fmax(middle * w[i], floor);
    if (total < 1) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

static double definition_score(const definition *d, const double *x) {
  double score = 0;
  for (size_t i = 0; i < ORDER; i++) score += d->w[i] * x[i];
  return score;
}

static void definition_learn(definition *d, const double *x, double label) {
  for (size_t i = 0; i < ORDER; i++) d->w[i] *= exp(d->eta * label * x[i]);
  if (d->total > 0) {
    const double scale = d->total / sum(d->w);
    for (size_t i = 0; i < ORDER; i++) d->w[i] *= scale;
  }
  if (d->share <= 0) return;
  const double floor = d->share / ORDER;
  const double gamma = d->floors ? scale_by_bisection(ORDER, d->w, floor) : 1 - d->share;
  for (size_t i = 0; i < ORDER; i++) {
    d->w[i] = d->floors ? fmax(gamma * d->w[i], floor) : gamma * d->w[i] + floor;
  }
}

/* The vector x as an instance of one of these forms */
typedef enum form { VECTOR, DIAGONAL_MATRIX, ROTATED, ROTATED_MATRIX, FORMS } form;

typedef struct forms {
  double rotation[ORDER * ORDER], matrix[ORDER * ORDER], weights[ORDER];
} forms;

static instance form_of(forms *f, form which, const double *x) {
  if (which == VECTOR) return instance_dense_vector(ORDER, x);
  if (which == DIAGONAL_MATRIX) {
    memset(f->matrix, 0, sizeof f->matrix);
    for (size_t i = 0; i < ORDER; i++) f->matrix[i * (ORDER + 1)] = x[i];
    return instance_matrix(ORDER, f->matrix);
  }
  memcpy(f->weights, x, sizeof f->weights);
  const instance turned = instance_low_rank(ORDER, ORDER, f->rotation, f->weights, 0);
  if (which == ROTATED) return turned;
  instance_to_dense(&turned, f->matrix);
  return instance_matrix(ORDER, f->matrix);
}

static const instance_kind form_kinds[FORMS] = {INSTANCE_VECTOR, INSTANCE_MATRIX, INSTANCE_LOW_RANK, INSTANCE_MATRIX};

typedef struct variant {
  const char *learner, *json;
  double total, share; /* share < 0: the learner's constant */
  bool floors;
  double low, high; /* spectrum of the instances */
} variant;

static const variant variants[] = {
    {"matrix_winnow", "{\"r\":2}", 0, 0, false, 0, 1},
    {"matrix_winnow", "{\"r\":2,\"normalize\":\"trace\"}", 1, 0, false, 0, 1},
    {"matrix_winnow", "{\"r\":2,\"normalize\":\"project\"}", 2, 0, false, 0, 1},
    {"matrix_winnow", "{\"r\":2,\"hinge\":20}", 0, 0, false, 0, 1},
    {"matrix_winnow", "{\"r\":2,\"gap\":0.8,\"gap_low\":0.3,\"normalize\":\"trace\"}", 1, 0, false, 0, 1},
    {"matrix_winnow", "{\"r\":2,\"interval_low\":-1,\"interval_high\":3}", 0, 0, false, -1, 3},
    {"matrix_winnow", "{\"r\":2,\"interval_low\":-0.5,\"interval_high\":0.25,\"normalize\":\"trace\"}", 1, 0, false,
     -0.5, 0.25},
    {"shifting_matrix_winnow", "{\"r\":2}", 1, -1, false, 0, 1},
    {"shifting_matrix_winnow", "{\"r\":2,\"share\":0.3}", 1, 0.3, false, 0, 1},
    {"shifting_matrix_winnow", "{\"r\":2,\"method\":\"floor\"}", 1, -1, true, 0, 1},
    {"shifting_matrix_winnow", "{\"r\":2,\"method\":\"floor\",\"share\":0.5}", 1, 0.5, true, 0, 1},
    {"shifting_matrix_winnow", "{\"r\":1,\"gap\":0.9,\"gap_low\":0.2,\"interval_low\":-1}", 1, -1, false, -1, 1},
};

/* Plays a variant in one form against its definition. Labels are a noisy disjunction. */
static void play_variant(const variant *v, form which, uint64_t seed) {
  forms f;
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(seed, "test", &stream), STATUS_OK);
  cr_assert_eq(frame_random(stream, ORDER, ORDER, f.rotation), STATUS_OK);
  const learner_setting setting = {.n = ORDER, .kind = form_kinds[which], .rank = ORDER, .trials = TRIALS};
  learner player = variant_make(v->learner, v->json, setting);
  definition d = {.eta = variant_constant(&player, "eta"), .theta = variant_constant(&player, "theta")};
  d.total = v->total;
  d.floors = v->floors;
  d.share = v->share < 0 ? variant_constant(&player, "share") : v->share;
  const double start = v->total > 0 && v->total < 2 ? 1.0 / ORDER : 2.0 / ORDER;
  for (size_t i = 0; i < ORDER; i++) d.w[i] = start;
  size_t updates = 0;
  for (size_t t = 0; t < TRIALS; t++) {
    double x[ORDER], moved[ORDER];
    for (size_t i = 0; i < ORDER; i++) {
      x[i] = random_chance(stream, 0.4) ? random_uniform(stream) : 0;
      moved[i] = v->low + (v->high - v->low) * x[i];
    }
    const bool noise = random_chance(stream, 0.1);
    const double label = (x[0] + x[1] > 0.3) != noise ? 1 : -1;
    const double expected = definition_score(&d, x);
    if (fabs(expected - d.theta) < 1e-9) continue; /* a tie: rounding may decide */
    const instance z = form_of(&f, which, moved);
    prediction said = {0};
    bool updated = false;
    cr_assert_eq(learner_predict(&player, &z, &said), STATUS_OK, "%s", status_message());
    cr_expect_float_eq(said.score, expected, 1e-11 * fmax(1, expected), "%s %s form %d trial %zu: %.17g, %.17g",
                       v->learner, v->json, which, t, said.score, expected);
    cr_expect_eq(said.value, expected >= d.theta ? 1 : -1);
    cr_assert_eq(learner_update(&player, &z, &said, label, &updated), STATUS_OK, "%s", status_message());
    cr_expect_eq(updated, said.value != label);
    if (!updated) continue;
    updates++;
    definition_learn(&d, x, label);
  }
  cr_expect_gt(updates, 20, "%s %s: %zu updates are no test", v->learner, v->json, updates);
  learner_destroy(&player);
  random_stream_free(stream);
}

Test(shifting, equal_to_vectors_in_every_form) {
  for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
    for (int which = 0; which < FORMS; which++) play_variant(&variants[i], (enum form)which, 11 + i);
  }
}

Test(shifting, vector_twin) {
  const variant mix = {"shifting_winnow", "{\"r\":2}", 1, -1, false, 0, 1};
  const variant floor = {"shifting_winnow", "{\"r\":2,\"method\":\"floor\"}", 1, -1, true, 0, 1};
  play_variant(&mix, VECTOR, 3);
  play_variant(&floor, VECTOR, 4);
}

Test(shifting, share_of_the_theorem) {
  /* 1 - exp(-c/4) for r = 1, gap 1/2: c = ln((1 + sqrt 2)/2) */
  const learner_setting setting = {.n = 4, .kind = INSTANCE_VECTOR, .rank = 4, .trials = 10};
  learner player = variant_make("shifting_winnow", "{}", setting);
  const double share = variant_constant(&player, "share");
  cr_expect_float_eq(share, 1 - exp(-log((1 + sqrt(2)) / 2) / 4), 1e-15, "%.17g", share);
  learner_destroy(&player);
}

/* For random spectra, some of them with tiny and equal eigenvalues: the trace is 1, gamma is in [1 - a, 1]. */
Test(shifting, floor_scale) {
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(5, "test", &stream), STATUS_OK);
  for (int round = 0; round < 2000; round++) {
    double w[6], total = 0;
    const size_t n = 1 + random_index(stream, 6);
    for (size_t i = 0; i < n; i++) {
      const double step =
          random_chance(stream, 0.3) ? 0 : random_uniform(stream) * pow(10, 4 - random_range(stream, 0, 8));
      w[i] = (i > 0 ? w[i - 1] : 1e-9) + step;
      total += w[i];
    }
    for (size_t i = 0; i < n; i++) w[i] /= total;
    const double share = random_range(stream, 0.001, 0.999), floor = share / (double)n;
    const double gamma = forgetting_floor_scale(n, w, floor, 1.0);
    double trace = 0;
    for (size_t i = 0; i < n; i++) trace += fmax(gamma * w[i], floor);
    cr_expect_float_eq(trace, 1, 1e-14, "n = %zu: %.17g", n, trace);
    cr_expect(gamma >= 1 - share - 1e-14 && gamma <= 1 + 1e-14, "%.17g for a = %.17g", gamma, share);
    cr_expect_float_eq(gamma, scale_by_bisection(n, w, floor), 1e-13);
  }
  random_stream_free(stream);
}

static char *state_text(const learner *player) {
  cJSON *state = cJSON_CreateObject();
  char *text = NULL;
  cr_assert_eq(learner_save(player, state), STATUS_OK, "%s", status_message());
  cr_assert_eq(json_print(state, 1, 0, &text), STATUS_OK);
  cJSON_Delete(state);
  return text;
}

typedef struct played {
  const char *learner, *json;
} played;

static const played savers[] = {{"matrix_winnow", "{\"r\":2}"},
                                {"matrix_winnow", "{\"r\":2,\"normalize\":\"trace\",\"interval_low\":-1}"},
                                {"shifting_matrix_winnow", "{\"r\":2}"},
                                {"shifting_matrix_winnow", "{\"r\":2,\"method\":\"floor\"}"},
                                {"doubling_matrix_winnow", "{}"}};

/* One trial with a random dyad and a random label; the score is returned. */
static double random_trial(learner *player, random_stream *stream, bool *updated) {
  double x[ORDER];
  random_unit_vector(stream, ORDER, x);
  const double label = random_chance(stream, 0.5) ? 1 : -1;
  const instance dyad = instance_dense_dyad(ORDER, x);
  prediction said = {0};
  cr_assert_eq(learner_predict(player, &dyad, &said), STATUS_OK, "%s", status_message());
  cr_assert_eq(learner_update(player, &dyad, &said, label, updated), STATUS_OK, "%s", status_message());
  return said.score;
}

/* A trial without a mistake changes nothing; a saved state goes on bit for bit. */
Test(shifting, states) {
  const learner_setting setting = {.n = ORDER, .kind = INSTANCE_DYAD, .rank = 1, .trials = TRIALS};
  for (size_t i = 0; i < sizeof savers / sizeof savers[0]; i++) {
    random_stream *stream = NULL, *again = NULL;
    cr_assert_eq(random_stream_new(1, "test", &stream), STATUS_OK);
    learner player = variant_make(savers[i].learner, savers[i].json, setting);
    bool updated = false;
    size_t kept = 0;
    for (int t = 0; t < 60; t++) {
      char *before = state_text(&player);
      (void)random_trial(&player, stream, &updated);
      char *after = state_text(&player);
      cr_expect_eq(strcmp(before, after) == 0, !updated, "%s %s trial %d", savers[i].learner, savers[i].json, t);
      kept += !updated;
      free(before);
      free(after);
    }
    cr_expect_gt(kept, 0);
    char *text = state_text(&player);
    cJSON *state = NULL;
    cr_assert_eq(json_parse(text, &state), STATUS_OK);
    learner other = variant_make(savers[i].learner, savers[i].json, setting);
    cr_assert_eq(learner_load(&other, state), STATUS_OK, "%s", status_message());
    random_stream_free(stream);
    cr_assert_eq(random_stream_new(2, "test", &stream), STATUS_OK);
    cr_assert_eq(random_stream_new(2, "test", &again), STATUS_OK);
    for (int t = 0; t < 60; t++) {
      const double one = random_trial(&player, stream, &updated), two = random_trial(&other, again, &updated);
      cr_expect_eq(one, two, "%s %s trial %d: %.17g, %.17g", savers[i].learner, savers[i].json, t, one, two);
    }
    cJSON_Delete(state);
    free(text);
    random_stream_free(stream);
    random_stream_free(again);
    learner_destroy(&player);
    learner_destroy(&other);
  }
}

/* n = r = 1: W is positive, so that the score passes the threshold on every positive instance: no mistakes. */
Test(shifting, order_one) {
  static const played learners[] = {{"matrix_winnow", "{}"},
                                    {"matrix_winnow", "{\"normalize\":\"trace\"}"},
                                    {"matrix_winnow", "{\"normalize\":\"project\"}"},
                                    {"shifting_matrix_winnow", "{}"},
                                    {"shifting_matrix_winnow", "{\"method\":\"floor\"}"},
                                    {"doubling_matrix_winnow", "{\"gap\":0.5}"}};
  const learner_setting setting = {.n = 1, .kind = INSTANCE_DYAD, .rank = 1, .trials = 20};
  for (size_t i = 0; i < sizeof learners / sizeof learners[0]; i++) {
    learner player = variant_make(learners[i].learner, learners[i].json, setting);
    for (int t = 0; t < 20; t++) {
      const double x = t % 2 == 0 ? sqrt(0.5) : 0;
      const instance dyad = instance_dense_dyad(1, &x);
      prediction said = {0};
      cr_assert_eq(learner_predict(&player, &dyad, &said), STATUS_OK);
      cr_expect_eq(said.value, t % 2 == 0 ? 1 : -1, "%s %s: score %.17g", learners[i].learner, learners[i].json,
                   said.score);
    }
    learner_destroy(&player);
  }
}

Test(shifting, doubling_does_not_guess_a_known_gap) {
  const learner_setting setting = {.n = ORDER, .kind = INSTANCE_DYAD, .rank = 1, .trials = 10};
  variant_refused("doubling_matrix_winnow", "{\"gap\":0.5,\"least_gap\":0.25}", setting,
                  "doubling_matrix_winnow: least_gap has no effect with a given gap: leave one of them out");
}

/* Every guess that always errs lasts floor(bound) + 1 mistakes, then W starts again from (R/n) I; the last one stays. */
Test(shifting, doubling_restarts) {
  const learner_setting setting = {.n = ORDER, .kind = INSTANCE_DYAD, .rank = 1, .trials = 10000};
  learner player = variant_make("doubling_matrix_winnow", "{\"least_gap\":0.5}", setting);
  doubling_guess guesses[DOUBLING_GUESSES];
  const size_t count = doubling_guesses(ORDER, 1, 0.5, guesses);
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(8, "test", &stream), STATUS_OK);
  for (size_t g = 0; g < count; g++) {
    cr_assert_eq(variant_constant(&player, "guess"), (double)g);
    cr_expect_eq(variant_constant(&player, "r"), (double)guesses[g].r);
    cr_expect_eq(variant_constant(&player, "gap"), guesses[g].gap);
    double least = 0, largest = 0;
    cr_assert_eq(spectral_extremes(learner_parameter(&player), &least, &largest), STATUS_OK);
    cr_expect_float_eq(least, (double)guesses[g].r / ORDER, 1e-14);
    cr_expect_float_eq(largest, (double)guesses[g].r / ORDER, 1e-14);
    const size_t lasts = (size_t)floor(guesses[g].bound + 1e-9) + 1;
    for (size_t k = 0; k < lasts; k++) {
      double x[ORDER];
      random_unit_vector(stream, ORDER, x);
      const instance dyad = instance_dense_dyad(ORDER, x);
      prediction said = {0};
      bool updated = false;
      cr_assert_eq(learner_predict(&player, &dyad, &said), STATUS_OK);
      cr_assert_eq(learner_update(&player, &dyad, &said, -said.value, &updated), STATUS_OK);
      cr_expect(updated);
      if (k + 1 < lasts) cr_expect_eq(variant_constant(&player, "guess_mistakes"), (double)(k + 1));
    }
  }
  cr_expect_eq(variant_constant(&player, "guess"), (double)(count - 1), "the last guess stays");
  random_stream_free(stream);
  learner_destroy(&player);
}

/* Labels agree with the segment of the trial, the distance is (K - 1)(r - shared), segments begin where they should. */
static void check_segments(const char *json, size_t trials, size_t segments, double distance) {
  fixture f;
  const problem_class *class = problem_find("shifting_subspace");
  f = (fixture){.setting = {.seed = 4, .trials = trials}};
  cJSON *given = NULL;
  cr_assert_eq(json_parse(json, &given), STATUS_OK);
  cr_assert_eq(options_new(&class->about, given, &f.values), STATUS_OK);
  cJSON_Delete(given);
  cr_assert_eq(problem_new(class, &f.setting, f.values, &f.problem), STATUS_OK, "%s", status_message());
  comparator *u = problem_comparator(&f.problem);
  cr_assert_eq(comparator_prepare(u, f.problem.facts.kind, f.problem.facts.rank), STATUS_OK);
  cr_expect_eq(comparator_segments(u), segments);
  double measured = 0;
  cr_assert_eq(comparator_shift_distance(u, &measured), STATUS_OK, "%s", status_message());
  cr_expect_float_eq(measured, distance, 1e-9, "%s: %.17g", json, measured);
  size_t positive = 0;
  for (size_t t = 1; t <= trials; t++) {
    instance x;
    double label = 0;
    (void)comparator_at(u, t);
    cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK, "%s", status_message());
    const double inner = comparator_value(u, &x);
    cr_expect_float_eq(inner, label > 0 ? 0.5 : 0, 1e-12, "%s trial %zu: %.17g", json, t, inner);
    if (x.kind == INSTANCE_DYAD) cr_expect_float_eq(instance_trace(&x), 1, 1e-12);
    positive += label > 0;
  }
  cr_expect(positive > trials / 4 && positive < 3 * trials / 4, "%zu of %zu positive", positive, trials);
  fixture_free(&f);
}

Test(shifting, problem) {
  check_segments("{\"n\":12,\"r\":3,\"segments\":4,\"shared\":1}", 400, 4, 6);
  check_segments("{\"n\":12,\"r\":3,\"segments\":4,\"shared\":3}", 400, 4, 0);
  check_segments("{\"n\":6,\"r\":3,\"segments\":3,\"length\":50}", 150, 3, 6);
  check_segments("{\"n\":12,\"r\":3,\"segments\":4,\"shared\":1,\"form\":\"vector\"}", 400, 4, 6);
  check_segments("{\"n\":9,\"r\":1,\"segments\":1,\"form\":\"vector\",\"density\":0.5}", 200, 1, 0);
}

Test(shifting, problem_refusals) {
  const char *name = "shifting_subspace";
  fixture_refused(name, "{\"n\":4,\"r\":5,\"length\":9}", "shifting_subspace: r = 5 must be at most n = 4");
  fixture_refused(name, "{\"n\":4,\"r\":2,\"shared\":3,\"length\":9}",
                  "shifting_subspace: shared = 3 must be at most r = 2");
  fixture_refused(name, "{\"n\":4,\"r\":3,\"length\":9}",
                  "shifting_subspace: two subspaces need 2 r - shared = 6 dimensions, n = 4");
  fixture_refused(name, "{\"n\":4,\"r\":4,\"segments\":1,\"length\":9}",
                  "shifting_subspace: r = 4 must be below n = 4: negative dyads lie outside the subspace");
  fixture_refused(name, "{\"n\":4}", "shifting_subspace: length is needed where the trials are not given");
}

/* The planted hinge loss is that of the labels, at most `hinge`, and no flip that would still fit was left out for long. */
static void check_hinge(const char *json, double low, double high, double limit, double largest_flip) {
  fixture f = fixture_make("close_to_subspace", json, 3);
  double cost = 0, planted = -1;
  for (size_t t = 0; t < 2000; t++) {
    instance x;
    double label = 0;
    cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
    const double inner = comparator_value(f.u, &x);
    cost += fmax(0, label > 0 ? high - inner : inner - low);
  }
  cr_assert(problem_constant(&f.problem, "hinge", &planted));
  cr_expect_float_eq(planted, cost, 1e-9, "%s: %.17g, %.17g", json, planted, cost);
  cr_expect(planted <= limit * (1 + 1e-9) && planted > limit - largest_flip, "%s: %.17g", json, planted);
  fixture_free(&f);
}

Test(shifting, planted_hinge) {
  check_hinge("{\"n\":8,\"r\":2,\"noise\":0.1,\"hinge\":10}", 0, 0.5, 10, 0.5 - 1e-9);
  check_hinge("{\"n\":8,\"r\":2,\"noise\":0.1,\"hinge\":10.3,\"margin\":\"uniform\"}", 0, 0.5, 10.3, 1);
  check_hinge("{\"n\":8,\"r\":2,\"noise\":0.1,\"hinge\":4,\"gap\":0.8,\"gap_low\":0.3,\"instances\":\"projection\","
              "\"form\":\"matrix\"}",
              0.3, 0.8, 4, 0.5 - 1e-9);
  check_hinge("{\"n\":8,\"r\":2,\"noise\":0.1,\"hinge\":0}", 0, 0.5, 0, 1e-12);
  fixture_refused("close_to_subspace", "{\"n\":8,\"hinge\":2}",
                  "close_to_subspace: hinge = 2 needs noise > 0, the probability with which a label is flipped");
}

/* aI + (b - a) X of the same X, with the gap moved accordingly. */
Test(shifting, interval) {
  static const char *const kinds[] = {"\"instances\":\"dyad\"", "\"instances\":\"full\",\"rank\":3",
                                      "\"instances\":\"full\",\"form\":\"matrix\""};
  for (size_t k = 0; k < 3; k++) {
    char plain[200], moved[200];
    (void)snprintf(plain, sizeof plain, "{\"n\":6,\"r\":2,%s}", kinds[k]);
    (void)snprintf(moved, sizeof moved, "{\"n\":6,\"r\":2,\"interval_low\":-2,\"interval_high\":1,%s}", kinds[k]);
    fixture one = fixture_make("close_to_subspace", plain, 7), two = fixture_make("close_to_subspace", moved, 7);
    cr_expect_float_eq(two.problem.facts.gap_low, -4, 1e-15);
    cr_expect_float_eq(two.problem.facts.gap_high, -2.5, 1e-15);
    for (size_t t = 0; t < 40; t++) {
      instance x, z;
      double y = 0, w = 0, dense[36], other[36];
      cr_assert_eq(fixture_trial(&one, &x, &y), STATUS_OK);
      cr_assert_eq(fixture_trial(&two, &z, &w), STATUS_OK);
      cr_expect_eq(y, w);
      instance_to_dense(&x, dense);
      instance_to_dense(&z, other);
      for (size_t i = 0; i < 36; i++) {
        cr_expect_float_eq(other[i], 3 * dense[i] + (i % 7 == 0 ? -2 : 0), 1e-14, "%s entry %zu", kinds[k], i);
      }
    }
    fixture_free(&one);
    fixture_free(&two);
  }
  fixture_refused("close_to_subspace", "{\"n\":8,\"interval_high\":0}",
                  "close_to_subspace: interval_low = 0 must be below interval_high = 0");
}
