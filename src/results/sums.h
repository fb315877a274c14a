/* SHA256SUMS of a result folder. */
#pragma once

#include "results/replacing.h"
#include "results/store.h"

/* The files of a result folder that SHA256SUMS lists, sorted by name: those of the folder itself, of sequences/ and of states/; no
 * hidden or temporary ones, not SHA256SUMS. The caller frees. */
typedef struct result_files {
  char **items;
  size_t count, capacity;
} result_files;
status result_files_list(const char *folder, result_files *list);
void result_files_free(result_files *list);
bool result_file_of_cell(const char *name); /* of sequences/ or states/ */

/* Writes SHA256SUMS of all files as they will be once `files` are committed, and adds it to `files`. Of sequences/ and states/ it lists the
 * files of cells of the journal and those listed before: what was put there by somebody else stays without a sum. */
status results_write_sums(const char *folder, const store *records, results_files *files);

/* SHA256SUMS as it was written. */
typedef struct recorded_sum {
  const char *name, *digits;
} recorded_sum;
typedef struct recorded_sums {
  char *text;
  recorded_sum *items; /* sorted by name */
  size_t count;
} recorded_sums;
/* A folder without the file has no sums. Lines that are none are left out: verify reports them. */
status recorded_sums_read(const char *folder, recorded_sums *sums);
void recorded_sums_free(recorded_sums *sums);
/* Calls `visit` for each file of sequences/ and states/ that has other bytes now. One that is gone has not. */
status recorded_sums_check(const recorded_sums *sums, const char *folder,
                           status (*visit)(void *context, const char *name), void *context);
/* "DIGITS  NAME", cut after the digits: the name, or NULL for another line. */
char *sum_line_name(char *line);
