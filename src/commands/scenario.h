/* The scenario of a command: its plan, and what its cells need to run. */
#pragma once

#include "cell/cell.h"
#include "commands/command_line.h"
#include "script/script.h"
#include "script/script_plan.h"

/* The script behind a plan's Lua functions. A worker opens it when its first cell with such a function runs. */
typedef struct cell_script {
  const plan *plan;
  double seconds; /* limit of a cell; 0: not given */
  script *script; /* NULL: not opened yet */
} cell_script;

/* *out = settings of the plan's cells without the folders: the eigensolver of --eigen, --data, and the script for Lua functions. `line` and
 * `opened` must outlive the settings. STATUS_INVALID: no such eigensolver. */
status scenario_settings(const command_line *line, cell_script *opened, cell_settings *out);

/* What a command does with a plan; path: the scenario's file. */
typedef status plan_action(const command_line *line, const char *path, const plan *planned, int *exit_status);

/* Finds the scenario by name or path, evaluates it with the options of the line, and calls `act` with its plan. */
status scenario_with_plan(const command_line *line, const char *name, plan_action *act, int *exit_status);

/* The plan of a scenario; text: NULL to read the file. The caller closes the plan. */
status scenario_plan(const command_line *line, const char *path, const char *text, plan *out);

/* STATUS_INVALID if --data names no folder. */
status scenario_check_data(const command_line *line);

/* First in main: failed allocations of cJSON and GSL are noted (base/status.h). GSL's own handler would abort. */
void scenario_watch_memory(void);

/* --jobs, or the number of processors that this process may use. */
size_t scenario_jobs(const command_line *line);
