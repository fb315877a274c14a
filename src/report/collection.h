/* Result folders as a report shows them: manifest, summary and pictures. */
#ifndef REPORT_COLLECTION_H
#define REPORT_COLLECTION_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/tsv.h"
#include "bounds/bound.h"

enum { REPORT_IDENTIFIER = 80 };

typedef struct report_plot {
  char *name;                       /* of its files, without ending */
  char *title, *caption, *describe; /* plain text; what one who does not see it is told */
  char *svg;                        /* as svg_embed gives it */
} report_plot;

/* One experiment: a result folder. */
typedef struct report_result {
  const char *folder;         /* not its owner */
  char id[REPORT_IDENTIFIER]; /* letters, digits, '-', '_'; differs from those of all others */
  const char *scenario, *title, *source;
  char *heading; /* the title, with what was overridden */
  cJSON *manifest;
  tsv_table summary;
  size_t parameters;                                                     /* the first columns of the summary */
  bool *swept;                                                           /* which of them differ between grid points */
  size_t learner, seeds, measure, mean, sd, bound, value, used, verdict; /* its other columns */
  size_t verdicts[VERDICT_NONE + 1];                                     /* rows of theorems by verdict */
  size_t invariants[VERDICT_NONE + 1];                                   /* rows of the steps of their proofs */
  size_t plot_count;
  report_plot *plots;
  size_t empty_plots; /* asked for, but nothing of what they show happened */
  char *undrawn;      /* why a plot could not be drawn; NULL */
} report_result;

typedef struct report_collection {
  size_t count;
  report_result *results;
} report_collection; /* start with {0} */

status report_collection_read(const char *const *folders, size_t count, report_collection *collection);
void report_collection_free(report_collection *collection);

/* Draws the plots of a result into the folder (formats: as in plot_results, svg among them) and takes them up. What cannot be drawn is
 * left to result->undrawn; STATUS_ABSENT if there is no gnuplot. */
status report_draw(const char *folder, const char *formats, report_result *result);

verdict report_row_verdict(const report_result *result, size_t row);
bool report_row_bounded(const report_result *result, size_t row); /* the row is of a bound */
bool report_row_invariant(const report_result *result,
                          size_t row); /* the row is of a step of a proof, "<bound>.<invariant>" */
/* A text of the row's bound in the manifest: "title", "citation", "status". "" if there is none. */
const char *report_bound_text(const report_result *result, size_t row, const char *name);
const char *report_cell(const report_result *result, size_t row, size_t column);
/* The learner's title as in legends, "–" for a procedure. */
const char *report_row_learner(const report_result *result, size_t row);
/* "n = 64, r = 4": the parameters that differ between the grid points; "" if none do. The caller frees. */
status report_row_parameters(const report_result *result, size_t row, char **out);

#endif
