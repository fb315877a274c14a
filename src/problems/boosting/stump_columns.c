#include "problems/boosting/stump_columns.h"

typedef struct entry {
  size_t feature, row;
  double value;
} entry;

static int compare_entries(const void *a, const void *b) {
  const entry *x = a, *y = b;
  if (x->feature != y->feature) return x->feature < y->feature ? -1 : 1;
  if (x->value != y->value) return x->value > y->value ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

size_t stump_columns_row(const libsvm_data *data, size_t rows, size_t i) {
  return i * data->rows / rows;
}

static status take(stump_columns *columns, const libsvm_data *data, entry *entries) {
  size_t count = 0;
  for (size_t i = 0; i < columns->rows; i++) {
    const size_t from = stump_columns_row(data, columns->rows, i);
    for (size_t k = data->start[from]; k < data->start[from + 1]; k++) {
      if (data->value[k] != 0.0) entries[count++] = (entry){data->index[k], i, data->value[k]};
    }
  }
  qsort(entries, count, sizeof *entries, compare_entries);
  TRY(ARENA_ARRAY(&columns->memory, columns->features + 1, columns->start));
  TRY(ARENA_ARRAY(&columns->memory, count, columns->row));
  TRY(ARENA_ARRAY(&columns->memory, count, columns->value));
  for (size_t k = 0; k < count; k++) {
    columns->row[k] = entries[k].row;
    columns->value[k] = entries[k].value;
    columns->start[entries[k].feature + 1]++;
  }
  for (size_t f = 0; f < columns->features; f++) columns->start[f + 1] += columns->start[f];
  return STATUS_OK;
}

status stump_columns_new(const libsvm_data *data, size_t rows, stump_columns *out) {
  FREED entry *entries = NULL;
  *out = (stump_columns){.rows = rows, .features = data->features};
  TRY(NEW_ARRAY(data->entries, entries));
  const status code = take(out, data, entries);
  if (code != STATUS_OK) stump_columns_free(out);
  return code;
}

void stump_columns_free(stump_columns *columns) {
  arena_free(&columns->memory);
  *columns = (stump_columns){0};
}

static const double tie = 1e-9; /* edges that differ by less, relatively, are equal: the first one counts */

/* h and -h */
static void consider(stump *best, size_t feature, double threshold, double edge) {
  if (fabs(edge) <= best->edge * (1.0 + tie)) return;
  if (edge > best->edge) *best = (stump){feature, threshold, false, edge};
  if (-edge > best->edge) *best = (stump){feature, threshold, true, -edge};
}

/* Value number k of a feature whose zeros, if there are any, stand after its `positive` first values. */
static double value_at(const double *value, size_t positive, bool zeros, size_t k) {
  if (zeros && k == positive) return 0.0;
  return value[zeros && k > positive ? k - 1 : k];
}

static void best_of_feature(const stump_columns *columns, size_t feature, const double *weights, double total,
                            stump *best) {
  const size_t from = columns->start[feature], count = columns->start[feature + 1] - from;
  const double *value = columns->value + from;
  const bool zeros = count < columns->rows;
  size_t positive = 0;
  double stored = 0.0, above = 0.0;
  for (size_t k = 0; k < count; k++) {
    positive += value[k] > 0.0;
    stored += weights[columns->row[from + k]];
  }
  for (size_t k = 0; k + 1 < count + zeros; k++) {
    const bool zero = zeros && k == positive;
    const double now = value_at(value, positive, zeros, k), next = value_at(value, positive, zeros, k + 1);
    above += zero ? total - stored : weights[columns->row[from + (zeros && k > positive ? k - 1 : k)]];
    if (next < now) consider(best, feature, 0.5 * now + 0.5 * next, 2.0 * above - total);
  }
}

stump stump_best(const stump_columns *columns, const double *weights) {
  double total = 0.0;
  for (size_t i = 0; i < columns->rows; i++) total += weights[i];
  stump best = {0, -INFINITY, total < 0.0, fabs(total)};
  for (size_t f = 0; f < columns->features; f++) best_of_feature(columns, f, weights, total, &best);
  return best;
}

void stump_apply(const stump_columns *columns, const stump *h, double *out) {
  const double above = h->negated ? -1.0 : 1.0;
  for (size_t i = 0; i < columns->rows; i++) out[i] = 0.0 > h->threshold ? above : -above;
  if (columns->features == 0) return;
  for (size_t k = columns->start[h->feature]; k < columns->start[h->feature + 1]; k++) {
    out[columns->row[k]] = columns->value[k] > h->threshold ? above : -above;
  }
}
