#include "run/progress.h"
#include "base/clock.h"
#include <math.h>
#include <unistd.h>

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

void progress_start(progress *bar, FILE *out, size_t total, size_t finished_before) {
  *bar = (progress){.out = out,
                    .terminal = out != NULL && isatty(fileno(out)) == 1,
                    .total = total,
                    .started = clock_seconds(),
                    .finished_before = finished_before};
}

void progress_show(progress *bar, size_t finished, size_t failed) {
  if (bar->out == NULL || bar->total == 0) return;
  const double now = clock_seconds();
  if (bar->terminal && now - bar->last < 0.1 && finished < bar->total) return;
  bar->last = now;
  const size_t done_here = finished - bar->finished_before;
  const double share = (double)finished / (double)bar->total;
  char eta[64] = "?";
  if (done_here > 0) {
    time_text((now - bar->started) / (double)done_here * (double)(bar->total - finished), eta, sizeof eta);
  }
  char lost[64] = "";
  if (failed > 0) (void)snprintf(lost, sizeof lost, ", %zu failed", failed);
  if (bar->terminal) {
    char drawn[BAR + 1];
    for (int i = 0; i < BAR; i++) drawn[i] = (double)i < share * BAR ? '#' : '.';
    drawn[BAR] = 0;
    (void)fprintf(bar->out, "\r[%s] %zu/%zu cells%s, %s left \033[K", drawn, finished, bar->total, lost, eta);
    return;
  }
  /* Not a terminal: a line at each tenth, but none for runs of less than two seconds. */
  const int tenth = (int)(share * 10.0);
  if (tenth == bar->last_tenth || now - bar->started < 2.0) return;
  bar->last_tenth = tenth;
  (void)fprintf(bar->out, "%zu of %zu cells%s, %s left\n", finished, bar->total, lost, eta);
}

void progress_end(progress *bar) {
  if (bar->terminal) (void)fprintf(bar->out, "\r\033[K");
}
