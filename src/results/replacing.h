/* The files of a result folder are replaced together. The file .journal/replacing marks the folder meanwhile: a run that is killed or
 * fails in between leaves the mark, and tables that may come from two runs. The next run of the folder replaces all of them and removes the
 * mark. */
#pragma once

#include "base/file.h"

/* Files that are complete and synced under temporary names. */
enum { RESULTS_FILES = 11, RESULTS_OBSOLETE = 3 };
typedef struct results_files {
  replacement *file[RESULTS_FILES];
  size_t count;
  /* Tables of an earlier run that this run does not produce, and the journal's manifest: removed when the others are renamed. */
  char *obsolete[RESULTS_OBSOLETE];
  size_t obsolete_count;
} results_files;

/* Renames all files, then removes the obsolete ones; stops at the first failure, and then the folder stays marked. The list is empty
 * afterwards. The folder must have a .journal. STATUS_IO: a file or the mark cannot be written or removed. */
status results_commit(const char *folder, results_files *files);
/* Leaves the folder as it is. */
void results_abandon(results_files *files);

/* For readers of several files of the folder: STATUS_INVALID "FOLDER: its files may be of two runs: ..." if the mark is there. */
status replacing_check(const char *folder);
