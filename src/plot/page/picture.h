/* Drawing a figure: its script and data, and the pictures that gnuplot makes of them. */
#pragma once

#include "plot/page/layout.h"

/* The formats of pictures: svg, pdf, png; tex with its pdf, for papers only. */
enum { PICTURE_FORMATS = 4 };
typedef struct picture_formats {
  plot_style style;
  bool wanted[PICTURE_FORMATS];
} picture_formats;

/* list: formats separated by commas; NULL: all of the style. style: "paper", "slides"; NULL: for the screen.
 * STATUS_INVALID names what is unknown. */
status picture_formats_parse(const char *list, const char *style, picture_formats *formats);

/* Writes <name>.gp, <name>.dat and the pictures <name>.<format> to the folder `out`. They are made in a temporary
 * folder in it and moved at the end: a failure leaves earlier pictures as they were. STATUS_ABSENT without gnuplot. */
status picture_draw(const plot_figure *figure, const picture_formats *formats, const char *out);

/* A pdf has the date of its drawing: puts 2000-01-01 in its place, so that equal figures give equal files. A file
 * without a date stays as it is. */
status picture_fix_date(const char *path);
