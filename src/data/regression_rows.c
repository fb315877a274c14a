#include "data/regression_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "base/text.h"
#include "data/column_names.h"
#include "data/text_table.h"

/* Features of all rows together, those of a table or where scaling leaves no zeros: 1 GiB. */
static const size_t most_entries = (size_t)1 << 27;

void regression_rows_free(regression_rows *rows) {
  libsvm_free(&rows->data);
  cJSON_Delete(rows->reading);
  free(rows->shift);
  *rows = (regression_rows){.n = 0};
}

status regression_rows_reading(const regression_rows *rows, cJSON *out) {
  TRY(state_add_members(out, rows->reading));
  if (rows->scaled == 0) return STATUS_OK;
  TRY(state_add_numbers(out, "shift", rows->scaled, rows->shift));
  return state_add_numbers(out, "divisor", rows->scaled, rows->divisor);
}

/* --- a text table --- */

typedef enum column_role { COLUMN_NUMBER, COLUMN_LABEL, COLUMN_TEXT, COLUMN_OMITTED } column_role;

typedef struct column {
  column_role role;
  size_t texts;      /* of a text column: number of distinct ones */
  const char **text; /* the distinct texts, in bytewise order */
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

/* Sets the role of each of the words, which are separated by commas; blanks around them are ignored. */
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
    if (c->text[i][0] == '\0') return text_table_refuse(&r->table, i, j, "expected a value for one_hot");
  }
  qsort(c->text, rows, sizeof *c->text, compare_texts);
  for (size_t i = 0; i < rows; i++) {
    if (i == 0 || strcmp(c->text[i], c->text[c->texts - 1]) != 0) c->text[c->texts++] = c->text[i];
  }
  return STATUS_OK;
}

/* Takes the texts of the learned data from *next, a list of `classes`, and moves *next on. */
static status take_texts(column *c, const cJSON **next) {
  const cJSON *list = *next;
  const char *wrong = "classes: expected a list of ascending strings for each column of one_hot";
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
  return added ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for the strings of a table");
}

/* Determines the role of each column and the number of features. */
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
  if (list != NULL) return FAIL(STATUS_INVALID, "%s: reading: classes: one list too many", option_who(values));
  if (r->features > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: no column besides the label, expected a feature: is the separator right?",
              r->table.lines.path, r->table.line[0]);
}

static status read_number(const table_reader *r, size_t row, size_t column, double *value) {
  const char *cell = text_table_cell(&r->table, row, column);
  char what[160];
  if (number_parse(cell, value)) return STATUS_OK;
  (void)snprintf(
      what, sizeof what, "expected a finite number%s",
      text_number_advice(cell, row == 0 && r->table.name == NULL, "; a column of texts is named in one_hot or omit"));
  return text_table_refuse(&r->table, row, column, what);
}

static status append_row(const table_reader *r, size_t row, bool strict, libsvm_data *data) {
  double label = NAN;
  size_t place = 0;
  for (size_t j = 0; j < r->table.columns; j++) {
    const column *c = &r->columns[j];
    const char *cell = text_table_cell(&r->table, row, j);
    double value = 0.0;
    if (c->role == COLUMN_NUMBER) {
      TRY(read_number(r, row, j, &value));
      TRY(libsvm_append_entry(data, place++, value));
    }
    for (size_t k = 0; c->role == COLUMN_TEXT && k < c->texts; k++) {
      TRY(libsvm_append_entry(data, place++, strcmp(cell, c->text[k]) == 0 ? 1.0 : 0.0));
    }
  }
  const status code = read_number(r, row, r->label, &label);
  if (code != STATUS_OK && strict) return code;
  return libsvm_append_row(data, code == STATUS_OK ? label : NAN, r->table.line[row]);
}

static status check_columns(const table_reader *r, const options *values, const cJSON *given) {
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
  TRY(text_table_read(rows->path, text_separator(values), option_flag(values, "header"), &r->table));
  if (rows->given != NULL) TRY(check_columns(r, values, rows->given));
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

static status load_table(regression_rows *rows, const options *values) {
  table_reader reader = {.features = 0};
  const status code = read_table(&reader, rows, values);
  reader_free(&reader);
  return code;
}

/* --- a file in LIBSVM's format --- */

/* Refuses options that are for text tables only. */
static status check_needless(const options *values) {
  static const char *const of_tables[] = {"separator", "header", "label", "one_hot", "omit"};
  for (size_t i = 0; i < sizeof of_tables / sizeof *of_tables; i++) {
    if (!option_explicit(values, of_tables[i])) continue;
    return FAIL(STATUS_INVALID, "%s: %s has no effect with format = \"libsvm\"", option_who(values), of_tables[i]);
  }
  return STATUS_OK;
}

static status load_libsvm(regression_rows *rows, const options *values) {
  TRY(check_needless(values));
  TRY(libsvm_read(rows->path, &rows->data));
  rows->n = rows->data.features > 0 ? rows->data.features : 1;
  if (rows->given == NULL) return state_add_count(rows->reading, "n", rows->n);
  const status code = state_get_count(rows->given, "n", 1, LIBSVM_INDEX_LIMIT, &rows->n);
  if (code != STATUS_OK) return status_context(code, "%s: reading", option_who(values));
  for (size_t i = 0; i < rows->data.rows; i++) {
    const size_t end = rows->data.start[i + 1];
    if (end == rows->data.start[i] || rows->data.index[end - 1] < rows->n) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: index %zu, expected at most n = %zu", rows->path, rows->data.line[i],
                rows->data.index[end - 1] + 1, rows->n);
  }
  return STATUS_OK;
}

/* --- scaling --- */

/* x becomes (x - shift)/divisor, or 0 where the divisor is 0. */
typedef struct affine {
  double shift, divisor;
} affine;

typedef enum scaling_kind {
  SCALING_NONE,
  SCALING_UNIT,
  SCALING_MAX_ABS,
  SCALING_CENTRED,
  SCALING_STANDARD
} scaling_kind;

static scaling_kind kind_of(const options *values, const char *option) {
  return option_is(values, option, "unit")       ? SCALING_UNIT
         : option_is(values, option, "max_abs")  ? SCALING_MAX_ABS
         : option_is(values, option, "centred")  ? SCALING_CENTRED
         : option_is(values, option, "standard") ? SCALING_STANDARD
                                                 : SCALING_NONE;
}

/* Of count numbers, `stride` apart. Sums are of numbers divided by the largest modulus: no overflow. */
static affine find_affine(scaling_kind kind, size_t count, size_t stride, const double *x) {
  double low = x[0], high = x[0], mean = 0.0, square = 0.0;
  for (size_t i = 1; i < count; i++) {
    low = fmin(low, x[i * stride]);
    high = fmax(high, x[i * stride]);
  }
  const double largest = fmax(-low, high);
  if (kind == SCALING_NONE) return (affine){0.0, 1.0};
  if (kind == SCALING_MAX_ABS) return (affine){0.0, largest};
  if (kind == SCALING_UNIT) return (affine){low, high - low};
  if (low == high) return (affine){low, kind == SCALING_CENTRED ? 1.0 : 0.0}; /* exactly, whatever the mean rounds to */
  for (size_t i = 0; i < count; i++) mean += x[i * stride] / largest / (double)count;
  for (size_t i = 0; i < count; i++) {
    const double d = x[i * stride] / largest - mean;
    square += d * d / (double)count;
  }
  return (affine){largest * mean, kind == SCALING_CENTRED ? 1.0 : largest * sqrt(square)};
}

/* Other data may exceed the range or the largest modulus; they are clipped to it. */
static double apply(scaling_kind kind, affine a, double x) {
  if (kind == SCALING_NONE) return x;
  if (!(a.divisor > 0.0)) return 0.0;
  const double value = (x - a.shift) / a.divisor;
  if (kind == SCALING_UNIT) return fmin(fmax(value, 0.0), 1.0);
  return kind == SCALING_MAX_ABS ? fmin(fmax(value, -1.0), 1.0) : value;
}

/* Every row gets all n entries. */
static status make_dense(regression_rows *rows) {
  libsvm_data *data = &rows->data;
  const size_t n = rows->n;
  size_t *index = NULL;
  double *value = NULL;
  if (data->entries / n == data->rows && data->entries % n == 0) return STATUS_OK;
  if (n > most_entries / data->rows) {
    return FAIL(STATUS_INVALID,
                "%s:1: %zu rows of %zu features, expected at most %zu numbers where scaling leaves no zeros",
                rows->path, data->rows, n, most_entries);
  }
  TRY(NEW_ARRAY(data->rows * n, value));
  const status code = NEW_ARRAY(data->rows * n, index);
  if (code != STATUS_OK) {
    free(value);
    return code;
  }
  for (size_t i = 0; i < data->rows; i++) {
    for (size_t j = 0; j < n; j++) index[i * n + j] = j;
    for (size_t k = data->start[i]; k < data->start[i + 1]; k++) value[i * n + data->index[k]] = data->value[k];
  }
  for (size_t i = 0; i <= data->rows; i++) data->start[i] = i * n;
  free(data->index);
  free(data->value);
  data->index = index;
  data->value = value;
  data->entries = data->entry_room = data->rows * n;
  return STATUS_OK;
}

static status refuse_entry(const regression_rows *rows, size_t row, size_t j, double value) {
  char text[NUMBER_TEXT];
  return FAIL(STATUS_INVALID, "%s:%zu: feature %zu is %s after scaling, expected a finite number", rows->path,
              rows->data.line[row], j + 1, number_text(value, text));
}

/* The largest modulus of each feature: what max_abs divides by. */
static void find_largest(const libsvm_data *data, double *divisor) {
  for (size_t k = 0; k < data->entries; k++) {
    divisor[data->index[k]] = fmax(divisor[data->index[k]], fabs(data->value[k]));
  }
}

static status find_scales(regression_rows *rows, scaling_kind kind) {
  const size_t n = rows->scaled;
  double *shift = rows->shift, *divisor = rows->divisor;
  if (rows->given != NULL) {
    TRY(state_get_numbers(rows->given, "shift", n, shift));
    return state_get_numbers(rows->given, "divisor", n, divisor);
  }
  if (kind == SCALING_MAX_ABS) find_largest(&rows->data, divisor);
  for (size_t j = 0; j < n && kind != SCALING_MAX_ABS; j++) {
    const affine found = find_affine(kind, rows->data.rows, n, rows->data.value + j);
    shift[j] = found.shift;
    divisor[j] = found.divisor;
  }
  for (size_t j = 0; j < n; j++) {
    if (!isfinite(divisor[j])) return refuse_entry(rows, 0, j, divisor[j]);
  }
  return STATUS_OK;
}

static status scale_features(regression_rows *rows, const options *values) {
  libsvm_data *data = &rows->data;
  const scaling_kind kind = kind_of(values, "scaling");
  if (kind == SCALING_NONE) return STATUS_OK;
  if (kind != SCALING_MAX_ABS) TRY(make_dense(rows));
  TRY(NEW_ARRAY(2 * rows->n, rows->shift));
  rows->scaled = rows->n;
  rows->divisor = rows->shift + rows->scaled;
  status code = find_scales(rows, kind);
  if (code != STATUS_OK && rows->given != NULL) code = status_context(code, "%s: reading", option_who(values));
  for (size_t i = 0; code == STATUS_OK && i < data->rows; i++) {
    for (size_t k = data->start[i]; code == STATUS_OK && k < data->start[i + 1]; k++) {
      const size_t j = data->index[k];
      data->value[k] = apply(kind, (affine){rows->shift[j], rows->divisor[j]}, data->value[k]);
      if (!isfinite(data->value[k])) code = refuse_entry(rows, i, j, data->value[k]);
    }
  }
  return code;
}

static status find_longest(regression_rows *rows, const options *values, double *longest) {
  if (rows->given != NULL) {
    const status code = state_get_number(rows->given, "largest", longest);
    return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: reading", option_who(values));
  }
  for (size_t i = 0; i < rows->data.rows; i++) *longest = fmax(*longest, libsvm_row_length(&rows->data, i));
  return state_add_number(rows->reading, "largest", *longest);
}

static status normalize(regression_rows *rows, const options *values) {
  libsvm_data *data = &rows->data;
  const bool each = option_is(values, "normalize", "unit");
  double longest = 0.0;
  if (option_is(values, "normalize", "none")) return STATUS_OK;
  for (size_t i = 0; i < data->rows; i++) {
    const double length = libsvm_row_length(data, i);
    if (isfinite(length)) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: |x| is %g, expected a finite number", rows->path, data->line[i], length);
  }
  if (!each) TRY(find_longest(rows, values, &longest));
  for (size_t i = 0; i < data->rows; i++) {
    const double length = each ? libsvm_row_length(data, i) : longest;
    for (size_t k = data->start[i]; length > 0.0 && k < data->start[i + 1]; k++) data->value[k] /= length;
  }
  return STATUS_OK;
}

static status scale_labels(regression_rows *rows, const options *values) {
  libsvm_data *data = &rows->data;
  const scaling_kind kind = kind_of(values, "label_scaling");
  affine scale = {0.0, 1.0};
  if (rows->given != NULL) {
    status code = state_get_number(rows->given, "label_shift", &scale.shift);
    if (code == STATUS_OK) code = state_get_number(rows->given, "label_divisor", &scale.divisor);
    if (code != STATUS_OK) return status_context(code, "%s: reading", option_who(values));
  } else {
    scale = find_affine(kind, data->rows, 1, data->label);
    if (!isfinite(scale.divisor)) {
      return FAIL(STATUS_INVALID, "%s:1: the labels range over %g, expected a finite number", rows->path,
                  scale.divisor);
    }
    TRY(state_add_number(rows->reading, "label_shift", scale.shift));
    TRY(state_add_number(rows->reading, "label_divisor", scale.divisor));
  }
  rows->label_shift = scale.shift;
  rows->label_divisor = scale.divisor;
  for (size_t i = 0; i < data->rows; i++) {
    if (isnan(data->label[i])) continue;
    /* labels of other data are not clipped: they are to be predicted */
    data->label[i] = apply(kind == SCALING_UNIT ? SCALING_STANDARD : kind, scale, data->label[i]);
    if (isfinite(data->label[i])) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: the label is %g after scaling, expected a finite number", rows->path,
                data->line[i], data->label[i]);
  }
  return STATUS_OK;
}

/* Features and labels as the options scaling, intercept, normalize and label_scaling say. */
static status scale_rows(regression_rows *rows, const options *values) {
  TRY(scale_features(rows, values));
  if (option_flag(values, "intercept")) TRY(libsvm_append_ones(&rows->data, rows->n++));
  TRY(normalize(rows, values));
  return scale_labels(rows, values);
}

/* --- both --- */

/* The reading of another file must have the members that this file's would have, and no others. */
static status check_given(const options *values, const cJSON *given) {
  char names[96];
  const bool table = option_is(values, "format", "table"), scaled = !option_is(values, "scaling", "none");
  if (given == NULL) return STATUS_OK;
  (void)snprintf(names, sizeof names, "%s%s%s%s label_shift label_divisor", table ? "columns classes" : "n",
                 table && option_flag(values, "header") ? " names" : "", scaled ? " shift divisor" : "",
                 option_is(values, "normalize", "largest") ? " largest" : "");
  const status code = state_check_names(given, names);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: reading", option_who(values));
}

static void measure(regression_rows *rows) {
  const libsvm_data *data = &rows->data;
  for (size_t i = 0; i < data->rows; i++) {
    const double length = libsvm_row_length(data, i);
    rows->zero += !(length > 0.0);
    rows->largest_length = fmax(rows->largest_length, length);
    rows->largest_label = fmax(rows->largest_label, fabs(data->label[i]));
  }
  for (size_t k = 0; k < data->entries; k++) rows->largest_entry = fmax(rows->largest_entry, fabs(data->value[k]));
}

status regression_rows_load(const char *path, const options *values, const cJSON *given, regression_rows *rows) {
  *rows = (regression_rows){.path = path, .given = given, .reading = cJSON_CreateObject()};
  if (rows->reading == NULL) return FAIL(STATUS_MEMORY, "%s: no memory", option_who(values));
  TRY(check_given(values, given));
  TRY(option_is(values, "format", "table") ? load_table(rows, values) : load_libsvm(rows, values));
  TRY(scale_rows(rows, values));
  measure(rows);
  return libsvm_point(&rows->data);
}
