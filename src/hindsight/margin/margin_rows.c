#include "hindsight/margin/margin_rows.h"
#include "base/memory.h"

static int compare_rows(const void *a, const void *b) {
  const margin_row *x = a, *y = b;
  if (x->count != y->count) return x->count < y->count ? -1 : 1;
  for (size_t k = 0; k < x->count; k++) {
    if (x->index[k] != y->index[k]) return x->index[k] < y->index[k] ? -1 : 1;
  }
  for (size_t k = 0; k < x->count; k++) {
    const double p = x->label * x->value[k], q = y->label * y->value[k];
    if (p != q) return p < q ? -1 : 1;
  }
  return 0;
}

status margin_rows_new(const labelled_vectors *vectors, margin_rows *out) {
  *out = (margin_rows){.n = vectors->n};
  TRY(NEW_ARRAY(vectors->count, out->row));
  for (size_t i = 0; i < vectors->count; i++) {
    const size_t start = vectors->start[i];
    out->row[i] = (margin_row){.count = vectors->start[i + 1] - start,
                               .index = vectors->index + start,
                               .value = vectors->value + start,
                               .label = vectors->label[i],
                               .weight = 1.0};
  }
  qsort(out->row, vectors->count, sizeof *out->row, compare_rows);
  for (size_t i = 0; i < vectors->count; i++) {
    if (out->count > 0 && compare_rows(&out->row[out->count - 1], &out->row[i]) == 0) {
      out->row[out->count - 1].weight += 1.0;
    } else {
      out->row[out->count++] = out->row[i];
    }
  }
  return STATUS_OK;
}

void margin_rows_free(margin_rows *rows) {
  free(rows->row);
  *rows = (margin_rows){0};
}

/* <u,z> */
static double margin_of(const margin_row *row, const double *u) {
  double sum = 0.0;
  for (size_t k = 0; k < row->count; k++) sum += row->value[k] * u[row->index[k]];
  return row->label * sum;
}

double margin_least(const margin_rows *rows, const double *u) {
  double least = INFINITY;
  for (size_t i = 0; i < rows->count; i++) least = fmin(least, margin_of(&rows->row[i], u));
  return least;
}

double margin_hinge_sum(const margin_rows *rows, double s, const double *u) {
  double sum = 0.0;
  for (size_t i = 0; i < rows->count; i++) {
    sum += rows->row[i].weight * fmax(0.0, s - margin_of(&rows->row[i], u));
  }
  return sum;
}

void margin_combine(const margin_rows *rows, const double *mixture, double *combination) {
  memset(combination, 0, rows->n * sizeof *combination);
  for (size_t i = 0; i < rows->count; i++) {
    const margin_row *row = &rows->row[i];
    if (mixture[i] == 0.0) continue;
    for (size_t k = 0; k < row->count; k++) {
      combination[row->index[k]] += mixture[i] * row->label * row->value[k];
    }
  }
}
