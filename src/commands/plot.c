/* winnow plot: draws the plots of a result folder. */
#include "plot/plot.h"
#include "audit/merge.h"
#include "audit/scratch.h"
#include "commands/command_line.h"
#include "plot/tidy.h"
#include "results/replacing.h"

static status merge(void *context) {
  int exit_status = 0;
  return merge_folders(context, &exit_status);
}

/* A run that has not ended gets tables of its finished cells in a folder that goes afterwards. */
static status find_tables(const char *folder, char **scratch, char **tables) {
  FREED char *begun = NULL;
  TRY(memory_format(&begun, "%s/.journal/manifest.json", folder));
  if (!file_exists(begun)) return memory_text(folder, tables);
  TRY(replacing_check(folder));
  TRY(scratch_make(scratch));
  TRY(memory_format(tables, "%s/tables", *scratch));
  merge_request request = {.folders = &folder, .folder_count = 1, .out = *tables, .goes_on = folder, .notes = stderr};
  return scratch_work(merge, &request);
}

/* --data tidy: a table for other programs in place of pictures. */
static status write_tidy(const plot_request *request) {
  size_t rows = 0;
  TRY(tidy_write(request->folder, request->out, &rows));
  (void)printf("%zu rows in %s/tidy.tsv\n", rows, request->out);
  return STATUS_OK;
}

static status run(const command_line *line, int *exit_status) {
  CLEANUP(scratch_remove_at) char *scratch = NULL;
  FREED char *tables = NULL, *made = NULL;
  *exit_status = 0;
  if (line->data != NULL && strcmp(line->data, "tidy") != 0) {
    return FAIL(STATUS_INVALID, "--data %s: expected tidy", line->data);
  }
  TRY(find_tables(line->arguments[0], &scratch, &tables));
  plot_request request = {
      .folder = tables, .formats = line->format, .style = line->style, .spread = line->spread, .out = line->out};
  plot_outcome outcome;
  if (line->out == NULL && (scratch != NULL || line->data != NULL)) {
    TRY(plot_default_folder(line->arguments[0], &made));
    request.out = made;
  }
  if (line->data != NULL) return write_tidy(&request);
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
