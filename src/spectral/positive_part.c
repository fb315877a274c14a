#include "spectral/positive_part.h"
#include "linalg/kernels.h"
#include "linalg/singular.h"

struct positive_part {
  size_t m, n, k;
  double *rows;     /* k x max(m, n) */
  double *rotation; /* k x k */
  double *values;   /* k */
  double *factors;  /* k x (m + n) */
};

status positive_part_new(arena *memory, size_t m, size_t n, positive_part **out) {
  positive_part *part = NULL;
  TRY(ARENA_ARRAY(memory, 1, part));
  part->m = m;
  part->n = n;
  part->k = m < n ? m : n;
  TRY(ARENA_ARRAY(memory, m * n, part->rows));
  TRY(ARENA_ARRAY(memory, part->k * part->k, part->rotation));
  TRY(ARENA_ARRAY(memory, part->k, part->values));
  TRY(ARENA_ARRAY(memory, part->k * (m + n), part->factors));
  *out = part;
  return STATUS_OK;
}

status positive_part_of(positive_part *part, const instance *x, instance *out) {
  const size_t m = part->m, n = part->n, k = part->k, length = m < n ? n : m;
  if (x->kind != INSTANCE_RECTANGULAR || x->m != m || x->n != n) {
    return FAIL(STATUS_INVALID, "positive part: expected a rectangular instance of %zu rows and %zu columns", m, n);
  }
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) part->rows[m <= n ? i * n + j : j * m + i] = x->matrix[i * n + j];
  }
  TRY(singular_rotate(k, length, part->rows, part->rotation, part->values));
  double largest = 0.0;
  for (size_t l = 0; l < k; l++) largest = fmax(largest, part->values[l]);
  size_t rank = 0;
  for (size_t l = 0; l < k; l++) {
    const double value = part->values[l];
    if (value <= 1e-15 * largest) continue;
    double *factor = part->factors + rank * (m + n);
    double *longer = m <= n ? factor : factor + n, *shorter = m <= n ? factor + n : factor;
    for (size_t j = 0; j < length; j++) longer[j] = part->rows[l * length + j] / value;
    for (size_t i = 0; i < k; i++) shorter[i] = part->rotation[l * k + i];
    kernel_scale(m + n, 1.0 / kernel_norm(m + n, factor), factor);
    part->values[rank++] = value;
  }
  *out = instance_low_rank(m + n, rank, part->factors, part->values, 0.0);
  return STATUS_OK;
}
