/* winnow report: a page of result folders. */
#include "report/report.h"
#include "commands/command_line.h"

static status run(const command_line *line, int *exit_status) {
  report_outcome outcome;
  const report_request request = {.folders = line->arguments,
                                  .folder_count = line->argument_count,
                                  .out = line->out == NULL ? "report.html" : line->out,
                                  .formats = line->format == NULL ? "html,latex" : line->format};
  *exit_status = 0;
  TRY(report_write(&request, &outcome));
  (void)printf("%s: %zu experiments, %zu pictures, %zu rows of verdicts\n", request.out, line->argument_count,
               outcome.plots, outcome.rows);
  if (outcome.undrawn == 0) return STATUS_OK;
  return FAIL(STATUS_FAILED, "%zu of the plots could not be drawn; the page says why", outcome.undrawn);
}

const command command_report = {.name = "report",
                                .arguments = "RESULT_DIR...",
                                .summary =
                                    "write a page about result folders: verdicts, plots, sources; and LaTeX tables",
                                .least = 1,
                                .most = LARGEST_ARGUMENTS,
                                .run = run};
