#include "serve/row_stream.h"
#include "base/json.h"
#include "data/table_names.h"
#include "problems/rows/regression_rows.h"
#include <errno.h>
#include <strings.h>
#include <unistd.h>

static const char place[] = "standard input";
enum { BLOCK = 1 << 14 };

static bool is_libsvm(const row_stream *stream) {
  const problem_class *class = stream->reading.class;
  return strcmp(class->about.name, "libsvm") == 0 ||
         (strcmp(class->about.name, "regression_data") == 0 &&
          strcmp(options_word(stream->reading.values, PLACE(regression_trials, read.format)), "libsvm") == 0);
}

/* More bytes: those that are there, after a wait for one if there is none. STATUS_END: there are no more. */
static status receive(row_stream *stream) {
  if (stream->next > 0) memmove(stream->received, stream->received + stream->next, stream->end - stream->next);
  stream->end -= stream->next;
  stream->next = 0;
  if (stream->space == stream->end) TRY(memory_room(&stream->received, &stream->space, stream->space + BLOCK, 1));
  if (stream->out != NULL && fflush(stream->out) != 0) {
    return FAIL(STATUS_IO, "standard output cannot be written: %s", strerror(errno));
  }
  char *to = stream->received + stream->end;
  const size_t space = stream->space - stream->end;
  const int file = fileno(stream->in);
  ssize_t count = 0;
  do {
    count = file >= 0 ? read(file, to, space) : (ssize_t)fread(to, 1, space, stream->in);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return FAIL(STATUS_IO, "%s: cannot be read: %s", place, strerror(errno));
  stream->end += (size_t)count;
  return count == 0 ? STATUS_END : STATUS_OK;
}

/* The length of the next line with its end, if all of it is there; 0 if not. The first end says what ends all lines: LF, or CR alone. */
static size_t line_length(row_stream *stream) {
  const size_t count = stream->end - stream->next;
  if (count == 0) return 0;
  const char *start = stream->received + stream->next;
  if (stream->line_end == '\0') {
    const char *feed = memchr(start, '\n', count), *mark = memchr(start, '\r', count);
    if (mark != NULL && mark + 1 == start + count) return 0; /* LF may follow */
    if (feed == NULL && mark == NULL) return 0;
    stream->line_end = mark != NULL && mark + 1 != feed && (feed == NULL || mark < feed) ? '\r' : '\n';
  }
  const char *stop = memchr(start, stream->line_end, count);
  return stop == NULL ? 0 : (size_t)(stop - start) + 1;
}

/* Adds a line of so many bytes to the text. */
static status add_line(row_stream *stream, size_t length) {
  const size_t needed = stream->length + length + 1;
  TRY(memory_room(&stream->text, &stream->room, needed, 1));
  char *line = stream->text + stream->length;
  memcpy(line, stream->received + stream->next, length);
  line[length] = '\0';
  if (line[length - 1] == '\r') line[length - 1] = '\n';
  stream->next += length;
  stream->length += length;
  stream->line++;
  return STATUS_OK;
}

/* The next line that is not blank goes behind the names. */
static status read_line(row_stream *stream) {
  for (;;) {
    size_t length = 0;
    while ((length = line_length(stream)) == 0) {
      const status code = receive(stream);
      if (code == STATUS_END) length = stream->end - stream->next; /* the last one may have no end */
      if (code == STATUS_END && length == 0) return STATUS_END;
      if (code == STATUS_END) break;
      TRY(code);
    }
    const char *start = stream->received + stream->next,
               *wide = stream->line == 0 ? text_wide_encoding(start, length) : NULL;
    if (wide != NULL) return FAIL(STATUS_INVALID, "%s:1: is %s, expected UTF-8: iconv -f %s", place, wide, wide);
    if (stream->line == 0) TRY(text_check_kind(place, start, length));
    stream->length = stream->names;
    TRY(add_line(stream, length));
    const char *line = stream->text + stream->names;
    if (strlen(line) != length) {
      return FAIL(STATUS_INVALID, "%s:%zu: a byte 0, expected text", place, stream->line);
    }
    if (line[strspn(line, TEXT_NOTHING)] != '\0') return STATUS_OK;
  }
}

/* How often what may separate cells occurs in a line; false for one that may mean more than itself: with a quote, without text behind the last separator,
 * or of ARFF. */
static bool count_separators(const char *line, size_t length, size_t count[4]) {
  static const char separators[] = ",;\t ";
  memset(count, 0, 4 * sizeof *count);
  for (size_t i = 0; i < length; i++) {
    const char *found = line[i] == '\0' ? NULL : strchr(separators, line[i]);
    if (found != NULL) count[found - separators]++;
    if (line[i] == '"' || line[i] == '\0') return false;
  }
  while (length > 0 && strchr("\r\n", line[length - 1]) != NULL) length--;
  return length > 0 && strchr(separators, line[length - 1]) == NULL && *line != '%' && *line != '@';
}

/* What has come besides goes behind the row, if no row is read otherwise for that: lines that are ended and, in tables, separated as the row is, in all
 * not many more bytes than a block. */
static status read_more(row_stream *stream) {
  const bool table = !is_libsvm(stream);
  if (stream->id != NULL) return STATUS_OK;
  size_t length = stream->length - stream->names, count[4], more[4];
  if (!count_separators(stream->text + stream->names, length, count) && table) return STATUS_OK;
  while (stream->length < stream->names + BLOCK && (length = line_length(stream)) > 0) {
    const char *line = stream->received + stream->next;
    const bool plain = count_separators(line, length, more);
    if (table ? !plain || memcmp(count, more, sizeof count) != 0 : memchr(line, '\0', length) != NULL) return STATUS_OK;
    TRY(add_line(stream, length));
  }
  return STATUS_OK;
}

/* The file `place` is the text. */
static void show(const row_stream *stream) {
  size_t lines = 0;
  for (size_t i = 0; i < stream->names; i++) lines += stream->text[i] == '\n';
  text_lines_show(place, stream->text, stream->first - lines);
}

static bool is_arff(const row_stream *stream) {
  return stream->names > 0 && (stream->text[0] == '@' || stream->text[0] == '%');
}

/* The line that was read has the names of the columns; in ARFF all lines to @data do. The next line comes behind them. */
static status keep_names(row_stream *stream) {
  do {
    const char *line = stream->text + stream->names;
    const bool more = (*line == '@' || *line == '%') && strncasecmp(line, "@data", 5) != 0;
    stream->names = stream->length;
    if (stream->text[stream->names - 1] != '\n') return STATUS_END;
    if (!more) return STATUS_OK;
  } while (read_line(stream) == STATUS_OK);
  return STATUS_END;
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
  const int word = word_place("comma semicolon tab blank", json_text(given, "separator", "comma"));
  return text_separators[word > 0 ? word : 0];
}

/* Are the cells 0, 1, 2, ..., perhaps behind an empty one, perhaps before a text? */
static bool counted(const text_row *row) {
  const size_t first = *row->cell[0] == '\0';
  size_t end = first;
  long long number = 0;
  double value = 0.0;
  while (end < row->count && integer_parse(row->cell[end], &number) && number == (long long)(end - first)) end++;
  return end - first > 2 || (end - first == 2 && end < row->count && !number_parse(row->cell[end], &value));
}

/* Are they names? What stands in the next line tells, which is not taken. */
static status look_for_numbers(row_stream *stream, char separator, text_row *first, bool *names) {
  CLEANUP(free_row) first_row row = {.text = NULL};
  const size_t length = stream->length, columns = first->count;
  if (stream->text[length - 1] != '\n') return STATUS_OK;
  stream->names = length;
  status code = read_line(stream);
  if (code == STATUS_OK) {
    code = split(stream, separator, &row);
    stream->next -= stream->length - length;
    stream->line--;
  }
  stream->text[length] = '\0';
  stream->names = 0;
  stream->length = length;
  if (code != STATUS_OK || row.cells.count != columns) return code == STATUS_END ? STATUS_OK : code;
  for (size_t j = 0; j < columns; j++) TRY(text_row_append(first, row.cells.cell[j]));
  *names = table_names_first(&(name_cells){2, columns, first->cell}, false);
  return STATUS_OK;
}

static status look_for_names(row_stream *stream, cJSON *given) {
  CLEANUP(free_row) first_row row = {.text = NULL};
  const char separator = separator_named(given);
  TRY(split(stream, separator, &row));
  bool names = all_names(&row.cells);
  if (counted(&row.cells)) TRY(look_for_numbers(stream, separator, &row.cells, &names));
  json_set(given, "header", cJSON_CreateBool(names));
  return STATUS_OK;
}

/* A last column of 1, -1, 0 and gaps needs no option, and has nothing else; in others each text is a class. */
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
  double value = 0.0;
  json_set(given, "positive", cJSON_CreateString(""));
  if (!number_parse(class, &value) || value == floor(value)) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s:%zu: the last column is not 1, -1 or 0, nor a class: say which is, as in --rows 'table{class_column "
              "= 1}', or learn numbers with ridge or another learner that predicts them",
              place, stream->line);
}

/* A first line sep=C says what separates. */
static status look_for_separator(row_stream *stream, cJSON *given) {
  text_lines lines = {
      .path = place, .next = stream->text, .end = stream->text + strlen(stream->text), .line = stream->line - 1};
  char separator = '\0';
  TRY(text_lines_separator(&lines, &separator));
  if (separator == '\0') return STATUS_OK;
  json_set(given, "separator", cJSON_CreateString(text_separator_name(separator)));
  return read_line(stream);
}

/* The options of a table that its first lines tell. The names of the columns stay in the text. */
static status look_at_table(row_stream *stream, bool classes, cJSON *given) {
  TRY(look_for_separator(stream, given));
  if (stream->text[0] == '%' || strncasecmp(stream->text, "@relation", 9) == 0) {
    add_choice(given, "separator", "comma");
    json_set(given, "header", cJSON_CreateTrue());
  }
  const char *separator = strpbrk(stream->text, ",;\t");
  add_choice(given, "separator", text_separator_name(separator != NULL ? *separator : ' '));
  if (!cJSON_HasObjectItem(given, "header")) TRY(look_for_names(stream, given));
  if (json_is_true(given, "header")) {
    TRY(keep_names(stream));
    do {
      TRY(read_line(stream));
    } while (is_arff(stream) && stream->text[stream->names] == '%');
  }
  if (!classes || cJSON_HasObjectItem(given, "positive")) return STATUS_OK;
  if (!cJSON_HasObjectItem(given, "class_column")) return look_for_class(stream, given);
  json_set(given, "positive", cJSON_CreateString(""));
  return STATUS_OK;
}

static status refuse_id(const char *format) {
  return FAIL(STATUS_INVALID, "--id: rows of %s have no column for it, expected those of a table", format);
}

static status find_id(row_stream *stream, const cJSON *given) {
  CLEANUP(text_table_free) text_table table = {.rows = 0};
  const table_form form = {.separator = separator_named(given), .names = stream->names > 0 ? NAMES_FIRST : NAMES_NONE};
  size_t column = 0;
  stream->first = stream->line;
  show(stream);
  const status code = text_table_read(place, &form, &table);
  text_lines_show(NULL, NULL, 0);
  TRY(code);
  TRY(text_table_column(&table, "--id", stream->id, &column));
  stream->id_place = table.place[column] + 1;
  return STATUS_OK;
}

/* The column of names is no feature. */
static status omit_id(row_stream *stream, cJSON *given) {
  FREED char *omit = NULL;
  const char *others = json_text(given, "omit", "");
  if (stream->id == NULL) return STATUS_OK;
  TRY(find_id(stream, given));
  TRY(memory_format(&omit, "%s%s%s", others, *others == '\0' ? "" : ",", stream->id));
  cJSON_DeleteItemFromObjectCaseSensitive(given, "omit");
  json_set(given, "omit", cJSON_CreateString(omit));
  return status_memory();
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
    json_set(given, "one_vs_rest", cJSON_CreateBool(cJSON_HasObjectItem(given, "positive_label")));
  }
  if (!numbers) add_choice(given, "instances", vectors ? "vector" : "dyad");
  const bool table = strcmp(name, "table") == 0;
  const char *format = numbers ? json_text(given, "format", "table") : name;
  if (strcmp(format, "table") == 0) {
    TRY(look_at_table(stream, table, given));
    return omit_id(stream, given);
  }
  return stream->id == NULL ? STATUS_OK : refuse_id(format);
}

status row_stream_begin(const problem_class *member, cJSON *given, bool real, bool vectors, row_stream *stream,
                        cJSON **description) {
  CLEANUP(options_free_at) options *values = NULL;
  *description = NULL;
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
  stream->first = stream->line;
  show(stream);
  const status code = problem_begin(class, place, values, description);
  text_lines_show(NULL, NULL, 0);
  return code;
}

/* --- rows --- */

status row_stream_id(row_stream *stream, char **out) {
  CLEANUP(free_row) first_row row = {.text = NULL};
  const cJSON *given = json_member(stream->description, "options");
  if (is_libsvm(stream)) return refuse_id("libsvm");
  if (stream->id_place == 0) TRY(find_id(stream, given));
  TRY(split(stream, separator_named(given), &row));
  return memory_text(row.cells.cell[stream->id_place - 1], out);
}

/* The names of the columns come first, where the learned data had names. */
static status take_names(row_stream *stream) {
  stream->begun = true;
  if (!cJSON_HasObjectItem(stream->reading.reading, "names")) return STATUS_OK;
  TRY(read_line(stream));
  return keep_names(stream);
}

/* The next row of the text. In ARFF and LIBSVM's format a line may be a comment. */
static status read_row(row_stream *stream) {
  if (!stream->begun) TRY(take_names(stream));
  const char mark = is_libsvm(stream) ? '#' : is_arff(stream) ? '%' : '\n';
  do {
    if (!stream->waiting) TRY(read_line(stream));
    stream->waiting = false;
  } while (stream->text[stream->names + strspn(stream->text + stream->names, " \t")] == mark);
  return STATUS_OK;
}

status row_stream_open(const char *who, cJSON *description, row_stream *stream) {
  stream->description = description;
  return problem_reading_open(who, description, &stream->reading);
}

static cJSON *reading_of(const row_stream *stream) {
  return cJSON_GetObjectItemCaseSensitive(stream->description, "reading");
}

bool row_stream_of_classes(const row_stream *stream) {
  return cJSON_HasObjectItem(stream->reading.reading, "each");
}

/* Does the reading go on: is the scale that of the rows so far, or do their texts and classes get places? */
static bool goes_on(const row_stream *stream) {
  return cJSON_HasObjectItem(stream->reading.reading, "online") ||
         cJSON_HasObjectItem(stream->reading.reading, "places") || row_stream_of_classes(stream);
}

/* The description gets what goes on as it is after rows that were read. */
static status take_reading(const row_stream *stream, const problem *rows) {
  CLEANUP(json_free_at) cJSON *after = cJSON_CreateObject();
  if (after == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for a reading", place);
  TRY(rows->class->methods->reading(rows->self, after));
  while (after->child != NULL) {
    cJSON *item = cJSON_DetachItemViaPointer(after, after->child), *reading = reading_of(stream);
    cJSON_ReplaceItemViaPointer(reading, cJSON_GetObjectItemCaseSensitive(reading, item->string), item);
  }
  return STATUS_OK;
}

static status read_rows(row_stream *stream, size_t more, problem *rows) {
  show(stream);
  const status code = problem_reading_rows(&stream->reading, place, more, rows);
  text_lines_show(NULL, NULL, 0);
  return code;
}

/* The next rows. One behind which there are others that cannot be read is read alone. */
static status read_text(row_stream *stream) {
  if (stream->rows.class != NULL && goes_on(stream)) TRY(take_reading(stream, &stream->rows));
  problem_destroy(&stream->rows);
  cJSON_Delete(stream->before);
  stream->before = NULL;
  stream->kept = 0;
  TRY(read_row(stream));
  const size_t next = stream->next, length = stream->length;
  stream->first = stream->line;
  TRY(read_more(stream));
  status code = read_rows(stream, SIZE_MAX, &stream->rows);
  if (code != STATUS_INVALID || stream->length == length) return code;
  stream->next = next;
  stream->length = length;
  stream->line = stream->first;
  stream->text[length] = '\0';
  return read_rows(stream, SIZE_MAX, &stream->rows);
}

status row_stream_next(row_stream *stream, instance *x, double *label) {
  const prediction none = {.score = 0.0};
  status code = stream->rows.class == NULL ? STATUS_END : problem_next(&stream->rows, NULL, x);
  if (code == STATUS_END) {
    TRY(read_text(stream));
    code = problem_next(&stream->rows, NULL, x);
  }
  TRY(code);
  return problem_reveal(&stream->rows, &none, label);
}

void row_stream_keep(row_stream *stream) {
  stream->kept++;
}

status row_stream_describe(row_stream *stream) {
  CLEANUP(problem_destroy) problem again = {.class = NULL};
  if (stream->kept == 0 || !goes_on(stream)) return STATUS_OK;
  if (stream->before == NULL) stream->before = cJSON_Duplicate(reading_of(stream), true);
  cJSON *reading = cJSON_Duplicate(stream->before, true);
  if (reading == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for a reading", place);
  cJSON_ReplaceItemInObjectCaseSensitive(stream->description, "reading", reading);
  stream->reading.reading = reading;
  TRY(read_rows(stream, stream->kept, &again));
  return take_reading(stream, &again);
}

void row_stream_close(row_stream *stream) {
  cJSON_Delete(stream->before);
  problem_destroy(&stream->rows);
  problem_reading_close(&stream->reading);
  free(stream->received);
  free(stream->text);
  *stream = (row_stream){.in = NULL};
}
