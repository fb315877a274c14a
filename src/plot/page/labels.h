/* The names of curves and bounds beside a panel: what they say, and where they stand so that none lies on another. */
#pragma once

#include "plot/figure.h"
#include "plot/page/font.h"

typedef struct plot_label {
  bool is_bound;
  size_t place; /* in figure->series or figure->lines */
  double x, y;  /* where the curve ends: value of x, and of y; what lies off the scale has its value, too */
  wrapped text;
  double height;   /* of its lines */
  double from, at; /* pixels from the panel's top: where the curve ends, and the middle of the label */
  int edge;        /* 1: the curve leaves the panel at the top; -1: at the bottom; 0: it is inside */
} plot_label;

typedef struct plot_labels {
  size_t count;
  plot_label *at;
} plot_labels;

/* Whether the figure names its curves beside the panels; otherwise above them. Bounds are named beside them always. */
bool labels_beside(const plot_figure *figure);

/* The labels of a panel, in lines of at most `width` pixels; values: bounds have their last values behind their names, curves the slopes that were fitted. */
status labels_write(arena *memory, const plot_figure *figure, size_t panel, double width, double font, bool values,
                    plot_labels *labels);

/* The least height that all labels of the panel need. */
double labels_height(const plot_labels *labels);

/* Sets from, at and edge in a panel of this height. Labels keep the order of their curves and move as little as
 * possible (least squares); they stay in the panel's height if they have room. */
void labels_place(const plot_figure *figure, size_t panel, double height, plot_labels *labels);

/* The solver: at[i] = the places of intervals of these heights, one after the other in this order without overlap
 * within [low, high], the sum of (at[i] - wanted[i])^2 least. `wanted` ascending. Without room they begin at low. */
void spread(const double *wanted, const double *heights, size_t count, double low, double high, double *at);
