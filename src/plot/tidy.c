#include "plot/tidy.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/tsv.h"
#include "results/replacing.h"
#include "results/table_reader.h"

typedef struct tidy {
  tsv_table cells;
  size_t learner, seed;
  size_t row; /* of the cell of the last line: tables are in the order of the cells */
  tsv_writer writer;
  size_t rows;
} tidy;

static status find_cell(tidy *t, const line_reader *reader) {
  for (; t->row < t->cells.rows; t->row++) {
    if (strcmp(tsv_cell(&t->cells, t->row, 0), reader->cells[0]) == 0) return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "%s:%zu: cell %s is not in cells.tsv, or not in its order", reader->path, reader->number,
              reader->cells[0]);
}

static void write_row(tidy *t, const char *trial, const char *quantity, const char *index, const char *value) {
  if (strcmp(value, "nan") == 0) return;
  for (size_t c = 1; c <= t->seed; c++) tsv_text(&t->writer, tsv_cell(&t->cells, t->row, c));
  tsv_text(&t->writer, trial);
  tsv_text(&t->writer, quantity);
  tsv_text(&t->writer, index);
  tsv_text(&t->writer, value);
  tsv_end(&t->writer);
  t->rows++;
}

/* curves.tsv: cell, t and a column for each quantity; observations.tsv: cell, t, quantity, index, value. */
static status add_table(tidy *t, const char *folder, const char *name, bool is_long) {
  char *path = NULL, **names = NULL;
  line_reader reader = {0};
  status code = STATUS_OK;
  t->row = 0;
  CHECK(memory_format(&path, "%s/%s.tsv", folder, name));
  CHECK(reader_open(path, &reader));
  CHECK(NEW_ARRAY(reader.columns, names));
  for (size_t c = 0; c < reader.columns; c++) CHECK(memory_text(reader.cells[c], &names[c]));
  if (reader.columns < (is_long ? 5 : 3)) CHECK(FAIL(STATUS_INVALID, "%s: columns are missing", path));
  while ((code = reader_row(&reader)) == STATUS_OK) {
    CHECK(find_cell(t, &reader));
    if (is_long) write_row(t, reader.cells[1], reader.cells[2], reader.cells[3], reader.cells[4]);
    for (size_t c = 2; !is_long && c < reader.columns; c++)
      write_row(t, reader.cells[1], names[c], "0", reader.cells[c]);
  }
  if (code == STATUS_END) code = STATUS_OK;
end:
  for (size_t c = 0; names != NULL && c < reader.columns; c++) free(names[c]);
  free(names);
  reader_close(&reader);
  free(path);
  return code;
}

static status read_cells(const char *folder, tidy *t) {
  char *path = NULL;
  TRY(replacing_check(folder));
  TRY(memory_format(&path, "%s/cells.tsv", folder));
  status code = file_exists(path) ? tsv_read(path, &t->cells)
                                  : FAIL(STATUS_INVALID, "%s: not a result folder: it has no cells.tsv", folder);
  free(path);
  TRY(code);
  t->learner = tsv_column(&t->cells, "learner");
  t->seed = tsv_column(&t->cells, "seed");
  if (t->learner != (size_t)-1 && t->learner > 0 && t->seed == t->learner + 1) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s/cells.tsv: expected the columns cell, parameters, learner and seed first", folder);
}

static status write_all(tidy *t, const char *folder) {
  tsv_comment(&t->writer, "winnow-lab tidy 1");
  for (size_t c = 1; c <= t->seed; c++) tsv_text(&t->writer, t->cells.names[c]);
  static const char *const names[] = {"t", "quantity", "index", "value"};
  for (size_t i = 0; i < 4; i++) tsv_text(&t->writer, names[i]);
  tsv_end(&t->writer);
  TRY(add_table(t, folder, "curves", false));
  return add_table(t, folder, "observations", true);
}

status tidy_write(const char *folder, const char *out, size_t *rows) {
  tidy t = {.row = 0};
  replacement *file = NULL;
  char *path = NULL;
  status code = STATUS_OK;
  CHECK(read_cells(folder, &t));
  CHECK(directory_make(out));
  CHECK(memory_format(&path, "%s/tidy.tsv", out));
  CHECK(replacement_begin(path, &file));
  t.writer.file = replacement_stream(file);
  code = write_all(&t, folder);
  if (code == STATUS_OK) {
    code = replacement_commit(file);
  } else {
    replacement_abandon(file);
  }
  *rows = t.rows;
end:
  free(path);
  tsv_free(&t.cells);
  return code;
}
