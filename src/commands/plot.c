/* winnow plot: draws the plots of a result folder. */
#include "plot/plot.h"
#include "commands/command_line.h"
#include "plot/tidy.h"

/* --data tidy: a table for other programs in place of pictures. */
static status write_tidy(const command_line *line) {
  FREED char *made = NULL;
  size_t rows = 0;
  if (strcmp(line->data, "tidy") != 0) return FAIL(STATUS_INVALID, "--data %s: expected tidy", line->data);
  TRY(line->out != NULL ? memory_text(line->out, &made) : plot_default_folder(line->arguments[0], &made));
  TRY(tidy_write(line->arguments[0], made, &rows));
  (void)printf("%zu rows in %s/tidy.tsv\n", rows, made);
  return STATUS_OK;
}

static status run(const command_line *line, int *exit_status) {
  const plot_request request = {.folder = line->arguments[0],
                                .formats = line->format,
                                .style = line->style,
                                .spread = line->spread,
                                .out = line->out};
  plot_outcome outcome;
  *exit_status = 0;
  if (line->data != NULL) return write_tidy(line);
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
