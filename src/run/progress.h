/* Progress of a long run: a bar with an estimate of the time left on a terminal, a line at each tenth elsewhere. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct progress {
  FILE *out; /* NULL: nothing is printed */
  bool terminal;
  size_t total;
  double started, last;
  int last_tenth;
  size_t finished_before; /* cells that needed no run: not counted in the estimate */
} progress;

void progress_start(progress *bar, FILE *out, size_t total, size_t finished_before);
void progress_show(progress *bar, size_t finished, size_t failed);
void progress_end(progress *bar); /* clears the bar */
