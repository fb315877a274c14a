/* Unites result folders of one description: shards in any number, overlapping, unfinished, whole ones, of several machines. */
#ifndef AUDIT_MERGE_H
#define AUDIT_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

/* results_source.part of a merged folder that has not every cell. */
#define MERGE_PART "cells are missing"

typedef struct merge_request {
  const char *const *folders;
  size_t folder_count; /* >= 1 */
  const char *out;     /* the folder to be written; what it has of this description stays */
  FILE *table;         /* what was found; NULL: not printed */
  FILE *notes;         /* cells that are missing or failed, why, and what runs the rest; folders without a manifest */
} merge_request;

/* Writes the files that one run would have written of the cells that there are, and sequences, states and logs; reads no scenario and no data.
 * Memory grows with the number of cells (a name and a place for each), not with their records.
 * STATUS_INVALID, nothing written: folders that are none, or of different descriptions, or made by another result version, or with
 * different records of a cell; the message names both folders and the first difference. STATUS_FAILED if a run is writing to `out`.
 * STATUS_INTERRUPTED: the cells taken so far are kept, the tables are as they were. *exit_status is that of a run: 3 a proved bound is violated, 1 cells
 * are missing or failed, 0. */
status merge_folders(const merge_request *request, int *exit_status);

#endif
