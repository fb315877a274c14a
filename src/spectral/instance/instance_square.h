/* X^2, in the form of X, and the ends of the spectrum of symmetric instances: vectors, dyads, low rank, matrices,
 * distances. */
#pragma once

#include "base/arena.h"
#include "linalg/eigen.h"
#include "spectral/instance/instance.h"

typedef struct instance_square instance_square;

/* rank: largest number of factors (vector, dyad: of stored entries, or n) of the instances to come. STATUS_INVALID for
 * a kind that is not symmetric. */
status instance_square_new(arena *memory, instance_kind kind, size_t n, size_t rank, const eigen_backend *eigen,
                           instance_square **out);

/* *out = X^2, a view that the next call changes. Low rank: (c I + Z^T W Z)^2 = c^2 I + Z^T (2 c W + W Z Z^T W) Z, by
 * the eigenvectors of the inner matrix. */
status instance_square_of(instance_square *work, const instance *x, instance *out);
/* Least and largest eigenvalue of X; STATUS_NUMERIC for numbers that are not finite. */
status instance_square_ends(instance_square *work, const instance *x, double *least, double *largest);
