#include "problems/entries/entry_hindsight.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { KEPT = 4 };

typedef struct answer {
  char key[33];
  comparator_kind kind;
  size_t m, n;
  double *values; /* signs, items or entries; NULL: none */
  double least;
} answer;

typedef struct trial {
  size_t row, column;
  double label;
} trial;

/* The trials, sorted. */
typedef struct question {
  entry_trials trials;
  entry_class class;
  double trace_norm;
  size_t *row, *column;
  double *label;
  char key[33];
} question;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static answer kept[KEPT];
static size_t oldest;

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
  trial *sorted = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(given->count, sorted));
  CHECK(NEW_ARRAY(given->count, q->row));
  CHECK(NEW_ARRAY(given->count, q->column));
  CHECK(NEW_ARRAY(given->count, q->label));
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
end:
  free(sorted);
  return code;
}

static status find_key(question *q) {
  const entry_trials *trials = &q->trials;
  const double numbers[] = {q->class,          q->trace_norm,          trials->loss.kind,       trials->loss.low,
                            trials->loss.high, trials->loss.label_low, trials->loss.label_high, trials->loss.scale};
  const size_t counts[] = {trials->m, trials->n, trials->count};
  stream_hash *hash = NULL;
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, numbers, sizeof numbers);
  stream_hash_bytes(hash, counts, sizeof counts);
  stream_hash_bytes(hash, q->row, trials->count * sizeof *q->row);
  stream_hash_bytes(hash, q->column, trials->count * sizeof *q->column);
  stream_hash_bytes(hash, q->label, trials->count * sizeof *q->label);
  stream_hash_text(hash, q->key);
  stream_hash_free(hash);
  return STATUS_OK;
}

static status total_loss(const question *q, comparator *u, double *total) {
  TRY(comparator_prepare(u, INSTANCE_ENTRY, 1));
  *total = 0.0;
  for (size_t t = 0; t < q->trials.count; t++) {
    const instance x = instance_entry(q->trials.m, q->trials.n, q->row[t], q->column[t]);
    *total += loss_value(&q->trials.loss, comparator_value(u, &x), q->label[t]);
  }
  return STATUS_OK;
}

/* A comparator of the kept values. */
static status revive(const question *q, const answer *a, comparator **out) {
  double own = 0.0;
  size_t *items = NULL;
  status code = STATUS_OK;
  if (a->kind == COMPARATOR_CUT) {
    CHECK(comparator_from_cut(COMPARATOR_INTERVAL, a->n, a->values, out));
  } else if (a->kind == COMPARATOR_ENTRIES) {
    CHECK(comparator_from_entries(COMPARATOR_INTERVAL, a->m, a->n, a->values, out));
  } else {
    CHECK(NEW_ARRAY(a->n, items));
    for (size_t i = 0; i < a->n; i++) items[i] = (size_t)a->values[i];
    CHECK(comparator_from_order(COMPARATOR_INTERVAL, a->n, items, out));
  }
  CHECK(total_loss(q, *out, &own));
  if (!isnan(a->least)) comparator_set_least(*out, a->least, fmax(own, a->least));
end:
  free(items);
  if (code == STATUS_OK) return STATUS_OK;
  comparator_free(*out);
  *out = NULL;
  return code;
}

static status keep(const question *q, const comparator *u) {
  answer made = {.kind = comparator_kind_of(u), .m = q->trials.m, .n = q->trials.n, .least = comparator_least(u)};
  const double *signs = comparator_signs(u), *entries = comparator_entries(u, NULL);
  const size_t *items = comparator_order_items(u);
  const size_t count = entries != NULL ? made.m * made.n : made.n;
  TRY(NEW_ARRAY(count, made.values));
  if (items != NULL) {
    for (size_t i = 0; i < count; i++) made.values[i] = (double)items[i];
  } else {
    memcpy(made.values, entries != NULL ? entries : signs, count * sizeof *made.values);
  }
  memcpy(made.key, q->key, sizeof made.key);
  (void)pthread_mutex_lock(&lock);
  free(kept[oldest].values);
  kept[oldest] = made;
  oldest = (oldest + 1) % KEPT;
  (void)pthread_mutex_unlock(&lock);
  return STATUS_OK;
}

static status answer_question(const question *q, comparator **out) {
  status code = STATUS_OK;
  (void)pthread_mutex_lock(&lock);
  for (size_t i = 0; i < KEPT && *out == NULL && code == STATUS_OK; i++) {
    if (kept[i].values != NULL && strcmp(kept[i].key, q->key) == 0) code = revive(q, &kept[i], out);
  }
  (void)pthread_mutex_unlock(&lock);
  if (code != STATUS_OK || *out != NULL) return code;
  if (q->class == ENTRY_CUT) TRY(best_cut(&q->trials, out));
  if (q->class == ENTRY_ORDER) TRY(best_order(&q->trials, out));
  if (q->class == ENTRY_TRACE_NORM) TRY(best_trace_norm(&q->trials, q->trace_norm, out));
  return keep(q, *out);
}

status entry_hindsight(const entry_trials *trials, entry_class class, double trace_norm, comparator **out) {
  question q = {.class = class, .trace_norm = trace_norm};
  *out = NULL;
  status code = sort_trials(trials, &q);
  if (code == STATUS_OK) code = find_key(&q);
  if (code == STATUS_OK) code = answer_question(&q, out);
  question_free(&q);
  if (code == STATUS_OK) return STATUS_OK;
  comparator_free(*out);
  *out = NULL;
  return code;
}
