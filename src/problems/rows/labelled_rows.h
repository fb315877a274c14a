/* Dense rows of numbers with a class, from a file, as a sequence of trials. */
#ifndef PROBLEMS_ROWS_LABELLED_ROWS_H
#define PROBLEMS_ROWS_LABELLED_ROWS_H

#include "problems/problem.h"
#include "problems/rows/labelled_comparator.h"
#include "problems/rows/row_order.h"

typedef struct labelled_rows {
  size_t n, count;
  double *value; /* count x n */
  double *label; /* count: 1 or -1 */
  instance_kind kind;
  size_t zero; /* rows without an entry other than 0 */
  row_order order;
  double current;           /* label of the trial */
  double gap_low, gap_high; /* NaN: not known */
  comparator *comparator;
  margin_found found;
  char *said;         /* features_said; NULL: no table */
  cJSON *reading;     /* what was computed from all rows: an object that loaders add to */
  const cJSON *given; /* the reading of another file, if this one is opened with it; unknown labels are NaN then */
  const char *path;   /* the file opened with `given` */
} labelled_rows;

/* Makes room for `count` rows of n numbers. */
status labelled_rows_new(size_t n, size_t count, labelled_rows *out);
void labelled_rows_free(labelled_rows *rows); /* safe on a zeroed one */

/* *out = the file to read; the caller frees it. */
status labelled_rows_path(const labelled_rows *rows, const problem_setting *setting, const options *values, char **out);

/* After values and labels are set: centring, lengths, order, passes and the comparator, as the options below say. Without `compare` the
 * options of the comparator are only checked. */
status labelled_rows_finish(labelled_rows *rows, const problem_setting *setting, const options *values, bool compare);

/* A problem whose state is its labelled_rows has these methods. Its variant, a labelled_rows_reader, says how the file becomes rows;
 * `load` ends with labelled_rows_finish. */
typedef struct labelled_rows_reader {
  status (*load)(labelled_rows *rows, const problem_setting *setting, const options *values, bool compare);
  /* problem_methods.begin; NULL: rows of such files do not come one by one */
  status (*begin)(const char *path, const options *values, cJSON *reading);
  /* problem_methods.extend; NULL: no reading of such files goes on */
  status (*extend)(const char *path, const options *values, cJSON *reading);
} labelled_rows_reader;
extern const problem_methods labelled_rows_methods;

/* Rows for parameter tables. */
#define LABELLED_ROWS_PARAMETERS                                                                                    \
  {.name = "instances",                                                                                             \
   .type = PARAMETER_CHOICE,                                                                                        \
   .value = "dyad",                                                                                                 \
   .choices = "dyad vector",                                                                                        \
   .meaning = "x x^T with |x| = 1, or diag(x) with entries in [0,1]"},                                              \
      {.name = "centre",                                                                                            \
       .type = PARAMETER_BOOLEAN,                                                                                   \
       .value = "false",                                                                                            \
       .meaning = "dyads: subtract the mean of all rows first (known in hindsight only)"},                          \
      ROW_ORDER_PARAMETERS,                                                                                         \
      {.name = "comparator",                                                                                        \
       .type = PARAMETER_CHOICE,                                                                                    \
       .value = "none",                                                                                             \
       .choices = "none class_subspace " LABELLED_MARGIN_CHOICES,                                                   \
       .meaning = "none is known; class_subspace: the leading directions of the positive class, computed from the " \
                  "file; " LABELLED_MARGIN_MEANING},                                                                \
      LABELLED_COMPARATOR_PARAMETERS

#endif
