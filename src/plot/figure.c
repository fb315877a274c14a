#include "plot/figure.h"

status figure_begin(arena *memory, const plot_spec *spec, plot_shape shape, plot_figure *figure) {
  *figure = (plot_figure){.name = spec->name,
                          .title = spec->title,
                          .xlabel = spec->xlabel,
                          .ylabel = spec->ylabel,
                          .caption = "",
                          .shape = shape,
                          .spread = spec->spread,
                          .free_x = spec->free_x};
  return ARENA_ARRAY(memory, PLOT_PANELS, figure->panels);
}

plot_panel *figure_add_panel(plot_figure *figure) {
  if (figure->panel_count == PLOT_PANELS) {
    figure->panels_left_out++;
    return NULL;
  }
  return &figure->panels[figure->panel_count++];
}

bool line_drawn_before(const plot_figure *figure, size_t place) {
  for (size_t i = 0; i < place; i++) {
    if (figure->lines[i].group == figure->lines[place].group && figure->lines[i].panel == figure->lines[place].panel)
      return true;
  }
  return false;
}
