#include "commands/new_data.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "data/columns/dates.h"
#include "data/features.h"
#include "data/libsvm_file.h"
#include "data/text_table.h"

enum { TEXTS = 40, CLASSES = 12, SHOWN_COLUMNS = 60, PLAIN = 64, LINE_WIDTH = 110 };

/* --- the file --- */

/* *out = the path of the file from the folder, so that it is found there with and without --data. */
static status path_from(const char *folder, const char *file, char **out) {
  char *from = realpath(folder, NULL), *to = realpath(file, NULL);
  status code = STATUS_OK;
  if (from == NULL || to == NULL) {
    code = FAIL(STATUS_INVALID, "%s: %s", to == NULL ? file : folder, strerror(errno));
  } else {
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
    char *steps = NULL;
    code = NEW_ARRAY(3 * up + 1, steps);
    for (size_t k = 0; code == STATUS_OK && k < 3 * up; k++) steps[k] = "../"[k % 3];
    if (code == STATUS_OK) code = memory_format(out, "%s%s", steps, to + same);
    free(steps);
  }
  free(from);
  free(to);
  return code;
}

static void put_text(FILE *out, const char *text) {
  (void)fputc('"', out);
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') (void)fputc('\\', out);
    if ((unsigned char)*text >= ' ') (void)fputc(*text, out);
  }
  (void)fputc('"', out);
}

static bool is_number(const char *cell) {
  double value = 0.0;
  return number_parse(cell, &value);
}

/* In half of the columns the first row is a text above numbers. */
static bool stands_above(const text_table *table) {
  size_t above = 0;
  for (size_t j = 0; j < table->columns; j++) {
    bool numbers = table->rows > 1 && !is_number(table->cell[j]) && !features_gap(table->cell[j]);
    for (size_t i = 1; i < table->rows && numbers; i++) {
      const char *cell = text_table_cell(table, i, j);
      numbers = is_number(cell) || features_gap(cell);
    }
    above += numbers;
  }
  return above > 0 && 2 * above >= table->columns;
}

/* Or only different texts that do not occur below themselves. */
static bool has_names(const text_table *table) {
  if (text_table_has_names(table) || stands_above(table)) return true;
  for (size_t j = 0; j < table->columns; j++) {
    const char *name = table->cell[j];
    if (*name == '\0' || is_number(name)) return false;
    for (size_t k = 0; k < j; k++) {
      if (strcmp(name, table->cell[k]) == 0) return false;
    }
    for (size_t i = 1; i < table->rows; i++) {
      if (strcmp(name, text_table_cell(table, i, j)) == 0) return false;
    }
  }
  return table->rows > 2;
}

static const struct {
  char character;
  const char *name;
} separators[] = {{',', "comma"}, {';', "semicolon"}, {'\t', "tab"}, {' ', "blank"}};

static status first_separator(const char *path, char *separator) {
  text_lines lines;
  char *line = NULL;
  TRY(text_lines_open(path, &lines));
  const status code = text_lines_next(&lines, &line);
  const char *at = code == STATUS_OK ? strpbrk(line, ",;\t") : NULL;
  if (at != NULL) *separator = *at;
  text_lines_close(&lines);
  return code == STATUS_END ? STATUS_OK : code;
}

/* Reads the table; where the lines have one column more than the first one, that one has the names of the others. */
static status read_with(const char *path, char separator, text_table *table) {
  status code = text_table_read(path, separator, false, table);
  if (code != STATUS_INVALID) return code;
  text_table_free(table);
  code = text_table_read(path, separator, true, table);
  const bool shifted = code == STATUS_OK && table->columns > 1 && *table->name[0] == '\0';
  return code != STATUS_OK || shifted ? code : text_table_read(path, separator, false, table);
}

/* Reads with the separator that gives most columns; blanks only where the others give one. */
static status read_file(const char *path, text_table *table, const char **separator) {
  *separator = NULL;
  for (size_t s = 0; s < sizeof separators / sizeof *separators; s++) {
    text_table one;
    if (*separator != NULL && separators[s].character == ' ') break;
    const status code = read_with(path, separators[s].character, &one);
    if (code == STATUS_MEMORY || code == STATUS_IO) {
      text_table_free(&one);
      return code;
    }
    if (code == STATUS_OK && one.columns > 1 && (*separator == NULL || one.columns > table->columns)) {
      if (*separator != NULL) text_table_free(table);
      *table = one;
      *separator = separators[s].name;
    } else {
      text_table_free(&one);
    }
  }
  if (*separator != NULL) return STATUS_OK;
  /* the message for the separator that the first line has */
  char found = ',';
  TRY(first_separator(path, &found));
  TRY(text_table_read(path, found, false, table));
  return FAIL(STATUS_INVALID,
              "%s:1: one column, expected a table: columns separated by commas, semicolons, tabs or blanks", path);
}

static status is_libsvm(const char *path, bool *libsvm) {
  text_lines lines;
  char *line = NULL;
  TRY(text_lines_open(path, &lines));
  const status code = text_lines_next(&lines, &line);
  *libsvm = code == STATUS_OK && libsvm_is_row(line);
  text_lines_close(&lines);
  return code == STATUS_END ? FAIL(STATUS_INVALID, "%s:1: no rows, expected a table", path) : code;
}

/* --- distances in a table --- */

/* The number in a cell, or in the one on the other side of the diagonal where it is empty; NaN: there is none. */
static double distance(const text_table *table, size_t shift, size_t i, size_t j) {
  const char *cell = text_table_cell(table, i, j + shift);
  double value = NAN;
  if (*cell == '\0') cell = text_table_cell(table, j, i + shift);
  return number_parse(cell, &value) ? value : NAN;
}

/* As many columns as rows, from column `shift`, from 0: symmetric numbers, or half of them, 0 on the diagonal. */
static bool distances_at(const text_table *table, size_t shift) {
  const size_t n = table->rows;
  if (n < 3 || n > 1024 || table->columns < n + shift) return false;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      const double x = distance(table, shift, i, j), y = distance(table, shift, j, i);
      if (!(x >= 0.0) || !(fabs(x - y) <= 1e-9 * (x + y)) || (i == j && x != 0.0)) return false;
    }
  }
  return true;
}

/* Nothing but distances, perhaps with names before the rows. */
static bool is_distances(const text_table *table, bool *names) {
  *names = table->columns == table->rows + 1;
  return (*names || table->columns == table->rows) && distances_at(table, *names);
}

/* --- a table with a column to predict --- */

typedef struct column_facts {
  size_t gaps, numbers, distinct; /* distinct: up to one more than TEXTS */
  const char *text[TEXTS + 1];
  size_t times[TEXTS + 1];
  bool whole, counts; /* whole numbers; all a step apart, as 1, 2, 3, ... */
  bool dates;
} column_facts;

/* Are all cells that are no gaps dates? */
static status find_dates(const text_table *table, size_t j, bool *dates) {
  const char **text = NULL;
  size_t count = 0;
  date_order order;
  TRY(NEW_ARRAY(table->rows, text));
  for (size_t i = 0; i < table->rows; i++) {
    if (!features_gap(text_table_cell(table, i, j))) text[count++] = text_table_cell(table, i, j);
  }
  *dates = date_order_of(count, text, &order);
  free(text);
  return STATUS_OK;
}

static status look(const text_table *table, size_t j, column_facts *facts) {
  double before = 0.0, step = 0.0;
  *facts = (column_facts){.whole = true, .counts = true};
  for (size_t i = 0; i < table->rows; i++) {
    const char *cell = text_table_cell(table, i, j);
    double value = 0.0;
    size_t k = 0;
    if (features_gap(cell)) {
      facts->gaps++;
      continue;
    }
    if (number_parse(cell, &value)) {
      facts->numbers++;
      facts->whole = facts->whole && value == floor(value);
      if (i == 1) step = value - before;
      if (i > 0) facts->counts = facts->counts && step != 0.0 && value == before + step;
      before = value;
    } else {
      facts->counts = false;
    }
    while (k < facts->distinct && strcmp(facts->text[k], cell) != 0) k++;
    if (k == facts->distinct && k <= TEXTS) facts->text[facts->distinct++] = cell;
    if (k <= TEXTS) facts->times[k]++;
  }
  facts->counts = facts->counts && facts->whole;
  return facts->numbers > 0 ? STATUS_OK : find_dates(table, j, &facts->dates);
}

/* The letters and digits of a name, small; "Home Team", home_team and HomeTeam are one. */
static void plain_name(const char *name, char out[PLAIN]) {
  size_t length = 0;
  for (; *name != '\0' && length + 1 < PLAIN; name++) {
    if (isalnum((unsigned char)*name)) out[length++] = (char)tolower((unsigned char)*name);
  }
  out[length] = '\0';
}

/* Is the name of column j one of the words, which are separated by blanks? */
static bool is_named(const text_table *table, size_t j, const char *words) {
  char name[PLAIN];
  if (table->name == NULL) return false;
  plain_name(table->name[j], name);
  const size_t length = strlen(name);
  for (const char *word = words; *word != '\0' && length > 0;) {
    const size_t found = strcspn(word, " ");
    if (found == length && strncmp(word, name, length) == 0) return true;
    word += found;
    word += strspn(word, " ");
  }
  return false;
}

/* The name of the column as options can say it; NULL: they must use its number. */
static const char *good_name(const text_table *table, size_t j) {
  if (table->name == NULL) return NULL;
  const char *name = table->name[j];
  size_t same = 0;
  const size_t length = strlen(name);
  if (length == 0 || length > 60 || is_number(name) || strpbrk(name, ",=<\"\\") != NULL) return NULL;
  if (name[0] == ' ' || name[length - 1] == ' ') return NULL;
  for (size_t k = 0; k < table->columns; k++) same += strcmp(table->name[k], name) == 0;
  return same == 1 ? name : NULL;
}

static void put_column(FILE *out, const text_table *table, size_t j) {
  const char *name = good_name(table, j);
  if (name != NULL) {
    (void)fputs(name, out);
  } else {
    (void)fprintf(out, "%zu", j + 1);
  }
}

typedef struct look_at {
  const text_table *table;
  column_facts *facts;
  char *kind;       /* n t d - y */
  const char **why; /* of the columns left out */
  size_t target, features, gaps;
  bool decimal_commas;
} look_at;

/* NULL: the column can be a feature. */
static const char *reason(const look_at *l, size_t j) {
  const column_facts *f = &l->facts[j];
  const size_t there = l->table->rows - f->gaps;
  if (there == 0) return "empty";
  if (f->distinct < 2) return "constant";
  if (f->numbers == there) {
    const bool named =
        is_named(l->table, j, "id index number no nr row rownames rowid unnamed0") && f->distinct > TEXTS;
    return l->table->rows > 2 && (f->counts || (named && f->whole)) ? "numbers the rows" : NULL;
  }
  if (f->dates || (f->distinct <= TEXTS && (2 * f->distinct <= there || f->distinct <= 3))) return NULL;
  return f->numbers > 0 ? "numbers and texts" : "too many different texts";
}

static void choose(look_at *l) {
  const size_t rows = l->table->rows;
  for (size_t j = 0; j < l->table->columns; j++) {
    const column_facts *f = &l->facts[j];
    l->why[j] = reason(l, j);
    l->kind[j] = j == l->target                 ? 'y'
                 : l->why[j] != NULL            ? '-'
                 : f->numbers == rows - f->gaps ? 'n'
                 : f->dates                     ? 'd'
                                                : 't';
    if (l->kind[j] == 'n' || l->kind[j] == 'd') l->features++;
    if (l->kind[j] == 't') l->features += f->distinct;
    if (l->kind[j] != '-' && l->kind[j] != 'y') l->gaps += f->gaps;
  }
}

static void put_list(FILE *out, const look_at *l, const char *option, char kind) {
  bool first = true;
  for (size_t j = 0; j < l->table->columns; j++) {
    if (l->kind[j] != kind) continue;
    (void)fprintf(out, first ? "      %s = \"" : ",", option);
    first = false;
    put_column(out, l->table, j);
  }
  if (!first) (void)fputs("\",\n", out);
}

static size_t count_kind(const look_at *l, char kind) {
  size_t count = 0;
  for (size_t j = 0; j < l->table->columns; j++) count += l->kind[j] == kind;
  return count;
}

static void put_head(FILE *out, const data_request *request, const char *source) {
  (void)fprintf(out,
                "--\n"
                "--   make experiment SCEN=%s               runs it and draws it\n"
                "--   build/winnow list problems | learners | bounds   what there is to put in here\n"
                "return {\n"
                "  title = \"%s\",\n"
                "  source = \"%s\",\n",
                request->name, request->title, source);
}

static void put_reading(FILE *out, const look_at *l, const char *path, const char *separator, const char *target) {
  const text_table *table = l->table;
  (void)fputs("      file = ", out);
  put_text(out, path);
  (void)fprintf(out, ",\n      separator = \"%s\",\n      header = %s,\n", separator,
                table->name != NULL ? "true" : "false");
  if (l->decimal_commas) (void)fputs("      decimal = \"comma\",\n", out);
  (void)fprintf(out, "      %s = ", target);
  if (strcmp(target, "label") == 0) {
    (void)fprintf(out, "\"%zu\"", l->target + 1);
  } else {
    (void)fprintf(out, "%zu", l->target + 1);
  }
  if (table->name != NULL) (void)fprintf(out, ", -- %.60s", table->name[l->target]);
  (void)fputs(table->name != NULL ? "\n" : ",\n", out);
  put_list(out, l, "one_hot", 't');
  put_list(out, l, "dates", 'd');
  put_list(out, l, "omit", '-');
  if (l->gaps > 0) {
    (void)fputs("      missing = \"indicator\", -- a feature that says so; or mean, drop\n", out);
  } else if (l->facts[l->target].gaps > 0) {
    (void)fputs("      missing = \"drop\", -- rows in which the column to predict is a gap\n", out);
  }
  (void)fputs("      fit = 0.1, -- ranges are found from the first tenth of the rows\n", out);
}

/* "-- Left out: a (why), b (why)." in lines of LINE_WIDTH. */
static void put_left_out(FILE *out, const look_at *l) {
  const text_table *table = l->table;
  size_t width = 0;
  for (size_t j = 0, shown = 0; j < table->columns; j++) {
    char text[160];
    if (l->kind[j] != '-') continue;
    if (shown++ == SHOWN_COLUMNS) {
      (void)fputs(", ...", out);
      break;
    }
    const int length = table->name != NULL && *table->name[j] != '\0'
                           ? snprintf(text, sizeof text, "%.60s (%s)", table->name[j], l->why[j])
                           : snprintf(text, sizeof text, "column %zu (%s)", j + 1, l->why[j]);
    const bool first = shown == 1, turn = !first && width + (size_t)length + 3 > LINE_WIDTH;
    width = turn ? 3 + (size_t)length : width + (first ? 13 : 2) + (size_t)length;
    (void)fprintf(out, "%s%s", first ? "-- Left out: " : turn ? ",\n-- " : ", ", text);
  }
  if (width > 0) (void)fputs(".\n", out);
}

static void put_found(FILE *out, const look_at *l, const data_request *request, const char *separator) {
  const char *base = strrchr(request->file, '/');
  const text_table *table = l->table;
  const size_t gaps = l->facts[l->target].gaps;
  (void)fprintf(out,
                "-- %.60s: %zu rows, separator %s, %s%s.\n"
                "-- Columns: %zu of numbers, %zu of texts (an indicator for each text), %zu of dates. Gaps: %zu.\n",
                base == NULL ? request->file : base + 1, table->rows, separator,
                table->name != NULL ? "names in the first line" : "no names",
                l->decimal_commas ? ", decimal commas" : "", count_kind(l, 'n'), count_kind(l, 't'), count_kind(l, 'd'),
                l->gaps);
  put_left_out(out, l);
  for (size_t shift = 0; shift + table->rows <= table->columns; shift++) {
    if (!distances_at(table, shift)) continue;
    (void)fprintf(
        out,
        "-- Columns %zu to %zu are distances between the rows, here features of each row. A file of them alone, "
        "or after one\n-- column of names, is read as distances (problem.kernel_distances).\n",
        shift + 1, shift + table->rows);
    break;
  }
  (void)fprintf(out, "-- To predict: column %zu", l->target + 1);
  if (table->name != NULL) (void)fprintf(out, ", %.60s", table->name[l->target]);
  if (gaps > 0) (void)fprintf(out, "; rows in which it is a gap are left out: %zu", gaps);
  (void)fputs(request->class == NULL ? ". --class COLUMN names another one.\n" : ".\n", out);
}

static void put_classes(FILE *out, const data_request *request, const look_at *l, const char *path,
                        const char *separator) {
  const column_facts *f = &l->facts[l->target];
  const size_t count = f->distinct < CLASSES ? f->distinct : CLASSES;
  const bool two = f->distinct == 2, matrix = l->features <= 200;
  const size_t budget = matrix ? 20000000 / (l->features * l->features + 1000) : 20000;
  const size_t rows = l->table->rows - f->gaps, trials = rows < budget ? rows : budget;
  (void)fprintf(
      out, "-- The class to tell from the rest is a parameter. Winnow's entries are moved to [0,1]; the matrix forms\n"
           "-- take the same rows as dyads x x^T of length 1.\n");
  put_head(out, request, "the user's data");
  size_t best = 0;
  if (two && f->times[1] < f->times[0]) best = 1;
  (void)fputs("  params = { class = ", out);
  put_text(out, f->text[best]);
  (void)fprintf(out, ", instances = \"vector\" },\n  sweep = {\n    class = { ");
  for (size_t k = 0; k < (two ? 1 : count); k++) {
    if (k > 0) (void)fputs(", ", out);
    put_text(out, f->text[two ? best : k]);
  }
  (void)fprintf(out, " },\n    instances = { \"vector\"%s },\n  },\n  trials = %zu,\n  seeds = %d,\n\n",
                matrix ? ", \"dyad\"" : "", trials, count > 3 && !two ? 1 : 3);
  (void)fputs("  -- `order = \"file\"` where the rows are in the order of time.\n"
              "  problem = function(p)\n    return problem.table {\n",
              out);
  put_reading(out, l, path, separator, "class_column");
  (void)fputs("      positive = p.class,\n"
              "      instances = p.instances,\n"
              "      scaling = \"unit\",\n"
              "      bias = true, -- a further feature that is always 1\n"
              "      order = \"shuffled\",\n    }\n  end,\n\n"
              "  learners = function(p)\n"
              "    if p.instances == \"dyad\" then\n"
              "      return {\n"
              "        learner.matrix_winnow { r = 1, label = \"Matrix Winnow\" },\n"
              "        learner.matrix_perceptron { label = \"matrix perceptron\" },\n"
              "        learner.constant { value = -1, label = \"always the rest\" },\n"
              "      }\n"
              "    end\n"
              "    return {\n"
              "      learner.winnow { r = 2, label = \"Winnow\" },\n"
              "      learner.balanced_winnow { margin = 0.2, label = \"Balanced Winnow, margin 0.2\" },\n"
              "      learner.balanced_winnow { margin = 0.05, label = \"Balanced Winnow, margin 0.05\" },\n"
              "      learner.balanced_winnow { margin = 0.01, label = \"Balanced Winnow, margin 0.01\" },\n"
              "      learner.perceptron { label = \"perceptron\" },\n"
              "      learner.constant { value = -1, label = \"always the rest\" },\n"
              "    }\n"
              "  end,\n"
              "  plot = { x = \"trials\", y = \"mistakes\", log = \"\" },\n}\n",
              out);
}

static void put_numbers(FILE *out, const data_request *request, const look_at *l, const char *path,
                        const char *separator) {
  const size_t n = l->features + 1, cost = n * n + 1000, budget = 400000000 / cost;
  const size_t rows = l->table->rows - l->facts[l->target].gaps, trials = rows < budget ? rows : budget;
  (void)fprintf(
      out,
      "-- Features are moved to [0,1], labels to mean 0 and deviation 1 of the first tenth of the rows: a loss of\n"
      "-- about 1 a row is that of the mean.\n");
  put_head(out, request, "the user's data");
  (void)fprintf(out, "  trials = %zu,\n  seeds = 3,\n\n", trials);
  (void)fputs("  -- `order = \"file\"` where the rows are in the order of time.\n"
              "  problem =\n    problem.regression_data {\n",
              out);
  put_reading(out, l, path, separator, "label");
  (void)fputs("      scaling = \"unit\",\n      intercept = true,\n      label_scaling = \"standard\",\n"
              "      order = \"shuffled\",\n    },\n\n"
              "  -- Rates of a grid play the first tenth side by side, the best one goes on.\n"
              "  learners = {\n"
              "    learner.ridge { grid = { 0.01, 0.1, 1, 10, 100 }, label = \"ridge regression\" },\n"
              "    learner.widrow_hoff { grid = { 0.001, 0.003, 0.01, 0.03, 0.1, 0.3 }, label = \"Widrow-Hoff\" },\n"
              "    learner.eg_pm { radius = 5, bound = 1, label = \"EG+-, |w|_1 <= 5\" },\n"
              "    learner.running_mean { label = \"running mean\" },\n"
              "  },\n"
              "  plot = { x = \"trials\", y = \"loss\", log = \"\", ylabel = \"cumulative square loss\" },\n}\n",
              out);
}

static bool is_target(const look_at *l, size_t j) {
  const column_facts *f = &l->facts[j];
  const size_t there = l->table->rows - f->gaps;
  return f->distinct >= 2 && !f->dates && !(f->counts && l->table->rows > 2) &&
         (f->numbers == there || f->distinct <= TEXTS);
}

/* A column that is called so, or the last one that can be predicted, or the last one. */
static size_t find_target(const look_at *l) {
  const size_t columns = l->table->columns;
  for (size_t j = columns; j-- > 0;) {
    if (is_named(l->table, j, "class target label") && is_target(l, j)) return j;
  }
  for (size_t j = columns; j-- > 0;) {
    if (is_target(l, j)) return j;
  }
  return columns - 1;
}

static status look_at_columns(look_at *l, const data_request *request) {
  TRY(NEW_ARRAY(l->table->columns, l->facts));
  TRY(NEW_ARRAY(l->table->columns, l->kind));
  TRY(NEW_ARRAY(l->table->columns, l->why));
  for (size_t j = 0; j < l->table->columns; j++) TRY(look(l->table, j, &l->facts[j]));
  if (request->class == NULL) {
    l->target = find_target(l);
  } else {
    TRY(text_table_column(l->table, "new: --class", request->class, &l->target));
  }
  choose(l);
  return STATUS_OK;
}

static status put_rows(FILE *out, const data_request *request, const char *path, const text_table *table,
                       const char *separator, bool decimal_commas) {
  look_at l = {.table = table, .decimal_commas = decimal_commas};
  status code = look_at_columns(&l, request);
  if (code == STATUS_OK) {
    const column_facts *f = &l.facts[l.target];
    const bool numbers = f->numbers == table->rows - f->gaps && (f->distinct > CLASSES || !f->whole);
    if (f->distinct < 2) {
      code = FAIL(STATUS_INVALID, "%s: column %zu has one value only, expected a class: --class COLUMN names another",
                  request->file, l.target + 1);
    } else if (!numbers && f->distinct > TEXTS) {
      code =
          FAIL(STATUS_INVALID, "%s: column %zu has more than %d classes, expected fewer: --class COLUMN names another",
               request->file, l.target + 1, (int)TEXTS);
    } else if (l.features == 0) {
      code = FAIL(STATUS_INVALID, "%s: no column besides the class tells anything, expected a feature", request->file);
    } else {
      put_found(out, &l, request, separator);
      (numbers ? put_numbers : put_classes)(out, request, &l, path, separator);
    }
  }
  free(l.facts);
  free(l.kind);
  free(l.why);
  return code;
}

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void put_libsvm_learners(FILE *out, bool numbers) {
  (void)fputs(
      numbers ? "  learners = {\n"
                "    learner.widrow_hoff { grid = { 0.001, 0.003, 0.01, 0.03, 0.1, 0.3 }, label = \"Widrow-Hoff\" },\n"
                "    learner.eg_pm { radius = 5, bound = 1, label = \"EG+-, |w|_1 <= 5\" },\n"
                "    learner.running_mean { label = \"running mean\" },\n"
                "  },\n  plot = { x = \"trials\", y = \"loss\", log = \"\" },\n}\n"
              : "  learners = {\n"
                "    learner.balanced_winnow { margin = 0.2, label = \"Balanced Winnow, margin 0.2\" },\n"
                "    learner.balanced_winnow { margin = 0.05, label = \"Balanced Winnow, margin 0.05\" },\n"
                "    learner.perceptron { label = \"perceptron\" },\n"
                "    learner.constant { value = -1, label = \"always the rest\" },\n"
                "  },\n  plot = { x = \"trials\", y = \"mistakes\", log = \"\" },\n}\n",
      out);
}

/* Rows label index:value ...: few labels are classes, many are numbers. */
static status put_libsvm(FILE *out, const data_request *request, const char *path) {
  libsvm_data data = {.rows = 0};
  const status code = libsvm_read(request->file, &data);
  if (code != STATUS_OK) {
    libsvm_free(&data);
    return code;
  }
  size_t distinct = 0;
  qsort(data.label, data.rows, sizeof *data.label, compare_numbers);
  for (size_t i = 0; i < data.rows; i++) {
    if (i == 0 || data.label[i] != data.label[i - 1]) data.label[distinct++] = data.label[i];
  }
  const bool numbers = distinct > CLASSES;
  (void)fprintf(out, "-- %zu rows of %zu features in LIBSVM's format; %zu different labels.\n", data.rows,
                data.features, distinct);
  put_head(out, request, "the user's data");
  if (!numbers) {
    char text[NUMBER_TEXT];
    (void)fprintf(out, "  params = { label = %s },\n  sweep = { label = { ",
                  number_text(data.label[distinct - 1], text));
    for (size_t k = distinct > 2 ? 0 : distinct - 1; k < distinct; k++) {
      (void)fprintf(out, "%s%s", number_text(data.label[k], text), k + 1 < distinct ? ", " : "");
    }
    (void)fputs(" } },\n", out);
  }
  (void)fprintf(out, "  trials = %zu,\n  seeds = 3,\n  problem = function(%s)\n    return problem.%s {\n      file = ",
                data.rows < 20000 ? data.rows : (size_t)20000, numbers ? "" : "p",
                numbers ? "regression_data" : "libsvm");
  put_text(out, path);
  (void)fprintf(out, ",\n%s      order = \"shuffled\",\n    }\n  end,\n",
                numbers ? "      format = \"libsvm\",\n      scaling = \"max_abs\",\n      intercept = true,\n"
                          "      label_scaling = \"standard\",\n      fit = 0.1,\n"
                        : "      positive_label = p.label,\n      one_vs_rest = true,\n      scaling = \"max_abs\",\n"
                          "      bias = true,\n");
  put_libsvm_learners(out, numbers);
  libsvm_free(&data);
  return STATUS_OK;
}

/* --- distances --- */

/* The first line is a whole number n, and n lines follow: as programs for trees of species write distances. */
static status is_counted(const char *path, size_t *rows) {
  text_lines lines;
  char *line = NULL;
  long long count = 0;
  size_t found = 0;
  *rows = 0;
  TRY(text_lines_open(path, &lines));
  status code = text_lines_next(&lines, &line);
  if (code == STATUS_OK) {
    line += strspn(line, " \t");
    line[strcspn(line, " \t")] = '\0';
    if (!integer_parse(line, &count) || count < 3 || count > 1024) count = 0;
  }
  while (code == STATUS_OK && count > 0) {
    code = text_lines_next(&lines, &line);
    found += code == STATUS_OK;
  }
  text_lines_close(&lines);
  if (count > 0 && found == (size_t)count) *rows = found;
  return code == STATUS_END ? STATUS_OK : code;
}

static void put_distances(FILE *out, const data_request *request, const char *path, size_t rows, const char *header,
                          bool names, const char *separator) {
  (void)fprintf(
      out,
      "-- Distances of %zu items, shown pair by pair: a density matrix is to learn the kernel they come from.\n"
      "-- They are taken as squared distances; negative eigenvalues of the kernel become 0.\n",
      rows);
  put_head(out, request, "the user's data; Tsuda, Raetsch & Warmuth 2005, section 5");
  (void)fprintf(out, "  trials = %zu,\n  seeds = 2,\n  problem =\n    problem.kernel_distances {\n      file = ",
                (size_t)(2e8 / ((double)rows * (double)rows * (double)rows + 10000)) + 200);
  put_text(out, path);
  (void)fprintf(out,
                ",\n      separator = \"%s\",\n      header = \"%s\",\n      labels = \"%s\",\n"
                "      negative = \"clip\",\n    },\n"
                "  learners = {\n"
                "    learner.meg { tuning = \"separable\", label = \"matrix exponentiated gradient\" },\n"
                "    learner.matrix_widrow_hoff { grid = { 0.03, 0.1, 0.3 }, label = \"matrix Widrow-Hoff\" },\n"
                "  },\n"
                "  plot = { x = \"trials\", y = \"loss\", ylabel = \"cumulative square loss\" },\n}\n",
                separator, header, names ? "first" : "none");
}

/* --- matches, ratings, graphs --- */

/* The column with the first of the words, which are separated by blanks, that is a name; the number of columns if there is none. */
static size_t named(const text_table *table, const char *words) {
  char word[PLAIN];
  while (*words != '\0') {
    const size_t length = strcspn(words, " ");
    (void)snprintf(word, sizeof word, "%.*s", (int)length, words);
    for (size_t j = 0; j < table->columns; j++) {
      if (is_named(table, j, word)) return j;
    }
    words += length;
    words += strspn(words, " ");
  }
  return table->columns;
}

static status refuse_columns(const data_request *request, const text_table *table, const char *expected,
                             const char *options) {
  char shown[400] = "";
  size_t length = 0;
  for (size_t j = 0; j < table->columns && j < SHOWN_COLUMNS && length + 64 < sizeof shown; j++) {
    length += (size_t)snprintf(shown + length, sizeof shown - length, "%s%.40s", j > 0 ? ", " : "", table->name[j]);
  }
  return FAIL(STATUS_INVALID, "%s: no columns of %s among %s: name them so in its first line, or in a scenario by %s",
              request->file, expected, shown, options);
}

static void put_option(FILE *out, const char *option, const char *name) {
  (void)fprintf(out, "      %s = ", option);
  put_text(out, name);
  (void)fputs(",\n", out);
}

static status ascends(const text_table *table, size_t j, bool *out) {
  const char **text = NULL;
  double before = -INFINITY;
  date_order order = DATE_YEAR_FIRST;
  TRY(NEW_ARRAY(table->rows, text));
  for (size_t i = 0; i < table->rows; i++) text[i] = text_table_cell(table, i, j);
  const bool dates = date_order_of(table->rows, text, &order);
  *out = true;
  for (size_t i = 0; i < table->rows; i++) {
    date of;
    double now = 0.0;
    if (dates) now = date_parse(text[i], order, &of) ? date_days(of) : 0.0;
    const bool number = dates || number_parse(text[i], &now);
    *out = *out && (number ? now >= before : i == 0 || strcmp(text[i - 1], text[i]) <= 0);
    if (number) before = now;
  }
  free(text);
  return STATUS_OK;
}

/* The text of a column that says that a match is on neutral ground; NULL: there is no such column. */
static const char *neutral_text(const text_table *table, size_t j) {
  static const char *const texts[] = {"TRUE", "1", "yes", "y", "neutral", "N"};
  for (size_t k = 0; j < table->columns && k < sizeof texts / sizeof *texts; k++) {
    for (size_t i = 0; i < table->rows; i++) {
      if (k == 5 && is_named(table, j, "neutral")) break; /* N is no there */
      if (strcasecmp(text_table_cell(table, i, j), texts[k]) == 0) return text_table_cell(table, i, j);
    }
  }
  return NULL;
}

/* Texts of a few kinds that say who won. */
static bool is_result(const text_table *table, size_t j) {
  static const char *const texts[] = {"1", "0", "0.5", "1-0", "0-1", "1/2",  "1/2-1/2", "0.5-0.5", "H",
                                      "A", "D", "W",   "L",   "win", "loss", "draw",    "home",    "away"};
  size_t found = 0, there = 0;
  for (size_t i = 0; j < table->columns && i < table->rows; i++) {
    const char *cell = text_table_cell(table, i, j);
    if (features_gap(cell)) continue;
    there++;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) found += strcasecmp(cell, texts[k]) == 0;
  }
  return there > 0 && found == there;
}

static void put_elo(FILE *out, bool home, bool seasons, const char *more, const char *label) {
  (void)fprintf(out,
                "    learner.elo {\n      start = 1500,\n      grid = { 10, 20, 40, 60, 80 },\n%s%s%s      label = "
                "\"%s\",\n    },\n",
                home ? "      advantage_grid = { 0, 40, 70, 100, 130 },\n" : "",
                seasons ? "      carry_grid = { 1, 0.8, 0.6 }, -- what a season leaves of the distance from 1500\n"
                        : "",
                more, label);
}

static void put_match_learners(FILE *out, bool home, bool scores, bool seasons) {
  (void)fputs("  -- What a grid lists plays the first tenth side by side, the best one goes on.\n"
              "  learners = {\n",
              out);
  put_elo(out, home, seasons, "", "Elo");
  if (scores) {
    put_elo(out, home, seasons, "      margin = \"eloratings\", -- wins by more count more; or nfl, nba\n",
            "Elo with margins");
  }
  (void)fputs("    learner.glicko2 { grid = { 0.03, 0.06, 0.12 } },\n", out);
  (void)fprintf(out,
                "    learner.bradley_terry {\n"
                "      grid = { 0.02, 0.05, 0.1, 0.2, 0.4 },\n"
                "      rate = \"constant\",\n%s"
                "      draws = \"davidson\",\n"
                "      label = \"Bradley-Terry\",\n"
                "    },\n",
                home ? "      home = \"learned\",\n" : "");
  (void)fputs("    learner.online_matrix_prediction {\n"
              "      class = \"gambling\",\n"
              "      decomposition = \"exact\",\n"
              "      grid = { 0.01, 0.03, 0.1, 0.3, 1 },\n"
              "      label = \"matrix prediction\",\n"
              "    },\n"
              "    learner.constant { value = 0.5, label = \"always 1/2\" },\n"
              "  },\n",
              out);
}

static void put_match_plots(FILE *out) {
  static const char *const rolling[][2] = {{"rolling_brier", "Brier score of a match"},
                                           {"rolling_accuracy", "accuracy"}};
  (void)fputs(
      "  -- brier, log_loss: means, less is better; result_log_loss: of win, draw and loss. ordering: orderings.tsv "
      "has\n"
      "  -- the names in the learned order, with their ratings.\n"
      "  observe = { \"brier\", \"log_loss\", \"result_log_loss\", \"accuracy\", \"calibration\", \"ordering\" },\n"
      "  plot = {\n",
      out);
  for (size_t k = 0; k < 2; k++) {
    (void)fprintf(
        out, "    { name = \"%s\", x = \"trials\", xlabel = \"match\", y = \"%s\", ylabel = \"%s\", log = \"\" },\n",
        rolling[k][0], rolling[k][0], rolling[k][1]);
  }
  (void)fputs("    { name = \"calibration\", x = \"forecast\", y = \"calibration\" },\n  },\n}\n", out);
}

typedef struct match_columns {
  size_t first, second, first_score, second_score, result, time, neutral, season;
  bool wins, scores; /* the first one has won; both scores are there */
} match_columns;

static match_columns find_match_columns(const text_table *table) {
  const size_t none = table->columns;
  match_columns c = {
      .first = named(
          table, "hometeam home teamhome homename homeclub hteam team1 player1 winnername winner white first firstteam "
                 "firstplayer teama playera"),
      .second =
          named(table, "awayteam away teamaway awayname awayclub ateam visitor visitors visitingteam visitorteam "
                       "teamvisitor team2 player2 losername loser black second secondteam secondplayer teamb playerb"),
      .first_score = named(
          table,
          "homescore fthg homegoals hg hgoal hgoals hscore homepoints homepts scorehome goalshome pointshome score1 "
          "goals1 pts1 points1 firstscore scorea homeruns homeg homefinal homeftgoals"),
      .second_score = named(
          table, "awayscore ftag awaygoals ag agoal agoals vgoal ascore vscore awaypoints awaypts scoreaway goalsaway "
                 "pointsaway visitorscore visitorgoals visitorpoints visitorpts pointsvisitor score2 goals2 pts2 "
                 "points2 secondscore scoreb awayruns awayg "
                 "awayfinal awayftgoals"),
      .result = named(table, "result ftr outcome fulltimeresult"),
      .time = named(table, "date gameday gamedate matchdate dategame datetime tourneydate utcdate time day"),
      .neutral = named(table, "neutral isneutral neutralvenue neutralground neutralsite location"),
      .season = named(table, "season seasonid seasonyear yearid year")};
  c.wins = c.first < none && is_named(table, c.first, "winner winnername");
  c.scores = !c.wins && c.first_score < none && c.second_score < none;
  if (c.scores || c.wins || !is_result(table, c.result)) c.result = none;
  if (c.time == none && c.season < none) c.time = c.season;
  return c;
}

static bool has_matches(const text_table *table, const match_columns *c) {
  return c->first < table->columns && c->second < table->columns &&
         (c->wins || c->scores || c->result < table->columns);
}

static status put_matches(FILE *out, const data_request *request, const char *path, const text_table *table,
                          const char *separator) {
  if (table->name == NULL) {
    return FAIL(STATUS_INVALID, "%s:1: no column names, expected them in the first line", request->file);
  }
  static const char options[] = "problem.matches { first = ..., second = ..., first_score = ..., second_score = ... }";
  const size_t none = table->columns;
  const match_columns c = find_match_columns(table);
  if (c.first == none || c.second == none) {
    return refuse_columns(request, table, "two teams (home_team, away_team; winner, loser)", options);
  }
  if (!has_matches(table, &c)) {
    return refuse_columns(request, table, "scores (home_score, away_score) or a result (H, D, A)", options);
  }
  bool ordered = false;
  if (c.time < none) TRY(ascends(table, c.time, &ordered));
  const bool sorted = c.time < none && !ordered && c.time != c.season;
  const char *ground = neutral_text(table, c.neutral);
  const bool home = is_named(table, c.first, "hometeam home teamhome homename homeclub hteam white") ||
                    is_named(table, c.second, "awayteam away visitor visitingteam visitors visitorteam") ||
                    ground != NULL;
  const bool seasons = c.season < none;
  const size_t said = c.scores ? c.first_score : c.result;
  size_t gaps = 0;
  for (size_t i = 0; i < table->rows && said < none; i++) {
    gaps += features_gap(text_table_cell(table, i, said)) ||
            (c.scores && features_gap(text_table_cell(table, i, c.second_score)));
  }
  (void)fprintf(
      out,
      "-- Who wins? %zu matches, in the order of %s; each is predicted before it is played.\n%s"
      "-- A coin says which of the two is the first of the pair.\n"
      "-- With --save-state (winnow run) the learners are kept, and winnow predict results/.../states/CELL.json\n"
      "-- fixtures.csv gives the chances of home, draw and away of matches to come: the same columns, no scores.\n",
      table->rows - gaps, ordered || sorted ? "time" : "the file",
      request->kind == DATA_ROWS
          ? "-- Taken for matches by the names of its columns; --class COLUMN predicts a column instead.\n"
          : "");
  put_head(out, request, "the user's data; Hazan, Kale & Shalev-Shwartz 2012, section 2.3");
  (void)fputs("  seeds = 1,\n  problem =\n    problem.matches {\n      file = ", out);
  put_text(out, path);
  (void)fprintf(out, ",\n      separator = \"%s\",\n", separator);
  put_option(out, "first", table->name[c.first]);
  put_option(out, "second", table->name[c.second]);
  if (c.scores) {
    put_option(out, "first_score", table->name[c.first_score]);
    put_option(out, "second_score", table->name[c.second_score]);
  } else if (!c.wins) {
    put_option(out, "result", table->name[c.result]);
  }
  if (gaps > 0) (void)fprintf(out, "      missing = \"drop\", -- what was not played: %zu\n", gaps);
  if (home) (void)fputs("      home = \"first\",\n", out);
  if (home && ground != NULL && strchr(table->name[c.neutral], '=') == NULL) {
    char condition[PLAIN * 2];
    (void)snprintf(condition, sizeof condition, "%s=%s", table->name[c.neutral], ground);
    put_option(out, "neutral", condition);
  }
  if (ordered || sorted) put_option(out, "time", table->name[c.time]);
  if (sorted) (void)fputs("      order = \"time\", -- sorted\n", out);
  if (seasons) put_option(out, "season", table->name[c.season]);
  if (!seasons && (ordered || sorted)) {
    (void)fputs("      -- season = ", out);
    put_text(out, table->name[c.time]);
    (void)fputs(", season_month = 8, -- where seasons begin in August: then carry of Elo has an effect\n", out);
  }
  if (table->rows > 30000) (void)fputs("      top_teams = 500, -- those with most matches\n", out);
  (void)fputs("      draws = \"half\",\n"
              "      loss = \"square\", -- least in the mean for the chance itself\n    },\n\n",
              out);
  put_match_learners(out, home, c.scores, seasons);
  put_match_plots(out);
  return STATUS_OK;
}

typedef struct rating_columns {
  size_t who, what, rating, time;
} rating_columns;

static rating_columns find_rating_columns(const text_table *table) {
  return (rating_columns){
      .who = named(table, "userid user reviewer customer customerid rater who row"),
      .what = named(table, "movieid movie itemid item productid product bookid isbn book film what column"),
      .rating = named(table, "rating ratings score stars value"),
      .time = named(table, "timestamp time")};
}

static bool has_ratings(const text_table *table, const rating_columns *c) {
  return c->who < table->columns && c->what < table->columns && c->rating < table->columns;
}

static status put_ratings(FILE *out, const data_request *request, const char *path, const text_table *table,
                          const char *separator) {
  if (table->name == NULL || table->columns < 3) {
    return FAIL(STATUS_INVALID, "%s:1: no column names, expected who, what and rating in the first line",
                request->file);
  }
  const size_t none = table->columns;
  const rating_columns c = find_rating_columns(table);
  if (!has_ratings(table, &c)) {
    return refuse_columns(request, table, "who, what and rating (userId, movieId, rating)",
                          "problem.ratings { row = ..., column = ..., rating = ... }");
  }
  bool times = c.time < none;
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < table->rows; i++) {
    double value = 0.0, time = 0.0;
    TRY(text_table_number(table, i, c.rating, &value));
    times = times && number_parse(text_table_cell(table, i, c.time), &time);
    low = fmin(low, value);
    high = fmax(high, value);
  }
  if (!(low < high)) return FAIL(STATUS_INVALID, "%s: all ratings are equal, expected different ones", request->file);
  char a[NUMBER_TEXT], b[NUMBER_TEXT];
  (void)fprintf(out, "-- Who likes what? %zu ratings from %s to %s; each is predicted before it is given.\n",
                table->rows, number_text(low, a), number_text(high, b));
  put_head(out, request, "the user's data; Hazan, Kale & Shalev-Shwartz 2012, section 2.2");
  (void)fputs("  seeds = 1,\n  trials = 30000,\n  problem =\n    problem.ratings {\n      file = ", out);
  put_text(out, path);
  (void)fprintf(out, ",\n      separator = \"%s\",\n", separator);
  put_option(out, "row", table->name[c.who]);
  put_option(out, "column", table->name[c.what]);
  put_option(out, "rating", table->name[c.rating]);
  if (times) {
    put_option(out, "time", table->name[c.time]);
  } else {
    (void)fputs("      order = \"file\",\n", out);
  }
  (void)fprintf(out, "      low = %s,\n      high = %s,\n", number_text(low, a), number_text(high, b));
  (void)fputs(
      "      top_columns = 200, -- what was rated most; without this line all of it\n    },\n\n"
      "  -- Rates of a grid play the first tenth side by side, the best one goes on.\n"
      "  learners = {\n"
      "    learner.online_matrix_prediction {\n"
      "      class = \"collaborative_filtering\",\n"
      "      decomposition = \"sharp\",\n"
      "      trace_norm = 350,\n"
      "      grid = { 0.1, 0.3, 1 },\n"
      "      label = \"matrix prediction\",\n"
      "    },\n"
      "    learner.residual_matrix_prediction {\n"
      "      class = \"collaborative_filtering\",\n"
      "      decomposition = \"sharp\",\n"
      "      trace_norm = 350,\n"
      "      grid = { 0.003, 0.01, 0.03, 0.1 },\n"
      "      label = \"means, then matrix prediction\",\n"
      "    },\n"
      "    learner.matrix_factorisation { grid = { 0.01, 0.02, 0.05, 0.1 }, label = \"factorisation\" },\n"
      "    learner.damped_means { label = \"means of row and column\" },\n"
      "    learner.follow_the_leader { of = \"column\", label = \"mean of the column\" },\n"
      "  },\n"
      "  -- Of ratings moved to [0,1]: MAE is absolute_error, RMSE the root of brier, times high - low.\n"
      "  observe = { \"absolute_error\", \"brier\" },\n"
      "  plot = {\n"
      "    { name = \"loss\", x = \"trials\", xlabel = \"rating\", y = \"loss\", ylabel = \"cumulative loss\", log = "
      "\"\" },\n"
      "    { name = \"rolling_loss\", x = \"trials\", xlabel = \"rating\", y = \"rolling_loss\", log = \"\" },\n"
      "  },\n}\n",
      out);
  return STATUS_OK;
}

static void put_graph(FILE *out, const data_request *request, const char *path) {
  (void)fputs("-- Which nodes are apart? The edges of a graph one by one, in random order, three times.\n", out);
  put_head(out, request, "the user's data; Hazan, Kale & Shalev-Shwartz 2012, section 2.1");
  (void)fputs("  seeds = 1,\n  trials = 20000,\n  problem =\n    problem.graph {\n      file = ", out);
  put_text(out, path);
  (void)fputs(
      ",\n      passes = 3,\n    },\n"
      "  learners = {\n"
      "    learner.online_matrix_prediction { class = \"max_cut\", decomposition = \"one_block\", label = \"matrix "
      "prediction\" },\n"
      "    learner.entry_averages { label = \"each edge by itself\" },\n"
      "    learner.constant { value = 0, label = \"always 0\" },\n"
      "  },\n"
      "  plot = { x = \"trials\", xlabel = \"pair\", y = \"loss\", ylabel = \"cumulative loss\", log = \"\" },\n}\n",
      out);
}

static status put_table(FILE *out, const data_request *request, const char *path) {
  text_table table = {.rows = 0};
  const char *separator = NULL;
  const bool open = request->kind == DATA_ROWS && request->class == NULL; /* what it is is found from the file */
  size_t counted = 0;
  bool names = false;
  if (open) TRY(is_counted(request->file, &counted));
  if (counted > 0) {
    put_distances(out, request, path, counted, "count", true, "blank");
    return STATUS_OK;
  }
  status code = read_file(request->file, &table, &separator);
  if (code == STATUS_OK) {
    const bool commas = strcmp(separator, "comma") != 0 && text_table_decimal_commas(&table) > 0;
    if (table.name == NULL && has_names(&table)) code = text_table_take_names(&table);
    const match_columns matches = table.name != NULL ? find_match_columns(&table) : (match_columns){0};
    const rating_columns ratings = table.name != NULL ? find_rating_columns(&table) : (rating_columns){0};
    if (code != STATUS_OK) {
      /* said */
    } else if (open && is_distances(&table, &names)) {
      put_distances(out, request, path, table.rows, table.name != NULL ? "line" : "none", names, separator);
    } else if (request->kind == DATA_MATCHES || (open && table.name != NULL && has_matches(&table, &matches))) {
      code = put_matches(out, request, path, &table, separator);
    } else if (request->kind == DATA_RATINGS || (open && table.name != NULL && has_ratings(&table, &ratings))) {
      code = put_ratings(out, request, path, &table, separator);
    } else {
      code = put_rows(out, request, path, &table, separator, commas);
    }
  }
  text_table_free(&table);
  return code;
}

status new_data(FILE *out, const data_request *request) {
  char *path = NULL;
  bool libsvm = false;
  status code = path_from(request->folder, request->file, &path);
  if (path == NULL) return code;
  if (request->kind == DATA_GRAPH) {
    put_graph(out, request, path);
  } else {
    if (request->kind == DATA_ROWS) code = is_libsvm(request->file, &libsvm);
    if (code == STATUS_OK) code = libsvm ? put_libsvm(out, request, path) : put_table(out, request, path);
  }
  free(path);
  return code == STATUS_IO ? STATUS_INVALID : code;
}
