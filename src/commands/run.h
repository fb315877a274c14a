/* winnow run: the cells of a scenario. winnow verify runs them again. */
#pragma once

#include "audit/verify.h"
#include "cell/plan.h"
#include "commands/command_line.h"

/* The result folder: --out, or results/... with shards/I-of-N for a shard. The caller frees it. */
status run_folder(const command_line *line, const plan *planned, char **results);
/* Runs the cells of a plan with the options of the line; path: the scenario's file. again: which cells of a result folder verify wants, or
 * NULL for all. */
status run_with_plan(const command_line *line, const char *path, const plan *planned, const verify_run *again,
                     int *exit_status);
