#include "commands/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "commands/scenario.h"
#include "results/paths.h"
#include "run/run.h"
#include "script/script.h"

static status find_shard(const command_line *line, shard *out) {
  *out = (shard){0, 0};
  return line->shard == NULL ? STATUS_OK : shard_parse(line->shard, out);
}

/* The result folder: --out, or results/... with shards/I-of-N for a shard. */
static status folder_of(const command_line *line, const plan *plan, const shard *shard, char **results) {
  if (line->out != NULL) return memory_text(line->out, results);
  char *whole = NULL;
  TRY(paths_results(plan->scenario, json_member(plan->document, "overrides"), &whole));
  if (shard->count == 0) {
    *results = whole;
    return STATUS_OK;
  }
  const status code = paths_shard(whole, shard->number, shard->count, results);
  free(whole);
  return code;
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
  return STATUS_OK;
}

status run_with_plan(const command_line *line, const char *path, const plan *plan, const verify_run *again,
                     int *exit_status) {
  cell_script script = {.plan = plan, .seconds = (double)line->cell_time};
  char *folder = NULL, *results = NULL;
  status code = STATUS_OK;
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
  CHECK(find_shard(line, &request.shard));
  CHECK(scenario_settings(line, &script, &request.settings));
  CHECK(paths_folder_of(path, &folder));
  CHECK(folder_of(line, plan, &request.shard, &results));
  request.settings.record = line->record;
  request.settings.save_state = line->save_state;
  request.settings.folder = folder;
  request.settings.results = results;
  CHECK(run_here(line, &request, exit_status));
end:
  free(folder);
  free(results);
  return code;
}

static status run_all(const command_line *line, const char *path, const plan *plan, int *exit_status) {
  return run_with_plan(line, path, plan, NULL, exit_status);
}

static status run_scenario(const command_line *line, int *exit_status) {
  shard shard;
  TRY(find_shard(line, &shard)); /* before the scenario is evaluated */
  return scenario_with_plan(line, line->arguments[0], run_all, exit_status);
}

const command command_run = {.name = "run",
                             .arguments = "SCENARIO",
                             .summary = "run a scenario: a path, or a name in ./scenarios or the installed folder",
                             .least = 1,
                             .most = 1,
                             .run = run_scenario};
