/* U = diag(d), d binary with r ones: a disjunction, and a projection. */

#include "comparators/form/form.h"

typedef struct coordinates {
  comparator common;
  size_t *places; /* r, ascending from 0 */
  double *ones;   /* r */
} coordinates;

static status check_ascending(size_t n, size_t r, const size_t *places) {
  for (size_t i = 0; i < r; i++) {
    if (places[i] >= n) return FAIL(STATUS_INVALID, "coordinate %zu, expected 1 to %zu", places[i] + 1, n);
    if (i > 0 && places[i] <= places[i - 1]) {
      return FAIL(STATUS_INVALID, "coordinate %zu after %zu, expected ascending ones", places[i] + 1,
                  places[i - 1] + 1);
    }
  }
  return STATUS_OK;
}

static status init(void *self, const comparator_parts *parts) {
  coordinates *made = self;
  const size_t r = parts->r;
  TRY(check_ascending(parts->n, r, parts->coordinates));
  TRY(FORM_ARRAY(made, r, parts->coordinates, made->places));
  TRY(FORM_ARRAY(made, r, NULL, made->ones));
  for (size_t i = 0; i < r; i++) made->ones[i] = 1.0;
  made->common.rank = r;
  made->common.projection = true;
  made->common.entropy = 0.0;
  made->common.squared_norm = (double)r;
  return form_view(&made->common, instance_sparse(INSTANCE_VECTOR, parts->n, r, made->places, made->ones));
}

static void rows(const void *self, double *out) {
  const coordinates *made = self;
  const size_t n = made->common.n, r = made->common.rank;
  memset(out, 0, r * n * sizeof *out);
  for (size_t i = 0; i < r; i++) out[i * n + made->places[i]] = 1.0;
}

const comparator_form form_coordinates = {
    .kind = COMPARATOR_COORDINATES, .member = "coordinates", .size = sizeof(coordinates), .init = init, .rows = rows};
