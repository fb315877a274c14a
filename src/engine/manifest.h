/* manifest.json: what was run, with what, and how it ended. */
#ifndef ENGINE_MANIFEST_H
#define ENGINE_MANIFEST_H

#include "base/status.h"
#include "engine/cell.h"
#include "engine/results.h"

typedef struct manifest_facts {
  const cell_settings *settings;
  const char *lua;             /* release of the interpreter */
  const char *started, *ended; /* UTC, ISO 8601 */
  const char *state;           /* "complete", "failed in part", "interrupted" */
  int exit;                    /* the program's exit status */
  const results_source *source;
} manifest_facts;

/* Adds it to the files of the run. */
status manifest_write(const manifest_facts *facts, results_files *files);

/* STATUS_INVALID if the folder has a manifest.json that is no manifest of this version. */
status manifest_check(const char *folder);

#endif
