/* Cells that have no record, and why. */
#pragma once

#include "cell/cell.h"

typedef struct cell_failure {
  size_t index; /* of the cell in the plan */
  bool timeout;
  char *reason;
} cell_failure;

/* {0} is an empty list. */
typedef struct failure_list {
  cell_failure *items;
  size_t count, capacity;
} failure_list;

/* The reason is copied. */
status failures_add(failure_list *list, size_t index, const char *reason, bool timeout);
void failures_sort(failure_list *list); /* by index */
void failures_free(failure_list *list);

/* A line for each of the first five, then how many more there are. names: of all cells of the plan. */
void failures_print(const failure_list *list, const plan *planned, char (*names)[CELL_NAME], FILE *out);
