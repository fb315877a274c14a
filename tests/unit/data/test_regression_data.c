/* Rows of files with real labels: both formats, refusals by line and column, scaling, orders, reading other files. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "problems/rows/reading.h"
#include "unit/data_fixture.h"

static fixture opened(const char *text, const char *more, uint64_t seed) {
  fixture f;
  char message[500];
  cr_assert_eq(open_text("regression_data", text, more, seed, &f, message), STATUS_OK, "%s %s: %s", text, more,
               message);
  return f;
}

#define HEADER ",\"header\":true"
#define LIBSVM ",\"format\":\"libsvm\""
#define ONLINE(scaling) ",\"online\":true,\"scaling\":\"" scaling "\""
static const refusal refusals[] = {
    {"", "", "F:1: no rows, expected a table"},
    {"\n \r\n", "", "F:1: no rows, expected a table"},
    {"a,y\n", HEADER, "F:1: no rows, expected a table"},
    {"1,2\nx,3\n", "",
     "F:2: column 1 is 'x', expected a finite number; a column of texts is named in one_hot, ordered, "
     "dates or omit, and texts = \"indicator\" takes all of them"},
    {"1,2\n\n1,\n", "",
     "F:3: column 2 is '', expected a finite number; missing = \"indicator\", \"mean\" or \"drop\" allows gaps"},
    {"1,?\n", "",
     "F:1: column 2 is '?', expected a finite number; missing = \"indicator\", \"mean\" or \"drop\" allows gaps"},
    {"1,1e999\n", "", "F:1: column 2 is '1e999', expected a finite number"},
    {"nan,1\n", "",
     "F:1: column 1 is 'nan', expected a finite number; missing = \"indicator\", \"mean\" or \"drop\" allows gaps"},
    {"1,2\n1,2,3\n", "", "F:2: 3 columns, expected 2"},
    {"1,2\n1\n", "", "F:2: 1 columns, expected 2"},
    {"1,\"2\n", "", "F:1: column 2: a quote that is not closed, expected '\"' in the same line"},
    {"1,\"2\"3\n", "", "F:1: column 2: text after the closing quote, expected the next column"},
    {"1,2\x01\n", "", "F:1: byte 4 is a control character, expected text"},
    {"M\tF,2\n", ",\"one_hot\":\"1\"", "F:1: column 1 has a tab, expected text without"},
    {"1 2\n", "", "F:1: no column besides the label, expected a feature: is the separator right?"},
    {"1,2\n", ",\"omit\":\"1\"", "F:1: no column besides the label, expected a feature: is the separator right?"},
    {"1,2\n", ",\"label\":\"3\"", "regression_data: label = 3: expected a column of F from 1 to 2"},
    {"1,2\n", ",\"label\":\"0\"", "regression_data: label = 0: expected a column of F from 1 to 2"},
    {"1,2\n", ",\"label\":\"y\"",
     "regression_data: label = \"y\": columns have names only with header = true, expected a number"},
    {"alpha,beta\n1,2\n", HEADER ",\"label\":\"alpho\"",
     "regression_data: label = \"alpho\": no column of F has this name; nearest: alpha"},
    {"a,a,b\n1,2,3\n", HEADER ",\"label\":\"a\"",
     "regression_data: label = \"a\": columns 1 and 2 of F have this name, expected a number"},
    {"1,2\n", ",\"one_hot\":\"2\"",
     "regression_data: one_hot = \"2\": column 2 has been named before, expected different ones"},
    {"1,2,3\n", ",\"omit\":\"1, 1\"",
     "regression_data: omit = \"1\": column 1 has been named before, expected different ones"},
    {"a,2\n,3\n", ",\"one_hot\":\"1\"",
     "F:2: column 1 is '', expected a value for one_hot; missing = \"indicator\", \"mean\" or \"drop\" allows gaps"},
    {"-1e308,1\n1e308,2\n", ",\"scaling\":\"unit\"", "F:1: feature 1 is inf after scaling, expected a finite number"},
    {"1,-1e308\n2,1e308\n", ",\"label_scaling\":\"unit\"", "F:1: the labels range over inf, expected a finite number"},
    {"1.5e308,1.5e308,1\n", ",\"normalize\":\"unit\"", "F:1: |x| is inf, expected a finite number"},
    {"1 1:2 3\n", LIBSVM, "F:1: '3' has no colon, expected index:value"},
    {"1 1:2\ny 1:2\n", LIBSVM, "F:2: label 'y', expected a finite number"},
    {"1 1:2\n", LIBSVM ",\"header\":true", "regression_data: header has no effect with format = \"libsvm\""},
    {"1 1:2\n", LIBSVM ",\"one_hot\":\"1\"", "regression_data: one_hot has no effect with format = \"libsvm\""},
    {"1,2\n", ONLINE("unit") ",\"label_scaling\":\"unit\"",
     "regression_data: label_scaling = \"unit\" looks at all rows, online = true at none to come: expected one of "
     "them"},
    {"1,2\n", ONLINE("standard") ",\"normalize\":\"largest\"",
     "regression_data: normalize = \"largest\" looks at all rows, online = true at none to come: expected one of them"},
    {"1,1e308,1\n2,-1e308,2\n", ONLINE("standard"),
     "F:2: feature 2 is -1e+308: squares of such numbers are too large for scaling = \"standard\""},
    {"1,2\n", ",\"comparator\":\"l1_ball\"", "regression_data: radius is missing: comparator = \"l1_ball\" needs it"},
    {"1,2\n", ",\"comparator\":\"simplex\",\"radius\":2",
     "regression_data: radius has no effect without comparator = \"l1_ball\""},
};

Test(regression_data, refusals) {
  REFUSED("regression_data", refusals);
}

/* All trials: "y: x_1 x_2 ...;", the stored entries of sparse ones as "index=x", with %.15g. */
static void say_trials(fixture *f, size_t size, char said[]) {
  size_t used = 0;
  instance x;
  double y = 0.0;
  said[0] = '\0';
  while (fixture_trial(f, &x, &y) == STATUS_OK) {
    used += (size_t)snprintf(said + used, size - used, "%.15g:", y);
    for (size_t i = 0; i < x.count; i++) {
      if (x.index != NULL) used += (size_t)snprintf(said + used, size - used, " %zu=%.15g", x.index[i], x.value[i]);
      if (x.index == NULL) used += (size_t)snprintf(said + used, size - used, " %.15g", x.value[i]);
    }
    used += (size_t)snprintf(said + used, size - used, ";");
  }
}

static void plays(const char *text, const char *more, const char *expected) {
  char said[2000];
  fixture f = opened(text, more, 1);
  say_trials(&f, sizeof said, said);
  cr_expect_str_eq(said, expected, "%s %s gave: %s", text, more, said);
  fixture_free(&f);
}

Test(regression_data, columns) {
  const char *expected = "3: 1 2;6: 4 5;";
  plays("1,2,3\n4,5,6\n", "", expected);
  plays("\xef\xbb\xbf 1 , 2,3\r\n\r\n4,5,\"6\"", "", expected);
  plays("1;2;3\n4;5;6\n", ",\"separator\":\"semicolon\"", expected);
  plays("1\t2\t3\n4\t5\t6\n", ",\"separator\":\"tab\"", expected);
  plays("  1 \t2  3 \n4 5 \"6\" \n", ",\"separator\":\"blank\"", expected);
  plays("a,b,y\n1,2,3\n4,5,6\n", HEADER, expected);
  plays("y,a,b\n3,1,2\n6,4,5\n", HEADER ",\"label\":\"y\"", expected);
  plays("a,\"the y\",b\n1,3,2\n4,6,5\n", HEADER ",\"label\":\"the y\"", expected);
  plays("1,3,2\n4,6,5\n", ",\"label\":\"2\"", expected);
  plays("1,no,3,2\n4,x,6,5\n", ",\"label\":\"3\",\"omit\":\"2\"", expected);
  plays("1,no,2,?,3\n4,x,5,,6\n", ",\"omit\":\" 4 ,2\"", expected);
  plays("7,a\n", ",\"label\":\"1\",\"one_hot\":\"2\"", "7: 1;");
}

/* Indicators stand where the column was, in bytewise order of the texts. */
Test(regression_data, one_hot) {
  plays("M,1,9\nF,2,8\nM,3,7\n", ",\"one_hot\":\"1\"", "9: 0 1 1;8: 1 0 2;7: 0 1 3;");
  plays("sex,a,red or green,y\nM,1,r,9\nF,2,\"g, dark\",8\n", HEADER ",\"one_hot\":\"red or green, sex\"",
        "9: 0 1 1 0 1;8: 1 0 2 1 0;");
  plays("2,1,9\n10,2,8\n", ",\"one_hot\":\"1\"", "9: 0 1 1;8: 1 0 2;"); /* texts, not numbers */
}

Test(regression_data, libsvm) {
  plays("2.5 1:3 3:4 # a comment\n-1 2:5\n", LIBSVM, "2.5: 0=3 2=4;-1: 1=5;");
  plays("2.5 1:3 3:4\n-1\n", LIBSVM ",\"intercept\":true", "2.5: 0=3 2=4 3=1;-1: 3=1;");
  plays("2.5 1:3 2:-4\n-1 2:8\n", LIBSVM ",\"scaling\":\"max_abs\"", "2.5: 1 -0.5;-1: 1=1;");
  plays("1 2:4\n2 1:1 2:2\n", LIBSVM ",\"scaling\":\"unit\"", "1: 0 1;2: 1 0;"); /* an absent entry is 0 */
  plays("1\n2\n", LIBSVM, "1:;2:;");
  plays("1\n2\n", LIBSVM ",\"scaling\":\"standard\"", "1: 0;2: 0;");
}

static void expect_rows(fixture *f, const double expected[3][3]) {
  for (size_t t = 0; t < 3; t++) {
    instance x;
    double y = 0.0;
    cr_assert_eq(fixture_trial(f, &x, &y), STATUS_OK);
    for (size_t i = 0; i < 3; i++) cr_expect_float_eq(x.value[i], expected[t][i], 1e-15, "%.17g", x.value[i]);
  }
}

/* Columns 0 4 8 (mean 4, sd sqrt(32/3)), constant 5, -2 1 1 (mean 0, sd sqrt 2). */
Test(regression_data, scaling_of_features) {
  const char *text = "0,5,-2,1\n4,5,1,2\n8,5,1,3\n";
  plays(text, ",\"scaling\":\"unit\"", "1: 0 0 0;2: 0.5 0 1;3: 1 0 1;");
  plays(text, ",\"scaling\":\"max_abs\"", "1: 0 1 -1;2: 0.5 1 0.5;3: 1 1 0.5;");
  plays("-3,5\n-1,6\n", ",\"scaling\":\"max_abs\"", "5: -1;6: -0.333333333333333;");
  fixture f = opened(text, ",\"scaling\":\"standard\"", 1);
  const double a = -4.0 / sqrt(32.0 / 3.0),
               expected[3][3] = {{a, 0.0, -sqrt(2.0)}, {0.0, 0.0, sqrt(0.5)}, {-a, 0.0, sqrt(0.5)}};
  expect_rows(&f, expected);
  fixture_free(&f);
  plays("1e308,1\n-1e308,1\n", ",\"scaling\":\"standard\"", "1: 1;1: -1;"); /* no overflow */
}

/* By hand: the second feature is the gap's, 0, 0, 1, 0. No scale looks at the 0 that stands for a gap. */
Test(regression_data, gaps_are_in_no_scale) {
  const char *years = "1990,1\n1995,2\n,3\n2000,4\n";
#define GAPS ",\"missing\":\"indicator\""
  plays(years, GAPS, "1: 1990 0;2: 1995 0;3: 0 1;4: 2000 0;");
  plays(years, GAPS ",\"scaling\":\"unit\"", "1: 0 0;2: 0.5 0;3: 0 1;4: 1 0;");
  plays(years, GAPS ",\"scaling\":\"max_abs\"", "1: 0.995 0;2: 0.9975 0;3: 0 1;4: 1 0;");
  /* deviations 5 sqrt(2/3) and sqrt(3)/4 */
  plays(years, GAPS ",\"scaling\":\"standard\"",
        "1: -1.22474487139159 -0.577350269189626;2: 0 -0.577350269189626;3: 0 1.73205080756888;"
        "4: 1.22474487139159 -0.577350269189626;");
  plays(years, GAPS ",\"scaling\":\"rank\"",
        "1: 0.166666666666667 0.375;2: 0.5 0.375;3: 0 0.875;4: 0.833333333333333 0.375;");
  plays(years, GAPS ",\"scaling\":\"unit\",\"online\":true", "1: 0 0;2: 1 0;3: 0 1;4: 1 0;");
  plays(years, GAPS ",\"scaling\":\"max_abs\",\"online\":true", "1: 1 0;2: 1 0;3: 0 1;4: 1 0;");
  /* 1990; 1990, 1995: deviation 2.5; then as above. 0, 0, 1: mean 1/3, deviation sqrt(2)/3 */
  plays(years, GAPS ",\"scaling\":\"standard\",\"online\":true",
        "1: 0 0;2: 1 0;3: 0 1.4142135623731;4: 1.22474487139159 -0.577350269189626;");
  plays("?,1\n4,2\n8,3\n", GAPS ",\"scaling\":\"standard\",\"online\":true", "1: 0 0;2: 0 -1;3: 1 -0.707106781186548;");
}

Test(regression_data, scaling_of_labels) {
  plays("1,2\n1,3\n1,10\n", ",\"label_scaling\":\"unit\"", "0: 1;0.125: 1;1: 1;");
  plays("1,2\n1,3\n1,10\n", ",\"label_scaling\":\"centred\"", "-3: 1;-2: 1;5: 1;");
  plays("1,2\n1,6\n", ",\"label_scaling\":\"standard\"", "-1: 1;1: 1;");
  plays("1,0.1\n1,0.1\n1,0.1\n", ",\"label_scaling\":\"centred\"", "0: 1;0: 1;0: 1;");
}

Test(regression_data, intercept_and_lengths) {
  plays("3,4,1\n0,0,2\n", ",\"normalize\":\"unit\"", "1: 0.6 0.8;2: 0 0;");
  plays("3,4,1\n0,1,2\n", ",\"normalize\":\"largest\"", "1: 0.6 0.8;2: 0 0.2;");
  plays("3e200,4e200,1\n", ",\"normalize\":\"unit\"", "1: 0.6 0.8;");
  plays("2,2,1\n", ",\"intercept\":true,\"normalize\":\"unit\"",
        "1: 0.666666666666667 0.666666666666667 0.333333333333333;");
  plays("2,2,1\n", ",\"intercept\":true,\"scaling\":\"unit\"", "1: 0 0 1;");
}

Test(regression_data, order_and_facts) {
  const char *text = "0,0\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n7,7\n";
  size_t seen[8] = {0}, moved = 0;
  fixture f = opened(text, ",\"order\":\"shuffled\",\"passes\":2", 3);
  cr_expect(f.problem.facts.trials == 16 && !f.problem.facts.exchangeable && f.problem.facts.n == 1);
  cr_expect(f.problem.facts.labels == LABEL_REAL && isnan(f.problem.facts.gap_low));
  const loss costs = problem_loss(&f.problem.facts);
  cr_expect(costs.kind == LOSS_SQUARE && costs.scale == 1.0 && isinf(costs.low) && isinf(costs.high));
  for (size_t t = 0; t < 16; t++) {
    instance x;
    double y = 0.0;
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
    cr_assert(x.value[0] == y);
    moved += (double)(t % 8) != y;
    seen[(size_t)y]++;
    for (size_t i = 0; t == 7 && i < 8; i++) cr_expect_eq(seen[i], 1, "a pass has every row once");
  }
  instance x;
  cr_expect_eq(problem_next(&f.problem, NULL, &x), STATUS_END);
  for (size_t i = 0; i < 8; i++) cr_expect_eq(seen[i], 2);
  cr_expect_gt(moved, 4);
  fixture_free(&f);
  f = opened(text, ",\"order\":\"shuffled\"", 3);
  cr_expect(f.problem.facts.exchangeable && f.problem.facts.population == 8);
  fixture_free(&f);
  f = opened(text, "", 3);
  cr_expect(!f.problem.facts.exchangeable && f.problem.facts.trials == 8);
  fixture_free(&f);
}

Test(regression_data, notes) {
  static const char *const names[] = {"rows",
                                      "zero instances",
                                      "features",
                                      "largest modulus of an entry",
                                      "largest length of a row",
                                      "largest modulus of a label",
                                      "taken from labels",
                                      "labels divided by"};
  const double expected[] = {3, 1, 2, 4, 5, 2, 3, 1};
  fixture f = opened("3,-4,2\n0,0,2\n0,1,5\n", ",\"label_scaling\":\"centred\"", 1);
  cJSON *notes = cJSON_CreateObject();
  cr_assert_eq(f.problem.class->methods->notes(f.problem.self, notes), STATUS_OK);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const cJSON *item = cJSON_GetObjectItem(notes, names[i]);
    cr_assert_not_null(item, "%s", names[i]);
    cr_expect_eq(item->valuedouble, expected[i], "%s: %.17g", names[i], item->valuedouble);
  }
  cJSON_Delete(notes);
  fixture_free(&f);
  f = opened("1 2:3\n2 1:1\n", LIBSVM ",\"scaling\":\"max_abs\",\"fit\":0.5,\"intercept\":true", 1);
  notes = cJSON_CreateObject();
  cr_assert_eq(f.problem.class->methods->notes(f.problem.self, notes), STATUS_OK);
  const char *read = cJSON_GetStringValue(cJSON_GetObjectItem(notes, "read"));
  cr_assert_not_null(read);
  cr_expect_not_null(strstr(read, ": rows read 2 in LIBSVM's format; features 2; scaling = max_abs, fit = 0.5"), "%s",
                     read);
  cJSON_Delete(notes);
  fixture_free(&f);
}

/* *description = how f was read; the rows of another text, read in that way, are expected. The caller frees both results. */
static char *read_again(fixture *f, const char *text, const char *expected, cJSON **description) {
  char said[500], *path = fixture_file(text, strlen(text));
  fixture other = {.values = NULL};
  cr_assert_eq(problem_description(&f->problem, f->values, description), STATUS_OK);
  cr_assert_eq(problem_reopen("state: problem", *description, path, &other.problem), STATUS_OK, "%s", status_message());
  say_trials(&other, sizeof said, said);
  cr_expect_str_eq(said, expected, "%s", said);
  problem_destroy(&other.problem);
  return path;
}

Test(regression_data, ranks) {
  plays("4,-1,1\n0,-1,2\n", ",\"scaling\":\"rank\"", "1: 0.75 0.5;2: 0.25 0.5;");
  plays("1 2:4\n2 1:1 2:2\n", LIBSVM ",\"scaling\":\"rank\"", "1: 0.25 0.75;2: 0.75 0.25;"); /* an absent entry is 0 */
  fixture f = opened("0,10\n4,30\n4,20\n9,0\n", ",\"scaling\":\"rank\",\"intercept\":true", 1);
  cJSON *description = NULL;
  fixture other = {.values = NULL};
  char *path = read_again(&f, "4,1\n5,2\n-1,3\n10,4\n", "1: 0.5 1;2: 0.75 1;3: 0 1;4: 1 1;", &description);
  static const char *const wrong[][2] = {
      {"{\"distinct\":[2],\"numbers\":[0,4]}", "ranks: at_most: missing"},
      {"{\"distinct\":[2],\"numbers\":[4,0],\"at_most\":[1,2]}",
       "ranks: numbers: expected those of column 1 to ascend"},
      {"{\"distinct\":[1],\"numbers\":[0,4],\"at_most\":[1,2]}", "ranks: distinct: expected a sum of 2"},
      {"{\"distinct\":[3],\"numbers\":[0,4],\"at_most\":[1,2]}",
       "ranks: distinct: expected for each column how many of the numbers are its own"},
      {"{\"distinct\":[-1],\"numbers\":[],\"at_most\":[]}",
       "ranks: distinct: expected for each column how many of the numbers are its own"},
      {"{\"distinct\":[2],\"numbers\":[0,4],\"at_most\":[1,1]}",
       "ranks: at_most: expected ascending counts of column 1"},
      {"{\"distinct\":[2],\"numbers\":[0,4],\"at_most\":[0,1]}",
       "ranks: at_most: expected ascending counts of column 1"},
      {"{\"distinct\":[2],\"numbers\":[0,4],\"at_most\":[1,1.5]}",
       "ranks: at_most: expected ascending counts of column 1"},
  };
  cJSON *reading = cJSON_GetObjectItem(description, "reading");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cr_assert(cJSON_ReplaceItemInObject(reading, "ranks", cJSON_Parse(wrong[i][0])));
    cr_expect_eq(problem_reopen("state: problem", description, path, &other.problem), STATUS_INVALID, "%s",
                 wrong[i][0]);
    cr_expect_not_null(strstr(status_message(), wrong[i][1]), "%s: %s", wrong[i][0], status_message());
  }
  cJSON_DeleteItemFromObject(reading, "ranks");
  cr_expect_eq(problem_reopen("state: problem", description, path, &other.problem), STATUS_INVALID);
  cr_expect_not_null(strstr(status_message(), "ranks"), "%s", status_message());
  unlink(path);
  free(path);
  cJSON_Delete(description);
  fixture_free(&f);
}

/* By hand, row by row. Standard: means 0 2 4 with variances 0 4 32/3, a constant, means -2 -1/2 0 with variances 0 9/4 2. */
Test(regression_data, scaling_online) {
  const char *text = "0,5,-2,1\n4,5,1,2\n8,5,1,3\n";
  plays(text, ONLINE("unit"), "1: 0 0 0;2: 1 0 1;3: 1 0 1;");
  plays(text, ONLINE("max_abs") ",\"intercept\":true", "1: 0 1 -1 1;2: 1 1 0.5 1;3: 1 1 0.5 1;");
  plays("2.5 1:-3 3:4\n-1 2:5 3:2\n", LIBSVM ONLINE("max_abs"), "2.5: 0=-1 2=1;-1: 1=1 2=0.5;");
  plays("1 2:4\n2 1:1 2:2\n", LIBSVM ONLINE("unit"), "1: 0 0;2: 1 0;"); /* an absent entry is 0 */
  fixture f = opened(text, ONLINE("standard"), 1);
  const double expected[3][3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 1.0}, {4.0 / sqrt(32.0 / 3.0), 0.0, sqrt(0.5)}};
  expect_rows(&f, expected);
  fixture_free(&f);
}

/* Another file is read with the scale as it was in the end: mean 2 and deviation 2, or the range from 0 to 4. */
Test(regression_data, other_files_after_scaling_online) {
  fixture f = opened("0,10\n4,30\n", ONLINE("standard"), 1), g = opened("0,10\n4,30\n", ONLINE("unit"), 1), other;
  cJSON *description = NULL;
  char *path = read_again(&f, "8,1\n0,2\n8,3\n", "1: 3;2: -1;3: 3;", &description);
  static const char *const wrong[][2] = {
      {"{\"rows\":2,\"mean\":[2]}", "online: squares: missing"},
      {"{\"rows\":2,\"mean\":[2],\"squares\":[-1]}",
       "online: squares: entry 1 is -1, expected a sum of squares of 2 rows"},
      {"{\"rows\":0,\"mean\":[2],\"squares\":[1]}",
       "online: squares: entry 1 is 1, expected a sum of squares of 0 rows"},
      {"{\"rows\":2,\"mean\":[2,2],\"squares\":[1,1]}", "online: mean"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cr_assert(
        cJSON_ReplaceItemInObject(cJSON_GetObjectItem(description, "reading"), "online", cJSON_Parse(wrong[i][0])));
    cr_expect_eq(problem_reopen("state: problem", description, path, &other.problem), STATUS_INVALID);
    cr_expect_not_null(strstr(status_message(), wrong[i][1]), "%s: %s", wrong[i][0], status_message());
  }
  unlink(path);
  free(path);
  cJSON_Delete(description);
  path = read_again(&g, "9,1\n-1,2\n1,3\n", "1: 1;2: 0;3: 0.25;", &description);
  unlink(path);
  free(path);
  cJSON_Delete(description);
  fixture_free(&f);
  fixture_free(&g);
}

/* Another file, read with the numbers of the first: cut to the ranges, a text that was not there is none, labels are scaled and not cut. */
Test(regression_data, other_files) {
  fixture f = opened("F,0,10\nM,4,30\n",
                     ",\"one_hot\":\"1\",\"scaling\":\"unit\",\"intercept\":true,\"label_scaling\":\"unit\"", 1);
  cJSON *description = NULL;
  fixture other = {.values = NULL};
  char *path = read_again(&f, "M,1,20\nX,9,50\nF,-1,?\n", "0.5: 0 1 0.25 1;2: 0 0 1 1;nan: 1 0 0 1;", &description);
  /* the description must be whole */
  cJSON *reading = cJSON_GetObjectItem(description, "reading");
  static const char *const members[] = {"columns", "classes", "shift", "divisor", "label_shift", "label_divisor"};
  for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
    cJSON *taken = cJSON_DetachItemFromObject(reading, members[i]);
    cr_assert_not_null(taken, "%s", members[i]);
    cr_expect_eq(problem_reopen("state: problem", description, path, &other.problem), STATUS_INVALID, "%s", members[i]);
    cr_expect_not_null(strstr(status_message(), members[i]), "%s", status_message());
    cJSON_AddItemToObject(reading, members[i], taken);
  }
  cJSON_ReplaceItemInObject(reading, "columns", cJSON_CreateNumber(4));
  cr_expect_eq(problem_reopen("state: problem", description, path, &other.problem), STATUS_INVALID);
  cr_expect_not_null(strstr(status_message(), ":1: 3 columns, expected 4"), "%s", status_message());
  unlink(path);
  free(path);
  cJSON_Delete(description);
  fixture_free(&f);
}

Test(regression_data, other_libsvm_files) {
  fixture f = opened("1 1:3 2:4\n2 1:0.5\n", LIBSVM ",\"normalize\":\"largest\"", 1);
  cJSON *description = NULL;
  char said[500];
  cr_assert_eq(problem_description(&f.problem, f.values, &description), STATUS_OK);
  char *path = fixture_file("7 1:10\n", 7), *beyond = fixture_file("7 1:1\n7 3:1\n", 12);
  fixture other = {.values = NULL};
  cr_assert_eq(problem_reopen("state: problem", description, path, &other.problem), STATUS_OK, "%s", status_message());
  say_trials(&other, sizeof said, said);
  cr_expect_str_eq(said, "7: 0=2;", "%s", said);
  problem_destroy(&other.problem);
  cr_expect_eq(problem_reopen("state: problem", description, beyond, &other.problem), STATUS_INVALID);
  cr_expect_not_null(strstr(status_message(), ":2: index 3, expected at most n = 2"), "%s", status_message());
  unlink(path);
  unlink(beyond);
  free(path);
  free(beyond);
  cJSON_Delete(description);
  fixture_free(&f);
}
