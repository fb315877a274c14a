#include "plot/map.h"

#include <math.h>

#include "base/memory.h"
#include "plot/entries.h"
#include "plot/heat.h"

/* Row 1 is at the top, as a matrix is written. */
static status set_grid(arena *memory, const entry_values *values, plot_heat *heat) {
  heat->rows = values->rows;
  heat->columns = values->columns;
  heat->z_low = values->low;
  heat->z_high = values->high;
  TRY(ARENA_ARRAY(memory, heat->columns, heat->x));
  TRY(ARENA_ARRAY(memory, heat->rows, heat->y));
  for (size_t j = 0; j < heat->columns; j++) heat->x[j] = (double)(j + 1);
  for (size_t i = 0; i < heat->rows; i++) heat->y[i] = (double)(i + 1);
  return heat_set_edges(memory, false, false, heat);
}

static void fill_panel(const plot_result *result, const entry_values *values, const plot_cell *run, plot_heat *heat,
                       double *z, plot_panel *panel) {
  const size_t cells = heat->rows * heat->columns;
  *panel = (plot_panel){.title = result_learner_title(result, run->learner),
                        .x_low = 0.5,
                        .x_high = (double)heat->columns + 0.5,
                        .y_low = (double)heat->rows + 0.5,
                        .y_high = 0.5};
  for (size_t i = 0; i < cells; i++) z[i] = NAN;
  for (size_t i = 0; i < values->count; i++) {
    const entry_value *value = &values->value[i];
    if (value->cell->row == run->row && value->index <= cells) z[value->index - 1] = value->value;
  }
  for (size_t i = 0; i < cells; i++) heat->missing += isnan(z[i]);
}

static status build(arena *memory, const plot_result *result, const plot_spec *spec, const entry_values *values,
                    plot_figure *figure) {
  plot_heat *heat = figure->heat;
  TRY(set_grid(memory, values, heat));
  const size_t cells = heat->rows * heat->columns;
  TRY(ARENA_ARRAY(memory, PLOT_PANELS * cells, heat->z));
  for (size_t learner = 0; learner < result->learner_count; learner++) {
    const plot_cell *run = result_first_run(result, learner);
    if (run == NULL || !spec_draws_learner(spec, result->learners[learner])) continue;
    plot_panel *panel = figure_add_panel(figure);
    if (panel != NULL) fill_panel(result, values, run, heat, heat->z + (figure->panel_count - 1) * cells, panel);
  }
  if (figure->panel_count == 0) return FAIL(STATUS_INVALID, "no learner is drawn");
  return entries_note(memory, result, "predictions after the last trial, one run: the first seed that finished",
                      &figure->note);
}

status map_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  CLEANUP(entry_values_free) entry_values values = {0};
  TRY(figure_begin(memory, spec, SHAPE_HEAT, figure));
  TRY(ARENA_ARRAY(memory, 1, figure->heat));
  figure->heat->zlabel = spec->zlabel;
  TRY(entry_values_read(result, spec->map, &values));
  return build(memory, result, spec, &values, figure);
}
