/* Windows: a change of orthonormal coordinates after which given vectors come first. */
#pragma once

#include <stddef.h>

/* t (order x order, symmetric, stride order) holds H in some orthonormal coordinates; `rows` (count x order, stride
 * order) holds orthonormal vectors in the same coordinates. On return t = Q t Q^T, Q orthogonal with `rows` as its
 * first rows: one Householder reflection for each of them, O(count order^2). `rows` is destroyed; work has `order`
 * doubles. */
void window_rotate(size_t order, double *t, size_t count, double *rows, double *work);
