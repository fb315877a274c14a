#include "data/text_lines.h"
#include "base/plain_text.h"
#include "data/data_file.h"
#include <strings.h>

/* What text_lines_show shows. */
static _Thread_local struct {
  const char *path, *text;
  size_t line;
} shown;

void text_lines_show(const char *path, const char *text, size_t line) {
  shown.path = path;
  shown.text = text;
  shown.line = line;
}

const char *text_wide_encoding(const char *text, size_t length) {
  const unsigned char *byte = (const unsigned char *)text;
  if (length < 2) return NULL;
  const bool mark = (byte[0] == 0xff && byte[1] == 0xfe) || (byte[0] == 0xfe && byte[1] == 0xff);
  return mark || (byte[0] == 0) != (byte[1] == 0) ? "UTF-16" : NULL;
}

status text_check_kind(const char *path, const char *text, size_t length) {
  static const char *const kinds[][2] = {
      {"PK\003\004", "a workbook or another archive: save its table as CSV"},
      {"\xd0\xcf\x11\xe0", "a workbook: save its table as CSV"},
      {"PAR1", "in the format Parquet: write it as CSV"},
      {"SQLite format 3", "a data base: .mode csv of sqlite3 writes its tables as CSV"},
      {"%PDF-", "a PDF, which has no table that can be read"},
      {"<!DOCTYPE", "a web page, perhaps in place of the data"},
      {"<html", "a web page, perhaps in place of the data"},
      {"<?xml", "XML: write its table as CSV"},
      {"[{", "JSON: jq -r '.[] | [.[]] | @csv' writes rows"},
      {"[[", "JSON: jq -r '.[] | @csv' writes rows"},
      {"{\"", "JSON: jq -r '[.[]] | @csv' writes rows"},
      {"version https://git-lfs", "a pointer of Git LFS in place of the data: git lfs pull fetches them"}};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const size_t count = strlen(kinds[k][0]);
    if (length < count || strncasecmp(text, kinds[k][0], count) != 0) continue;
    return FAIL(STATUS_INVALID, "%s:1: the file is %s", path, kinds[k][1]);
  }
  return STATUS_OK;
}

/* Bytes from 0xA0 on are letters of Latin-1 where none of them is one of UTF-8; those before are none. */
static status find_encoding(text_lines *lines, size_t *length) {
  const unsigned char *text = (const unsigned char *)lines->text;
  size_t letters = 0, wide = 0, others = 0, width = 1;
  for (size_t i = 0; i < *length; i += width) {
    width = 1;
    if (text[i] < 0x80) continue;
    width = utf8_length(lines->text + i, *length - i);
    wide += width > 1;
    letters += width == 0 && text[i] >= 0xa0;
    others += width == 0 && text[i] < 0xa0;
    width += width == 0;
  }
  lines->damaged = letters + others > 0;
  if (!lines->damaged || wide + others > 0) return STATUS_OK;
  FREED char *converted = NULL;
  size_t to = 0;
  TRY(NEW_ARRAY(*length + letters + 1, converted));
  for (size_t i = 0; i < *length; i++) {
    if (text[i] >= 0x80) converted[to++] = (char)(0xc0 | text[i] >> 6);
    converted[to++] = (char)(text[i] >= 0x80 ? 0x80 | (text[i] & 0x3f) : text[i]);
  }
  free(lines->text);
  lines->text = converted;
  converted = NULL;
  *length = to;
  lines->latin1 = letters;
  lines->damaged = false;
  return STATUS_OK;
}

/* Lines that end with CR alone, as all of the file's then do. */
static void end_lines(char *text, size_t length) {
  if (memchr(text, '\n', length) != NULL) return;
  for (char *at = text; (at = memchr(at, '\r', length - (size_t)(at - text))) != NULL;) *at = '\n';
}

/* A first line "# ..." without a separator, as programs write before their tables. */
static bool is_comment(const text_lines *lines) {
  const char *at = lines->next, *end = lines->end;
  if (end - at < 2 || *at != '#' || strchr("# \r\n", at[1]) == NULL) return false;
  while (at < end && strchr(",;\t\n", *at) == NULL) at++;
  return at == end || *at == '\n' || *at == '\0';
}

static status read_lines(const char *path, text_lines *lines) {
  size_t length = 0;
  const bool file = shown.path == NULL || strcmp(shown.path, path) != 0;
  if (file) {
    TRY(data_file_read(path, &lines->text, &length));
    TRY(text_check_kind(path, lines->text, length));
  } else {
    TRY(memory_text(shown.text, &lines->text));
    length = strlen(lines->text);
    lines->line = shown.line - 1;
  }
  const char *wide = text_wide_encoding(lines->text, length);
  if (wide != NULL) {
    return FAIL(STATUS_INVALID, "%s:1: the file is %s, expected UTF-8: iconv -f %s -t UTF-8 converts it", path, wide,
                wide);
  }
  TRY(find_encoding(lines, &length));
  end_lines(lines->text, length);
  lines->next = lines->text;
  lines->end = lines->text + length;
  if (length >= 3 && memcmp(lines->text, "\xef\xbb\xbf", 3) == 0) lines->next += 3;
  while (file && is_comment(lines)) {
    const char *end = memchr(lines->next, '\n', (size_t)(lines->end - lines->next));
    lines->next += (end == NULL ? lines->end : end + 1) - lines->next;
    lines->line++;
  }
  return STATUS_OK;
}

status text_lines_open(const char *path, text_lines *lines) {
  *lines = (text_lines){.path = path};
  const status code = read_lines(path, lines);
  if (code != STATUS_OK) text_lines_close(lines);
  return code;
}

void text_lines_close(text_lines *lines) {
  free(lines->text);
  *lines = (text_lines){0};
}

static status check_text(const text_lines *lines, const char *start, const char *stop) {
  for (const char *c = start; c < stop; c++) {
    const unsigned char byte = (unsigned char)*c;
    if ((byte >= ' ' && byte != 127) || byte == '\t') continue;
    return FAIL(STATUS_INVALID, "%s:%zu: byte %zu is a control character, expected text", lines->path, lines->line,
                (size_t)(c - start) + 1);
  }
  return STATUS_OK;
}

status text_lines_next(text_lines *lines, char **line) {
  while (lines->next < lines->end) {
    char *start = lines->next, *stop = memchr(start, '\n', (size_t)(lines->end - start));
    if (stop == NULL) stop = lines->end;
    lines->next = stop < lines->end ? stop + 1 : lines->end;
    lines->line++;
    if (stop > start && stop[-1] == '\r') stop--;
    *stop = '\0';
    TRY(check_text(lines, start, stop));
    if (start[strspn(start, TEXT_NOTHING)] == '\0' || (lines->arff && *start == '%')) continue;
    *line = start;
    return STATUS_OK;
  }
  return STATUS_END;
}

status text_lines_separator(text_lines *lines, char *separator) {
  const char *at = lines->next, *end = lines->end;
  const bool quoted = at < end && *at == '"';
  at += quoted;
  if (end - at < 5 || strncasecmp(at, "sep=", 4) != 0) return STATUS_OK;
  const char found = at[4];
  at += 5;
  at += quoted && at < end && *at == '"';
  at += at < end && *at == '\r';
  if (at < end && *at != '\n') return STATUS_OK;
  lines->line++;
  lines->next += at - lines->next + (at < end);
  if (strchr(",;\t ", found) == NULL || found == '\0') {
    return FAIL(STATUS_INVALID, "%s:%zu: sep=%c, expected a comma, semicolon, tab or blank between columns",
                lines->path, lines->line, found);
  }
  *separator = found;
  return STATUS_OK;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static bool separates(char separator, char c) {
  return separator == ' ' ? is_blank(c) : c == separator;
}

/* The text of a cell whose opening quote is at *cursor; *cursor moves behind the closing one. */
static status quoted_cell(const text_lines *lines, char separator, size_t column, char **cursor, char **cell) {
  char *from = *cursor + 1, *to = from;
  const char quote = **cursor;
  *cell = to;
  while (*from != '\0' && (*from != quote || from[1] == quote)) {
    from += *from == quote;
    *to++ = *from++;
  }
  if (*from == '\0') {
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu: a quote that is not closed, expected '%c' in the same line",
                lines->path, lines->line, column, quote);
  }
  from++;
  while (is_blank(*from) && !separates(separator, *from)) from++;
  if (*from != '\0' && !separates(separator, *from)) {
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu: text after the closing quote, expected the next column",
                lines->path, lines->line, column);
  }
  *cursor = from;
  *to = '\0'; /* at the closing quote at the latest */
  return STATUS_OK;
}

/* The start of the next cell, given the end of this one; NULL after the last. */
static char *behind(char separator, char *end) {
  if (separator != ' ') return *end == '\0' ? NULL : end + 1;
  end += strspn(end, " \t");
  return *end == '\0' ? NULL : end;
}

/* *cell = the next cell of the line, the `column`-th from 1, which starts at *cursor; it is ended by a 0 byte that is written into the
 * line.
 * *cursor is NULL after the last one. separator ' ': any run of blanks and tabs, also before the first cell and after the last; the line
 * is not blank. */
static status next_cell(const text_lines *lines, char separator, size_t column, char **cursor, char **cell) {
  char *end = *cursor;
  if (separator == ' ') end += strspn(end, " \t");
  if (*end == '"' || (lines->arff && *end == '\'')) {
    TRY(quoted_cell(lines, separator, column, &end, cell));
    *cursor = behind(separator, end);
    return STATUS_OK;
  }
  char *start = end;
  while (*end != '\0' && !separates(separator, *end)) end++;
  *cursor = behind(separator, end);
  while (start < end && is_blank(*start)) start++;
  while (end > start && is_blank(end[-1])) end--;
  *end = '\0';
  *cell = start;
  return STATUS_OK;
}

status text_row_append(text_row *row, const char *cell) {
  TRY(memory_room(&row->cell, &row->room, row->count + 1, sizeof *row->cell));
  row->cell[row->count++] = cell;
  return STATUS_OK;
}

static status check_encoding(const text_lines *lines, size_t column, const char *cell) {
  for (size_t width = 0; *cell != '\0'; cell += width) {
    width = utf8_length(cell, strlen(cell));
    if (width > 0) continue;
    return FAIL(STATUS_INVALID,
                "%s:%zu: column %zu: byte 0x%02x is text neither of UTF-8 nor of Latin-1, expected UTF-8: iconv -f "
                "WINDOWS-1252 -t UTF-8 converts what older programs wrote",
                lines->path, lines->line, column, (unsigned)(unsigned char)*cell);
  }
  return STATUS_OK;
}

status text_row_split(const text_lines *lines, char separator, char *line, text_row *row) {
  row->count = 0;
  for (char *cursor = line, *cell = NULL; cursor != NULL;) {
    TRY(next_cell(lines, separator, row->count + 1, &cursor, &cell));
    if (lines->damaged) TRY(check_encoding(lines, row->count + 1, cell));
    TRY(text_row_append(row, cell));
  }
  return STATUS_OK;
}

status text_row_insert(text_row *row, const char *cell) {
  TRY(text_row_append(row, cell));
  memmove(row->cell + 1, row->cell, (row->count - 1) * sizeof *row->cell);
  row->cell[0] = cell;
  return STATUS_OK;
}

void text_row_free(text_row *row) {
  free(row->cell);
  *row = (text_row){0};
}

const char text_separators[] = ",;\t ";

const char *text_separator_name(char separator) {
  static const char *const names[] = {"comma", "semicolon", "tab", "blank"};
  return names[strchr(text_separators, separator) - text_separators];
}

bool text_is_gap(const char *cell) {
  static const char *const words[] = {"NA", "N/A", "#N/A", "#NA", "<NA>", "nan", "-nan", "null"}, *const exact[] = {
                                                                                                      "", "?", "None",
                                                                                                      "NaT", "\\N"};
  if (*cell != '\0' && strchr("?#<nN\\", *cell) == NULL && (*cell != '-' || (cell[1] | 0x20) != 'n')) return false;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    if (strcasecmp(cell, words[k]) == 0) return true;
  }
  for (size_t k = 0; k < sizeof exact / sizeof *exact; k++) {
    if (strcmp(cell, exact[k]) == 0) return true;
  }
  return false;
}

bool text_is_gap_of_numbers(const char *cell) {
  return text_is_gap(cell) || strcmp(cell, "-") == 0 || strspn(cell, ".") == strlen(cell);
}

const char *text_number_advice(const char *cell, bool top, const char *texts) {
  if (text_is_gap_of_numbers(cell)) {
    return "; missing = \"indicator\", \"mean\" or \"drop\" allows gaps";
  }
  const size_t digits = strspn(cell, "+-0123456789");
  if (digits > 0 && cell[digits] == ',' && cell[digits + 1] != '\0' &&
      strspn(cell + digits + 1, "0123456789") == strlen(cell + digits + 1)) {
    return "; decimals are written with a point, as in 1.5";
  }
  if (strchr("+-.0123456789", *cell) != NULL) return "";
  return top ? "; header = true if these are the names of the columns" : texts;
}
