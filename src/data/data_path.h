/* Where the data files of a scenario are. */
#pragma once

#include "base/status.h"

typedef struct data_folders {
  const char *given;    /* the folder of --data, or NULL */
  const char *scenario; /* the scenario's folder, or NULL */
} data_folders;

/* How the message ends where no --data was given: the scenario may be right, and its data elsewhere. */
#define DATA_ELSEWHERE "--data names another folder (data sets of the shipped scenarios: docs/data.md)"

/* The path of a data file: as it is if absolute, else in the folder of --data, else in the scenario's. *out is freed by the caller.
 * STATUS_INVALID naming the places searched when there is none. */
status data_path(const data_folders *folders, const char *name, char **out);
