/* Inside of `plot`: shared by plots.c and plot_maps.c. */
#ifndef SCRIPT_SCENARIO_PLOT_READER_H
#define SCRIPT_SCENARIO_PLOT_READER_H

#include "script/scenario/evaluation.h"

typedef struct plot_reader {
  evaluation *e;
  const cJSON *points;
  int table; /* stack index of the plot */
} plot_reader;

/* Pushes the field; its type. */
int plot_field(const plot_reader *r, const char *name);
/* A text field on one line, or NULL; it stays on the stack. */
const char *plot_text(const plot_reader *r, const char *name);
bool plot_is_observed(const evaluation *e, const char *name);

/* plot_maps.c: the quantity of map = "...", checked with the other fields; NULL without one. */
const char *plot_read_map(const plot_reader *r);
/* Is x = "index" the place of what is observed, not a parameter? */
bool plot_by_index(const plot_reader *r, const char *x);
/* Refuses quantities that have places without them, and places of quantities that have none. */
void plot_check_places(const plot_reader *r, const char *x, const char *field, const char *quantity);

#endif
