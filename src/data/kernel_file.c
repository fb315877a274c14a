#include "data/kernel_file.h"
#include "base/text.h"
#include "data/text_lines.h"

typedef struct kernel_reader {
  text_lines lines;
  const kernel_file_format *format;
  kernel_file *data;
  size_t announced, announced_line; /* announced number of rows, and its line */
  size_t rooms;                     /* rows that there is room for */
  size_t first;                     /* cells of the first row */
  bool triangle;                    /* each row has one more than the row before it */
  const char **class;               /* of the rows; texts of `lines` */
  text_row row;                     /* the cells of the line */
} kernel_reader;

void kernel_file_free(kernel_file *data) {
  free(data->value);
  free(data->line);
  free(data->class);
  entry_names_free(&data->classes);
  *data = (kernel_file){0};
}

static status refuse_cell(const kernel_reader *r, size_t column, const char *cell, const char *expected) {
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', expected %s", r->lines.path, r->lines.line, column,
              (int)TEXT_SHOWN, cell, expected);
}

static status read_header(kernel_reader *r) {
  char *line = NULL;
  long long rows = 0;
  if (r->format->header == KERNEL_FILE_BARE) return STATUS_OK;
  const status code = text_lines_next(&r->lines, &line);
  if (code == STATUS_END) return FAIL(STATUS_INVALID, "%s:1: the end of the file, expected a header", r->lines.path);
  TRY(code);
  if (r->format->header == KERNEL_FILE_LINE) return STATUS_OK;
  TRY(text_row_split(&r->lines, r->format->separator, line, &r->row));
  const char *cell = r->row.cell[0];
  if (!integer_parse(cell, &rows) || rows < 2 || rows > KERNEL_FILE_ROWS) {
    return FAIL(STATUS_INVALID, "%s:%zu: column 1 is '%.*s', expected a number of rows from 2 to %d", r->lines.path,
                r->lines.line, (int)TEXT_SHOWN, cell, KERNEL_FILE_ROWS);
  }
  r->announced = (size_t)rows;
  r->announced_line = r->lines.line;
  return STATUS_OK;
}

/* The first row determines the number of columns and the room needed. */
static status begin_rows(kernel_reader *r, size_t cells) {
  kernel_file *data = r->data;
  const size_t labels = r->format->labels != KERNEL_FILE_UNLABELLED;
  const size_t most = r->format->square ? KERNEL_FILE_ROWS : KERNEL_FILE_COLUMNS;
  r->triangle = r->announced > 0 && r->format->square && cells <= labels + 1;
  if (cells <= labels && !r->triangle) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected a class and numbers", r->lines.path, r->lines.line,
                cells);
  }
  data->columns = r->triangle ? r->announced : cells - labels;
  r->first = cells;
  if (data->columns > most) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu numbers, expected at most %zu", r->lines.path, r->lines.line,
                data->columns, most);
  }
  if (r->announced > 0 && r->format->square && data->columns != r->announced) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu numbers, expected %zu as line %zu says", r->lines.path, r->lines.line,
                data->columns, r->announced, r->announced_line);
  }
  r->rooms = r->announced > 0 ? r->announced : r->format->square ? data->columns : KERNEL_FILE_ROWS;
  TRY(NEW_ARRAY(r->rooms * data->columns, data->value));
  TRY(NEW_ARRAY(r->rooms, data->line));
  return NEW_ARRAY(r->rooms, r->class);
}

static status check_width(kernel_reader *r, size_t cells) {
  const size_t expected = r->first + (r->triangle ? r->data->rows : 0);
  if (r->rooms == 0) return begin_rows(r, cells);
  if (cells == expected) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu %s in line %zu", r->lines.path, r->lines.line, cells,
              expected, r->triangle ? "after the triangle's first row" : "as", r->data->line[0]);
}

static status check_room(const kernel_reader *r) {
  if (r->data->rows < r->rooms || r->rooms == 0) return STATUS_OK;
  if (r->announced > 0) {
    return FAIL(STATUS_INVALID, "%s:%zu: a row, expected the end after %zu as line %zu says", r->lines.path,
                r->lines.line, r->announced, r->announced_line);
  }
  return FAIL(STATUS_INVALID, "%s:%zu: a row, expected the end after %zu %s", r->lines.path, r->lines.line, r->rooms,
              r->format->square ? "rows, as many as numbers in a row" : "rows at most");
}

static status read_number(const kernel_reader *r, size_t column, const char *cell, double *value) {
  *value = NAN;
  if (text_is_gap_of_numbers(cell) && r->format->square) return STATUS_OK; /* the other half has it */
  if (!number_parse(cell, value)) return refuse_cell(r, column, cell, "a finite number");
  if (fabs(*value) > KERNEL_FILE_LARGEST) return refuse_cell(r, column, cell, "a number of size at most 1e100");
  return STATUS_OK;
}

static status read_row(kernel_reader *r, char *line) {
  kernel_file *data = r->data;
  TRY(check_room(r));
  TRY(text_row_split(&r->lines, r->format->separator, line, &r->row));
  TRY(check_width(r, r->row.count));
  const size_t cells = r->row.count;
  const size_t at = r->format->labels == KERNEL_FILE_FIRST ? 1 : r->format->labels == KERNEL_FILE_LAST ? cells : 0;
  double *value = data->value + data->rows * data->columns, *end = value + data->columns;
  data->line[data->rows] = r->lines.line;
  for (size_t column = 1; column <= cells; column++) {
    const char *cell = r->row.cell[column - 1];
    if (column != at) {
      TRY(read_number(r, column, cell, value++));
      continue;
    }
    if (*cell == '\0') return refuse_cell(r, column, cell, "a class");
    r->class[data->rows] = cell;
  }
  while (value < end) *value++ = NAN;
  data->rows++;
  return STATUS_OK;
}

/* What is empty is what stands on the other side of the diagonal. */
static status mirror(const kernel_reader *r) {
  const size_t n = r->data->rows;
  double *value = r->data->value;
  for (size_t i = 0; i < n && r->format->square; i++) {
    for (size_t j = 0; j < n; j++) {
      if (!isnan(value[i * n + j])) continue;
      value[i * n + j] = i == j && r->format->distances ? 0.0 : value[j * n + i];
      if (!isnan(value[i * n + j])) continue;
      const size_t shift = r->format->labels == KERNEL_FILE_FIRST ? 2 : 1;
      return FAIL(STATUS_INVALID, "%s:%zu: column %zu is a gap on both sides of the diagonal, expected a number",
                  r->lines.path, r->data->line[i], j + shift);
    }
  }
  return STATUS_OK;
}

static status check_rows(const kernel_reader *r) {
  const kernel_file *data = r->data;
  if (r->announced > 0 && data->rows != r->announced) {
    return FAIL(STATUS_INVALID, "%s:%zu: the end after %zu rows, expected %zu as line %zu says", r->lines.path,
                r->lines.line + 1, data->rows, r->announced, r->announced_line);
  }
  if (data->rows < 2) {
    return FAIL(STATUS_INVALID, "%s:%zu: the end after %zu rows, expected two at least", r->lines.path,
                r->lines.line + 1, data->rows);
  }
  if (r->format->square && data->rows != data->columns) {
    return FAIL(STATUS_INVALID, "%s:%zu: the end after %zu rows, expected %zu, as many as numbers in a row",
                r->lines.path, r->lines.line + 1, data->rows, data->columns);
  }
  return STATUS_OK;
}

static status read_all(kernel_reader *r) {
  char *line = NULL;
  TRY(read_header(r));
  for (;;) {
    const status code = text_lines_next(&r->lines, &line);
    if (code == STATUS_END) break;
    TRY(code);
    TRY(read_row(r, line));
  }
  TRY(check_rows(r));
  TRY(mirror(r));
  r->data->shift = r->format->labels == KERNEL_FILE_FIRST ? 2 : 1;
  if (r->format->labels == KERNEL_FILE_UNLABELLED) return STATUS_OK;
  TRY(NEW_ARRAY(r->data->rows, r->data->class));
  return entry_names_new(r->data->rows, r->class, r->data->class, &r->data->classes);
}

status kernel_file_read(const char *path, const kernel_file_format *format, kernel_file *data) {
  kernel_reader r = {.format = format, .data = data};
  *data = (kernel_file){0};
  TRY(text_lines_open(path, &r.lines));
  const status code = read_all(&r);
  text_lines_close(&r.lines);
  text_row_free(&r.row);
  free(r.class);
  return code;
}

static status collect_classes(text_lines *lines, size_t rows, text_row *row, const char **class) {
  char *line = NULL;
  size_t count = 0;
  for (;;) {
    const status code = text_lines_next(lines, &line);
    if (code == STATUS_END) break;
    TRY(code);
    if (count == rows) {
      return FAIL(STATUS_INVALID, "%s:%zu: a class, expected the end after %zu, one for each row", lines->path,
                  lines->line, rows);
    }
    TRY(text_row_split(lines, '\n', line, row));
    class[count++] = row->cell[0];
  }
  if (count == rows) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: the end after %zu classes, expected %zu, one for each row", lines->path,
              lines->line + 1, count, rows);
}

status kernel_file_read_classes(const char *path, kernel_file *data) {
  CLEANUP(text_lines_close) text_lines lines = {0};
  CLEANUP(text_row_free) text_row row = {0};
  FREED const char **class = NULL;
  TRY(text_lines_open(path, &lines));
  TRY(NEW_ARRAY(data->rows, class));
  TRY(NEW_ARRAY(data->rows, data->class));
  TRY(collect_classes(&lines, data->rows, &row, class));
  return entry_names_new(data->rows, class, data->class, &data->classes);
}
