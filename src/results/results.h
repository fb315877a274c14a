/* The files of a result folder (docs/architecture.md, Files), written from the records of finished cells in the order of the plan. */
#ifndef RESULTS_RESULTS_H
#define RESULTS_RESULTS_H

#include <stddef.h>

#include "base/status.h"
#include "bounds/bound.h"
#include "cell/failures.h"
#include "cell/plan.h"
#include "results/replacing.h"
#include "results/store.h"

typedef struct results_outcome {
  size_t done, failed;
  size_t verdicts[VERDICT_NONE + 1]; /* rows of verdicts.tsv by verdict */
} results_outcome;

typedef struct results_source {
  const plan *plan;
  const store *store;
  char (*names)[CELL_NAME];     /* cell names by index */
  const failure_list *failures; /* ascending by index */
  const char *folder;
  /* NULL: the whole. Otherwise what these results are ("shard 1/4"): tables say so, and where seeds are missing nothing is judged that is
   * a statement about all of them (levels mean and probability). */
  const char *part;
} results_source;

/* Writes cells, verdicts, curves, bound_curves, summary, observations and timing .tsv under temporary names; after an error none is
 * left. The caller commits or abandons them: a full disk leaves the earlier files as they were, all of them. */
status results_write(const results_source *source, results_outcome *outcome, results_files *files);
/* STATUS_INVALID if the folder has a table of such a name that is not of this version's form. */
status results_check(const char *folder);

#endif
