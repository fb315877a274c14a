/* The scale of each column from the rows so far, the present one among them: no row knows those after it. Of the numbers x of a column,
 * after `rows` rows:
 *
 *   unit      (x - low)/(high - low), low and high the least and the largest: in [0,1]; 0 where they are equal
 *   max_abs   x/largest, the largest modulus: in [-1,1]; 0 where it is 0
 *   standard  (x - mean)/sqrt(squares/rows); 0 where squares = 0. A number x moves, with the new count of rows (Welford 1962),
 *             mean' = mean + (x - mean)/rows,  squares' = squares + (x - mean)(x - mean')
 *
 * A NaN is a gap: the scale of its column does not look at it, and it stays. Its rows are then those with a number.
 *
 * In a reading it is the member
 *
 *   "online":{"rows":count,"low":[...],"high":[...]}, {"rows","largest"} or {"rows","mean","squares"}
 *
 * and where there was a gap "gaps", how many there were in each column. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* (x - low)/(high - low), without overflow and never outside [0,1]; 0 where low = high; NaN where x is. */
double scale_to_unit(double x, double low, double high);
/* x/largest, never outside [-1,1]; 0 where largest = 0; NaN where x is. */
double scale_to_largest(double x, double largest);

typedef enum running_kind { RUNNING_UNIT, RUNNING_MAX_ABS, RUNNING_STANDARD } running_kind;

/* Start with {0}. */
typedef struct running_scale {
  running_kind kind;
  size_t columns, rows;
  double *first, *second; /* columns: low, largest or mean; high or squares (max_abs: unused) */
  double *gaps;           /* columns */
} running_scale;

/* Before the first row. `scaling`: unit, max_abs or standard. */
status running_scale_new(const char *scaling, size_t columns, running_scale *out);
/* A reading before the first row. */
status running_scale_begin(const char *scaling, size_t columns, cJSON *reading);
/* That of a reading, to go on. Messages: "online: MEMBER: what was expected". */
status running_scale_take(const cJSON *reading, const char *scaling, size_t columns, running_scale *out);
/* It becomes the member of the reading, in the place of an earlier one. */
status running_scale_keep(const running_scale *scale, cJSON *reading);
void running_scale_free(running_scale *scale); /* safe on a zeroed one */

/* The next row: x[k] is in the column index[k], or k if index is NULL. Columns that are not there are 0, which only max_abs allows.
 * STATUS_INVALID: numbers too large for their squares. */
status running_scale_step(running_scale *scale, size_t count, const size_t *index, const double *x);
/* Scales a row as it is now; what exceeds the numbers so far is clipped, but for standard. */
void running_scale_apply(const running_scale *scale, size_t count, const size_t *index, double *x);
