#include "cell/observations.h"
#include "base/memory.h"

void observations_free(observations *observed) {
  free(observed->rows);
  free(observed->ordering);
  free(observed->embedding);
  *observed = (observations){.rows = NULL};
}

status observations_reserve(observations *observed, size_t more) {
  TRY(memory_grow(&observed->rows, observed->capacity + more, sizeof *observed->rows));
  observed->capacity = observed->capacity + more;
  return STATUS_OK;
}

void observations_add(observations *observed, size_t t, const char *quantity, size_t index, double value) {
  if (observed->count == observed->capacity) return;
  observed->rows[observed->count++] = (observation){t, quantity, index, value};
}
