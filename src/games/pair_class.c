#include "games/pair_class.h"
#include <stdbool.h>
#include <string.h>

size_t pair_count(const pair_class *of) {
  return of->kind == PAIR_COMPLETION ? of->m * of->n : of->n * (of->n - 1) / 2;
}

size_t pair_number(const pair_class *of, size_t i, size_t j) {
  return of->kind == PAIR_COMPLETION ? i * of->n + j : i * (2 * of->n - i - 1) / 2 + j - i - 1;
}

void pair_entry(const pair_class *of, size_t pair, size_t *i, size_t *j) {
  size_t row = 0, length = of->kind == PAIR_COMPLETION ? of->n : of->n - 1;
  for (; pair >= length; row++) {
    pair -= length;
    length -= of->kind != PAIR_COMPLETION;
  }
  *i = row;
  *j = of->kind == PAIR_COMPLETION ? pair : row + 1 + pair;
}

/* Orders of the items by a signature that no symmetry changes; items of equal signature are tried in every order. */
typedef struct item_orders {
  const pair_class *of;
  int8_t entry[PAIR_ITEMS][PAIR_ITEMS]; /* symmetric for cuts, antisymmetric for orders */
  uint64_t signature[PAIR_ITEMS], sorted[PAIR_ITEMS];
  size_t item[PAIR_ITEMS]; /* item[k]: the one that comes k-th */
  int8_t *best;
  size_t pairs;
} item_orders;

static void keep_greatest(const int8_t *list, int8_t *best, size_t count) {
  for (size_t z = 0; z < count; z++) {
    if (list[z] < best[z]) return;
    if (list[z] > best[z]) {
      memcpy(best, list, count);
      return;
    }
  }
}

/* Switches items of a cut so that, row by row, the first sum that joins two components of the sums so far is positive. */
static void switch_items(int8_t entry[PAIR_ITEMS][PAIR_ITEMS], size_t n) {
  size_t component[PAIR_ITEMS];
  int sign[PAIR_ITEMS];
  for (size_t i = 0; i < n; i++) {
    component[i] = i;
    sign[i] = 1;
  }
  for (size_t i = 1; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      const size_t other = component[j];
      if (entry[i][j] == 0 || other == component[i]) continue;
      const int flip = sign[i] * sign[j] * entry[i][j] < 0 ? -1 : 1;
      for (size_t k = 0; k < i; k++) {
        if (component[k] != other) continue;
        sign[k] *= flip;
        component[k] = component[i];
      }
    }
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) entry[i][j] = (int8_t)(sign[i] * sign[j] * entry[i][j]);
  }
}

static void try_orders(item_orders *orders, size_t k, unsigned used) {
  const size_t n = orders->of->n;
  for (size_t i = 0; i < n && k < n; i++) {
    if ((used >> i & 1) != 0 || orders->signature[i] != orders->sorted[k]) continue;
    orders->item[k] = i;
    try_orders(orders, k + 1, used | 1u << i);
  }
  if (k < n) return;
  int8_t entry[PAIR_ITEMS][PAIR_ITEMS], list[PAIRS] = {0};
  size_t z = 0;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) entry[i][j] = orders->entry[orders->item[i]][orders->item[j]];
  }
  if (orders->of->kind == PAIR_CUT) switch_items(entry, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i + 1; j < n; j++) list[z++] = entry[i][j];
  }
  keep_greatest(list, orders->best, orders->pairs);
}

static uint64_t mix(uint64_t value) {
  value = (value + UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xBF58476D1CE4E5B9);
  value = (value ^ value >> 29) * UINT64_C(0x94D049BB133111EB);
  return value ^ value >> 32;
}

/* The entries of an item's row as a set, and once more with the signatures of the others. */
static void sign_items(item_orders *orders) {
  const size_t n = orders->of->n;
  const bool cut = orders->of->kind == PAIR_CUT;
  uint64_t before[PAIR_ITEMS] = {0};
  for (int round = 0; round < 2; round++) {
    for (size_t i = 0; i < n; i++) {
      orders->signature[i] = mix(before[i]);
      for (size_t j = 0; j < n; j++) {
        const int entry = cut && orders->entry[i][j] < 0 ? -orders->entry[i][j] : orders->entry[i][j];
        if (j != i) orders->signature[i] += mix(mix((uint64_t)entry + PAIR_SUM) ^ before[j]);
      }
    }
    memcpy(before, orders->signature, sizeof before);
  }
  for (size_t i = 0; i < n; i++) {
    size_t k = i;
    for (; k > 0 && orders->sorted[k - 1] > before[i]; k--) orders->sorted[k] = orders->sorted[k - 1];
    orders->sorted[k] = before[i];
  }
}

/* `sign` = -1: of the reversed sums. */
static void canonical_items(const pair_class *of, const int8_t *sums, int sign, int8_t *best) {
  item_orders orders = {.of = of, .pairs = pair_count(of)};
  orders.best = best;
  size_t z = 0;
  for (size_t i = 0; i < of->n; i++) {
    for (size_t j = i + 1; j < of->n; j++, z++) {
      orders.entry[i][j] = (int8_t)(sign * sums[z]);
      orders.entry[j][i] = (int8_t)(of->kind == PAIR_CUT ? sums[z] : -sign * sums[z]);
    }
  }
  sign_items(&orders);
  try_orders(&orders, 0, 0);
}

/* Orders and signs of the rows; each column then gets its sign, and the columns are sorted. */
typedef struct row_orders {
  const pair_class *of;
  const int8_t *sums;
  int8_t row[PAIR_ROWS][PAIR_COLUMNS];
  int8_t *best;
} row_orders;

static int compare_columns(const int8_t *a, const int8_t *b, size_t m) {
  for (size_t i = 0; i < m; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

static void sort_columns(const row_orders *orders) {
  const size_t m = orders->of->m, n = orders->of->n;
  int8_t column[PAIR_COLUMNS][PAIR_ROWS], list[PAIRS];
  for (size_t j = 0; j < n; j++) {
    int8_t here[PAIR_ROWS];
    int sign = 0;
    for (size_t i = 0; i < m; i++) {
      if (sign == 0) sign = (orders->row[i][j] > 0) - (orders->row[i][j] < 0);
      here[i] = (int8_t)(sign * orders->row[i][j]);
    }
    size_t k = j;
    for (; k > 0 && compare_columns(column[k - 1], here, m) < 0; k--) memcpy(column[k], column[k - 1], m);
    memcpy(column[k], here, m);
  }
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) list[i * n + j] = column[j][i];
  }
  keep_greatest(list, orders->best, m * n);
}

static void try_rows(row_orders *orders, size_t k, unsigned used) {
  const size_t m = orders->of->m, n = orders->of->n;
  if (k == m) sort_columns(orders);
  for (size_t i = 0; i < m && k < m; i++) {
    if ((used >> i & 1) != 0) continue;
    for (int sign = 1; sign >= (k == 0 ? 1 : -1); sign -= 2) { /* all rows switched are all columns switched */
      for (size_t j = 0; j < n; j++) orders->row[k][j] = (int8_t)(sign * orders->sums[i * n + j]);
      try_rows(orders, k + 1, used | 1u << i);
    }
  }
}

void pair_canonical(const pair_class *of, const int8_t *sums, int8_t *out) {
  int8_t copy[PAIRS];
  const size_t pairs = pair_count(of);
  memcpy(copy, sums, pairs);
  memset(out, INT8_MIN, pairs);
  if (of->kind == PAIR_COMPLETION) {
    row_orders orders = {.of = of, .sums = copy, .best = out};
    try_rows(&orders, 0, 0);
    return;
  }
  canonical_items(of, copy, 1, out);
  if (of->kind == PAIR_ORDER) canonical_items(of, copy, -1, out);
}

static void keep_answer(const pair_class *of, const int8_t *sums, const int8_t *answer, int *best, int8_t *out) {
  int value = 0;
  for (size_t z = 0; z < pair_count(of); z++) value += sums[z] * answer[z];
  if (value <= *best) return;
  *best = value;
  if (out != NULL) memcpy(out, answer, pair_count(of));
}

/* The items in every order. */
static void best_order(const pair_class *of, const int8_t *sums, size_t *item, size_t k, int *best, int8_t *out) {
  for (size_t i = k; i < of->n; i++) {
    const size_t chosen = item[i];
    item[i] = item[k];
    item[k] = chosen;
    best_order(of, sums, item, k + 1, best, out);
    item[k] = item[i];
    item[i] = chosen;
  }
  if (k < of->n) return;
  int8_t answer[PAIRS] = {0};
  for (size_t a = 0; a < of->n; a++) {
    for (size_t b = a + 1; b < of->n; b++) {
      const bool ascending = item[a] < item[b];
      answer[pair_number(of, ascending ? item[a] : item[b], ascending ? item[b] : item[a])] = ascending ? 1 : -1;
    }
  }
  keep_answer(of, sums, answer, best, out);
}

int pair_best(const pair_class *of, const int8_t *sums, int8_t *out) {
  int best = -1;
  size_t item[PAIR_ITEMS];
  if (of->kind == PAIR_ORDER) {
    for (size_t i = 0; i < of->n; i++) item[i] = i;
    best_order(of, sums, item, 0, &best, out);
    return best;
  }
  const size_t signs = of->kind == PAIR_CUT ? of->n : of->m; /* the first one is 1 */
  for (unsigned set = 0; set < 1u << signs; set += 2) {
    int8_t answer[PAIRS] = {0};
    for (size_t z = 0; z < pair_count(of); z++) {
      size_t i = 0, j = 0;
      pair_entry(of, z, &i, &j);
      const int row = (set >> i & 1) != 0 ? -1 : 1;
      if (of->kind == PAIR_CUT) {
        answer[z] = (int8_t)((set >> j & 1) != 0 ? row : -row);
        continue;
      }
      int column = 0; /* the best sign of column j, given those of the rows */
      for (size_t k = 0; k < of->m; k++) column += (set >> k & 1) != 0 ? -sums[k * of->n + j] : sums[k * of->n + j];
      answer[z] = (int8_t)(column < 0 ? -row : row);
    }
    keep_answer(of, sums, answer, &best, out);
  }
  return best;
}
