/* What the parts that write a gnuplot script share. */
#ifndef PLOT_PLOT_WRITER_H
#define PLOT_PLOT_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "plot/figure.h"
#include "plot/layout.h"

typedef struct writer {
  const plot_figure *figure;
  layout page;
  FILE *script, *data;
  size_t blocks; /* data blocks written */
  bool first;    /* element of the plot command */
} writer;

double screen_x(const writer *w, double x); /* pixels to shares of the picture */
double screen_y(const writer *w, double y);
void put_number(FILE *file, double value); /* six digits */

/* Ranges, ticks and margins of a panel's axes, and the name of its x axis. */
void put_axes(const writer *w, size_t place);
/* Ticks of a logarithmic axis ("x", "y" or "cb"). */
void put_log_ticks(const writer *w, const char *axis, double low, double high);
/* The plot command of a panel and the data it draws. */
void put_elements(writer *w, size_t place);
/* The same for a heat map. */
void put_heat(writer *w, size_t place);
/* Its palette, once for all panels. */
void put_palette(const writer *w);
/* Whether an earlier line of the panel draws the same as figure->lines[place]. */
bool drawn_before(const plot_figure *figure, size_t place);

#endif
