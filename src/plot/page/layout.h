/* Where the parts of a picture are: title, panels, names beside the curves, caption. Pixels, y downwards. */
#pragma once

#include "plot/page/labels.h"
#include "plot/page/ticks.h"

/* What the picture is for. */
typedef enum plot_style {
  STYLE_SCREEN, /* a web page; a pixel is 1/96 inch */
  STYLE_PAPER, /* a column of 3.3 inches, 6.9 inches with several panels; its pixel is 1/72 inch; no title and caption */
  STYLE_SLIDES /* 16:9 */
} plot_style;

typedef struct box {
  double left, top, right, bottom;
} box;

/* A key above the panels, or a label below them. */
typedef struct legend_entry {
  size_t key;
  const plot_label *label; /* NULL: a key */
  double x, y;             /* of the point's middle, or the left end of the line's sample */
} legend_entry;

typedef struct panel_layout {
  box frame;
  wrapped title;
  double title_y; /* of the middle of its first line */
  ticks x, y;
  plot_labels labels;
} panel_layout;

typedef struct layout {
  double width, height, font, label_font, title_font, caption_font;
  double leader,
      sample; /* widths between a panel and its labels: for lines that lead to them; of a sample of the line */
  double title_y, caption_y; /* of the middle of the first line */
  wrapped title;
  size_t caption_count;
  wrapped *caption; /* its paragraphs */
  size_t columns, rows, entry_count;
  panel_layout panel[PLOT_PANELS];
  legend_entry *entries;
  wrapped y_name, x_name;
  double y_name_x;  /* of the middle of its first line */
  box bar;          /* of the colours of SHAPE_HEAT */
  double name_font; /* of names on the x axis, which are turned; 0: numbers */
  double below;     /* height of these under a panel */
  bool names_below; /* labels are legend entries below the panels, in place of beside them */
  ticks bar_ticks;
  double bar_name_x; /* of the middle of the name */
} layout;

status layout_make(arena *memory, const plot_figure *figure, plot_style style, layout *out);
