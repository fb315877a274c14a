#include "plot/tidy.h"
#include "cell/curve.h"
#include "results/replacing.h"
#include "results/table_reader.h"

typedef struct tidy {
  tsv_table cells;
  size_t cell, learner, seed; /* columns */
  size_t first, parameters;   /* the first column of a parameter, and how many there are */
  size_t row;                 /* of the cell of the last line: tables are in the order of the cells */
  tsv_writer writer;
  size_t rows;
} tidy;

static status find_cell(tidy *t, const line_reader *reader, const char *cell) {
  for (; t->row < t->cells.rows; t->row++) {
    if (strcmp(tsv_cell(&t->cells, t->row, t->cell), cell) == 0) return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "%s:%zu: cell %s is not in cells.tsv, or not in its order", reader->path, reader->number,
              cell);
}

static void write_row(tidy *t, const char *trial, const char *quantity, const char *index, const char *value) {
  if (strcmp(value, "nan") == 0) return;
  for (size_t c = 0; c < t->parameters; c++) tsv_text(&t->writer, tsv_cell(&t->cells, t->row, t->first + c));
  tsv_text(&t->writer, tsv_cell(&t->cells, t->row, t->learner));
  tsv_text(&t->writer, tsv_cell(&t->cells, t->row, t->seed));
  tsv_text(&t->writer, trial);
  tsv_text(&t->writer, quantity);
  tsv_text(&t->writer, index);
  tsv_text(&t->writer, value);
  tsv_end(&t->writer);
  t->rows++;
}

/* Every column of curves.tsv beside cell and t is a quantity. */
static void write_point(tidy *t, const line_reader *row, size_t cell, size_t trial, const char *at) {
  for (size_t c = 0; c < row->columns; c++) {
    if (c != cell && c != trial) write_row(t, at, row->names[c], "0", row->cells[c]);
  }
}

/* Also the trials of the grid that a curve leaves out, so that all seeds have them; `before` is one row behind. */
static status add_curves(tidy *t, const char *folder) {
  CLEANUP(reader_close) line_reader reader = {.file = NULL}, before = {.file = NULL};
  size_t cell, trial, then = 0;
  curve grid = {.count = 0};
  status code = STATUS_OK;
  TRY(reader_open(folder, "curves", &reader));
  TRY(reader_open(folder, "curves", &before));
  TRY(reader_column(&reader, "cell", &cell));
  TRY(reader_column(&reader, "t", &trial));
  t->row = 0;
  for (bool goes_on = false; (code = reader_row(&reader)) == STATUS_OK; goes_on = true) {
    char at[24];
    const size_t now = strtoull(reader.cells[trial], NULL, 10);
    if (!goes_on || strcmp(before.cells[cell], reader.cells[cell]) != 0) {
      grid = (curve){.count = 0};
      then = now;
    }
    while (now <= 1ULL << 53 && (then = curve_grid_after(&grid, then)) < now) {
      (void)snprintf(at, sizeof at, "%zu", then);
      write_point(t, &before, cell, trial, at);
    }
    TRY(find_cell(t, &reader, reader.cells[cell]));
    write_point(t, &reader, cell, trial, reader.cells[trial]);
    TRY(reader_row(&before));
    then = now;
  }
  return code == STATUS_END ? STATUS_OK : code;
}

static status add_observations(tidy *t, const char *folder) {
  CLEANUP(reader_close) line_reader reader = {.file = NULL};
  size_t cell, trial, quantity, index, value;
  status code = STATUS_OK;
  TRY(reader_open(folder, "observations", &reader));
  TRY(reader_column(&reader, "cell", &cell));
  TRY(reader_column(&reader, "t", &trial));
  TRY(reader_column(&reader, "quantity", &quantity));
  TRY(reader_column(&reader, "index", &index));
  TRY(reader_column(&reader, "value", &value));
  t->row = 0;
  while ((code = reader_row(&reader)) == STATUS_OK) {
    char *const *cells = reader.cells;
    TRY(find_cell(t, &reader, cells[cell]));
    write_row(t, cells[trial], cells[quantity], cells[index], cells[value]);
  }
  return code == STATUS_END ? STATUS_OK : code;
}

static status read_cells(const char *folder, tidy *t) {
  static const char *const needed[] = {"cell", "learner", "seed", NULL};
  TRY(replacing_check(folder));
  TRY(result_table_read(folder, "cells", needed, &t->cells));
  t->cell = tsv_column(&t->cells, "cell");
  t->learner = tsv_column(&t->cells, "learner");
  t->seed = tsv_column(&t->cells, "seed");
  result_parameters(&t->cells, &t->first, &t->parameters);
  return STATUS_OK;
}

static status write_all(tidy *t, const char *folder) {
  static const char *const names[] = {"learner", "seed", "t", "quantity", "index", "value"};
  tsv_comment(&t->writer, "winnow-lab tidy 1");
  for (size_t c = 0; c < t->parameters; c++) tsv_text(&t->writer, t->cells.names[t->first + c]);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) tsv_text(&t->writer, names[i]);
  tsv_end(&t->writer);
  TRY(add_curves(t, folder));
  return add_observations(t, folder);
}

static status write_file(tidy *t, const char *folder, const char *out) {
  FREED char *path = NULL;
  CLEANUP(replacement_abandon_at) replacement *file = NULL;
  TRY(read_cells(folder, t));
  TRY(directory_make(out));
  TRY(memory_format(&path, "%s/tidy.tsv", out));
  TRY(replacement_begin(path, &file));
  t->writer.file = replacement_stream(file);
  TRY(write_all(t, folder));
  replacement *whole = file;
  file = NULL;
  return replacement_commit(whole);
}

status tidy_write(const char *folder, const char *out, size_t *rows) {
  tidy t = {.row = 0};
  const status code = write_file(&t, folder, out);
  *rows = t.rows;
  tsv_free(&t.cells);
  return code;
}
