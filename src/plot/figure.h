/* A figure: what is drawn, before it is known how. curves.h, heat.h, map.h, embedding.h and by_index.h build figures,
 * axes.h and caption.h complete them, script.h writes them for gnuplot. All memory is an arena's. */
#pragma once

#include "plot/spec.h"

/* The most that is drawn of each. */
enum {
  PLOT_PANELS = 9,
  PLOT_KEYS = 24,
  PLOT_INDICES = 6,          /* of a quantity with several values at a time */
  PLOT_LABELS = 64,          /* beside a panel */
  PLOT_RUNS = 10,            /* single seeds of a series */
  PLOT_ALL_RUNS = 40,        /* of all series; none if that is less than two of each */
  PLOT_CURVE_POINTS = 20000, /* read; simplify.h chooses those that are drawn */
  PLOT_PLACES = 240          /* of SHAPE_POINTS */
};

typedef enum plot_shape {
  SHAPE_STEPS,  /* counts: keep their value between the points of the curve */
  SHAPE_LINES,  /* quantities observed at trials */
  SHAPE_DOTS,   /* one dot per observation of a seed, no mean */
  SHAPE_POINTS, /* against a parameter: means with bars */
  SHAPE_ITEMS,  /* one point for each item; keys are their classes */
  SHAPE_HEAT    /* colours over a grid */
} plot_shape;

/* What has a colour and a name: a learner, or one for each value of the swept parameters that are
 * neither x nor panel. */
typedef struct plot_key {
  size_t learner;
  const char *rest, *index; /* what tells keys of one learner apart: parameters, index; "" if nothing does */
  const char *label;
  bool unnamed;                 /* the only thing that is drawn, as of a procedure: the axis names it */
  size_t seeds_low, seeds_high; /* over its points */
} plot_key;

typedef struct plot_series {
  size_t panel, key;
  plot_band band;
  double *weights;  /* SHAPE_POINTS: trials behind each point of the band; NULL: equal points */
  bool banded;      /* it is a mean of several runs */
  size_t run_count; /* single seeds; SHAPE_POINTS: one run with a point per seed */
  plot_run *runs;
  bool fitted;
  plot_fit fit;
} plot_series;

/* A bound in one panel for one key. */
typedef struct plot_line {
  size_t panel, key, group;
  const char *bound;
  bool lower, constant; /* constant: count = 1, drawn over the whole width */
  bool level;           /* not a bound, but the target's own level of the quantity */
  size_t count;
  double *x, *y;
  size_t rows, flagged; /* rows of the summary, and those of them with this verdict */
  int verdict;          /* the worst that readers must know of, as a place in bounds.c; PLOT_NONE */
} plot_line;

/* The lines of one bound that are equal in all panels: one colour. */
typedef struct plot_group {
  const char *label; /* in words, for readers who do not see the picture */
  const char *name;  /* short, for its place beside the line: "Warmuth, Theorem 2" */
  const char *keys;  /* whose it is: "Winnow, Perceptron", "every learner" */
  const char *whose; /* " for Winnow", where the figure has bounds of others as well; otherwise "" */
  const char *flag;  /* what readers must know of its verdicts: ", violated"; mostly "" */
  size_t key;        /* of the first line */
  bool shared;       /* by several keys */
} plot_group;

typedef struct plot_panel {
  const char *title;
  size_t point;                        /* the first of its grid points */
  double x_low, x_high, y_low, y_high; /* y_low > y_high in a map of a matrix: row 1 is at the top */
} plot_panel;

typedef struct plot_mark {
  double x, y;
  const char *label;
} plot_mark;

/* Colours on a grid, in each panel. */
typedef struct plot_heat {
  const char *zlabel;
  size_t columns, rows; /* values of x and y, ascending */
  double *x, *y;
  double *x_edges, *y_edges; /* of their cells: columns + 1, rows + 1 */
  double *z;                 /* panel by panel, row by row; NaN: no value */
  bool log_z;
  double z_low, z_high;
  size_t seeds_low, seeds_high;
  size_t missing; /* cells of the panels without a finite value */
  size_t mark_count;
  plot_mark *marks;
} plot_heat;

typedef struct plot_figure {
  const char *name, *title, *caption, *xlabel, *ylabel;
  size_t theorem_count;
  const char **theorems; /* the bounds in the caption: name, formula and source, once each */
  const char *note;      /* a fact for the caption; NULL: none */
  plot_shape shape;
  plot_spread spread;
  bool count_axis; /* y counts something: its axis starts at 0 */
  bool log_x, log_y, connected;
  bool rolling;  /* means are over windows: all kept points are drawn, or the curve would look smoother than it is */
  bool diagonal; /* of calibration: both axes are [0,1], and where they are equal is a grey line */
  bool free_x;   /* each panel's x axis ends with its own data, as y axes always do */
  size_t panel_count, key_count, series_count, line_count, group_count;
  size_t panels_left_out;
  bool indices_left_out;
  size_t keys_of_learner; /* the most curves drawn of each learner; 0: all are drawn */
  /* SHAPE_POINTS: the most grid points of a series, of which PLOT_PLACES are drawn; 0: all are drawn */
  size_t places;
  size_t runs;               /* the most single seeds of a series that are drawn */
  const char **places_named; /* what stands at x = 1, 2, ...; NULL: numbers */
  size_t named_count;
  plot_panel *panels;
  plot_key *keys;
  plot_series *series;
  plot_line *lines;
  plot_group *groups;
  plot_heat *heat; /* of SHAPE_HEAT, which has no keys, series or lines */
} plot_figure;

/* *figure = names and labels of the spec, room for PLOT_PANELS panels, all else 0. */
status figure_begin(arena *memory, const plot_spec *spec, plot_shape shape, plot_figure *figure);
/* Another panel, all 0. NULL if there are PLOT_PANELS already: then it is counted as left out. */
plot_panel *figure_add_panel(plot_figure *figure);

/* Whether an earlier line of the panel draws the same. */
bool line_drawn_before(const plot_figure *figure, size_t place);
