#include "spectral/representation/sparse_symmetric.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "linalg/pair.h"

enum { BLOCK_ENTRIES = 16, NO_BLOCK = 0 }; /* block 0 of the arena is unused */

typedef struct entry_block {
  double value[BLOCK_ENTRIES];
  uint32_t column[BLOCK_ENTRIES];
  uint32_t count;
  uint32_t next;
} entry_block;

struct sparse_symmetric {
  size_t n, pairs, most_pairs;
  size_t on_diagonal; /* entries there that are not 0 */
  double *diagonal;
  double *beside;         /* two vectors with their entries side by side, of a product */
  uint32_t *first, *last; /* blocks of a row */
  entry_block *blocks;
  size_t used_blocks, most_blocks;
};

/* Each pair is stored in both rows, and every row has at most one partly filled block. */
static status size_of_arena(size_t n, size_t *pairs, size_t *blocks) {
  size_t all = 0;
  if (__builtin_mul_overflow(n, n - 1, &all)) all = SIZE_MAX;
  if (*pairs > all / 2) *pairs = all / 2;
  const size_t full = *pairs / (BLOCK_ENTRIES / 2);
  if (full > UINT32_MAX - n - 2) {
    return FAIL(STATUS_MEMORY, "no room for %zu entries of a sparse matrix of order %zu", *pairs, n);
  }
  *blocks = full + n + 2;
  return STATUS_OK;
}

status sparse_symmetric_new(size_t n, size_t pairs, sparse_symmetric **out) {
  sparse_symmetric *a = NULL;
  status code = STATUS_OK;
  *out = NULL;
  if (n == 0 || n >= UINT32_MAX) return FAIL(STATUS_INVALID, "a sparse matrix of order %zu", n);
  TRY(NEW_ARRAY(1, a));
  a->n = n;
  a->most_pairs = pairs;
  a->used_blocks = 1;
  CHECK(size_of_arena(n, &a->most_pairs, &a->most_blocks));
  CHECK(NEW_ARRAY(n, a->diagonal));
  CHECK(NEW_ARRAY(2 * n, a->beside));
  CHECK(NEW_ARRAY(n, a->first));
  CHECK(NEW_ARRAY(n, a->last));
  CHECK(memory_reserve(a->most_blocks, sizeof *a->blocks, &a->blocks));
  *out = a;
  return STATUS_OK;
end:
  sparse_symmetric_free(a);
  return code;
}

void sparse_symmetric_free(sparse_symmetric *a) {
  if (a == NULL) return;
  memory_unreserve(a->blocks, a->most_blocks, sizeof *a->blocks);
  free(a->diagonal);
  free(a->beside);
  free(a->first);
  free(a->last);
  free(a);
}

void sparse_symmetric_clear(sparse_symmetric *a) {
  memset(a->diagonal, 0, a->n * sizeof *a->diagonal);
  memset(a->first, 0, a->n * sizeof *a->first);
  memset(a->last, 0, a->n * sizeof *a->last);
  memset(a->blocks, 0, a->used_blocks * sizeof *a->blocks);
  a->used_blocks = 1;
  a->pairs = 0;
  a->on_diagonal = 0;
}

bool sparse_symmetric_is_hollow(const sparse_symmetric *a) {
  return a->on_diagonal == 0;
}

size_t sparse_symmetric_pairs(const sparse_symmetric *a) {
  return a->pairs;
}

static double *find(const sparse_symmetric *a, size_t i, size_t j) {
  for (uint32_t b = a->first[i]; b != NO_BLOCK; b = a->blocks[b].next) {
    entry_block *block = &a->blocks[b];
    for (size_t k = 0; k < block->count; k++) {
      if (block->column[k] == j) return &block->value[k];
    }
  }
  return NULL;
}

static void append(sparse_symmetric *a, size_t i, size_t j, double value) {
  uint32_t b = a->last[i];
  if (b == NO_BLOCK || a->blocks[b].count == BLOCK_ENTRIES) {
    const uint32_t fresh = (uint32_t)a->used_blocks++;
    if (b == NO_BLOCK) {
      a->first[i] = fresh;
    } else {
      a->blocks[b].next = fresh;
    }
    a->last[i] = b = fresh;
  }
  entry_block *block = &a->blocks[b];
  block->column[block->count] = (uint32_t)j;
  block->value[block->count++] = value;
}

status sparse_symmetric_add(sparse_symmetric *a, size_t i, size_t j, double value) {
  if (i == j) {
    a->on_diagonal -= a->diagonal[i] != 0.0;
    a->diagonal[i] += value;
    a->on_diagonal += a->diagonal[i] != 0.0;
    return STATUS_OK;
  }
  double *entry = find(a, i, j);
  if (entry != NULL) {
    *entry += value;
    *find(a, j, i) += value;
    return STATUS_OK;
  }
  if (a->pairs == a->most_pairs) {
    return FAIL(STATUS_INVALID, "more than %zu entries in a sparse matrix of order %zu", a->most_pairs, a->n);
  }
  a->pairs++;
  append(a, i, j, value);
  append(a, j, i, value);
  return STATUS_OK;
}

double sparse_symmetric_get(const sparse_symmetric *a, size_t i, size_t j) {
  if (i == j) return a->diagonal[i];
  const double *entry = find(a, i, j);
  return entry == NULL ? 0.0 : *entry;
}

void sparse_symmetric_add_column(const sparse_symmetric *a, size_t i, double *y) {
  y[i] += a->diagonal[i];
  for (uint32_t b = a->first[i]; b != NO_BLOCK; b = a->blocks[b].next) {
    const entry_block *block = &a->blocks[b];
    for (size_t k = 0; k < block->count; k++) y[block->column[k]] += block->value[k];
  }
}

static void multiply_one(const sparse_symmetric *a, const double *x, double *y) {
  for (size_t i = 0; i < a->n; i++) {
    double even = a->diagonal[i] * x[i], odd = 0.0;
    for (uint32_t b = a->first[i]; b != NO_BLOCK; b = a->blocks[b].next) {
      const entry_block *block = &a->blocks[b];
      size_t k = 0;
      for (; k + 1 < block->count; k += 2) {
        even += block->value[k] * x[block->column[k]];
        odd += block->value[k + 1] * x[block->column[k + 1]];
      }
      if (k < block->count) even += block->value[k] * x[block->column[k]];
    }
    y[i] = even + odd;
  }
}

/* Two at a time, side by side: an entry is read once and multiplies both. */
static void multiply_two(const sparse_symmetric *a, const double *x, double *y) {
  const double *second = x + a->n;
  double *beside = a->beside;
  for (size_t i = 0; i < a->n; i++) {
    beside[2 * i] = x[i];
    beside[2 * i + 1] = second[i];
  }
  for (size_t i = 0; i < a->n; i++) {
    pair even = both(a->diagonal[i]) * load(beside + 2 * i), odd = both(0.0);
    for (uint32_t b = a->first[i]; b != NO_BLOCK; b = a->blocks[b].next) {
      const entry_block *block = &a->blocks[b];
      size_t k = 0;
      for (; k + 1 < block->count; k += 2) {
        even += both(block->value[k]) * load(beside + 2 * (size_t)block->column[k]);
        odd += both(block->value[k + 1]) * load(beside + 2 * (size_t)block->column[k + 1]);
      }
      if (k < block->count) even += both(block->value[k]) * load(beside + 2 * (size_t)block->column[k]);
    }
    even += odd;
    y[i] = even[0];
    y[a->n + i] = even[1];
  }
}

void sparse_symmetric_multiply(const sparse_symmetric *a, size_t count, const double *x, double *y) {
  if (count == 2) {
    multiply_two(a, x, y);
  } else {
    multiply_one(a, x, y);
  }
}

status sparse_symmetric_each(const sparse_symmetric *a, sparse_symmetric_visit visit, void *context) {
  for (size_t i = 0; i < a->n; i++) {
    if (a->diagonal[i] != 0.0) TRY(visit(context, i, i, a->diagonal[i]));
  }
  for (size_t i = 0; i < a->n; i++) {
    for (uint32_t b = a->first[i]; b != NO_BLOCK; b = a->blocks[b].next) {
      const entry_block *block = &a->blocks[b];
      for (size_t k = 0; k < block->count; k++) {
        if (block->column[k] > i) TRY(visit(context, i, block->column[k], block->value[k]));
      }
    }
  }
  return STATUS_OK;
}

typedef struct dense_target {
  double *dense;
  size_t n;
} dense_target;

static status set_dense_entry(void *context, size_t i, size_t j, double value) {
  const dense_target *target = context;
  target->dense[i * target->n + j] = target->dense[j * target->n + i] = value;
  return STATUS_OK;
}

void sparse_symmetric_to_dense(const sparse_symmetric *a, double *dense) {
  dense_target target = {dense, a->n};
  memset(dense, 0, a->n * a->n * sizeof *dense);
  (void)sparse_symmetric_each(a, set_dense_entry, &target);
}

/* ---- state */

/* One list of row i: columns or values. */
static cJSON *row_list(const sparse_symmetric *a, size_t i, bool columns) {
  cJSON *list = cJSON_CreateArray();
  for (uint32_t b = a->first[i]; list != NULL && b != NO_BLOCK; b = a->blocks[b].next) {
    const entry_block *block = &a->blocks[b];
    for (size_t k = 0; k < block->count; k++) {
      cJSON *item = cJSON_CreateNumber(columns ? (double)(block->column[k] + 1) : block->value[k]);
      if (item == NULL || !cJSON_AddItemToArray(list, item)) {
        cJSON_Delete(item);
        cJSON_Delete(list);
        return NULL;
      }
    }
  }
  return list;
}

status sparse_symmetric_save(const sparse_symmetric *a, cJSON *state) {
  TRY(state_add_numbers(state, "diagonal", a->n, a->diagonal));
  cJSON *columns = cJSON_AddArrayToObject(state, "columns"), *values = cJSON_AddArrayToObject(state, "values");
  for (size_t i = 0; i < a->n; i++) {
    cJSON *column_list = row_list(a, i, true), *value_list = row_list(a, i, false);
    if (columns == NULL || values == NULL || column_list == NULL || value_list == NULL) {
      cJSON_Delete(column_list);
      cJSON_Delete(value_list);
      return FAIL(STATUS_MEMORY, "no memory for the state of a sparse matrix");
    }
    cJSON_AddItemToArray(columns, column_list);
    cJSON_AddItemToArray(values, value_list);
  }
  return STATUS_OK;
}

/* Counts entries of both triangles, so that the arena suffices for any lists. */
static status load_row(sparse_symmetric *a, size_t i, const cJSON *columns, const cJSON *values, size_t *lower) {
  const cJSON *value = values == NULL ? NULL : values->child;
  if (!cJSON_IsArray(columns) || !cJSON_IsArray(values)) {
    return FAIL(STATUS_INVALID, "columns: row %zu is not a list of numbers", i + 1);
  }
  for (const cJSON *column = columns->child; column != NULL; column = column->next) {
    const double j = cJSON_IsNumber(column) ? column->valuedouble : 0.0;
    if (!(j >= 1.0 && j <= (double)a->n) || j != (double)(size_t)j || (size_t)j == i + 1) {
      return FAIL(STATUS_INVALID, "columns: row %zu has %g, expected a column from 1 to %zu off the diagonal", i + 1, j,
                  a->n);
    }
    if (value == NULL) return FAIL(STATUS_INVALID, "values: row %zu is too short", i + 1);
    if (!cJSON_IsNumber(value) || !isfinite(value->valuedouble)) {
      return FAIL(STATUS_INVALID, "values: row %zu has a value that is not a finite number", i + 1);
    }
    if (find(a, i, (size_t)j - 1) != NULL) return FAIL(STATUS_INVALID, "columns: row %zu has %g twice", i + 1, j);
    size_t *count = (size_t)j > i + 1 ? &a->pairs : lower;
    if (++*count > a->most_pairs) {
      return FAIL(STATUS_INVALID, "columns: more than %zu entries", a->most_pairs);
    }
    append(a, i, (size_t)j - 1, value->valuedouble);
    value = value->next;
  }
  return value == NULL ? STATUS_OK : FAIL(STATUS_INVALID, "values: row %zu is too long", i + 1);
}

static status check_pair(void *context, size_t i, size_t j, double value) {
  const sparse_symmetric *a = context;
  const double *other = i == j ? &value : find(a, j, i);
  if (other != NULL && *other == value) return STATUS_OK;
  return FAIL(STATUS_INVALID, "values: entry (%zu, %zu) is not symmetric", i + 1, j + 1);
}

status sparse_symmetric_load(sparse_symmetric *a, const cJSON *state) {
  const cJSON *columns = cJSON_GetObjectItemCaseSensitive(state, "columns");
  const cJSON *values = cJSON_GetObjectItemCaseSensitive(state, "values");
  TRY(state_get_numbers(state, "diagonal", a->n, a->diagonal));
  for (size_t i = 0; i < a->n; i++) a->on_diagonal += a->diagonal[i] != 0.0;
  if (!cJSON_IsArray(columns) || !cJSON_IsArray(values) || (size_t)cJSON_GetArraySize(columns) != a->n ||
      (size_t)cJSON_GetArraySize(values) != a->n) {
    return FAIL(STATUS_INVALID, "columns: expected %zu lists", a->n);
  }
  const cJSON *value_row = values->child;
  size_t i = 0, lower = 0;
  for (const cJSON *row = columns->child; row != NULL; row = row->next, value_row = value_row->next) {
    TRY(load_row(a, i++, row, value_row, &lower));
  }
  if (lower != a->pairs) return FAIL(STATUS_INVALID, "columns: the lists are not symmetric");
  return sparse_symmetric_each(a, check_pair, a);
}
