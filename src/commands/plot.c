/* winnow plot: draws the plots of a result folder. */
#include "plot/plot.h"
#include "commands/command_line.h"

static status run(const command_line *line, int *exit_status) {
  size_t drawn = 0, empty = 0;
  *exit_status = 0;
  TRY(plot_results(line->arguments[0], line->format == NULL ? "svg,png,pdf" : line->format, line->out, &drawn, &empty));
  (void)printf("%zu picture%s drawn\n", drawn, drawn == 1 ? "" : "s");
  if (empty > 0) (void)printf("plots left out, because nothing of what they show happened: %zu\n", empty);
  return STATUS_OK;
}

const command command_plot = {.name = "plot",
                              .arguments = "RESULT_DIR",
                              .summary = "draw the plots of a result folder",
                              .least = 1,
                              .most = 1,
                              .run = run};
