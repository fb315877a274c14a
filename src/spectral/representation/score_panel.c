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

static void empty(panel *panel, void *self, panel_forms *forms, double *sums) {
  double values[PANEL_VECTORS];
  forms(self, panel->count, panel->z, values);
  for (size_t v = 0; v < panel->count; v++) {
    if (panel->weight[v] == NULL) {
      sums[panel->owner[v]] = values[v];
    } else {
      sums[panel->owner[v]] += *panel->weight[v] * values[v];
    }
  }
  panel->count = 0;
}

void score_panels(void *self, panel_forms *forms, size_t count, const instance *xs, double *sums) {
  panel panel = {.count = 0};
  for (size_t i = 0; i < count; i++) {
    const bool dyad = xs[i].kind == INSTANCE_DYAD;
    const size_t vectors = dyad ? 1 : xs[i].rank;
    for (size_t q = 0; q < vectors; q++) {
      panel.z[panel.count] = dyad ? xs[i].value : xs[i].factors + q * xs[i].n;
      panel.weight[panel.count] = dyad ? NULL : &xs[i].weights[q];
      panel.owner[panel.count++] = i;
      if (panel.count == PANEL_VECTORS) empty(&panel, self, forms, sums);
    }
  }
  if (panel.count > 0) empty(&panel, self, forms, sums);
}
