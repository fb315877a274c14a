#include "learners/ratings/entry_offsets.h"

status entry_offsets_init(void *self, entry_offsets *offsets, const learner_setting *setting) {
  offsets->m = setting->rows;
  offsets->n = setting->n;
  offsets->count = 1.0;
  offsets->sum = 0.5 * (setting->loss.low + setting->loss.high);
  TRY(OWN_ARRAY(self, offsets->m, offsets->row_sums));
  TRY(OWN_ARRAY(self, offsets->m, offsets->row_counts));
  TRY(OWN_ARRAY(self, offsets->n, offsets->column_sums));
  return OWN_ARRAY(self, offsets->n, offsets->column_counts);
}

static double mean_of(const entry_offsets *offsets) {
  return offsets->sum / offsets->count;
}

static double row_of(const entry_offsets *offsets, size_t i) {
  return offsets->row_sums[i] / (offsets->damping + offsets->row_counts[i]);
}

static double column_of(const entry_offsets *offsets, size_t j) {
  return offsets->column_sums[j] / (offsets->damping + offsets->column_counts[j]);
}

double entry_offsets_of(const entry_offsets *offsets, size_t i, size_t j) {
  return mean_of(offsets) + row_of(offsets, i) + column_of(offsets, j);
}

void entry_offsets_learn(entry_offsets *offsets, size_t i, size_t j, double label) {
  const double mean = mean_of(offsets), row = row_of(offsets, i), column = column_of(offsets, j);
  offsets->sum += label;
  offsets->count += 1.0;
  offsets->row_sums[i] += label - mean - column;
  offsets->row_counts[i] += 1.0;
  offsets->column_sums[j] += label - mean - row;
  offsets->column_counts[j] += 1.0;
}
