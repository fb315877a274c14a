#include "commands/new_data.h"
#include "base/sorting.h"
#include "base/text.h"
#include "commands/template.h"
#include "data/columns/moments.h"
#include "data/libsvm_file.h"
#include "data/match_result.h"
#include "data/recognition/named_columns.h"
#include "data/recognition/table_columns.h"
#include "data/recognition/table_shape.h"
#include <errno.h>
#include <strings.h>

enum { SHOWN_COLUMNS = 60, LINE_WIDTH = 110, NEUTRAL_SHOWN = 127 };

/* *out = the path of the file from the folder, so that it is found there with and without --data. */
static status path_from(const char *folder, const char *file, char **out) {
  FREED char *from = realpath(folder, NULL), *to = realpath(file, NULL), *steps = NULL;
  if (from == NULL || to == NULL) {
    return FAIL(STATUS_INVALID, "%s: %s", to == NULL ? file : folder, strerror(errno));
  }
  size_t same = 0, at = 0, up = 0;
  for (; from[at] != '\0' && from[at] == to[at]; at++) {
    if (from[at] == '/') same = at + 1;
  }
  if (from[at] == '\0' && to[at] == '/') same = at + 1;
  for (const char *c = from + (same < strlen(from) ? same : strlen(from)); *c != '\0';) {
    up++;
    c += strcspn(c, "/");
    if (*c == '/') c++;
  }
  TRY(NEW_ARRAY(3 * up + 1, steps));
  for (size_t k = 0; k < 3 * up; k++) steps[k] = "../"[k % 3];
  return memory_format(out, "%s%s", steps, to + same);
}

/* ---- a table with a column to predict */

/* The name of the column as options can say it; NULL: they must use its number. */
static const char *good_name(const text_table *table, size_t j) {
  if (table->name == NULL) return NULL;
  const char *name = table->name[j];
  double value = 0.0;
  size_t same = 0;
  const size_t length = strlen(name);
  if (length == 0 || length > 60 || number_parse(name, &value) || strpbrk(name, ",=<\"\\") != NULL) return NULL;
  if (name[0] == ' ' || name[length - 1] == ' ') return NULL;
  for (size_t k = 0; k < table->columns; k++) same += strcmp(table->name[k], name) == 0;
  return same == 1 ? name : NULL;
}

/* The columns of this role, as an option names them. */
static void add_columns(template_values *values, const char *option, const table_columns *all, column_role role) {
  const char *comma = "";
  for (size_t j = 0; j < all->table->columns; j++) {
    if (all->column[j].role != role) continue;
    const char *name = good_name(all->table, j);
    if (name != NULL) {
      template_add(values, option, "%s%s", comma, name);
    } else {
      template_add(values, option, "%s%zu", comma, j + 1);
    }
    comma = ",";
  }
}

/* "-- Left out: a (why), b (why)." in lines of LINE_WIDTH. */
static void add_left_out(template_values *values, const table_columns *all) {
  const text_table *table = all->table;
  size_t width = 0, shown = 0;
  for (size_t j = 0; j < table->columns; j++) {
    char text[160];
    if (all->column[j].role != COLUMN_LEFT_OUT) continue;
    if (shown++ == SHOWN_COLUMNS) {
      template_add(values, "left_out", ", ...");
      break;
    }
    const char *why = all->column[j].why;
    const int length = table->name != NULL && *table->name[j] != '\0'
                           ? snprintf(text, sizeof text, "%.60s (%s)", table->name[j], why)
                           : snprintf(text, sizeof text, "column %zu (%s)", j + 1, why);
    const bool first = shown == 1, turn = !first && width + (size_t)length + 3 > LINE_WIDTH;
    width = turn ? 3 + (size_t)length : width + (first ? 13 : 2) + (size_t)length;
    template_add(values, "left_out", "%s%s", first ? "-- Left out: " : turn ? ",\n-- " : ", ", text);
  }
  if (shown > 0) template_add(values, "left_out", ".");
}

/* What was found in the table, for the first lines. */
static void add_found(template_values *values, const data_request *request, const table_columns *all) {
  const char *base = strrchr(request->file, '/');
  const text_table *table = all->table;
  const size_t gaps = all->column[all->target].gaps;
  size_t first = 0;
  template_add(values, "file_name", "%.60s", base == NULL ? request->file : base + 1);
  template_add(values, "rows", "%zu", table->rows);
  template_add(values, "first_line", "%s%s%s", table->name != NULL ? "names in the first line" : "no names",
               table->lines.latin1 > 0 ? ", Latin-1" : "", table->decimal_commas > 0 ? ", decimal commas" : "");
  template_add(values, "number_count", "%zu", all->count[COLUMN_NUMBERS]);
  template_add(values, "text_count", "%zu", all->count[COLUMN_TEXTS]);
  template_add(values, "date_count", "%zu", all->count[COLUMN_DATES]);
  template_add(values, "gaps", "%zu", all->gaps);
  add_left_out(values, all);
  if (recognise_distances_among(table, &first)) {
    template_add(values, "first_distance", "%zu", first + 1);
    template_add(values, "last_distance", "%zu", first + table->rows);
    template_keep(values, "distances", true);
  }
  template_add(values, "target", "%zu", all->target + 1);
  if (table->name != NULL) template_add(values, "target", ", %.60s", table->name[all->target]);
  if (gaps > 0) template_add(values, "target", "; rows in which it is a gap are left out: %zu", gaps);
  template_add(values, "another", "%s", request->class == NULL ? " --class COLUMN names another one." : "");
}

/* Is there a column of dates that never go back, and perhaps which? */
static status find_sorted(const table_columns *all, size_t *out) {
  const text_table *table = all->table;
  for (*out = 0; *out < table->columns; ++*out) {
    bool sorted = false;
    if (!all->column[*out].dates || all->column[*out].distinct < 2) continue;
    TRY(moments_ascend(table, *out, &sorted));
    if (sorted) break;
  }
  return STATUS_OK;
}

/* How the table is read. */
static status add_reading(template_values *values, const table_shape *shape, const table_columns *all) {
  const text_table *table = all->table;
  size_t sorted = 0;
  TRY(find_sorted(all, &sorted));
  template_keep(values, "shuffled", sorted == table->columns);
  if (sorted < table->columns) {
    template_add(values, "sorted", "%zu", sorted + 1);
    if (table->name != NULL) template_add(values, "sorted", ", %.60s", table->name[sorted]);
  }
  template_add(values, "separator", "%s", shape->separator);
  template_add(values, "header", "%s", table->name != NULL ? "true" : "false");
  template_keep(values, "decimal_commas", table->decimal_commas > 0);
  template_add(values, "column", "%zu", all->target + 1);
  template_keep(values, "column_name", true);
  if (table->name != NULL) template_add(values, "column_name", " -- %.60s", table->name[all->target]);
  add_columns(values, "texts", all, COLUMN_TEXTS);
  add_columns(values, "dates", all, COLUMN_DATES);
  add_columns(values, "omitted", all, COLUMN_LEFT_OUT);
  template_keep(values, "indicator", all->gaps > 0);
  template_keep(values, "drop", all->gaps == 0 && all->column[all->target].gaps > 0);
  return STATUS_OK;
}

static bool same_class(const char *a, const char *b) {
  return equal_by_value(a, b) || strcasecmp(a, b) == 0;
}

/* Of two classes the one to tell: that of a pair of words that says yes, or the rarer one. */
static size_t positive_class(const table_column *target) {
  static const char *const pairs[][2] = {{"yes", "no"}, {"y", "n"},  {"true", "false"},        {"t", "f"},
                                         {"1", "0"},    {"1", "-1"}, {"positive", "negative"}, {"pos", "neg"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    for (size_t k = 0; k < 2; k++) {
      if (same_class(target->text[k], pairs[i][0]) && same_class(target->text[1 - k], pairs[i][1])) return k;
    }
  }
  return target->times[1] < target->times[0] ? 1 : 0;
}

/* Among texts a number is a class only if it is named. A class with a blank cannot be. */
static void add_named_classes(template_values *values, const table_column *target) {
  char all[RECOGNISED_TEXTS * TEXT_SHOWN] = "";
  size_t length = 0;
  for (size_t k = 0; k < target->distinct && length < sizeof all; k++) {
    const char *class = target->text[k];
    if (strchr(class, ' ') != NULL) continue;
    length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", length > 0 ? " " : "", class);
  }
  template_add_quoted(values, "named_classes", all);
}

/* Classes: one against the rest. Of two one, otherwise each, as far as they are shown. */
static void add_classes(template_values *values, const table_columns *all) {
  const table_column *target = &all->column[all->target];
  const size_t count = target->distinct < RECOGNISED_CLASSES ? target->distinct : RECOGNISED_CLASSES;
  const bool two = target->distinct == 2, matrix = all->features <= 200;
  const size_t budget = matrix ? 20000000 / (all->features * all->features + 1000) : 20000;
  const size_t rows = all->table->rows - target->gaps, best = two ? positive_class(target) : 0;
  template_add_quoted(values, "class", target->text[best]);
  if (target->numbers > 0 && target->numbers < rows) add_named_classes(values, target);
  for (size_t k = 0; k < (two ? 1 : count); k++) {
    if (k > 0) template_add(values, "classes", ", ");
    template_add_quoted(values, "classes", target->text[two ? best : k]);
  }
  template_add(values, "instances", "\"vector\"%s", matrix ? ", \"dyad\"" : "");
  template_add(values, "trials", "%zu", rows < budget ? rows : budget);
  template_add(values, "seeds", "%d", count > 3 && !two ? 1 : 3);
}

static void add_numbers(template_values *values, const table_columns *all) {
  const size_t n = all->features + 1, budget = 400000000 / (n * n + 1000);
  const size_t rows = all->table->rows - all->column[all->target].gaps;
  template_add(values, "trials", "%zu", rows < budget ? rows : budget);
}

static status write_rows(FILE *out, const data_request *request, const table_shape *shape, template_values *values) {
  CLEANUP(table_columns_free) table_columns all = {0};
  const text_table *table = &shape->table;
  size_t target = 0;
  if (request->class != NULL) TRY(text_table_column(table, "new: --class", request->class, &target));
  TRY(table_columns_recognise(table, request->class != NULL ? &target : NULL, &all));
  const size_t distinct = all.column[all.target].distinct, shown = all.target + 1;
  if (distinct < 2) {
    return FAIL(STATUS_INVALID, "%s: column %zu has one value only, expected a class: --class COLUMN names another",
                request->file, shown);
  }
  if (!all.numbers && distinct > RECOGNISED_TEXTS) {
    return FAIL(STATUS_INVALID, "%s: column %zu has more than %d classes, expected fewer: --class COLUMN names another",
                request->file, shown, (int)RECOGNISED_TEXTS);
  }
  if (all.features == 0) {
    return FAIL(STATUS_INVALID, "%s: no column besides the class tells anything, expected a feature", request->file);
  }
  add_found(values, request, &all);
  TRY(add_reading(values, shape, &all));
  (all.numbers ? add_numbers : add_classes)(values, &all);
  return template_write(all.numbers ? template_numbers : template_classes, values, out);
}

/* ---- LIBSVM's format */

/* Few labels are classes, many are numbers. */
static status write_libsvm(FILE *out, const data_request *request, template_values *values) {
  CLEANUP(libsvm_free) libsvm_data data = {.rows = 0};
  size_t distinct = 0;
  TRY(libsvm_read(request->file, &data));
  qsort(data.label, data.rows, sizeof *data.label, order_doubles);
  for (size_t i = 0; i < data.rows; i++) {
    if (i == 0 || data.label[i] != data.label[i - 1]) data.label[distinct++] = data.label[i];
  }
  template_add(values, "rows", "%zu", data.rows);
  template_add(values, "features", "%zu", data.features);
  template_add(values, "distinct", "%zu", distinct);
  template_add(values, "trials", "%zu", data.rows < 20000 ? data.rows : (size_t)20000);
  if (distinct > RECOGNISED_CLASSES) return template_write(template_libsvm_numbers, values, out);
  char text[NUMBER_TEXT];
  template_add(values, "label", "%s", number_text(data.label[distinct - 1], text));
  for (size_t k = distinct > 2 ? 0 : distinct - 1; k < distinct; k++) {
    template_add(values, "labels", "%s%s", number_text(data.label[k], text), k + 1 < distinct ? ", " : "");
  }
  return template_write(template_libsvm_classes, values, out);
}

/* ---- distances, matches, ratings */

static status write_distances(FILE *out, size_t rows, const char *separator, const char *header, bool names,
                              template_values *values) {
  const double cost = (double)rows * (double)rows * (double)rows + 10000;
  template_add(values, "rows", "%zu", rows);
  template_add(values, "trials", "%zu", (size_t)(2e8 / cost) + 200);
  template_add(values, "separator", "%s", separator);
  template_add(values, "header", "%s", header);
  template_add(values, "labels", "%s", names ? "first" : "none");
  return template_write(template_distances, values, out);
}

static status refuse_columns(const data_request *request, const text_table *table, const char *expected,
                             const char *otherwise) {
  char shown[400] = "";
  size_t length = 0;
  for (size_t j = 0; j < table->columns && j < SHOWN_COLUMNS && length + 64 < sizeof shown; j++) {
    length += (size_t)snprintf(shown + length, sizeof shown - length, "%s%.40s", j > 0 ? ", " : "", table->name[j]);
  }
  return FAIL(STATUS_INVALID, "%s: no columns of %s among %s: name them so in its first line, or in a scenario by %s",
              request->file, expected, shown, otherwise);
}

/* The name of a column in quotes; no value where there is none. */
static void add_column(template_values *values, const char *option, const text_table *table, size_t j) {
  if (j < table->columns) template_add_quoted(values, option, table->name[j]);
}

static void add_match_columns(template_values *values, const text_table *table, const match_columns *c,
                              const match_facts *facts) {
  const bool timed = facts->ordered || facts->to_sort, seasons = c->season < table->columns;
  add_column(values, "first", table, c->first);
  add_column(values, "second", table, c->second);
  if (c->scores) {
    add_column(values, "first_score", table, c->first_score);
    add_column(values, "second_score", table, c->second_score);
  } else if (!c->wins) {
    add_column(values, c->winner ? "winner" : "result", table, c->result);
  }
  if (facts->neutral_where != NULL && strchr(table->name[c->neutral], '=') == NULL) {
    char condition[NEUTRAL_SHOWN + 1];
    (void)snprintf(condition, sizeof condition, "%s=%s", table->name[c->neutral], facts->neutral_where);
    template_add_quoted(values, "neutral", condition);
  }
  if (facts->walkover != NULL && strchr(table->name[facts->walkover_column], '=') == NULL) {
    char condition[NEUTRAL_SHOWN + 1];
    (void)snprintf(condition, sizeof condition, "%s=%s", table->name[facts->walkover_column], facts->walkover);
    template_add_quoted(values, "walkover", condition);
  }
  if (timed) add_column(values, "time", table, c->time);
  if (timed && !seasons) add_column(values, "months", table, c->time);
  add_column(values, "untold", table, c->untold);
  add_column(values, "season", table, c->season);
  template_keep(values, "seasons", seasons);
}

static status write_matches(FILE *out, const data_request *request, const table_shape *shape,
                            const match_columns *columns, template_values *values) {
  const text_table *table = &shape->table;
  match_facts facts;
  static const char otherwise[] =
      "problem.matches { first = ..., second = ..., first_score = ..., second_score = ... }";
  if (table->name == NULL) {
    return FAIL(STATUS_INVALID, "%s:1: no column names, expected them in the first line", request->file);
  }
  if (columns->first == table->columns || columns->second == table->columns) {
    return refuse_columns(request, table, "two teams (home_team, away_team; winner, loser)", otherwise);
  }
  if (columns->bad_result < table->rows) {
    const bool open = match_is_open(text_table_cell(table, columns->bad_result, columns->result));
    return text_table_refuse(table, columns->bad_result, columns->result,
                             open ? "no result: missing = \"drop\" in a scenario leaves out such rows"
                                  : MATCH_RESULT_EXPECTED);
  }
  if (!columns->complete) {
    return refuse_columns(request, table, "scores (home_score, away_score) or a result (H, D, A)", otherwise);
  }
  TRY(match_facts_of(table, columns, &facts));
  template_add(values, "played", "%zu", table->rows - facts.unplayed);
  template_add(values, "order", "%s", facts.ordered || facts.to_sort ? "time" : "the file");
  template_keep(values, "recognised", request->kind == DATA_ROWS);
  template_keep(values, "decimal_commas", table->decimal_commas > 0);
  template_add(values, "separator", "%s", shape->separator);
  add_match_columns(values, table, columns, &facts);
  if (facts.unplayed > 0) template_add(values, "unplayed", "%zu", facts.unplayed);
  template_keep(values, "home", facts.home);
  template_keep(values, "to_sort", facts.to_sort);
  template_keep(values, "many", table->rows > 30000);
  template_keep(values, "scores", columns->scores);
  return template_write(template_matches, values, out);
}

static status write_ratings(FILE *out, const data_request *request, const table_shape *shape,
                            const rating_columns *columns, template_values *values) {
  const text_table *table = &shape->table;
  if (table->name == NULL || table->columns < 3) {
    return FAIL(STATUS_INVALID,
                "%s:1: no column names, expected who, what and rating in the first line, or the numbers of the "
                "columns in a scenario, as in problem.ratings { row = 1, column = 2, rating = 3 }",
                request->file);
  }
  if (!columns->complete) {
    return refuse_columns(request, table, "who, what and rating (userId, movieId, rating)",
                          "problem.ratings { row = ..., column = ..., rating = ... }");
  }
  FREED moment *when = NULL;
  size_t gaps = 0, timed = 0;
  TRY(NEW_ARRAY(table->rows, when));
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < table->rows; i++) {
    double value = 0.0;
    const bool undated = columns->time < table->columns && text_is_gap(text_table_cell(table, i, columns->time));
    const bool named =
        *text_table_cell(table, i, columns->who) != '\0' && *text_table_cell(table, i, columns->what) != '\0';
    if (!named || undated || text_is_gap(text_table_cell(table, i, columns->rating))) {
      gaps++;
      continue;
    }
    TRY(text_table_number(table, i, columns->rating, &value));
    when[timed++].row = i;
    low = fmin(low, value);
    high = fmax(high, value);
  }
  if (columns->time < table->columns) TRY(moments_read(table, columns->time, timed, when));
  if (!(low < high)) return FAIL(STATUS_INVALID, "%s: all ratings are equal, expected different ones", request->file);
  char text[NUMBER_TEXT];
  template_add(values, "count", "%zu", timed);
  template_add(values, "low", "%s", number_text(low, text));
  template_add(values, "high", "%s", number_text(high, text));
  template_add(values, "separator", "%s", shape->separator);
  template_keep(values, "decimal_commas", table->decimal_commas > 0);
  add_column(values, "row", table, columns->who);
  add_column(values, "column", table, columns->what);
  add_column(values, "rating", table, columns->rating);
  add_column(values, "time", table, columns->time);
  template_keep(values, "untimed", columns->time == table->columns);
  if (gaps > 0) template_add(values, "gaps", "%zu", gaps);
  return template_write(template_ratings, values, out);
}

static status write_table(FILE *out, const data_request *request, template_values *values) {
  CLEANUP(table_shape_free) table_shape shape = {0};
  const text_table *table = &shape.table;
  const bool open = request->kind == DATA_ROWS && request->class == NULL; /* what it is is found from the file */
  size_t counted = 0;
  bool names = false;
  if (open) TRY(recognise_counted_distances(request->file, &counted, &names));
  if (counted > 0) return write_distances(out, counted, "blank", "count", names, values);
  TRY(table_shape_read(request->file, &shape));
  const match_columns matches = match_columns_of(table);
  const rating_columns ratings = rating_columns_of(table);
  if (open && recognise_distances(table, &names)) {
    return write_distances(out, table->rows, shape.separator, table->name != NULL ? "line" : "none", names, values);
  }
  if (request->kind == DATA_MATCHES || (open && matches.complete)) {
    return write_matches(out, request, &shape, &matches, values);
  }
  if (request->kind == DATA_RATINGS || (open && ratings.complete)) {
    return write_ratings(out, request, &shape, &ratings, values);
  }
  return write_rows(out, request, &shape, values);
}

static status write_scenario(FILE *out, const data_request *request) {
  CLEANUP(template_values_free) template_values values = {0};
  FREED char *path = NULL;
  bool libsvm = false;
  TRY(path_from(request->folder, request->file, &path));
  template_add(&values, "name", "%s", request->name);
  template_add(&values, "title", "%s", request->title);
  template_add_quoted(&values, "file", path);
  if (request->kind == DATA_GRAPH) return template_write(template_graph, &values, out);
  if (request->kind == DATA_ROWS) TRY(recognise_libsvm(request->file, &libsvm));
  return libsvm ? write_libsvm(out, request, &values) : write_table(out, request, &values);
}

status new_data(FILE *out, const data_request *request) {
  const status code = write_scenario(out, request);
  return code == STATUS_IO ? STATUS_INVALID : code;
}
