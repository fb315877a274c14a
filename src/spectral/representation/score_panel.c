#include "spectral/representation/score_panel.h"
#include "linalg/panel_kernel.h"

bool score_panel_takes(const instance *x) {
  return x->kind == INSTANCE_LOW_RANK || (x->kind == INSTANCE_DYAD && x->index == NULL);
}

/* The vectors waiting to be evaluated, and the instances they belong to. */
typedef struct panel {
  size_t count;
  const double *z[PANEL_VECTORS];
  const double *weight[PANEL_VECTORS]; /* NULL: a dyad */
  size_t owner[PANEL_VECTORS];
} panel;

static void empty(panel *full, void *self, panel_forms *forms, double *sums) {
  double values[PANEL_VECTORS];
  forms(self, full->count, full->z, values);
  for (size_t v = 0; v < full->count; v++) {
    if (full->weight[v] == NULL) {
      sums[full->owner[v]] = values[v];
    } else {
      sums[full->owner[v]] += *full->weight[v] * values[v];
    }
  }
  full->count = 0;
}

void score_panels(void *self, panel_forms *forms, size_t count, const instance *xs, double *sums) {
  panel filling = {.count = 0};
  for (size_t i = 0; i < count; i++) {
    const bool dyad = xs[i].kind == INSTANCE_DYAD;
    const size_t vectors = dyad ? 1 : xs[i].rank;
    for (size_t q = 0; q < vectors; q++) {
      filling.z[filling.count] = dyad ? xs[i].value : xs[i].factors + q * xs[i].n;
      filling.weight[filling.count] = dyad ? NULL : &xs[i].weights[q];
      filling.owner[filling.count++] = i;
      if (filling.count == PANEL_VECTORS) empty(&filling, self, forms, sums);
    }
  }
  if (filling.count > 0) empty(&filling, self, forms, sums);
}
