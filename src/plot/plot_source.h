/* The files of a result folder, read for plotting. */
#ifndef PLOT_PLOT_SOURCE_H
#define PLOT_PLOT_SOURCE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "base/status.h"
#include "base/tsv.h"
#include "plot/plot_arena.h"

enum { PLOT_NONE = -1 };

typedef struct plot_cell { /* one row of cells.tsv */
  const char *name;
  size_t row, point, learner;
  bool done;
} plot_cell;

typedef struct plot_point { /* one grid point: texts of its parameters as in cells.tsv */
  const char **values;
  int manifest; /* its place in the manifest's "points", PLOT_NONE if it is not there */
} plot_point;

typedef struct plot_result {
  const char *folder;
  plot_arena arena;
  cJSON *manifest;
  tsv_table cells;
  size_t parameter_count, point_count, learner_count, cell_count;
  const char **parameters; /* names */
  plot_point *points;
  size_t *by_values;     /* places of points, sorted by their values */
  const char **learners; /* labels in order of appearance */
  plot_cell *cell;       /* in the order of cells.tsv */
  plot_cell *by_name;    /* the same, sorted by name */
} plot_result;

/* Reads manifest.json and cells.tsv of the folder. */
status result_read(const char *folder, plot_result *result);
void result_free(plot_result *result);

const plot_cell *result_cell(const plot_result *result, const char *name); /* NULL if absent */
int result_parameter(const plot_result *result, const char *name);         /* its place or PLOT_NONE */
bool result_swept(const plot_result *result, size_t parameter);            /* differs between grid points */
/* The grid point whose parameters stand in the row of a table that has the parameters' columns; PLOT_NONE if there is none. */
int result_point_of_row(const plot_result *result, const tsv_table *table, size_t row);
int result_learner(const plot_result *result, const char *label);
/* "n = 64, r = 4": those parameters for which keep[i]; numbers with at most six digits. */
status result_parameters_text(plot_arena *arena, const plot_result *result, size_t point, const bool *keep,
                              const char **text);

#endif
