/* `winnow predict`: a saved learner on other data, which are read with the numbers of the data that were learned. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "data/sequence_file.h"
#include "problems/rows/reading.h"
#include "serve/predict.h"
#include "unit/check.h"
#include "unit/problem_fixture.h"
#include "unit/state_fixture.h"

enum { LEARNED = 80, PREDICTED = 60, MESSAGE = 600, LARGEST_ORDER = 32 };

typedef struct pupil {
  fixture source;
  options *values;
  learner_setting setting;
  learner learner;
} pupil;

static pupil pupil_make(const char *source, const char *given, const char *name, const char *more) {
  pupil p = {.source = fixture_make(source, given, 5)};
  const learner_class *class = learner_find(name);
  const problem_facts *facts = &p.source.problem.facts;
  cJSON *object = NULL;
  OK(json_parse(more, &object));
  OK(options_new(&class->about, object, &p.values));
  cJSON_Delete(object);
  p.setting = problem_learner_setting(facts, LEARNED + PREDICTED, 1, &eigen_own);
  OK(learner_new(class, &p.setting, p.values, &p.learner));
  return p;
}

static void pupil_free(pupil *p) {
  learner_destroy(&p->learner);
  options_free(p->values);
  fixture_free(&p->source);
}

static void teach(pupil *p, size_t trials) {
  for (size_t t = 0; t < trials; t++) {
    instance x;
    double label = 0.0;
    prediction predicted;
    bool updated;
    if (fixture_trial(&p->source, &x, &label) == STATUS_END) return;
    OK(learner_predict(&p->learner, &x, &predicted));
    OK(learner_update(&p->learner, &x, &predicted, label, &updated));
  }
}

/* The path of the pupil's state, to be removed and freed. */
static char *state_of(const pupil *p) {
  cJSON *description = NULL;
  OK(problem_description(&p->source.problem, p->source.values, &description));
  char *text = state_written(&p->learner, &p->setting, p->values, description),
       *path = fixture_file(text, strlen(text));
  cJSON_Delete(description);
  free(text);
  return path;
}

static void forget(char *path) {
  unlink(path);
  free(path);
}

/* Predictions of a file with this text; *out is freed by the caller. Messages have the paths replaced by STATE and FILE. */
static status predict_text(const char *state, const char *text, char **out, prediction_counts *counts,
                           char message[MESSAGE]) {
  char *path = fixture_file(text, strlen(text));
  size_t length = 0;
  FILE *file = open_memstream(out, &length);
  const status code = predict_file(state, path, 0, file, counts);
  fclose(file);
  *message = '\0';
  for (const char *at = code == STATUS_OK ? "" : status_message(); *at != '\0';) {
    const bool is_state = strncmp(at, state, strlen(state)) == 0, is_file = strncmp(at, path, strlen(path)) == 0;
    char step[2] = {*at, '\0'};
    strncat(message, is_state ? "STATE" : is_file ? "FILE" : step, MESSAGE - strlen(message) - 1);
    at += is_state ? strlen(state) : is_file ? strlen(path) : 1;
  }
  forget(path);
  return code;
}

/* --- data files, by hand --- */

typedef struct by_hand {
  const char *problem, *options, *train, *test, *expected; /* expected: the rows */
  size_t labelled, mistakes;
} by_hand;

static const char digits_head[] = "entwidth = 2\nentheight = 2\n";

static const by_hand cases[] = {
    /* Ranges [0,2], [-4,4], [0,0.5] and a bias: mistakes in rows 2 and 3 leave w = (0.5,-0.5,-1,0). The rows of the second
     * file are (1,0,0,1), as 4 is beyond 2; (0,1,1,1); (0.5,0.5,0,1), whose label the first file does not have. */
    {"libsvm", ",\"scaling\":\"unit\",\"bias\":true", "1 1:2 2:-4\n-1 2:4 3:0.5\n1 1:1\n-1 3:0.25\n",
     "1 1:4 2:-4\n-1 2:8 3:0.5\n7 1:1\n", "1\t0.5\t1\t1\n2\t-1.5\t-1\t-1\n3\t0\t1\t-\n", 2, 0},
    /* Largest moduli 4 and 2: the mistake in row 1 leaves w = (-0.5,-1); (3,1) becomes (0.75,0.5). Feature 3 was 0. */
    {"libsvm", ",\"scaling\":\"max_abs\",\"one_vs_rest\":true,\"n\":3", "0 1:2 2:2\n5 2:1\n1\n1 1:4\n0 1:4\n",
     "1 1:3 2:1\n9 1:8 3:7\n", NULL, 2, 1},
    {"libsvm", ",\"scaling\":\"binary\",\"positive_label\":3", "2 1:9\n3 2:7\n", "2 1:5\n3 2:-1\n1 1:1 2:1\n",
     "1\t-1\t-1\t-1\n2\t0\t1\t1\n3\t-1\t-1\t-\n", 2, 0},
    /* Range [0,10] and [1,3]: row 1 errs and leaves w = (-0.5,-1); row 2 is (0,0) and row 3 (1,0.5). */
    {"table", ",\"positive\":\"a\",\"scaling\":\"unit\",\"instances\":\"vector\"", "5,3,b\n0,1,a\n10,2,b\n",
     "10,3,b\n-4,2,a\n5,1,c\n", "1\t-1.5\tb\tb\n2\t-0.5\tb\ta\n3\t-0.25\tb\t-\n", 2, 1},
    /* Both rows err and leave w = (0.5,0.5); below, between and above what was learned are (0.5,1), (0,0.75) and (0.75,0). */
    {"table", ",\"positive\":\"a\",\"scaling\":\"rank\",\"instances\":\"vector\"", "0,1,b\n2,3,a\n",
     "1,4,b\n-3,3,a\n2,0,c\n", "1\t0.75\ta\tb\n2\t0.375\ta\ta\n3\t0.375\ta\t-\n", 2, 1},
    /* Ranges of the rows so far: (0,0), (0,0) and (1,0.5), and only the last changes w, to (-1,-0.5). They stay [0,10] and [1,3]. */
    {"table", ",\"positive\":\"a\",\"scaling\":\"unit\",\"online\":true,\"instances\":\"vector\"",
     "5,3,b\n0,1,a\n10,2,b\n", "20,3,b\n10,2,a\n", "1\t-1.5\tb\tb\n2\t-1.25\tb\ta\n", 2, 1},
    {"table", ",\"positive\":\"a\",\"classes\":\"a b\",\"instances\":\"vector\"", "1,0,b\n0,1,c\n0,1,a\n",
     "1,1,c\n0.5,1,b\n", "1\t-1\tb\t-\n2\t-0.5\tb\tb\n", 1, 0},
    /* Three classes: the rest has no name. All rows err and leave w = (-1,0). */
    {"table", ",\"positive\":\"a\",\"instances\":\"vector\"", "1,0,b\n0,1,c\n0,1,a\n", "1,1,c\n0,1,a\n",
     "1\t-1\t-1\t-1\n2\t0\t1\t1\n", 2, 0},
};

/* max_abs: row 1 (0.5,1,0) errs: w = (-0.5,-1,0); row 2 (0,0.5,0), score -0.5; row 3 is zero: +1, right; row 4 (1,0,0) labelled 1
 * errs: w = (0.5,-1,0); row 5 labelled -1 errs: w = (-0.5,-1,0). Then (0.75,0.5,0): -0.875; (1,0,0): -0.5. */
static const char max_abs_rows[] = "1\t-0.875\t-1\t1\n2\t-0.5\t-1\t-1\n";

Test(predict, rows_by_hand) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const by_hand *c = &cases[i];
    char *train = fixture_file(c->train, strlen(c->train)), json[400], message[MESSAGE], *out = NULL, expected[400];
    snprintf(json, sizeof json, "{\"file\":\"%s\"%s}", train, c->options);
    pupil p = pupil_make(c->problem, json, "perceptron", "{}");
    teach(&p, LEARNED);
    char *state = state_of(&p);
    forget(train); /* not needed any more */
    prediction_counts counts;
    const status code = predict_text(state, c->test, &out, &counts, message);
    cr_expect_eq(code, STATUS_OK, "case %zu: %s", i, message);
    snprintf(expected, sizeof expected,
             "# winnow-lab predictions 1\n# learner: perceptron\nt\tscore\tprediction\tlabel\n%s",
             c->expected == NULL ? max_abs_rows : c->expected);
    cr_expect_str_eq(out, expected, "case %zu gave: %s", i, out);
    cr_expect_eq(counts.labelled, c->labelled, "case %zu: %zu", i, counts.labelled);
    cr_expect_eq(counts.mistakes, c->mistakes, "case %zu: %zu", i, counts.mistakes);
    free(out);
    forget(state);
    pupil_free(&p);
  }
}

static double score_in(const char *out, size_t t) {
  const char *at = strstr(out, "label\n");
  cr_assert_not_null(at, "%s", out);
  for (; t > 0; t--) at = strchr(at, '\n') + 1;
  return strtod(strchr(at, '\t') + 1, NULL);
}

/* Dyads: the largest length 5 is that of the training rows. One mistake, on row 1: W = -x x^T with x = (3,4)/5, and the
 * score of (6,8)/5, longer than any, is -(x.z)^2 = -4. */
Test(predict, largest_length_is_kept) {
  char *train = fixture_file("0 1:3 2:4\n0 1:3\n1\n", 18), json[400], message[MESSAGE], *out = NULL;
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"instances\":\"dyad\",\"normalize\":\"largest\"}", train);
  pupil p = pupil_make("libsvm", json, "matrix_perceptron", "{}");
  teach(&p, LEARNED);
  char *state = state_of(&p);
  prediction_counts counts;
  cr_assert_eq(predict_text(state, "0 1:6 2:8\n", &out, &counts, message), STATUS_OK, "%s", message);
  cr_expect(fabs(score_in(out, 1) + 4.0) < 1e-12, "%s", out);
  free(out);
  forget(state);
  forget(train);
  pupil_free(&p);
}

/* Centred at the mean of the training rows, (1,1): rows (1,0), (-1,0) normalised, W = -e_1 e_1^T, and (2,1) is (1,0) again; the
 * zero row (1,1) has score 0. */
Test(predict, mean_is_kept) {
  char *train = fixture_file("2,1,b\n0,1,a\n", 12), json[400], message[MESSAGE], *out = NULL;
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"positive\":\"a\",\"centre\":true}", train);
  pupil p = pupil_make("table", json, "matrix_perceptron", "{}");
  teach(&p, 1);
  char *state = state_of(&p);
  prediction_counts counts;
  cr_assert_eq(predict_text(state, "2,1,b\n1,1,?\n5,5,a\n", &out, &counts, message), STATUS_OK, "%s", message);
  cr_expect(fabs(score_in(out, 1) + 1.0) < 1e-12 && fabs(score_in(out, 2)) < 1e-12, "%s", out);
  cr_expect(fabs(score_in(out, 3) + 0.5) < 1e-12, "%s", out);
  cr_expect_eq(counts.labelled, 2);
  free(out);
  forget(state);
  forget(train);
  pupil_free(&p);
}

Test(predict, bitmaps) {
  char text[400], json[400], message[MESSAGE], *out = NULL;
  snprintf(text, sizeof text, "%sntot = 2\n11\n00\n 3\n01\n01\n 8\n", digits_head);
  char *train = fixture_file(text, strlen(text));
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"positive\":8,\"classes\":[3,8],\"instances\":\"vector\"}", train);
  pupil p = pupil_make("bitmaps", json, "perceptron", "{}");
  teach(&p, 1); /* w = -(1,1,0,0) */
  char *state = state_of(&p);
  prediction_counts counts;
  snprintf(text, sizeof text, "%sntot = 3\n11\n11\n 3\n00\n01\n 8\n10\n00\n 5\n", digits_head);
  cr_assert_eq(predict_text(state, text, &out, &counts, message), STATUS_OK, "%s", message);
  cr_expect_not_null(strstr(out, "label\n1\t-2\t-1\t-1\n2\t0\t1\t1\n3\t-1\t-1\t-\n"), "%s", out);
  free(out);
  cr_expect_eq(predict_text(state, "entwidth = 1\nentheight = 2\nntot = 1\n1\n1\n 3\n", &out, &counts, message),
               STATUS_INVALID);
  cr_expect_str_eq(message, "FILE: bitmaps of 1 x 2, expected 2 x 2", "%s", message);
  free(out);
  forget(state);
  forget(train);
  pupil_free(&p);
}

/* --- the continuation of a sequence --- */

/* The frozen weights by definition: additive, or w0 e^(eta h). */
static void learn_by_definition(pupil *twin, bool multiplies, double *weights) {
  double eta = 1.0, theta = 0.0, w0 = 0.0, h[LARGEST_ORDER] = {0.0};
  const size_t n = twin->setting.n;
  if (multiplies) {
    cr_assert(learner_constant(&twin->learner, "eta", &eta) && learner_constant(&twin->learner, "theta", &theta));
    cr_assert(learner_constant(&twin->learner, "w0", &w0));
  }
  for (size_t t = 0; t < LEARNED; t++) {
    instance x;
    double label, score = 0.0;
    OK(fixture_trial(&twin->source, &x, &label));
    for (size_t j = 0; j < x.count; j++) {
      const size_t i = x.index != NULL ? x.index[j] : j;
      score += x.value[j] * (multiplies ? w0 * exp(eta * h[i]) : h[i]);
    }
    if ((score >= theta ? 1.0 : -1.0) == label) continue;
    for (size_t j = 0; j < x.count; j++) h[x.index != NULL ? x.index[j] : j] += label * x.value[j];
  }
  for (size_t i = 0; i < n; i++) weights[i] = multiplies ? w0 * exp(eta * h[i]) : h[i];
}

static char *sequence_text(pupil *p) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  const sequence_header written_header = problem_header(&p->source.problem.facts);
  OK(sequence_write_header(file, &written_header, NULL));
  for (size_t t = 1; t <= PREDICTED; t++) {
    instance x;
    double label;
    OK(fixture_trial(&p->source, &x, &label));
    OK(sequence_write_trial(file, t, &x, label, NULL));
  }
  fclose(file);
  return text;
}

static void continues(const char *name, bool multiplies) {
  const char *given = "{\"n\":24,\"noise\":0.1}";
  pupil p = pupil_make("disjunction", given, name, "{}"), twin = pupil_make("disjunction", given, name, "{}");
  double weights[LARGEST_ORDER], theta = 0.0, label;
  teach(&p, LEARNED);
  learn_by_definition(&twin, multiplies, weights);
  if (multiplies) cr_assert(learner_constant(&p.learner, "theta", &theta));
  char *state = state_of(&p), *text = sequence_text(&p), *out = NULL, message[MESSAGE];
  prediction_counts counts;
  cr_assert_eq(predict_text(state, text, &out, &counts, message), STATUS_OK, "%s", message);
  size_t mistakes = 0;
  for (size_t t = 1; t <= PREDICTED; t++) {
    instance x;
    double score = 0.0;
    OK(fixture_trial(&twin.source, &x, &label));
    for (size_t j = 0; j < x.count; j++) score += x.value[j] * weights[x.index != NULL ? x.index[j] : j];
    mistakes += (score >= theta ? 1.0 : -1.0) != label;
    const double said = score_in(out, t);
    cr_expect(fabs(said - score) <= 1e-12 * fmax(1.0, fabs(score)), "%s %zu: %.17g, expected %.17g", name, t, said,
              score);
  }
  cr_expect_eq(counts.instances, PREDICTED);
  cr_expect_eq(counts.mistakes, mistakes, "%s: %zu, expected %zu", name, counts.mistakes, mistakes);
  free(out);
  free(text);
  forget(state);
  pupil_free(&p);
  pupil_free(&twin);
}

Test(predict, continuation_of_a_sequence) {
  continues("perceptron", false);
  continues("winnow", true);
}

/* --- refusals --- */

static const char sound[] =
    "{\"format\":\"winnow-lab state 1\",\"learner\":\"perceptron\",\"version\":1,\"options\":{},"
    "\"setting\":{\"n\":2,\"kind\":\"vector\",\"rank\":2,\"trials\":5,\"seed\":\"1\",\"eigen\":\"gsl\"},"
    "\"problem\":{\"name\":\"libsvm\",\"options\":{\"file\":\"x\",\"scaling\":\"unit\"},\"reading\":{\"n\":2,\"other\":"
    "0,"
    "\"features\":[1,2],\"low\":[0,0],\"high\":[1,2]}},"
    "\"state\":{\"bias\":0,\"parameter\":{\"representation\":\"diagonal\",\"link\":\"identity\",\"order\":2,\"offset\":"
    "0,"
    "\"drift\":0,\"wide\":false,\"entries\":[1,3]}}}";

typedef struct refusal {
  const char *member, *replacement, *data, *message; /* member NULL: the state is sound */
} refusal;

#define HEADER "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":3,\"labels\":\"sign\"}\n"
static const refusal refusals[] = {
    {NULL, NULL, "1 1:1\n1 3:1\n", "FILE:2: index 3, expected at most n = 2"},
    {NULL, NULL, "1 1:1\n1 2:x\n", "FILE:2: value 'x' of index 2, expected a finite number"},
    {NULL, NULL, "", "FILE:1: no rows, expected lines of label index:value ..."},
    {NULL, NULL, HEADER "{\"t\":1,\"x\":[0,0,1],\"y\":1}\n",
     "FILE:1: vector instances of order 3, expected vector of order 2 as the state's learner takes"},
    {NULL, NULL, HEADER "{\"t\":1,\"x\":[0,0,1]}\n", "FILE:2: y: expected 1 or -1"},
    {"\"n\":2,\"other\"", "\"n\":3,\"other\"", "1 3:1\n",
     "STATE: vector instances of order 3, expected vector of order 2 as the state's learner takes"},
    {"\"n\":2,\"other\"", "\"other\"", "1 1:1\n", "STATE: problem: reading: n: missing"},
    {"\"low\":[0,0]", "\"low\":[0]", "1 1:1\n", "STATE: problem: reading: low: 1 numbers, expected 2"},
    {"\"low\":[0,0]", "\"low\":[0,3]", "1 1:1\n",
     "STATE: problem: reading: low: entry 2 is 3, expected at most high = 2"},
    {"[1,2],\"low\"", "[1,4],\"low\"", "1 1:1\n",
     "STATE: problem: reading: features: entry 2 is 4, expected ascending whole numbers up to 2"},
    {"\"unit\"", "\"none\"", "1 1:1\n", "STATE: problem: reading: features: unknown member, expected n other"},
    {"\"unit\"", "\"units\"", "1 1:1\n",
     "STATE: problem: scaling = \"units\" must be one of: none unit binary max_abs"},
    {"\"libsvm\"", "\"disjunction\"", "1 1:1\n",
     "STATE: problem: name: \"disjunction\", expected a problem that reads files of rows"},
    {"\"reading\"", "\"red\"", "1 1:1\n",
     "FILE:1: no recorded sequence, which begins with '{', and STATE does not say how other files are read"},
    {"\"problem\"", "\"problems\"", "1 1:1\n",
     "STATE: problems: unknown member, expected format learner version options setting state"},
};

Test(predict, refusals) {
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    const refusal *r = &refusals[i];
    char text[1200], message[MESSAGE], *out = NULL;
    const char *at = r->member == NULL ? NULL : strstr(sound, r->member);
    if (at == NULL) {
      cr_assert_null(r->member);
      snprintf(text, sizeof text, "%s", sound);
    } else {
      snprintf(text, sizeof text, "%.*s%s%s", (int)(at - sound), sound, r->replacement, at + strlen(r->member));
    }
    char *state = fixture_file(text, strlen(text));
    prediction_counts counts;
    const status code = predict_text(state, r->data, &out, &counts, message);
    cr_expect_eq(code, STATUS_INVALID, "%zu: status %d", i, (int)code);
    cr_expect_str_eq(message, r->message, "%zu gave: %s", i, message);
    cr_expect_str_eq(out, "", "%zu: something was written: %s", i, out);
    free(out);
    forget(state);
  }
}

/* A state of an earlier program, without a problem, takes sequences. */
Test(predict, states_without_a_problem) {
  char text[1200], message[MESSAGE], *out = NULL;
  const char *from = strstr(sound, "\"problem\""), *to = strstr(sound, "\"state\":{");
  snprintf(text, sizeof text, "%.*s%s", (int)(from - sound), sound, to);
  char *state = fixture_file(text, strlen(text));
  prediction_counts counts;
  cr_assert_eq(
      predict_text(state,
                   "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2,\"labels\":\"sign\"}\n"
                   "{\"t\":1,\"x\":[0.5,1],\"y\":-1}\n{\"t\":2,\"index\":[2],\"value\":[-1],\"y\":-1}\n",
                   &out, &counts, message),
      STATUS_OK, "%s", message);
  cr_expect_not_null(strstr(out, "label\n1\t3.5\t1\t-1\n2\t-3\t-1\t-1\n"), "%s", out);
  cr_expect_eq(counts.mistakes, 1);
  free(out);
  forget(state);
}
