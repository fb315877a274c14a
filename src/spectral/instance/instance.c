#include "spectral/instance/instance.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "linalg/kernels.h"

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

/* Of a matrix, symmetric or not. */
static size_t rows_of(const instance *x) {
  return instance_kind_has_rows(x->kind) ? x->m : x->n;
}

/* The place of the first entry that is not finite, or count. */
static size_t first_not_finite(size_t count, const double *x) {
  size_t i = 0;
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

double instance_trace(const instance *x) {
  double sum = 0.0;
  switch (x->kind) {
  case INSTANCE_VECTOR:
    for (size_t j = 0; j < x->count; j++) sum += x->value[j];
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

/* Hashing: pairs (position, value) are collected, so that the hash is fed large pieces. */
enum { HASH_PAIRS = 128 };

typedef struct hash_feed {
  stream_hash *hash;
  size_t count;
  struct {
    uint64_t position;
    double value;
  } pairs[HASH_PAIRS];
} hash_feed;

static void feed_flush(hash_feed *feed) {
  if (feed->count > 0) stream_hash_bytes(feed->hash, feed->pairs, feed->count * sizeof feed->pairs[0]);
  feed->count = 0;
}

static void feed_pair(hash_feed *feed, uint64_t position, double value) {
  feed->pairs[feed->count].position = position;
  feed->pairs[feed->count].value = value == 0.0 ? 0.0 : value; /* -0 as 0 */
  if (++feed->count == HASH_PAIRS) feed_flush(feed);
}

/* The entries that are not zero, then an end mark. */
static void feed_entries(hash_feed *feed, size_t count, const size_t *index, const double *value) {
  for (size_t j = 0; j < count; j++) {
    if (value[j] != 0.0) feed_pair(feed, index != NULL ? index[j] : j, value[j]);
  }
  feed_pair(feed, UINT64_MAX, 0.0);
}

void instance_hash(const instance *x, stream_hash *hash) {
  hash_feed feed;
  feed.hash = hash;
  feed.count = 0;
  feed_pair(&feed, (uint64_t)x->kind, (double)x->n);
  if (instance_kind_has_rows(x->kind)) feed_pair(&feed, x->m, 0.0);
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD: feed_entries(&feed, x->count, x->index, x->value); break;
  case INSTANCE_LOW_RANK:
    feed_pair(&feed, x->rank, x->shift);
    for (size_t q = 0; q < x->rank; q++) {
      feed_pair(&feed, q, x->weights[q]);
      feed_entries(&feed, x->n, NULL, x->factors + q * x->n);
    }
    break;
  case INSTANCE_ENTRY: feed_pair(&feed, (uint64_t)x->row * x->n + x->column, 1.0); break;
  case INSTANCE_DISTANCE: { /* (a,b) and (b,a) are one instance */
    const size_t low = x->row < x->column ? x->row : x->column, high = x->row < x->column ? x->column : x->row;
    feed_pair(&feed, (uint64_t)low * x->n + high, 1.0);
    break;
  }
  default: feed_entries(&feed, rows_of(x) * x->n, NULL, x->matrix); break;
  }
  feed_flush(&feed);
}
