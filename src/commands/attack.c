/* winnow attack: searches for where a bound is used most. */
#include <stdio.h>
#include <stdlib.h>

#include "attack/attack.h"
#include "base/clock.h"
#include "base/memory.h"
#include "commands/scenario.h"
#include "results/paths.h"

/* Scenarios that the attack wrote: without overrides. */
typedef struct found_scenarios {
  const char *data; /* the folder of --data, or the attacked scenario's */
  cell_script *script;
  const plan *attacked;
} found_scenarios;

static status read_found(void *context, const char *path, plan *out) {
  const found_scenarios *found = context;
  const command_line line = {.data = found->data};
  TRY(scenario_plan(&line, path, NULL, out));
  found->script->plan = out;
  return STATUS_OK;
}

static void leave_found(void *context) {
  const found_scenarios *found = context;
  found->script->plan = found->attacked;
}

static status attack_plan(const command_line *line, const char *path, const plan *plan, int *exit_status) {
  cell_script script = {.plan = plan};
  char *folder = NULL, *results = NULL;
  found_scenarios found = {line->data, &script, plan};
  attack_request request = {.evaluations = ATTACK_EVALUATIONS,
                            .bound = line->bound,
                            .jobs = scenario_jobs(line),
                            .table = line->quiet ? NULL : stdout,
                            .progress = line->quiet ? NULL : stderr,
                            .read_plan = read_found,
                            .leave_plan = leave_found,
                            .context = &found};
  status code = STATUS_OK;
  if (line->budget != NULL) CHECK(attack_budget(line->budget, &request.evaluations, &request.seconds));
  if (line->run_time > 0) {
    request.until = clock_seconds() + (double)line->run_time;
    if (line->budget == NULL) request.evaluations = 0;
  }
  CHECK(scenario_settings(line, &script, &request.settings));
  CHECK(paths_folder_of(path, &folder));
  if (found.data == NULL) found.data = folder;
  CHECK(line->out != NULL ? memory_text(line->out, &results)
                          : memory_format(&results, "results/attack_%s", plan->scenario));
  request.settings.folder = folder;
  request.settings.results = results;
  CHECK(attack_scenario(&request, exit_status));
  if (!line->quiet) (void)printf("results: %s\n", results);
end:
  free(folder);
  free(results);
  return code;
}

static status run(const command_line *line, int *exit_status) {
  return scenario_with_plan(line, line->arguments[0], attack_plan, exit_status);
}

const command command_attack = {.name = "attack",
                                .arguments = "SCENARIO",
                                .summary = "search for parameters and sequences that use most of a bound, or break it",
                                .least = 1,
                                .most = 1,
                                .run = run};
