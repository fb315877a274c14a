/* The order in which the rows of a file are played: that of the file, or a random one, new in every pass. Stream: "order". */
#pragma once

#include "base/random.h"
#include "registry/parameter.h"

typedef enum row_order_choice { ROWS_IN_FILE_ORDER, ROWS_SHUFFLED } row_order_choice;

typedef struct row_order_options {
  row_order_choice order;
  size_t passes;
} row_order_options;

/* Rows for parameter tables: member is a row_order_options of the type. */
#define ROW_ORDER_PARAMETERS(type, member)                                               \
  OPTION_CHOICE_AS("order", type, member.order, "file", "file shuffled",                 \
                   "order of the rows: the file's, or a random one, new in every pass"), \
      OPTION_COUNT_AS("passes", type, member.passes, "1", 1, 1e6, "number of passes over the data")

typedef struct row_order {
  size_t count, passes, pass, place; /* the next trial is the row row[place] of pass `pass` */
  size_t *row;                       /* count; NULL: i itself */
  random_stream *shuffle;            /* NULL: file order */
} row_order;

/* To be ended even after a failure. */
status row_order_begin(size_t count, size_t passes, bool shuffled, uint64_t seed, row_order *order);
/* The same as the options say. */
static inline status row_order_play(size_t count, const row_order_options *asked, uint64_t seed, row_order *order) {
  return row_order_begin(count, asked->passes, asked->order == ROWS_SHUFFLED, seed, order);
}
/* The next row; false after the last pass. */
bool row_order_next(row_order *order, size_t *row);
void row_order_end(row_order *order); /* safe on a zeroed one */
