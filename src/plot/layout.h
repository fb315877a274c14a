/* Where things stand in a picture: all lengths in pixels of the svg, from the top left. */
#ifndef PLOT_LAYOUT_H
#define PLOT_LAYOUT_H

#include "base/arena.h"
#include "base/status.h"
#include "plot/figure.h"
#include "plot/gnuplot.h"

typedef struct box {
  double left, top, right, bottom;
} box;

typedef struct legend_entry {
  bool is_bound;
  size_t place; /* of the key or group */
  wrapped text;
  double x, y; /* of the sample's left end, of the first line's middle */
} legend_entry;

typedef struct layout {
  double width, height, font, title_font, caption_font, legend_font;
  double title_y, caption_y; /* middle of the first line */
  double y_name;             /* x of the middle of the name of the y axes */
  wrapped title, caption;
  size_t columns, rows, entry_count;
  box panel[PLOT_PANELS];
  legend_entry *entries;
} layout;

status layout_make(plot_arena *arena, const plot_figure *figure, layout *out);

#endif
