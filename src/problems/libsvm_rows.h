/* The rows of files in LIBSVM's format, ready to be played: labels 1 and -1, entries scaled and in range. */
#ifndef PROBLEMS_LIBSVM_ROWS_H
#define PROBLEMS_LIBSVM_ROWS_H

#include "problems/libsvm_file.h"
#include "problems/problem.h"

typedef struct libsvm_rows {
  libsvm_data data;
  size_t n;           /* with the bias feature */
  size_t file2_row;   /* the first row of file2 */
  char *path, *path2; /* NULL: no second file */
} libsvm_rows;

/* As the options file, file2, n, positive_label, one_vs_rest, scaling, bias and empty of problem_libsvm say; dyads: also normalize.
 * A failure leaves what libsvm_rows_free takes. Messages: "FILE:LINE: what, what was expected". */
status libsvm_rows_load(const problem_setting *setting, const options *values, bool dyads, libsvm_rows *rows);
void libsvm_rows_free(libsvm_rows *rows);

#endif
