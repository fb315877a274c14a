#include "learners/forgetting.h"

typedef struct eigenvalue_map {
  double scale, floor;
} eigenvalue_map;

static double mixed(void *context, double eigenvalue) {
  const eigenvalue_map *map = context;
  return map->scale * eigenvalue + map->floor;
}

static double raised(void *context, double eigenvalue) {
  const eigenvalue_map *map = context;
  return fmax(map->scale * eigenvalue, map->floor);
}

double forgetting_floor_scale(size_t n, const double *ascending, double floor, double tau) {
  double rest = 0.0; /* sum of the eigenvalues from k on; added from the largest down */
  double scale = 1.0;
  size_t k = n;
  while (k > 0) {
    rest += ascending[k - 1];
    k--;
    const double candidate = (tau - (double)k * floor) / rest;
    if (candidate * ascending[k] < floor) break; /* eigenvalue k belongs to the floor */
    scale = candidate;
  }
  return scale;
}

status forgetting_apply(const forgetting *f, spectral *w, double tau, double *eigenvalues) {
  const size_t n = spectral_order(w);
  eigenvalue_map map = {.scale = 1.0 - f->share, .floor = f->share * tau / (double)n};
  if (f->share == 0.0) return STATUS_OK;
  if (f->method == FORGETTING_MIX) return spectral_map_eigenvalues(w, mixed, &map);
  TRY(spectral_eigenvalues(w, eigenvalues));
  map.scale = forgetting_floor_scale(n, eigenvalues, map.floor, tau);
  return spectral_map_eigenvalues(w, raised, &map);
}
