#include "spectral/instance/instance.h"
#include "base/sorting.h"
#include "base/text.h"
#include "linalg/cholesky.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include <float.h>

static const char *const kind_names[INSTANCE_KINDS] = {"vector",      "dyad",  "low_rank", "matrix",
                                                       "rectangular", "entry", "distance"};

const char *instance_kind_name(instance_kind kind) {
  return (unsigned)kind < INSTANCE_KINDS ? kind_names[kind] : "unknown";
}

bool instance_kind_by_name(const char *name, instance_kind *kind) {
  for (unsigned i = 0; i < INSTANCE_KINDS; i++) {
    if (strcmp(name, kind_names[i]) != 0) continue;
    *kind = (instance_kind)i;
    return true;
  }
  return false;
}

bool instance_kind_has_rows(instance_kind kind) {
  return kind == INSTANCE_RECTANGULAR || kind == INSTANCE_ENTRY;
}

instance instance_sparse(instance_kind kind, size_t n, size_t count, const size_t *index, const double *value) {
  return (instance){.kind = kind, .n = n, .count = count, .index = index, .value = value};
}

instance instance_dense_vector(size_t n, const double *x) {
  return instance_sparse(INSTANCE_VECTOR, n, n, NULL, x);
}

instance instance_dense_dyad(size_t n, const double *x) {
  return instance_sparse(INSTANCE_DYAD, n, n, NULL, x);
}

instance instance_low_rank(size_t n, size_t rank, const double *factors, const double *weights, double shift) {
  return (instance){
      .kind = INSTANCE_LOW_RANK, .n = n, .rank = rank, .factors = factors, .weights = weights, .shift = shift};
}

instance instance_matrix(size_t n, const double *matrix) {
  return (instance){.kind = INSTANCE_MATRIX, .n = n, .matrix = matrix};
}

instance instance_rectangular(size_t m, size_t n, const double *matrix) {
  return (instance){.kind = INSTANCE_RECTANGULAR, .n = n, .m = m, .matrix = matrix};
}

instance instance_entry(size_t m, size_t n, size_t row, size_t column) {
  return (instance){.kind = INSTANCE_ENTRY, .n = n, .m = m, .row = row, .column = column};
}

instance instance_distance(size_t n, size_t a, size_t b) {
  return (instance){.kind = INSTANCE_DISTANCE, .n = n, .row = a, .column = b};
}

instance instance_distance_dyad(const instance *x, size_t *index, double *value) {
  const bool ordered = x->row < x->column;
  index[0] = ordered ? x->row : x->column;
  index[1] = ordered ? x->column : x->row;
  value[0] = M_SQRT1_2;
  value[1] = -M_SQRT1_2;
  return instance_sparse(INSTANCE_DYAD, x->n, x->row == x->column ? 0 : 2, index, value);
}

static size_t position(const instance *x, size_t j) {
  return x->index != NULL ? x->index[j] : j;
}

/* Rows of a matrix, symmetric or not. */
static size_t rows_of(const instance *x) {
  return instance_kind_has_rows(x->kind) ? x->m : x->n;
}

/* The index of the first entry that is not finite, or count. */
static size_t first_not_finite(size_t count, const double *x) {
  size_t i = 0;
  if (kernel_finite(count, x)) return count;
  while (i < count && isfinite(x[i])) i++;
  return i;
}

static status check_low_rank_finite(const instance *x) {
  if (!isfinite(x->shift)) return FAIL(STATUS_NUMERIC, "instance: shift is %g, expected a finite number", x->shift);
  const size_t q = first_not_finite(x->rank, x->weights);
  if (q < x->rank) {
    return FAIL(STATUS_NUMERIC, "instance: weight %zu is %g, expected a finite number", q + 1, x->weights[q]);
  }
  const size_t at = first_not_finite(x->rank * x->n, x->factors);
  if (at == x->rank * x->n) return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "instance: entry %zu of factor %zu is %g, expected a finite number", at % x->n + 1,
              at / x->n + 1, x->factors[at]);
}

status instance_check_finite(const instance *x) {
  if (x->kind == INSTANCE_ENTRY || x->kind == INSTANCE_DISTANCE) return STATUS_OK;
  if (x->kind == INSTANCE_LOW_RANK) return check_low_rank_finite(x);
  if (x->kind == INSTANCE_MATRIX || x->kind == INSTANCE_RECTANGULAR) {
    const size_t entries = rows_of(x) * x->n, at = first_not_finite(entries, x->matrix);
    if (at == entries) return STATUS_OK;
    return FAIL(STATUS_NUMERIC, "instance: entry (%zu,%zu) of the matrix is %g, expected a finite number",
                at / x->n + 1, at % x->n + 1, x->matrix[at]);
  }
  const size_t j = first_not_finite(x->count, x->value);
  if (j == x->count) return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "instance: entry %zu of the %s is %g, expected a finite number", position(x, j) + 1,
              instance_kind_name(x->kind), x->value[j]);
}

status instance_check_symmetric(const instance *x) {
  const size_t n = x->n;
  const double *a = x->matrix;
  double largest = 0.0;
  if (x->kind != INSTANCE_MATRIX) return STATUS_OK;
  for (size_t i = 0; i < n * n; i++) largest = fmax(largest, fabs(a[i]));
  const double rounding = 4.0 * (double)n * DBL_EPSILON * largest;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      const double difference = a[i * n + j] - a[j * n + i];
      if (fabs(difference) <= rounding) continue;
      return FAIL(STATUS_INVALID,
                  "instance: entries (%zu,%zu) and (%zu,%zu) of the matrix differ by %s, expected a symmetric matrix",
                  i + 1, j + 1, j + 1, i + 1, number_text(difference, (char[NUMBER_TEXT]){0}));
    }
  }
  return STATUS_OK;
}

double instance_trace(const instance *x) {
  double sum = 0.0;
  switch (x->kind) {
  case INSTANCE_VECTOR:
    for (size_t j = 0; j < x->count;
         j++) { /* additions wait for each other: zeros, most of a comparator, are left out */
      if (x->value[j] != 0.0) sum += x->value[j];
    }
    return sum;
  case INSTANCE_DYAD: return kernel_dot(x->count, x->value, x->value);
  case INSTANCE_LOW_RANK:
    for (size_t q = 0; q < x->rank; q++) {
      const double *z = x->factors + q * x->n;
      sum += x->weights[q] * kernel_dot(x->n, z, z);
    }
    return sum + x->shift * (double)x->n;
  case INSTANCE_RECTANGULAR:
  case INSTANCE_ENTRY: return NAN;
  case INSTANCE_DISTANCE: return x->row != x->column ? 1.0 : 0.0;
  default:
    for (size_t i = 0; i < x->n; i++) sum += x->matrix[i * x->n + i];
    return sum;
  }
}

double instance_nuclear(const instance *x) {
  double sum = 0.0, squares = 0.0;
  switch (x->kind) {
  case INSTANCE_VECTOR:
    for (size_t j = 0; j < x->count; j++) sum += fabs(x->value[j]);
    return sum;
  case INSTANCE_DYAD: return kernel_dot(x->count, x->value, x->value);
  case INSTANCE_LOW_RANK:
    for (size_t q = 0; q < x->rank; q++) {
      const double *z = x->factors + q * x->n;
      sum += fabs(x->weights[q]) * kernel_dot(x->n, z, z);
    }
    return sum + fabs(x->shift) * (double)x->n;
  case INSTANCE_ENTRY: return 1.0;
  case INSTANCE_DISTANCE: return x->row != x->column ? 1.0 : 0.0;
  default: /* |X|_1 <= sum |X_ij|, and <= sqrt(rank) |X|_F */
    for (size_t i = 0; i < rows_of(x); i++) {
      const double *row = x->matrix + i * x->n;
      for (size_t j = 0; j < x->n; j++) sum += fabs(row[j]);
      squares += kernel_dot(x->n, row, row);
    }
    return fmin(sum, sqrt((double)(rows_of(x) < x->n ? rows_of(x) : x->n) * squares));
  }
}

/* Products are formed as scale * (z_i z_j), so that the result stays symmetric to the last digit. */
static void add_dyad(size_t n, size_t count, const size_t *index, const double *z, double scale, double *matrix) {
  for (size_t a = 0; a < count; a++) {
    double *row = matrix + (index != NULL ? index[a] : a) * n;
    for (size_t b = 0; b < count; b++) row[index != NULL ? index[b] : b] += scale * (z[a] * z[b]);
  }
}

static void add_distance(size_t n, size_t a, size_t b, double half, double *matrix) {
  matrix[a * (n + 1)] += half;
  matrix[b * (n + 1)] += half;
  matrix[a * n + b] -= half;
  matrix[b * n + a] -= half;
}

void instance_add_to_dense(const instance *x, double scale, double *matrix) {
  const size_t n = x->n;
  switch (x->kind) {
  case INSTANCE_VECTOR:
    for (size_t j = 0; j < x->count; j++) matrix[position(x, j) * (n + 1)] += scale * x->value[j];
    break;
  case INSTANCE_DYAD: add_dyad(n, x->count, x->index, x->value, scale, matrix); break;
  case INSTANCE_LOW_RANK:
    for (size_t q = 0; q < x->rank; q++) add_dyad(n, n, NULL, x->factors + q * n, scale * x->weights[q], matrix);
    for (size_t i = 0; i < n; i++) matrix[i * (n + 1)] += scale * x->shift;
    break;
  case INSTANCE_ENTRY: matrix[x->row * n + x->column] += scale; break;
  case INSTANCE_DISTANCE:
    if (x->row != x->column) add_distance(n, x->row, x->column, 0.5 * scale, matrix);
    break;
  default: kernel_axpy(rows_of(x) * n, scale, x->matrix, matrix); break;
  }
}

void instance_to_dense(const instance *x, double *matrix) {
  memset(matrix, 0, rows_of(x) * x->n * sizeof *matrix);
  instance_add_to_dense(x, 1.0, matrix);
}

static size_t smaller(size_t a, size_t b) {
  return a < b ? a : b;
}

/* ---- the hash. Of a vector: its entries that are not 0; their positions, unless they are all; their number. The order and the
 * kind come last: read from its end, what is hashed can mean one instance only. */

enum { HASH_BLOCK = 512 };

/* The entries that are not 0. Returns their number. */
static size_t hash_values(size_t count, const double *value, stream_hash *hash) {
  double kept[HASH_BLOCK];
  size_t sum = 0;
  for (size_t start = 0; start < count; start += HASH_BLOCK) {
    const double *block = value + start;
    size_t length = smaller(count - start, HASH_BLOCK);
    if (!kernel_nonzero(length, block)) {
      const size_t end = length;
      length = 0;
      for (size_t j = 0; j < end; j++) { /* without a branch: a zero is overwritten by the next entry */
        kept[length] = block[j];
        length += block[j] != 0.0;
      }
      block = kept;
    }
    stream_hash_words(hash, block, length);
    sum += length;
  }
  return sum;
}

/* Where they are. */
static void hash_positions(size_t count, const size_t *index, const double *value, stream_hash *hash) {
  uint64_t kept[HASH_BLOCK];
  for (size_t start = 0; start < count; start += HASH_BLOCK) {
    const size_t end = start + smaller(count - start, HASH_BLOCK);
    size_t length = 0;
    for (size_t j = start; j < end; j++) {
      kept[length] = index != NULL ? index[j] : j;
      length += value[j] != 0.0;
    }
    stream_hash_words(hash, kept, length);
  }
}

static void hash_entries(size_t n, size_t count, const size_t *index, const double *value, stream_hash *hash) {
  const uint64_t nonzero = hash_values(count, value, hash);
  if (nonzero < n) hash_positions(count, index, value, hash);
  stream_hash_words(hash, &nonzero, 1);
}

static void hash_low_rank(const instance *x, stream_hash *hash) {
  for (size_t q = 0; q < x->rank; q++) {
    const double weight = x->weights[q] + 0.0; /* -0 as 0 */
    hash_entries(x->n, x->n, NULL, x->factors + q * x->n, hash);
    stream_hash_words(hash, &weight, 1);
  }
  const double shift = x->shift + 0.0;
  const uint64_t rank = x->rank;
  stream_hash_words(hash, &shift, 1);
  stream_hash_words(hash, &rank, 1);
}

static void hash_meeting(const meeting *of, stream_hash *hash) {
  const double numbers[] = {of->side, (double)of->season, of->weight, isnan(of->margin) ? -1.0 : of->margin};
  stream_hash_words(hash, numbers, 4);
}

void instance_hash(const instance *x, stream_hash *hash) {
  const uint64_t shape[] = {x->m, x->n, x->kind};
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD: hash_entries(x->n, x->count, x->index, x->value, hash); break;
  case INSTANCE_LOW_RANK: hash_low_rank(x, hash); break;
  case INSTANCE_ENTRY:
  case INSTANCE_DISTANCE: { /* distances (a,b) and (b,a) are one instance */
    const bool turned = x->kind == INSTANCE_DISTANCE && x->column < x->row;
    const uint64_t place[] = {turned ? x->column : x->row, turned ? x->row : x->column};
    stream_hash_words(hash, place, 2);
    if (x->meeting != NULL) hash_meeting(x->meeting, hash);
    break;
  }
  default: hash_entries(rows_of(x) * x->n, rows_of(x) * x->n, NULL, x->matrix, hash); break;
  }
  stream_hash_words(hash, shape, 3);
}

/* ---- inner products <X, U> of instances in their compact forms */

/* A vector by its stored entries; index = NULL: dense, count entries. */
typedef struct entries {
  size_t count;
  const size_t *index;
  const double *value;
} entries;

static entries entries_of(const instance *x) {
  return (entries){x->count, x->index, x->value};
}

static double gather_dot(entries x, const double *dense) {
  if (x.index == NULL) return kernel_dot(x.count, x.value, dense);
  double sum = 0.0;
  for (size_t j = 0; j < x.count; j++) sum += x.value[j] * dense[x.index[j]];
  return sum;
}

/* sum over common positions of x_i^p z_i^q, p and q 1 or 2 */
static double merged_sum(entries x, bool square_x, entries z, bool square_z) {
  double sum = 0.0;
  for (size_t a = 0, b = 0; a < x.count && b < z.count;) {
    const size_t i = x.index != NULL ? x.index[a] : a, j = z.index != NULL ? z.index[b] : b;
    if (i == j) {
      const double u = x.value[a], v = z.value[b];
      sum += (square_x ? u * u : u) * (square_z ? v * v : v);
    }
    if (i <= j) a++;
    if (j <= i) b++;
  }
  return sum;
}

static double entries_dot(entries x, entries z) {
  if (z.index == NULL) return gather_dot(x, z.value);
  if (x.index == NULL) return gather_dot(z, x.value);
  return merged_sum(x, false, z, false);
}

/* z^T M z over the support of z */
static double matrix_quadratic(size_t n, const double *matrix, entries z) {
  if (z.index == NULL) return kernel_quadratic(n, matrix, n, z.value);
  double sum = 0.0;
  for (size_t j = 0; j < z.count; j++) sum += z.value[j] * gather_dot(z, matrix + z.index[j] * n);
  return sum;
}

static double stored_at(entries x, size_t i) {
  if (x.index == NULL) return x.value[i];
  const size_t place = count_below(x.count, x.index, i);
  return place < x.count && x.index[place] == i ? x.value[place] : 0.0;
}

double instance_coordinate(const instance *x, size_t i) {
  return stored_at(entries_of(x), i);
}

/* z^T U z */
static double quadratic(const instance *u, entries z) {
  switch (u->kind) {
  case INSTANCE_VECTOR: return merged_sum(entries_of(u), false, z, true);
  case INSTANCE_DYAD: {
    const double product = entries_dot(z, entries_of(u));
    return product * product;
  }
  case INSTANCE_LOW_RANK: {
    double sum = u->shift * kernel_dot(z.count, z.value, z.value);
    for (size_t q = 0; q < u->rank; q++) {
      const double product = gather_dot(z, u->factors + q * u->n);
      sum += u->weights[q] * product * product;
    }
    return sum;
  }
  case INSTANCE_RECTANGULAR:
  case INSTANCE_ENTRY: return NAN;
  case INSTANCE_DISTANCE: {
    const double difference = stored_at(z, u->row) - stored_at(z, u->column);
    return 0.5 * (difference * difference);
  }
  default: return matrix_quadratic(u->n, u->matrix, z);
  }
}

/* sum_i x_i U_ii */
static double diagonal_inner(entries x, const instance *u) {
  if (u->kind == INSTANCE_VECTOR) return entries_dot(x, entries_of(u));
  if (u->kind == INSTANCE_RECTANGULAR) return NAN;
  if (u->kind == INSTANCE_DYAD) return merged_sum(x, false, entries_of(u), true);
  double sum = 0.0;
  for (size_t a = 0; a < x.count; a++) {
    const size_t i = x.index != NULL ? x.index[a] : a;
    double entry;
    if (u->kind == INSTANCE_MATRIX) {
      entry = u->matrix[i * (u->n + 1)];
    } else {
      entry = u->shift;
      for (size_t q = 0; q < u->rank; q++) {
        const double z = u->factors[q * u->n + i];
        entry += u->weights[q] * z * z;
      }
    }
    sum += x.value[a] * entry;
  }
  return sum;
}

/* U_ij */
static double entry_of(const instance *u, size_t i, size_t j) {
  double sum;
  switch (u->kind) {
  case INSTANCE_VECTOR: return i == j ? stored_at(entries_of(u), i) : 0.0;
  case INSTANCE_DYAD: return stored_at(entries_of(u), i) * stored_at(entries_of(u), j);
  case INSTANCE_LOW_RANK:
    sum = i == j ? u->shift : 0.0;
    for (size_t q = 0; q < u->rank; q++) {
      sum += u->weights[q] * (u->factors[q * u->n + i] * u->factors[q * u->n + j]);
    }
    return sum;
  case INSTANCE_ENTRY: return u->row == i && u->column == j ? 1.0 : 0.0;
  case INSTANCE_DISTANCE:
    if (u->row == u->column || (i != u->row && i != u->column) || (j != u->row && j != u->column)) return 0.0;
    return i == j ? 0.5 : -0.5;
  default: return u->matrix[i * u->n + j];
  }
}

static bool same_shape(const instance *x, const instance *u) {
  const size_t rows = instance_kind_has_rows(x->kind) ? x->m : x->n;
  return rows == (instance_kind_has_rows(u->kind) ? u->m : u->n) && x->n == u->n;
}

/* Half the squared distance of a and b under the kernel X; of an entry or any square matrix, of its symmetric part. */
static double distance_inner(const instance *x, const instance *u) {
  const size_t a = u->row, b = u->column;
  if (a == b) return 0.0;
  const double cross = 0.5 * (entry_of(x, a, b) + entry_of(x, b, a));
  return 0.5 * (entry_of(x, a, a) + entry_of(x, b, b)) - cross;
}

static double matrix_inner(size_t m, size_t n, const double *x, const double *u) {
  double sum = 0.0;
  for (size_t i = 0; i < m; i++) sum += kernel_dot(n, x + i * n, u + i * n);
  return sum;
}

double instance_inner(const instance *x, const instance *u) {
  if (x->kind > u->kind) return instance_inner(u, x);
  if (u->kind == INSTANCE_DISTANCE) return same_shape(x, u) ? distance_inner(x, u) : NAN;
  if (u->kind == INSTANCE_ENTRY) return same_shape(x, u) ? entry_of(x, u->row, u->column) : NAN;
  if (u->kind == INSTANCE_RECTANGULAR && (x->m != u->m || x->n != u->n)) return NAN;
  switch (x->kind) {
  case INSTANCE_VECTOR: return diagonal_inner(entries_of(x), u);
  case INSTANCE_DYAD: return quadratic(u, entries_of(x));
  case INSTANCE_LOW_RANK: {
    double sum = x->shift != 0.0 ? x->shift * instance_trace(u) : 0.0;
    for (size_t q = 0; q < x->rank; q++) {
      const entries z = {x->n, NULL, x->factors + q * x->n};
      sum += x->weights[q] * quadratic(u, z);
    }
    return sum;
  }
  case INSTANCE_RECTANGULAR: return matrix_inner(x->m, x->n, x->matrix, u->matrix);
  default: return matrix_inner(x->n, x->n, x->matrix, u->matrix);
  }
}

/* f^T X f for one dense row f */
static double row_quadratic(const instance *x, const double *f) {
  double sum = 0.0;
  switch (x->kind) {
  case INSTANCE_VECTOR:
    for (size_t j = 0; j < x->count; j++) {
      const double entry = f[x->index != NULL ? x->index[j] : j];
      sum += x->value[j] * (entry * entry);
    }
    return sum;
  case INSTANCE_DYAD: sum = gather_dot(entries_of(x), f); return sum * sum;
  case INSTANCE_ENTRY: return x->m == x->n ? f[x->row] * f[x->column] : NAN;
  case INSTANCE_DISTANCE: sum = f[x->row] - f[x->column]; return 0.5 * (sum * sum);
  default: return quadratic(x, (entries){x->n, NULL, f});
  }
}

double instance_inner_rows(const instance *x, size_t r, const double *rows, const double *weights, double *work) {
  double sum = 0.0;
  if (x->kind == INSTANCE_DYAD && x->index == NULL) {
    kernel_rows_dot(r, x->n, rows, x->n, x->value, work);
    for (size_t i = 0; i < r; i++) sum += (weights != NULL ? weights[i] : 1.0) * (work[i] * work[i]);
    return sum;
  }
  for (size_t i = 0; i < r; i++) {
    sum += (weights != NULL ? weights[i] : 1.0) * row_quadratic(x, rows + i * x->n);
  }
  return sum;
}

/* ---- the premises 0 <= X <= I of Warmuth 2007, Theorem 2, and ||X|| <= 1, without an eigensolver */

/* low rank: compressed matrix, Cholesky factor, coefficients of one factor, basis, work of frame_append */
size_t instance_range_work(const instance *x) {
  if (x->kind == INSTANCE_MATRIX) return x->n * x->n;
  if (x->kind != INSTANCE_LOW_RANK) return 0;
  const size_t m = smaller(x->rank, x->n);
  return 2 * m * m + (m + 1) + (m + 1) * x->n + (m + x->n);
}

/* For symmetric S (order m, eigenvalues s): 0 if no sign * s + shift falls below -tolerance; otherwise a lower estimate
 * of the distance below 0, larger than the tolerance, to about 1 %, by geometric bisection with Cholesky
 * factorisations. The bracket is the least diagonal entry and the Frobenius norm. */
static double shortfall(size_t m, const double *s, double sign, double shift, double tolerance, double *work) {
  if (cholesky_positive(m, s, sign, shift + tolerance, work)) return 0.0;
  double high = kernel_norm(m * m, s) + fabs(shift);
  if (!isfinite(high)) return INFINITY;
  double low = nextafter(fmax(tolerance, DBL_EPSILON * high), INFINITY);
  for (size_t i = 0; i < m; i++) low = fmax(low, -(sign * s[i * (m + 1)] + shift));
  for (int step = 0; step < 60 && high > 1.01 * low; step++) {
    const double middle = low * sqrt(high / low);
    if (cholesky_positive(m, s, sign, shift + middle, work)) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

/* How far a value lies outside [low,1]. */
static double outside(double value, double low) {
  if (isnan(value)) return INFINITY;
  return fmax(0.0, fmax(low - value, value - 1.0));
}

static double outside_unit(double value) {
  return outside(value, 0.0);
}

/* How far eigenvalues of S + shift I lie outside [low,1]; 0 up to `tolerance`. */
static double symmetric_outside(size_t m, const double *s, double shift, double low, double tolerance, double *work) {
  const double below = shortfall(m, s, 1.0, shift - low, tolerance, work);
  const double above = shortfall(m, s, -1.0, 1.0 - shift, tolerance, work);
  return fmax(below, above);
}

/* X = shift I + F^T diag(w) F; F = C B with orthonormal rows B, so that X has the eigenvalues of shift I + C^T diag(w)
 * C, and `shift` itself if the factors do not span everything. */
static double low_rank_outside(const instance *x, double low, double tolerance, double *work) {
  const size_t n = x->n, m = smaller(x->rank, n);
  double *s = work, *factor = s + m * m, *coefficient = factor + m * m, *basis = coefficient + m + 1;
  double *append_work = basis + (m + 1) * n;
  size_t k = 0;
  memset(s, 0, m * m * sizeof *s);
  for (size_t q = 0; q < x->rank; q++) {
    double rest;
    if (!isfinite(kernel_norm(n, x->factors + q * n))) return INFINITY;
    const int appended = frame_append(n, k, basis, x->factors + q * n, coefficient, &rest, append_work);
    if (appended) coefficient[k++] = rest;
    for (size_t i = 0; i < k; i++) {
      for (size_t j = 0; j < k; j++) s[i * m + j] += x->weights[q] * (coefficient[i] * coefficient[j]);
    }
  }
  for (size_t i = 1; i < k; i++) memmove(s + i * k, s + i * m, k * sizeof *s); /* stride m to k */
  const double within = k > 0 ? symmetric_outside(k, s, x->shift, low, tolerance, factor) : 0.0;
  return k < n ? fmax(within, outside(x->shift, low)) : within;
}

static double vector_outside(const instance *x) {
  double worst = 0.0;
  for (size_t j = 0; j < x->count; j++) worst = fmax(worst, outside_unit(x->value[j]));
  return worst;
}

bool instance_within_unit(const instance *x, double tolerance, double *work, double *worst) {
  double farthest;
  switch (x->kind) {
  case INSTANCE_VECTOR: farthest = vector_outside(x); break;
  case INSTANCE_DYAD: farthest = outside_unit(instance_trace(x)); break; /* eigenvalues |x|^2 and 0 */
  case INSTANCE_LOW_RANK: farthest = low_rank_outside(x, 0.0, tolerance, work); break;
  case INSTANCE_RECTANGULAR:
  case INSTANCE_ENTRY: farthest = INFINITY; break;
  case INSTANCE_DISTANCE: farthest = 0.0; break; /* eigenvalues 1 and 0 */
  default: farthest = symmetric_outside(x->n, x->matrix, 0.0, 0.0, tolerance, work); break;
  }
  if (worst != NULL) *worst = farthest;
  return farthest <= tolerance;
}

/* The smaller Gram matrix and its Cholesky factor; low rank: as for the range. */
size_t instance_norm_work(const instance *x) {
  if (x->kind == INSTANCE_LOW_RANK) return instance_range_work(x);
  if (x->kind != INSTANCE_MATRIX && x->kind != INSTANCE_RECTANGULAR) return 0;
  const size_t order = smaller(rows_of(x), x->n);
  return 2 * order * order;
}

/* gram = X X^T (m <= n) or X^T X; its order. */
static size_t smaller_gram(const instance *x, double *gram) {
  const size_t m = rows_of(x), n = x->n;
  if (m <= n) {
    kernel_multiply_transposed(m, m, n, x->matrix, n, x->matrix, n, gram, m);
    return m;
  }
  memset(gram, 0, n * n * sizeof *gram);
  for (size_t i = 0; i < m; i++) {
    const double *row = x->matrix + i * n;
    for (size_t j = 0; j < n; j++) kernel_axpy(n, row[j], row, gram + j * n);
  }
  return n;
}

bool instance_norm_within(const instance *x, double tolerance, double *work, double *worst) {
  double excess = 0.0;
  if (x->kind == INSTANCE_VECTOR) {
    for (size_t j = 0; j < x->count; j++) excess = fmax(excess, outside_unit(fabs(x->value[j])));
  } else if (x->kind == INSTANCE_ENTRY || x->kind == INSTANCE_DISTANCE) {
    excess = 0.0;
  } else if (x->kind == INSTANCE_MATRIX || x->kind == INSTANCE_RECTANGULAR) {
    const size_t order = smaller_gram(x, work);
    const double allowed = tolerance * (2.0 + tolerance); /* (1 + tolerance)^2 - 1 */
    const double beyond = shortfall(order, work, -1.0, 1.0, allowed, work + order * order);
    if (beyond > 0.0) excess = fmax(sqrt(1.0 + beyond) - 1.0, nextafter(tolerance, INFINITY));
  } else if (x->kind == INSTANCE_DYAD) {
    excess = outside_unit(instance_trace(x));
  } else {
    excess = low_rank_outside(x, -1.0, tolerance, work);
  }
  if (worst != NULL) *worst = excess;
  return excess <= tolerance;
}
