/* A heat map's cells, marks, palette and colour bar. */
#include <math.h>

#include "base/text.h"
#include "plot/gnuplot.h"
#include "plot/plot_writer.h"

/* Viridis (van der Walt and Smith 2015): even steps of lightness, told apart by colour-blind readers and in grey. */
static const char *const palette[] = {"#440154", "#482878", "#3E4A89", "#31688E", "#26828E",
                                      "#1F9E89", "#35B779", "#6DCD59", "#B4DE2C", "#FDE725"};
enum { PALETTE = sizeof palette / sizeof palette[0] };

void put_palette(const writer *w) {
  const plot_heat *heat = w->figure->heat;
  fputs("  set palette defined (", w->script);
  for (size_t i = 0; i < PALETTE; i++) fprintf(w->script, "%s%zu \"%s\"", i > 0 ? ", " : "", i, palette[i]);
  fputs(")\n  set cbrange [", w->script);
  put_number(w->script, heat->z_low);
  fputs(":", w->script);
  put_number(w->script, heat->z_high);
  fprintf(w->script, "]\n  %sset logscale cb\n", heat->log_z ? "" : "un");
  if (heat->log_z) put_log_ticks(w, "cb", heat->z_low, heat->z_high);
  fputs("  set cbtics scale 0.4\n  set cblabel ", w->script);
  gnuplot_string(w->script, heat->zlabel);
  fputs(" noenhanced offset 2,0\n", w->script);
}

/* The colour bar stands at the right of all panels and is drawn with the first one. */
static void put_bar(const writer *w, size_t place) {
  const layout *page = &w->page;
  const box *first = &page->panel[0], *last = &page->panel[w->figure->panel_count - 1];
  double right = 0;
  if (place > 0) {
    fputs("  unset colorbox\n", w->script);
    return;
  }
  for (size_t i = 0; i < w->figure->panel_count; i++) right = fmax(right, page->panel[i].right);
  fputs("  set colorbox vertical user origin screen ", w->script);
  put_number(w->script, screen_x(w, right + 18));
  fputs(",", w->script);
  put_number(w->script, screen_y(w, last->bottom));
  fputs(" size screen ", w->script);
  put_number(w->script, 16 / page->width);
  fputs(",", w->script);
  put_number(w->script, (last->bottom - first->top) / page->height);
  fputs(" noborder\n", w->script);
}

static void put_cell(const writer *w, const double numbers[7]) {
  for (size_t i = 0; i < 7; i++) {
    char text[NUMBER_TEXT];
    fprintf(w->data, i > 0 ? "\t%s" : "%s", number_text(numbers[i], text));
  }
  fputs("\n", w->data);
}

/* A block of the panel's cells that have a value, or of those that have none. Returns how many. */
static size_t put_block(writer *w, size_t place, const double *x_edges, const double *y_edges, bool empty) {
  const plot_heat *heat = w->figure->heat;
  size_t count = 0;
  if (w->blocks > 0) fputs("\n\n", w->data);
  fprintf(w->data, "# block %zu: %s\n# x\ty\tx_low\tx_high\ty_low\ty_high\tmean\n", w->blocks++,
          empty ? "cells without a value" : "cells");
  for (size_t i = 0; i < heat->rows; i++) {
    for (size_t j = 0; j < heat->columns; j++) {
      const double z = heat->z[(place * heat->rows + i) * heat->columns + j];
      if (isnan(z) != empty) continue;
      put_cell(w, (double[7]){heat->x[j], heat->y[i], x_edges[j], x_edges[j + 1], y_edges[i], y_edges[i + 1], z});
      count++;
    }
  }
  if (count == 0) fputs("nan\tnan\tnan\tnan\tnan\tnan\tnan\n", w->data);
  return count;
}

/* White on a black rim: seen on every colour. */
static void put_marks(const writer *w, size_t place) {
  const plot_heat *heat = w->figure->heat;
  const plot_panel *panel = &w->figure->panels[place];
  for (size_t i = 0; i < heat->mark_count; i++) {
    const plot_mark *mark = &heat->marks[i];
    char x[NUMBER_TEXT], y[NUMBER_TEXT];
    if (!(mark->x >= panel->x_low && mark->x <= panel->x_high)) continue;
    if (!(mark->y >= panel->y_low && mark->y <= panel->y_high)) continue;
    number_text(mark->x, x);
    number_text(mark->y, y);
    fprintf(w->script, "  set label \"\" at %s,%s front point pt 7 ps 1.5 lc rgb \"#000000\"\n", x, y);
    fputs("  set label ", w->script);
    gnuplot_string(w->script, mark->label);
    fprintf(
        w->script,
        " at %s,%s front left offset 1,0.6 noenhanced tc rgb \"#000000\" boxed point pt 7 ps 0.9 lc rgb \"#FFFFFF\"\n",
        x, y);
  }
}

void put_heat(writer *w, size_t place) {
  const plot_heat *heat = w->figure->heat;
  double *edges = NULL; /* of x, then of y */
  plot_arena arena = {0};
  if (ARENA_ARRAY(&arena, heat->columns + heat->rows + 2, edges) != STATUS_OK) {
    fputs("  plot NaN notitle", w->script);
    arena_free(&arena);
    return;
  }
  double *y_edges = edges + heat->columns + 1;
  heat_edges(heat->x, heat->columns, w->figure->log_x, edges);
  heat_edges(heat->y, heat->rows, w->figure->log_y, y_edges);
  put_bar(w, place);
  put_marks(w, place);
  const size_t full = w->blocks;
  (void)put_block(w, place, edges, y_edges, false);
  const size_t empty = w->blocks;
  const size_t missing = put_block(w, place, edges, y_edges, true);
  fputs("  set style textbox opaque fc rgb \"#FFFFFF\" noborder margins 0.5,0.5\n", w->script);
  fprintf(w->script, "  plot data index %zu using 1:2:3:4:5:6:7 notitle with boxxyerror lc palette fs solid 1 border",
          full);
  if (missing > 0) {
    fprintf(w->script,
            ", \\\n       data index %zu using 1:2:3:4:5:6 notitle with boxxyerror fs pattern 4 noborder lc rgb "
            "\"#777777\"",
            empty);
  }
  arena_free(&arena);
}
