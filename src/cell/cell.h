/* One cell: a learner meets a problem for one seed. Its result is a pure function of its description.
 *
 * The record of a cell is a JSON object whose numbers are texts (number_text, so that nan and inf survive):
 *   "cell", "status" ("done" or "failed"), "reason" (failed),
 *   "trials", "mistakes", "loss", "comparator", "comparator_loss", "comparator_loss_high", "regret", "regret_low", "updates", "stream",
 *   "measure" (real labels only): "regret", or "loss" without a comparator: what is summed up of a learner without a bound,
 *   "rows": [{"bound","status","direction","level","measure","measured","value","used","verdict","premise","trial","premise_value",
 *             "confidence"}],
 *   "curves": "t\tmistakes\tloss\tregret\tpotential\n...", "observations": "t\tquantity\tindex\tvalue\n...",
 *   "ordering": "place\titem\tname\tscore\tplanted\n..." and "embedding": "kernel\titem\tclass\tx\ty\n..." (only where they are
 *   observed),
 *   "bound_curves": [{"bound", "t": [numbers], "value": [texts]}]   (only bounds whose value changed),
 *   "seconds", "memory" (KiB): of this run of the cell, for timing.tsv only */
#ifndef CELL_CELL_H
#define CELL_CELL_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "base/status.h"
#include "cell/cell_members.h"
#include "cell/plan.h"
#include "linalg/eigen.h"

/* Runs procedure(p, seed) of a scenario: *quantities = object name -> number. */
typedef status (*cell_procedure)(void *context, const cJSON *parameters, uint64_t seed, cJSON **quantities);

typedef struct cell_settings {
  const plan *plan;
  const eigen_backend *eigen;
  const char *data;    /* folder of --data or NULL */
  const char *folder;  /* the scenario's folder */
  bool record;         /* write sequences */
  bool save_state;     /* write the learners' states */
  bool one_by_one;     /* trials are predicted one by one: slower, never different; for tests and measurements */
  const char *results; /* result folder, for sequences/<cell>.jsonl and states/<cell>.json */
  cell_procedure procedure;
  void *procedure_context;
  cell_custom custom; /* zeros: no custom members can run */
} cell_settings;

enum { CELL_NAME = 17 };

/* Makes keys: canonical JSON of everything that a cell's result depends on. What the seeds of a learner at a grid point share is
 * written once. `settings` must outlive it. */
typedef struct cell_keys cell_keys;
status cell_keys_new(const cell_settings *settings, cell_keys **out);
void cell_keys_free(cell_keys *keys);
/* *key = the key of the cell, valid until the next call; name = 16 hexadecimal digits of its hash. */
status cell_keys_at(cell_keys *keys, const cell_address *address, const char **key, char name[CELL_NAME]);

/* *out = the record of the cell, run now. A failure of the cell is a record with status "failed", not a failure of this function. */
status cell_run(const cell_settings *settings, const cell_address *address, const char *name, cJSON **out);

/* Path of the recorded sequence of a cell; the caller frees it. */
status cell_sequence_path(const cell_settings *settings, const char *name, char **path);
/* Path of what the learner's program said on standard error (learner.external): stderr/<cell>.txt; the caller frees it. */
status cell_log_path(const cell_settings *settings, const char *name, char **path);
/* Path of the state of a cell's learner; the caller frees it. */
status cell_state_path(const cell_settings *settings, const char *name, char **path);
/* Writes it, with the description of the problem (problems/rows/reading.h). */
status cell_save_state(const cell_settings *settings, const char *name, const learner *learner,
                       const learner_setting *setting, const options *options, const cJSON *problem);

#endif
