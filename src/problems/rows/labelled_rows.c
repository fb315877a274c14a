#include "problems/rows/labelled_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "hindsight/margin/class_subspace.h"
#include "linalg/kernels.h"

status labelled_rows_new(size_t n, size_t count, labelled_rows *out) {
  size_t entries = 0;
  out->n = n;
  out->count = count;
  if (__builtin_mul_overflow(n, count, &entries)) {
    return FAIL(STATUS_MEMORY, "no memory for %zu rows of %zu numbers", count, n);
  }
  status code = NEW_ARRAY(entries, out->value);
  if (code == STATUS_OK) code = NEW_ARRAY(count, out->label);
  if (code != STATUS_OK) labelled_rows_free(out);
  return code;
}

status labelled_rows_path(const labelled_rows *rows, const problem_setting *setting, const options *values,
                          char **out) {
  if (rows->path != NULL) return memory_text(rows->path, out);
  return data_path_of_option(&setting->folders, values, "file", out);
}

void labelled_rows_free(labelled_rows *rows) {
  comparator_free(rows->comparator);
  row_order_end(&rows->order);
  free(rows->value);
  free(rows->label);
  free(rows->said);
  cJSON_Delete(rows->reading);
  *rows = (labelled_rows){0};
}

static status find_mean(labelled_rows *rows, double *mean) {
  if (rows->given != NULL) return state_get_numbers(rows->given, "mean", rows->n, mean);
  for (size_t i = 0; i < rows->count; i++) kernel_axpy(rows->n, 1.0, rows->value + i * rows->n, mean);
  kernel_scale(rows->n, 1.0 / (double)rows->count, mean);
  return state_add_numbers(rows->reading, "mean", rows->n, mean);
}

static status centre(labelled_rows *rows, const options *values) {
  double *mean = NULL;
  TRY(NEW_ARRAY(rows->n, mean));
  const status code = find_mean(rows, mean);
  for (size_t i = 0; code == STATUS_OK && i < rows->count; i++) {
    kernel_axpy(rows->n, -1.0, mean, rows->value + i * rows->n);
  }
  free(mean);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: reading", option_who(values));
}

/* Scales each x to length 1, without overflow; zero rows stay. */
static void to_unit_length(labelled_rows *rows) {
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

static void count_zero(labelled_rows *rows) {
  for (size_t i = 0; i < rows->count; i++) {
    bool zero = true;
    for (size_t j = 0; j < rows->n && zero; j++) zero = rows->value[i * rows->n + j] == 0.0;
    rows->zero += zero;
  }
}

static status compare_class(labelled_rows *rows, size_t rank, size_t positive) {
  instance *dyads = NULL;
  size_t count = 0;
  TRY(NEW_ARRAY(positive, dyads));
  for (size_t i = 0; i < rows->count; i++) {
    if (rows->label[i] > 0.0) dyads[count++] = instance_dense_dyad(rows->n, rows->value + i * rows->n);
  }
  const status code = class_subspace(rows->n, count, dyads, rank, &rows->comparator);
  free(dyads);
  return code;
}

/* The rows without their zeros. */
static status compare_margin(labelled_rows *rows, const options *values) {
  size_t *start = NULL, *index = NULL, entries = 0;
  double *value = NULL;
  for (size_t k = 0; k < rows->count * rows->n; k++) entries += rows->value[k] != 0.0;
  status code = NEW_ARRAY(rows->count + 1, start);
  if (code == STATUS_OK) code = NEW_ARRAY(entries, index);
  if (code == STATUS_OK) code = NEW_ARRAY(entries, value);
  if (code == STATUS_OK) {
    entries = 0;
    for (size_t i = 0; i < rows->count; i++) {
      for (size_t j = 0; j < rows->n; j++) {
        if (rows->value[i * rows->n + j] == 0.0) continue;
        index[entries] = j;
        value[entries++] = rows->value[i * rows->n + j];
      }
      start[i + 1] = entries;
    }
    const labelled_vectors vectors = {
        .n = rows->n, .count = rows->count, .start = start, .index = index, .value = value, .label = rows->label};
    code = labelled_margin(&vectors, values, &rows->comparator, &rows->gap_low, &rows->gap_high, &rows->found);
  }
  free(start);
  free(index);
  free(value);
  return code;
}

static status compare_with(labelled_rows *rows, const options *values, size_t positive) {
  if (labelled_margin_wanted(values)) return compare_margin(rows, values);
  if (!option_is(values, "comparator", "class_subspace")) return STATUS_OK;
  const status code = compare_class(rows, option_count(values, "rank"), positive);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", option_who(values));
}

status labelled_rows_finish(labelled_rows *rows, const problem_setting *setting, const options *values, bool compare) {
  const bool dyads = option_is(values, "instances", "dyad");
  size_t positive = 0;
  rows->kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR;
  rows->gap_low = rows->gap_high = NAN;
  for (size_t i = 0; i < rows->count; i++) positive += rows->label[i] > 0.0;
  if (rows->given == NULL)
    TRY(labelled_comparator_check(values, rows->n, positive, dyads, &rows->gap_low, &rows->gap_high));
  if (option_flag(values, "centre")) {
    if (!dyads) return FAIL(STATUS_INVALID, "%s: centre = true needs instances = \"dyad\"", option_who(values));
    TRY(centre(rows, values));
  }
  if (dyads) {
    to_unit_length(rows);
  } else {
    count_zero(rows);
  }
  if (rows->given != NULL) return row_order_begin(rows->count, 1, false, 0, &rows->order);
  TRY(row_order_begin(rows->count, option_count(values, "passes"), option_is(values, "order", "shuffled"),
                      setting->seed, &rows->order));
  return compare ? compare_with(rows, values, positive) : STATUS_OK;
}

static status load(labelled_rows *rows, const problem_setting *setting, const options *values, bool compare) {
  const labelled_rows_reader *reader = setting->class->variant;
  rows->reading = cJSON_CreateObject();
  if (rows->reading == NULL) return FAIL(STATUS_MEMORY, "%s: no memory", option_who(values));
  return reader->load(rows, setting, values, compare);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  labelled_rows rows = {0};
  const status code = load(&rows, setting, values, false);
  *out = (problem_facts){.n = rows.n,
                         .kind = rows.kind,
                         .rank = rows.kind == INSTANCE_DYAD ? 1 : rows.n,
                         .labels = LABEL_SIGN,
                         .trials = rows.count * rows.order.passes,
                         .exchangeable = rows.order.shuffle != NULL && rows.order.passes == 1,
                         .population = rows.count,
                         .comparator_kept = labelled_margin_wanted(values),
                         .gap_low = rows.gap_low,
                         .gap_high = rows.gap_high};
  labelled_rows_free(&rows);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  return load(self, setting, values, true);
}

static status reopen(void *self, const problem_class *class, const char *path, const options *values,
                     const cJSON *reading) {
  const labelled_rows_reader *reader = class->variant;
  labelled_rows *rows = self;
  rows->given = reading;
  rows->path = path;
  const status code = reader->load(rows, NULL, values, false);
  rows->given = NULL; /* like the path, owned by the caller */
  rows->path = NULL;
  return code;
}

static status begin(const problem_class *class, const char *path, const options *values, cJSON *reading) {
  const labelled_rows_reader *reader = class->variant;
  if (reader->begin != NULL) return reader->begin(path, values, reading);
  return FAIL(STATUS_INVALID, "%s: its rows are no lines, expected table, libsvm or regression_data",
              option_who(values));
}

static status extend(const problem_class *class, const char *path, const options *values, cJSON *reading) {
  const labelled_rows_reader *reader = class->variant;
  return reader->extend != NULL ? reader->extend(path, values, reading) : STATUS_OK;
}

static void clear(void *self) {
  labelled_rows_free(self);
}

static status next(void *self, const learner *player, instance *x) {
  (void)player;
  labelled_rows *rows = self;
  size_t row = 0;
  if (!row_order_next(&rows->order, &row)) return STATUS_END;
  const double *value = rows->value + row * rows->n;
  *x = rows->kind == INSTANCE_DYAD ? instance_dense_dyad(rows->n, value) : instance_dense_vector(rows->n, value);
  rows->current = rows->label[row];
  return STATUS_OK;
}

static void refine(const void *self, problem_facts *out) {
  const labelled_rows *rows = self;
  out->gap_low = rows->gap_low;
  out->gap_high = rows->gap_high;
}

static status reading_of(void *self, cJSON *reading) {
  return state_add_members(reading, ((const labelled_rows *)self)->reading);
}

static status notes(void *self, cJSON *out) {
  const labelled_rows *rows = self;
  if (rows->said != NULL) TRY(state_add_text(out, "read", rows->said));
  TRY(state_add_count(out, "rows", rows->count));
  TRY(state_add_count(out, "zero instances", rows->zero));
  return labelled_margin_notes(&rows->found, out);
}

const problem_methods labelled_rows_methods = {
    .size = sizeof(labelled_rows),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(labelled_rows, current),
    .comparator_at = PLACE(labelled_rows, comparator),
    .notes = notes,
    .reading = reading_of,
    .reopen = reopen,
    .begin = begin,
    .extend = extend,
    .refine = refine,
};
