/* The loss of late trials alone, from the cumulative one. */
#include <string.h>

#include "plot/samples.h"

static const double window = 0.1; /* of the run */

/* From the end on, so that the points looked back to are not yet replaced. */
static void roll(plot_run *run) {
  const double width = run->count > 0 ? window * run->x[run->count - 1] : 0.0;
  size_t i = run->count, back = run->count;
  for (; i-- > 0;) {
    if (back > i) back = i;
    while (back > 0 && run->x[back] > run->x[i] - width) back--;
    if (back == i || run->x[back] > run->x[i] - width) break;
    run->y[i] = (run->y[i] - run->y[back]) / (run->x[i] - run->x[back]);
  }
  const size_t first = i + 1; /* with a point to look back to; 0 if the loop went through */
  run->count -= first;
  memmove(run->x, run->x + first, run->count * sizeof *run->x);
  memmove(run->y, run->y + first, run->count * sizeof *run->y);
}

void samples_roll(plot_samples *samples) {
  for (size_t i = 0; i < samples->count; i++) roll(&samples->sample[i].run);
}
