#include "problems/rows/labelled_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
  if (code == STATUS_OK) code = NEW_ARRAY(count, out->order);
  if (code != STATUS_OK) labelled_rows_free(out);
  return code;
}

status labelled_rows_path(const labelled_rows *rows, const problem_setting *setting, const options *values,
                          char **out) {
  if (rows->path != NULL) return memory_text(rows->path, out);
  const status code = problem_data_path(setting, option_text(values, "file"), out);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: file", option_who(values));
}

void labelled_rows_free(labelled_rows *rows) {
  comparator_free(rows->comparator);
  random_stream_free(rows->shuffle);
  free(rows->value);
  free(rows->label);
  free(rows->order);
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

/* Each x to length 1, without overflow; a zero row stays. */
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
  rows->passes = rows->given == NULL ? option_count(values, "passes") : 1;
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
  for (size_t i = 0; i < rows->count; i++) rows->order[i] = i;
  if (rows->given != NULL) return STATUS_OK;
  if (option_is(values, "order", "shuffled")) {
    TRY(random_stream_new(setting->seed, "order", &rows->shuffle));
    random_shuffle(rows->shuffle, rows->count, rows->order);
  }
  return compare ? compare_with(rows, values, positive) : STATUS_OK;
}

static problem_facts labelled_rows_facts(const labelled_rows *rows) {
  return (problem_facts){.n = rows->n,
                         .kind = rows->kind,
                         .rank = rows->kind == INSTANCE_DYAD ? 1 : rows->n,
                         .labels = LABEL_SIGN,
                         .trials = rows->count * rows->passes,
                         .exchangeable = rows->shuffle != NULL && rows->passes == 1,
                         .population = rows->count,
                         .gap_low = rows->gap_low,
                         .gap_high = rows->gap_high};
}

status labelled_rows_next(void *self, const learner *player, instance *x) {
  (void)player;
  labelled_rows *rows = self;
  if (rows->place == rows->count) {
    rows->place = 0;
    rows->pass++;
    if (rows->shuffle != NULL) random_shuffle(rows->shuffle, rows->count, rows->order);
  }
  if (rows->pass == rows->passes) return STATUS_END;
  const size_t row = rows->order[rows->place++];
  const double *value = rows->value + row * rows->n;
  *x = rows->kind == INSTANCE_DYAD ? instance_dense_dyad(rows->n, value) : instance_dense_vector(rows->n, value);
  rows->current = rows->label[row];
  return STATUS_OK;
}

status labelled_rows_reveal(void *self, const prediction *predicted, double *label) {
  (void)predicted;
  *label = ((const labelled_rows *)self)->current;
  return STATUS_OK;
}

comparator *labelled_rows_comparator(void *self) {
  return ((labelled_rows *)self)->comparator;
}

void labelled_rows_refine(const void *self, problem_facts *facts) {
  const labelled_rows *rows = self;
  facts->gap_low = rows->gap_low;
  facts->gap_high = rows->gap_high;
}

void labelled_rows_destroy(void *self) {
  if (self != NULL) labelled_rows_free(self);
  free(self);
}

static status make(labelled_rows_loader *load, const problem_setting *setting, const options *values, bool compare,
                   labelled_rows **out) {
  labelled_rows *rows = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, rows));
  rows->reading = cJSON_CreateObject();
  const status code = rows->reading == NULL ? FAIL(STATUS_MEMORY, "%s: no memory", option_who(values))
                                            : load(rows, setting, values, compare);
  if (code != STATUS_OK) {
    labelled_rows_destroy(rows);
    return code;
  }
  *out = rows;
  return STATUS_OK;
}

status labelled_rows_problem_create(labelled_rows_loader *load, const problem_setting *setting, const options *values,
                                    void **self) {
  labelled_rows *rows = NULL;
  const status code = make(load, setting, values, true, &rows);
  *self = rows;
  return code;
}

status labelled_rows_problem_facts(labelled_rows_loader *load, const problem_setting *setting, const options *values,
                                   problem_facts *out) {
  labelled_rows *rows = NULL;
  TRY(make(load, setting, values, false, &rows));
  *out = labelled_rows_facts(rows);
  out->comparator_kept = labelled_margin_wanted(values);
  labelled_rows_destroy(rows);
  return STATUS_OK;
}

status labelled_rows_problem_reopen(labelled_rows_loader *load, const char *path, const options *values,
                                    const cJSON *reading, void **self) {
  labelled_rows *rows = NULL;
  TRY(NEW_ARRAY(1, rows));
  rows->given = reading;
  rows->path = path;
  const status code = load(rows, NULL, values, false);
  if (code != STATUS_OK) {
    labelled_rows_destroy(rows);
    return code;
  }
  rows->given = NULL; /* as is the path: the caller's */
  rows->path = NULL;
  *self = rows;
  return STATUS_OK;
}

status labelled_rows_reading(void *self, cJSON *reading) {
  return state_add_members(reading, ((const labelled_rows *)self)->reading);
}

status labelled_rows_notes(void *self, cJSON *notes) {
  const labelled_rows *rows = self;
  TRY(state_add_count(notes, "rows", rows->count));
  TRY(state_add_count(notes, "zero instances", rows->zero));
  return labelled_margin_notes(&rows->found, notes);
}
