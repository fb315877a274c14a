/* Reader of matrices and points in text files: one row a line, the cells parted by a separator, one of them the row's class.
 * Blank lines are skipped, CRLF and a byte order mark taken; blanks around a cell do not count. */
#ifndef DATA_KERNEL_FILE_H
#define DATA_KERNEL_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "data/entry_names.h"

/* At most so many rows and numbers in a row; no number is larger in size. */
enum { KERNEL_FILE_ROWS = 1024, KERNEL_FILE_COLUMNS = 4096 };
#define KERNEL_FILE_LARGEST 1e100

/* In the order of a choice "count line none". */
typedef enum kernel_file_header {
  KERNEL_FILE_COUNT, /* the first line begins with the number of rows; its other cells do not count */
  KERNEL_FILE_LINE,  /* the first line is skipped */
  KERNEL_FILE_BARE   /* there is none */
} kernel_file_header;

/* In the order of a choice "first last none". */
typedef enum kernel_file_labels { KERNEL_FILE_FIRST, KERNEL_FILE_LAST, KERNEL_FILE_UNLABELLED } kernel_file_labels;

typedef struct kernel_file_format {
  char separator; /* ' ': any run of blanks and tabs */
  kernel_file_header header;
  kernel_file_labels labels; /* where in a row its class stands */
  bool square;               /* the rows are those of a square matrix */
} kernel_file_format;

typedef struct kernel_file {
  size_t rows, columns; /* of numbers */
  double *value;        /* rows x columns */
  size_t *line;         /* rows: from 1 */
  size_t shift;         /* column j of the numbers, from 0, is column j + shift of the file, from 1 */
  size_t *class;        /* rows: the number of its class; NULL: no classes */
  entry_names classes;  /* in the bytewise order of names */
} kernel_file;

/* Messages: "FILE:LINE: column C is 'x', expected a finite number" and the like; columns count from 1 as in the file. */
status kernel_file_read(const char *path, const kernel_file_format *format, kernel_file *data);
/* The classes of the rows from a file of their own, one a line. */
status kernel_file_read_classes(const char *path, kernel_file *data);
void kernel_file_free(kernel_file *data); /* safe on a zeroed one */

#endif
