/* Predictions of entries, W_ij = -w_i w_j for signs w: 1 across the cut. */
#include "base/text.h"
#include "comparators/form/form.h"

typedef struct cut {
  comparator common;
  double *signs; /* n */
} cut;

static status init(void *self, const comparator_parts *parts) {
  cut *made = self;
  const size_t n = parts->n;
  for (size_t i = 0; i < n; i++) {
    if (parts->signs[i] == 1.0 || parts->signs[i] == -1.0) continue;
    return FAIL(STATUS_INVALID, "entry %zu of a cut is %s, expected 1 or -1", i + 1,
                number_text(parts->signs[i], (char[NUMBER_TEXT]){0}));
  }
  TRY(FORM_ARRAY(made, n, parts->signs, made->signs));
  made->common.as_instance = instance_dense_vector(n, made->signs);
  return STATUS_OK;
}

static double prediction(const void *self, size_t i, size_t j) {
  const cut *made = self;
  return -made->signs[i] * made->signs[j];
}

const comparator_form form_cut = {
    .kind = COMPARATOR_CUT, .member = "cut", .size = sizeof(cut), .init = init, .prediction = prediction};
