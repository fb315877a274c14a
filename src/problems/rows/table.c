/* A table with a class column as a sequence of trials: real data, one class against the rest. */

#include "base/json.h"
#include "base/sorting.h"
#include "base/state.h"
#include "data/columns/column_names.h"
#include "problems/rows/labelled_rows.h"

enum { MOST_CLASSES = 100 };
enum { CLASS_ROOM = 256 }; /* for a class that an option names */
typedef enum others_choice { OTHERS_OMIT, OTHERS_REFUSE, OTHERS_ABSENT } others_choice;
typedef enum table_scaling { TABLE_NONE, TABLE_RANGE, TABLE_UNIT, TABLE_RANK } table_scaling;
static const char *const scaling_words[] = {"none", "range", "unit", "rank"};

typedef struct table {
  labelled_rows labelled; /* first */
  const char *file;
  dense_options dense;
  feature_options features;
  column_choice class_column;
  const char *positive, *classes;
  others_choice others;
  table_scaling scaling;
  double low, high;
  bool bias;
} table;

static const parameter parameters[] = {
    OPTION_FILE(table, file, REQUIRED, "text file: one row per line, numbers and a class"),
    FEATURE_PARAMETERS(table, features),
    OPTION_COLUMN(table, class_column, ABSENT, 1, 1e6,
                  "the column of the class, by number from 1 or, with a header, by name; absent: the last one"),
    OPTION_TEXT(table, positive, REQUIRED,
                "the class that is labelled 1; all others -1; numbers count by value: 1, +1 and 1.0 are one class; "
                "\"\", of rows that come one by one: each class against the rest"),
    OPTION_TEXT(table, classes, ABSENT,
                "only rows of these classes, separated by blanks; absent: all, which are numbers if positive is one"),
    OPTION_CHOICE(table, others, ABSENT, "omit refuse",
                  "rows of classes that are not among classes: left out, or refused; absent: omit"),
    OPTION_CHOICE(table, scaling, "none", "none range unit rank",
                  "none; range: from [low,high] to [0,1], values outside are refused; unit: each column's own range; "
                  "rank: the share of its column's numbers below it, plus half of those equal"),
    OPTION_NUMBER(table, low, "0", ANY_NUMBER, "least possible value, for scaling = range"),
    OPTION_NUMBER(table, high, "1", ANY_NUMBER, "largest possible value, for scaling = range"),
    OPTION_FLAG(table, bias, ABSENT, "add a last feature that is always 1, before lengths; absent: false"),
    DENSE_ROWS_PARAMETERS(table, dense),
    ROW_ORDER_PARAMETERS(row_trials, order),
    LABELLED_COMPARATOR_PARAMETERS("none", "none is known"),
};

static const option_rule rules[] = {LABELLED_RULES};

static feature_form form_of(const table *asked, const char *who, size_t more) {
  return (feature_form){.who = who,
                        .target = "class_column",
                        .column = asked->class_column,
                        .texts = "texts",
                        .besides = true,
                        .more = more};
}

/* The words of `classes`; none where it is absent. */
static const char *classes_of(const table *asked) {
  return asked->classes != NULL ? asked->classes : "";
}

/* The next word of the list behind *at, and *at behind it; false after the last one. A longer word than there is room for is cut. */
static bool next_class(const char **at, char word[CLASS_ROOM]) {
  const char *start = *at + strspn(*at, " ");
  const size_t length = strcspn(start, " ");
  (void)snprintf(word, CLASS_ROOM, "%.*s", (int)(length < CLASS_ROOM ? length : CLASS_ROOM - 1), start);
  *at = start + length;
  return length > 0;
}

static bool all_classes(const char *classes) {
  return classes[strspn(classes, " ")] == '\0';
}

/* Is the class among the words? An empty list stands for all classes. */
static bool wanted(const char *classes, const char *class) {
  char word[CLASS_ROOM];
  bool found = all_classes(classes);
  while (!found && next_class(&classes, word)) found = equal_by_value(word, class);
  return found;
}

static status check_positive(const table *asked, const char *who) {
  const char *positive = asked->positive, *classes = classes_of(asked);
  if (*positive == '\0' || wanted(classes, positive)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: classes = \"%.60s\" must have positive = \"%.60s\" among them", who, classes,
              positive);
}

/* Every word of `classes` and the positive class must occur. */
static status check_classes(const file_rows *rows, const features *data, const table *asked) {
  const char *path = rows->path, *positive = asked->positive, *classes = classes_of(asked);
  TRY(check_positive(asked, rows->who));
  size_t found = 0;
  for (size_t i = 0; i < data->rows; i++) found += equal_by_value(data->text[i], positive);
  if (found == 0) {
    return FAIL(STATUS_INVALID, "%s: no row has the class positive = \"%.60s\", the first class is '%s'", path,
                positive, data->text[0]);
  }
  char word[CLASS_ROOM];
  while (next_class(&classes, word)) {
    bool there = false;
    for (size_t i = 0; i < data->rows && !there; i++) there = equal_by_value(data->text[i], word);
    if (!there) return FAIL(STATUS_INVALID, "%s: no row has the class '%s' of classes", path, word);
  }
  return STATUS_OK;
}

static status refuse_value(const char *path, const features *data, size_t row, size_t j, const char *expected) {
  char text[NUMBER_TEXT];
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is %s, expected %s", path, data->line[row], data->from[j],
              number_text(data->value[row * data->n + j], text), expected);
}

static status scale_range(const file_rows *rows, features *data, const table *asked) {
  const double low = asked->low, high = asked->high;
  char expected[160], a[NUMBER_TEXT], b[NUMBER_TEXT];
  if (!(low < high)) {
    return FAIL(STATUS_INVALID, "%s: low = %s must be below high = %s", rows->who, number_text(low, a),
                number_text(high, b));
  }
  (void)snprintf(expected, sizeof expected, "a value from %s to %s (low, high)", number_text(low, a),
                 number_text(high, b));
  for (size_t i = 0; i < data->rows; i++) {
    for (size_t j = 0; j < data->n; j++) {
      double *value = &data->value[i * data->n + j];
      if (*value < low || *value > high) return refuse_value(rows->path, data, i, j, expected);
      *value = scale_to_unit(*value, low, high);
    }
  }
  return STATUS_OK;
}

/* Least and largest value of every column. */
static status find_ranges(file_rows *rows, const features *data, const table *asked, double *low, double *high) {
  const size_t fitted = features_fitted(&asked->features, data->rows);
  if (rows->given != NULL) {
    TRY(state_get_numbers(rows->given, "low", data->n, low));
    return state_get_numbers(rows->given, "high", data->n, high);
  }
  for (size_t j = 0; j < data->n; j++) {
    low[j] = high[j] = data->value[j];
    for (size_t i = 1; i < fitted; i++) {
      low[j] = fmin(low[j], data->value[i * data->n + j]); /* of the two the number, where the other is a gap */
      high[j] = fmax(high[j], data->value[i * data->n + j]);
    }
    if (isnan(low[j])) low[j] = high[j] = 0.0;
  }
  TRY(state_add_numbers(rows->reading, "low", data->n, low));
  return state_add_numbers(rows->reading, "high", data->n, high);
}

/* (x - least) / (largest - least) by column, clipped to [0,1] in other data; a constant column becomes 0. */
static status scale_unit(file_rows *rows, features *data, const table *asked) {
  FREED double *low = NULL;
  TRY(NEW_ARRAY(2 * data->n, low));
  double *high = low + data->n;
  TRY(status_context(find_ranges(rows, data, asked, low, high), "%s: reading", rows->who));
  for (size_t i = 0; i < data->rows; i++) {
    for (size_t j = 0; j < data->n; j++) {
      double *value = &data->value[i * data->n + j];
      *value = scale_to_unit(*value, low[j], high[j]);
    }
  }
  return STATUS_OK;
}

/* The number of rows to the last one that is played. */
static size_t count_played(const file_rows *rows, const features *data, const table *asked) {
  size_t last = data->rows, played = 0;
  if (rows->given != NULL) return last;
  for (size_t i = 0; i < data->rows; i++) {
    if (!wanted(classes_of(asked), data->text[i])) continue;
    last = i + 1;
    if (++played == rows->trials) break;
  }
  return last;
}

/* scaling = "unit" by the rows so far. The reading has the scale after the last row that is played. */
static status scale_online(file_rows *rows, const features *data, const table *asked) {
  CLEANUP(running_scale_free) running_scale so_far = {.columns = 0};
  const size_t n = data->n;
  size_t last = 0;
  TRY(file_rows_scale_so_far(rows, scaling_words[asked->scaling], n, count_played(rows, data, asked), &so_far, &last));
  for (size_t i = 0; i < data->rows; i++) {
    double *row = data->value + i * n;
    if (last > 0) TRY(running_scale_step(&so_far, n, NULL, row));
    if (i + 1 == last) TRY(running_scale_keep(&so_far, rows->reading));
    running_scale_apply(&so_far, n, NULL, row);
  }
  return STATUS_OK;
}

static status check(const void *self, const char *who, bool *online) {
  const table *asked = self;
  if (asked->others != OTHERS_ABSENT && all_classes(classes_of(asked))) {
    return FAIL(STATUS_INVALID, "%s: others has no effect without classes", who);
  }
  const row_order_options *order = &asked->labelled.trials.order;
  *online = asked->features.online;
  TRY(features_check_online(who, &asked->features, scaling_words[asked->scaling], order->order == ROWS_SHUFFLED,
                            order->passes));
  if (!*online || !asked->dense.centre) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s: centre = true looks at all rows, online = true at none to come: expected one of them", who);
}

static status scale(file_rows *rows, features *data, const table *asked) {
  if (asked->scaling == TABLE_RANGE) return scale_range(rows, data, asked);
  if (asked->low != 0 || asked->high != 1) {
    return FAIL(STATUS_INVALID, "%s: low and high have no effect without scaling = \"range\"", rows->who);
  }
  if (asked->features.online) {
    TRY(scale_online(rows, data, asked));
  } else if (asked->scaling == TABLE_UNIT) {
    TRY(scale_unit(rows, data, asked));
  }
  if (asked->scaling == TABLE_RANK) TRY(file_rows_rank(rows, &asked->features, data->rows, data->n, data->value));
  if (asked->dense.instances == DENSE_DYAD) return STATUS_OK;
  for (size_t i = 0; i < data->rows; i++) {
    for (size_t j = 0; j < data->n; j++) {
      const double value = data->value[i * data->n + j];
      if (isnan(value) || (value >= 0 && value <= 1)) continue;
      return refuse_value(
          rows->path, data, i, j,
          rows->given != NULL
              ? "a value in [0,1]: scaling = \"unit\" with online = true scales rows as they are learned"
              : "a value in [0,1]: choose scaling = range, unit or rank");
    }
  }
  return STATUS_OK;
}

/* Adds the classes that are labelled, distinct and sorted. */
static status add_classes(const features *data, const char *wanted_classes, cJSON *reading) {
  FREED const char **names = NULL;
  size_t count = 0, distinct = 0;
  TRY(NEW_ARRAY(data->rows, names));
  for (size_t i = 0; i < data->rows; i++) {
    if (wanted(wanted_classes, data->text[i])) names[count++] = data->text[i];
  }
  qsort(names, count, sizeof *names, order_texts);
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || strcmp(names[distinct - 1], names[i]) != 0) names[distinct++] = names[i];
  }
  return column_names_add(reading, "classes", distinct, names);
}

/* The classes of rows that come one by one, as the option has them; without it all are known, or those that have come. */
static status begin_classes(const char *positive, const char *classes, cJSON *reading) {
  char word[CLASS_ROOM];
  const bool all = all_classes(classes), each = *positive == '\0';
  if (each) TRY(state_add_count(reading, "each", all ? MOST_CLASSES : 0));
  if (all && !each) return STATUS_OK;
  cJSON *list = cJSON_CreateArray();
  json_set(reading, "classes", list);
  while (next_class(&classes, word)) json_append(list, cJSON_CreateString(word));
  return status_memory();
}

static bool known(const cJSON *classes, const char *class) {
  if (classes == NULL) return !text_is_gap(class); /* rows that came one by one */
  for (const cJSON *name = classes->child; name != NULL; name = name->next) {
    if (equal_by_value(name->valuestring, class)) return true;
  }
  return false;
}

static status check_given(const table *asked, const char *who, const cJSON *given) {
  const feature_form form = form_of(asked, who, 0);
  FREED char *names = NULL;
  char more[64];
  (void)snprintf(more, sizeof more, "%s%s%s%s", cJSON_HasObjectItem(given, "classes") ? " classes" : "",
                 *asked->positive == '\0' ? " each" : "",
                 asked->features.online         ? " online"
                 : asked->scaling == TABLE_UNIT ? " low high"
                 : asked->scaling == TABLE_RANK ? " ranks"
                                                : "",
                 asked->dense.centre ? " mean" : "");
  TRY(features_members(&asked->features, &form, given, more, &names));
  TRY(status_context(state_check_names(given, names), "%s: reading", who));
  FREED const char **classes = NULL;
  size_t count = 0;
  return cJSON_HasObjectItem(given, "classes") ? column_names_of(who, given, "classes", &classes, &count) : STATUS_OK;
}

/* Every row that is learned has a class; of others a gap is none. Where the positive class is a number, and no option names texts, all
 * classes are numbers. */
static status check_target(const file_rows *rows, const features *data, const table *asked) {
  double value = 0.0;
  const bool learned = rows->given == NULL,
             numbers = all_classes(classes_of(asked)) && number_parse(asked->positive, &value);
  for (size_t i = 0; i < data->rows; i++) {
    const char *class = data->text[i];
    char what[200];
    if (!learned && text_is_gap(class)) continue;
    if (*class == '\0') {
      return FAIL(STATUS_INVALID, "%s:%zu: column %zu has no class: write one, or missing = \"drop\"",
                  data->table.lines.path, data->line[i], data->target + 1);
    }
    if (asked->others == OTHERS_REFUSE && !wanted(classes_of(asked), class)) {
      (void)snprintf(what, sizeof what, "expected one of the classes '%.60s'%s", classes_of(asked),
                     learned           ? ""
                     : rows->more == 0 ? ", or nothing"
                                       : ", or nothing; positive = \"\" takes each class against the rest");
      return text_table_refuse(&data->table, data->row[i], data->target, what);
    }
    if (!numbers || strcmp(class, asked->positive) == 0 || number_parse(class, &value)) continue;
    (void)snprintf(what, sizeof what, "expected a number as positive = \"%.40s\" is one%s", asked->positive,
                   text_is_gap(class) ? "; missing = \"drop\" leaves out such rows"
                   : learned          ? "; classes names the classes where some are texts"
                                      : ", or nothing");
    return text_table_refuse(&data->table, data->row[i], data->target, what);
  }
  return STATUS_OK;
}

/* Row i, as n numbers: with a bias one more than the data have. */
static void take_row(const features *data, size_t i, size_t n, double *out) {
  memcpy(out, data->value + i * data->n, data->n * sizeof *out);
  if (n > data->n) out[data->n] = 1.0;
}

/* Labels each row with the number of its class, from 0; new ones are added where `given` allows more. */
static status number_classes(const features *data, file_rows *rows) {
  CLEANUP(json_free_at) cJSON *names = cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(rows->given, "classes"), true);
  const size_t most = (size_t)json_number(rows->given, "each", 0.0);
  double value = 0.0;
  for (size_t i = 0; i < data->rows; i++) {
    size_t k = 0;
    const cJSON *name = names->child;
    for (; name != NULL && !equal_by_value(name->valuestring, data->text[i]); name = name->next) k++;
    const bool added = name == NULL && rows->more > 0 && most > 0 && !text_is_gap(data->text[i]);
    if (added && k == most) {
      return text_table_refuse(&data->table, data->row[i], data->target, "expected at most 100 classes");
    }
    const char *first = names->child == NULL ? data->text[i] : names->child->valuestring;
    if (added && number_parse(first, &value) != number_parse(data->text[i], &value)) {
      char expected[128];
      (void)snprintf(expected, sizeof expected, "expected a class like '%.*s' before, all numbers or all texts",
                     (int)TEXT_SHOWN, first);
      return text_table_refuse(&data->table, data->row[i], data->target, expected);
    }
    if (added) json_append(names, cJSON_CreateString(data->text[i]));
    rows->data.label[i] = name != NULL || added ? (double)k : NAN;
    if (i + 1 == rows->more || i + 1 == data->rows) json_set(rows->reading, "classes", cJSON_Duplicate(names, true));
    if (i + 1 == rows->more) break;
  }
  return status_memory();
}

static const char *class_name(const void *self, bool column, size_t i) {
  const cJSON *names = cJSON_GetObjectItemCaseSensitive(((const row_trials *)self)->rows->reading, "classes");
  return cJSON_GetStringValue(cJSON_GetArrayItem(names, (int)i));
}

/* Takes all rows; those of other classes have no label. */
static status take_all_rows(const features *data, const table *asked, file_rows *rows) {
  const char *positive = asked->positive;
  const cJSON *classes = cJSON_GetObjectItemCaseSensitive(rows->given, "classes");
  TRY(file_rows_room(data->n + asked->bias, data->rows, rows));
  for (size_t i = 0; i < data->rows; i++) {
    take_row(data, i, rows->n, rows->data.value + i * rows->n);
    rows->data.label[i] = equal_by_value(data->text[i], positive) ? 1.0 : known(classes, data->text[i]) ? -1.0 : NAN;
  }
  return *positive == '\0' ? number_classes(data, rows) : STATUS_OK;
}

/* Takes the rows of the wanted classes. */
static status select_rows(const features *data, const table *asked, file_rows *rows) {
  const char *positive = asked->positive, *classes = classes_of(asked);
  size_t count = 0;
  TRY(add_classes(data, classes, rows->reading));
  for (size_t i = 0; i < data->rows; i++) count += wanted(classes, data->text[i]);
  TRY(file_rows_room(data->n + asked->bias, count, rows));
  count = 0;
  for (size_t i = 0; i < data->rows; i++) {
    if (!wanted(classes, data->text[i])) continue;
    take_row(data, i, rows->n, rows->data.value + count * rows->n);
    rows->data.label[count++] = equal_by_value(data->text[i], positive) ? 1.0 : -1.0;
  }
  return STATUS_OK;
}

static status read(file_rows *rows, const void *self) {
  const table *asked = self;
  const feature_form form = form_of(asked, rows->who, rows->more);
  CLEANUP(features_free) features data = {.n = 0};
  rows->gaps = asked->features.missing == GAPS_INDICATOR;
  if (rows->given != NULL) TRY(check_given(asked, rows->who, rows->given));
  TRY(features_read(rows->path, &asked->features, &form, rows->given, rows->reading, &data));
  TRY(check_target(rows, &data, asked));
  if (rows->given == NULL) TRY(check_classes(rows, &data, asked));
  TRY(scale(rows, &data, asked));
  TRY(features_said(&data, &asked->features, asked->file, scaling_words[asked->scaling], &rows->said));
  rows->ignored = data.ignored;
  TRY((rows->given != NULL ? take_all_rows : select_rows)(&data, asked, rows));
  return dense_rows_finish(rows, &asked->dense);
}

static status begin(const void *self, const problem_class *class, const char *who, const char *path, cJSON *reading) {
  const table *asked = self;
  const feature_form form = form_of(asked, who, 0);
  const char *scaling = scaling_words[asked->scaling];
  bool online = false;
  size_t n = 0;
  TRY(check(self, who, &online));
  if (asked->scaling == TABLE_RANK) return features_refuse_whole(who, "scaling", scaling);
  if (asked->scaling == TABLE_UNIT && !online) return features_refuse_scaling(who, scaling);
  if (asked->dense.centre) return features_refuse_whole(who, "centre", "");
  TRY(check_positive(asked, who));
  TRY(features_begin(path, &asked->features, &form, reading, &n));
  TRY(begin_classes(asked->positive, classes_of(asked), reading));
  return online ? running_scale_begin(scaling, n, reading) : STATUS_OK;
}

static const file_rows_reader reader = {.shared = FILE_ROWS_SHARED(file_rows, file_rows_clear),
                                        .from = PLACE(table, file),
                                        .to = sizeof(table) + 1,
                                        .check = check,
                                        .read = read};
static const problem_methods methods = {
    LABELLED_ROWS_METHODS(table), .facts = labelled_rows_facts, .reading = row_trials_reading, .begin = begin,
    .name_of = class_name,
};

const problem_class problem_table = {
    .about = {.name = "table",
              .title = "Table",
              .citation = "a text file with a class column",
              .help =
                  "rows of numbers with a class, one class against the rest, with or without the class's own subspace",
              .formula = "$X=xx^T$ with $|x|=1$, or $X=\\mathrm{diag}(x)$ with $x_i\\in[0,1]$, for the rows $x$ of the "
                         "file; $y=1$ iff the class is the one asked for",
              .family = "subspace",
              .result_version = 4,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
    .variant = &reader,
};
