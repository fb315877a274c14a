#include "audit/compare_side.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/memory_stream.h"
#include "results/replacing.h"

static status open_table(const char *folder, const char *name, const char *const *needed, tsv_table *table) {
  char *path = NULL;
  TRY(memory_format(&path, "%s/%s", folder, name));
  status code = STATUS_OK;
  if (!file_exists(path)) code = FAIL(STATUS_INVALID, "%s: no result folder: it has no %s", folder, name);
  if (code == STATUS_OK) code = tsv_read(path, table);
  for (; code == STATUS_OK && *needed != NULL; needed++) {
    if (tsv_column(table, *needed) != (size_t)-1) continue;
    code = FAIL(STATUS_INVALID, "%s: no column %s", path, *needed);
  }
  free(path);
  return code;
}

status compare_key(const compare_side *side, const tsv_table *table, size_t row, const char *seed, char **key) {
  size_t length = 0;
  FILE *file = memory_stream(key, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the name of a cell");
  for (size_t i = 0; i < side->parameter_count; i++) {
    (void)fprintf(file, "%s\t", tsv_cell(table, row, side->first_parameter + i));
  }
  (void)fputs(tsv_cell(table, row, side->first_parameter + side->parameter_count), file);
  if (seed != NULL) (void)fprintf(file, "\t%s", seed);
  return fclose(file) == 0 ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for the name of a cell");
}

static int compare_rows(const void *a, const void *b) {
  return strcmp(((const indexed_row *)a)->key, ((const indexed_row *)b)->key);
}

static status index_cells(compare_side *side) {
  TRY(NEW_ARRAY(side->cells.rows, side->by_seed));
  for (size_t i = 0; i < side->cells.rows; i++) {
    side->by_seed[i].row = i;
    TRY(compare_key(side, &side->cells, i, tsv_cell(&side->cells, i, side->seed), &side->by_seed[i].key));
  }
  if (side->cells.rows > 1) qsort(side->by_seed, side->cells.rows, sizeof *side->by_seed, compare_rows);
  return STATUS_OK;
}

static status index_bounds(compare_side *side) {
  const tsv_table *table = &side->verdicts;
  const size_t cell = tsv_column(table, "cell"), bound = tsv_column(table, "bound");
  TRY(NEW_ARRAY(table->rows, side->by_bound));
  for (size_t i = 0; i < table->rows; i++) {
    side->by_bound[i].row = i;
    if (strcmp(tsv_cell(table, i, cell), "-") == 0) {
      TRY(compare_key(side, table, i, tsv_cell(table, i, bound), &side->by_bound[i].key));
    } else {
      TRY(memory_format(&side->by_bound[i].key, "%s\t%s", tsv_cell(table, i, cell), tsv_cell(table, i, bound)));
    }
  }
  if (table->rows > 1) qsort(side->by_bound, table->rows, sizeof *side->by_bound, compare_rows);
  return STATUS_OK;
}

/* A procedure has quantities of its own in place of mistakes, loss and regret; its learner is "-". */
static status open_quantities(compare_side *side) {
  static const char *const needed[] = {"cell", "quantity", "value", NULL};
  tsv_table *table = &side->quantities;
  if (side->cells.rows == 0 || strcmp(tsv_cell(&side->cells, 0, side->learner), "-") != 0) return STATUS_OK;
  TRY(open_table(side->folder, "observations.tsv", needed, table));
  const size_t cell = tsv_column(table, "cell"), quantity = tsv_column(table, "quantity");
  TRY(NEW_ARRAY(table->rows, side->by_quantity));
  for (size_t i = 0; i < table->rows; i++) {
    side->by_quantity[i].row = i;
    TRY(memory_format(&side->by_quantity[i].key, "%s\t%s", tsv_cell(table, i, cell), tsv_cell(table, i, quantity)));
  }
  if (table->rows > 1) qsort(side->by_quantity, table->rows, sizeof *side->by_quantity, compare_rows);
  return STATUS_OK;
}

status compare_side_open(const char *folder, compare_side *side) {
  static const char *const of_cells[] = {"cell",     "learner", "seed",   "status", "stream",
                                         "mistakes", "loss",    "regret", NULL};
  static const char *const of_verdicts[] = {"cell", "learner", "bound", "used", "verdict", NULL};
  *side = (compare_side){.folder = folder};
  TRY(replacing_check(folder));
  TRY(open_table(folder, "cells.tsv", of_cells, &side->cells));
  TRY(open_table(folder, "verdicts.tsv", of_verdicts, &side->verdicts));
  side->cell = tsv_column(&side->cells, "cell");
  side->learner = tsv_column(&side->cells, "learner");
  side->seed = tsv_column(&side->cells, "seed");
  side->state = tsv_column(&side->cells, "status");
  side->stream = tsv_column(&side->cells, "stream");
  side->first_parameter = side->cell + 1;
  if (side->learner < side->first_parameter || tsv_column(&side->verdicts, "learner") != side->learner) {
    return FAIL(STATUS_INVALID, "%s: cells.tsv and verdicts.tsv: expected the parameters between cell and learner",
                folder);
  }
  side->parameter_count = side->learner - side->first_parameter;
  TRY(index_cells(side));
  TRY(index_bounds(side));
  return open_quantities(side);
}

static void free_index(indexed_row *rows, size_t count) {
  for (size_t i = 0; rows != NULL && i < count; i++) free(rows[i].key);
  free(rows);
}

void compare_side_close(compare_side *side) {
  free_index(side->by_seed, side->cells.rows);
  free_index(side->by_bound, side->verdicts.rows);
  free_index(side->by_quantity, side->quantities.rows);
  tsv_free(&side->cells);
  tsv_free(&side->verdicts);
  tsv_free(&side->quantities);
}

static long long find(const indexed_row *rows, size_t count, const char *key) {
  const indexed_row wanted = {.key = (char *)key};
  const indexed_row *found = count == 0 ? NULL : bsearch(&wanted, rows, count, sizeof *rows, compare_rows);
  return found == NULL ? NO_ROW : (long long)found->row;
}

long long compare_find_cell(const compare_side *side, const char *key) {
  return find(side->by_seed, side->cells.rows, key);
}

status compare_quantity(const compare_side *side, size_t row, const char *quantity, double *value) {
  const tsv_table *table = &side->quantities;
  char *key = NULL;
  TRY(memory_format(&key, "%s\t%s", tsv_cell(&side->cells, row, side->cell), quantity));
  const long long found = find(side->by_quantity, table->rows, key);
  free(key);
  *value = found == NO_ROW ? NAN : tsv_value(table, (size_t)found, tsv_column(table, "value"));
  return STATUS_OK;
}

status compare_find_bound(const compare_side *side, const char *cell_or_key, const char *bound, long long *row) {
  char *key = NULL;
  TRY(memory_format(&key, "%s\t%s", cell_or_key, bound));
  *row = find(side->by_bound, side->verdicts.rows, key);
  free(key);
  return STATUS_OK;
}
