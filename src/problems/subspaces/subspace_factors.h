/* Factors x_j and weights l_j of random instances X = sum of l_j x_j x_j^T, orthonormal, with a given tr(PX) for a Haar-random
 * subspace P = F^T F. */
#ifndef PROBLEMS_SUBSPACES_SUBSPACE_FACTORS_H
#define PROBLEMS_SUBSPACES_SUBSPACE_FACTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "base/status.h"

typedef struct subspace_factors {
  size_t n, r, rank;
  bool full; /* weights uniform in [0,1]; otherwise 1 */
  random_stream *instances;
  double *frame;        /* F, r x n */
  double *factors;      /* rank x n */
  double *weights;      /* rank */
  double *coefficients; /* r */
  double *work;         /* max(r, rank) */
  double *vector;       /* n */
} subspace_factors;

/* Draws the subspace. Streams: "subspace", "instances". To be ended even after a failure. */
status subspace_factors_begin(uint64_t seed, size_t n, size_t r, size_t rank, bool full, subspace_factors *draw);
void subspace_factors_end(subspace_factors *draw);
/* An instance with tr(PX) = margin. r = n: margin must be 1. */
void subspace_factors_at(subspace_factors *draw, double margin);
/* One whose factors are Haar-random in the whole space; returns tr(PX). */
double subspace_factors_anywhere(subspace_factors *draw);

#endif
