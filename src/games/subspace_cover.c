#include "games/subspace_cover.h"

enum { ROWS = SUBSPACE_ROWS + 1 + SUBSPACE_COORDINATES + 1, COLUMNS = SUBSPACE_COORDINATES + 2 };
enum { EVERY_SIZE = 720720 }; /* a multiple of 1, ..., 16 */

__extension__ typedef __int128 wide;

/* maximise v; rows: v - weight of row j <= 0, sum of weights <= r, weight of a class of twins <= its size. */
typedef struct tableau {
  size_t rows, columns;       /* without the objective, which is the last row, and the right sides, the last column */
  long long a[ROWS][COLUMNS]; /* times 1/denominator */
  long long denominator;
  uint8_t basic[ROWS], free[COLUMNS]; /* names of variables: twins' weights 0.., v, then the slacks */
  uint8_t class_of[SUBSPACE_COORDINATES], size[SUBSPACE_COORDINATES], classes;
} tableau;

fraction fraction_of(long long numerator, long long denominator) {
  long long divisor = denominator, rest = numerator % denominator;
  while (rest != 0) {
    const long long next = divisor % rest;
    divisor = rest;
    rest = next;
  }
  return (fraction){numerator / divisor, denominator / divisor};
}

static void find_twins(const subspace_state *state, tableau *made) {
  uint16_t column[SUBSPACE_COORDINATES];
  for (size_t i = 0; i < state->n; i++) {
    size_t p = 0;
    while (p < made->classes && column[p] != state->column[i]) p++;
    if (p == made->classes) column[made->classes++] = state->column[i];
    made->class_of[i] = (uint8_t)p;
    made->size[p]++;
  }
}

static void fill(const subspace_state *state, long long r, tableau *made) {
  find_twins(state, made);
  const size_t v = made->classes;
  made->columns = v + 1;
  made->denominator = 1;
  for (size_t j = 0; j < state->rows; j++) {
    for (size_t i = 0; i < state->n; i++) {
      if ((state->column[i] >> j & 1) != 0) made->a[j][made->class_of[i]] = -1;
    }
    made->a[j][v] = 1;
  }
  made->rows = state->rows;
  for (size_t p = 0; p < v; p++) made->a[made->rows][p] = 1;
  made->a[made->rows++][made->columns] = r;
  for (size_t p = 0; p < v; p++) {
    if (made->size[p] >= r) continue;
    made->a[made->rows][p] = 1;
    made->a[made->rows++][made->columns] = made->size[p];
  }
  made->a[made->rows][v] = -1;
  for (size_t k = 0; k < made->columns; k++) made->free[k] = (uint8_t)k;
  for (size_t i = 0; i < made->rows; i++) made->basic[i] = (uint8_t)(made->columns + i);
}

static status pivot(tableau *t, size_t row, size_t column) {
  const long long p = t->a[row][column];
  for (size_t i = 0; i <= t->rows; i++) {
    if (i == row) continue;
    for (size_t k = 0; k <= t->columns; k++) {
      if (k == column) continue;
      const wide value = ((wide)t->a[i][k] * p - (wide)t->a[i][column] * t->a[row][k]) / t->denominator;
      if (value > (wide)1 << 62 || value < -((wide)1 << 62)) {
        return FAIL(STATUS_NUMERIC, "the linear programme of a state leaves 62 bits");
      }
      t->a[i][k] = (long long)value;
    }
    t->a[i][column] = -t->a[i][column];
  }
  t->a[row][column] = t->denominator;
  t->denominator = p;
  const uint8_t name = t->basic[row];
  t->basic[row] = t->free[column];
  t->free[column] = name;
  return STATUS_OK;
}

/* The free variable of the smallest name that raises the objective; columns: none, the basis is optimal. */
static size_t entering(const tableau *t) {
  size_t best = t->columns;
  for (size_t k = 0; k < t->columns; k++) {
    if (t->a[t->rows][k] < 0 && (best == t->columns || t->free[k] < t->free[best])) best = k;
  }
  return best;
}

static size_t leaving(const tableau *t, size_t column) {
  size_t best = t->rows;
  for (size_t i = 0; i < t->rows; i++) {
    if (t->a[i][column] <= 0) continue;
    if (best == t->rows) {
      best = i;
      continue;
    }
    const wide here = (wide)t->a[i][t->columns] * t->a[best][column],
               there = (wide)t->a[best][t->columns] * t->a[i][column];
    if (here < there || (here == there && t->basic[i] < t->basic[best])) best = i;
  }
  return best;
}

static bool reaches(const tableau *t, fraction gap) {
  return (wide)t->a[t->rows][t->columns] * gap.denominator >= (wide)gap.numerator * t->denominator;
}

/* Weights of classes, spread evenly over their twins, and topped up to the sum r from the front. */
static void read_weights(const subspace_state *state, const tableau *t, long long r, subspace_proof *out) {
  long long of_class[SUBSPACE_COORDINATES] = {0}, left = 0;
  for (size_t i = 0; i < t->rows; i++) {
    if (t->basic[i] < t->classes) of_class[t->basic[i]] = t->a[i][t->columns];
  }
  out->scale = t->denominator * EVERY_SIZE;
  left = r * out->scale;
  for (size_t i = 0; i < state->n; i++) {
    const uint8_t size = t->size[t->class_of[i]];
    out->weight[i] = size > 0 ? of_class[t->class_of[i]] * (EVERY_SIZE / size) : 0;
    left -= out->weight[i];
  }
  for (size_t i = 0; i < state->n && left > 0; i++) {
    const long long room = out->scale - out->weight[i], more = room < left ? room : left;
    out->weight[i] += more;
    left -= more;
  }
}

status subspace_cover(const subspace_state *state, long long r, fraction gap, subspace_proof *out) {
  tableau t = {0};
  memset(out, 0, sizeof *out);
  if (state->n < r) return STATUS_OK; /* no multiplier is needed: the coordinates do not hold r */
  fill(state, r, &t);
  if (state->rows > 0) {
    for (size_t column = entering(&t); column < t.columns && !reaches(&t, gap); column = entering(&t)) {
      TRY(pivot(&t, leaving(&t, column), column));
    }
  }
  out->possible = state->rows == 0 || reaches(&t, gap);
  if (out->possible) read_weights(state, &t, r, out);
  for (size_t k = 0; k < t.columns && !out->possible; k++) {
    const size_t slack = t.free[k] < t.columns ? state->rows : (size_t)t.free[k] - t.columns;
    if (slack < state->rows) out->multiplier[slack] = t.a[t.rows][k];
  }
  return STATUS_OK;
}
