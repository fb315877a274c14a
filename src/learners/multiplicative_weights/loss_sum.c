#include "learners/multiplicative_weights/loss_sum.h"
#include "base/state.h"
#include "linalg/kernels.h"
#include "linalg/symmetric_kernels.h"
#include "spectral/representation/sparse_symmetric.h"

static const size_t MOST_PAIRS = (size_t)1 << 28;

struct loss_sum {
  size_t n;
  double *dense; /* n x n, or NULL: */
  sparse_symmetric *sparse;
  double *panel;  /* 4 n: two panels of two columns, of which the first is used */
  double *active; /* n: rows, while the state is written or read */
};

status loss_sum_new(arena *memory, size_t n, instance_kind kind, loss_sum **out) {
  loss_sum *sum = NULL;
  TRY(ARENA_ARRAY(memory, 1, sum));
  sum->n = n;
  if (kind == INSTANCE_LOW_RANK || kind == INSTANCE_MATRIX) {
    TRY(arena_array(memory, n, n * sizeof *sum->dense, &sum->dense));
  } else {
    TRY(sparse_symmetric_new(memory, n, MOST_PAIRS, &sum->sparse));
    TRY(ARENA_ARRAY(memory, 4 * n, sum->panel));
    TRY(ARENA_ARRAY(memory, n, sum->active));
  }
  *out = sum;
  return STATUS_OK;
}

static size_t position(const instance *x, size_t j) {
  return x->index == NULL ? j : x->index[j];
}

status loss_sum_add(loss_sum *sum, double a, const instance *x) {
  if (sum->dense != NULL) {
    instance_add_to_dense(x, a, sum->dense);
    return STATUS_OK;
  }
  for (size_t j = 0; j < x->count; j++) {
    const size_t row = position(x, j);
    if (x->kind == INSTANCE_VECTOR) {
      TRY(sparse_symmetric_add(sum->sparse, row, row, a * x->value[j]));
      continue;
    }
    for (size_t k = 0; k <= j; k++) {
      TRY(sparse_symmetric_add(sum->sparse, row, position(x, k), a * x->value[j] * x->value[k]));
    }
  }
  return STATUS_OK;
}

size_t loss_sum_active(const loss_sum *sum) {
  return sum->dense != NULL ? sum->n : sparse_symmetric_active(sum->sparse);
}

size_t loss_sum_row(const loss_sum *sum, size_t place) {
  return sum->dense != NULL ? place : sparse_symmetric_row(sum->sparse, place);
}

void loss_sum_multiply(loss_sum *sum, double a, const double *x, double *y) {
  const size_t active = loss_sum_active(sum);
  if (sum->dense != NULL) {
    kernel_symmetric_multiply(sum->n, sum->dense, x, y);
    kernel_scale(sum->n, a, y);
    return;
  }
  double *from = sum->panel, *to = sum->panel + 2 * sum->n;
  memset(sum->panel, 0, 4 * sum->n * sizeof *sum->panel);
  for (size_t i = 0; i < active; i++) from[2 * i] = x[i];
  sparse_symmetric_add_product(sum->sparse, from, to);
  for (size_t i = 0; i < active; i++) y[i] = a * to[2 * i];
}

typedef struct dense_sum {
  size_t n;
  double a, *matrix;
} dense_sum;

static status add_entry(void *context, size_t i, size_t j, double value) {
  const dense_sum *to = context;
  to->matrix[i * to->n + j] += to->a * value;
  if (i != j) to->matrix[j * to->n + i] += to->a * value;
  return STATUS_OK;
}

void loss_sum_add_to_dense(const loss_sum *sum, double a, double *matrix) {
  dense_sum to = {sum->n, a, matrix};
  if (sum->dense != NULL) {
    kernel_axpy(sum->n * sum->n, a, sum->dense, matrix);
  } else {
    (void)sparse_symmetric_each(sum->sparse, add_entry, &to);
  }
}

/* ---- state: the active rows too, of which those that have become 0 again would be forgotten */

status loss_sum_save(void *part, cJSON *state) {
  const loss_sum *sum = part;
  const size_t active = loss_sum_active(sum);
  if (sum->dense != NULL) return state_add_rows(state, "matrix", sum->n, sum->n, sum->n, sum->dense);
  for (size_t i = 0; i < active; i++) sum->active[i] = (double)(loss_sum_row(sum, i) + 1);
  TRY(state_add_count(state, "active", active));
  TRY(state_add_numbers(state, "rows", active, sum->active));
  return sparse_symmetric_save(sum->sparse, state);
}

/* The rows become active, in their order. */
static status load_rows(loss_sum *sum, size_t active) {
  double last = 0.0;
  for (size_t i = 0; i < active; i++) {
    const double row = sum->active[i];
    if (!(row > last && row <= (double)sum->n) || row != (double)(size_t)row) {
      return FAIL(STATUS_INVALID, "rows: %g, expected ascending rows up to %zu", row, sum->n);
    }
    TRY(sparse_symmetric_add(sum->sparse, (size_t)row - 1, (size_t)row - 1, 0.0));
    last = row;
  }
  return STATUS_OK;
}

status loss_sum_load(void *part, const cJSON *state) {
  loss_sum *sum = part;
  size_t active = 0;
  if (sum->dense != NULL) {
    TRY(state_check_names(state, "matrix"));
    return state_get_rows(state, "matrix", sum->n, sum->n, sum->n, sum->dense);
  }
  TRY(state_check_names(state, "active rows diagonal columns values"));
  TRY(state_get_count(state, "active", 0, sum->n, &active));
  TRY(state_get_numbers(state, "rows", active, sum->active));
  sparse_symmetric_clear(sum->sparse);
  TRY(load_rows(sum, active));
  return sparse_symmetric_load(sum->sparse, state);
}
