/* A run: every cell of a plan that has no record yet, in worker processes; then the files of the result folder. */
#pragma once

#include "results/results.h"
#include "run/shard.h"

/* Limit of a cell of a procedure, in seconds, where none is given. */
#define RUN_PROCEDURE_SECONDS 3600.0

typedef struct run_request {
  cell_settings settings; /* plan, eigensolver, data, folders, record, procedure */
  size_t jobs;            /* workers, >= 1 */
  bool fresh;             /* run every cell again */
  FILE *table;            /* what was found; NULL: not printed */
  FILE *progress;         /* progress, and why cells run again; NULL: not printed */
  FILE *notes;            /* cells that failed */
  const char *lua;        /* release of the interpreter, for the manifest */
  /* Names of the only cells to run, sorted; the others are as if the run had been interrupted before them. NULL: all cells run. */
  const char *const *only;
  size_t only_count;
  shard shard;      /* cells of other shards are as if they were not in the plan */
  const char *part; /* of results_source, where there is no shard */
  /* a cell that takes longer is ended and fails by timeout; 0: no limit, RUN_PROCEDURE_SECONDS for procedures */
  double cell_seconds;
  double seconds;     /* the run ends then as if interrupted; 0: no limit */
  bool keep_timeouts; /* cells that ran out of time in the run before are not tried again: they stay as they are */
} run_request;

typedef struct run_report {
  results_outcome outcome;
  size_t reused; /* cells that had a record */
  bool interrupted;
  bool ran_out; /* interrupted by the limit of time */
  int exit;     /* 0, 1, 3 or 130 */
} run_report;

/* Runs and writes. A status other than OK means
 * that the result files could not be written at all. */
status run_plan(const run_request *request, run_report *report);

/* What run_plan would find. Writes nothing. */
typedef struct run_survey {
  size_t cells, finished; /* of the shard; finished: not to be run */
  char state[32];         /* of the folder's manifest, "none" if there is none of this plan */
} run_survey;
status run_look(const run_request *request, run_survey *survey);
