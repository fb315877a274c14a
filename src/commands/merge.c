/* winnow merge: one result folder of several. */
#include "audit/merge.h"
#include "commands/command_line.h"

static status run(const command_line *line, int *exit_status) {
  if (line->out == NULL) return FAIL(STATUS_INVALID, "winnow merge: expected --out DIR");
  const merge_request request = {.folders = line->arguments,
                                 .folder_count = line->argument_count,
                                 .out = line->out,
                                 .table = line->quiet ? NULL : stdout,
                                 .notes = stderr};
  TRY(merge_folders(&request, exit_status));
  if (!line->quiet) (void)printf("results: %s\n", line->out);
  return STATUS_OK;
}

const command command_merge = {.name = "merge",
                               .arguments = "--out DIR RESULT_DIR...",
                               .summary = "merge result folders of one scenario: shards, complete or unfinished runs",
                               .least = 1,
                               .most = LARGEST_ARGUMENTS,
                               .run = run};
