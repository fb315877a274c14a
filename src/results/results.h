/* The files of a result folder (docs/architecture.md, Files), written from the records of finished cells in the order of the plan. */
#ifndef RESULTS_RESULTS_H
#define RESULTS_RESULTS_H

#include <stddef.h>
#include <stdio.h>

#include "base/file.h"
#include "base/status.h"
#include "base/tsv.h"
#include "bounds/bound.h"
#include "cell/failures.h"
#include "cell/plan.h"
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

/* Files that are whole and synced under temporary names. */
enum { RESULTS_FILES = 11, RESULTS_OBSOLETE = 2 };
typedef struct results_files {
  replacement *file[RESULTS_FILES];
  size_t count;
  char *obsolete
      [RESULTS_OBSOLETE]; /* tables of an earlier run that this one has not: removed when the others are renamed */
  size_t obsolete_count;
} results_files;

/* Writes cells, verdicts, curves, bound_curves, summary, observations and timing .tsv under temporary names; after an error none is
 * left. The caller commits or abandons them: a full disk leaves the earlier files as they were, all of them. */
status results_write(const results_source *source, results_outcome *outcome, results_files *files);
/* Renames all and removes what is obsolete, or what comes before the first for which that fails; then the folder stays marked (replacing.h). Empties the list. */
status results_commit(const char *folder, results_files *files);
void results_abandon(results_files *files);

/* STATUS_INVALID if the folder has a table of such a name that is not of this version's form. */
status results_check(const char *folder);

/* The files of a result folder that SHA256SUMS speaks of, sorted by name: those of the folder itself, of sequences/ and of states/; no
 * hidden or temporary ones, not SHA256SUMS. The caller frees. */
typedef struct result_files {
  char **items;
  size_t count, capacity;
} result_files;
status result_files_list(const char *folder, result_files *list);
void result_files_free(result_files *list);

/* SHA256SUMS of all of them as they will be when `files` are committed; it is added to these. */
status results_write_sums(const char *folder, results_files *files);

/* Prints summary.tsv as an aligned table of the main bounds, and what the invariants say in one line. Of long ones the first
 * 200 rows, then how many more there are, where, and their verdicts. */
status results_print(const char *folder, FILE *out);
/* Prints a table in aligned columns, numbers with few digits; without the rows whose column `bound` names an invariant. */
status results_print_columns(const tsv_table *table, FILE *out);

#endif
