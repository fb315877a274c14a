#include "run/progress.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

enum { BAR = 30 };

static void time_text(double seconds, char *text, size_t size) {
  if (seconds < 60.0) {
    (void)snprintf(text, size, "%.0f s", seconds);
  } else if (seconds < 3600.0) {
    (void)snprintf(text, size, "%d min %02d s", (int)seconds / 60, (int)seconds % 60);
  } else {
    const double minutes = floor(seconds / 60.0);
    (void)snprintf(text, size, "%.0f h %02.0f min", floor(minutes / 60.0), fmod(minutes, 60.0));
  }
}

void progress_start(progress *progress, FILE *out, size_t total, size_t finished_before) {
  *progress = (struct progress){.out = out,
                                .terminal = out != NULL && isatty(fileno(out)) == 1,
                                .total = total,
                                .started = clock_seconds(),
                                .finished_before = finished_before};
}

void progress_show(progress *progress, size_t finished, size_t failed) {
  if (progress->out == NULL || progress->total == 0) return;
  const double now = clock_seconds();
  const size_t done_here = finished - progress->finished_before;
  const double share = (double)finished / (double)progress->total;
  char eta[64] = "?";
  if (done_here > 0) {
    time_text((now - progress->started) / (double)done_here * (double)(progress->total - finished), eta, sizeof eta);
  }
  char lost[64] = "";
  if (failed > 0) (void)snprintf(lost, sizeof lost, ", %zu failed", failed);
  if (progress->terminal) {
    if (now - progress->last < 0.1 && finished < progress->total) return;
    char bar[BAR + 1];
    for (int i = 0; i < BAR; i++) bar[i] = (double)i < share * BAR ? '#' : '.';
    bar[BAR] = 0;
    (void)fprintf(progress->out, "\r[%s] %zu/%zu cells%s, %s left \033[K", bar, finished, progress->total, lost, eta);
    progress->last = now;
    return;
  }
  /* Not a terminal: a line at each tenth, but none for runs of less than two seconds. */
  const int tenth = (int)(share * 10.0);
  if (tenth == progress->last_tenth || now - progress->started < 2.0) return;
  progress->last_tenth = tenth;
  (void)fprintf(progress->out, "%zu of %zu cells%s, %s left\n", finished, progress->total, lost, eta);
}

void progress_end(progress *progress) {
  if (progress->terminal) (void)fprintf(progress->out, "\r\033[K");
}
