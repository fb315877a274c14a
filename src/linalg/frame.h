/* Orthonormal frames: r vectors of length n as the ROWS of an r x n array (row stride n). Never an n x n matrix. */
#pragma once

#include "base/random.h"

/* Haar-distributed frame: Gaussian rows, orthogonalised twice. 1 <= r <= n. */
status frame_random(random_stream *stream, size_t n, size_t r, double *frame);

/* Orthonormalises a vector against a frame and appends it. basis holds k orthonormal rows of length n (stride n) with
 * space for one more. vector = sum_l coefficient[l] basis_l + *rest * (new unit vector); two passes of classical
 * Gram-Schmidt (three if the second still loses half). If the rest is at most 32 DBL_EPSILON * |vector| it is
 * rank-deficient: *rest = 0, nothing is appended. Otherwise row k is the new unit vector. coefficient has k entries. k
 * = n never appends. `work` has k + n doubles. A vector that is not finite is never appended (its coefficients are not
 * finite). Returns 1 if a row was appended, 0 if not. */
int frame_append(size_t n, size_t k, double *basis, const double *vector, double *coefficient, double *rest,
                 double *work);

/* vector -= its projection on the frame's rows (twice); returns the norm of what remains. work: r doubles. */
double frame_reject(size_t n, size_t r, const double *frame, double *vector, double *work);

/* max |F F^T - I| entry */
double frame_defect(size_t n, size_t r, const double *frame);
