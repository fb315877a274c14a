/* winnow compare: the learners of a result folder, or two result folders. */
#include "audit/compare.h"
#include "audit/compare_learners.h"
#include "commands/command_line.h"

static status run(const command_line *line, int *exit_status) {
  paired_form form = PAIRED_TEXT;
  *exit_status = 0;
  TRY(paired_form_of(line->format, line->latex, &form));
  if (line->argument_count == 1) return compare_learners(line->arguments[0], form, stdout);
  return compare_folders(line->arguments[0], line->arguments[1], form, stdout);
}

const command command_compare = {
    .name = "compare",
    .arguments = "RESULT_DIR [RESULT_DIR]",
    .summary = "compare the learners of one result folder, or two folders, on the same sequences, paired by seed",
    .least = 1,
    .most = 2,
    .run = run};
