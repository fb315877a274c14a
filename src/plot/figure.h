/* A figure: what is drawn, before it is known how. */
#ifndef PLOT_FIGURE_H
#define PLOT_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"
#include "plot/samples.h"
#include "plot/statistics.h"

enum {
  PLOT_PANELS = 9,
  PLOT_RUNS = 30,
  PLOT_INDICES = 6,
  PLOT_CURVE_POINTS = 600,
  PLOT_RUN_POINTS = 240,
  PLOT_KEYS = 24
};

/* One entry of the scenario's `plot`. */
typedef struct plot_spec {
  const char *name, *x, *y, *title, *xlabel, *ylabel, *log, *panels; /* panels: NULL if not given */
  bool fit, bounds, free_x;
  const cJSON *x_values, *learners; /* NULL if not given */
  bool heat;                        /* kind = "heat": y is a parameter, too */
  const char *z, *zlabel;           /* of a heat map: a quantity, or "bound:NAME" */
  const cJSON *mark;                /* list of {x, y, label}, NULL if not given */
  const char *map;                  /* what is drawn as a matrix or in the plane; NULL if not given */
  bool by_index;                    /* x = "index": y is an observed quantity of rows or eigenvalues */
} plot_spec;

typedef enum plot_shape {
  SHAPE_STEPS,  /* counts: keep their value between the points of the curve */
  SHAPE_LINES,  /* quantities observed at trials */
  SHAPE_DOTS,   /* one dot per observation of a seed, no mean */
  SHAPE_POINTS, /* against a parameter: means with bars */
  SHAPE_ITEMS,  /* one point for each item, keys are their classes */
  SHAPE_HEAT    /* means as colours over two parameters */
} plot_shape;

/* What has a colour and a name in the legend: a learner, apart for each value of swept parameters that are neither x nor panel. */
typedef struct plot_key {
  size_t learner;
  const char *rest, *index; /* "" if there is nothing to tell apart */
  const char *label;
  size_t seeds_low, seeds_high; /* over its points */
} plot_key;

typedef struct plot_series {
  size_t panel, key;
  plot_band band;
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
  bool level;           /* no bound, but the target's own level of the quantity */
  size_t count;
  double *x, *y;
  size_t rows, flagged; /* rows of the summary, and those with the worst verdict that readers must know of */
  int verdict;          /* place in bad_verdicts, PLOT_NONE */
} plot_line;

/* Lines of one bound that are equal in all panels. */
typedef struct plot_group {
  const char *label;
  size_t key;  /* the first one's */
  bool shared; /* by several keys */
} plot_group;

typedef struct plot_panel {
  const char *title;
  size_t point;                        /* the first of its grid points */
  double x_low, x_high, y_low, y_high; /* y_low is above y_high in a map of a matrix: row 1 at the top */
} plot_panel;

typedef struct plot_mark {
  double x, y;
  const char *label;
} plot_mark;

/* Means over the seeds on the grid of two parameters; panels are learners, apart for each value of the other swept parameters. */
typedef struct plot_heat {
  const char *zlabel;
  size_t columns, rows; /* values of x and y, ascending */
  double *x, *y;
  double *z; /* panel by panel, row by row; NaN: no value */
  bool log_z;
  double z_low, z_high;
  size_t seeds_low, seeds_high;
  size_t missing; /* cells of the panels without a finite value */
  size_t mark_count;
  plot_mark *marks;
} plot_heat;

typedef struct plot_figure {
  const char *name, *title, *caption, *xlabel, *ylabel;
  const char *note; /* a fact of its own for the caption, NULL: none */
  plot_shape shape;
  bool count_axis; /* y counts something: its axis starts at 0 */
  bool log_x, log_y, connected;
  bool free_x; /* each panel's x axis is as long as its own data; y axes always are */
  size_t panel_count, panels_left_out, indices_left_out, key_count, series_count, line_count, group_count;
  size_t keys_of_learner; /* the most curves of each learner, where not all have a place in the legend; else 0 */
  size_t places; /* SHAPE_POINTS: the most grid points of a series, of which PLOT_RUN_POINTS are drawn; 0: all are */
  plot_panel *panels;
  plot_key *keys;
  plot_series *series;
  plot_line *lines;
  plot_group *groups;
  plot_heat *heat; /* SHAPE_HEAT only: no keys, series or lines */
} plot_figure;

/* Everything but axes and caption: panels, series, bounds. All memory is the arena's. */
status figure_build(plot_arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure);
/* A sample that is drawn, and where. */
typedef struct drawn_sample {
  const plot_sample *sample;
  size_t panel, key, place; /* place: in the order of the samples */
} drawn_sample;
/* Adds the series of a figure (part of figure_build); reorders the samples by panel, key and grid point. x_of_point: x of each grid point,
 * NULL for curves. carry: between two of its points a curve keeps its value. */
status figure_add_series(plot_arena *arena, const plot_spec *spec, const double *x_of_point, bool carry,
                         drawn_sample *samples, size_t count, plot_figure *figure);
/* Adds the bounds whose measure is spec->y (part of figure_build). x_of_point: x of each grid point, NULL for curves. */
status figure_add_bounds(plot_arena *arena, const plot_result *result, const plot_spec *spec,
                         const size_t *panel_of_point, const size_t *key_of_cell, const double *x_of_point,
                         plot_figure *figure);
/* The same for a heat map, with its axes. */
status heat_build(plot_arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure);
/* The same for what learners have learned of all entries or items: a map of one run, with its axes if it is of items, and points of every row
 * or eigenvalue against its place. */
status map_build(plot_arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure);
status embedding_build(plot_arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure);
status places_build(plot_arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure);
/* Edges of the cells around ascending values: halfway, or the geometric mean on a logarithmic axis; count + 1 of them. */
void heat_edges(const double *values, size_t count, bool logarithmic, double *edges);
/* Chooses logarithmic axes and the ranges of every panel. log: "", "x", "y", "xy" or "auto". */
void figure_choose_axes(const char *log, plot_figure *figure);
/* A bound that lies so far off that drawing it would squash the data of its panel: it is told at that panel's edge. */
bool line_off_scale(const plot_figure *figure, const plot_line *line);
/* What the picture shows, in one sentence per fact. */
status figure_caption(plot_arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure);

#endif
