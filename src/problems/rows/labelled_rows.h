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

typedef enum rows_instances { ROWS_DYAD, ROWS_VECTOR } rows_instances;

/* The first member of a problem's state; the options of its reading follow. */
typedef struct labelled_rows {
  row_order_options order;
  const labelled_data *data;
  row_order played;
  double current;           /* label of the trial */
  double gap_low, gap_high; /* NaN: not known */
  comparator *comparator;
  margin_found found;
  rows_instances instances; /* from here on: what reading depends on */
  bool centre;
} labelled_rows;

/* Makes room for `count` rows of n numbers. */
status labelled_data_room(size_t n, size_t count, labelled_data *data);
/* After values and labels are set: centring and lengths, as the options say. Messages about options begin with `who`. */
status labelled_data_finish(labelled_data *rows, const char *who, const labelled_rows *asked);

/* The variant of a problem says how the file becomes rows. */
typedef struct labelled_rows_reader {
  data_reader shared; /* LABELLED_DATA_READER */
  /* Ends with labelled_data_finish. self: the state with its options; trials: how many are played, 0: all. */
  status (*read)(labelled_data *data, const void *self, const char *who, const char *path, size_t trials);
  /* Checks the options before a file is read; *online: the reading ends with the last trial. NULL: no file, no check. */
  status (*check)(const void *self, const char *who, bool *online);
} labelled_rows_reader;
status labelled_data_read(void *self, const char *path, const char *second, const void *how);
void labelled_data_clear(void *self);
#define LABELLED_DATA_READER \
  { sizeof(labelled_data), labelled_data_read, labelled_data_clear }

/* Members of problem_methods, for a state that begins with its labelled_rows. */
#define LABELLED_ROWS_METHODS(type)                                                                           \
  .size = sizeof(type), .facts = labelled_rows_facts, .init = labelled_rows_init, .next = labelled_rows_next, \
  .label_at = PLACE(labelled_rows, current), .comparator_at = PLACE(labelled_rows, comparator),               \
  .notes = labelled_rows_notes, .reading = labelled_rows_reading, .reopen = labelled_rows_reopen,             \
  .refine = labelled_rows_refine
status labelled_rows_facts(void *self, const problem_setting *setting, problem_facts *out);
status labelled_rows_init(void *self, const problem_setting *setting);
status labelled_rows_next(void *self, const learner *player, instance *x);
status labelled_rows_notes(void *self, cJSON *out);
status labelled_rows_reading(void *self, cJSON *reading);
status labelled_rows_reopen(void *self, const problem_class *class, const char *who, const char *path,
                            const cJSON *reading);
/* Refuses: rows of such files do not come one by one. */
status labelled_rows_begin(const void *self, const problem_class *class, const char *who, const char *path,
                           cJSON *reading);
void labelled_rows_refine(const void *self, problem_facts *out);

/* Rows for parameter tables. */
#define LABELLED_ROWS_PARAMETERS                                                                                    \
  OPTION_CHOICE(labelled_rows, instances, "dyad", "dyad vector",                                                    \
                "x x^T with |x| = 1, or diag(x) with entries in [0,1]"),                                            \
      OPTION_FLAG(labelled_rows, centre, "false",                                                                   \
                  "dyads: subtract the mean of all rows first (known in hindsight only)"),                          \
      ROW_ORDER_PARAMETERS(labelled_rows, order),                                                                   \
      {.name = "comparator",                                                                                        \
       .type = PARAMETER_CHOICE,                                                                                    \
       .value = "none",                                                                                             \
       .choices = "none class_subspace " LABELLED_MARGIN_CHOICES,                                                   \
       .meaning = "none is known; class_subspace: the leading directions of the positive class, computed from the " \
                  "file; " LABELLED_MARGIN_MEANING},                                                                \
      LABELLED_COMPARATOR_PARAMETERS

#endif
