/* Reader of matrices and points in text files: one row per line, cells separated by a character, one of them the class of the row. Blank
 * lines are skipped, CRLF and a byte order mark accepted, blanks around a cell ignored; a cell may be in double quotes. An empty cell of a
 * square matrix is what stands on the other side of the diagonal, and so is a gap. Where the first line has the number of rows, they may be the triangle below
 * the diagonal, with it or without it. */
#pragma once

#include "data/entry_names.h"

/* Limits on the rows, the numbers in a row, and the modulus of a number. */
enum { KERNEL_FILE_ROWS = 1024, KERNEL_FILE_COLUMNS = 4096 };
#define KERNEL_FILE_LARGEST 1e100

/* In the order of a choice "count line none". */
typedef enum kernel_file_header {
  KERNEL_FILE_COUNT, /* the first line begins with the number of rows; its other cells are ignored */
  KERNEL_FILE_LINE,  /* the first line is skipped */
  KERNEL_FILE_BARE   /* no header */
} kernel_file_header;

/* In the order of a choice "first last none". */
typedef enum kernel_file_labels { KERNEL_FILE_FIRST, KERNEL_FILE_LAST, KERNEL_FILE_UNLABELLED } kernel_file_labels;

typedef struct kernel_file_format {
  char separator; /* ' ': any run of blanks and tabs */
  kernel_file_header header;
  kernel_file_labels labels; /* the place of the class in a row */
  bool square;               /* the rows are those of a square matrix */
  bool distances;            /* of distances: a gap on the diagonal is 0 */
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
/* Reads the classes of the rows from a separate file, one per line. */
status kernel_file_read_classes(const char *path, kernel_file *data);
void kernel_file_free(kernel_file *data); /* safe on a zeroed one */
