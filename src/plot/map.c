/* A learned matrix as a heat map: the prediction of every entry at the end of one run of each learner. */
#include <math.h>

#include "plot/entries.h"

/* Row 1 stands at the top, as a matrix is written. */
static status set_grid(plot_arena *arena, const entry_values *values, plot_heat *heat) {
  heat->rows = values->rows;
  heat->columns = values->columns;
  heat->z_low = values->low;
  heat->z_high = values->high;
  TRY(ARENA_ARRAY(arena, heat->columns, heat->x));
  TRY(ARENA_ARRAY(arena, heat->rows, heat->y));
  for (size_t j = 0; j < heat->columns; j++) heat->x[j] = (double)(j + 1);
  for (size_t i = 0; i < heat->rows; i++) heat->y[i] = (double)(i + 1);
  return STATUS_OK;
}

/* The first seed of the learner that finished; NULL: none did. */
static const plot_cell *first_run(const plot_result *result, size_t learner) {
  for (size_t i = 0; i < result->cell_count; i++) {
    const plot_cell *cell = &result->cell[i];
    if (cell->done && cell->point == 0 && cell->learner == learner) return cell;
  }
  return NULL;
}

static void add_panel(const plot_result *result, const entry_values *values, const plot_cell *run,
                      plot_figure *figure) {
  plot_heat *heat = figure->heat;
  const size_t cells = heat->rows * heat->columns;
  double *z = heat->z + figure->panel_count * cells;
  plot_panel *panel = &figure->panels[figure->panel_count++];
  *panel = (plot_panel){.title = entry_learner_title(result, run->learner),
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

static status build(plot_arena *arena, const plot_result *result, const plot_spec *spec, const entry_values *values,
                    plot_figure *figure) {
  plot_heat *heat = figure->heat;
  TRY(set_grid(arena, values, heat));
  TRY(ARENA_ARRAY(arena, PLOT_PANELS, figure->panels));
  TRY(ARENA_ARRAY(arena, PLOT_PANELS * heat->rows * heat->columns, heat->z));
  for (size_t learner = 0; learner < result->learner_count; learner++) {
    const plot_cell *run = first_run(result, learner);
    if (run == NULL || !entry_learner_wanted(result, spec, learner)) continue;
    if (figure->panel_count == PLOT_PANELS) {
      figure->panels_left_out++;
      continue;
    }
    add_panel(result, values, run, figure);
  }
  if (figure->panel_count == 0) return FAIL(STATUS_INVALID, "no learner is drawn");
  return entry_note(arena, result, "predictions after the last trial, one run: the first seed that finished",
                    &figure->note);
}

status map_build(plot_arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  *figure = (plot_figure){
      .name = spec->name, .title = spec->title, .xlabel = spec->xlabel, .ylabel = spec->ylabel, .shape = SHAPE_HEAT};
  TRY(ARENA_ARRAY(arena, 1, figure->heat));
  figure->heat->zlabel = spec->zlabel;
  entry_values values = {0};
  status code = entry_values_read(result, spec->map, &values);
  if (code == STATUS_OK) code = build(arena, result, spec, &values, figure);
  entry_values_free(&values);
  return code;
}
