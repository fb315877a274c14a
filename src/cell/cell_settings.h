/* How the cells of a plan are run. */
#pragma once

#include "cell/cell_members.h"

/* Runs procedure(p, seed) of a scenario: *quantities = object name -> number. */
typedef status (*cell_procedure)(void *context, const cJSON *parameters, uint64_t seed, cJSON **quantities);

/* Is told of the first trials of a run that is made for it alone: the cell ends after them and has no result. potential: NaN where there is
 * none. */
typedef struct cell_watcher {
  void *context;
  size_t trials;
  status (*begin)(void *context, const problem *problem, const learner *learner, double potential);
  status (*before)(void *context, const trial_event *event); /* the label is known, the update not yet made */
  status (*after)(void *context, const trial_event *event, double potential);
} cell_watcher;

typedef struct cell_settings {
  const plan *plan;
  const eigen_backend *eigen;
  const char *data;    /* folder of --data or NULL */
  const char *folder;  /* the scenario's folder */
  bool record;         /* write sequences */
  bool save_state;     /* write the learners' states */
  bool all_curves;     /* of results_source */
  bool one_by_one;     /* trials are predicted one by one: slower, never different; for tests and measurements */
  const char *results; /* result folder, for sequences/<cell>.jsonl and states (cell/cell_files.h) */
  cell_procedure procedure;
  void *procedure_context;
  cell_custom custom;          /* zeros: no custom members can run */
  const cell_watcher *watcher; /* NULL: a run that counts */
} cell_settings;

enum { CELL_NAME = 17 }; /* of a cell: 16 hexadecimal digits of its key's hash */
