/* The data files that options name: where they are and what is in them. */
#pragma once

#include "problems/problem.h"

/* object gets one member for each file option of the table: name as written -> sha256 of the contents. Hashes are kept for the
 * process, because a grid names the same file in every cell. */
status data_files_hash(const parameter *table, size_t count, const cJSON *values, const data_folders *folders,
                       cJSON *object);

/* object gets one member for each of these files that is there: name as written -> path. */
status data_files_find(const parameter *table, size_t count, const cJSON *values, const data_folders *folders,
                       cJSON *object);

/* From now on the hashes are those of `hashes` (name -> sha256, not copied), and no file is read: for cells whose data are elsewhere. NULL
 * ends that. */
void data_files_stated(const cJSON *hashes);
