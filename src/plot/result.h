/* A result folder, read for plotting: its manifest, cells, grid points and learners. */
#pragma once

#include "base/arena.h"
#include "base/tsv.h"
#include <cjson/cJSON.h>

enum { PLOT_NONE = -1 };

/* *manifest = the manifest of a result folder; the caller deletes it, also on failure. STATUS_INVALID if the folder has
 * none of ours, or if its files may be of two runs (results/replacing.h). */
status result_manifest(const char *folder, cJSON **manifest);
/* A learner's title as in legends: the manifest's, or its label if there is none. */
const char *manifest_learner_title(const cJSON *manifest, const char *label);
/* What the manifest says of a bound, or of the theorem whose invariant it is ("<bound>.<invariant>"): an object with
 * title, citation, status, direction, measure. NULL: nothing. */
const cJSON *manifest_bound(const cJSON *manifest, const char *bound);

typedef struct plot_cell { /* one row of cells.tsv */
  const char *name;
  size_t row, point, learner;
  bool done;
} plot_cell;

typedef struct plot_point {  /* one grid point */
  const char *const *values; /* of its parameters, as in cells.tsv */
  int manifest;              /* its place in the manifest's "points"; PLOT_NONE if it is not there */
} plot_point;

typedef struct plot_result {
  const char *folder;
  arena arena;
  cJSON *manifest;
  tsv_table cells;
  size_t first_parameter; /* its column in cells.tsv */
  size_t parameter_count, point_count, learner_count, cell_count;
  const char *const *parameters; /* names */
  bool *swept;                   /* of each parameter: differs between grid points */
  plot_point *points;            /* in order of appearance */
  size_t *by_values;             /* the points, sorted by their values */
  const char **learners;         /* labels in order of appearance */
  plot_cell *cell;               /* in the order of cells.tsv */
  plot_cell *by_name;            /* the same, sorted by name */
} plot_result;

/* Reads manifest.json and cells.tsv of the folder. `folder` must outlive the result. STATUS_INVALID if it is not a
 * result folder. */
status result_read(const char *folder, plot_result *result);
void result_free(plot_result *result);

const plot_cell *result_cell(const plot_result *result, const char *name); /* NULL if absent */
/* The learner's first cell at the first grid point that is done; NULL if none is. */
const plot_cell *result_first_run(const plot_result *result, size_t learner);

int result_parameter(const plot_result *result, const char *name); /* its place or PLOT_NONE */
/* The same; STATUS_INVALID, "FIELD = 'NAME' is not a parameter of the scenario", if there is none. */
status result_require_parameter(const plot_result *result, const char *field, const char *name, int *place);
/* "n = 64, r = 4": the parameters for which keep[i]; numbers have at most six digits. */
status result_parameters_text(arena *memory, const plot_result *result, size_t point, const bool *keep, bool named,
                              const char **text);

/* The grid point with the parameters in a row of a table that has their columns; PLOT_NONE if there is none. */
int result_point_of_row(const plot_result *result, const tsv_table *table, size_t row);

int result_learner(const plot_result *result, const char *label); /* its place or PLOT_NONE */
const char *result_learner_title(const plot_result *result, size_t learner);
