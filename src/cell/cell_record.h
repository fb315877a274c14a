/* The parts of a cell's record (cell.h). Numbers are texts, so that every double survives. */
#pragma once

#include "bounds/bound.h"
#include "cell/curve.h"
#include "cell/observations.h"

/* comparator_loss: the least that the best comparator can have, and that of the one at hand; equal unless it is an interval. */
void record_totals(cJSON *record, const cell_totals *totals, const char *origin, const double comparator_loss[2],
                   const char *stream);
status record_curves(cJSON *record, const curve *self, const observations *observed);
void record_add_row(cJSON *rows, const bound_row *row);
/* Adds nothing when the value never changed: summary.tsv has it. */
void record_bound_curve(cJSON *record, const char *name, const bound_curve *self);
/* Visits a record's "bound_curves" at all trials of the grid and the others that have a point; STATUS_INVALID if they are not of the form in
 * cell.h. */
typedef status record_curve_visit(void *context, const char *bound, size_t t, double value);
status record_each_bound_value(const cJSON *record, record_curve_visit *visit, void *context);
/* For a procedure: its quantities as observations at t = 0. */
status record_quantities(cJSON *record, const cJSON *quantities);

/* A row of a bound with its verdict, as records and verdicts.tsv have it. The texts are those of the record. */
typedef struct judged_row {
  const char *bound, *measure;
  bound_status status;
  bound_direction direction;
  bound_level level;
  double measured, value, used;
  verdict verdict;
  const char *premise;         /* "-": none has failed */
  double trial, premise_value; /* NaN: there is none */
  double confidence, tolerance, error, trivial;
  double spread, least, most; /* NaN: not known, as in records of version 1.1.0 */
} judged_row;
/* *rows = the rows of a record; the caller frees them. STATUS_INVALID for a row with a status, direction or level that does not exist. */
status record_rows(const cJSON *record, judged_row **rows, size_t *count);

void record_number(cJSON *object, const char *name, double value);
double record_value(const cJSON *object, const char *name);     /* NaN if absent */
const char *record_text(const cJSON *object, const char *name); /* "-" if absent */

/* Time and peak memory of a cell, for timing.tsv. */
typedef struct record_clock {
  double started;
} record_clock;
void record_clock_start(record_clock *clock);
void record_clock_stop(const record_clock *clock, cJSON *record);
