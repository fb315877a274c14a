#include "data/csv_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

typedef struct csv_reader {
  csv_data *data;
  char separator;
  size_t width;   /* columns of the file; 0: not known yet */
  size_t *wanted; /* width: bits of the columns asked for */
  const char *const *names;
} csv_reader;

void csv_free(csv_data *data) {
  text_lines_close(&data->lines);
  free(data->cell);
  free(data->line);
  *data = (csv_data){0};
}

const char *csv_cell(const csv_data *data, size_t row, size_t column) {
  return data->cell[row * data->columns + column];
}

status csv_refuse(const csv_data *data, size_t row, size_t column, const char *what) {
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', %s", data->lines.path, data->line[row],
              data->place[column], (int)TEXT_SHOWN, csv_cell(data, row, column), what);
}

status csv_number(const csv_data *data, size_t row, size_t column, double *value) {
  if (number_parse(csv_cell(data, row, column), value)) return STATUS_OK;
  return csv_refuse(data, row, column, "expected a finite number");
}

static status find_columns(csv_reader *r, char *line) {
  csv_data *data = r->data;
  size_t width = 1;
  for (const char *c = line; *c != '\0'; c++) width += *c == r->separator; /* at most so many */
  TRY(NEW_ARRAY(width, r->wanted));
  for (char *cursor = line; cursor != NULL;) {
    char *name = NULL;
    TRY(text_cell_next(&data->lines, r->separator, r->width + 1, &cursor, &name));
    r->width++;
    for (size_t k = 0; k < data->columns; k++) {
      if (strcmp(name, r->names[k]) != 0) continue;
      if (data->place[k] != 0) {
        return FAIL(STATUS_INVALID, "%s:%zu: columns %zu and %zu are both '%.*s', expected one", data->lines.path,
                    data->lines.line, data->place[k], r->width, (int)TEXT_SHOWN, name);
      }
      data->place[k] = r->width;
      r->wanted[r->width - 1] |= (size_t)1 << k;
    }
  }
  for (size_t k = 0; k < data->columns; k++) {
    if (data->place[k] != 0) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns and none is '%.*s', expected a line of column names",
                data->lines.path, data->lines.line, r->width, (int)TEXT_SHOWN, r->names[k]);
  }
  return STATUS_OK;
}

static status make_room(csv_data *data) {
  if (data->rows < data->room) return STATUS_OK;
  const size_t room = data->room > 0 ? 2 * data->room : 256;
  TRY(memory_grow(&data->cell, room * data->columns, sizeof *data->cell));
  TRY(memory_grow(&data->line, room, sizeof *data->line));
  data->room = room;
  return STATUS_OK;
}

/* Tabs would break the tables that names are written to. */
static status check_cell(const csv_data *data, size_t column, const char *cell) {
  if (strchr(cell, '\t') == NULL) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu has a tab, expected text without", data->lines.path, data->lines.line,
              column);
}

static status read_row(csv_reader *r, char *line) {
  csv_data *data = r->data;
  size_t width = 0;
  TRY(make_room(data));
  for (char *cursor = line; cursor != NULL; width++) {
    char *cell = NULL;
    TRY(text_cell_next(&data->lines, r->separator, width + 1, &cursor, &cell));
    if (width >= r->width || r->wanted[width] == 0) continue;
    TRY(check_cell(data, width + 1, cell));
    for (size_t k = 0; k < data->columns; k++) {
      if ((r->wanted[width] >> k & 1) != 0) data->cell[data->rows * data->columns + k] = cell;
    }
  }
  if (width != r->width) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu", data->lines.path, data->lines.line, width,
                r->width);
  }
  data->line[data->rows++] = data->lines.line;
  return STATUS_OK;
}

static status read_all(csv_reader *r) {
  char *line = NULL;
  status code = text_lines_next(&r->data->lines, &line);
  if (code == STATUS_OK) code = find_columns(r, line);
  while (code == STATUS_OK) {
    code = text_lines_next(&r->data->lines, &line);
    if (code == STATUS_OK) code = read_row(r, line);
  }
  if (code != STATUS_END) return code;
  if (r->data->rows > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:1: no rows, expected a line of column names and a table", r->data->lines.path);
}

status csv_read(const char *path, char separator, size_t count, const char *const *names, csv_data *data) {
  csv_reader reader = {.data = data, .separator = separator, .names = names};
  *data = (csv_data){.columns = count};
  TRY(text_lines_open(path, &data->lines));
  const status code = read_all(&reader);
  free(reader.wanted);
  return code;
}
