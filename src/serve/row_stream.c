#include "serve/row_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/libsvm_file.h"
#include "data/text_lines.h"
#include "problems/rows/regression_rows.h"

static const char place[] = "standard input";

static bool is_libsvm(const row_stream *stream) {
  const problem_class *class = stream->reading.class;
  return strcmp(class->about.name, "libsvm") == 0 ||
         (strcmp(class->about.name, "regression_data") == 0 &&
          strcmp(options_word(stream->reading.values, PLACE(regression_trials, read.format)), "libsvm") == 0);
}

/* The first line; its end says what ends all: LF, or CR alone. */
static ssize_t first_line(row_stream *stream, char **line, size_t *room) {
  size_t length = 0;
  for (int c = getc(stream->in); c != EOF; c = getc(stream->in)) {
    if (*room < length + 2) {
      if (memory_grow(line, 2 * length + 64, 1) != STATUS_OK) {
        errno = ENOMEM;
        return -1;
      }
      *room = 2 * length + 64;
    }
    (*line)[length++] = (char)c;
    (*line)[length] = '\0';
    if (c == '\n') stream->end = '\n';
    if (c == '\r') {
      const int next = getc(stream->in);
      if (next != EOF) (void)ungetc(next, stream->in);
      if (next != '\n') stream->end = '\r';
    }
    if (stream->end != '\0') break;
  }
  return length > 0 && !ferror(stream->in) ? (ssize_t)length : -1;
}

/* The next line that is not blank goes behind the names. */
static status read_line(row_stream *stream) {
  FREED char *line = NULL;
  size_t room = 0;
  for (;;) {
    errno = 0;
    const ssize_t length =
        stream->end == '\0' ? first_line(stream, &line, &room) : getdelim(&line, &room, stream->end, stream->in);
    if (length < 0 && feof(stream->in)) return STATUS_END;
    if (length < 0) {
      return FAIL(errno == ENOMEM ? STATUS_MEMORY : STATUS_IO, "%s: cannot be read: %s", place, strerror(errno));
    }
    const char *wide = stream->line++ == 0 ? text_wide_encoding(line, (size_t)length) : NULL;
    if (wide != NULL) return FAIL(STATUS_INVALID, "%s:1: is %s, expected UTF-8: iconv -f %s", place, wide, wide);
    if (line[length - 1] == '\r') line[length - 1] = '\n';
    if (strlen(line) != (size_t)length) {
      return FAIL(STATUS_INVALID, "%s:%zu: a byte 0, expected text", place, stream->line);
    }
    if (line[strspn(line, " \t\r\n")] == '\0') continue;
    const size_t needed = stream->names + (size_t)length + 1;
    if (stream->room < needed) {
      TRY(memory_grow(&stream->text, 2 * needed, 1));
      stream->room = 2 * needed;
    }
    memcpy(stream->text + stream->names, line, (size_t)length + 1);
    return STATUS_OK;
  }
}

/* `path` is the row, with the names of the columns. */
static void show(const row_stream *stream) {
  text_lines_show(place, stream->text, stream->line - (stream->names > 0));
}

/* --- the first lines --- */

/* The cells of the row in the text, without the names. */
typedef struct first_row {
  char *text;
  text_row cells;
} first_row;

static status split(const row_stream *stream, char separator, first_row *out) {
  const text_lines lines = {.path = place, .line = stream->line};
  TRY(memory_text(stream->text + stream->names, &out->text));
  out->text[strcspn(out->text, "\r\n")] = '\0';
  return text_row_split(&lines, separator, out->text, &out->cells);
}

static void free_row(first_row *row) {
  free(row->text);
  text_row_free(&row->cells);
}

/* Only different texts, none of which is a number; the first or some at the end may be empty. */
static bool all_names(const text_row *row) {
  size_t count = row->count;
  while (count > 1 && *row->cell[count - 1] == '\0') count--;
  for (size_t j = 0; j < count; j++) {
    const char *name = row->cell[j];
    double value = 0.0;
    if (j == 0 && *name == '\0' && count > 1) continue;
    if (text_is_gap(name) || number_parse(name, &value)) return false;
    for (size_t k = 0; k < j; k++) {
      if (strcmp(name, row->cell[k]) == 0) return false;
    }
  }
  return true;
}

static void add_choice(cJSON *given, const char *name, const char *value) {
  if (!cJSON_HasObjectItem(given, name)) json_set(given, name, cJSON_CreateString(value));
}

static char separator_named(const cJSON *given) {
  const char *name = json_text(given, "separator", "comma");
  return strcmp(name, "semicolon") == 0 ? ';'
         : strcmp(name, "tab") == 0     ? '\t'
         : strcmp(name, "blank") == 0   ? ' '
                                        : ',';
}

static const char *separator_name(const char *line) {
  const char *at = strpbrk(line, ",;\t");
  return at == NULL ? "blank" : *at == ',' ? "comma" : *at == ';' ? "semicolon" : "tab";
}

static status look_for_names(const row_stream *stream, cJSON *given) {
  CLEANUP(free_row) first_row row = {.text = NULL};
  TRY(split(stream, separator_named(given), &row));
  json_set(given, "header", cJSON_CreateBool(all_names(&row.cells)));
  return STATUS_OK;
}

/* A last column of 1, -1, 0 and gaps needs no option, and has nothing else; other classes are named. */
static status look_for_class(const row_stream *stream, cJSON *given) {
  static const char *const plain[] = {"1", "-1", "0"};
  CLEANUP(free_row) first_row row = {.text = NULL};
  TRY(split(stream, separator_named(given), &row));
  const char *class = row.cells.cell[row.cells.count - 1];
  for (size_t k = 0; k < 3; k++) {
    if (!text_is_gap(class) && !equal_by_value(class, plain[k])) continue;
    json_set(given, "positive", cJSON_CreateString("1"));
    if (!cJSON_HasObjectItem(given, "classes")) {
      json_set(given, "classes", cJSON_CreateString("1 -1 0"));
      json_set(given, "others", cJSON_CreateString("refuse"));
    }
    return STATUS_OK;
  }
  return FAIL(STATUS_INVALID,
              "%s:%zu: the last column is not 1, -1 or 0: say which is the class and what is 1, as in --rows "
              "'table{class_column = 1, positive = \"yes\"}'",
              place, stream->line);
}

/* A first line sep=C says what separates. */
static status look_for_separator(row_stream *stream, cJSON *given) {
  text_lines lines = {
      .path = place, .next = stream->text, .end = stream->text + strlen(stream->text), .line = stream->line - 1};
  char separator = '\0';
  TRY(text_lines_separator(&lines, &separator));
  if (separator == '\0') return STATUS_OK;
  json_set(given, "separator", cJSON_CreateString(separator_name((const char[]){separator, '\0'})));
  return read_line(stream);
}

/* The options of a table that its first lines tell. The names of the columns stay in the text. */
static status look_at_table(row_stream *stream, bool classes, cJSON *given) {
  TRY(look_for_separator(stream, given));
  add_choice(given, "separator", separator_name(stream->text));
  if (!cJSON_HasObjectItem(given, "header")) TRY(look_for_names(stream, given));
  if (json_is_true(given, "header")) {
    stream->names = strlen(stream->text);
    if (stream->text[stream->names - 1] != '\n') return STATUS_END;
    TRY(read_line(stream));
  }
  const bool named = cJSON_HasObjectItem(given, "positive") || cJSON_HasObjectItem(given, "class_column");
  return classes && !named ? look_for_class(stream, given) : STATUS_OK;
}

static status look(row_stream *stream, const problem_class *member, cJSON *given, bool real, bool vectors) {
  const bool libsvm = member == NULL && libsvm_is_row(stream->text);
  if (member == NULL) member = problem_find(real ? "regression_data" : libsvm ? "libsvm" : "table");
  const char *name = member->about.name;
  const bool numbers = strcmp(name, "regression_data") == 0;
  stream->reading.class = member;
  add_choice(given, "file", place);
  if (numbers && (libsvm || libsvm_is_row(stream->text))) add_choice(given, "format", "libsvm");
  if (strcmp(name, "libsvm") == 0 && !cJSON_HasObjectItem(given, "one_vs_rest")) {
    json_set(given, "one_vs_rest", cJSON_CreateTrue());
  }
  if (!numbers) add_choice(given, "instances", vectors ? "vector" : "dyad");
  const bool table = strcmp(name, "table") == 0;
  if (!table && (!numbers || strcmp(json_text(given, "format", "table"), "table") != 0)) return STATUS_OK;
  return look_at_table(stream, table, given);
}

status row_stream_begin(FILE *in, const problem_class *member, cJSON *given, bool real, bool vectors,
                        row_stream *stream, cJSON **out) {
  CLEANUP(options_free_at) options *values = NULL;
  *stream = (row_stream){.in = in};
  *out = NULL;
  do {
    TRY(read_line(stream));
  } while (stream->text[0] == '#' && strpbrk(stream->text, ",;\t") == NULL); /* a comment in LIBSVM's format */
  TRY(look(stream, member, given, real, vectors));
  const problem_class *class = stream->reading.class;
  stream->begun = stream->waiting = true;
  if (class->methods->begin == NULL) {
    return FAIL(STATUS_INVALID, "--rows: %s reads no rows, expected table, libsvm or regression_data",
                class->about.name);
  }
  TRY(options_new(&class->about, given, &values));
  show(stream);
  const status code = problem_begin(class, place, values, out);
  text_lines_show(NULL, NULL, 0);
  return code;
}

/* --- rows --- */

/* The names of the columns come first, where the learned data had names. */
static status take_names(row_stream *stream) {
  stream->begun = true;
  if (!cJSON_HasObjectItem(stream->reading.reading, "names")) return STATUS_OK;
  TRY(read_line(stream));
  stream->names = strlen(stream->text);
  return stream->text[stream->names - 1] == '\n' ? STATUS_OK : STATUS_END;
}

/* The next row of the text. In LIBSVM's format a line may be a comment. */
static status read_row(row_stream *stream) {
  if (!stream->begun) TRY(take_names(stream));
  do {
    if (!stream->waiting) TRY(read_line(stream));
    stream->waiting = false;
  } while (is_libsvm(stream) && stream->text[strspn(stream->text, " \t")] == '#');
  return STATUS_OK;
}

status row_stream_open(const char *who, const cJSON *description, row_stream *stream) {
  return problem_reading_open(who, description, &stream->reading);
}

/* With the scale of the rows so far the row is one of them. */
static status extend(row_stream *stream, problem_reading *extended) {
  const problem_methods *methods = stream->reading.class->methods;
  *extended = stream->reading;
  if (methods->extend == NULL || !cJSON_HasObjectItem(stream->reading.reading, "online")) return STATUS_OK;
  cJSON_Delete(stream->next);
  stream->next = cJSON_Duplicate(stream->reading.reading, true);
  if (stream->next == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for a row's scale", place);
  extended->reading = stream->next;
  return problem_extend(&stream->reading, place, stream->next);
}

static status take(row_stream *stream, instance *x, double *label) {
  const prediction none = {.score = 0.0};
  problem_reading extended;
  TRY(extend(stream, &extended));
  TRY(problem_reading_rows(&extended, place, &stream->rows));
  TRY(problem_next(&stream->rows, NULL, x));
  return problem_reveal(&stream->rows, &none, label);
}

status row_stream_next(row_stream *stream, instance *x, double *label) {
  problem_destroy(&stream->rows);
  TRY(read_row(stream));
  show(stream);
  const status code = take(stream, x, label);
  text_lines_show(NULL, NULL, 0);
  return code;
}

void row_stream_keep(row_stream *stream, cJSON *description) {
  if (stream->next == NULL) return;
  stream->reading.reading = stream->next;
  cJSON_ReplaceItemInObjectCaseSensitive(description, "reading", stream->next);
  stream->next = NULL;
}

void row_stream_close(row_stream *stream) {
  cJSON_Delete(stream->next);
  problem_destroy(&stream->rows);
  problem_reading_close(&stream->reading);
  free(stream->text);
  *stream = (row_stream){.in = NULL};
}
