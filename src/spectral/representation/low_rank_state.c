/* The state of a low-rank parameter. What was decomposed is not kept: it is a function of what is. */
#include <math.h>

#include "base/state.h"
#include "linalg/frame.h"
#include "spectral/representation/low_rank.h"

static const double TOLERANCE = 1e-9;

status low_rank_save(const void *self, cJSON *state) {
  const low_rank *d = self;
  TRY(state_add_number(state, "offset", d->offset));
  TRY(state_add_number(state, "drift", d->drift));
  TRY(state_add_count(state, "rank", d->k));
  TRY(state_add_rows(state, "basis", d->k, d->n, d->n, d->basis));
  return state_add_rows(state, "inner", d->k, d->k, d->limit, d->a);
}

status low_rank_load(void *self, const cJSON *state) {
  low_rank *d = self;
  TRY(state_check_names(state, "representation link order offset drift rank basis inner"));
  TRY(state_get_number(state, "offset", &d->offset));
  TRY(state_get_number(state, "drift", &d->drift));
  TRY(state_get_count(state, "rank", 0, d->limit, &d->k));
  TRY(state_get_rows(state, "basis", d->k, d->n, d->n, d->basis));
  TRY(state_get_rows(state, "inner", d->k, d->k, d->limit, d->a));
  d->decomposed = d->weighed = false;
  if (d->drift < 0.0) return FAIL(STATUS_INVALID, "drift: %g, expected a number >= 0", d->drift);
  for (size_t i = 0; i < d->k; i++) {
    for (size_t j = 0; j < i; j++) {
      if (d->a[i * d->limit + j] == d->a[j * d->limit + i]) continue;
      return FAIL(STATUS_INVALID, "inner: entries (%zu,%zu) and (%zu,%zu) differ, expected a symmetric matrix", j + 1,
                  i + 1, i + 1, j + 1);
    }
  }
  const double defect = d->k > 0 ? frame_defect(d->n, d->k, d->basis) : 0.0;
  if (defect <= TOLERANCE) return STATUS_OK;
  return FAIL(STATUS_INVALID, "basis: an inner product is wrong by %g, expected orthonormal rows", defect);
}
