#include "problems/rows/labelled_rows.h"
#include "base/state.h"
#include "hindsight/margin/class_subspace.h"

/* --- dense rows --- */

/* Of the numbers that are there: a gap is NaN. */
static status find_mean(file_rows *rows, double *mean) {
  const libsvm_data *data = &rows->data;
  if (rows->given != NULL) return state_get_numbers(rows->given, "mean", rows->n, mean);
  for (size_t j = 0; j < rows->n; j++) {
    double count = 0.0;
    for (size_t i = 0; i < data->rows; i++) {
      const double x = data->value[i * rows->n + j];
      if (isnan(x)) continue;
      mean[j] += x;
      count += 1.0;
    }
    if (count > 0.0) mean[j] *= 1.0 / count;
  }
  return state_add_numbers(rows->reading, "mean", rows->n, mean);
}

static status centre(file_rows *rows) {
  FREED double *mean = NULL;
  TRY(NEW_ARRAY(rows->n, mean));
  TRY(status_context(find_mean(rows, mean), "%s: reading", rows->who));
  for (size_t i = 0; i < rows->data.rows; i++) kernel_axpy(rows->n, -1.0, mean, rows->data.value + i * rows->n);
  return STATUS_OK;
}

/* Scales each x to length 1, without overflow; zero rows stay. */
static void to_unit_length(file_rows *rows) {
  for (size_t i = 0; i < rows->data.rows; i++) {
    double *x = rows->data.value + i * rows->n, largest = 0.0;
    for (size_t j = 0; j < rows->n; j++) largest = fmax(largest, fabs(x[j]));
    if (!(largest > 0.0)) continue;
    for (size_t j = 0; j < rows->n; j++) x[j] /= largest;
    const double length = kernel_norm(rows->n, x);
    for (size_t j = 0; j < rows->n; j++) x[j] /= length;
  }
}

status dense_rows_finish(file_rows *rows, const dense_options *asked) {
  const bool dyads = asked->instances == DENSE_DYAD;
  rows->kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR;
  if (asked->centre) {
    if (!dyads) return FAIL(STATUS_INVALID, "%s: centre = true needs instances = \"dyad\"", rows->who);
    TRY(centre(rows));
  }
  file_rows_fill_gaps(rows);
  if (dyads) to_unit_length(rows);
  return STATUS_OK;
}

/* --- the comparator --- */

static const char *comparator_word(const options *values) {
  return options_word(values, PLACE(labelled_rows, comparator));
}

static bool margin_wanted(const labelled_rows *rows) {
  return rows->comparator >= LABELLED_L1_MARGIN;
}

static margin_kind kind_of(const labelled_rows *rows) {
  return (margin_kind)(MARGIN_L1 + (rows->comparator - LABELLED_L1_MARGIN));
}

static status check_margin(labelled_rows *rows, const options *values) {
  const char *who = option_who(values), *word = comparator_word(values);
  if (rows->trials.rows->kind == INSTANCE_DYAD) {
    return FAIL(STATUS_INVALID, "%s: comparator = \"%s\" needs instances = \"vector\"", who, word);
  }
  TRY(status_context(margin_available(kind_of(rows)), "%s: comparator = \"%s\"", who, word));
  rows->known_gap = rows->margin;
  rows->known_low = -rows->margin;
  return STATUS_OK;
}

static status check_subspace(labelled_rows *rows, const char *who) {
  const size_t n = rows->trials.rows->n, most = n < rows->positive ? n : rows->positive;
  if (rows->trials.rows->kind != INSTANCE_DYAD) {
    return FAIL(STATUS_INVALID, "%s: comparator = \"class_subspace\" needs instances = \"dyad\"", who);
  }
  if (rows->rank == 0) {
    return FAIL(STATUS_INVALID, "%s: rank is missing: comparator = \"class_subspace\" needs it", who);
  }
  if (rows->rank > most) {
    return FAIL(STATUS_INVALID, "%s: rank = %zu must be at most %zu, the smaller of n and the number of positive rows",
                who, rows->rank, most);
  }
  rows->known_low = rows->gap_low;
  rows->known_gap = rows->gap;
  if (rows->gap_low < rows->gap) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: gap_low = %g must be below gap = %g", who, rows->gap_low, rows->gap);
}

/* Refuses options of other comparators, but for those that LABELLED_RULES name. */
static status check_comparator(labelled_rows *rows, const options *values) {
  const char *who = option_who(values);
  const bool margin = margin_wanted(rows);
  if (margin && options_explicit(values, PLACE(labelled_rows, gap))) {
    return FAIL(STATUS_INVALID, "%s: gap has no effect with comparator = \"%s\": use margin", who,
                comparator_word(values));
  }
  if (!isnan(rows->margin) && (!margin || rows->comparator == LABELLED_L2_MARGIN)) {
    return FAIL(STATUS_INVALID, "%s: margin has no effect without comparator = \"l1_margin\" or \"l1_margin_signed\"",
                who);
  }
  if (margin) return check_margin(rows, values);
  return rows->comparator == LABELLED_CLASS_SUBSPACE ? check_subspace(rows, who) : STATUS_OK;
}

/* The leading directions of the positive class. */
static status compare_class(labelled_rows *rows) {
  const file_rows *all = rows->trials.rows;
  FREED instance *dyads = NULL;
  size_t count = 0;
  TRY(NEW_ARRAY(rows->positive, dyads));
  for (size_t i = 0; i < all->data.rows; i++) {
    if (all->data.label[i] > 0.0) dyads[count++] = file_rows_instance(all, i);
  }
  return class_subspace(all->n, count, dyads, rows->rank, &rows->trials.comparator);
}

/* Of dense rows, without their zeros. */
static status make_sparse(const file_rows *dense, libsvm_data *out) {
  const libsvm_data *data = &dense->data;
  for (size_t i = 0; i < data->rows; i++) {
    for (size_t j = 0; j < dense->n; j++) {
      const double value = data->value[i * dense->n + j];
      if (value != 0.0) TRY(libsvm_append_entry(out, j, value));
    }
    TRY(libsvm_append_row(out, data->label[i], i + 1));
  }
  return libsvm_point(out);
}

static status compare_margin(labelled_rows *rows, const options *values) {
  CLEANUP(libsvm_free) libsvm_data sparse = {0};
  const file_rows *all = rows->trials.rows;
  const libsvm_data *data = all->data.index != NULL ? &all->data : &sparse;
  if (data == &sparse) TRY(make_sparse(all, &sparse));
  const labelled_vectors vectors = {.n = all->n,
                                    .count = data->rows,
                                    .start = data->start,
                                    .index = data->index,
                                    .value = data->value,
                                    .label = data->label};
  const status code = margin_comparator(&vectors, kind_of(rows), rows->margin, &rows->trials.comparator,
                                        &rows->known_gap, &rows->found);
  rows->known_low = -rows->known_gap;
  return status_context(code, "%s: comparator = \"%s\"", option_who(values), comparator_word(values));
}

/* --- methods --- */

status labelled_rows_facts(void *self, const problem_setting *setting, problem_facts *out) {
  labelled_rows *rows = self;
  size_t most = 1;
  rows->known_low = rows->known_gap = NAN;
  TRY(row_trials_facts(self, setting, out));
  const libsvm_data *data = &rows->trials.rows->data;
  for (size_t i = 0; i < data->rows; i++) {
    const size_t count = data->start[i + 1] - data->start[i];
    if (count > most) most = count;
    rows->positive += data->label[i] > 0.0;
  }
  TRY(check_comparator(rows, setting->options));
  out->rank = out->kind == INSTANCE_DYAD ? 1 : most;
  out->comparator_kept = margin_wanted(rows);
  labelled_rows_refine(self, out);
  return STATUS_OK;
}

status labelled_rows_init(void *self, const problem_setting *setting) {
  labelled_rows *rows = self;
  TRY(row_trials_init(self, setting));
  if (rows->comparator == LABELLED_OTHER) return STATUS_OK;
  TRY(OWN(self, &rows->trials.comparator, comparator_free_at));
  if (margin_wanted(rows)) return compare_margin(rows, setting->options);
  return status_context(compare_class(rows), "%s", option_who(setting->options));
}

void labelled_rows_refine(const void *self, problem_facts *out) {
  const labelled_rows *rows = self;
  out->gap_low = rows->known_low;
  out->gap_high = rows->known_gap;
}

status labelled_rows_notes(void *self, cJSON *out) {
  const margin_found *found = &((const labelled_rows *)self)->found;
  TRY(row_trials_notes(self, out));
  if (found->distinct == 0) return STATUS_OK; /* no margin was asked for */
  TRY(state_add_count(out, "distinct labelled rows", found->distinct));
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"margin of the comparator", found->margin},
                 {"no margin above", found->most},
                 {"hinge sum of the comparator", found->hinge},
                 {"no hinge sum below", found->least}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (!isnan(numbers[i].value)) TRY(state_add_number(out, numbers[i].name, numbers[i].value));
  }
  return STATUS_OK;
}
