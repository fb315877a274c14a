/* Rows of files in LIBSVM's format as trials: labels 1 and -1, entries scaled and in range. */
#ifndef DATA_LIBSVM_ROWS_H
#define DATA_LIBSVM_ROWS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "data/data_path.h"
#include "data/libsvm_file.h"
#include "registry/parameter.h"

typedef struct libsvm_rows {
  libsvm_data data;
  size_t n;                 /* with the bias feature */
  size_t zero;              /* rows without an entry other than 0 */
  size_t file2_row;         /* the first row of file2 */
  const char *path, *path2; /* while they are read; NULL: no second file */
  /* Numbers computed from all rows; rows read with libsvm_rows_reopen have those of the learned data. */
  bool reopened;
  size_t features;    /* without the bias feature */
  double other;       /* the label that became -1; NaN: none, or one_vs_rest */
  double *low, *high; /* scaling = unit, max_abs: of each feature; otherwise NULL */
  double largest;     /* normalize = largest: length */
  char *said;         /* what was read, in one line; NULL: reopened */
} libsvm_rows;

/* As the options file, file2, n, positive_label, one_vs_rest, scaling, bias and empty of problem_libsvm say; dyads: also normalize.
 * To be freed with libsvm_rows_free even after a failure. Messages: "FILE:LINE: what, what was expected". */
status libsvm_rows_load(const char *path, const char *second, const options *values, bool dyads, libsvm_rows *rows);
void libsvm_rows_free(libsvm_rows *rows);

/* The same, read once for all members with the same options (data/shared_data.h) and owned by the member. */
status libsvm_rows_share(void *self, const data_folders *folders, const options *values, const libsvm_rows **rows);

/* Saves the numbers above as members of a JSON object; reads another file with them, in its order. A label ? and one that does not occur in the
 * learned data become NaN. Messages about `given` begin with the options' who. */
status libsvm_rows_reading(const libsvm_rows *rows, cJSON *out);
/* The reading of rows that come one by one, before the first: STATUS_INVALID for options that need all of them, or without n. */
status libsvm_rows_begin(const options *values, cJSON *reading);
status libsvm_rows_reopen(const char *path, const options *values, bool dyads, const cJSON *given, libsvm_rows *rows);

#endif
