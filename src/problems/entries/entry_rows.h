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
  meeting *meeting;     /* count; NULL: entries are no meetings */
  loss loss;
  entry_class class; /* of the comparator in hindsight */
  double trace_norm; /* of ENTRY_TRACE_NORM */
  size_t note_count;
  struct {
    const char *name;
    double value;
  } note[ENTRY_NOTES];
  entry_names names; /* of rows; empty: rows have no names */
  char *season;      /* of the last match, owned; NULL: none is known */
  size_t seasons;    /* its number */
  size_t length;     /* trials to be played */
  size_t *order;     /* length */
  size_t place;      /* the next trial is order[place] */
  double current;    /* label of the trial */
  comparator *u;     /* NULL: none */
} entry_rows;

/* Makes room for `count` entries. */
status entry_rows_new(size_t count, entry_rows *rows);
/* For the manifest. */
void entry_rows_note(entry_rows *rows, const char *name, double value);

/* A problem whose state is its entry_rows has these methods. Its variant, an entry_rows_reader, says how the file becomes entries: `load`
 * fills shape, entries, labels, loss, class, notes and names of zeroed rows. */
typedef struct entry_rows_reader {
  status (*load)(entry_rows *rows, const problem_setting *setting, const options *values);
} entry_rows_reader;
extern const problem_methods entry_rows_methods;

/* Those methods, for one that has more. */
#define ENTRY_ROWS_METHODS                                                                                   \
  .size = sizeof(entry_rows), .facts = entry_rows_facts, .init = entry_rows_init, .clear = entry_rows_clear, \
  .next = entry_rows_next, .label_at = PLACE(entry_rows, current), .comparator_at = PLACE(entry_rows, u),    \
  .notes = entry_rows_notes, .name_of = entry_rows_name_of
status entry_rows_facts(void *self, const problem_setting *setting, problem_facts *out);
status entry_rows_init(void *self, const problem_setting *setting);
void entry_rows_clear(void *self);
status entry_rows_next(void *self, const learner *player, instance *x);
status entry_rows_notes(void *self, cJSON *out);
const char *entry_rows_name_of(const void *self, size_t i);

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
       .meaning = "number of passes over the data"},                                                               \
  {                                                                                                                \
    .name = "comparator", .type = PARAMETER_CHOICE, .value = "none", .choices = "none hindsight",                  \
    .meaning = "none; hindsight: the best of its class for the trials that are played, found before the first one" \
  }

#endif
