/* Curves of a cell: which trials are kept, and what is kept of them.
 *
 * Kept trials: t = 0, the trials of a grid of 100 points a decade (every trial up to 48, the same for all cells), the first 512 trials
 * with a mistake or an update, and the last trial. A trial of the grid at which no value differs from the kept one before has no point of its own
 * unless it is the last: a curve keeps its values until its next point. */
#pragma once

#include "base/status.h"

#define CURVE_RULE "t = 0, 100 trials a decade, the first 512 trials with a mistake or an update, and the last trial"
#define CURVE_OMITTED "of the 100 a decade only those where a value changed: it stays the same until the next line"

typedef struct curve_point {
  size_t t;
  size_t mistakes;
  double loss, regret, potential;
} curve_point;

typedef struct curve {
  curve_point *points;
  size_t count, capacity;
  size_t events;    /* kept because something happened */
  size_t next_grid; /* next trial of the grid */
  size_t grid_step; /* its number */
  bool repeats;     /* the last point has the values of the one before, and makes room for the next */
} curve;

status curve_new(size_t trials, curve *out); /* room for every point of `trials` trials */
void curve_free(curve *self);
size_t curve_capacity(size_t trials);
/* Is trial t kept? Call once for each t = 0, 1, 2, ... in order. *grid: it is of the grid. */
bool curve_keeps(curve *self, size_t t, bool event, bool *grid);
/* The first trial of the grid after t, which is not less than in the call before. */
size_t curve_grid_after(curve *self, size_t t);
/* grid: the point is there for the grid alone. */
void curve_add(curve *self, curve_point point, bool grid);

/* The value of a bound over the grid trials of a curve, and before and after trials at which the comparator changes, where it may jump: the
 * first CURVE_SHIFTS of these. */
enum { CURVE_SHIFTS = 256 };
typedef struct bound_curve {
  size_t *t;
  double *value;
  size_t count, capacity;
  bool repeats; /* as of a curve */
} bound_curve;
status bound_curve_new(size_t trials, bound_curve *out);
/* t ascends; the last t again changes nothing. grid: as in curve_add. */
void bound_curve_add(bound_curve *self, size_t t, double value, bool grid);
void bound_curve_free(bound_curve *self);
