/* winnow explain: verdicts of a result folder in words and numbers. */
#include "audit/explain.h"
#include "commands/command_line.h"

static status run(const command_line *line, int *exit_status) {
  *exit_status = 0;
  return explain_rows(line->arguments[0], line->argument_count > 1 ? line->arguments[1] : NULL, stdout);
}

const command command_explain = {.name = "explain",
                                 .arguments = "RESULT_DIR [ROW]",
                                 .summary = "say in words and numbers how bounds were judged, and what to do",
                                 .least = 1,
                                 .most = 2,
                                 .run = run};
