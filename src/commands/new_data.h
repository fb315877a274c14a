/* A scenario about a data file: what is in the file, and learners that suit it. */
#pragma once

#include "base/status.h"

typedef enum data_kind { DATA_ROWS, DATA_MATCHES, DATA_RATINGS, DATA_GRAPH } data_kind;

typedef struct data_request {
  data_kind kind;
  const char *name, *title; /* of the scenario */
  const char *folder;       /* that it is written to */
  const char *file;
  const char *class; /* DATA_ROWS: the column to predict, by name or number; NULL: what the table is is found from it */
} data_request;

/* Writes the scenario. STATUS_INVALID where the file is not what the request says: "FILE: ..." names the columns there are. */
status new_data(FILE *out, const data_request *request);
