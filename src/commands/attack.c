/* winnow attack: searches for where a bound is used most. */

#include "attack/attack.h"
#include "base/clock.h"
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

static status attack_plan(const command_line *line, const char *path, const plan *planned, int *exit_status) {
  cell_script opened = {.plan = planned};
  FREED char *folder = NULL, *results = NULL;
  found_scenarios found = {line->data, &opened, planned};
  attack_request request = {.evaluations = ATTACK_EVALUATIONS,
                            .bound = line->bound,
                            .noise = (size_t)line->noise,
                            .jobs = scenario_jobs(line),
                            .table = line->quiet ? NULL : stdout,
                            .progress = line->quiet ? NULL : stderr,
                            .read_plan = read_found,
                            .leave_plan = leave_found,
                            .context = &found};
  if (line->budget != NULL) TRY(attack_budget(line->budget, &request.evaluations, &request.seconds));
  if (line->run_time > 0) {
    request.until = clock_seconds() + (double)line->run_time;
    if (line->budget == NULL) request.evaluations = 0;
  }
  TRY(scenario_settings(line, &opened, &request.settings));
  TRY(paths_folder_of(path, &folder));
  if (found.data == NULL) found.data = folder;
  TRY(line->out != NULL ? memory_text(line->out, &results)
                        : memory_format(&results, "results/attack_%s", planned->scenario));
  request.settings.folder = folder;
  request.settings.results = results;
  TRY(attack_scenario(&request, exit_status));
  if (!line->quiet) (void)printf("results: %s\n", results);
  return STATUS_OK;
}

static status run(const command_line *line, int *exit_status) {
  return scenario_with_plan(line, line->arguments[0], attack_plan, exit_status);
}

const command command_attack = {.name = "attack",
                                .arguments = "SCENARIO",
                                .summary =
                                    "search for parameters and sequences that come closest to a bound, or break it",
                                .least = 1,
                                .most = 1,
                                .run = run};
