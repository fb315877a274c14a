/* The command line: options are rows of data that drive parsing and --help. */
#ifndef COMMANDS_COMMAND_LINE_H
#define COMMANDS_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

typedef enum command {
  COMMAND_NONE,
  COMMAND_RUN,
  COMMAND_PLOT,
  COMMAND_LIST,
  COMMAND_PREDICT,
  COMMAND_SERVE,
  COMMAND_NEW,
  COMMAND_VERIFY,
  COMMAND_COMPARE,
  COMMAND_REPORT,
  COMMAND_ATTACK,
  COMMAND_MERGE
} command;

enum { LARGEST_SETS = 256, LARGEST_ARGUMENTS = 4096 };

typedef struct command_line {
  command command;
  bool help, version;
  const char *
      arguments[LARGEST_ARGUMENTS]; /* SCENARIO; RESULT_DIR; KIND NAME; STATE FILE; LEARNER; NAME; A B; RESULT_DIR... */
  size_t argument_count;
  const char *sets[LARGEST_SETS];
  size_t set_count;
  long long seeds, trials, jobs, cell_time, run_time; /* 0: not given */
  const char *data, *out, *eigen, *format, *load, *save, *bound, *budget, *shard;
  bool record, save_state, fresh, quiet, keep_timeouts, dry_run;
} command_line;

/* The strings stay argv's. STATUS_INVALID with one line that names the argument and what was expected. */
status command_line_parse(int argc, char *const *argv, command_line *out);
void command_line_help(FILE *file, command command); /* COMMAND_NONE: of the program */

#endif
