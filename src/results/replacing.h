/* The files of a result folder are replaced together. A mark on the folder, .journal/replacing, is there while that is done: a run that ends
 * in between, killed or because the system refuses, leaves it, and with it tables that may be of two runs. The next run of the folder
 * replaces all of them and removes the mark. */
#ifndef RESULTS_REPLACING_H
#define RESULTS_REPLACING_H

#include <stddef.h>

#include "base/file.h"
#include "base/status.h"

/* Files that are whole and synced under temporary names. */
enum { RESULTS_FILES = 11, RESULTS_OBSOLETE = 2 };
typedef struct results_files {
  replacement *file[RESULTS_FILES];
  size_t count;
  /* Tables of an earlier run that this run does not produce: removed when the others are renamed. */
  char *obsolete[RESULTS_OBSOLETE];
  size_t obsolete_count;
} results_files;

/* Renames all files and removes what is obsolete, or what comes before the first for which that fails; then the folder stays marked. The
 * list is empty afterwards. The folder has a .journal. STATUS_IO: the mark cannot be written or removed. */
status results_commit(const char *folder, results_files *files);
/* Leaves the folder as it is. */
void results_abandon(results_files *files);

/* For whoever reads several files of the folder: STATUS_INVALID "FOLDER: its files may be of two runs: ..." if the mark is there. */
status replacing_check(const char *folder);

#endif
