/* Unites result folders of one description: shards or whole runs, any number, overlapping, unfinished, of several machines. */
#pragma once

#include "base/status.h"

/* results_source.part of a merged folder that lacks cells. */
#define MERGE_PART "cells are missing"

typedef struct merge_request {
  const char *const *folders;
  size_t folder_count; /* >= 1 */
  const char *out;     /* the folder to be written; what it has stays, and is used if it is of this run and version */
  FILE *table;         /* what was found; NULL: not printed */
  FILE *notes;         /* what is missing, failed, damaged or of another version, and what runs the rest */
  /* The folder that what runs the rest names: `out` is a view of it, without the files of cells. NULL: `out`. */
  const char *goes_on;
} merge_request;

/* Writes the files that one run would have written for these cells, with sequences, states and logs. Reads neither scenario nor data.
 * Memory grows with the number of cells (a name and a place for each), not with their records.
 * STATUS_INVALID, nothing written: a folder without results, different descriptions, another result version in `folders`, or different
 * records of one cell; the message names the folders and the first difference. STATUS_FAILED if a run is writing to `out`.
 * STATUS_INTERRUPTED: the cells taken so far are kept, the tables are as they were. *exit_status is that of a run: 3 a proved bound is violated, 1 cells
 * are missing or failed, 0. */
status merge_folders(const merge_request *request, int *exit_status);
