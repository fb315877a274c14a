/* The best order of few items, by dynamic programming over the sets that come first. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "hindsight/linear_ordering/linear_ordering.h"

/* What v costs as the last one of `before` and v. */
static double cost_of_last(size_t k, const double *excess, size_t before, size_t v) {
  double sum = 0.0;
  for (size_t u = 0; u < k; u++) {
    if ((before >> u & 1U) != 0) sum += excess[u * k + v];
  }
  return sum;
}

static double best_last(size_t k, const double *excess, const double *least, size_t set, size_t *last) {
  double best = INFINITY;
  for (size_t v = 0; v < k; v++) {
    if ((set >> v & 1U) == 0) continue;
    const size_t before = set ^ (size_t)1 << v;
    const double value = least[before] + cost_of_last(k, excess, before, v);
    if (!(value < best)) continue;
    best = value;
    *last = v;
  }
  return best;
}

status ordering_exact(size_t k, const double *excess, size_t *order, double *found) {
  double *least = NULL;
  size_t last = 0;
  if (k < 1 || k > ORDERING_EXACT_MOST) {
    return FAIL(STATUS_INVALID, "exact order of %zu items, expected 1 to %d", k, ORDERING_EXACT_MOST);
  }
  TRY(NEW_ARRAY((size_t)1 << k, least));
  for (size_t set = 1; set < (size_t)1 << k; set++) least[set] = best_last(k, excess, least, set, &last);
  size_t set = ((size_t)1 << k) - 1;
  *found = least[set];
  for (size_t place = k; place-- > 0;) {
    (void)best_last(k, excess, least, set, &last);
    order[place] = last;
    set ^= (size_t)1 << last;
  }
  free(least);
  return STATUS_OK;
}
