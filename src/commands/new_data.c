#include "commands/new_data.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "data/features.h"
#include "data/libsvm_file.h"
#include "data/text_table.h"

enum { TEXTS = 40, CLASSES = 12, SHOWN_COLUMNS = 60 };

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

/* Reads with the separator that gives most columns; blanks only where the others give one. */
static status read_file(const char *path, text_table *table, const char **separator) {
  *separator = NULL;
  for (size_t s = 0; s < sizeof separators / sizeof *separators; s++) {
    text_table one;
    if (*separator != NULL && separators[s].character == ' ') break;
    const status code = text_table_read(path, separators[s].character, false, &one);
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
  if (*separator != NULL) return has_names(table) ? text_table_take_names(table) : STATUS_OK;
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

/* --- a table with a column to predict --- */

typedef struct column_facts {
  size_t gaps, numbers, dates, distinct; /* distinct: up to one more than TEXTS */
  const char *text[TEXTS + 1];
  size_t times[TEXTS + 1];
  bool whole, counts; /* whole numbers; 1, 2, 3, ... */
} column_facts;

static bool is_date(const char *cell) {
  return strspn(cell, "0123456789-") == 10 && cell[4] == '-' && cell[7] == '-' &&
         (cell[10] == '\0' || cell[10] == ' ' || cell[10] == 'T');
}

static void look(const text_table *table, size_t j, column_facts *facts) {
  double before = 0.0;
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
      facts->counts = facts->counts && (i == 0 ? value == 0.0 || value == 1.0 : value == before + 1.0);
      before = value;
    } else {
      facts->counts = false;
    }
    facts->dates += is_date(cell);
    while (k < facts->distinct && strcmp(facts->text[k], cell) != 0) k++;
    if (k == facts->distinct && k <= TEXTS) facts->text[facts->distinct++] = cell;
    if (k <= TEXTS) facts->times[k]++;
  }
}

static void put_column(FILE *out, const text_table *table, size_t j) {
  if (table->name != NULL && strchr(table->name[j], ',') == NULL && strchr(table->name[j], '=') == NULL &&
      !is_number(table->name[j])) {
    (void)fputs(table->name[j], out);
  } else {
    (void)fprintf(out, "%zu", j + 1);
  }
}

typedef struct look_at {
  const text_table *table;
  column_facts *facts;
  char *kind; /* n t d - y */
  size_t target, features, gaps;
} look_at;

static void choose(look_at *l) {
  const size_t rows = l->table->rows;
  for (size_t j = 0; j < l->table->columns; j++) {
    const column_facts *f = &l->facts[j];
    const size_t there = rows - f->gaps;
    l->kind[j] = j == l->target                  ? 'y'
                 : there == 0 || f->distinct < 2 ? '-'
                 : f->numbers == there           ? (f->counts && rows > 2 ? '-' : 'n')
                 : f->dates == there             ? 'd'
                 : f->distinct <= TEXTS && (2 * f->distinct <= there || f->distinct <= 3) ? 't'
                                                                                          : '-';
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
  (void)fprintf(out, ",\n      separator = \"%s\",\n      header = %s,\n      %s = ", separator,
                table->name != NULL ? "true" : "false", target);
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
  if (l->facts[l->target].gaps > 0) {
    (void)fputs("      missing = \"drop\", -- the column to predict has gaps; or indicator, mean\n", out);
  } else if (l->gaps > 0) {
    (void)fputs("      missing = \"indicator\", -- a feature that says so; or mean, drop\n", out);
  }
  (void)fputs("      fit = 0.1, -- ranges are found from the first tenth of the rows\n", out);
}

static void put_found(FILE *out, const look_at *l, const char *file, const char *separator) {
  const char *base = strrchr(file, '/');
  (void)fprintf(out,
                "-- %.60s: %zu rows, separator %s, %s.\n"
                "-- Columns: %zu of numbers, %zu of texts (an indicator for each text), %zu of dates; left out %zu\n"
                "-- (constant, counting rows, or too many different texts). Gaps: %zu.\n",
                base == NULL ? file : base + 1, l->table->rows, separator,
                l->table->name != NULL ? "names in the first line" : "no names", count_kind(l, 'n'), count_kind(l, 't'),
                count_kind(l, 'd'), count_kind(l, '-'), l->gaps);
}

static void put_classes(FILE *out, const data_request *request, const look_at *l, const char *path,
                        const char *separator) {
  const column_facts *f = &l->facts[l->target];
  const size_t count = f->distinct < CLASSES ? f->distinct : CLASSES;
  const bool two = f->distinct == 2, matrix = l->features <= 200;
  const size_t budget = matrix ? 20000000 / (l->features * l->features + 1000) : 20000;
  const size_t trials = l->table->rows < budget ? l->table->rows : budget;
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
  const size_t trials = l->table->rows < budget ? l->table->rows : budget;
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

static status put_rows(FILE *out, const data_request *request, const char *path, const text_table *table,
                       const char *separator) {
  look_at l = {.table = table, .target = table->columns - 1};
  if (request->class != NULL) TRY(text_table_column(table, "new: --class", request->class, &l.target));
  TRY(NEW_ARRAY(table->columns, l.facts));
  status code = NEW_ARRAY(table->columns, l.kind);
  if (code == STATUS_OK) {
    for (size_t j = 0; j < table->columns; j++) look(table, j, &l.facts[j]);
    choose(&l);
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
      put_found(out, &l, path, separator);
      (numbers ? put_numbers : put_classes)(out, request, &l, path, separator);
    }
  }
  free(l.facts);
  free(l.kind);
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

/* A symmetric table of numbers, 0 on its diagonal, perhaps with names before the rows. */
static bool is_distances(const text_table *table, bool *names) {
  const size_t n = table->rows;
  *names = table->columns == n + 1;
  if ((table->columns != n && !*names) || n < 3 || n > 1024) return false;
  const size_t shift = *names;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      double x = 0.0, y = 0.0;
      if (!number_parse(text_table_cell(table, i, j + shift), &x)) return false;
      if (!number_parse(text_table_cell(table, j, i + shift), &y)) return false;
      if (x != y || !(x >= 0.0) || (i == j && x != 0.0)) return false;
    }
  }
  return true;
}

static void put_distances(FILE *out, const data_request *request, const char *path, const text_table *table, bool names,
                          const char *separator) {
  (void)fprintf(
      out,
      "-- Distances of %zu items, shown pair by pair: a density matrix is to learn the kernel they come from.\n"
      "-- They are taken as squared distances; negative eigenvalues of the kernel become 0.\n",
      table->rows);
  put_head(out, request, "the user's data; Tsuda, Raetsch & Warmuth 2005, section 5");
  (void)fprintf(out, "  trials = %zu,\n  seeds = 2,\n  problem =\n    problem.kernel_distances {\n      file = ",
                (size_t)(2e8 / (double)(table->rows * table->rows * table->rows + 10000)) + 200);
  put_text(out, path);
  (void)fprintf(out,
                ",\n      separator = \"%s\",\n      header = \"%s\",\n      labels = \"%s\",\n"
                "      negative = \"clip\",\n    },\n"
                "  learners = {\n"
                "    learner.meg { tuning = \"separable\", label = \"matrix exponentiated gradient\" },\n"
                "    learner.matrix_widrow_hoff { grid = { 0.03, 0.1, 0.3 }, label = \"matrix Widrow-Hoff\" },\n"
                "  },\n"
                "  plot = { x = \"trials\", y = \"loss\", ylabel = \"cumulative square loss\" },\n}\n",
                separator, table->name != NULL ? "line" : "none", names ? "first" : "none");
}

/* --- matches, ratings, graphs --- */

/* The column with one of the names, separated by blanks, in any case; the number of columns if there is none. */
static size_t named(const text_table *table, const char *names) {
  for (const char *word = names; *word != '\0';) {
    const size_t length = strcspn(word, " ");
    for (size_t j = 0; j < table->columns; j++) {
      if (strlen(table->name[j]) == length && strncasecmp(table->name[j], word, length) == 0) return j;
    }
    word += length;
    word += strspn(word, " ");
  }
  return table->columns;
}

static status refuse_columns(const data_request *request, const text_table *table, const char *expected) {
  char shown[400] = "";
  size_t length = 0;
  for (size_t j = 0; j < table->columns && j < SHOWN_COLUMNS && length + 64 < sizeof shown; j++) {
    length += (size_t)snprintf(shown + length, sizeof shown - length, "%s%.40s", j > 0 ? ", " : "", table->name[j]);
  }
  return FAIL(STATUS_INVALID, "%s: no columns of %s among %s: name them so in its first line", request->file, expected,
              shown);
}

static void put_option(FILE *out, const char *option, const char *name) {
  (void)fprintf(out, "      %s = ", option);
  put_text(out, name);
  (void)fputs(",\n", out);
}

/* Dates or numbers that never go back. */
static bool ascends(const text_table *table, size_t j) {
  for (size_t i = 1; i < table->rows; i++) {
    const char *before = text_table_cell(table, i - 1, j), *now = text_table_cell(table, i, j);
    double x = 0.0, y = 0.0;
    const bool back = number_parse(before, &x) && number_parse(now, &y) ? y < x : strcmp(now, before) < 0;
    if (back) return false;
  }
  return true;
}

/* The text of a column that says that a match is on neutral ground; NULL: there is no such column. */
static const char *neutral_text(const text_table *table, size_t j) {
  static const char *const texts[] = {"TRUE", "1", "yes", "y", "neutral"};
  for (size_t i = 0; j < table->columns && i < table->rows; i++) {
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
      if (strcasecmp(text_table_cell(table, i, j), texts[k]) == 0) return text_table_cell(table, i, j);
    }
  }
  return NULL;
}

static void put_elo(FILE *out, bool home, const char *more, const char *label) {
  (void)fprintf(out, "    learner.elo {\n      grid = { 10, 20, 40, 60, 80 },\n%s%s      label = \"%s\",\n    },\n",
                home ? "      advantage_grid = { 0, 40, 70, 100, 130 },\n" : "", more, label);
}

static void put_match_learners(FILE *out, bool home, bool scores) {
  (void)fputs("  -- What a grid lists plays the first tenth side by side, the best one goes on.\n"
              "  learners = {\n",
              out);
  put_elo(out, home, "", "Elo");
  if (scores) put_elo(out, home, "      margin = \"eloratings\", -- wins by more count more\n", "Elo with margins");
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
              "      grid = { 0.03, 0.1, 0.3, 1 },\n"
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
      "  -- brier, log_loss: means, less is better; result_log_loss: of win, draw and loss.\n"
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

static status put_matches(FILE *out, const data_request *request, const char *path, const text_table *table,
                          const char *separator) {
  if (table->name == NULL) {
    return FAIL(STATUS_INVALID, "%s:1: no column names, expected them in the first line", request->file);
  }
  const size_t none = table->columns;
  const size_t first =
                   named(table, "home_team hometeam home team1 player1 winner_name winner white first team_1 player_1"),
               second =
                   named(table, "away_team awayteam away team2 player2 loser_name loser black second team_2 player_2");
  const size_t a = named(table,
                         "home_score FTHG home_goals homegoals HG score1 goals1 home_points pts1 points1 first_score"),
               b = named(table,
                         "away_score FTAG away_goals awaygoals AG score2 goals2 away_points pts2 points2 second_score");
  const size_t result = named(table, "result outcome"), time = named(table, "date time tourney_date day season year");
  const size_t neutral = named(table, "neutral is_neutral neutral_venue neutral_ground");
  const bool wins = first < none && strncasecmp(table->name[first], "winner", 6) == 0;
  if (first == none || second == none)
    return refuse_columns(request, table, "two teams (home_team, away_team; winner, loser)");
  if (!wins && (a == none || b == none) && result == none) {
    return refuse_columns(request, table, "scores (home_score, away_score) or a result");
  }
  const bool scores = !wins && a < none && b < none, ordered = time < none && ascends(table, time);
  const bool home = strncasecmp(table->name[first], "home", 4) == 0 || strcasecmp(table->name[first], "white") == 0;
  const char *ground = home ? neutral_text(table, neutral) : NULL;
  size_t gaps = 0;
  for (size_t i = 0; i < table->rows && scores; i++) gaps += features_gap(text_table_cell(table, i, a));
  (void)fprintf(
      out,
      "-- Who wins? %zu matches, %s; each is predicted before it is played.\n"
      "-- A coin says which of the two is the first of the pair.\n"
      "-- With --save-state (winnow run) the learners are kept, and winnow predict results/.../states/CELL.json\n"
      "-- fixtures.csv gives the chances of home, draw and away of matches to come: the same columns, no scores.\n",
      table->rows, ordered ? "in the order of time" : "in the order of the file");
  put_head(out, request, "the user's data; Hazan, Kale & Shalev-Shwartz 2012, section 2.3");
  (void)fputs("  seeds = 1,\n  problem =\n    problem.matches {\n      file = ", out);
  put_text(out, path);
  (void)fprintf(out, ",\n      separator = \"%s\",\n", separator);
  put_option(out, "first", table->name[first]);
  put_option(out, "second", table->name[second]);
  if (scores) {
    put_option(out, "first_score", table->name[a]);
    put_option(out, "second_score", table->name[b]);
    if (gaps > 0) {
      const char *gap = "";
      for (size_t i = 0; i < table->rows; i++) {
        if (features_gap(text_table_cell(table, i, a))) gap = text_table_cell(table, i, a);
      }
      (void)fprintf(out, "      leave_out = \"%s=%s\", -- not played\n", table->name[a], gap);
    }
  } else if (!wins) {
    put_option(out, "result", table->name[result]);
  }
  if (home) (void)fputs("      home = \"first\",\n", out);
  if (ground != NULL) (void)fprintf(out, "      neutral = \"%s=%s\",\n", table->name[neutral], ground);
  if (ordered) put_option(out, "time", table->name[time]);
  if (table->rows > 30000) (void)fputs("      top_teams = 500, -- those with most matches\n", out);
  (void)fputs("      draws = \"half\",\n"
              "      loss = \"square\", -- least in the mean for the chance itself\n    },\n\n",
              out);
  put_match_learners(out, home, scores);
  put_match_plots(out);
  return STATUS_OK;
}

static status put_ratings(FILE *out, const data_request *request, const char *path, const text_table *table) {
  if (table->name == NULL || table->columns < 3) {
    return FAIL(STATUS_INVALID, "%s:1: no column names, expected who, what and rating in the first line",
                request->file);
  }
  const size_t none = table->columns;
  size_t who = named(table, "userId user user_id reviewer customer rater who row"),
         what = named(table, "movieId movie movie_id itemId item item_id product book film what column"),
         rating = named(table, "rating ratings score stars value"), time = named(table, "timestamp time");
  if (who == none || what == none || rating == none) {
    return refuse_columns(request, table, "who, what and rating (userId, movieId, rating)");
  }
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < table->rows; i++) {
    double value = 0.0;
    TRY(text_table_number(table, i, rating, &value));
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
  (void)fputs(",\n", out);
  put_option(out, "row", table->name[who]);
  put_option(out, "column", table->name[what]);
  put_option(out, "rating", table->name[rating]);
  if (time < none) {
    put_option(out, "time", table->name[time]);
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
      "    learner.matrix_factorisation { grid = { 0.01, 0.02, 0.05, 0.1 }, label = \"factorisation\" },\n"
      "    learner.follow_the_leader { of = \"column\", label = \"mean of the column\" },\n"
      "    learner.follow_the_leader { of = \"row\", label = \"mean of the row\" },\n"
      "  },\n"
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
  status code = read_file(request->file, &table, &separator);
  bool names = false;
  if (code == STATUS_OK && request->kind == DATA_ROWS && request->class == NULL && is_distances(&table, &names)) {
    put_distances(out, request, path, &table, names, separator);
  } else if (code == STATUS_OK) {
    code = request->kind == DATA_MATCHES   ? put_matches(out, request, path, &table, separator)
           : request->kind == DATA_RATINGS ? put_ratings(out, request, path, &table)
                                           : put_rows(out, request, path, &table, separator);
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
