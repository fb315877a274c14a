/* Predictions of entries, W_ij = 1 if i comes before j, or is j, otherwise 0. */
#include "base/json.h"
#include "comparators/form/form.h"

typedef struct order {
  comparator common;
  size_t *items;     /* n, first to last */
  double *positions; /* n, of the items, so that a prediction needs no search */
} order;

static status init(void *self, const comparator_parts *parts) {
  order *made = self;
  const size_t n = parts->n;
  TRY(FORM_ARRAY(made, n, parts->items, made->items));
  TRY(FORM_ARRAY(made, n, NULL, made->positions));
  for (size_t i = 0; i < n; i++) made->positions[i] = -1.0;
  for (size_t place = 0; place < n; place++) {
    const size_t item = parts->items[place];
    if (item >= n || made->positions[item] >= 0.0) {
      return FAIL(STATUS_INVALID, "item %zu at place %zu of an order, expected each of 1 to %zu once", item + 1,
                  place + 1, n);
    }
    made->positions[item] = (double)place;
  }
  made->common.as_instance = instance_dense_vector(n, made->positions);
  return STATUS_OK;
}

static double prediction(const void *self, size_t i, size_t j) {
  const order *made = self;
  return made->positions[i] <= made->positions[j] ? 1.0 : 0.0;
}

static const size_t *items(const void *self) {
  return ((const order *)self)->items;
}

static void save(const void *self, FILE *file) {
  const order *made = self;
  json_write_positions(file, made->common.n, made->items);
}

const comparator_form form_order = {.kind = COMPARATOR_ORDER,
                                    .member = "order",
                                    .size = sizeof(order),
                                    .init = init,
                                    .prediction = prediction,
                                    .items = items,
                                    .save = save};
