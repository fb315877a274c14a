/* Why cells run again: what differs between the records of a folder and the cells of a plan. */
#pragma once

#include "cell/cell.h"
#include "results/store.h"

typedef struct changes_source {
  const cell_settings *settings;
  const store *store;
  cell_keys *keys;
  char (*names)[CELL_NAME]; /* of the plan's cells; "" of those of other shards */
  const bool *finished;     /* those that do not run */
  size_t there;             /* cells that have a record and do not run */
} changes_source;

/* Prints one line if the folder has records: "20 cells done, 10 new, 20 to rerun: changed trials". Reads the records of all
 * cells but the finished ones; keeps some 40 bytes a cell. */
status changes_report(const changes_source *source, FILE *out);
