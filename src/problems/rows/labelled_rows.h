/* Dense rows of numbers with a class, from a file, as a sequence of trials. */
#ifndef PROBLEMS_ROWS_LABELLED_ROWS_H
#define PROBLEMS_ROWS_LABELLED_ROWS_H

#include "data/shared_data.h"
#include "problems/problem.h"
#include "problems/rows/labelled_comparator.h"
#include "problems/rows/row_order.h"

/* What was read: once for all members with the same options (data/shared_data.h). */
typedef struct labelled_data {
  size_t n, count;
  double *value; /* count x n */
  double *label; /* count: 1 or -1 */
  size_t positive;
  instance_kind kind;
  size_t zero;        /* rows without an entry other than 0 */
  char *said;         /* features_said; NULL: no table */
  cJSON *reading;     /* what was computed from all rows: an object that readers add to */
  const cJSON *given; /* the reading of another file, if this one is opened with it; unknown labels are NaN then */
} labelled_data;

typedef struct labelled_rows {
  const labelled_data *data;
  row_order order;
  double current;           /* label of the trial */
  double gap_low, gap_high; /* NaN: not known */
  comparator *comparator;
  margin_found found;
} labelled_rows;

/* Makes room for `count` rows of n numbers. */
status labelled_data_room(size_t n, size_t count, labelled_data *data);
/* After values and labels are set: centring and lengths, as the options below say. */
status labelled_data_finish(labelled_data *data, const options *values);

/* A problem whose state is its labelled_rows has these methods. Its variant, a labelled_rows_reader, says how the file becomes rows. */
typedef struct labelled_rows_reader {
  data_reader shared; /* LABELLED_DATA_READER */
  /* Ends with labelled_data_finish. trials: how many are played, 0: all. */
  status (*read)(labelled_data *data, const char *path, const options *values, size_t trials);
  /* problem_methods.begin; NULL: rows of such files do not come one by one */
  status (*begin)(const char *path, const options *values, cJSON *reading);
  /* problem_methods.extend; NULL: no reading of such files goes on */
  status (*extend)(const char *path, const options *values, cJSON *reading);
} labelled_rows_reader;
status labelled_data_read(void *data, const char *path, const char *second, const void *how);
void labelled_data_clear(void *data);
#define LABELLED_DATA_READER \
  { sizeof(labelled_data), labelled_data_read, labelled_data_clear }
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
