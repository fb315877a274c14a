/* Data files in LIBSVM's format: reader, scaling, refusals, and the mushroom data where they are. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "unit/data_fixture.h"

static const refusal refusals[] = {
    {"", "", "F:1: no rows, expected lines of label index:value ..."},
    {"\n# only a comment\n\n", "", "F:1: no rows, expected lines of label index:value ..."},
    {"1 1:1\nx 1:1\n", "", "F:2: label 'x', expected a finite number"},
    {"1:1 2:1\n", "", "F:1: label '1:1', expected a finite number"},
    {"nan 1:1\n", "", "F:1: label 'nan', expected a finite number"},
    {"1 1:1 5\n", "", "F:1: '5' has no colon, expected index:value"},
    {"1 0:1\n", "", "F:1: index '0', expected a whole number from 1 to 10000000"},
    {"1 -3:1\n", "", "F:1: index '-3', expected a whole number from 1 to 10000000"},
    {"1 10000001:1\n", "", "F:1: index '10000001', expected a whole number from 1 to 10000000"},
    {"1 99999999999999999999:1\n", "", "F:1: index '99999999999999999999', expected a whole number from 1 to 10000000"},
    {"1 qid:1 1:1\n", "",
     "F:1: qid:1 groups rows for a ranking, expected index:value: learn without it (sed 's/ qid:[^ ]*//')"},
    {"1 1.5:1\n", "", "F:1: index '1.5', expected a whole number from 1 to 10000000"},
    {"1 :1\n", "", "F:1: index '', expected a whole number from 1 to 10000000"},
    {"1 2:\n", "", "F:1: value '' of index 2, expected a finite number"},
    {"1 2:inf\n", "", "F:1: value 'inf' of index 2, expected a finite number"},
    {"1 2:1e999\n", "", "F:1: value '1e999' of index 2, expected a finite number"},
    {"1 2:0x1\n", "", "F:1: value '0x1' of index 2, expected a finite number"},
    {"1 2:1:1\n", "", "F:1: value '1:1' of index 2, expected a finite number"},
    {"1 2:1 2:1\n", "", "F:1: index 2 after 2, expected ascending indices"},
    {"1 1:1\n1 3:1 2:1\n", "", "F:2: index 2 after 3, expected ascending indices"},
    {"1 1:1\n0 2:1.5\n", "", "F:2: feature 2 = 1.5, expected a value in [0,1]: choose scaling = unit or binary"},
    {"1 1:-1\n0 2:1\n", ",\"scaling\":\"max_abs\"",
     "F:1: feature 1 = -1, expected a value in [0,1]: choose scaling = unit or binary"},
    {"1 1:1\n2 1:1\n\n3 1:1\n", "",
     "F:4: label 3, expected two labels, 1 and 2: choose positive_label or set one_vs_rest"},
    {"0 1:1\n2 1:1\n", ",\"one_vs_rest\":true", "F: no row has positive_label = 1, the first label is 0"},
    {"1 1:1\n0 7:1\n", ",\"n\":6", "F:2: index 7, expected at most n = 6"},
    {"1 1:1\n", ",\"relevant\":[2]", "libsvm: relevant[1] = 2 must be a whole number from 1 to n = 1"},
    {"1 1:1 2:1\n", ",\"relevant\":[1.5]", "libsvm: relevant[1] = 1.5 must be a whole number from 1 to n = 2"},
    {"1 1:1 2:1\n", ",\"relevant\":[2,1,2]", "libsvm: relevant: index 2 occurs twice"},
    {"1 1:1\n0\n", ",\"empty\":\"refuse\"", "F:2: no entries, expected index:value ...: choose empty = zero"},
    {"1 1:1\n", ",\"comparator\":\"class_subspace\",\"rank\":1",
     "libsvm: comparator = \"class_subspace\" needs instances = \"dyad\""},
    {"1 1:1\n", ",\"comparator\":\"class_subspace\",\"rank\":1,\"instances\":\"dyad\",\"relevant\":[1]",
     "libsvm: relevant has no effect with comparator = \"class_subspace\""},
    {"1 1:3 2:4\n", ",\"instances\":\"dyad\",\"normalize\":\"none\"",
     "F:1: |x| = 5, expected at most 1: choose normalize = unit or largest"},
};

Test(libsvm, refusals) {
  REFUSED("libsvm", refusals);
  fixture f;
  char message[500];
  cr_expect_eq(open_bytes("libsvm", "1 1:1\n1 \0002:1\n", 13, "", 1, &f, message), STATUS_INVALID);
  cr_expect_str_eq(message, "F:2: byte 3 is a control character, expected text");
  fixture_free(&f);
  fixture_refused("libsvm", "{\"file\":\"missing.txt\"}",
                  "libsvm: file: missing.txt: no folder to look in: --data names one");
}

/* Plays all trials; each row is "label index:value ..." with %.17g, rows end with ';'. */
static void played(fixture *f, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (;;) {
    instance x;
    double y = 0;
    const status code = fixture_trial(f, &x, &y);
    if (code == STATUS_END) return;
    cr_assert_eq(code, STATUS_OK);
    cr_assert_not_null(x.index);
    used += (size_t)snprintf(text + used, size - used, "%g", y);
    for (size_t i = 0; i < x.count; i++) {
      used += (size_t)snprintf(text + used, size - used, " %zu:%.17g", x.index[i] + 1, x.value[i]);
    }
    used += (size_t)snprintf(text + used, size - used, ";");
    cr_assert(used < size);
  }
}

static void plays(const char *text, const char *more, const char *expected) {
  fixture f;
  char message[500], said[2000];
  cr_assert_eq(open_text("libsvm", text, more, 1, &f, message), STATUS_OK, "%s", message);
  played(&f, said, sizeof said);
  cr_expect_str_eq(said, expected, "%s %s gave: %s", text, more, said);
  fixture_free(&f);
}

Test(libsvm, rows) {
  plays("+1 1:1 3:0.5\r\n\n# comment\n-1 2:.25 # tail\n1.0\t 4:1e0  \n1", "", "1 1:1 3:0.5;-1 2:0.25;1 4:1;1;");
  plays("\xef\xbb\xbf"
        "1 1:1\r\n0 2:1\r\n",
        "", "1 1:1;-1 2:1;"); /* a byte order mark */
  plays("0 1:1\n1\n", ",\"passes\":2", "-1 1:1;1;-1 1:1;1;");
  plays("0\n1\n", "", "-1;1;");
  plays("0 1:1\n1 2:1\n", ",\"positive_label\":0", "1 1:1;-1 2:1;");
  plays("3 1:1\n1 2:1\n2 1:1\n", ",\"one_vs_rest\":true,\"positive_label\":3", "1 1:1;-1 2:1;-1 1:1;");
  plays("0 1:1\n1 2:1\n", ",\"bias\":true", "-1 1:1 3:1;1 2:1 3:1;");
  plays("0 1:1\n1 2:1\n", ",\"bias\":true,\"n\":5", "-1 1:1 6:1;1 2:1 6:1;");
}

Test(libsvm, scaling) {
  const char *text = "1 1:-2 2:3\n0 1:2 3:8\n0 2:5 3:4\n"; /* ranges: [-2,2], [0,5], [0,8] */
  plays(text, ",\"scaling\":\"binary\"", "1 1:1 2:1;-1 1:1 3:1;-1 2:1 3:1;");
  plays(text, ",\"scaling\":\"unit\"", "1 2:0.59999999999999998;-1 1:1 3:1;-1 1:0.5 2:1 3:0.5;");
  plays("1 1:-2\n0 1:1\n", ",\"scaling\":\"max_abs\",\"instances\":\"dyad\",\"normalize\":\"none\"",
        "1 1:-1;-1 1:0.5;");
  plays("1 1:4\n0 1:4 2:1\n", ",\"scaling\":\"unit\"", "1;-1 2:1;"); /* a constant feature says nothing */
  plays("1 1:1.7e308\n0 1:-1.7e308\n", ",\"scaling\":\"unit\"", "1 1:1;-1;");
  plays("1 1:3 2:4\n0\n0 2:2\n", ",\"instances\":\"dyad\"", "1 1:0.59999999999999998 2:0.80000000000000004;-1;-1 2:1;");
  plays("1 1:3 2:4\n0 2:2.5\n", ",\"instances\":\"dyad\",\"normalize\":\"largest\"",
        "1 1:0.59999999999999998 2:0.80000000000000004;-1 2:0.5;");
}

Test(libsvm, facts) {
  fixture f;
  char message[500];
  const char *text = "1 1:1 3:1\n0 2:1\n0\n";
  cr_assert_eq(open_text("libsvm", text, ",\"passes\":3,\"relevant\":[3,1]", 1, &f, message), STATUS_OK);
  const problem_facts *facts = &f.problem.facts;
  cr_expect(facts->n == 3 && facts->kind == INSTANCE_VECTOR && facts->rank == 2 && facts->trials == 9);
  cr_expect(facts->gap_low == 0 && facts->gap_high == 1 && !facts->adaptive && facts->labels == LABEL_SIGN);
  comparator *u = problem_comparator(&f.problem);
  size_t rank = 0;
  const size_t *coordinates = comparator_coordinates(u, &rank);
  cr_expect(rank == 2 && coordinates[0] == 0 && coordinates[1] == 2);
  cr_expect_eq(comparator_origin_of(u), COMPARATOR_GIVEN);
  fixture_free(&f);
  cr_assert_eq(open_text("libsvm", text, ",\"instances\":\"dyad\"", 1, &f, message), STATUS_OK);
  cr_expect(f.problem.facts.kind == INSTANCE_DYAD && f.problem.facts.rank == 1 && isnan(f.problem.facts.gap_high));
  cr_expect_null(problem_comparator(&f.problem));
  fixture_free(&f);
}

Test(libsvm, shuffled_rows_are_the_same_rows) {
  char text[2000] = "", message[500];
  for (int i = 1; i <= 60; i++) snprintf(text + strlen(text), sizeof text - strlen(text), "%d %d:1\n", i % 2, i);
  fixture f;
  cr_assert_eq(open_text("libsvm", text, ",\"order\":\"shuffled\",\"passes\":2", 1, &f, message), STATUS_OK);
  size_t seen[60] = {0}, in_place = 0, same = 0, first[60] = {0};
  for (size_t t = 0; t < 120; t++) {
    instance x;
    double y = 0;
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
    cr_expect_eq(y, x.index[0] % 2 == 0 ? 1 : -1); /* odd numbers, even positions: label 1 */
    seen[x.index[0]]++;
    if (t < 60) first[t] = x.index[0];
    in_place += t < 60 && x.index[0] == t;
    same += t >= 60 && first[t - 60] == x.index[0];
  }
  for (size_t i = 0; i < 60; i++) cr_expect_eq(seen[i], 2);
  /* fixed points of a random permutation: k or more with probability at most 1/k!; 1/12! < 3e-9 */
  cr_expect(in_place < 12, "%zu rows stayed", in_place);
  cr_expect(same < 12, "%zu rows have the same place in both passes", same);
  instance x;
  double y = 0;
  cr_expect_eq(fixture_trial(&f, &x, &y), STATUS_END);
  fixture_free(&f);
}

/* Rows without words are zero instances; a class of one direction is its own subspace. */
Test(libsvm, zero_instances_and_class_subspace) {
  fixture f;
  char message[500];
  const char *text = "1 2:3\n1\n0\n0 1:1 2:1\n1 2:1\n";
  cr_assert_eq(open_text("libsvm", text,
                         ",\"instances\":\"dyad\",\"comparator\":\"class_subspace\",\"rank\":1,\"gap\":0.5", 1, &f,
                         message),
               STATUS_OK, "%s", message);
  cJSON *notes = cJSON_CreateObject();
  cr_assert_eq(f.problem.class->methods->notes(f.problem.self, notes), STATUS_OK);
  cr_expect_eq(cJSON_GetObjectItem(notes, "zero instances")->valuedouble, 2);
  const char *read = cJSON_GetStringValue(cJSON_GetObjectItem(notes, "read"));
  cr_assert_not_null(read);
  cr_expect_not_null(
      strstr(read, ": rows read 5 in LIBSVM's format; predicted label 1 against 0; features 2; scaling = none"), "%s",
      read);
  cJSON_Delete(notes);
  comparator *u = problem_comparator(&f.problem);
  size_t rank = 0;
  const double *frame = comparator_frame(u, &rank);
  cr_expect(rank == 1 && frame[0] == 0 && fabs(fabs(frame[1]) - 1) < 1e-15);
  cr_expect_eq(comparator_origin_of(u), COMPARATOR_GIVEN);
  cr_expect(f.problem.facts.gap_high == 0.5 && f.problem.facts.gap_low == 0);
  const double expected[] = {1, 0, 0, 0.5, 1}; /* tr(PX) */
  for (size_t t = 0; t < 5; t++) {
    instance x;
    double y = 0;
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
    cr_expect(fabs(comparator_value(u, &x) - expected[t]) < 1e-15, "trial %zu", t + 1);
  }
  fixture_free(&f);
}

/* The documented rule of the mushroom data: "odor not almond, anise or none, or spore print green" misses 48 of 8124
 * rows (Schlimmer 1987). */
Test(libsvm, mushrooms) {
  const char *data = getenv("DATA");
  char first[600];
  snprintf(first, sizeof first, "%s/agaricus/agaricus.txt.train", data != NULL ? data : "");
  if (data == NULL || access(first, R_OK) != 0) cr_skip_test("DATA names no folder with agaricus/agaricus.txt.train");
  fixture f;
  cr_assert_eq(fixture_try("libsvm",
                           "{\"file\":\"agaricus/agaricus.txt.train\",\"file2\":\"agaricus/agaricus.txt.test\","
                           "\"relevant\":[25,26,27,28,30,31,109]}",
                           1, data, &f),
               STATUS_OK, "%s", status_message());
  cr_expect_eq(f.problem.facts.n, 126);
  cr_expect_eq(f.problem.facts.trials, 8124);
  comparator *u = problem_comparator(&f.problem);
  cr_assert_eq(comparator_prepare(u, INSTANCE_VECTOR, f.problem.facts.rank), STATUS_OK);
  size_t rows = 0, positive = 0, missed = 0;
  instance x;
  double y = 0;
  while (fixture_trial(&f, &x, &y) == STATUS_OK) {
    rows++;
    positive += y > 0;
    missed += (comparator_value(u, &x) >= 1) != (y > 0);
  }
  cr_expect_eq(rows, 8124);
  cr_expect_eq(positive, 3916);
  cr_expect_eq(missed, 48, "%zu rows missed", missed);
  fixture_free(&f);
}
