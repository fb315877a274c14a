/* A mark on a result folder while its files are replaced, one after the other: .journal/replacing. A run that ends in between, killed or because
 * the system refuses, leaves it, and with it tables that may be of two runs. The next run of the folder replaces all of them and takes the mark away. */
#ifndef RESULTS_REPLACING_H
#define RESULTS_REPLACING_H

#include "base/status.h"

/* Both are durable when they return. The folder has a .journal. STATUS_IO: the mark cannot be written or removed. */
status replacing_begin(const char *folder);
status replacing_end(const char *folder);

/* For whoever reads several files of the folder: STATUS_INVALID "FOLDER: its files may be of two runs: ..." if the mark is there. */
status replacing_check(const char *folder);

#endif
