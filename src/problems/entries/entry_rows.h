/* Entries with labels from a file, all known beforehand, as a sequence of trials: what the readers of graphs, matches and ratings share. */
#ifndef PROBLEMS_ENTRIES_ENTRY_ROWS_H
#define PROBLEMS_ENTRIES_ENTRY_ROWS_H

#include "data/entry_names.h"
#include "problems/entries/entry_hindsight.h"
#include "problems/problem.h"

enum { ENTRY_NOTES = 12 };

typedef struct entry_rows {
  size_t m, n, count;
  size_t *row, *column; /* count */
  double *label;        /* count */
  loss loss;
  entry_class class; /* of the comparator in hindsight */
  double trace_norm; /* of ENTRY_TRACE_NORM */
  size_t note_count;
  struct {
    const char *name;
    double value;
  } note[ENTRY_NOTES];
  entry_names names; /* of rows; empty: they have none */
  size_t length;     /* trials to be played */
  size_t *order;     /* length */
  size_t place;      /* the next trial is order[place] */
  double current;    /* label of the trial */
  comparator *u;     /* NULL: none */
} entry_rows;

/* Fills shape, entries, labels, loss, class, notes and names; rows is zeroed before. */
typedef status entry_rows_loader(entry_rows *rows, const problem_setting *setting, const options *values);

/* Room for `count` entries. */
status entry_rows_new(size_t count, entry_rows *rows);
/* For the manifest. */
void entry_rows_note(entry_rows *rows, const char *name, double value);

status entry_rows_facts(entry_rows_loader *load, const problem_setting *setting, const options *values,
                        problem_facts *out);
/* With order, passes and comparator as the options say. */
status entry_rows_create(entry_rows_loader *load, const problem_setting *setting, const options *values, void **self);

/* Members of problem_class; self is an entry_rows. */
void entry_rows_destroy(void *self);
status entry_rows_next(void *self, const learner *player, instance *x);
status entry_rows_reveal(void *self, const prediction *predicted, double *label);
comparator *entry_rows_comparator(void *self);
status entry_rows_notes(void *self, cJSON *notes);
const char *entry_rows_name(const void *self, size_t i);

#define ENTRY_ROWS_FUNCTIONS                                                           \
  .destroy = entry_rows_destroy, .next = entry_rows_next, .reveal = entry_rows_reveal, \
  .comparator = entry_rows_comparator, .notes = entry_rows_notes

/* Rows for parameter tables. */
#define ENTRY_ROWS_PARAMETERS(orders, default_order, order_meaning)                                                \
  {.name = "order",                                                                                                \
   .type = PARAMETER_CHOICE,                                                                                       \
   .value = (default_order),                                                                                       \
   .choices = (orders),                                                                                            \
   .meaning = (order_meaning)},                                                                                    \
      {.name = "passes",                                                                                           \
       .type = PARAMETER_INTEGER,                                                                                  \
       .value = "1",                                                                                               \
       .low = 1,                                                                                                   \
       .high = 1000,                                                                                               \
       .meaning = "how often the data are played"},                                                                \
  {                                                                                                                \
    .name = "comparator", .type = PARAMETER_CHOICE, .value = "none", .choices = "none hindsight",                  \
    .meaning = "none; hindsight: the best of its class for the trials that are played, found before the first one" \
  }

#endif
