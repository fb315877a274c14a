#include "problems/entries/entry_hindsight.h"
#include "hindsight/linear_ordering/best_order.h"
#include "hindsight/max_cut/best_cut.h"
#include "hindsight/trace_norm/best_trace_norm.h"

typedef struct trial {
  size_t row, column;
  double label;
} trial;

/* The trials, sorted. */
typedef struct question {
  entry_trials trials;
  entry_class class;
  size_t *row, *column;
  double *label;
} question;

static int compare_trials(const void *a, const void *b) {
  const trial *x = a, *y = b;
  if (x->row != y->row) return x->row < y->row ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

static trial canonical(const entry_trials *trials, entry_class class, size_t t) {
  const trial x = {trials->row[t], trials->column[t], trials->label[t]};
  if (class == ENTRY_TRACE_NORM || x.row <= x.column) return x;
  const double other = class == ENTRY_CUT ? x.label : trials->loss.label_low + trials->loss.label_high - x.label;
  return (trial){x.column, x.row, other};
}

static void question_free(question *q) {
  free(q->row);
  free(q->column);
  free(q->label);
}

static status sort_trials(const entry_trials *given, question *q) {
  FREED trial *sorted = NULL;
  TRY(NEW_ARRAY(given->count, sorted));
  TRY(NEW_ARRAY(given->count, q->row));
  TRY(NEW_ARRAY(given->count, q->column));
  TRY(NEW_ARRAY(given->count, q->label));
  for (size_t t = 0; t < given->count; t++) sorted[t] = canonical(given, q->class, t);
  qsort(sorted, given->count, sizeof *sorted, compare_trials);
  for (size_t t = 0; t < given->count; t++) {
    q->row[t] = sorted[t].row;
    q->column[t] = sorted[t].column;
    q->label[t] = sorted[t].label;
  }
  q->trials = *given;
  q->trials.row = q->row;
  q->trials.column = q->column;
  q->trials.label = q->label;
  return STATUS_OK;
}

status entry_hindsight(const entry_trials *trials, entry_class class, double trace_norm, comparator **out) {
  CLEANUP(question_free) question q = {.class = class};
  *out = NULL;
  TRY(sort_trials(trials, &q));
  if (class == ENTRY_CUT) return best_cut(&q.trials, out);
  if (class == ENTRY_ORDER) return best_order(&q.trials, out);
  return best_trace_norm(&q.trials, trace_norm, out);
}
