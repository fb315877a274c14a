#include "problems/subspaces/subspace_factors.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "problems/subspaces/planted.h"

status subspace_factors_begin(uint64_t seed, size_t n, size_t r, size_t rank, bool full, subspace_factors *draw) {
  *draw = (subspace_factors){.n = n, .r = r, .rank = rank, .full = full};
  TRY(random_stream_new(seed, "instances", &draw->instances));
  TRY(NEW_ARRAY(r * n, draw->frame));
  TRY(NEW_ARRAY(rank * n, draw->factors));
  TRY(NEW_ARRAY(rank, draw->weights));
  TRY(NEW_ARRAY(r, draw->coefficients));
  TRY(NEW_ARRAY(r > rank ? r : rank, draw->work));
  TRY(NEW_ARRAY(n, draw->vector));
  CLEANUP(random_stream_free_at) random_stream *subspace = NULL;
  TRY(random_stream_new(seed, "subspace", &subspace));
  return frame_random(subspace, n, r, draw->frame);
}

void subspace_factors_end(subspace_factors *draw) {
  random_stream_free(draw->instances);
  free(draw->frame);
  free(draw->factors);
  free(draw->weights);
  free(draw->coefficients);
  free(draw->work);
  free(draw->vector);
}

/* A random unit vector orthogonal to the subspace (if `outside`) and to the `count` orthonormal rows of `others`. */
static void draw_direction(subspace_factors *draw, bool outside, size_t count, const double *others, double *out) {
  planted_direction(draw->instances, draw->n, outside ? draw->r : 0, draw->frame, count, others, out, draw->work);
}

/* A random unit vector of the subspace. */
static void draw_inside(subspace_factors *draw, double *out) {
  random_unit_vector(draw->instances, draw->r, draw->coefficients);
  for (size_t i = 0; i < draw->n; i++) out[i] = 0;
  kernel_rows_combine(draw->r, draw->n, draw->frame, draw->n, draw->coefficients, out);
}

static void draw_weights(subspace_factors *draw) {
  for (size_t j = 0; j < draw->rank; j++) {
    draw->weights[j] = draw->full ? random_uniform(draw->instances) : 1;
  }
}

void subspace_factors_at(subspace_factors *draw, double margin) {
  const size_t n = draw->n;
  const bool everywhere = draw->r == n; /* no complement: then margin = 1 */
  draw_weights(draw);
  if (draw->full) draw->weights[0] = margin + (1 - margin) * draw->weights[0]; /* at least the margin */
  const double share = margin > 0 ? margin / draw->weights[0] : 0;
  const bool mixed = share < 1; /* the first factor has a part outside the subspace */
  double *first = draw->factors;
  if (mixed) {
    draw_direction(draw, true, 0, NULL, first);
  } else {
    draw_inside(draw, first);
  }
  for (size_t j = 1; j < draw->rank; j++) {
    const bool beside = mixed || everywhere; /* otherwise the first factor is inside and orthogonal anyway */
    draw_direction(draw, !everywhere, beside ? j : j - 1, beside ? first : first + n, first + j * n);
  }
  if (mixed && share > 0) {
    draw_inside(draw, draw->vector);
    kernel_scale(n, sqrt(1 - share), first);
    kernel_axpy(n, sqrt(share), draw->vector, first);
  }
}

double subspace_factors_anywhere(subspace_factors *draw) {
  const size_t n = draw->n;
  double trace = 0;
  draw_weights(draw);
  for (size_t j = 0; j < draw->rank; j++) {
    double *factor = draw->factors + j * n;
    draw_direction(draw, false, j, draw->factors, factor);
    kernel_rows_dot(draw->r, n, draw->frame, n, factor, draw->coefficients);
    trace += draw->weights[j] * kernel_dot(draw->r, draw->coefficients, draw->coefficients);
  }
  return trace;
}
