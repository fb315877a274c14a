#include "games/subspace_state.h"
#include <string.h>

uint16_t subspace_row(const subspace_state *state, size_t j) {
  unsigned row = 0;
  for (size_t i = 0; i < state->n; i++) row |= (unsigned)(state->column[i] >> j & 1) << i;
  return (uint16_t)row;
}

/* Writes the rows into the columns of n coordinates, without those that contain another one; of equal rows the first stays. */
static bool set_rows(subspace_state *state, const uint16_t *row, size_t count) {
  memset(state->column, 0, sizeof state->column);
  state->rows = 0;
  for (size_t j = 0; j < count; j++) {
    bool implied = false;
    for (size_t k = 0; k < count && !implied; k++) {
      implied = k != j && (row[k] & row[j]) == row[k] && (row[k] != row[j] || k < j);
    }
    if (implied) continue;
    if (state->rows == SUBSPACE_ROWS) return false;
    for (size_t i = 0; i < state->n; i++) state->column[i] |= (uint16_t)((row[j] >> i & 1) << state->rows);
    state->rows++;
  }
  return true;
}

bool subspace_after(const subspace_state *state, uint16_t instance, bool positive, subspace_state *out) {
  uint16_t row[SUBSPACE_ROWS + 1];
  subspace_state left = {.n = positive ? state->n : 0, .rows = state->rows};
  if (positive) {
    for (size_t j = 0; j < state->rows; j++) row[j] = subspace_row(state, j);
    row[state->rows] = instance;
    *out = left;
    return set_rows(out, row, (size_t)state->rows + 1);
  }
  for (size_t i = 0; i < state->n; i++) {
    if ((instance >> i & 1) == 0) left.column[left.n++] = state->column[i];
  }
  for (size_t j = 0; j < left.rows; j++) row[j] = subspace_row(&left, j);
  *out = left;
  return set_rows(out, row, left.rows);
}

bool subspace_equal(const subspace_state *a, const subspace_state *b) {
  return a->n == b->n && a->rows == b->rows && memcmp(a->column, b->column, sizeof a->column) == 0;
}

static void sort(uint16_t *values, size_t count) {
  for (size_t i = 1; i < count; i++) {
    const uint16_t value = values[i];
    size_t j = i;
    for (; j > 0 && values[j - 1] > value; j--) values[j] = values[j - 1];
    values[j] = value;
  }
}

/* Orders of the rows by a signature that no permutation changes; rows of equal signature are tried in every order. */
typedef struct row_orders {
  const subspace_state *state;
  uint64_t signature[SUBSPACE_ROWS]; /* of the rows */
  uint64_t sorted[SUBSPACE_ROWS];
  uint8_t row[SUBSPACE_ROWS]; /* row[k]: the row that comes k-th */
  bool first;
  subspace_state *best;
} row_orders;

static void keep_least(row_orders *orders) {
  const subspace_state *state = orders->state;
  uint16_t column[SUBSPACE_COORDINATES] = {0};
  for (size_t i = 0; i < state->n; i++) {
    unsigned bits = 0;
    for (size_t k = 0; k < state->rows; k++) bits |= (unsigned)(state->column[i] >> orders->row[k] & 1) << k;
    column[i] = (uint16_t)bits;
  }
  sort(column, state->n);
  bool less = orders->first;
  for (size_t i = 0; i < state->n && !less; i++) {
    if (column[i] > orders->best->column[i]) return;
    less = column[i] < orders->best->column[i];
  }
  if (less) memcpy(orders->best->column, column, sizeof column);
  orders->first = false;
}

static void try_orders(row_orders *orders, size_t k, unsigned used) {
  if (k == orders->state->rows) {
    keep_least(orders);
    return;
  }
  for (size_t j = 0; j < orders->state->rows; j++) {
    if ((used >> j & 1) != 0 || orders->signature[j] != orders->sorted[k]) continue;
    orders->row[k] = (uint8_t)j;
    try_orders(orders, k + 1, used | 1u << j);
  }
}

/* How many of the row's coordinates are in d rows, for every d: counts of 4 bits. */
static uint64_t row_signature(const subspace_state *state, size_t j) {
  uint64_t counts = 0;
  for (size_t i = 0; i < state->n; i++) {
    if ((state->column[i] >> j & 1) != 0) counts += UINT64_C(1) << 4 * (__builtin_popcount(state->column[i]) - 1);
  }
  return counts;
}

void subspace_canonical(const subspace_state *state, subspace_state *out) {
  const subspace_state copy = *state;
  row_orders orders = {.state = &copy, .first = true, .best = out};
  memset(out, 0, sizeof *out);
  out->n = copy.n;
  out->rows = copy.rows;
  for (size_t j = 0; j < copy.rows; j++) {
    const uint64_t signature = row_signature(&copy, j);
    size_t k = j;
    orders.signature[j] = signature;
    for (; k > 0 && orders.sorted[k - 1] > signature; k--) orders.sorted[k] = orders.sorted[k - 1];
    orders.sorted[k] = signature;
  }
  try_orders(&orders, 0, 0);
}
