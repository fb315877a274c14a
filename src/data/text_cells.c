#include "data/text_cells.h"

#include <stdbool.h>
#include <string.h>

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static bool separates(char separator, char c) {
  return separator == ' ' ? is_blank(c) : c == separator;
}

/* The text of a cell whose opening quote is at *cursor, which goes on behind the closing one. */
static status quoted_cell(const text_lines *lines, char separator, size_t column, char **cursor, char **cell) {
  char *from = *cursor + 1, *to = from;
  *cell = to;
  while (*from != '\0' && (*from != '"' || from[1] == '"')) {
    from += *from == '"';
    *to++ = *from++;
  }
  if (*from == '\0') {
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu: a quote that is not closed, expected '\"' in the same line",
                lines->path, lines->line, column);
  }
  from++;
  while (is_blank(*from) && !separates(separator, *from)) from++;
  if (*from != '\0' && !separates(separator, *from)) {
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu: text behind the closing quote, expected the next column",
                lines->path, lines->line, column);
  }
  *cursor = from;
  *to = '\0'; /* at the closing quote at the latest */
  return STATUS_OK;
}

/* Where the next cell begins, for the end of this one. */
static char *behind(char separator, char *end) {
  if (separator != ' ') return *end == '\0' ? NULL : end + 1;
  end += strspn(end, " \t");
  return *end == '\0' ? NULL : end;
}

status text_cell_next(const text_lines *lines, char separator, size_t column, char **cursor, char **cell) {
  char *end = *cursor;
  if (separator == ' ') end += strspn(end, " \t");
  if (*end == '"') {
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
