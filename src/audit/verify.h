/* Checks a result folder: its files against their sums, its scenario and data against the manifest, and its results against those of a new run,
 * made from the manifest alone. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* What is to be run again, and where to. */
typedef struct verify_run {
  const cJSON *manifest;   /* path, overrides, record, save_state, eigensolver */
  const char *path, *text; /* of the scenario, from the manifest */
  const char *data;        /* folder of data files or NULL */
  long long jobs;          /* 0: processors_allowed */
  const char *out;         /* the result folder to be written */
  bool record, save_state; /* also where the manifest does not say so */
  const char *part;        /* run_request */
  const char *const *only; /* run_request */
  size_t only_count;
} verify_run;

typedef struct verify_request {
  const char *folder; /* of results */
  const char *data;
  long long jobs;
  status (*run)(const verify_run *run); /* called in a process of its own */
  FILE *out;                            /* what is compared, and every difference */
} verify_request;

/* *differences = the number of differences. Writes only a temporary folder, which it
 * removes. STATUS_INVALID if the folder holds no results; STATUS_INTERRUPTED after SIGINT, SIGTERM or SIGHUP; the status of `run` if that
 * could not run at all and nothing else differed. */
status verify_folder(const verify_request *request, size_t *differences);
