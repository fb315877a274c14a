/* The layout of a picture: where panels, title, caption and legend are. All lengths are in pixels of the svg, from the top
 * left. */
#ifndef PLOT_LAYOUT_H
#define PLOT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"
#include "plot/figure.h"

/* Text broken at spaces into lines of at most `width` characters (UTF-8). Longer words stay whole up to WRAP_BYTES; lines
 * after WRAP_LINES are cut off. */
enum { WRAP_LINES = 8, WRAP_BYTES = 400 };
typedef struct wrapped {
  size_t count;
  char line[WRAP_LINES][WRAP_BYTES];
} wrapped;
void text_wrap(const char *text, size_t width, wrapped *out);

typedef struct box {
  double left, top, right, bottom;
} box;

typedef struct legend_entry {
  bool is_bound;
  size_t place; /* of the key or group */
  wrapped text;
  double x, y; /* of the sample's left end; of the middle of the first line */
} legend_entry;

typedef struct layout {
  double width, height, font, title_font, caption_font, legend_font;
  double title_y, caption_y; /* of the middle of the first line */
  double y_name;             /* x of the middle of the y axes' name */
  wrapped title, caption;
  size_t columns, rows, entry_count;
  box panel[PLOT_PANELS];
  legend_entry *entries;
} layout;

status layout_make(arena *arena, const plot_figure *figure, layout *out);

#endif
