#include "problems/rows/row_order.h"

status row_order_begin(size_t count, size_t passes, bool shuffled, uint64_t seed, row_order *order) {
  *order = (row_order){.count = count, .passes = passes};
  if (!shuffled) return STATUS_OK;
  TRY(NEW_ARRAY(count, order->row));
  for (size_t i = 0; i < count; i++) order->row[i] = i;
  TRY(random_stream_new(seed, "order", &order->shuffle));
  random_shuffle(order->shuffle, count, order->row);
  return STATUS_OK;
}

bool row_order_next(row_order *order, size_t *row) {
  if (order->place == order->count) {
    order->place = 0;
    order->pass++;
    if (order->shuffle != NULL && order->pass < order->passes) random_shuffle(order->shuffle, order->count, order->row);
  }
  if (order->pass == order->passes) return false;
  *row = order->row != NULL ? order->row[order->place] : order->place;
  order->place++;
  return true;
}

void row_order_end(row_order *order) {
  random_stream_free(order->shuffle);
  free(order->row);
  *order = (row_order){.row = NULL};
}
