/* Principal angles between two subspaces given by orthonormal frames (rows, r x n). */
#pragma once

#include "base/memory.h"

typedef struct angles angles; /* work space for subspaces of dimension r in R^n */
status angles_new(size_t n, size_t r, angles **out);
void angles_free(angles *work);
POINTER_CLEANUP(angles, angles_free)

/* radians[0..r-1] = the principal angles between the row spaces of a and b, ascending, in [0, pi/2]. Small ones from
 * their sines (singular values of the part of b outside a), large ones from their cosines: accurate at both ends. */
status angles_between(angles *work, const double *a, const double *b, double *radians);

/* *sum = sum of sines = tr((P_b - P_a)_+), the amount by which one projection must move to the other. */
status angles_positive_part(angles *work, const double *a, const double *b, double *sum);
