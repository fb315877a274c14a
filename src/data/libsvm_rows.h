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

typedef enum libsvm_scaling { LIBSVM_NONE, LIBSVM_UNIT, LIBSVM_BINARY, LIBSVM_MAX_ABS } libsvm_scaling;
typedef enum libsvm_instances { LIBSVM_VECTORS, LIBSVM_DYADS } libsvm_instances;
typedef enum libsvm_normalize { LIBSVM_LENGTH_UNIT, LIBSVM_LENGTH_LARGEST, LIBSVM_LENGTH_NONE } libsvm_normalize;
typedef enum libsvm_empty { LIBSVM_EMPTY_ZERO, LIBSVM_EMPTY_REFUSE } libsvm_empty;

typedef struct libsvm_options {
  const char *file, *file2;
  size_t n;
  double positive_label;
  bool one_vs_rest;
  libsvm_scaling scaling;
  libsvm_instances instances;
  libsvm_normalize normalize; /* of dyads */
  bool bias;
  libsvm_empty empty;
} libsvm_options;

/* As the options say; `second`: file2, or NULL. Messages: "FILE:LINE: what, what was expected". To be freed with libsvm_rows_free even after a
 * failure. */
status libsvm_rows_load(const char *path, const char *second, const libsvm_options *asked, libsvm_rows *rows);
void libsvm_rows_free(libsvm_rows *rows);
/* The same, read once for all members with the same options (data/shared_data.h), which are written from the place `at` on of the member `self`, and
 * owned by it. */
status libsvm_rows_share(void *self, const data_folders *folders, const options *values, size_t at,
                         const libsvm_options *asked, const libsvm_rows **rows);

/* Saves the numbers above as members of a JSON object; reads another file with them, in its order. A label ? and one that does not occur in the
 * learned data become NaN. Messages about `given` begin with `who`. */
status libsvm_rows_reading(const libsvm_rows *rows, cJSON *out);
/* The reading of rows that come one by one, before the first: STATUS_INVALID for options that need all of them, or without n. */
status libsvm_rows_begin(const char *who, const libsvm_options *asked, cJSON *reading);
status libsvm_rows_reopen(const char *path, const char *who, const libsvm_options *asked, const cJSON *given,
                          libsvm_rows *rows);

#endif
