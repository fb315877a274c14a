/* Predictions of entries, any matrix W. */
#include "comparators/form/form.h"

typedef struct entries {
  comparator common;
  double *matrix; /* m x n */
} entries;

static status init(void *self, const comparator_parts *parts) {
  entries *made = self;
  const size_t m = parts->m, n = parts->n;
  TRY(FORM_ARRAY(made, m * n, parts->matrix, made->matrix));
  return form_view(&made->common, instance_rectangular(m, n, made->matrix));
}

static double prediction(const void *self, size_t i, size_t j) {
  const entries *made = self;
  return made->matrix[i * made->common.n + j];
}

const comparator_form form_entries = {
    .kind = COMPARATOR_ENTRIES, .member = "matrix", .size = sizeof(entries), .init = init, .prediction = prediction};
