/* winnow run: a scenario, once or as often as it is saved. */
#include "commands/run.h"
#include "commands/scenario.h"
#include "commands/watch.h"

static status run_all(const command_line *line, const char *path, const plan *planned, int *exit_status) {
  return run_with_plan(line, path, planned, NULL, exit_status);
}

static status run_scenario(const command_line *line, int *exit_status) {
  if (line->curves != NULL && strcmp(line->curves, "all") != 0) {
    return FAIL(STATUS_INVALID, "--curves %s: expected all", line->curves);
  }
  if (line->watch) return watch_scenario(line);
  return scenario_with_plan(line, line->arguments[0], run_all, exit_status);
}

const command command_run = {.name = "run",
                             .arguments = "SCENARIO",
                             .summary = "run a scenario: a path, or a name in ./scenarios or the installed folder",
                             .least = 1,
                             .most = 1,
                             .run = run_scenario};
