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
  /* Cells whose sequence ended before the trials that were asked for: how many, the fewest and most trials played, and what was asked. */
  size_t early, least_trials, most_trials, trials_asked;
  size_t idle,
      first_idle; /* cells whose learner reports updates but never changed (learner_idle), and the index of the first of them */
} results_outcome;

typedef struct results_source {
  const plan *plan;
  const store *store;
  char (*names)[CELL_NAME];     /* cell names by index */
  const failure_list *failures; /* ascending by index */
  const char *folder;
  /* NULL: the whole. Otherwise a part ("shard 1/4"): tables name it, and bounds of levels mean and probability, which speak of all seeds,
   * are not judged where seeds are missing. */
  const char *part;
} results_source;

/* Writes cells, verdicts, curves, bound_curves, summary, observations and timing .tsv under temporary names; none is left after an
 * error. The caller commits or abandons them, so that a full disk leaves all earlier files as they were. */
status results_write(const results_source *source, results_outcome *outcome, results_files *files);
/* STATUS_INVALID if a table of the folder is not of this version's format. */
status results_check(const char *folder);

#endif
