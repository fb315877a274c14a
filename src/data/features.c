#include "data/features.h"
#include "base/json.h"
#include "base/sorting.h"
#include "base/state.h"
#include "data/columns/column_names.h"
#include "data/columns/dates.h"
#include <strings.h>

enum { PLACES = 32 }; /* for the texts of a column whose rows come one by one */

/* Numbers of all rows together: 1 GiB. */
static const size_t most_numbers = (size_t)1 << 27;

static const char *const gaps_words[] = {"refuse", "mean", "indicator", "drop"}; /* in the order of gaps_choice */

typedef enum column_kind {
  KIND_NUMBER = 'n',
  KIND_TEXTS = 't',
  KIND_ORDERED = 'o',
  KIND_DATE = 'd', /* 2000-01-31 */
  KIND_DAY_FIRST = 'D',
  KIND_MONTH_FIRST = 'M',
  KIND_TARGET = 'y',
  KIND_OMITTED = '-'
} column_kind;

struct feature_column {
  column_kind kind;
  bool named;        /* by an option */
  bool gap;          /* has a feature for gaps */
  size_t texts;      /* distinct ones, or ordered ones */
  const char **text; /* ascending; or in the order of the option; or of rows that come one by one */
  size_t places;     /* of its features: as many as texts, or more for texts to come */
  char *order;       /* what the ordered texts are in */
  double mean;       /* of the numbers that are there */
};

void features_free(features *data) {
  for (size_t j = 0; data->column != NULL && j < data->table.columns; j++) {
    free(data->column[j].text);
    free(data->column[j].order);
  }
  free(data->column);
  free(data->value);
  free(data->row);
  free(data->line);
  free(data->text);
  free(data->from);
  text_table_free(&data->table);
  *data = (features){.n = 0};
}

size_t features_fitted(const feature_options *asked, size_t rows) {
  const size_t fitted = (size_t)ceil((isnan(asked->fit) ? 1.0 : asked->fit) * (double)rows);
  return fitted < 1 ? 1 : fitted < rows ? fitted : rows;
}

/* Does the reading have more than columns, names and the texts of one_hot? */
static bool extended(const feature_options *asked) {
  return asked->columns != NULL || asked->texts != TEXTS_ABSENT || asked->ordered != NULL || asked->dates != NULL ||
         asked->missing != GAPS_ABSENT;
}

static bool has_texts(const feature_options *asked, const feature_form *form) {
  return !form->besides || extended(asked) || asked->one_hot != NULL;
}

status features_members(const feature_options *asked, const feature_form *form, const cJSON *given, const char *more,
                        char **out) {
  const bool named = asked->header || cJSON_HasObjectItem(given, "names");
  const bool texts = has_texts(asked, form), places = cJSON_HasObjectItem(given, "places");
  return memory_format(out, "columns%s%s%s%s%s%s", named ? " names" : "", texts ? " " : "", texts ? form->texts : "",
                       places ? " places" : "", extended(asked) ? " kinds means gaps" : "", more);
}

/* --- what a column is --- */

static status set_kind(features *data, const char *messages, const char *option, const char *word, column_kind kind,
                       size_t *place) {
  char who[80];
  (void)snprintf(who, sizeof who, "%s: %s", messages, option);
  TRY(text_table_column(&data->table, who, word, place));
  if (data->column[*place].named) {
    return FAIL(STATUS_INVALID, "%s = \"%.60s\": column %zu has been named before, expected different ones", who, word,
                *place + 1);
  }
  data->column[*place].named = true;
  data->column[*place].kind = kind;
  return STATUS_OK;
}

/* The texts of "size=small<large". */
static status set_order(features *data, const char *who, char *word) {
  char *equals = strchr(word, '='), *rest = NULL;
  size_t place = 0, count = 1;
  if (equals == NULL || equals[1] == '\0') {
    return FAIL(STATUS_INVALID, "%s: ordered = \"%.60s\" must be COLUMN=LEAST<...<LARGEST", who, word);
  }
  *equals = '\0';
  TRY(set_kind(data, who, "ordered", word, KIND_ORDERED, &place));
  feature_column *c = &data->column[place];
  TRY(memory_text(equals + 1, &c->order));
  for (const char *at = c->order; *at != '\0'; at++) count += *at == '<';
  TRY(NEW_ARRAY(count, c->text));
  for (char *text = strtok_r(c->order, "<", &rest); text != NULL; text = strtok_r(NULL, "<", &rest)) {
    c->text[c->texts++] = text;
  }
  return STATUS_OK;
}

/* Each of the words, which are separated by commas, without the blanks around it. */
static status set_kinds(features *data, const char *who, const char *option, const char *words, column_kind kind) {
  FREED char *list = NULL;
  char *rest = NULL;
  size_t place = 0;
  if (words == NULL) return STATUS_OK;
  TRY(memory_text(words, &list));
  for (char *word = strtok_r(list, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
    word += strspn(word, " ");
    size_t length = strlen(word);
    while (length > 0 && word[length - 1] == ' ') word[--length] = '\0';
    TRY(kind == KIND_ORDERED ? set_order(data, who, word) : set_kind(data, who, option, word, kind, &place));
  }
  return STATUS_OK;
}

static status set_target(features *data, const feature_form *form) {
  const column_choice *of = &form->column;
  char word[NUMBER_TEXT];
  (void)snprintf(word, sizeof word, "%zu", of->number > 0 ? of->number : data->table.columns);
  const bool named = of->name != NULL && *of->name != '\0';
  return set_kind(data, form->who, form->target, named ? of->name : word, KIND_TARGET, &data->target);
}

/* A column with a text that is no number, where no option names it. */
static bool has_text(const features *data, size_t j, bool gaps) {
  for (size_t i = 0; i < data->table.rows; i++) {
    const char *cell = text_table_cell(&data->table, i, j);
    double value = 0.0;
    if (!number_parse(cell, &value) && !(gaps && text_is_gap_of_numbers(cell))) return true;
  }
  return false;
}

static status find_kinds(features *data, const feature_options *asked, const feature_form *form) {
  const char *who = form->who;
  const bool chosen = asked->columns != NULL, gaps = asked->missing != GAPS_ABSENT;
  const column_kind of_texts = asked->texts == TEXTS_INDICATOR ? KIND_TEXTS
                               : asked->texts == TEXTS_OMIT    ? KIND_OMITTED
                                                               : KIND_NUMBER;
  TRY(set_target(data, form));
  TRY(set_kinds(data, who, "one_hot", asked->one_hot, KIND_TEXTS));
  TRY(set_kinds(data, who, "ordered", asked->ordered, KIND_ORDERED));
  TRY(set_kinds(data, who, "dates", asked->dates, KIND_DATE));
  TRY(set_kinds(data, who, "omit", asked->omit, KIND_OMITTED));
  for (size_t j = 0; j < data->table.columns; j++) {
    if (!data->column[j].named) data->column[j].kind = chosen ? KIND_OMITTED : KIND_NUMBER;
  }
  for (size_t j = 0; j < data->table.columns && chosen; j++) data->column[j].named &= j == data->target;
  if (chosen) {
    /* a column of `columns` keeps the kind that another option gave it */
    FREED column_kind *kind = NULL;
    TRY(NEW_ARRAY(data->table.columns, kind));
    for (size_t j = 0; j < data->table.columns; j++) {
      kind[j] = data->column[j].kind;
      if (j != data->target) data->column[j].kind = KIND_OMITTED;
    }
    TRY(set_kinds(data, who, "columns", asked->columns, KIND_NUMBER));
    for (size_t j = 0; j < data->table.columns; j++) {
      feature_column *c = &data->column[j];
      if (c->kind != KIND_NUMBER) continue;
      c->named = kind[j] != KIND_OMITTED;
      if (c->named) c->kind = kind[j];
    }
  }
  for (size_t j = 0; j < data->table.columns && of_texts != KIND_NUMBER; j++) {
    feature_column *c = &data->column[j];
    if (!c->named && c->kind == KIND_NUMBER && has_text(data, j, gaps)) c->kind = of_texts;
  }
  return STATUS_OK;
}

static status refuse_empty(const features *data, size_t row, size_t column) {
  return text_table_refuse(&data->table, row, column,
                           "expected a value for one_hot; missing = \"indicator\", \"mean\" or \"drop\" allows gaps");
}

static status find_texts(features *data, const feature_options *asked, size_t j) {
  feature_column *c = &data->column[j];
  const size_t rows = data->table.rows;
  const bool gaps = asked->missing != GAPS_ABSENT && asked->missing != GAPS_REFUSE;
  size_t count = 0;
  TRY(NEW_ARRAY(rows, c->text));
  for (size_t i = 0; i < rows; i++) {
    const char *cell = text_table_cell(&data->table, i, j);
    if (gaps && text_is_gap(cell)) continue;
    if (*cell == '\0') return refuse_empty(data, i, j);
    c->text[count++] = cell;
  }
  qsort(c->text, count, sizeof *c->text, order_texts);
  for (size_t i = 0; i < count; i++) {
    if (c->texts == 0 || strcmp(c->text[i], c->text[c->texts - 1]) != 0) c->text[c->texts++] = c->text[i];
  }
  c->places = c->texts;
  return STATUS_OK;
}

/* --- a cell as a number --- */

static const column_kind date_kinds[DATE_ORDERS] = {KIND_DATE, KIND_DAY_FIRST, KIND_MONTH_FIRST};

/* DATE_ORDERS: no column of dates. */
static date_order order_of(column_kind kind) {
  int order = 0;
  while (order < DATE_ORDERS && date_kinds[order] != kind) order++;
  return (date_order)order;
}

/* In which order the parts of the dates of a column are; what is none is refused as it is read. */
static status find_date_order(features *data, size_t j) {
  FREED const char **text = NULL;
  size_t count = 0;
  date_order order = DATE_YEAR_FIRST;
  TRY(NEW_ARRAY(data->table.rows, text));
  for (size_t i = 0; i < data->table.rows; i++) {
    const char *cell = text_table_cell(&data->table, i, j);
    if (!text_is_gap_of_numbers(cell)) text[count++] = cell;
  }
  (void)date_order_of(count, text, &order);
  data->column[j].kind = date_kinds[order];
  return STATUS_OK;
}

static status refuse_number(const features *data, size_t row, size_t column) {
  const char *cell = text_table_cell(&data->table, row, column);
  char what[240];
  (void)snprintf(what, sizeof what, "expected a finite number%s",
                 text_number_advice(cell, data->table.name == NULL && data->table.line[row] == 1,
                                    "; a column of texts is named in one_hot, ordered, dates or omit, and texts = "
                                    "\"indicator\" takes all of them"));
  return text_table_refuse(&data->table, row, column, what);
}

/* The value of a cell that is no gap and no text of one_hot. */
static status cell_number(const features *data, size_t row, size_t column, double *value) {
  const feature_column *c = &data->column[column];
  const char *cell = text_table_cell(&data->table, row, column);
  const date_order order = order_of(c->kind);
  if (order != DATE_ORDERS) {
    date of;
    static const char *const expected[] = {"expected a date as in 2000-01-31, all of the column alike (dates)",
                                           "expected a date as in 31/01/2000 (dates)",
                                           "expected a date as in 01/31/2000 (dates)"};
    if (!date_parse(cell, order, &of)) return text_table_refuse(&data->table, row, column, expected[order]);
    *value = date_days(of);
    return STATUS_OK;
  }
  if (c->kind == KIND_ORDERED) {
    for (size_t k = 0; k < c->texts; k++) {
      if (strcmp(cell, c->text[k]) != 0) continue;
      *value = (double)k;
      return STATUS_OK;
    }
    return text_table_refuse(&data->table, row, column, "expected one of its texts in ordered");
  }
  return number_parse(cell, value) ? STATUS_OK : refuse_number(data, row, column);
}

status features_number(const features *data, size_t row, double *value) {
  if (number_parse(data->text[row], value)) return STATUS_OK;
  return refuse_number(data, data->row[row], data->target);
}

/* --- gaps --- */

static bool is_gap(const feature_column *c, const char *cell) {
  const bool numbers = c->kind == KIND_NUMBER || order_of(c->kind) != DATE_ORDERS;
  return numbers ? text_is_gap_of_numbers(cell) : text_is_gap(cell);
}

static bool is_used(const feature_column *c) {
  return c->kind != KIND_OMITTED && c->kind != KIND_TARGET;
}

/* Without the rows whose target is a gap; drop: or any other column. */
static status find_rows(features *data, bool targets, bool drop) {
  TRY(NEW_ARRAY(data->table.rows, data->row));
  for (size_t i = 0; i < data->table.rows; i++) {
    bool gap = targets && text_is_gap(text_table_cell(&data->table, i, data->target));
    for (size_t j = 0; drop && j < data->table.columns; j++) {
      gap |= data->column[j].kind != KIND_OMITTED && is_gap(&data->column[j], text_table_cell(&data->table, i, j));
    }
    data->dropped += gap;
    if (!gap) data->row[data->rows++] = i;
  }
  if (data->rows > 0) return STATUS_OK;
  if (drop) return FAIL(STATUS_INVALID, "%s: missing = \"drop\" leaves no row, expected one", data->table.lines.path);
  return FAIL(STATUS_INVALID, "%s: column %zu is a gap in every row, expected what is to be predicted",
              data->table.lines.path, data->target + 1);
}

/* Means, and which columns have gaps. */
static status find_gaps(features *data, const feature_options *asked) {
  const bool indicators = asked->missing == GAPS_INDICATOR, means = asked->missing == GAPS_MEAN;
  const size_t fitted = features_fitted(asked, data->rows);
  for (size_t j = 0; j < data->table.columns && (indicators || means); j++) {
    feature_column *c = &data->column[j];
    size_t count = 0;
    if (!is_used(c)) continue;
    for (size_t i = 0; i < data->rows; i++) {
      double value = 0.0;
      if (is_gap(c, text_table_cell(&data->table, data->row[i], j))) {
        c->gap |= indicators;
      } else if (means && c->kind != KIND_TEXTS && i < fitted) {
        TRY(cell_number(data, data->row[i], j, &value));
        c->mean += (value - c->mean) / (double)++count;
      }
    }
  }
  return STATUS_OK;
}

/* --- the reading --- */

static status add_texts(const features *data, const char *texts, cJSON *reading) {
  cJSON *lists = cJSON_CreateArray();
  json_set(reading, texts, lists);
  for (size_t j = 0; j < data->table.columns; j++) {
    const feature_column *c = &data->column[j];
    if (c->kind != KIND_TEXTS) continue;
    json_append(lists, c->texts > 0 ? cJSON_CreateStringArray(c->text, (int)c->texts) : cJSON_CreateArray());
  }
  return status_memory();
}

/* Has a column room for texts to come? */
static bool has_places(const features *data) {
  bool found = false;
  for (size_t j = 0; j < data->table.columns; j++) found |= data->column[j].places > data->column[j].texts;
  return found;
}

static status add_reading(const features *data, const feature_options *asked, const feature_form *form,
                          cJSON *reading) {
  const size_t columns = data->table.columns;
  TRY(state_add_count(reading, "columns", columns - form->besides));
  if (data->table.name != NULL) TRY(column_names_add(reading, "names", columns, data->table.name));
  if (has_texts(asked, form)) TRY(add_texts(data, form->texts, reading));
  if (has_places(data)) TRY(state_add_count(reading, "places", PLACES));
  if (!extended(asked)) return STATUS_OK;
  FREED char *kinds = NULL;
  FREED double *numbers = NULL;
  TRY(NEW_ARRAY(columns + 1, kinds));
  TRY(NEW_ARRAY(2 * columns, numbers));
  for (size_t j = 0; j < columns; j++) {
    kinds[j] = (char)data->column[j].kind;
    numbers[j] = data->column[j].mean;
    numbers[columns + j] = data->column[j].gap;
  }
  TRY(state_add_text(reading, "kinds", kinds));
  TRY(state_add_numbers(reading, "means", columns, numbers));
  return state_add_numbers(reading, "gaps", columns, numbers + columns);
}

/* Takes the texts of the learned data from *next, and moves *next on. places: of rows that come one by one; otherwise 0. */
static status take_texts(feature_column *c, const char *name, size_t places, const cJSON **next) {
  const cJSON *list = *next;
  const size_t count = (size_t)cJSON_GetArraySize(list);
  bool right = cJSON_IsArray(list) && (places == 0 || count <= places);
  c->places = places > 0 ? places : count;
  TRY(NEW_ARRAY(c->places + 1, c->text));
  for (const cJSON *text = right ? list->child : NULL; text != NULL && right; text = text->next) {
    right =
        cJSON_IsString(text) && (places > 0 || c->texts == 0 || strcmp(c->text[c->texts - 1], text->valuestring) < 0);
    c->text[c->texts++] = text->valuestring;
  }
  if (!right) return FAIL(STATUS_INVALID, "%s: expected a list of ascending strings for each column of texts", name);
  *next = list->next;
  return STATUS_OK;
}

static status take_kinds(features *data, const cJSON *given) {
  const cJSON *kinds = cJSON_GetObjectItemCaseSensitive(given, "kinds");
  const size_t columns = data->table.columns;
  FREED double *numbers = NULL;
  if (!cJSON_IsString(kinds) || strlen(kinds->valuestring) != columns ||
      strspn(kinds->valuestring, "ntodDMy-") != columns || kinds->valuestring[data->target] != KIND_TARGET) {
    return FAIL(STATUS_INVALID, "kinds: expected a letter of ntodDMy- for each of %zu columns", columns);
  }
  for (size_t j = 0; j < columns; j++) {
    feature_column *c = &data->column[j];
    const column_kind kind = (column_kind)kinds->valuestring[j];
    if ((kind == KIND_TARGET) != (j == data->target) || (kind == KIND_ORDERED && c->text == NULL)) {
      return FAIL(STATUS_INVALID, "kinds: column %zu is not what the options say", j + 1);
    }
    c->kind = kind;
  }
  TRY(NEW_ARRAY(2 * columns, numbers));
  TRY(state_get_numbers(given, "means", columns, numbers));
  TRY(state_get_numbers(given, "gaps", columns, numbers + columns));
  for (size_t j = 0; j < columns; j++) {
    data->column[j].mean = numbers[j];
    data->column[j].gap = numbers[columns + j] != 0.0;
  }
  return STATUS_OK;
}

static status take_reading(features *data, const feature_options *asked, const feature_form *form, const cJSON *given) {
  const char *texts = form->texts;
  if (!has_texts(asked, form)) return STATUS_OK;
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(given, texts);
  if (!cJSON_IsArray(list)) return FAIL(STATUS_INVALID, "%s: expected a list", texts);
  if (extended(asked)) TRY(take_kinds(data, given));
  list = list->child;
  size_t places = 0;
  if (cJSON_HasObjectItem(given, "places")) TRY(state_get_count(given, "places", 1, 1000000, &places));
  for (size_t j = 0; j < data->table.columns; j++) {
    if (data->column[j].kind == KIND_TEXTS) TRY(take_texts(&data->column[j], texts, places, &list));
  }
  return list == NULL ? STATUS_OK : FAIL(STATUS_INVALID, "%s: one list too many", texts);
}

/* The place of the target among the columns that were learned. */
static size_t learned_target(const feature_form *form, size_t count, const char *const *names) {
  const column_choice *of = &form->column;
  size_t place = of->number > 0 ? of->number - 1 : count - 1;
  if (of->name == NULL || *of->name == '\0') return place;
  for (place = 0; place < count && strcmp(names[place], of->name) != 0;) place++;
  return place;
}

/* Columns by their names, in any order; those of other names are left out, and the target's may be missing. */
static status arrange_columns(features *data, const feature_form *form, const cJSON *given) {
  FREED const char **names = NULL;
  FREED wanted_column *wanted = NULL;
  size_t count = 0, used = 0;
  text_table *table = &data->table;
  TRY(column_names_of(form->who, given, "names", &names, &count));
  const size_t before = table->columns;
  TRY(NEW_ARRAY(count, wanted));
  const size_t target = learned_target(form, count, names);
  for (size_t k = 0; k < count; k++) wanted[k] = (wanted_column){names[k], k == target};
  TRY(text_table_arrange(table, count, wanted, "those of the data that were learned"));
  for (size_t k = 0; k < table->columns; k++) used += table->place[k] < table->width;
  data->ignored = before - used;
  return STATUS_OK;
}

static status check_columns(features *data, const feature_options *asked, const feature_form *form,
                            const cJSON *given) {
  size_t columns = 0;
  const text_table *table = &data->table;
  if (cJSON_HasObjectItem(given, "names") || asked->header) TRY(arrange_columns(data, form, given));
  const status code = state_get_count(given, "columns", 1, 1000000000, &columns);
  if (code != STATUS_OK) return status_context(code, "%s: reading", form->who);
  if (table->columns - form->besides == columns) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: %zu columns%s, expected %zu", table->lines.path, table->line[0],
              table->columns - form->besides, form->besides ? " besides the class" : "", columns);
}

/* --- the numbers --- */

/* A text of one_hot as its indicator. The first texts of rows that come one by one get the places. */
static status fill_text(const features *data, size_t row, size_t column, bool more, double *out) {
  feature_column *c = &data->column[column];
  const char *cell = text_table_cell(&data->table, row, column);
  size_t k = 0;
  while (k < c->texts && strcmp(cell, c->text[k]) != 0) k++;
  if (more && *cell == '\0') return refuse_empty(data, row, column);
  if (more && k == c->texts && k < c->places) c->text[c->texts++] = cell;
  if (k < c->texts) out[k] = 1.0;
  return STATUS_OK;
}

static status fill_row(features *data, const feature_options *asked, bool predicted, bool more, size_t row,
                       double *out) {
  const bool mean = asked->missing == GAPS_MEAN, gaps = mean || asked->missing == GAPS_INDICATOR;
  for (size_t j = 0; j < data->table.columns; j++) {
    const feature_column *c = &data->column[j];
    const char *cell = text_table_cell(&data->table, row, j);
    if (!is_used(c)) continue;
    const bool gap = gaps && is_gap(c, cell);
    data->gaps += gap;
    if (c->kind == KIND_TEXTS) {
      if (!gap) TRY(fill_text(data, row, j, more, out));
      out += c->places;
    } else if (gap) {
      *out++ = mean ? c->mean : NAN;
    } else if (predicted && is_gap(c, cell)) {
      *out++ = NAN;
    } else {
      TRY(cell_number(data, row, j, out++));
    }
    if (c->gap) *out++ = gap ? 1.0 : 0.0;
  }
  return STATUS_OK;
}

static size_t features_of(const feature_column *c) {
  return is_used(c) ? (c->kind == KIND_TEXTS ? c->places : 1) + c->gap : 0;
}

static status count_features(features *data) {
  const text_table *table = &data->table;
  for (size_t j = 0; j < table->columns; j++) data->n += features_of(&data->column[j]);
  if (data->n == 0) {
    return FAIL(STATUS_INVALID, "%s:%zu: no column besides the label, expected a feature: is the separator right?",
                table->lines.path, table->line[0]);
  }
  if (data->n > most_numbers / data->rows) {
    return FAIL(STATUS_INVALID, "%s:1: %zu rows of %zu features, expected at most %zu numbers", table->lines.path,
                data->rows, data->n, most_numbers);
  }
  TRY(NEW_ARRAY(data->n, data->from));
  for (size_t j = 0, k = 0; j < table->columns; j++) {
    for (size_t i = features_of(&data->column[j]); i > 0; i--) data->from[k++] = j + 1;
  }
  return STATUS_OK;
}

static status fill(features *data, const feature_options *asked, const feature_form *form, const cJSON *given,
                   cJSON *reading) {
  const bool predicted = given != NULL && form->more == 0;
  const size_t more = cJSON_HasObjectItem(given, "places") ? form->more : 0,
               last = more < data->rows ? more : data->rows;
  TRY(count_features(data));
  TRY(NEW_ARRAY(data->rows * data->n, data->value));
  TRY(NEW_ARRAY(data->rows, data->line));
  TRY(NEW_ARRAY(data->rows, data->text));
  for (size_t i = 0; i < data->rows; i++) {
    data->line[i] = data->table.line[data->row[i]];
    data->text[i] = text_table_cell(&data->table, data->row[i], data->target);
    TRY(fill_row(data, asked, predicted, more > 0, data->row[i], data->value + i * data->n));
    if (i + 1 == last) TRY(add_texts(data, form->texts, reading));
  }
  return STATUS_OK;
}

static status read_table(const char *path, const feature_options *asked, const feature_form *form, const cJSON *given,
                         features *out) {
  const bool named = given != NULL && cJSON_HasObjectItem(given, "names");
  *out = (features){.n = 0};
  const table_form table = {.separator = text_separators[asked->separator],
                            .names = asked->header || named ? NAMES_FIRST
                                     : given != NULL        ? NAMES_NONE
                                                            : NAMES_FOUND,
                            .decimal_comma = asked->decimal == DECIMAL_COMMA};
  TRY(text_table_read(path, &table, &out->table));
  if (given != NULL) TRY(check_columns(out, asked, form, given));
  TRY(NEW_ARRAY(out->table.columns, out->column));
  return find_kinds(out, asked, form);
}

status features_read(const char *path, const feature_options *asked, const feature_form *form, const cJSON *given,
                     cJSON *reading, features *out) {
  TRY(read_table(path, asked, form, given, out));
  if (given != NULL) {
    const status code = take_reading(out, asked, form, given);
    if (code != STATUS_OK) return status_context(code, "%s: reading", form->who);
    TRY(find_rows(out, false, false));
    return fill(out, asked, form, given, reading);
  }
  for (size_t j = 0; j < out->table.columns; j++) {
    if (out->column[j].kind == KIND_TEXTS) TRY(find_texts(out, asked, j));
    if (out->column[j].kind == KIND_DATE) TRY(find_date_order(out, j));
  }
  TRY(find_rows(out, asked->missing != GAPS_ABSENT && asked->missing != GAPS_REFUSE, asked->missing == GAPS_DROP));
  TRY(find_gaps(out, asked));
  TRY(add_reading(out, asked, form, reading));
  return fill(out, asked, form, NULL, NULL);
}

/* " numbers (3), dates (1)": columns of each kind. */
static void say_kinds(const features *data, size_t room, char out[]) {
  static const struct {
    const char *letters, *what;
  } kinds[] = {{"n", "numbers"}, {"t", "texts"}, {"o", "ordered texts"}, {"dDM", "dates"}};
  size_t length = 0;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    size_t count = 0;
    for (size_t j = 0; j < data->table.columns; j++) count += strchr(kinds[k].letters, data->column[j].kind) != NULL;
    if (count == 0) continue;
    length += (size_t)snprintf(out + length, room - length, "%s %s (%zu)", length > 0 ? "," : "", kinds[k].what, count);
  }
}

void features_scaling(const char *scaling, double fit, bool online, char out[FEATURES_SCALING]) {
  char share[NUMBER_TEXT + 8] = "", number[NUMBER_TEXT];
  if (!isnan(fit)) (void)snprintf(share, sizeof share, ", fit = %s", number_text(fit, number));
  (void)snprintf(out, FEATURES_SCALING, "scaling = %s%s%s", scaling, share, online ? ", online" : "");
}

status features_said(const features *data, const feature_options *asked, const char *file, const char *scaling,
                     char **out) {
  char kinds[200] = "", names[60] = "", latin1[60] = "", gaps[100] = "", scaled[FEATURES_SCALING];
  say_kinds(data, sizeof kinds, kinds);
  features_scaling(scaling, asked->fit, asked->online, scaled);
  if (data->table.name != NULL) (void)snprintf(names, sizeof names, ", names in line %zu", data->table.name_line);
  if (data->table.lines.latin1 > 0)
    (void)snprintf(latin1, sizeof latin1, ", letters of Latin-1 %zu", data->table.lines.latin1);
  if (asked->missing != GAPS_ABSENT) {
    (void)snprintf(gaps, sizeof gaps, "; missing = %s: gaps filled %zu, rows left out %zu", gaps_words[asked->missing],
                   data->gaps, data->dropped);
  }
  return memory_format(out, "%s: rows read %zu%s%s; predicted column %zu; features %zu from columns of%s%s; %s", file,
                       data->rows, names, latin1, data->target + 1, data->n, kinds, gaps, scaled);
}

/* `advice`: what else helps. */
static status refuse_whole(const char *who, const char *option, const char *value, const char *advice) {
  return FAIL(STATUS_INVALID,
              "%s: %s = \"%.40s\" is found from all rows, which come one by one here: %slearn a file of rows with "
              "winnow run --save-state and go on with --load",
              who, option, value, advice);
}

status features_refuse_whole(const char *who, const char *option, const char *value) {
  return refuse_whole(who, option, value, "");
}

status features_refuse_scaling(const char *who, const char *scaling) {
  return refuse_whole(who, "scaling", scaling, "online = true finds it from the rows so far; or ");
}

status features_check_online(const char *who, const feature_options *asked, const char *scaling, bool shuffled,
                             size_t passes) {
  if (!asked->online) return STATUS_OK;
  if (strcmp(scaling, "none") == 0 || strcmp(scaling, "range") == 0) {
    return FAIL(STATUS_INVALID, "%s: online = true has no effect with scaling = \"%s\"", who, scaling);
  }
  if (strcmp(scaling, "rank") == 0) {
    return FAIL(STATUS_INVALID,
                "%s: scaling = \"rank\" is found from all rows, or the first share fit of them: online = true needs "
                "another one",
                who);
  }
  if (!isnan(asked->fit)) {
    return FAIL(STATUS_INVALID, "%s: fit scales by the first rows, online = true by all so far: expected one of them",
                who);
  }
  if (asked->missing == GAPS_MEAN) {
    return FAIL(STATUS_INVALID,
                "%s: missing = \"mean\" looks at all rows, online = true at none to come: missing = \"indicator\" or "
                "\"drop\" goes with it",
                who);
  }
  if (shuffled) {
    return FAIL(STATUS_INVALID,
                "%s: online = true takes the rows as they stand in the file: write order = \"file\", and shuffle the "
                "lines of the file if you need to",
                who);
  }
  if (passes > 1) {
    return FAIL(STATUS_INVALID, "%s: online = true is for one pass: with passes = %zu the second one knows all rows",
                who, passes);
  }
  return STATUS_OK;
}

status features_begin(const char *path, const feature_options *asked, const feature_form *form, cJSON *reading,
                      size_t *n) {
  CLEANUP(features_free) features data = {.n = 0};
  if (asked->missing == GAPS_MEAN || asked->missing == GAPS_DROP) {
    return refuse_whole(form->who, "missing", gaps_words[asked->missing],
                        "missing = \"indicator\" takes rows as they come; or ");
  }
  TRY(read_table(path, asked, form, NULL, &data));
  for (size_t j = 0; j < data.table.columns; j++) {
    feature_column *c = &data.column[j];
    if (c->kind == KIND_TEXTS) c->places = PLACES;
    if (c->kind == KIND_DATE) TRY(find_date_order(&data, j));
    c->gap = asked->missing == GAPS_INDICATOR && is_used(c);
  }
  TRY(find_rows(&data, false, false));
  TRY(add_reading(&data, asked, form, reading));
  TRY(count_features(&data));
  *n = data.n;
  return STATUS_OK;
}
