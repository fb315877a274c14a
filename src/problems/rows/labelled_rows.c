#include "problems/rows/labelled_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "hindsight/margin/class_subspace.h"
#include "linalg/kernels.h"
#include "registry/member.h"

status labelled_data_room(size_t n, size_t count, labelled_data *data) {
  size_t entries = 0;
  data->n = n;
  data->count = count;
  if (__builtin_mul_overflow(n, count, &entries)) {
    return FAIL(STATUS_MEMORY, "no memory for %zu rows of %zu numbers", count, n);
  }
  TRY(NEW_ARRAY(entries, data->value));
  return NEW_ARRAY(count, data->label);
}

void labelled_data_clear(void *self) {
  labelled_data *data = self;
  free(data->value);
  free(data->label);
  free(data->said);
  cJSON_Delete(data->reading);
}

static status find_mean(labelled_data *rows, double *mean) {
  if (rows->given != NULL) return state_get_numbers(rows->given, "mean", rows->n, mean);
  for (size_t i = 0; i < rows->count; i++) kernel_axpy(rows->n, 1.0, rows->value + i * rows->n, mean);
  kernel_scale(rows->n, 1.0 / (double)rows->count, mean);
  return state_add_numbers(rows->reading, "mean", rows->n, mean);
}

static status centre(labelled_data *rows, const char *who) {
  FREED double *mean = NULL;
  TRY(NEW_ARRAY(rows->n, mean));
  const status code = find_mean(rows, mean);
  if (code != STATUS_OK) return status_context(code, "%s: reading", who);
  for (size_t i = 0; i < rows->count; i++) kernel_axpy(rows->n, -1.0, mean, rows->value + i * rows->n);
  return STATUS_OK;
}

/* Scales each x to length 1, without overflow; zero rows stay. */
static void to_unit_length(labelled_data *rows) {
  for (size_t i = 0; i < rows->count; i++) {
    double *x = rows->value + i * rows->n, largest = 0.0;
    for (size_t j = 0; j < rows->n; j++) largest = fmax(largest, fabs(x[j]));
    if (!(largest > 0.0)) {
      rows->zero++;
      continue;
    }
    for (size_t j = 0; j < rows->n; j++) x[j] /= largest;
    const double length = kernel_norm(rows->n, x);
    for (size_t j = 0; j < rows->n; j++) x[j] /= length;
  }
}

static void count_zero(labelled_data *rows) {
  for (size_t i = 0; i < rows->count; i++) {
    bool zero = true;
    for (size_t j = 0; j < rows->n && zero; j++) zero = rows->value[i * rows->n + j] == 0.0;
    rows->zero += zero;
  }
}

status labelled_data_finish(labelled_data *rows, const char *who, const labelled_rows *asked) {
  const bool dyads = asked->instances == ROWS_DYAD;
  rows->kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR;
  for (size_t i = 0; i < rows->count; i++) rows->positive += rows->label[i] > 0.0;
  if (asked->centre) {
    if (!dyads) return FAIL(STATUS_INVALID, "%s: centre = true needs instances = \"dyad\"", who);
    TRY(centre(rows, who));
  }
  if (dyads) {
    to_unit_length(rows);
  } else {
    count_zero(rows);
  }
  return STATUS_OK;
}

typedef struct reading_options {
  const labelled_rows_reader *reader;
  const void *self;
  const char *who;
  size_t trials;
  const cJSON *given;
} reading_options;

status labelled_data_read(void *self, const char *path, const char *second, const void *how) {
  const reading_options *of = how;
  labelled_data *data = self;
  (void)second;
  data->given = of->given;
  data->reading = cJSON_CreateObject();
  if (data->reading == NULL) return FAIL(STATUS_MEMORY, "%s: no memory", of->who);
  TRY(of->reader->read(data, of->self, of->who, path, of->trials));
  data->given = NULL; /* the caller's */
  return STATUS_OK;
}

static status compare_class(labelled_rows *rows, size_t rank) {
  instance *dyads = NULL;
  size_t count = 0;
  const labelled_data *data = rows->data;
  TRY(NEW_ARRAY(data->positive, dyads));
  for (size_t i = 0; i < data->count; i++) {
    if (data->label[i] > 0.0) dyads[count++] = instance_dense_dyad(data->n, data->value + i * data->n);
  }
  const status code = class_subspace(data->n, count, dyads, rank, &rows->comparator);
  free(dyads);
  return code;
}

/* The rows without their zeros. */
static status compare_margin(labelled_rows *rows, const options *values) {
  const labelled_data *data = rows->data;
  size_t *start = NULL, *index = NULL, entries = 0;
  double *value = NULL;
  for (size_t k = 0; k < data->count * data->n; k++) entries += data->value[k] != 0.0;
  status code = NEW_ARRAY(data->count + 1, start);
  if (code == STATUS_OK) code = NEW_ARRAY(entries, index);
  if (code == STATUS_OK) code = NEW_ARRAY(entries, value);
  if (code == STATUS_OK) {
    entries = 0;
    for (size_t i = 0; i < data->count; i++) {
      for (size_t j = 0; j < data->n; j++) {
        if (data->value[i * data->n + j] == 0.0) continue;
        index[entries] = j;
        value[entries++] = data->value[i * data->n + j];
      }
      start[i + 1] = entries;
    }
    const labelled_vectors vectors = {
        .n = data->n, .count = data->count, .start = start, .index = index, .value = value, .label = data->label};
    code = labelled_margin(&vectors, values, &rows->comparator, &rows->gap_low, &rows->gap_high, &rows->found);
  }
  free(start);
  free(index);
  free(value);
  return code;
}

static status compare_with(labelled_rows *rows, const options *values) {
  if (labelled_margin_wanted(values)) return compare_margin(rows, values);
  if (!option_is(values, "comparator", "class_subspace")) return STATUS_OK;
  const status code = compare_class(rows, option_count(values, "rank"));
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", option_who(values));
}

status labelled_rows_facts(void *self, const problem_setting *setting, problem_facts *out) {
  const labelled_rows_reader *reader = setting->class->variant;
  const options *values = setting->options;
  labelled_rows *rows = self;
  const void *found = NULL;
  bool online = false;
  reading_options how = {.reader = reader, .self = self, .who = setting->class->about.name};
  if (reader->check != NULL) TRY(reader->check(self, how.who, &online));
  if (online) how.trials = setting->trials;
  const data_question question = {.reader = &reader->shared,
                                  .folders = &setting->folders,
                                  .values = values,
                                  .from = PLACE(labelled_rows, instances),
                                  .to = setting->class->methods->size + 1,
                                  .file = "file",
                                  .trials = how.trials,
                                  .how = &how};
  TRY(shared_data(self, &question, &found));
  const labelled_data *data = rows->data = found;
  rows->gap_low = rows->gap_high = NAN;
  TRY(labelled_comparator_check(values, data->n, data->positive, data->kind == INSTANCE_DYAD, &rows->gap_low,
                                &rows->gap_high));
  *out = (problem_facts){.n = data->n,
                         .kind = data->kind,
                         .rank = data->kind == INSTANCE_DYAD ? 1 : data->n,
                         .labels = LABEL_SIGN,
                         .trials = data->count * rows->order.passes,
                         .exchangeable = rows->order.order == ROWS_SHUFFLED && rows->order.passes == 1,
                         .population = data->count,
                         .comparator_kept = labelled_margin_wanted(values),
                         .gap_low = rows->gap_low,
                         .gap_high = rows->gap_high};
  return STATUS_OK;
}

status labelled_rows_init(void *self, const problem_setting *setting) {
  labelled_rows *rows = self;
  TRY(OWN(self, &rows->played, row_order_end));
  TRY(row_order_play(rows->data->count, &rows->order, setting->seed, &rows->played));
  TRY(compare_with(rows, setting->options));
  return OWN(self, rows->comparator, comparator_free);
}

status labelled_rows_reopen(void *self, const problem_class *class, const char *who, const char *path,
                            const cJSON *reading) {
  const reading_options how = {.reader = class->variant, .self = self, .who = who, .given = reading};
  labelled_rows *rows = self;
  labelled_data *data = NULL;
  bool online = false;
  rows->gap_low = rows->gap_high = NAN;
  if (how.reader->check != NULL) TRY(how.reader->check(self, who, &online));
  TRY(OWN_ARRAY(self, 1, data));
  TRY(OWN(self, data, labelled_data_clear));
  TRY(labelled_data_read(data, path, NULL, &how));
  rows->data = data;
  TRY(OWN(self, &rows->played, row_order_end));
  return row_order_begin(data->count, 1, false, 0, &rows->played);
}

status labelled_rows_begin(const void *self, const problem_class *class, const char *who, const char *path,
                           cJSON *reading) {
  (void)self;
  (void)class;
  (void)path;
  (void)reading;
  return FAIL(STATUS_INVALID, "%s: its rows are no lines, expected table, libsvm or regression_data", who);
}

status labelled_rows_next(void *self, const learner *player, instance *x) {
  labelled_rows *rows = self;
  const labelled_data *data = rows->data;
  size_t row = 0;
  (void)player;
  if (!row_order_next(&rows->played, &row)) return STATUS_END;
  const double *value = data->value + row * data->n;
  *x = data->kind == INSTANCE_DYAD ? instance_dense_dyad(data->n, value) : instance_dense_vector(data->n, value);
  rows->current = data->label[row];
  return STATUS_OK;
}

void labelled_rows_refine(const void *self, problem_facts *out) {
  const labelled_rows *rows = self;
  out->gap_low = rows->gap_low;
  out->gap_high = rows->gap_high;
}

status labelled_rows_reading(void *self, cJSON *reading) {
  return state_add_members(reading, ((const labelled_rows *)self)->data->reading);
}

status labelled_rows_notes(void *self, cJSON *out) {
  const labelled_rows *rows = self;
  if (rows->data->said != NULL) TRY(state_add_text(out, "read", rows->data->said));
  TRY(state_add_count(out, "rows", rows->data->count));
  TRY(state_add_count(out, "zero instances", rows->data->zero));
  return labelled_margin_notes(&rows->found, out);
}
