/* Comparators of real predictions of entries: cuts, orders, any matrix. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "comparators/comparator_parts.h"

/* What belongs to semidefinite comparators is not known of these. */
static void forget(comparator *u) {
  u->trace = u->entropy = u->squared_norm = NAN;
}

status comparator_from_cut(comparator_origin origin, size_t n, const double *signs, comparator **out) {
  comparator *u;
  *out = NULL;
  for (size_t i = 0; i < n; i++) {
    if (signs[i] == 1.0 || signs[i] == -1.0) continue;
    return FAIL(STATUS_INVALID, "comparator: entry %zu of a cut is %g, expected 1 or -1", i + 1, signs[i]);
  }
  TRY(comparator_begin(COMPARATOR_CUT, origin, n, n, signs, &u));
  u->rows = n;
  u->as_instance = instance_dense_vector(n, u->numbers);
  TRY(comparator_finish(u, STATUS_OK, out));
  forget(*out);
  return STATUS_OK;
}

/* numbers are the positions, so that a value is found without a search. */
status comparator_from_order(comparator_origin origin, size_t n, const size_t *items, comparator **out) {
  comparator *u;
  status code = STATUS_OK;
  *out = NULL;
  TRY(comparator_begin(COMPARATOR_ORDER, origin, n, n, NULL, &u));
  code = NEW_ARRAY(n, u->coordinates);
  for (size_t i = 0; i < n && code == STATUS_OK; i++) u->numbers[i] = -1.0;
  for (size_t place = 0; place < n && code == STATUS_OK; place++) {
    if (items[place] >= n || u->numbers[items[place]] >= 0.0) {
      code = FAIL(STATUS_INVALID, "item %zu at place %zu of an order, expected each of 1 to %zu once", items[place] + 1,
                  place + 1, n);
      break;
    }
    u->numbers[items[place]] = (double)place;
    u->coordinates[place] = items[place];
  }
  u->rows = n;
  u->as_instance = instance_dense_vector(n, u->numbers);
  TRY(comparator_finish(u, code, out));
  forget(*out);
  return STATUS_OK;
}

status comparator_from_entries(comparator_origin origin, size_t m, size_t n, const double *w, comparator **out) {
  comparator *u;
  *out = NULL;
  TRY(comparator_begin(COMPARATOR_ENTRIES, origin, n, m * n, w, &u));
  u->rows = m;
  u->as_instance = instance_rectangular(m, n, u->numbers);
  TRY(comparator_finish(u, STATUS_OK, out));
  forget(*out);
  return STATUS_OK;
}

double comparator_entry(const comparator *u, size_t i, size_t j) {
  if (i >= u->rows || j >= u->n) return NAN;
  if (u->kind == COMPARATOR_CUT) return -u->numbers[i] * u->numbers[j];
  if (u->kind == COMPARATOR_ORDER) return u->numbers[i] <= u->numbers[j] ? 1.0 : 0.0;
  return u->numbers[i * u->n + j];
}
