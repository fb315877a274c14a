#include "commands/run.h"
#include "base/json.h"
#include "commands/scenario.h"
#include "results/paths.h"
#include "run/run.h"
#include <sys/stat.h>

static status find_shard(const command_line *line, shard *out) {
  *out = (shard){0, 0};
  return line->shard == NULL ? STATUS_OK : shard_parse(line->shard, out);
}

status run_folder(const command_line *line, const plan *planned, char **results) {
  shard part;
  TRY(find_shard(line, &part));
  if (line->out != NULL) return memory_text(line->out, results);
  FREED char *whole = NULL;
  TRY(paths_results(planned->scenario, json_member(planned->document, "overrides"), &whole));
  if (part.count > 0) return paths_shard(whole, part.number, part.count, results);
  return HAND_OVER(whole, *results);
}

static status look(const run_request *request) {
  struct stat about;
  run_survey survey;
  if (stat(request->settings.results, &about) == 0 && !S_ISDIR(about.st_mode)) {
    return FAIL(STATUS_INVALID, "--out: %s: is a file, expected a folder", request->settings.results);
  }
  TRY(run_look(request, &survey));
  (void)printf("cells: %zu\nfinished: %zu\nstate: %s\nresults: %s\n", survey.cells, survey.finished, survey.state,
               request->settings.results);
  return STATUS_OK;
}

static status run_here(const command_line *line, const run_request *request, int *exit_status) {
  const char *results = request->settings.results;
  if (line->dry_run) return look(request);
  if (directory_make(results) != STATUS_OK) { /* nothing is written yet: bad usage */
    return line->out == NULL ? STATUS_INVALID : status_context(STATUS_INVALID, "--out");
  }
  run_report report;
  TRY(run_plan(request, &report));
  *exit_status = report.exit;
  if (!line->quiet) (void)printf("results: %s\n", results);
  if (!line->quiet && line->save_state) (void)printf("states: %s/states, for winnow predict\n", results);
  return STATUS_OK;
}

status run_with_plan(const command_line *line, const char *path, const plan *planned, const verify_run *again,
                     int *exit_status) {
  cell_script opened = {.plan = planned, .seconds = (double)line->cell_time};
  FREED char *folder = NULL, *results = NULL;
  run_request request = {.jobs = scenario_jobs(line),
                         .fresh = line->fresh,
                         .table = line->quiet ? NULL : stdout,
                         .progress = line->quiet ? NULL : stderr,
                         .notes = stderr,
                         .lua = script_lua_release(),
                         .only = again == NULL ? NULL : again->only,
                         .only_count = again == NULL ? 0 : again->only_count,
                         .part = again == NULL ? NULL : again->part,
                         .cell_seconds = (double)line->cell_time,
                         .seconds = (double)line->run_time,
                         .keep_timeouts = line->keep_timeouts};
  TRY(find_shard(line, &request.shard));
  TRY(scenario_settings(line, &opened, &request.settings));
  TRY(paths_folder_of(path, &folder));
  TRY(run_folder(line, planned, &results));
  request.settings.record = line->record;
  request.settings.save_state = line->save_state;
  request.settings.all_curves = line->curves != NULL;
  request.settings.folder = folder;
  request.settings.results = results;
  return run_here(line, &request, exit_status);
}
