/* SHA256SUMS of a result folder. */
#ifndef RESULTS_SUMS_H
#define RESULTS_SUMS_H

#include <stddef.h>

#include "base/status.h"
#include "results/replacing.h"

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

#endif
