/* The columns of a text table as numbers: one column is the target, a class or a label, the others become features. A column of numbers is
 * one feature; a column of texts is an indicator for each of its texts; ordered texts count from 0; dates are days. A row whose target is
 * a gap is left out where gaps are allowed. */
#ifndef DATA_FEATURES_H
#define DATA_FEATURES_H

#include <cjson/cJSON.h>

#include "data/text_table.h"
#include "registry/parameter.h"

typedef struct feature_column feature_column;

typedef struct features {
  text_table table;
  size_t target; /* column, from 0 */
  size_t rows;   /* without those that are dropped */
  size_t n;
  double *value;     /* rows x n */
  size_t *row;       /* rows: of the table */
  size_t *line;      /* rows: of the file, from 1 */
  const char **text; /* rows: the target */
  size_t *from;      /* n: the column in the file of each feature, from 1 */
  size_t dropped;    /* rows left out for a gap */
  size_t gaps;       /* cells that `missing` filled */
  feature_column *column;
} features;

/* How a problem keeps what was read. */
typedef struct feature_form {
  const char *target; /* the option that names the column of the target; absent: the last one */
  const char *texts;  /* member of a reading: the texts of each column of texts */
  bool
      besides; /* the member columns does not count the target, and `texts` is there only where an option asks for it */
} feature_form;

/* Reads the table as the options below say. What was found in the data is added to `reading`; `given`, if it is not NULL, is such a
 * reading of other data, which the rows are read with, without a row dropped. To be freed even after a failure. Messages: "FILE:LINE:
 * column C is 'x', expected a finite number" and the like. */
status features_read(const char *path, const options *values, const feature_form *form, const cJSON *given,
                     cJSON *reading, features *out);
void features_free(features *data);
/* The reading of rows that come one by one, from the first of them alone, and the number of features: STATUS_INVALID for options that need
 * numbers or texts of all. */
status features_begin(const char *path, const options *values, const feature_form *form, cJSON *reading, size_t *n);
/* STATUS_INVALID with the advice for an option whose numbers are found from all rows. */
status features_refuse_whole(const options *values, const char *option);
/* The same for `scaling` where `online` may find it from the rows so far. */
status features_refuse_scaling(const options *values);
/* *online = the option `online`, of a problem with `scaling`, `order` and `passes`; STATUS_INVALID with what does not go with it. */
status features_online(const options *values, bool *online);
/* Nothing, ?, NA, nan or null. */
bool features_gap(const char *cell);
/* *out = the members of a reading, separated by blanks, with those of `more`; the caller frees it. */
status features_members(const options *values, const feature_form *form, const cJSON *given, const char *more,
                        char **out);
/* A target that is no number is refused, with the option that helps. */
status features_number(const features *data, size_t row, double *value);
enum { FEATURES_SCALING = 80 };
/* "scaling = unit, fit = 0.1", as the options of that name say. */
void features_scaling(const options *values, char out[FEATURES_SCALING]);
/* *out = what was read and done with it, in one line, of a problem with the options `file` and `scaling`; the caller frees it. */
status features_said(const features *data, const options *values, char **out);
/* Rows that means and scales are found from: the option `fit`. */
size_t features_fitted(const options *values, size_t rows);

#define FEATURE_PARAMETERS                                                                                             \
  {.name = "separator",                                                                                                \
   .type = PARAMETER_CHOICE,                                                                                           \
   .value = "comma",                                                                                                   \
   .choices = "comma semicolon tab blank",                                                                             \
   .meaning = "table: between columns; blank: any run of blanks and tabs"},                                            \
      {.name = "header",                                                                                               \
       .type = PARAMETER_BOOLEAN,                                                                                      \
       .value = "false",                                                                                               \
       .meaning = "table: the first line has the names of the columns; false: it has if it is all different texts "    \
                  "and a number stands below one of them"},                                                            \
      {.name = "decimal",                                                                                              \
       .type = PARAMETER_CHOICE,                                                                                       \
       .value = "",                                                                                                    \
       .choices = "point comma",                                                                                       \
       .meaning = "table: what stands before the decimals of numbers; absent: a point"},                               \
      {.name = "columns",                                                                                              \
       .type = PARAMETER_TEXT,                                                                                         \
       .value = "",                                                                                                    \
       .meaning = "table: the columns to take besides the target, by number from 1 or by name, separated by commas; "  \
                  "absent: all"},                                                                                      \
      {.name = "omit",                                                                                                 \
       .type = PARAMETER_TEXT,                                                                                         \
       .value = "",                                                                                                    \
       .meaning = "table: columns to leave out, by number or name, separated by commas; absent: none"},                \
      {.name = "one_hot",                                                                                              \
       .type = PARAMETER_TEXT,                                                                                         \
       .value = "",                                                                                                    \
       .meaning = "table: columns of texts, by number or name, separated by commas, each of which becomes an "         \
                  "indicator for each of its texts; absent: none"},                                                    \
      {.name = "texts",                                                                                                \
       .type = PARAMETER_CHOICE,                                                                                       \
       .value = "",                                                                                                    \
       .choices = "refuse indicator omit",                                                                             \
       .meaning = "table: of other columns with a text that is no number; indicator: as one_hot; absent: refuse"},     \
      {.name = "ordered",                                                                                              \
       .type = PARAMETER_TEXT,                                                                                         \
       .value = "",                                                                                                    \
       .meaning = "table: columns of ordered texts, as in size=small<medium<large, separated by commas: 0, 1, 2; "     \
                  "absent: none"},                                                                                     \
      {.name = "dates",                                                                                                \
       .type = PARAMETER_TEXT,                                                                                         \
       .value = "",                                                                                                    \
       .meaning = "table: columns of dates as in 2000-01-31, 31/01/2000 or 01/31/2000 (what fits all of the column), " \
                  "separated by commas: days since 1970-01-01; absent: none"},                                         \
      {.name = "missing",                                                                                              \
       .type = PARAMETER_CHOICE,                                                                                       \
       .value = "",                                                                                                    \
       .choices = "refuse mean indicator drop",                                                                        \
       .meaning = "table: of gaps (nothing, ?, NA, nan, null); mean: the column's, of texts no indicator; indicator: " \
                  "0, and a further feature is 1; drop: without the row; each of them: without the rows in which the " \
                  "target is a gap; absent: refuse"},                                                                  \
      {.name = "fit",                                                                                                  \
       .type = PARAMETER_NUMBER,                                                                                       \
       .value = "",                                                                                                    \
       .low = 0.0,                                                                                                     \
       .high = 1.0,                                                                                                    \
       .open_low = true,                                                                                               \
       .meaning = "share of the rows, the first ones, that means and scales are found from; absent: all"},             \
  {                                                                                                                    \
    .name = "online", .type = PARAMETER_BOOLEAN, .value = "",                                                          \
    .meaning = "a row is scaled by its own numbers and those of the rows before it in the file: none knows those "     \
               "after it; absent: false"                                                                               \
  }

#endif
