#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "base/text.h"
#include "data/column_names.h"
#include "data/regression_rows.h"
#include "data/text_table.h"

/* Features of all rows together: 1 GiB. */
static const size_t most_entries = (size_t)1 << 27;

typedef enum column_role { COLUMN_NUMBER, COLUMN_LABEL, COLUMN_TEXT, COLUMN_OMITTED } column_role;

typedef struct column {
  column_role role;
  size_t texts;      /* of a text column: how many different ones */
  const char **text; /* they, in bytewise order */
} column;

typedef struct table_reader {
  text_table table;
  column *columns; /* table.columns */
  size_t features, label;
} table_reader;

static void reader_free(table_reader *r) {
  for (size_t j = 0; r->columns != NULL && j < r->table.columns; j++) free(r->columns[j].text);
  free(r->columns);
  text_table_free(&r->table);
}

static char separator_of(const options *values) {
  return option_is(values, "separator", "comma")       ? ','
         : option_is(values, "separator", "tab")       ? '\t'
         : option_is(values, "separator", "semicolon") ? ';'
                                                       : ' ';
}

static status set_role(table_reader *r, const options *values, const char *option, const char *word, column_role role) {
  char who[80];
  size_t place = 0;
  (void)snprintf(who, sizeof who, "%s: %s", option_who(values), option);
  TRY(text_table_column(&r->table, who, word, &place));
  if (r->columns[place].role != COLUMN_NUMBER) {
    return FAIL(STATUS_INVALID, "%s = \"%.60s\": column %zu has been named before, expected different ones", who, word,
                place + 1);
  }
  r->columns[place].role = role;
  if (role == COLUMN_LABEL) r->label = place;
  return STATUS_OK;
}

/* Each of the words, parted by commas; blanks around them do not count. */
static status set_roles(table_reader *r, const options *values, const char *option, column_role role) {
  char *list = NULL, *rest = NULL;
  status code = STATUS_OK;
  if (!option_given(values, option)) return STATUS_OK;
  TRY(memory_text(option_text(values, option), &list));
  for (char *word = strtok_r(list, ",", &rest); code == STATUS_OK && word != NULL; word = strtok_r(NULL, ",", &rest)) {
    word += strspn(word, " ");
    size_t length = strlen(word);
    while (length > 0 && word[length - 1] == ' ') word[--length] = '\0';
    code = set_role(r, values, option, word, role);
  }
  free(list);
  return code;
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static status find_texts(table_reader *r, size_t j) {
  column *c = &r->columns[j];
  const size_t rows = r->table.rows;
  TRY(NEW_ARRAY(rows, c->text));
  for (size_t i = 0; i < rows; i++) {
    c->text[i] = text_table_cell(&r->table, i, j);
    if (c->text[i][0] == '\0') return text_table_refuse(&r->table, i, j, "expected a text for one_hot");
  }
  qsort(c->text, rows, sizeof *c->text, compare_texts);
  for (size_t i = 0; i < rows; i++) {
    if (i == 0 || strcmp(c->text[i], c->text[c->texts - 1]) != 0) c->text[c->texts++] = c->text[i];
  }
  return STATUS_OK;
}

/* The texts of the data that were learned: *next, of the lists of `classes`, which goes on. */
static status take_texts(column *c, const cJSON **next) {
  const cJSON *list = *next;
  const char *wrong = "classes: expected a list of ascending texts for each column of one_hot";
  if (list == NULL || !cJSON_IsArray(list)) return FAIL(STATUS_INVALID, "%s", wrong);
  TRY(NEW_ARRAY((size_t)cJSON_GetArraySize(list), c->text));
  for (const cJSON *name = list->child; name != NULL; name = name->next) {
    if (!cJSON_IsString(name)) return FAIL(STATUS_INVALID, "%s", wrong);
    c->text[c->texts++] = name->valuestring;
    if (c->texts > 1 && strcmp(c->text[c->texts - 2], name->valuestring) >= 0) return FAIL(STATUS_INVALID, "%s", wrong);
  }
  *next = list->next;
  return STATUS_OK;
}

static status add_texts(const table_reader *r, cJSON *reading) {
  cJSON *classes = cJSON_AddArrayToObject(reading, "classes");
  bool added = classes != NULL;
  for (size_t j = 0; added && j < r->table.columns; j++) {
    const column *c = &r->columns[j];
    if (c->role != COLUMN_TEXT) continue;
    cJSON *list = cJSON_CreateArray();
    added = list != NULL && cJSON_AddItemToArray(classes, list);
    for (size_t k = 0; added && k < c->texts; k++) {
      cJSON *name = cJSON_CreateString(c->text[k]);
      added = name != NULL && cJSON_AddItemToArray(list, name);
    }
  }
  return added ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for the texts of a table");
}

/* What each column is, and how many features they make. */
static status find_columns(table_reader *r, const options *values, const cJSON *given) {
  const char *label = option_text(values, "label");
  char last[NUMBER_TEXT];
  (void)snprintf(last, sizeof last, "%zu", r->table.columns);
  TRY(NEW_ARRAY(r->table.columns, r->columns));
  TRY(set_role(r, values, "label", option_given(values, "label") ? label : last, COLUMN_LABEL));
  TRY(set_roles(r, values, "one_hot", COLUMN_TEXT));
  TRY(set_roles(r, values, "omit", COLUMN_OMITTED));
  const cJSON *list = given == NULL ? NULL : cJSON_GetObjectItemCaseSensitive(given, "classes");
  if (given != NULL && !cJSON_IsArray(list)) {
    return FAIL(STATUS_INVALID, "%s: reading: classes: expected a list", option_who(values));
  }
  if (list != NULL) list = list->child;
  for (size_t j = 0; j < r->table.columns; j++) {
    column *c = &r->columns[j];
    if (c->role == COLUMN_NUMBER) r->features++;
    if (c->role != COLUMN_TEXT) continue;
    if (given == NULL) {
      TRY(find_texts(r, j));
    } else {
      const status code = take_texts(c, &list);
      if (code != STATUS_OK) return status_context(code, "%s: reading", option_who(values));
    }
    r->features += c->texts;
  }
  if (list != NULL) return FAIL(STATUS_INVALID, "%s: reading: classes: a list too many", option_who(values));
  if (r->features > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: no column beside the label, expected a feature: is the separator right?",
              r->table.lines.path, r->table.line[0]);
}

static status append_row(const table_reader *r, size_t row, bool strict, libsvm_data *data) {
  double label = NAN;
  size_t place = 0;
  for (size_t j = 0; j < r->table.columns; j++) {
    const column *c = &r->columns[j];
    const char *cell = text_table_cell(&r->table, row, j);
    double value = 0.0;
    if (c->role == COLUMN_NUMBER) {
      TRY(text_table_number(&r->table, row, j, &value));
      TRY(libsvm_append_entry(data, place++, value));
    }
    for (size_t k = 0; c->role == COLUMN_TEXT && k < c->texts; k++) {
      TRY(libsvm_append_entry(data, place++, strcmp(cell, c->text[k]) == 0 ? 1.0 : 0.0));
    }
  }
  const status code = text_table_number(&r->table, row, r->label, &label);
  if (code != STATUS_OK && strict) return code;
  return libsvm_append_row(data, code == STATUS_OK ? label : NAN, r->table.line[row]);
}

static status check_given(const table_reader *r, const options *values, const cJSON *given) {
  size_t columns = 0;
  const text_table *table = &r->table;
  const status code = state_get_count(given, "columns", 1, 1000000000, &columns);
  if (code != STATUS_OK) return status_context(code, "%s: reading", option_who(values));
  if (table->columns != columns) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu", table->lines.path, table->line[0], table->columns,
                columns);
  }
  if (table->name == NULL) return STATUS_OK;
  return column_names_check(option_who(values), given, table->lines.path, table->name_line, table->columns,
                            table->name);
}

static status read_table(table_reader *r, regression_rows *rows, const options *values) {
  TRY(text_table_read(rows->path, separator_of(values), option_flag(values, "header"), &r->table));
  if (rows->given != NULL) TRY(check_given(r, values, rows->given));
  TRY(find_columns(r, values, rows->given));
  if (rows->given == NULL) {
    TRY(state_add_count(rows->reading, "columns", r->table.columns));
    if (r->table.name != NULL) TRY(column_names_add(rows->reading, r->table.columns, r->table.name));
    TRY(add_texts(r, rows->reading));
  }
  if (r->features > most_entries / r->table.rows) {
    return FAIL(STATUS_INVALID, "%s:1: %zu rows of %zu features, expected at most %zu numbers", rows->path,
                r->table.rows, r->features, most_entries);
  }
  rows->n = rows->data.features = r->features;
  for (size_t i = 0; i < r->table.rows; i++) TRY(append_row(r, i, rows->given == NULL, &rows->data));
  return STATUS_OK;
}

status regression_table_load(regression_rows *rows, const options *values) {
  table_reader reader = {.features = 0};
  const status code = read_table(&reader, rows, values);
  reader_free(&reader);
  return code;
}
