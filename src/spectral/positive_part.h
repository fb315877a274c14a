/* The positive part Z_+ = (|Z| + Z)/2 of the embedding Z(X) = [[0, X^T], [X, 0]], block order (n, m), of a rectangular
 * or diagonal X: the sum of a_i q_i q_i^T over the singular values a_i of X, q_i = (v_i; u_i)/sqrt 2. */
#pragma once

#include "base/arena.h"
#include "spectral/instance/instance.h"

typedef struct positive_part positive_part;

status positive_part_new(arena *memory, size_t m, size_t n, positive_part **out);
/* *out = Z_+(X) as a low-rank instance of order m + n with unit factors, a view until the next call; singular values of
 * at most 1e-15 of the largest are dropped. x: rectangular m x n. Allocates nothing. */
status positive_part_of(positive_part *part, const instance *x, instance *out);
