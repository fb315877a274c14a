/* Entries with labels from a file, all known beforehand, as a sequence of trials: what the readers of graphs, matches and ratings share. */
#pragma once

#include "data/entry_names.h"
#include "data/shared_data.h"
#include "problems/entries/entry_hindsight.h"
#include "problems/problem.h"
#include "problems/rows/row_order.h"

enum { ENTRY_NOTES = 12 };

/* What was read: once for all members with the same options (data/shared_data.h). */
typedef struct entry_data {
  size_t m, n, count;
  size_t *row, *column; /* count */
  double *label;        /* count */
  meeting *meeting;     /* count; NULL: entries are no meetings */
  size_t note_count;
  struct {
    const char *name;
    double value;
  } note[ENTRY_NOTES];
  entry_names names, column_names; /* of rows; of columns; empty: no names, or those of rows */
  char *season;                    /* of the last match, owned; NULL: none is known */
  size_t seasons;                  /* its number */
  double largest;                  /* graphs: of |weight| */
  size_t absent, *joined,
      joined_count; /* graphs: how many unjoined pairs follow; the numbers of the joined ones, ascending */
} entry_data;

typedef enum entry_comparator { ENTRY_COMPARATOR_NONE, ENTRY_COMPARATOR_HINDSIGHT } entry_comparator;

/* The first member of a problem's state. */
typedef struct entry_rows {
  size_t passes;
  entry_comparator comparator;
  const entry_data *data;
  /* Set by the problem before entry_rows_facts. */
  bool shuffled;
  loss loss;
  entry_class class; /* of the comparator in hindsight */
  double trace_norm; /* of ENTRY_TRACE_NORM */
  bool negated;      /* labels */
  /* Set before entry_rows_init: of each entry of the data, does it come as (column, row) with the label 1 - y? And the pairs that follow the
   * entries, with the label -1. NULL: none. */
  bool *swapped;
  struct entry_pair {
    size_t i, j;
  } * absent;
  row_order order;
  size_t length, place;    /* trials to be played, and those that were */
  meeting current_meeting; /* of the trial */
  double current;          /* its label */
  comparator *u;           /* NULL: none */
} entry_rows;

/* Makes room for `count` entries. */
status entry_data_room(size_t count, entry_data *data);
/* For the manifest. */
void entry_data_note(entry_data *data, const char *name, double value);
void entry_data_clear(void *self); /* for a data_reader */

/* Reads the data and sets the facts. reader: of entry_data; the options of reading lie in the places from <= at < to, the
 * file first. */
status entry_rows_facts(entry_rows *rows, const problem_setting *setting, const data_reader *reader, size_t from,
                        size_t to, const void *how, problem_facts *out);
status entry_rows_init(entry_rows *rows, const problem_setting *setting);
/* Instead: all entries of the data once, in their order. */
status entry_rows_reopen(entry_rows *rows, const entry_data *data);

/* Members of problem_methods, for a state that begins with its entry_rows. */
#define ENTRY_ROWS_METHODS(type)                                                         \
  .size = sizeof(type), .next = entry_rows_next, .label_at = PLACE(entry_rows, current), \
  .comparator_at = PLACE(entry_rows, u), .notes = entry_rows_notes, .name_of = entry_rows_name_of
status entry_rows_next(void *self, const learner *player, instance *x);
status entry_rows_notes(void *self, cJSON *out);
const char *entry_rows_name_of(const void *self, bool column, size_t i);

/* Rows for parameter tables; `order` is the state's own. */
#define ENTRY_ROWS_PARAMETERS(type, orders, default_order, order_meaning)               \
  OPTION_CHOICE(type, order, default_order, orders, order_meaning),                     \
      OPTION_COUNT(entry_rows, passes, "1", 1, 1000, "number of passes over the data"), \
      OPTION_CHOICE(                                                                    \
          entry_rows, comparator, "none", "none hindsight",                             \
          "none; hindsight: the best of its class for the trials that are played, found before the first one")
