/* winnow run, and winnow verify, which makes a run again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "audit/verify.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/scenario.h"
#include "results/paths.h"
#include "run/run.h"
#include "script/sandbox/release.h"

static status find_shard(const command_line *line, shard *out) {
  *out = (shard){0, 0};
  return line->shard == NULL ? STATUS_OK : shard_parse(line->shard, out);
}

/* The result folder: --out, or results/... with shards/I-of-N for a shard. */
static status folder_of(const command_line *line, const plan *plan, const shard *shard, char **results) {
  if (line->out != NULL) return memory_text(line->out, results);
  char *whole = NULL;
  TRY(paths_results(plan->scenario, cJSON_GetObjectItemCaseSensitive(plan->document, "overrides"), &whole));
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

/* again: NULL, or what says which cells of a result folder are to be run. */
static status run_with(const command_line *line, const char *path, const plan *plan, const verify_run *again,
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
  return run_with(line, path, plan, NULL, exit_status);
}

status command_run(const command_line *line, int *exit_status) {
  shard shard;
  TRY(find_shard(line, &shard)); /* before the scenario is evaluated */
  return scenario_act(line, line->arguments[0], run_all, exit_status);
}

/* The command line that a manifest stands for; *sets, one text for each parameter that was replaced, is the caller's. */
static status line_of_manifest(const verify_run *run, command_line *line, char **sets) {
  const cJSON *override = NULL;
  *line = (command_line){.command = COMMAND_RUN, .data = run->data, .jobs = run->jobs, .out = run->out, .quiet = true};
  line->eigen = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(run->manifest, "eigensolver"));
  line->shard = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(run->manifest, "shard"));
  line->record = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(run->manifest, "record"));
  line->save_state = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(run->manifest, "save_state"));
  cJSON_ArrayForEach (override, cJSON_GetObjectItemCaseSensitive(run->manifest, "overrides")) {
    const char *name = override->string;
    if (!cJSON_IsString(override) || line->set_count == LARGEST_SETS) {
      return FAIL(STATUS_INVALID, "manifest.json: overrides: %s: expected at most %d texts", name, LARGEST_SETS);
    }
    const bool seeds = strcmp(name, "seeds") == 0;
    if (seeds || strcmp(name, "trials") == 0) {
      if (integer_parse(override->valuestring, seeds ? &line->seeds : &line->trials)) continue;
      return FAIL(STATUS_INVALID, "manifest.json: overrides: %s: expected a whole number", name);
    }
    TRY(memory_format(&sets[line->set_count], "%s=%s", name, override->valuestring));
    line->sets[line->set_count] = sets[line->set_count];
    line->set_count++;
  }
  return STATUS_OK;
}

static status run_manifest(const verify_run *run) {
  command_line line;
  char *sets[LARGEST_SETS] = {NULL};
  int exit_status = 0;
  plan plan;
  status code = line_of_manifest(run, &line, sets);
  if (code == STATUS_OK) code = scenario_plan(&line, run->path, run->text, &plan);
  if (code == STATUS_OK) {
    code = run_with(&line, run->path, &plan, run, &exit_status);
    plan_close(&plan);
  }
  for (size_t i = 0; i < LARGEST_SETS; i++) free(sets[i]);
  if (code == STATUS_OK && exit_status == 130) return FAIL(STATUS_INTERRUPTED, "interrupted");
  return code;
}

status command_verify(const command_line *line, int *exit_status) {
  size_t differences = 0;
  const verify_request request = {
      .folder = line->arguments[0], .data = line->data, .jobs = line->jobs, .run = run_manifest, .out = stdout};
  TRY(scenario_check_data(line));
  TRY(verify_folder(&request, &differences));
  *exit_status = differences > 0 ? 1 : 0;
  return STATUS_OK;
}
