/* Rows of numbers with a class each, from a file, as a sequence of trials: what the readers of dense data share. */
#ifndef PROBLEMS_ROWS_LABELLED_ROWS_H
#define PROBLEMS_ROWS_LABELLED_ROWS_H

#include "base/random.h"
#include "problems/problem.h"
#include "problems/rows/labelled_comparator.h"

typedef struct labelled_rows {
  size_t n, count;
  double *value; /* count x n */
  double *label; /* count: 1 or -1 */
  instance_kind kind;
  size_t zero;                /* rows without an entry other than 0 */
  size_t passes, pass, place; /* the next trial is the row order[place] of pass `pass` */
  size_t *order;
  random_stream *shuffle;   /* NULL: file order */
  double current;           /* label of the trial */
  double gap_low, gap_high; /* NaN: not known */
  comparator *comparator;
  margin_found found;
  cJSON *reading;     /* what was taken from all rows: an object, to which loaders add */
  const cJSON *given; /* a file opened with another one's reading: that; otherwise NULL. Its unknown labels are NaN */
  const char *path;   /* with `given`: the file */
} labelled_rows;

/* Begins with rows for `count` rows of n numbers. */
status labelled_rows_new(size_t n, size_t count, labelled_rows *out);
void labelled_rows_free(labelled_rows *rows); /* safe on a zeroed one */

/* *out = the file to read; the caller frees it. */
status labelled_rows_path(const labelled_rows *rows, const problem_setting *setting, const options *values, char **out);

/* When values and labels are there: centring, lengths, order, passes and the comparator, as the options below say. Without
 * `compare` the comparator's parameters are checked, and it is not computed. */
status labelled_rows_finish(labelled_rows *rows, const problem_setting *setting, const options *values, bool compare);

/* A problem whose self is its labelled_rows: only how the file becomes rows (ending with labelled_rows_finish) is its own. */
typedef status labelled_rows_loader(labelled_rows *rows, const problem_setting *setting, const options *values,
                                    bool compare);
status labelled_rows_problem_facts(labelled_rows_loader *load, const problem_setting *setting, const options *values,
                                   problem_facts *out);
status labelled_rows_problem_create(labelled_rows_loader *load, const problem_setting *setting, const options *values,
                                    void **self);
status labelled_rows_problem_reopen(labelled_rows_loader *load, const char *path, const options *values,
                                    const cJSON *reading, void **self);
void labelled_rows_destroy(void *self);
status labelled_rows_next(void *self, const learner *player, instance *x);
status labelled_rows_reveal(void *self, const prediction *predicted, double *label);
comparator *labelled_rows_comparator(void *self);
void labelled_rows_refine(const void *self, problem_facts *facts);
status labelled_rows_notes(void *self, cJSON *notes);
status labelled_rows_reading(void *self, cJSON *reading);

#define LABELLED_ROWS_FUNCTIONS                                                                         \
  .destroy = labelled_rows_destroy, .next = labelled_rows_next, .reveal = labelled_rows_reveal,         \
  .comparator = labelled_rows_comparator, .notes = labelled_rows_notes, .refine = labelled_rows_refine, \
  .reading = labelled_rows_reading

/* Parameters of both readers. */
#define LABELLED_ROWS_PARAMETERS                                                                                    \
  {.name = "instances",                                                                                             \
   .type = PARAMETER_CHOICE,                                                                                        \
   .value = "dyad",                                                                                                 \
   .choices = "dyad vector",                                                                                        \
   .meaning = "x x^T with |x| = 1, or diag(x) with entries in [0,1]"},                                              \
      {.name = "centre",                                                                                            \
       .type = PARAMETER_BOOLEAN,                                                                                   \
       .value = "false",                                                                                            \
       .meaning = "dyads: take the mean of all rows away first (known in hindsight only)"},                         \
      {.name = "order",                                                                                             \
       .type = PARAMETER_CHOICE,                                                                                    \
       .value = "file",                                                                                             \
       .choices = "file shuffled",                                                                                  \
       .meaning = "order of the rows: the file's, or a random one, new in every pass"},                             \
      {.name = "passes",                                                                                            \
       .type = PARAMETER_INTEGER,                                                                                   \
       .value = "1",                                                                                                \
       .low = 1,                                                                                                    \
       .high = 1e6,                                                                                                 \
       .meaning = "how often the data are played"},                                                                 \
      {.name = "comparator",                                                                                        \
       .type = PARAMETER_CHOICE,                                                                                    \
       .value = "none",                                                                                             \
       .choices = "none class_subspace " LABELLED_MARGIN_CHOICES,                                                   \
       .meaning = "none is known; class_subspace: the leading directions of the positive class, computed from the " \
                  "file; " LABELLED_MARGIN_MEANING},                                                                \
      LABELLED_COMPARATOR_PARAMETERS

#endif
