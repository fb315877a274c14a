/* `winnow attack` searches for sequences and parameters at which a bound is tightest, or broken.
 *
 * The result depends on the scenario, the budget in evaluations and the version alone: evaluations come in
 * batches of ATTACK_BATCH (search.h) whose candidates are drawn before any of them is played, so the number of workers does
 * not reach results. A limit in seconds ends the search between two batches. An evaluation whose worker crashes,
 * or takes longer than ATTACK_SECONDS, finds nothing. */
#pragma once

#include "cell/cell.h"

enum { ATTACK_EVALUATIONS = 1000 };

typedef struct attack_request {
  cell_settings settings; /* as for a run; results: the folder of what is found */
  /* a row's name, "subspace_mistakes" or "subspace_mistakes.progress"; NULL: every bound of the scenario */
  const char *bound;
  size_t noise;       /* attack_target.noise */
  size_t evaluations; /* for each bound, shrinking not counted; 0: as many as `seconds` allow */
  double seconds;     /* for each bound; 0: no limit */
  /* clock_seconds at which the search ends; 0: no limit. Each bound gets an equal share of what is left */
  double until;
  size_t jobs;
  FILE *table;    /* what was found; NULL: not printed */
  FILE *progress; /* NULL: not printed */
  /* The plan of a scenario file that the attack wrote. Until leave_plan, cells use the members that this scenario defines. */
  status (*read_plan)(void *context, const char *path, plan *out);
  void (*leave_plan)(void *context);
  void *context;
} attack_request;

/* Attacks, writes <results>/<row>.lua with <row>.jsonl where a sequence was found, and attack.tsv; prints the
 * table. *exit: 0, or 3 when a proved bound is violated. STATUS_INVALID: no such bound in the scenario; nothing is
 * written then. STATUS_FAILED: another attack is working in the folder. */
status attack_scenario(const attack_request *request, int *exit);

/* Reads --budget: "2000" evaluations or "60s". */
status attack_budget(const char *text, size_t *evaluations, double *seconds);
