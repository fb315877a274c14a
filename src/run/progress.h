/* Progress of a long run on stderr: a bar with an ETA on a terminal, sparse lines otherwise. Never on stdout, never in results. */
#ifndef RUN_PROGRESS_H
#define RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
  bool quiet, terminal;
  size_t total;
  double started, last;
  int last_tenth;
  size_t finished_before; /* cells that needed no run: not counted in the ETA */
} progress;

void progress_start(progress *progress, bool quiet, size_t total, size_t finished_before);
void progress_show(progress *progress, size_t finished, size_t failed);
void progress_end(progress *progress); /* clears the bar */

#endif
