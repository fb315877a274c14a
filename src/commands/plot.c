/* winnow plot: draws the plots of a result folder. */
#include "plot/plot.h"

#include <stdlib.h>

#include "commands/command_line.h"

static status run(const command_line *line, int *exit_status) {
  const plot_request request = {
      .folder = line->arguments[0], .formats = line->format, .style = line->style, .out = line->out};
  plot_outcome outcome;
  *exit_status = 0;
  const status code = plot_results(&request, &outcome);
  if (code == STATUS_OK) {
    (void)printf("%zu picture%s in %s\n", outcome.drawn, outcome.drawn == 1 ? "" : "s", outcome.out);
    if (outcome.empty > 0)
      (void)printf("plots left out, because nothing of what they show happened: %zu\n", outcome.empty);
  }
  free(outcome.out);
  return code;
}

const command command_plot = {.name = "plot",
                              .arguments = "RESULT_DIR",
                              .summary = "draw the plots of a result folder",
                              .least = 1,
                              .most = 1,
                              .run = run};
