/* Predictions of entries: any matrix W, or one that is given by a decomposition, sym(W) = P - N. */
#include "base/json.h"
#include "comparators/form/form.h"

extern const comparator_form form_entries, form_decomposition;

static const double off_block = 1e-9; /* of P - N where sym(W) is 0, relative to its largest entry */

typedef struct entries {
  comparator common;
  double *matrix; /* m x n */
  double *positive, *negative;
  size_t order;
} entries;

static status init(void *self, const comparator_parts *parts) {
  entries *made = self;
  const size_t m = parts->m, n = parts->n;
  TRY(FORM_ARRAY(made, m * n, parts->matrix, made->matrix));
  return form_view(&made->common, instance_rectangular(m, n, made->matrix));
}

/* W is the block of P - N above its diagonal, or all of it where the order is n. */
static status init_decomposition(void *self, const comparator_parts *parts) {
  entries *made = self;
  const size_t m = parts->m, n = parts->n, p = made->order = parts->r, offset = p - n;
  double largest = 0.0, rest = 0.0;
  TRY(FORM_ARRAY(made, m * n, NULL, made->matrix));
  TRY(FORM_ARRAY(made, p * p, parts->p, made->positive));
  TRY(FORM_ARRAY(made, p * p, parts->q, made->negative));
  for (size_t i = 0; i < p; i++) {
    for (size_t j = 0; j < p; j++) {
      const double entry = made->positive[i * p + j] - made->negative[i * p + j];
      if (offset == 0 || (i < m && j >= m)) {
        made->matrix[i * n + j - offset] = entry;
        largest = fmax(largest, fabs(entry));
      } else if ((i >= m) == (j >= m)) {
        rest = fmax(rest, fabs(entry));
      }
    }
  }
  if (rest > off_block * largest)
    return FAIL(STATUS_INVALID, "P - N is %g in a block where sym(W) = [[0, W], [W^T, 0]] is 0", rest);
  return form_view(&made->common, instance_rectangular(m, n, made->matrix));
}

static double prediction(const void *self, size_t i, size_t j) {
  const entries *made = self;
  return made->matrix[i * made->common.n + j];
}

static size_t decomposition(const void *self, const double **positive, const double **negative) {
  const entries *made = self;
  *positive = made->positive;
  *negative = made->negative;
  return made->order;
}

static void save(const void *self, FILE *file) {
  const entries *made = self;
  fputs("{\"positive\":", file);
  json_write_rows(file, made->order, made->order, made->positive);
  fputs(",\"negative\":", file);
  json_write_rows(file, made->order, made->order, made->negative);
  fputc('}', file);
}

const comparator_form form_entries = {
    .kind = COMPARATOR_ENTRIES, .member = "matrix", .size = sizeof(entries), .init = init, .prediction = prediction};
const comparator_form form_decomposition = {.kind = COMPARATOR_ENTRIES,
                                            .member = "decomposition",
                                            .size = sizeof(entries),
                                            .init = init_decomposition,
                                            .prediction = prediction,
                                            .decomposition = decomposition,
                                            .save = save};
