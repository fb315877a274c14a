/* winnow compare: differences of two result folders. */
#include "audit/compare.h"

#include <stdio.h>

#include "commands/command_line.h"

static status run(const command_line *line, int *exit_status) {
  *exit_status = 0;
  return compare_folders(line->arguments[0], line->arguments[1], line->format, stdout);
}

const command command_compare = {
    .name = "compare",
    .arguments = "RESULT_DIR RESULT_DIR",
    .summary = "compare two result folders on the same sequences, paired by grid point, learner and seed",
    .least = 2,
    .most = 2,
    .run = run};
