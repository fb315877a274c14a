#include "learners/multiplicative_weights/singular_map.h"
#include "linalg/singular.h"
#include "registry/member.h"

status singular_map_check(const char *who, size_t m, size_t n) {
  if (n <= SINGULAR_MAP_ENTRIES / m) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s: %zu x %zu entries, expected at most %d: each trial has a singular value decomposition", who, m, n,
              (int)SINGULAR_MAP_ENTRIES);
}

status singular_map_new(void *self, size_t m, size_t n, singular_map *out) {
  const size_t k = m < n ? m : n;
  *out = (singular_map){.m = m, .n = n, .k = k};
  TRY(OWN_ARRAY(self, k, out->values));
  TRY(OWN_ARRAY(self, k, out->factors));
  TRY(OWN_ARRAY(self, m * n, out->theta));
  TRY(OWN_ARRAY(self, m * n, out->rows));
  return OWN_ARRAY(self, k * k, out->rotation);
}

void singular_map_step(singular_map *map, size_t i, size_t j, double a) {
  map->theta[i * map->n + j] += a;
  map->current = false;
}

/* B = Theta or its transpose, whichever has fewer rows, becomes J B with orthogonal rows. */
status singular_map_decompose(singular_map *map, bool *changed) {
  *changed = !map->current;
  if (map->current) return STATUS_OK;
  const bool wide = map->m <= map->n;
  for (size_t i = 0; i < map->m; i++) {
    for (size_t j = 0; j < map->n; j++) map->rows[wide ? i * map->n + j : j * map->m + i] = map->theta[i * map->n + j];
  }
  TRY(singular_rotate(map->k, wide ? map->n : map->m, map->rows, map->rotation, map->values));
  map->current = true;
  return STATUS_OK;
}

/* J^T diag(factors) J B */
double singular_map_entry(const singular_map *map, size_t i, size_t j) {
  const bool wide = map->m <= map->n;
  const size_t row = wide ? i : j, column = wide ? j : i, length = wide ? map->n : map->m;
  double entry = 0.0;
  for (size_t l = 0; l < map->k; l++) {
    entry += map->rotation[l * map->k + row] * map->factors[l] * map->rows[l * length + column];
  }
  return entry;
}
