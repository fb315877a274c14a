/* winnow trace: the first trials of a learner, one by one. */
#include "audit/trace.h"
#include "commands/scenario.h"
#include "results/paths.h"

static status trace_plan(const command_line *line, const char *path, const plan *planned, int *exit_status) {
  cell_script opened = {.plan = planned};
  FREED char *folder = NULL;
  trace_request request = {.learner = line->learner,
                           .seed = line->seed > 0 ? (uint64_t)line->seed : 1,
                           .trials = line->first > 0 ? (size_t)line->first : 5,
                           .most = 8,
                           .out = stdout};
  *exit_status = 0;
  TRY(scenario_settings(line, &opened, &request.settings));
  TRY(paths_folder_of(path, &folder));
  request.settings.folder = folder;
  request.settings.results = ".";
  return trace_scenario(&request);
}

static status run(const command_line *line, int *exit_status) {
  return scenario_with_plan(line, line->arguments[0], trace_plan, exit_status);
}

const command command_trace = {.name = "trace",
                               .arguments = "SCENARIO",
                               .summary =
                                   "tell the first trials of a learner one by one: instance, score, label, update",
                               .least = 1,
                               .most = 1,
                               .run = run};
