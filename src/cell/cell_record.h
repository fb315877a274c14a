/* The parts of a cell's record (cell.h). Numbers are texts, so that every double survives. */
#ifndef CELL_CELL_RECORD_H
#define CELL_CELL_RECORD_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "base/status.h"
#include "bounds/bound.h"
#include "cell/curve.h"
#include "cell/observer.h"

/* The value of a bound over the grid trials of a curve. */
typedef struct bound_curve {
  size_t *t;
  double *value;
  size_t count, capacity;
} bound_curve;
status bound_curve_new(size_t trials, bound_curve *out);
void bound_curve_add(bound_curve *curve, size_t t, double value);
void bound_curve_free(bound_curve *curve);

/* comparator_loss: the least that the best comparator can have, and that of the one at hand; equal unless it is an interval. */
void record_totals(cJSON *record, const cell_totals *totals, const char *comparator, const double comparator_loss[2],
                   const char *stream);
status record_curves(cJSON *record, const curve *curve, const observer *observer);
void record_row(cJSON *rows, const bound_row *row);
/* Adds nothing when the value never changed: summary.tsv has it. */
void record_bound_curve(cJSON *curves, const char *bound, const bound_curve *curve);
/* Looks at each "t" and "value" of a record's "bound_curves"; STATUS_INVALID if they are not of the form in cell.h. */
typedef status record_curve_visit(void *context, const char *bound, size_t t, double value);
status record_each_bound_value(const cJSON *record, record_curve_visit *visit, void *context);
/* For a procedure: its quantities as observations at t = 0. */
status record_quantities(cJSON *record, const cJSON *quantities);

void record_number(cJSON *object, const char *name, double value);
double record_value(const cJSON *object, const char *name);     /* NaN if absent */
const char *record_text(const cJSON *object, const char *name); /* "-" if absent */

/* Time and peak memory of a cell, for timing.tsv. */
typedef struct record_clock {
  double started;
} record_clock;
void record_clock_start(record_clock *clock);
void record_clock_stop(const record_clock *clock, cJSON *record);

#endif
