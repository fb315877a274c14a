/* A projection with a given diagonal (Schur 1923, Horn 1954): some projection of order n and rank r has the diagonal d if and only if
 * 0 <= d_i <= 1 and sum d_i = r. Lower bounds hide it where an adversary has fixed no more than its diagonal. */
#pragma once

#include "base/status.h"

/* frame (r x n): orthonormal rows with sum over l of frame_li^2 = d_i, up to rounding, by at most n - 1 plane rotations
 * (Davies & Higham 2000, "Numerically stable generation of correlation matrices"). The sum must be r within 1e-9 r: what is missing is given
 * to the last coordinate that is met, or taken from it. */
status schur_horn_frame(size_t n, size_t r, const double *diagonal, double *frame);
