/* The steps of `winnow merge` (merge.h). */
#ifndef AUDIT_MERGE_PARTS_H
#define AUDIT_MERGE_PARTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "audit/merge.h"
#include "base/status.h"
#include "cell/cell.h"
#include "results/results.h"
#include "results/store.h"

typedef struct merge_source {
  const char *folder;
  store *store;
  bool described; /* it has a manifest; of the description that counts, if it is `out` */
} merge_source;

typedef struct merge_reason {
  char cell[CELL_NAME];
  size_t source; /* the first folder to name a reason is believed */
  bool timeout;
  char *reason;
} merge_reason;

typedef struct merging {
  const merge_request *request;
  merge_source *sources; /* the folders, then `out` if it has records already */
  size_t source_count;
  cJSON *manifest;  /* of the first folder that has one */
  cJSON *made_with; /* programs and machines, each once */
  char started[32], ended[32];
  merge_reason *reasons; /* of cells that failed somewhere, sorted by cell once all are there */
  size_t reason_count;
  plan plan; /* the manifest's */
  bool plan_is_open;
  cell_settings settings; /* of the plan, results = out */
  char (*names)[CELL_NAME];
  store *store;          /* of `out`, for writing */
  failure_list failures; /* cells without a record, with a reason */
  size_t missing;        /* those without one */
} merging;

/* Opens the folders, compares their descriptions, makes the plan and names its cells. */
status merge_open(merging *m);
/* STATUS_INTERRUPTED after a signal; for the loops before anything is written. */
status merge_go_on(void);
/* STATUS_INVALID "seeds: expected ..." if what a plan is made of is not there, or not of its kind. */
status merge_check_form(const cJSON *manifest);
/* The cells of each folder's table have to be cells of the plan: otherwise another version of the program made them. */
status merge_check_versions(const merging *m);
/* Two records of a cell have to be one, but for time and memory. */
status merge_check_records(const merging *m);
/* Brings records and files to `out`; finds the cells that are missing. */
status merge_take(merging *m);
/* manifest.json, added to the files. */
status merge_write_manifest(const merging *m, const results_source *source, int exit_status, results_files *files);

#endif
