/* The command line: options are rows of data that drive parsing and --help. */
#pragma once

#include "base/status.h"

enum { LARGEST_SETS = 256, LARGEST_LEARNERS = 64, LARGEST_ARGUMENTS = 4096 };

struct command;

typedef struct command_line {
  const struct command *command; /* NULL: winnow --help and winnow --version */
  bool help, version;
  const char *arguments[LARGEST_ARGUMENTS];
  size_t argument_count;
  const char *sets[LARGEST_SETS];
  size_t set_count;
  const char *learners[LARGEST_LEARNERS];
  size_t learner_count;
  long long seeds, trials, jobs, cell_time, run_time, seed, first, every, noise, top, blocks; /* 0: not given */
  const char *data, *out, *eigen, *curves, *format, *style, *spread, *load, *save, *bound, *budget, *shard, *tree,
      *table, *learner, *csv, *class, *rows, *id, *matches, *ratings, *graph;
  bool record, save_state, fresh, quiet, keep_timeouts, dry_run, allow_external, latex, watch, weights;
} command_line;

/* One command; each is a file of this folder, and commands.c lists them. */
typedef struct command {
  const char *name, *arguments, *summary; /* as --help shows them */
  size_t least, most;                     /* number of arguments */
  /* Prints its results on standard output. Sets *exit_status, which counts if the status is STATUS_OK. */
  status (*run)(const command_line *line, int *exit_status);
} command;

/* `commands` ends with NULL. The strings stay argv's. STATUS_INVALID with one line that names the argument and what was expected. */
status command_line_parse(int argc, char *const *argv, const command *const *commands, command_line *out);
/* The help of a command (line->command), or of the program. */
void command_line_help(FILE *file, const command *const *commands, const command *one);
