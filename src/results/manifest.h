/* manifest.json: what was run, with what, and how it ended. */
#pragma once

#include "results/results.h"

typedef struct manifest_facts {
  const cell_settings *settings;
  const char *lua;             /* release of the interpreter */
  const char *started, *ended; /* UTC, ISO 8601 */
  const char *state;           /* "complete", "failed in part", "interrupted", "out of time" */
  int exit;                    /* the program's exit status */
  const char *shard;           /* "I/N", NULL: the whole */
  const results_source *source;
} manifest_facts;

/* Adds it to the files of the folder; that of the folder's journal is obsolete then. */
status manifest_write(const manifest_facts *facts, const char *folder, results_files *files);
/* The same for a finished document. */
status manifest_put(const cJSON *manifest, const char *folder, results_files *files);
/* [{"cell", "status", "reason"}]; the caller deletes it. */
cJSON *manifest_failures(const results_source *source);

/* *manifest = that of the folder, NULL if it has none; the caller deletes it. STATUS_INVALID as manifest_check. */
status manifest_of_folder(const char *folder, cJSON **manifest);

/* "read: ..." for each table that the run of the folder has read: how, and what was done with it. Nothing where none was. */
status manifest_print_read(const char *folder, FILE *out);

/* STATUS_INVALID if the folder has a manifest.json that is not a manifest of this version. */
status manifest_check(const char *folder);
