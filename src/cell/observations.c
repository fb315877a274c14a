#include "cell/observations.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void observations_free(observations *observed) {
  free(observed->rows);
  free(observed->ordering);
  free(observed->embedding);
  *observed = (observations){.names = NULL};
}

bool observations_wants(const observations *observed, const char *name) {
  for (size_t i = 0; i < observed->name_count; i++) {
    if (strcmp(observed->names[i], name) == 0) return true;
  }
  return false;
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
