/* Tables with a line of names: other rows are taken under the same names only. */
#include <criterion/criterion.h>
#include <string.h>

#include "problems/rows/reading.h"
#include "unit/problem_fixture.h"

#define SAID 500

/* The description of the problem for a file with this text. */
static cJSON *describe(const char *name, const char *text, const char *more) {
  char *path = fixture_file(text, strlen(text)), json[600];
  fixture f = {.values = NULL};
  cJSON *description = NULL;
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"header\":true%s}", path, more);
  cr_assert_eq(fixture_try(name, json, 1, NULL, &f), STATUS_OK, "%s", status_message());
  cr_assert_eq(problem_description(&f.problem, f.values, &description), STATUS_OK);
  fixture_free(&f);
  unlink(path);
  free(path);
  return description;
}

/* What opening a file with this text by the description says, the path replaced by F; "" if it is taken. */
static void reopen(const cJSON *description, const char *text, char said[SAID]) {
  char *path = fixture_file(text, strlen(text));
  problem other;
  said[0] = '\0';
  if (problem_reopen("state", description, path, &other) != STATUS_OK) {
    const char *message = status_message(), *at = strstr(message, path);
    snprintf(said, SAID, "%.*s%s%s", at == NULL ? 0 : (int)(at - message), message, at == NULL ? "" : "F",
             at == NULL ? message : at + strlen(path));
  } else {
    problem_destroy(&other);
  }
  unlink(path);
  free(path);
}

static const struct {
  const char *problem, *more;
} tables[] = {{"table", ",\"positive\":\"1\",\"class_column\":3"}, {"regression_data", ",\"label\":\"class\""}};

static const struct {
  const char *text, *message;
} files[] = {
    {"size,age,class\n0.5,0.25,2\n", ""},
    {"\n\"size\", age ,\"class\"\r\n0.5,0.25,?\r\n", ""},
    {"age,size,class\n0.25,0.5,2\n", ""},
    {"more,age,class,size\nx,0.25,2,0.5\n", ""},
    {"age,size\n0.25,0.5\n", ""},
    {"class,size\n1,0.5\n", "F:1: none of 2 columns is named 'age', expected those of the data that were learned"},
    {"age,size,age\n1,0.5,1\n", "F:1: columns 1 and 3 are both 'age', expected one"},
    {"\nsize,Age,class\n0.5,0.25,2\n",
     "F:2: none of 3 columns is named 'age', expected those of the data that were learned; nearest: Age"},
};

Test(column_names, other_files) {
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    cJSON *description = describe(tables[i].problem, "size,age,class\n1,0.5,1\n0.25,1,2\n", tables[i].more);
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
      char said[SAID];
      reopen(description, files[k].text, said);
      cr_expect_str_eq(said, files[k].message, "%s, file %zu: %s", tables[i].problem, k, said);
    }
    cJSON_Delete(description);
  }
}

/* As some programs write them: no name above the column of row numbers. */
Test(column_names, fewer_names_than_columns) {
  char said[SAID];
  cJSON *description = describe("table", "size class\n1 0.5 1\n2 1 2\n",
                                ",\"positive\":\"1\",\"separator\":\"blank\",\"scaling\":\"unit\"");
  reopen(description, "size class\n1 0.5 1\n", said);
  cr_expect_str_eq(said, "", "%s", said);
  reopen(description, "row size class\n1 0.5 1\n", said);
  cr_expect_str_eq(said, "F:1: none of 3 columns is named '', expected those of the data that were learned", "%s",
                   said);
  reopen(description, "size class more\n1 0.5 1\n", said);
  cr_expect_str_eq(said, "F:1: none of 3 columns is named '', expected those of the data that were learned", "%s",
                   said);
  reopen(description, "size\n1 0.5 1\n", said);
  cr_expect_str_eq(said, "F:2: 3 columns, expected 1", "%s", said);
  cJSON_Delete(description);
}

/* A description that has been changed. */
Test(column_names, descriptions) {
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    static const char *const wrong[] = {"null", "3", "{}", "[\"size\",4,\"class\"]"};
    const char *text = "size,age,class\n1,0.5,1\n0.25,1,2\n";
    cJSON *description = describe(tables[i].problem, text, tables[i].more);
    cJSON *reading = cJSON_GetObjectItem(description, "reading");
    char said[SAID];
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
      cJSON_ReplaceItemInObject(reading, "names", cJSON_Parse(wrong[k]));
      reopen(description, text, said);
      cr_expect_str_eq(said, "state: reading: names: expected a list of strings", "%s: %s", wrong[k], said);
    }
    cJSON_DeleteItemFromObject(reading, "names");
    reopen(description, text, said);
    cr_expect_str_eq(said, "state: reading: names: missing", "%s", said);
    cJSON_Delete(description);
  }
}
