/* Random unit vectors with a given part in a subspace: x = sqrt(s) u + sqrt(1 - s) v, u a random unit vector of the span of r
 * orthonormal rows, v one orthogonal to it. Several are made at once, so that the rows are read from memory once for all. */
#pragma once

#include "base/arena.h"
#include "base/random.h"

typedef struct mixtures {
  size_t n, r, capacity, count;
  double *x;      /* capacity x n: Gaussian vectors, then the mixtures */
  double *inside; /* capacity x r: coordinates of u */
  double *along;  /* capacity x r */
  double *share;  /* s, capacity */
  double *work;   /* of kernel_panel_dot; capacity 1: NULL */
  arena memory;   /* of the arrays */
} mixtures;

/* As many at once as are worth it, for vectors of length n. */
size_t mixtures_capacity(size_t n);
/* To be ended even after a failure. */
status mixtures_begin(size_t n, size_t r, size_t capacity, mixtures *out);
void mixtures_end(mixtures *all);
/* Draws one more: n Gaussian numbers for v (s = 1: none), r for u (s = 0: none). s < 1 needs r < n. */
void mixtures_draw(mixtures *all, random_stream *stream, double share);
/* Makes all that were drawn: x. The next draw begins anew. A vector of which nothing is left outside of the rows is drawn again. */
void mixtures_make(mixtures *all, random_stream *stream, const double *rows);
