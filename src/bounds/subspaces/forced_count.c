#include "bounds/subspaces/forced_count.h"
#include "bounds/subspaces/forced_mistakes_premise.h"

typedef struct forced_count {
  double forced; /* trials of the adversary */
  bool fair;     /* its labels are coins */
} forced_count;

static const ask asks[] = {ASK_PROBLEM(forced_count, forced), ASK_PROBLEM_OR(forced_count, fair, 0.0)};

static double value_of(const forced_count *self) {
  return self->fair ? 0.5 * self->forced : self->forced;
}

static double current(void *data) {
  return value_of(data);
}

static bound_row *add_row(const forced_count *self, const cell_totals *totals, bound_row_list *rows, const char *name) {
  bound_row *row = bound_row_add(rows, name);
  row->measured = (double)totals->mistakes;
  row->value = value_of(self);
  row->trivial = 0.0;
  if (self->fair) {
    row->level = LEVEL_MEAN;
    row->spread = 0.5 * sqrt(self->forced); /* Azuma and Hoeffding: each coin adds 1/2 or takes it off */
  }
  forced_mistakes_premise(totals, self->forced, row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const forced_count *self = data;
  (void)add_row(self, totals, rows, NULL);
  if (!self->fair) return STATUS_OK;
  bound_row *most = add_row(self, totals, rows, "at_most");
  most->direction = BOUND_UPPER;
  most->trivial = self->forced;
  return STATUS_OK;
}

const bound_methods forced_count_methods = {
    .size = sizeof(forced_count),
    FIELDS(asks, asks),
    .current = current,
    .finish = finish,
};
