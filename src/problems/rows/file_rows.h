/* The rows of a file of numbers as a sequence of trials: what table, bitmaps, libsvm, regression_data and pca_rows share. A row has a label and n
 * numbers; how a file becomes rows is said by a reader, the variant of the problem's class. Stream: "order". */
#pragma once

#include "data/columns/running_scale.h"
#include "data/features.h"
#include "data/libsvm_file.h"
#include "data/shared_data.h"
#include "problems/problem.h"
#include "problems/rows/row_order.h"

/* What was read: once for all members with the same options (data/shared_data.h). */
typedef struct file_rows {
  libsvm_data data; /* labels and numbers as the trials have them; index NULL: every row has all n numbers */
  size_t n;
  instance_kind kind;
  bool full;         /* a row with all n numbers is an instance without index */
  size_t second_row; /* the first row of a second file */
  size_t zero;       /* rows without a number other than 0 */
  bool gaps;         /* a gap is 0 after scaling; otherwise it stays NaN, in a row to predict, which gets no answer */
  char *said;        /* what was read, in one line; NULL: nothing is said of it */
  size_t ignored;    /* columns of the file whose names were not learned */
  cJSON *reading;    /* what was computed from all rows: an object that readers add to */
  /* While it is read. */
  const char *who, *path, *second; /* `who` begins messages about options; second: of another file, or NULL */
  const cJSON *given; /* the reading of another file, which these rows are read with, in their order; NULL: none */
  size_t trials;      /* how many rows are played; 0: all */
  size_t
      more; /* rows with `given` that are learned: what goes on `reading` has after so many or all; 0: they are predicted */
} file_rows;

/* How a file becomes rows. */
typedef struct file_rows_reader {
  data_reader shared; /* FILE_ROWS_SHARED */
  size_t from, to;    /* places of the options that reading depends on; the first names the file */
  size_t second;      /* of one that names another file; 0: none */
  /* Checks the options before a file is read; *online: the reading ends with the last trial that is played. NULL: no check. */
  status (*check)(const void *self, const char *who, bool *online);
  /* Fills n, kind, full, data, said and reading by the options of `self`; labels of other data that are not known are NaN. */
  status (*read)(file_rows *rows, const void *self);
} file_rows_reader;
/* rows: a struct that begins with its file_rows; clear: frees what else it has, and calls file_rows_clear. */
#define FILE_ROWS_SHARED(rows, clear) \
  { sizeof(rows), file_rows_read, (clear) }
status file_rows_read(void *self, const char *path, const char *second, const void *how);
void file_rows_clear(void *self);
static inline void file_rows_end(file_rows *rows) {
  file_rows_clear(rows);
}

/* Makes room for `count` rows of n numbers each, with labels. */
status file_rows_room(size_t n, size_t count, file_rows *rows);
/* Reads a file in LIBSVM's format, and the second one, if there is one, with n features, 0: as many as occur, or those of `given`. */
status file_rows_libsvm(file_rows *rows, size_t n);
/* The reading of such rows that come one by one, before the first. STATUS_INVALID without n. */
status file_rows_begin_libsvm(const char *who, size_t n, cJSON *reading);
/* The file that a row is from, for messages. */
const char *file_rows_path(const file_rows *rows, size_t row);
/* A number of `given`. */
status file_rows_given(const file_rows *rows, const char *name, double *value);
/* Divides all rows by `length`, NaN: each by its own; 0: none. */
void file_rows_divide(file_rows *rows, double length);
/* After scaling: of rows with gaps NaN becomes 0. */
void file_rows_fill_gaps(file_rows *rows);
/* Of rows x n numbers: each column by its ranks (data/columns/ranks.h), those of `given` or of the first rows, as `asked` says. */
status file_rows_rank(const file_rows *rows, const feature_options *asked, size_t count, size_t n, double *value);
/* *out = the scale of the rows so far: new, or that of `given`; *last = the number of the row, from 1, after which it becomes a member of `reading`, of
 * `played` ones; 0: it stays as it is. */
status file_rows_scale_so_far(const file_rows *rows, const char *scaling, size_t n, size_t played, running_scale *out,
                              size_t *last);
/* A row, a view. */
instance file_rows_instance(const file_rows *rows, size_t row);

/* The first member of a problem's state; the options of its reading lie further back. */
typedef struct row_trials {
  row_order_options order;
  const file_rows *rows;
  row_order played;
  double label; /* of the trial */
  comparator *comparator;
} row_trials;

/* Members of problem_methods, for a state that begins with its row_trials and a class whose variant is a file_rows_reader. */
#define ROW_TRIALS_METHODS(type, next_)                                      \
  .size = sizeof(type), .next = next_, .label_at = PLACE(row_trials, label), \
  .comparator_at = PLACE(row_trials, comparator), .reopen = row_trials_reopen
/* Reads the rows; facts of any rows, labels signs. */
status row_trials_facts(void *self, const problem_setting *setting, problem_facts *out);
/* The order of the trials. */
status row_trials_init(void *self, const problem_setting *setting);
status row_trials_next(void *self, const learner *player, instance *x);
/* What was read, rows, and rows of zeros. */
status row_trials_notes(void *self, cJSON *out);
status row_trials_reading(void *self, cJSON *reading);
status row_trials_reopen(void *self, const problem_class *class, const char *who, const char *path,
                         const cJSON *reading, size_t more);
