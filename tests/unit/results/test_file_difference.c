/* The places of differences, as `verify` shows them. */
#include "results/file_difference.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "unit/folder_fixture.h"

TestSuite(file_difference, .init = make_folder, .fini = remove_folder);

static void expect(const char *recorded, const char *again, const char *const *ignored, const char *expected) {
  cJSON *x = NULL, *y = NULL;
  char earlier[] = "of an earlier call", *what = earlier;
  cr_assert_eq(json_parse(recorded, &x), STATUS_OK);
  cr_assert_eq(json_parse(again, &y), STATUS_OK);
  cr_assert_eq(json_difference(x, y, ignored, &what), STATUS_OK);
  cr_expect_str_eq(what == NULL ? "" : what, expected, "%s: %s", recorded, what == NULL ? "no difference" : what);
  free(what);
  cJSON_Delete(x);
  cJSON_Delete(y);
}

Test(file_difference, members) {
  static const char *const ignored[] = {"when", NULL};
  expect("{\"a\":[1,{\"b\":2}],\"c\":true}", "{\"c\":true,\"a\":[1,{\"b\":2}]}", NULL, "");
  expect("{\"a\":[1,{\"b\":2}]}", "{\"a\":[1,{\"b\":3}]}", NULL, "a[2].b: 2, run again 3");
  expect("{\"a\":[[1],[2]],\"c\":\"x\"}", "{\"a\":[[1],[2]],\"c\":\"y\"}", NULL, "c: \"x\", run again \"y\"");
  expect("{\"a\":[1,2]}", "{\"a\":[1]}", NULL, "a[2]: 2, run again missing");
  expect("{\"a\":[1]}", "{\"a\":[1,2]}", NULL, "a[2]: missing, run again 2");
  expect("{\"a\":1,\"b\":2}", "{\"a\":1}", NULL, "b: 2, run again missing");
  expect("{\"a\":1}", "{\"a\":1,\"b\":2}", NULL, "b: missing, run again 2");
  expect("{\"a\":1}", "{\"a\":\"1\"}", NULL, "a: 1, run again \"1\"");
  expect("{\"a\":1,\"when\":2}", "{\"a\":1,\"when\":3}", ignored, "");
  expect("{\"a\":1}", "{\"a\":1,\"when\":3}", ignored, "");
  expect("{\"a\":{\"when\":2}}", "{\"a\":{\"when\":3}}", ignored, "a.when: 2, run again 3");
  /* the last digit counts */
  expect("{\"a\":0.1}", "{\"a\":0.10000000000000002}", NULL, "a: 0.1, run again 0.10000000000000002");
}

/* A place has at most 511 characters. */
Test(file_difference, long_names) {
  char recorded[700], again[700], expected[600], name[601];
  memset(name, 'n', 600);
  name[600] = 0;
  snprintf(recorded, sizeof recorded, "{\"%s\":{\"b\":1}}", name);
  snprintf(again, sizeof again, "{\"%s\":{\"b\":2}}", name);
  snprintf(expected, sizeof expected, "%.511s: 1, run again 2", name);
  expect(recorded, again, NULL, expected);
}

/* Line t + 1 of a sequence is trial t. */
Test(file_difference, sequences) {
  static const struct {
    const char *text, *expected;
  } cases[] = {
      {"{\"n\":2}\n{\"label\":1}\n{\"label\":-1}\n", ""},
      {"{\"n\":3}\n{\"label\":1}\n{\"label\":-1}\n", "line 1, header: n: 2, run again 3"},
      {"{\"n\":2}\n{\"label\":1}\n{\"label\":1}\n", "line 3, trial 2, label: -1, run again 1"},
      {"{\"n\":2}\n{\"label\":1}\n{\"label\":-1}\n{}\n", "line 4: missing, run again '{}'"},
  };
  char first[100], second[100];
  snprintf(first, sizeof first, "%s/first.jsonl", folder);
  snprintf(second, sizeof second, "%s/second.jsonl", folder);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *what = NULL;
    write_bytes(cases[0].text, strlen(cases[0].text));
    cr_assert_eq(rename(file_path, first), 0);
    write_bytes(cases[i].text, strlen(cases[i].text));
    cr_assert_eq(rename(file_path, second), 0);
    cr_assert_eq(file_difference(first, second, &what), STATUS_OK);
    cr_expect_str_eq(what == NULL ? "" : what, cases[i].expected, "%s", what == NULL ? "no difference" : what);
    free(what);
  }
  char *what = NULL;
  cr_assert_eq(remove(second), 0);
  cr_expect_eq(file_difference(first, second, &what), STATUS_IO);
  cr_expect_null(what);
}

/* Columns that only the second table has are no difference, wherever they stand; those that it lacks are one. */
Test(file_difference, tables) {
  static const struct {
    const char *text, *expected;
  } cases[] = {
      {"# winnow-lab curves 1\ncell\tt\tmistakes\na\t0\t1\na\t5\t2\n", ""},
      {"# winnow-lab curves 1\nnew\tcell\tt\tmistakes\n9\ta\t0\t1\n9\ta\t5\t2\n", ""},
      {"# winnow-lab curves 1\ncell\tnew\tmistakes\tt\na\t9\t1\t0\na\t9\t2\t5\n", ""},
      {"# winnow-lab curves 1\ncell\tt\tnew\tmistakes\na\t0\t9\t1\na\t5\t9\t3\n",
       "line 4, cell a, column mistakes, trial 5: 2, run again 3"},
      {"# winnow-lab curves 1\ncell\tt\tmistakes\tnew\na\t0\t1\t9\na\t5\t2\n",
       "line 4, cell a: 'a\t5\t2', run again 'a\t5\t2'"},
      {"# winnow-lab curves 1\ncell\tt\na\t0\na\t5\n", "line 2: 'cell\tt\tmistakes', run again 'cell\tt'"},
      {"# winnow-lab curves 2\ncell\tt\tmistakes\na\t0\t1\na\t5\t2\n",
       "line 1: '# winnow-lab curves 1', run again '# winnow-lab curves 2'"},
      {"# winnow-lab curves 1\ncell\tt\tmistakes\tnew\na\t0\t1\t9\n", "line 4: 'a\t5\t2', run again there is none"},
  };
  char first[100], second[100];
  snprintf(first, sizeof first, "%s/first.tsv", folder);
  snprintf(second, sizeof second, "%s/second.tsv", folder);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *what = NULL;
    write_bytes(cases[0].text, strlen(cases[0].text));
    cr_assert_eq(rename(file_path, first), 0);
    write_bytes(cases[i].text, strlen(cases[i].text));
    cr_assert_eq(rename(file_path, second), 0);
    cr_assert_eq(file_difference(first, second, &what), STATUS_OK);
    cr_expect_str_eq(what == NULL ? "" : what, cases[i].expected, "%s", what == NULL ? "no difference" : what);
    free(what);
  }
}
