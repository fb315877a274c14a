#include "problems/subspaces/planted.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"

status planted_rotation(uint64_t seed, size_t n, double **rows) {
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  FREED double *rotation = NULL;
  *rows = NULL;
  TRY(NEW_ARRAY(n * n, rotation));
  TRY(random_stream_new(seed, "rotation", &stream));
  TRY(frame_random(stream, n, n, rotation));
  return HAND_OVER(rotation, *rows);
}

status planted_coordinates(uint64_t seed, size_t n, size_t size, bool random, size_t **out) {
  FREED size_t *coordinates = NULL;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(size, coordinates));
  for (size_t i = 0; i < size; i++) coordinates[i] = i;
  if (random) {
    TRY(random_stream_new(seed, "subspace", &stream));
    random_subset(stream, n, size, coordinates);
  }
  return HAND_OVER(coordinates, *out);
}

status planted_classes(uint64_t seed, const char *purpose, size_t count, size_t classes, size_t *out) {
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(random_stream_new(seed, purpose, &stream));
  for (size_t i = 0; i < count; i++) out[i] = i % classes;
  random_shuffle(stream, count, out);
  return STATUS_OK;
}

status planted_signs(uint64_t seed, size_t count, double *out) {
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(random_stream_new(seed, "signs", &stream));
  for (size_t i = 0; i < count; i++) out[i] = random_chance(stream, 0.5) ? 1.0 : -1.0;
  return STATUS_OK;
}

bool planted_one_pass(double whole, double rest) {
  return rest >= 0.25 * whole;
}

/* Takes the parts along the rows away from x, of squared length *square, and leaves what remains of that. */
static void reject(size_t n, size_t count, const double *rows, double *x, double *work, double *square) {
  double before;
  do {
    before = *square;
    kernel_rows_dot(count, n, rows, n, x, work);
    for (size_t l = 0; l < count; l++) work[l] = -work[l];
    kernel_rows_combine(count, n, rows, n, work, x);
    *square = kernel_dot(n, x, x);
  } while (!planted_one_pass(before, *square));
}

static bool outside(size_t n, size_t count, const double *rows, size_t more_count, const double *more_rows, double *x,
                    double *work) {
  const double whole = kernel_dot(n, x, x);
  double rest = whole;
  if (count > 0) reject(n, count, rows, x, work, &rest);
  if (more_count > 0) reject(n, more_count, more_rows, x, work, &rest);
  if (rest <= 1e-12 * whole) return false;
  kernel_scale(n, 1.0 / sqrt(rest), x);
  return true;
}

bool planted_outside(size_t n, size_t count, const double *rows, double *x, double *work) {
  return outside(n, count, rows, 0, NULL, x, work);
}

void planted_direction(random_stream *stream, size_t n, size_t count, const double *rows, size_t more_count,
                       const double *more_rows, double *x, double *work) {
  do random_gaussian_vector(stream, n, x);
  while (!outside(n, count, rows, more_count, more_rows, x, work));
}

status planted_comparator(size_t n, size_t size, const size_t *coordinates, const double *rotation, comparator **out) {
  if (rotation == NULL) return comparator_from_coordinates(COMPARATOR_PLANTED, n, size, coordinates, out);
  FREED double *frame = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(size * n, frame));
  for (size_t i = 0; i < size; i++) memcpy(frame + i * n, rotation + coordinates[i] * n, n * sizeof *frame);
  return comparator_from_frame(COMPARATOR_PLANTED, n, size, frame, out);
}

status planted_rectangular_comparator(size_t m, size_t n, size_t size, const size_t *coordinates, comparator **out) {
  FREED double *target = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(m * n, target));
  for (size_t i = 0; i < size; i++) target[coordinates[i] * (n + 1)] = 1;
  return comparator_from_rectangular(COMPARATOR_PLANTED, m, n, target, out);
}

status planted_limit(const char *who, size_t n, size_t limit, const char *reason) {
  if (n <= limit) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: n = %zu must be at most %zu with %s", who, n, limit, reason);
}

instance_kind planted_kind(planted_form form) {
  switch (form) {
  case PLANTED_VECTOR: return INSTANCE_VECTOR;
  case PLANTED_MATRIX: return INSTANCE_MATRIX;
  case PLANTED_RECTANGULAR: return INSTANCE_RECTANGULAR;
  default: return INSTANCE_LOW_RANK;
  }
}

status planted_diagonal_begin(planted_diagonal *diagonal, planted_form form, uint64_t seed, size_t n, size_t most) {
  *diagonal = (planted_diagonal){.form = form, .n = n};
  if (form == PLANTED_ROTATED) {
    TRY(planted_rotation(seed, n, &diagonal->rotation));
    TRY(NEW_ARRAY(most * n, diagonal->factors));
  }
  if (form == PLANTED_MATRIX) {
    TRY(NEW_ARRAY(n * n, diagonal->matrix));
    TRY(NEW_ARRAY(most, diagonal->last));
  }
  return STATUS_OK;
}

status planted_diagonal_begin_rectangular(planted_diagonal *diagonal, size_t m, size_t n, size_t most) {
  *diagonal = (planted_diagonal){.form = PLANTED_RECTANGULAR, .n = n, .m = m};
  TRY(NEW_ARRAY(m * n, diagonal->matrix));
  return NEW_ARRAY(most, diagonal->last);
}

void planted_diagonal_end(planted_diagonal *diagonal) {
  free(diagonal->rotation);
  free(diagonal->factors);
  free(diagonal->matrix);
  free(diagonal->last);
  *diagonal = (planted_diagonal){0};
}

instance planted_diagonal_instance(planted_diagonal *diagonal, size_t count, const size_t *index, const double *value) {
  const size_t n = diagonal->n;
  if (diagonal->form == PLANTED_VECTOR) return instance_sparse(INSTANCE_VECTOR, n, count, index, value);
  if (diagonal->form == PLANTED_ROTATED) { /* R diag(x) R^T = sum of x_i q_i q_i^T */
    for (size_t i = 0; i < count; i++) {
      memcpy(diagonal->factors + i * n, diagonal->rotation + index[i] * n, n * sizeof *diagonal->factors);
    }
    return instance_low_rank(n, count, diagonal->factors, value, 0);
  }
  for (size_t i = 0; i < diagonal->last_count; i++) diagonal->matrix[diagonal->last[i] * (n + 1)] = 0;
  for (size_t i = 0; i < count; i++) diagonal->matrix[index[i] * (n + 1)] = value[i];
  if (count > 0) memcpy(diagonal->last, index, count * sizeof *index);
  diagonal->last_count = count;
  if (diagonal->form == PLANTED_RECTANGULAR) return instance_rectangular(diagonal->m, n, diagonal->matrix);
  return instance_matrix(n, diagonal->matrix);
}
