/* The order in which the rows of a file are played: that of the file, or a random one, new in every pass. Stream: "order". */
#ifndef PROBLEMS_ROWS_ROW_ORDER_H
#define PROBLEMS_ROWS_ROW_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "base/status.h"
#include "registry/parameter.h"

/* Rows for parameter tables. */
#define ROW_ORDER_PARAMETERS                                                          \
  {.name = "order",                                                                   \
   .type = PARAMETER_CHOICE,                                                          \
   .value = "file",                                                                   \
   .choices = "file shuffled",                                                        \
   .meaning = "order of the rows: the file's, or a random one, new in every pass"},   \
  {                                                                                   \
    .name = "passes", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e6, \
    .meaning = "number of passes over the data"                                       \
  }

typedef struct row_order {
  size_t count, passes, pass, place; /* the next trial is the row row[place] of pass `pass` */
  size_t *row;                       /* count; NULL: i itself */
  random_stream *shuffle;            /* NULL: file order */
} row_order;

/* To be ended even after a failure. */
status row_order_begin(size_t count, size_t passes, bool shuffled, uint64_t seed, row_order *order);
/* The next row; false after the last pass. */
bool row_order_next(row_order *order, size_t *row);
void row_order_end(row_order *order); /* safe on a zeroed one */

#endif
