#include "data/table_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "data/text_lines.h"

typedef struct table_reader {
  text_lines lines;
  const table_format *format;
  table_data *data;
  size_t width; /* columns of the file, with the class; 0: not known yet */
  text_row row; /* the cells of the line */
} table_reader;

void table_free(table_data *data) {
  for (size_t j = 0; j < data->names; j++) free(data->name[j]);
  free(data->name);
  free(data->value);
  free(data->line);
  free(data->class);
  *data = (table_data){0};
}

size_t table_file_column(const table_data *data, size_t j) {
  return j + 1 < data->class_column ? j + 1 : j + 2;
}

static status read_names(table_reader *r, char *line) {
  table_data *data = r->data;
  TRY(text_row_split(&r->lines, r->format->separator, line, &r->row));
  TRY(NEW_ARRAY(r->row.count, data->name));
  data->name_line = r->lines.line;
  for (; data->names < r->row.count; data->names++)
    TRY(memory_text(r->row.cell[data->names], &data->name[data->names]));
  return STATUS_OK;
}

static status make_room(table_data *data) {
  if (data->rows < data->row_room) return STATUS_OK;
  const size_t room = data->row_room > 0 ? 2 * data->row_room : 256;
  size_t entries = 0;
  if (__builtin_mul_overflow(room, data->columns, &entries)) return FAIL(STATUS_MEMORY, "no memory for a table");
  TRY(memory_grow(&data->value, entries, sizeof *data->value));
  TRY(memory_grow(&data->line, room, sizeof *data->line));
  TRY(memory_grow(&data->class, room, sizeof *data->class));
  data->row_room = room;
  return STATUS_OK;
}

/* The column of the class by its name. */
static status find_class(const table_reader *r, size_t *column) {
  const table_data *data = r->data;
  const char *name = r->format->class_name;
  if (data->names == 0) {
    return FAIL(STATUS_INVALID, "%s:%zu: class_column = \"%.60s\": columns have names only with header = true",
                r->lines.path, r->lines.line, name);
  }
  *column = 0;
  for (size_t j = 0; j < data->names; j++) {
    if (strcmp(data->name[j], name) != 0) continue;
    if (*column != 0) {
      return FAIL(STATUS_INVALID,
                  "%s:%zu: columns %zu and %zu are named '%.60s', expected the number of the class column",
                  r->lines.path, data->name_line, *column, j + 1, name);
    }
    *column = j + 1;
  }
  if (*column != 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: no column is named '%.60s', expected that of the class", r->lines.path,
              data->name_line, name);
}

/* The first row determines the number of columns. */
static status find_width(table_reader *r) {
  size_t wanted = r->format->class_column;
  r->width = r->row.count;
  if (r->width < 2) {
    return FAIL(STATUS_INVALID, "%s:%zu: one column, expected a class and at least one number: is the separator right?",
                r->lines.path, r->lines.line);
  }
  if (r->format->class_name != NULL) TRY(find_class(r, &wanted));
  if (wanted > r->width) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected the class in column %zu", r->lines.path, r->lines.line,
                r->width, wanted);
  }
  r->data->class_column = wanted == 0 ? r->width : wanted;
  r->data->columns = r->width - 1;
  return STATUS_OK;
}

static status read_class(const table_reader *r, size_t column, const char *cell) {
  const size_t length = strlen(cell);
  if (length == 0) {
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu has no class: write one, or leave the row out", r->lines.path,
                r->lines.line, column);
  }
  if (length >= TABLE_CLASS) {
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', expected a class of 1 to %d bytes", r->lines.path,
                r->lines.line, column, (int)TEXT_SHOWN, cell, (int)TABLE_CLASS - 1);
  }
  memcpy(r->data->class[r->data->rows], cell, length + 1);
  return STATUS_OK;
}

static status refuse_number(const table_reader *r, size_t column, const char *cell) {
  const char *advice =
      text_number_advice(cell, r->data->rows == 0 && !r->format->header,
                         "; class_column says which column is the class; other texts must become numbers");
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', expected a finite number%s", r->lines.path, r->lines.line,
              column, (int)TEXT_SHOWN, cell, advice);
}

static status read_line(table_reader *r, char *line) {
  table_data *data = r->data;
  TRY(text_row_split(&r->lines, r->format->separator, line, &r->row));
  if (r->width == 0) TRY(find_width(r));
  if (r->row.count != r->width) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu", r->lines.path, r->lines.line, r->row.count,
                r->width);
  }
  TRY(make_room(data));
  double *value = data->value + data->rows * data->columns;
  for (size_t column = 1; column <= r->width; column++) {
    const char *cell = r->row.cell[column - 1];
    if (column == data->class_column) {
      TRY(read_class(r, column, cell));
    } else if (!number_parse(cell, value++)) {
      return refuse_number(r, column, cell);
    }
  }
  data->line[data->rows++] = r->lines.line;
  return STATUS_OK;
}

static status read_lines(table_reader *r) {
  bool header = r->format->header;
  for (;;) {
    char *line = NULL;
    const status code = text_lines_next(&r->lines, &line);
    if (code != STATUS_OK) return code;
    TRY(header ? read_names(r, line) : read_line(r, line));
    header = false;
  }
}

status table_read(const char *path, const table_format *format, table_data *data) {
  table_reader reader = {.format = format, .data = data};
  *data = (table_data){0};
  status code = text_lines_open(path, &reader.lines);
  if (code == STATUS_OK) code = read_lines(&reader);
  text_lines_close(&reader.lines);
  text_row_free(&reader.row);
  if (code != STATUS_END) return code;
  return data->rows > 0 ? STATUS_OK : FAIL(STATUS_INVALID, "%s:1: no rows, expected a table", path);
}
