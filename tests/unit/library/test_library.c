/* The public header, as a program sees it that links the library. */
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include "base/build_info.h"
#include "base/status.h"
#include "winnow.h"

static const double both_ends[] = {1, 0, 0, 1}, first_end[] = {1, 0, 0, 0};

static char elsewhere; /* where an answer points before the call */

static winnow_instance vector(const double *value) {
  return (winnow_instance){.kind = WINNOW_VECTOR, .n = 4, .value = value};
}

/* w = r/n = 1/2 everywhere; a wrong +1 multiplies the weights of x by exp(-eta). */
static winnow_learner *new_winnow(void) {
  const winnow_setting setting = {.n = 4, .kind = WINNOW_VECTOR, .rank = 1, .trials = 10};
  winnow_learner *learner = NULL;
  cr_assert_eq(winnow_learner_new("winnow", "{\"r\": 2, \"theta\": 0.5, \"eta\": 1}", &setting, &learner), WINNOW_OK,
               "%s", winnow_message());
  return learner;
}

Test(library, version) {
  cr_assert_str_eq(winnow_version(), build_info.version);
}

Test(library, trials_are_those_of_the_definition) {
  winnow_learner *learner = new_winnow();
  const winnow_instance x = vector(both_ends), first = vector(first_end);
  winnow_prediction said;
  int updated = 0;
  cr_assert_eq(winnow_predict(learner, &x, &said), WINNOW_OK);
  cr_assert_float_eq(said.score, 1.0, 1e-15);
  cr_assert_eq(said.value, 1.0);
  cr_assert_eq(winnow_update(learner, &x, -1.0, &updated), WINNOW_OK);
  cr_assert_eq(updated, 1);
  cr_assert_eq(winnow_predict(learner, &first, &said), WINNOW_OK);
  cr_assert_float_eq(said.score, 0.5 * exp(-1.0), 1e-15);
  cr_assert_eq(said.value, -1.0);
  cr_assert_eq(winnow_update(learner, &first, -1.0, &updated), WINNOW_OK);
  cr_assert_eq(updated, 0, "a right prediction changes nothing");
  winnow_learner_free(learner);
}

Test(library, sparse_instances_are_the_dense_ones) {
  winnow_learner *learner = new_winnow();
  const size_t places[] = {0, 3};
  const double ones[] = {1, 1};
  const winnow_instance x = {.kind = WINNOW_VECTOR, .n = 4, .count = 2, .index = places, .value = ones};
  winnow_prediction said;
  cr_assert_eq(winnow_predict(learner, &x, &said), WINNOW_OK);
  cr_assert_float_eq(said.score, 1.0, 1e-15);
  cr_assert_eq(winnow_update(learner, &x, 1.0, NULL), WINNOW_OK);
  winnow_learner_free(learner);
}

Test(library, learners_that_are_refused) {
  const winnow_setting vectors = {.n = 4, .kind = WINNOW_VECTOR, .trials = 10};
  const struct {
    const char *name, *options, *message;
    winnow_setting setting;
  } cases[] = {
      {"winow", "{}", "winow: no such learner", vectors},
      {"winnow", "{\"etta\": 1}", "eta", vectors},
      {"winnow", "{\"eta\": ", "not JSON", vectors},
      {"winnow", NULL, "n must be at least 1", {.n = 0, .kind = WINNOW_VECTOR}},
      {"winnow", NULL, "kind", {.n = 4, .kind = (winnow_kind)17}},
      {"winnow", NULL, "rows", {.n = 4, .m = 2, .kind = WINNOW_VECTOR}},
      {"winnow", NULL, "predicts signs", {.n = 4, .kind = WINNOW_VECTOR, .loss = "square", .low = 0, .high = 1}},
      {"online_matrix_prediction", NULL, "predicts numbers", {.n = 4, .m = 4, .kind = WINNOW_ENTRY}},
      {"eg", NULL, "loss 'cubic'", {.n = 4, .kind = WINNOW_VECTOR, .loss = "cubic", .low = 0, .high = 1}},
      {"eg", NULL, "ascend", {.n = 4, .kind = WINNOW_VECTOR, .loss = "square", .low = 1, .high = 1}},
      {"eg", NULL, "positive", {.n = 4, .kind = WINNOW_VECTOR, .loss = "square", .low = 0, .high = 1, .scale = -1}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    winnow_learner *learner = (winnow_learner *)&elsewhere;
    cr_expect_eq(winnow_learner_new(cases[i].name, cases[i].options, &cases[i].setting, &learner), WINNOW_INVALID,
                 "case %zu", i);
    cr_expect_null(learner);
    cr_expect(strstr(winnow_message(), cases[i].message) != NULL, "case %zu: '%s' has no '%s'", i, winnow_message(),
              cases[i].message);
  }
  winnow_learner_free(NULL);
}

Test(library, instances_that_are_refused) {
  winnow_learner *learner = new_winnow();
  const size_t descending[] = {3, 0}, outside[] = {0, 4};
  const winnow_instance cases[] = {
      {.kind = WINNOW_DYAD, .n = 4, .value = both_ends},
      {.kind = WINNOW_VECTOR, .n = 3, .value = both_ends},
      {.kind = WINNOW_VECTOR, .n = 4, .m = 1, .value = both_ends},
      {.kind = WINNOW_VECTOR, .n = 4, .count = 2, .index = descending, .value = both_ends},
      {.kind = WINNOW_VECTOR, .n = 4, .count = 2, .index = outside, .value = both_ends},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    winnow_prediction said = {1, 1};
    int updated = 1;
    cr_expect_eq(winnow_predict(learner, &cases[i], &said), WINNOW_INVALID, "case %zu", i);
    cr_expect(isnan(said.score) && isnan(said.value), "case %zu: a prediction all the same", i);
    cr_expect_eq(winnow_update(learner, &cases[i], 1.0, &updated), WINNOW_INVALID, "case %zu", i);
    cr_expect_eq(updated, 0);
  }
  winnow_learner_free(learner);
}

/* Numbers and matrices that no learner can use, also by way of an update; it goes on as one that never met them. */
Test(library, one_bad_row_does_not_end_a_learner) {
  static const double not_a_number[] = {1, NAN, 0, 0}, infinite[] = {0, 0, 0, -INFINITY}, large[] = {1e200, 0, 0, 0},
                      right[] = {1, 0.5, 0.5, 1}, skew[] = {1, 0.5, 0.25, 1}, opposite[] = {0, 1e5, -0.9e5, 0};
  const struct {
    const char *learner, *message;
    winnow_instance x, good;
    double label; /* 0: the score is refused */
  } cases[] = {
      {"winnow", "entry 2 of the vector is nan", vector(not_a_number), vector(both_ends), 0},
      {"winnow", "entry 4 of the vector is -inf", vector(infinite), vector(both_ends), 0},
      {"matrix_winnow",
       "beyond a double",
       {.kind = WINNOW_DYAD, .n = 4, .value = large},
       {.kind = WINNOW_DYAD, .n = 4, .value = both_ends},
       0},
      {"matrix_winnow",
       "instance: entries (2,1) and (1,2) of the matrix differ by -0.25, expected a symmetric matrix",
       {.kind = WINNOW_MATRIX, .n = 2, .matrix = skew},
       {.kind = WINNOW_MATRIX, .n = 2, .matrix = right},
       0},
      /* equal weights: the score is positive, the label -1 adds 0.9e5 eta to H_3, and e^H_3 overflows */
      {"winnow", "the update is refused: ", vector(opposite), vector(both_ends), -1},
      {"perceptron", "the update is refused: ", vector(large), vector(both_ends), 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const winnow_instance *x = &cases[i].x, *good = &cases[i].good;
    const winnow_setting setting = {.n = x->n, .kind = x->kind, .rank = 1, .trials = 10};
    winnow_learner *learner = NULL;
    winnow_prediction said, again;
    char *before = NULL, *after = NULL;
    int updated = 1;
    cr_assert_eq(winnow_learner_new(cases[i].learner, NULL, &setting, &learner), WINNOW_OK, "%s", winnow_message());
    cr_assert_eq(winnow_predict(learner, good, &said), WINNOW_OK, "%s", winnow_message());
    cr_assert_eq(winnow_update(learner, good, -said.value, &updated), WINNOW_OK);
    cr_assert_eq(winnow_predict(learner, good, &said), WINNOW_OK);
    cr_assert_eq(winnow_learner_save(learner, &before), WINNOW_OK);
    if (cases[i].label != 0) {
      cr_assert_eq(winnow_predict(learner, x, &again), WINNOW_OK, "%s", winnow_message());
      cr_expect_eq(winnow_update(learner, x, cases[i].label, &updated), WINNOW_INVALID, "case %zu", i);
      cr_expect_eq(updated, 0);
    } else {
      cr_expect_eq(winnow_predict(learner, x, &again), WINNOW_INVALID, "case %zu", i);
      cr_expect(isnan(again.score) && isnan(again.value));
    }
    cr_expect(strstr(winnow_message(), cases[i].message) != NULL, "case %zu: '%s'", i, winnow_message());
    cr_assert_eq(winnow_predict(learner, good, &again), WINNOW_OK, "%s", winnow_message());
    cr_expect_eq(memcmp(&said, &again, sizeof said), 0, "case %zu", i);
    cr_assert_eq(winnow_learner_save(learner, &after), WINNOW_OK, "%s", winnow_message());
    cr_expect_str_eq(before, after, "case %zu", i);
    winnow_text_free(before);
    winnow_text_free(after);
    winnow_learner_free(learner);
  }
}

/* What a kind needs may be left out of an initialiser. */
Test(library, what_is_null_is_refused) {
  const winnow_setting vectors = {.n = 4, .kind = WINNOW_VECTOR, .trials = 10};
  const size_t first = 0;
  const double numbers[16] = {1};
  const struct {
    const char *learner, *message; /* NULL: the instance is all that its kind needs */
    winnow_instance x;
  } cases[] = {
      {"winnow", "value", {.kind = WINNOW_VECTOR, .n = 4}},
      {"winnow", "value", {.kind = WINNOW_VECTOR, .n = 4, .count = 1, .index = &first}},
      {"winnow", NULL, {.kind = WINNOW_VECTOR, .n = 4, .index = &first}},
      {"matrix_winnow", "value", {.kind = WINNOW_DYAD, .n = 4}},
      {"matrix_winnow", "factors", {.kind = WINNOW_LOW_RANK, .n = 4, .rank = 1, .weights = numbers}},
      {"matrix_winnow", "weights", {.kind = WINNOW_LOW_RANK, .n = 4, .rank = 1, .factors = numbers}},
      {"matrix_winnow", NULL, {.kind = WINNOW_LOW_RANK, .n = 4}},
      {"matrix_winnow", "matrix", {.kind = WINNOW_MATRIX, .n = 4}},
      {"general_matrix_winnow", "matrix", {.kind = WINNOW_RECTANGULAR, .n = 4, .m = 2}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const winnow_instance *x = &cases[i].x;
    const winnow_setting setting = {.n = x->n, .m = x->m, .kind = x->kind, .rank = 1, .trials = 10};
    const winnow_status expected = cases[i].message == NULL ? WINNOW_OK : WINNOW_INVALID;
    winnow_learner *learner = NULL;
    winnow_prediction said;
    cr_assert_eq(winnow_learner_new(cases[i].learner, NULL, &setting, &learner), WINNOW_OK, "%s", winnow_message());
    cr_expect_eq(winnow_predict(learner, x, &said), expected, "case %zu", i);
    if (cases[i].message != NULL)
      cr_expect(strstr(winnow_message(), cases[i].message) != NULL, "case %zu: '%s'", i, winnow_message());
    cr_expect_eq(winnow_update(learner, x, 1.0, NULL), expected, "case %zu", i);
    cr_expect_eq(winnow_predict(learner, NULL, &said), WINNOW_INVALID);
    cr_expect_eq(winnow_update(learner, NULL, 1.0, NULL), WINNOW_INVALID);
    winnow_learner_free(learner);
  }
  winnow_prediction said;
  winnow_learner *learner = (winnow_learner *)&elsewhere;
  const winnow_instance x = vector(both_ends);
  cr_expect_eq(winnow_learner_new(NULL, NULL, &vectors, &learner), WINNOW_INVALID);
  cr_expect_eq(winnow_learner_new("winnow", NULL, NULL, &learner), WINNOW_INVALID);
  cr_expect_null(learner);
  cr_expect_eq(winnow_predict(NULL, &x, &said), WINNOW_INVALID);
  cr_expect_eq(winnow_update(NULL, &x, 1.0, NULL), WINNOW_INVALID);
}

Test(library, labels_that_are_refused) {
  winnow_learner *learner = new_winnow();
  const winnow_instance x = vector(both_ends);
  winnow_prediction said;
  const double labels[] = {0.0, 0.5, 2.0, NAN, INFINITY};
  cr_assert_eq(winnow_predict(learner, &x, &said), WINNOW_OK);
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
    cr_expect_eq(winnow_update(learner, &x, labels[i], NULL), WINNOW_INVALID, "label %g", labels[i]);
  winnow_learner_free(learner);
}

/* Rows and columns outside of the matrix, and labels outside of the interval. */
Test(library, entries_and_distances_that_are_refused) {
  const winnow_setting entries = {
      .n = 3, .m = 2, .kind = WINNOW_ENTRY, .trials = 4, .loss = "square", .low = -1, .high = 1};
  const winnow_setting distances = {
      .n = 3, .kind = WINNOW_DISTANCE, .rank = 1, .trials = 4, .loss = "square", .high = 1};
  const winnow_instance entry = {.kind = WINNOW_ENTRY, .n = 3, .m = 2, .row = 2},
                        good = {.kind = WINNOW_ENTRY, .n = 3, .m = 2};
  const winnow_instance distance = {.kind = WINNOW_DISTANCE, .n = 3, .column = 3};
  winnow_prediction said;
  winnow_learner *learner = NULL;
  cr_assert_eq(winnow_learner_new("entry_averages", NULL, &entries, &learner), WINNOW_OK, "%s", winnow_message());
  cr_expect_eq(winnow_predict(learner, &entry, &said), WINNOW_INVALID);
  cr_expect_eq(winnow_predict(learner, &good, &said), WINNOW_OK);
  cr_expect_eq(winnow_update(learner, &good, 1.5, NULL), WINNOW_INVALID);
  cr_expect_eq(winnow_update(learner, &good, 1.0, NULL), WINNOW_OK);
  winnow_learner_free(learner);
  cr_assert_eq(winnow_learner_new("meg", NULL, &distances, &learner), WINNOW_OK, "%s", winnow_message());
  cr_expect_eq(winnow_predict(learner, &distance, &said), WINNOW_INVALID);
  winnow_learner_free(learner);
}

/* A program that once had no memory and went on: what is wrong later is said as ever. */
Test(library, a_lack_of_memory_passes) {
  const winnow_setting setting = {.n = 4, .kind = WINNOW_VECTOR, .rank = 1, .trials = 10};
  winnow_learner *learner = NULL;
  status_note_memory();
  cr_expect_eq(winnow_learner_new("winnow", "{\"r\": ", &setting, &learner), WINNOW_INVALID, "%s", winnow_message());
  winnow_learner_free(new_winnow());
}

/* ---- since 1.1 */

enum { ROWS = 40 };

static void make_rows(double *rows, winnow_instance *xs, double *labels) {
  unsigned state = 7;
  for (size_t i = 0; i < 4 * (size_t)ROWS; i++) rows[i] = (state = state * 1103515245u + 12345u) >> 16 & 1u;
  for (size_t i = 0; i < ROWS; i++) {
    xs[i] = vector(rows + 4 * i);
    labels[i] = rows[4 * i] > 0.5 ? 1.0 : -1.0;
  }
}

/* Bit for bit what single trials give. */
Test(library, blocks_are_trials_one_after_the_other) {
  double rows[4 * ROWS], labels[ROWS];
  winnow_instance xs[ROWS];
  winnow_prediction block[ROWS], after[ROWS], said;
  size_t done = 0;
  int updates = 0, updated = 0;
  winnow_learner *one = new_winnow(), *many = new_winnow();
  make_rows(rows, xs, labels);
  cr_assert_eq(winnow_learn_block(many, ROWS, xs, 0, labels, block, &done), WINNOW_OK, "%s", winnow_message());
  cr_assert_eq(done, ROWS);
  cr_assert_eq(winnow_predict_block(many, ROWS, xs, 0, after, NULL), WINNOW_OK);
  for (size_t i = 0; i < ROWS; i++) {
    cr_assert_eq(winnow_predict(one, &xs[i], &said), WINNOW_OK);
    cr_expect_eq(memcmp(&said, &block[i], sizeof said), 0, "trial %zu", i);
    cr_assert_eq(winnow_update(one, &xs[i], labels[i], &updated), WINNOW_OK);
    updates += updated;
  }
  cr_expect_gt(updates, 1);
  for (size_t i = 0; i < ROWS; i++) {
    cr_assert_eq(winnow_predict(one, &xs[i], &said), WINNOW_OK);
    cr_expect_eq(memcmp(&said, &after[i], sizeof said), 0, "row %zu", i);
  }
  winnow_learner_free(one);
  winnow_learner_free(many);
}

/* Rows of one array, also every other one and from the last to the first; matrices likewise. */
Test(library, blocks_with_a_stride) {
  double rows[4 * ROWS], labels[ROWS], matrices[16 * ROWS] = {0};
  winnow_instance xs[ROWS], chosen[ROWS];
  winnow_prediction block[ROWS], other[ROWS];
  const struct {
    size_t first, count;
    ptrdiff_t stride;
  } cases[] = {{0, ROWS, 4}, {0, ROWS / 2, 8}, {ROWS - 1, ROWS, -4}};
  make_rows(rows, xs, labels);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    winnow_learner *one = new_winnow(), *many = new_winnow();
    for (size_t j = 0; j < cases[i].count; j++)
      chosen[j] = xs[(ptrdiff_t)cases[i].first + (ptrdiff_t)j * cases[i].stride / 4];
    cr_assert_eq(winnow_learn_block(one, cases[i].count, chosen, 0, labels, block, NULL), WINNOW_OK);
    cr_assert_eq(winnow_learn_block(many, cases[i].count, &xs[cases[i].first], cases[i].stride, labels, other, NULL),
                 WINNOW_OK, "%s", winnow_message());
    cr_expect_eq(memcmp(block, other, cases[i].count * sizeof *block), 0, "case %zu", i);
    winnow_learner_free(one);
    winnow_learner_free(many);
  }
  const winnow_setting setting = {.n = 4, .kind = WINNOW_MATRIX, .rank = 4, .trials = ROWS};
  const winnow_instance first = {.kind = WINNOW_MATRIX, .n = 4, .matrix = matrices};
  winnow_learner *learner = NULL;
  for (size_t i = 0; i < ROWS; i++)
    for (size_t j = 0; j < 4; j++) matrices[16 * i + 5 * j] = rows[4 * i + j];
  cr_assert_eq(winnow_learner_new("matrix_winnow", NULL, &setting, &learner), WINNOW_OK, "%s", winnow_message());
  cr_assert_eq(winnow_predict_block(learner, ROWS, &first, 16, block, NULL), WINNOW_OK);
  /* W = I/4 */
  for (size_t i = 0; i < ROWS; i++)
    cr_expect_float_eq(block[i].score, (rows[4 * i] + rows[4 * i + 1] + rows[4 * i + 2] + rows[4 * i + 3]) / 4.0,
                       1e-15);
  winnow_learner_free(learner);
  const size_t places[] = {0};
  const winnow_instance sparse = {.kind = WINNOW_VECTOR, .n = 4, .count = 1, .index = places, .value = rows};
  learner = new_winnow();
  cr_expect_eq(winnow_predict_block(learner, 2, &sparse, 4, block, NULL), WINNOW_INVALID);
  cr_expect(isnan(block[0].score));
  winnow_learner_free(learner);
}

/* What came before the bad row is learned, and said. */
Test(library, a_block_with_a_bad_row) {
  double rows[4 * ROWS], labels[ROWS];
  winnow_instance xs[ROWS];
  winnow_prediction block[ROWS], said, expected;
  size_t done = 99;
  winnow_learner *one = new_winnow(), *many = new_winnow();
  make_rows(rows, xs, labels);
  labels[7] = 0.5;
  cr_expect_eq(winnow_learn_block(many, ROWS, xs, 0, labels, block, &done), WINNOW_INVALID);
  cr_expect_eq(done, 7);
  cr_expect_str_eq(winnow_message(), "instance 8: label 0.5: expected 1 or -1");
  cr_expect(!isnan(block[6].score) && isnan(block[7].score) && isnan(block[ROWS - 1].value));
  cr_assert_eq(winnow_learn_block(one, 7, xs, 0, labels, NULL, NULL), WINNOW_OK);
  cr_assert_eq(winnow_predict(one, &xs[0], &expected), WINNOW_OK);
  cr_assert_eq(winnow_predict(many, &xs[0], &said), WINNOW_OK);
  cr_expect_eq(said.score, expected.score);
  xs[3].n = 5;
  cr_expect_eq(winnow_predict_block(many, ROWS, xs, 0, block, &done), WINNOW_INVALID);
  cr_expect_eq(done, 3);
  cr_expect_eq(winnow_learn_block(many, 2, xs, 0, NULL, block, &done), WINNOW_INVALID);
  cr_expect(done == 0 && isnan(block[0].score));
  cr_expect_str_eq(winnow_message(), "the labels are NULL");
  cr_expect_eq(winnow_predict_block(many, 2, NULL, 0, block, NULL), WINNOW_INVALID);
  cr_expect_eq(winnow_learn_block(NULL, 1, xs, 0, labels, NULL, NULL), WINNOW_INVALID);
  cr_expect_eq(winnow_predict_block(many, 0, NULL, 0, NULL, &done), WINNOW_OK);
  winnow_learner_free(one);
  winnow_learner_free(many);
}

/* After half of the trials the learner is saved; the other one never knows. */
Test(library, a_saved_learner_goes_on_bit_for_bit) {
  double rows[4 * ROWS], labels[ROWS];
  winnow_instance xs[ROWS];
  winnow_prediction block[ROWS], other[ROWS];
  winnow_learner *first = new_winnow(), *second = NULL;
  winnow_setting setting;
  char *text = NULL, *again = NULL;
  make_rows(rows, xs, labels);
  cr_assert_eq(winnow_learn_block(first, ROWS / 2, xs, 0, labels, NULL, NULL), WINNOW_OK);
  cr_assert_eq(winnow_learner_save(first, &text), WINNOW_OK, "%s", winnow_message());
  cr_assert_eq(winnow_learner_load(text, 0, &second), WINNOW_OK, "%s", winnow_message());
  cr_assert_eq(winnow_learner_save(second, &again), WINNOW_OK);
  cr_expect_str_eq(again, text);
  cr_assert_eq(winnow_learner_setting(second, &setting), WINNOW_OK);
  cr_expect(setting.n == 4 && setting.kind == WINNOW_VECTOR && setting.trials == 10 && setting.loss == NULL);
  cr_assert_eq(winnow_learn_block(first, ROWS / 2, xs + ROWS / 2, 0, labels + ROWS / 2, block, NULL), WINNOW_OK);
  cr_assert_eq(winnow_learn_block(second, ROWS / 2, xs + ROWS / 2, 0, labels + ROWS / 2, other, NULL), WINNOW_OK);
  cr_expect_eq(memcmp(block, other, ROWS / 2 * sizeof *block), 0);
  winnow_text_free(text);
  winnow_text_free(again);
  winnow_text_free(NULL);
  winnow_learner_free(first);
  winnow_learner_free(second);
}

Test(library, states_that_are_refused) {
  const char *const texts[] = {NULL, "", "{}", "{\"format\":\"winnow-lab state 2\"}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    winnow_learner *learner = (winnow_learner *)&elsewhere;
    cr_expect_eq(winnow_learner_load(texts[i], 0, &learner), WINNOW_INVALID, "case %zu", i);
    cr_expect_null(learner);
  }
  char *text = &elsewhere;
  winnow_setting setting;
  cr_expect_eq(winnow_learner_save(NULL, &text), WINNOW_INVALID);
  cr_expect_null(text);
  cr_expect_eq(winnow_learner_setting(NULL, &setting), WINNOW_INVALID);
}

/* A state may be a stranger's: it starts no program that the caller has not named. */
Test(library, states_start_no_program) {
  static const char text[] =
      "{\"format\":\"winnow-lab state 1\",\"learner\":\"external\",\"version\":1,"
      "\"options\":{\"command\":[\"sh\",\"-c\",\"exit 3\"],\"timeout\":10},"
      "\"setting\":{\"n\":2,\"kind\":\"vector\",\"rank\":2,\"trials\":4,\"seed\":\"1\",\"eigen\":\"gsl\"},"
      "\"state\":{\"trials\":0}}";
  const winnow_setting setting = {.n = 2, .kind = WINNOW_VECTOR};
  winnow_learner *learner = NULL;
  cr_expect_eq(winnow_learner_new("external", "{\"command\":[\"sh\",\"-c\",\"exit 4\"]}", &setting, &learner),
               WINNOW_FAILED);
  cr_expect(strstr(winnow_message(), "exit status 4") != NULL, "%s", winnow_message());
  cr_expect_eq(winnow_learner_load(text, 0, &learner), WINNOW_INVALID);
  cr_expect(strstr(winnow_message(), "{\"sh\", \"-c\", \"exit 3\"} is not started") != NULL, "%s", winnow_message());
  cr_expect_eq(winnow_learner_new("external", "{\"command\":[\"sh\",\"-c\",\"exit 3\"]}", &setting, &learner),
               WINNOW_FAILED);
  cr_expect_eq(winnow_learner_load(text, 0, &learner), WINNOW_FAILED);
  cr_expect(strstr(winnow_message(), "exit status 3") != NULL, "%s", winnow_message());
  cr_expect_null(learner);
}

Test(library, kinds_of_a_learner) {
  cr_expect_eq(winnow_learner_kinds("winnow"), 1u << WINNOW_VECTOR);
  cr_expect_eq(winnow_learner_kinds("matrix_winnow"),
               1u << WINNOW_VECTOR | 1u << WINNOW_DYAD | 1u << WINNOW_LOW_RANK | 1u << WINNOW_MATRIX);
  cr_expect_eq(winnow_learner_kinds("winow"), 0u);
  cr_expect_eq(winnow_learner_kinds(NULL), 0u);
}

/* w = (1/2)(e^-1, 1, 1, e^-1) after a wrong +1 on both ends. */
Test(library, weights) {
  winnow_learner *learner = new_winnow();
  const winnow_instance x = vector(both_ends);
  winnow_prediction said;
  double weights[4], offset = NAN;
  cr_assert_eq(winnow_predict(learner, &x, &said), WINNOW_OK);
  cr_assert_eq(winnow_update(learner, &x, -1.0, NULL), WINNOW_OK);
  cr_assert_eq(winnow_learner_weights(learner, weights, &offset), WINNOW_OK, "%s", winnow_message());
  for (size_t i = 0; i < 4; i++) cr_expect_float_eq(weights[i], both_ends[i] == 1.0 ? 0.5 * exp(-1.0) : 0.5, 1e-15);
  cr_expect_eq(offset, 0.0);
  cr_expect_eq(winnow_learner_weights(NULL, weights, &offset), WINNOW_INVALID);
  cr_expect_eq(winnow_learner_weights(learner, NULL, &offset), WINNOW_INVALID);
  winnow_learner_free(learner);
}
