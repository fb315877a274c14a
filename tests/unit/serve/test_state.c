/* Saved states: a learner that is read again goes on bit for bit; what is no state is refused by name. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/random.h"
#include "unit/check.h"
#include "unit/problem_fixture.h"
#include "unit/state_fixture.h"

enum { ORDER = 12, BEFORE = 60, AFTER = 100 };

/* Instances of any kind with eigenvalues in [0,1], labels by a hidden direction with some noise. */
typedef struct source {
  random_stream *stream;
  instance_kind kind;
  double x[ORDER * ORDER], weights[2];
} source;

static instance draw(source *s, double *label) {
  random_gaussian_vector(s->stream, 2 * ORDER, s->x);
  double square = 0.0;
  for (size_t i = 0; i < ORDER; i++) square += s->x[i] * s->x[i];
  for (size_t i = 0; i < ORDER; i++) s->x[i] /= sqrt(square);
  *label = random_chance(s->stream, 0.1) != (s->x[0] * s->x[0] > 0.15) ? 1.0 : -1.0;
  switch (s->kind) {
  case INSTANCE_VECTOR:
    for (size_t i = 0; i < ORDER; i++) s->x[i] = fabs(s->x[i]);
    return instance_dense_vector(ORDER, s->x);
  case INSTANCE_DYAD: return instance_dense_dyad(ORDER, s->x);
  case INSTANCE_LOW_RANK:
    s->weights[0] = 0.5;
    s->weights[1] = 0.01;
    return instance_low_rank(ORDER, 2, s->x, s->weights, 0.125);
  default: {
    double copy[ORDER];
    memcpy(copy, s->x, sizeof copy);
    for (size_t i = 0; i < ORDER; i++) {
      for (size_t j = 0; j < ORDER; j++) s->x[i * ORDER + j] = copy[i] * copy[j];
    }
    return instance_matrix(ORDER, s->x);
  }
  }
}

/* Plays trials and puts the bytes of every score and prediction into `out`; returns the number of updates. */
static size_t play(const learner *player, source *s, size_t trials, double *out) {
  size_t updates = 0;
  for (size_t t = 0; t < trials; t++) {
    prediction predicted = {0};
    double label = 0.0;
    bool updated = false;
    const instance x = draw(s, &label);
    OK(learner_predict(player, &x, &predicted));
    OK(learner_update(player, &x, &predicted, label, &updated));
    updates += updated;
    if (out == NULL) continue;
    out[2 * t] = predicted.score;
    out[2 * t + 1] = predicted.value;
  }
  return updates;
}

static options *options_of(const learner_class *class, const char *json) {
  cJSON *given = NULL;
  options *values = NULL;
  OK(json_parse(json, &given));
  OK(options_new(&class->about, given, &values));
  cJSON_Delete(given);
  return values;
}

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static void goes_on(const char *name, const char *json, instance_kind kind) {
  const learner_class *class = learner_find(name);
  cr_assert_not_null(class, "%s", name);
  options *values = options_of(class, json);
  const learner_setting setting = {.n = ORDER,
                                   .kind = kind,
                                   .rank = kind == INSTANCE_LOW_RANK ? 2
                                           : kind == INSTANCE_VECTOR ? ORDER
                                                                     : 1,
                                   .trials = BEFORE,
                                   .seed = 7,
                                   .eigen = &eigen_own};
  learner_setting longer = setting;
  longer.trials = BEFORE + AFTER;
  learner first = {NULL, NULL};
  source s = {.kind = kind}, again = {.kind = kind};
  double whole[2 * AFTER], resumed[2 * AFTER];
  char message[500];
  OK(random_stream_new(3, "state", &s.stream));
  OK(random_stream_new(3, "state", &again.stream));
  OK(learner_new(class, &longer, values, &first));
  play(&first, &s, BEFORE, NULL);
  char *text = state_written(&first, &setting, values, NULL);
  const size_t updates = play(&first, &s, AFTER, whole);

  saved_learner saved;
  cr_assert_eq(state_read(text, AFTER, &saved, message), STATUS_OK, "%s %s: %s", name, json, message);
  double label = 0.0;
  for (size_t t = 0; t < BEFORE; t++) draw(&again, &label);
  const size_t updates_again = play(&saved.learner, &again, AFTER, resumed);
  cr_expect_eq(updates_again, updates);
  for (size_t i = 0; i < 2 * AFTER; i++) {
    if (bits_of(whole[i]) == bits_of(resumed[i])) continue;
    cr_expect_fail("%s %s kind %d: trial %zu gives %.17g, and %.17g without interruption", name, json, (int)kind,
                   BEFORE + i / 2 + 1, resumed[i], whole[i]);
    break;
  }
  char *one = state_written(&first, &setting, values, NULL),
       *two = state_written(&saved.learner, &setting, values, NULL);
  cr_expect_str_eq(one, two, "%s %s: the states at the end differ", name, json);
  free(one);
  free(two);
  free(text);
  saved_learner_free(&saved);
  learner_destroy(&first);
  options_free(values);
  random_stream_free(s.stream);
  random_stream_free(again.stream);
}

Test(state, learners_go_on_bit_for_bit) {
  static const char *const normalisations[] = {"{\"r\":2}", "{\"r\":2,\"normalize\":\"trace\"}",
                                               "{\"r\":2,\"normalize\":\"project\"}"};
  for (size_t i = 0; i < 3; i++) {
    for (instance_kind kind = INSTANCE_VECTOR; kind <= INSTANCE_MATRIX; kind++) {
      goes_on("matrix_winnow", normalisations[i], kind);
    }
    goes_on("winnow", normalisations[i], INSTANCE_VECTOR);
  }
  goes_on("matrix_winnow", "{\"r\":2,\"representation\":\"dense\",\"normalize\":\"trace\"}", INSTANCE_DYAD);
  goes_on("matrix_winnow", "{\"r\":2,\"eta\":100}", INSTANCE_VECTOR); /* arguments beyond e^300 */
  for (instance_kind kind = INSTANCE_VECTOR; kind <= INSTANCE_MATRIX; kind++) {
    goes_on("matrix_perceptron", "{\"bias\":true,\"eta\":0.3}", kind);
    goes_on("constant", "{\"value\":1}", kind);
    goes_on("random", "{\"probability\":0.3}", kind);
  }
  goes_on("perceptron", "{\"bias\":true}", INSTANCE_VECTOR);
  for (instance_kind kind = INSTANCE_VECTOR; kind <= INSTANCE_MATRIX; kind++) {
    goes_on("winnow_threshold", "{\"margin\":0.3,\"threshold\":0.1}", kind);
  }
  goes_on("kernel_perceptron", "{\"kernel\":\"gaussian\"}", INSTANCE_VECTOR);
  goes_on("kernel_perceptron", "{}", INSTANCE_DYAD);
  goes_on("spectral_hypentropy", "{\"beta\":0.5,\"eta\":0.3}", INSTANCE_VECTOR);
  goes_on("winnow_gradient_descent", "{\"r\":2}", INSTANCE_VECTOR);
  goes_on("winnow_gradient_descent", "{\"margin\":0.1,\"normalize\":\"trace\",\"doubled\":true}", INSTANCE_VECTOR);
}

/* What is written can be read. */
Test(state, every_learner) {
  for (size_t i = 0; i < registry_learner_count; i++) {
    const learner_class *class = registry_learners[i];
    cr_expect((class->methods->save == NULL) == (class->methods->load == NULL), "%s: save without load",
              class->about.name);
  }
}

typedef struct refusal {
  const char *member, *replacement, *message;
} refusal;

static const char good[] =
    "{\"format\":\"winnow-lab state 1\",\"learner\":\"matrix_winnow\",\"version\":VERSION,\"options\":{\"r\":1},"
    "\"setting\":{\"n\":2,\"kind\":\"dyad\",\"rank\":1,\"trials\":5,\"seed\":\"1\",\"eigen\":\"gsl\"},"
    "\"state\":{\"parameter\":{\"representation\":\"low_rank\",\"link\":\"exp\",\"order\":2,\"offset\":-0.5,"
    "\"drift\":0,\"rank\":1,\"basis\":[[0.6,0.8]],\"inner\":[[1.5]]}}}";

static const refusal refusals[] = {
    {"winnow-lab state 1", "winnow-lab state 2", "F: format: \"winnow-lab state 2\", expected \"winnow-lab state 1\""},
    {"\"matrix_winnow\"", "\"winow\"", "F: learner: \"winow\", expected the name of a built-in learner"},
    {"{\"r\":1}", "{\"rr\":1}", NULL},
    {"{\"r\":1}", "{\"r\":3}", "F: matrix_winnow: r = 3 must be at most n = 2"},
    {"\"kind\":\"dyad\"", "\"kind\":\"dyads\"",
     "F: setting: kind: \"dyads\", expected vector, dyad, low_rank, matrix, rectangular, entry or distance"},
    {"\"n\":2", "\"n\":2.5", "F: setting: n: expected a whole number from 1 to 10000001"},
    {"\"seed\":\"1\"", "\"seed\":1", "F: setting: seed: expected a string"},
    {"\"seed\":\"1\"", "\"seed\":\"-1\"", "F: setting: seed: \"-1\", expected a string containing an integer"},
    {"\"eigen\":\"gsl\"", "\"eigen\":\"gsl\",\"more\":1",
     "F: setting: more: unknown member, expected n kind rank trials "
     "seed eigen"},
    {"\"low_rank\"", "\"dense\"", "F: state: parameter: representation: \"dense\", expected \"low_rank\""},
    {"\"exp\"", "\"identity\"", "F: state: parameter: link: \"identity\", expected \"exp\""},
    {"\"order\":2", "\"order\":3", "F: state: parameter: order: 3, expected 2"},
    {"\"drift\":0,", "", "F: state: parameter: drift: missing"},
    {"\"drift\":0", "\"drift\":-1", "F: state: parameter: drift: -1, expected a number >= 0"},
    {"\"rank\":1,\"basis\"", "\"rank\":3,\"basis\"", "F: state: parameter: rank: expected a whole number from 0 to 2"},
    {"[[0.6,0.8]]", "[[0.6,0.9]]",
     "F: state: parameter: basis: an inner product is wrong by 0.17, expected orthonormal rows"},
    {"[[0.6,0.8]]", "[[0.6]]", "F: state: parameter: basis: row 1: 1 numbers, expected 2"},
    {"[[0.6,0.8]]", "[[0.6,null]]", "F: state: parameter: basis: row 1: entry 2, expected a finite number"},
    {"[[0.6,0.8]]", "[]", "F: state: parameter: basis: 0 rows, expected 1"},
    {"[[1.5]]", "1.5", "F: state: parameter: inner: expected a list of 1 rows"},
    {"[[1.5]]}}}", "[[1.5]]}}", NULL}, /* not JSON */
};

/* Replaces the first occurrence. */
static void replace(char *text, size_t size, const char *old, const char *new) {
  char rest[2000];
  char *at = strstr(text, old);
  cr_assert_not_null(at, "%s", old);
  snprintf(rest, sizeof rest, "%s", at + strlen(old));
  snprintf(at, size - (size_t)(at - text), "%s%s", new, rest);
}

Test(state, refusals) {
  char text[2000], message[500], version[20];
  saved_learner saved;
  const learner_class *class = learner_find("matrix_winnow");
  snprintf(version, sizeof version, "%u", class->about.result_version);
  snprintf(text, sizeof text, "%s", good);
  replace(text, sizeof text, "VERSION", version);
  cr_assert_eq(state_read(text, 0, &saved, message), STATUS_OK, "%s", message);
  /* e^-0.5 (|x|^2 + (e^1.5 - 1) 0.36) for x = e_1 */
  const double x[2] = {1.0, 0.0};
  const instance dyad = instance_dense_dyad(2, x);
  double score = 0.0;
  OK(learner_score(&saved.learner, &dyad, &score));
  const double expected = exp(-0.5) * (1.0 + 0.36 * expm1(1.5));
  cr_expect(fabs(score - expected) < 1e-14, "%.17g, expected %.17g", score, expected);
  saved_learner_free(&saved);
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    snprintf(text, sizeof text, "%s", good);
    replace(text, sizeof text, "VERSION", version);
    replace(text, sizeof text, refusals[i].member, refusals[i].replacement);
    const status code = state_read(text, 0, &saved, message);
    cr_expect_eq(code, STATUS_INVALID, "%s: status %d", refusals[i].replacement, (int)code);
    if (refusals[i].message != NULL) {
      cr_expect_str_eq(message, refusals[i].message, "%s gave: %s", refusals[i].replacement, message);
    }
    saved_learner_free(&saved);
  }
  snprintf(text, sizeof text, "%s", good);
  replace(text, sizeof text, "VERSION", "4000");
  cr_expect_eq(state_read(text, 0, &saved, message), STATUS_INVALID);
  cr_expect(strncmp(message, "F: version: expected a whole number from 1 to ", 46) == 0, "%s", message);
  saved_learner_free(&saved);
  snprintf(text, sizeof text, "%s", good);
  replace(text, sizeof text, "VERSION", "1");
  cr_expect_eq(state_read(text, 0, &saved, message), STATUS_OK, "of an earlier version: %s", message);
  saved_learner_free(&saved);
}
