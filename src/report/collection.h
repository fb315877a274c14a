/* Result folders as a report shows them: manifest, summary and pictures. */
#pragma once

#include "base/tsv.h"
#include "bounds/bound.h"

enum { REPORT_IDENTIFIER = 80 };

/* A picture; plain text but for svg and curves. */
typedef struct report_plot {
  const char *name; /* of its files, without ending */
  const char *title, *caption;
  const char *description; /* for readers who do not see it */
  const char *svg;         /* the picture as gnuplot wrote it, of this size */
  int width, height;
  char *curves; /* HTML (page_curves); owned */
} report_plot;

/* One experiment: a result folder. */
typedef struct report_result {
  arena arena; /* owns the texts below that are not the manifest's */
  const char *folder;
  char id[REPORT_IDENTIFIER]; /* letters, digits, '-', '_'; unique in the collection */
  const char *scenario, *title, *source;
  const char *heading; /* the title with the overrides */
  cJSON *manifest;
  tsv_table summary;
  size_t parameters; /* the summary's first columns are parameters */
  bool *swept;       /* which of them differ between grid points */
  /* The summary's other columns. */
  size_t learner, seeds, measure, mean, sd, bound, value, used, verdict;
  size_t verdicts[VERDICT_NONE + 1];   /* rows of theorems, by verdict */
  size_t invariants[VERDICT_NONE + 1]; /* rows of steps of their proofs */
  size_t plot_count;
  report_plot *plots;
  size_t empty_plots;  /* left out because nothing that they show happened */
  const char *undrawn; /* why a plot could not be drawn; NULL */
} report_result;

typedef struct report_collection {
  size_t count;
  report_result *results;
} report_collection; /* start with {0} */

/* Reads manifests and summaries; `folders` must outlive the collection. STATUS_INVALID names the first folder that is
 * not a result folder. The caller frees the collection, also on failure. */
status report_collection_read(const char *const *folders, size_t count, report_collection *collection);
void report_collection_free(report_collection *collection);

/* Rows of the summary. */
const char *report_cell(const report_result *result, size_t row, size_t column);
verdict report_row_verdict(const report_result *result, size_t row);
/* Whether the row is of a bound; of a step of a proof, "<bound>.<invariant>". */
bool report_row_bounded(const report_result *result, size_t row);
bool report_row_invariant(const report_result *result, size_t row);
/* A text of the row's bound in the manifest: "title", "citation", "status". "" if there is none. */
const char *report_bound_text(const report_result *result, size_t row, const char *name);
/* The learner's title as in legends, "–" for a procedure. */
const char *report_row_learner(const report_result *result, size_t row);
/* Writes "n = 64, r = 4", the parameters that differ between the grid points, with html_text or latex_text. */
void report_row_parameters(FILE *file, const report_result *result, size_t row,
                           void (*write_text)(FILE *file, const char *text));
