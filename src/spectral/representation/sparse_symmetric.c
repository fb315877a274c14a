#include "spectral/representation/sparse_symmetric.h"
#include "base/state.h"
#include "linalg/pair.h"

enum { FIRST_ROOM = 4 };

/* A row's entries above the diagonal: a run of the arena. A full run moves to one twice as long. */
typedef struct run {
  size_t start;
  uint32_t count, room;
} run;

struct sparse_symmetric {
  size_t n, pairs, most_pairs;
  size_t active; /* rows that entries were added to, in their order: the matrix is kept without the others */
  uint32_t *index;
  double *diagonal;
  run *rows;
  double *value; /* the arena */
  uint32_t *column;
  size_t used, room;
};

/* The runs that a row of c entries has had are at most 4 c long: rooms double, and the last one is at most 2 c - 2, or FIRST_ROOM. */
static status size_of_arena(size_t n, size_t *pairs, size_t *room) {
  size_t all = 0;
  if (__builtin_mul_overflow(n, n - 1, &all)) all = SIZE_MAX;
  if (*pairs > all / 2) *pairs = all / 2;
  if (!__builtin_mul_overflow(*pairs + 1, FIRST_ROOM, room)) return STATUS_OK;
  return FAIL(STATUS_MEMORY, "no room for %zu entries of a sparse matrix of order %zu", *pairs, n);
}

status sparse_symmetric_new(arena *memory, size_t n, size_t pairs, sparse_symmetric **out) {
  sparse_symmetric *a = NULL;
  if (n == 0 || n >= UINT32_MAX) return FAIL(STATUS_INVALID, "a sparse matrix of order %zu", n);
  TRY(ARENA_ARRAY(memory, 1, a));
  a->n = n;
  a->most_pairs = pairs;
  TRY(size_of_arena(n, &a->most_pairs, &a->room));
  TRY(ARENA_ARRAY(memory, n, a->index));
  TRY(ARENA_ARRAY(memory, n, a->diagonal));
  TRY(ARENA_ARRAY(memory, n, a->rows));
  TRY(ARENA_RESERVED(memory, a->room, a->value));
  TRY(ARENA_RESERVED(memory, a->room, a->column));
  *out = a;
  return STATUS_OK;
}

void sparse_symmetric_clear(sparse_symmetric *a) {
  a->active = 0;
  a->used = 0;
  a->pairs = 0;
}

size_t sparse_symmetric_active(const sparse_symmetric *a) {
  return a->active;
}

/* How many active rows are before row i. */
static size_t rank(const sparse_symmetric *a, size_t i) {
  size_t low = 0, high = a->active;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (a->index[middle] < i) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

size_t sparse_symmetric_place(const sparse_symmetric *a, size_t i) {
  const size_t place = rank(a, i);
  return place < a->active && a->index[place] == i ? place : a->active;
}

size_t sparse_symmetric_row(const sparse_symmetric *a, size_t place) {
  return a->index[place];
}

/* The place of row i, which becomes active. */
static size_t activate(sparse_symmetric *a, size_t i) {
  const size_t place = rank(a, i), after = a->active - place;
  if (after > 0 && a->index[place] == i) return place;
  memmove(a->index + place + 1, a->index + place, after * sizeof *a->index);
  memmove(a->diagonal + place + 1, a->diagonal + place, after * sizeof *a->diagonal);
  memmove(a->rows + place + 1, a->rows + place, after * sizeof *a->rows);
  a->index[place] = (uint32_t)i;
  a->diagonal[place] = 0.0;
  a->rows[place] = (run){0, 0, 0};
  a->active++;
  for (size_t k = 0; k < a->used && after > 0; k++) a->column[k] += a->column[k] >= place;
  return place;
}

/* Where in a run the column is; its count if nowhere. Four at a time: most rows do not have it. */
static size_t find_column(const uint32_t *column, size_t count, uint32_t wanted) {
  typedef uint32_t four __attribute__((vector_size(16)));
  const four all = {wanted, wanted, wanted, wanted};
  four equal = {0, 0, 0, 0}, here;
  size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    memcpy(&here, column + k, sizeof here);
    equal |= (four)(here == all);
  }
  if ((equal[0] | equal[1] | equal[2] | equal[3]) != 0) k = 0;
  while (k < count && column[k] != wanted) k++;
  return k;
}

/* The entry at two different places; NULL if it is not stored. */
static double *find(const sparse_symmetric *a, size_t i, size_t j) {
  if (i == a->active || j == a->active) return NULL;
  const run *row = &a->rows[i < j ? i : j];
  const uint32_t wanted = (uint32_t)(i < j ? j : i), *column = a->column + row->start;
  const size_t k = find_column(column, row->count, wanted);
  return k < row->count ? a->value + row->start + k : NULL;
}

/* At places i < j. */
static void append(sparse_symmetric *a, size_t i, size_t j, double value) {
  run *row = &a->rows[i];
  if (row->count == row->room) {
    memcpy(a->value + a->used, a->value + row->start, row->count * sizeof *a->value);
    memcpy(a->column + a->used, a->column + row->start, row->count * sizeof *a->column);
    row->start = a->used;
    row->room = row->room == 0 ? FIRST_ROOM : 2 * row->room;
    a->used += row->room;
  }
  a->value[row->start + row->count] = value;
  a->column[row->start + row->count] = (uint32_t)j;
  row->count++;
  a->pairs++;
}

status sparse_symmetric_add(sparse_symmetric *a, size_t i, size_t j, double value) {
  if (i == j) {
    a->diagonal[activate(a, i)] += value;
    return STATUS_OK;
  }
  double *entry = find(a, sparse_symmetric_place(a, i), sparse_symmetric_place(a, j));
  if (entry != NULL) {
    *entry += value;
    return STATUS_OK;
  }
  if (a->pairs == a->most_pairs) {
    return FAIL(STATUS_INVALID, "more than %zu entries in a sparse matrix of order %zu", a->most_pairs, a->n);
  }
  const size_t low = activate(a, i < j ? i : j), high = activate(a, i < j ? j : i);
  append(a, low, high, value);
  return STATUS_OK;
}

double sparse_symmetric_get(const sparse_symmetric *a, size_t i, size_t j) {
  const size_t row = sparse_symmetric_place(a, i), column = sparse_symmetric_place(a, j);
  if (i == j) return row < a->active ? a->diagonal[row] : 0.0;
  const double *entry = find(a, row, column);
  return entry == NULL ? 0.0 : *entry;
}

/* y_j += value x_i; returns value x_j. */
static inline pair add_entry(double value, pair xi, const double *x, double *y) {
  store(y, load(y) + both(value) * xi);
  return both(value) * load(x);
}

void sparse_symmetric_add_product(const sparse_symmetric *a, const double *x, double *y) {
  for (size_t i = 0; i < a->active; i++) {
    const run *row = &a->rows[i];
    const double *value = a->value + row->start;
    const uint32_t *column = a->column + row->start;
    const pair xi = load(x + 2 * i);
    pair even = both(a->diagonal[i]) * xi, odd = both(0.0);
    size_t k = 0;
    for (; k + 1 < row->count; k += 2) {
      const size_t first = 2 * (size_t)column[k], second = 2 * (size_t)column[k + 1];
      even += add_entry(value[k], xi, x + first, y + first);
      odd += add_entry(value[k + 1], xi, x + second, y + second);
    }
    if (k < row->count) {
      const size_t last = 2 * (size_t)column[k];
      even += add_entry(value[k], xi, x + last, y + last);
    }
    store(y + 2 * i, load(y + 2 * i) + (even + odd));
  }
}

void sparse_symmetric_add_column(const sparse_symmetric *a, size_t place, double *y) {
  if (place >= a->active) return;
  for (size_t i = 0; i < place; i++) {
    const run *row = &a->rows[i];
    const size_t k = find_column(a->column + row->start, row->count, (uint32_t)place);
    if (k < row->count) y[2 * i] += a->value[row->start + k];
  }
  y[2 * place] += a->diagonal[place];
  const run *own = &a->rows[place];
  for (size_t k = own->start; k < own->start + own->count; k++) y[2 * (size_t)a->column[k]] += a->value[k];
}

status sparse_symmetric_each(const sparse_symmetric *a, sparse_symmetric_visit visit, void *context) {
  for (size_t i = 0; i < a->active; i++) {
    if (a->diagonal[i] != 0.0) TRY(visit(context, a->index[i], a->index[i], a->diagonal[i]));
  }
  for (size_t i = 0; i < a->active; i++) {
    const run *row = &a->rows[i];
    for (size_t k = row->start; k < row->start + row->count; k++) {
      TRY(visit(context, a->index[i], a->index[a->column[k]], a->value[k]));
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

typedef struct saved_lists {
  cJSON **columns, **values; /* of each row */
  double *diagonal;
} saved_lists;

static status save_entry(void *context, size_t i, size_t j, double value) {
  saved_lists *lists = context;
  if (i == j) {
    lists->diagonal[i] = value;
    return STATUS_OK;
  }
  const bool whole = cJSON_AddItemToArray(lists->columns[i], cJSON_CreateNumber((double)(j + 1))) &&
                     cJSON_AddItemToArray(lists->columns[j], cJSON_CreateNumber((double)(i + 1))) &&
                     cJSON_AddItemToArray(lists->values[i], cJSON_CreateNumber(value)) &&
                     cJSON_AddItemToArray(lists->values[j], cJSON_CreateNumber(value));
  return whole ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for the state of a sparse matrix");
}

/* n empty lists under this name. */
static status add_lists(cJSON *state, const char *name, size_t n, cJSON **lists) {
  cJSON *all = cJSON_AddArrayToObject(state, name);
  bool whole = all != NULL;
  for (size_t i = 0; i < n && whole; i++) whole = cJSON_AddItemToArray(all, lists[i] = cJSON_CreateArray());
  return whole ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for the state of a sparse matrix");
}

status sparse_symmetric_save(const sparse_symmetric *a, cJSON *state) {
  FREED cJSON **columns = NULL, **values = NULL;
  FREED double *diagonal = NULL;
  TRY(NEW_ARRAY(a->n, columns));
  TRY(NEW_ARRAY(a->n, values));
  TRY(NEW_ARRAY(a->n, diagonal));
  TRY(add_lists(state, "columns", a->n, columns));
  TRY(add_lists(state, "values", a->n, values));
  TRY(sparse_symmetric_each(a, save_entry, &(saved_lists){columns, values, diagonal}));
  return state_add_numbers(state, "diagonal", a->n, diagonal);
}

/* Row i; the rows before it are there, and all that have entries are active. seen[j] = i + 1 for its columns so far; *below counts
 * entries below the diagonal, which are to be those above it. */
static status load_row(sparse_symmetric *a, size_t i, const cJSON *columns, const cJSON *values, size_t *seen,
                       size_t *below) {
  const cJSON *value = values == NULL ? NULL : values->child;
  if (!cJSON_IsArray(columns) || !cJSON_IsArray(values)) {
    return FAIL(STATUS_INVALID, "columns: row %zu is not a list of numbers", i + 1);
  }
  for (const cJSON *column = columns->child; column != NULL; column = column->next, value = value->next) {
    const double j = cJSON_IsNumber(column) ? column->valuedouble : 0.0;
    if (!(j >= 1.0 && j <= (double)a->n) || j != (double)(size_t)j || (size_t)j == i + 1) {
      return FAIL(STATUS_INVALID, "columns: row %zu has %g, expected a column from 1 to %zu off the diagonal", i + 1, j,
                  a->n);
    }
    if (value == NULL) return FAIL(STATUS_INVALID, "values: row %zu is too short", i + 1);
    if (!cJSON_IsNumber(value) || !isfinite(value->valuedouble)) {
      return FAIL(STATUS_INVALID, "values: row %zu has a value that is not a finite number", i + 1);
    }
    const size_t other = (size_t)j - 1;
    if (seen[other] == i + 1) return FAIL(STATUS_INVALID, "columns: row %zu has %g twice", i + 1, j);
    seen[other] = i + 1;
    if (other > i) {
      if (a->pairs == a->most_pairs) return FAIL(STATUS_INVALID, "columns: more than %zu entries", a->most_pairs);
      TRY(sparse_symmetric_add(a, i, other, value->valuedouble));
      continue;
    }
    const double *same = find(a, sparse_symmetric_place(a, i), sparse_symmetric_place(a, other));
    if (same == NULL || *same != value->valuedouble) {
      return FAIL(STATUS_INVALID, "values: entry (%zu, %zu) is not symmetric", i + 1, other + 1);
    }
    ++*below;
  }
  return value == NULL ? STATUS_OK : FAIL(STATUS_INVALID, "values: row %zu is too long", i + 1);
}

static status load_rows(sparse_symmetric *a, const cJSON *columns, const cJSON *values, size_t *seen) {
  const cJSON *value_row = values->child;
  size_t i = 0, below = 0;
  for (const cJSON *row = columns->child; row != NULL; row = row->next, value_row = value_row->next) {
    TRY(load_row(a, i++, row, value_row, seen, &below));
  }
  return below == a->pairs ? STATUS_OK : FAIL(STATUS_INVALID, "columns: the lists are not symmetric");
}

status sparse_symmetric_load(sparse_symmetric *a, const cJSON *state) {
  const cJSON *columns = cJSON_GetObjectItemCaseSensitive(state, "columns");
  const cJSON *values = cJSON_GetObjectItemCaseSensitive(state, "values");
  if (!cJSON_IsArray(columns) || !cJSON_IsArray(values) || (size_t)cJSON_GetArraySize(columns) != a->n ||
      (size_t)cJSON_GetArraySize(values) != a->n) {
    return FAIL(STATUS_INVALID, "columns: expected %zu lists", a->n);
  }
  FREED double *diagonal = NULL;
  FREED size_t *seen = NULL;
  TRY(NEW_ARRAY(a->n, diagonal));
  TRY(NEW_ARRAY(a->n, seen));
  TRY(state_get_numbers(state, "diagonal", a->n, diagonal));
  const cJSON *row = columns->child;
  for (size_t i = 0; i < a->n; i++, row = row->next) { /* in order, before there are columns to move */
    if (diagonal[i] != 0.0 || row->child != NULL) a->diagonal[activate(a, i)] = diagonal[i];
  }
  return load_rows(a, columns, values, seen);
}
