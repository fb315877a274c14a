/* The eigenproblem of a symmetric tridiagonal matrix, T = Q diag(values) Q^T, by divide and conquer (Cuppen 1981; Gu &
 * Eisenstat 1995, SIAM J. Matrix Anal. Appl. 16): with e the entry between two halves and s its sign,
 *
 *   T = [T1 0; 0 T2] + |e| u u^T,  u = 1 at the end of the first half and s at the start of the second,
 *
 * so that the decompositions of T1 and T2, the secular equation (linalg/eigen/secular.h) and a product of matrices give that
 * of T. What the secular equation deflates takes no part in the product, nor does the half of a column that is 0. */
#pragma once

#include "base/memory.h"

typedef struct divider divider;

status divider_new(size_t largest, divider **out); /* orders 1..largest; address space for squares is reserved */
void divider_free(divider *w);
POINTER_CLEANUP(divider, divider_free)

/* diagonal (n >= 1) becomes the values, in no particular order; beside (n, destroyed): beside[i] is the entry (i+1, i). vectors
 * (n x n): Q, with the eigenvectors in its COLUMNS. `size` is the largest entry of T or so, at most 2^200 and at least 2^-200
 * or 0: entries beside the diagonal count as 0 up to DBL_EPSILON times that. STATUS_NUMERIC if QL does not converge or the
 * secular equation is not solved. Allocates nothing. */
status divide_and_conquer(divider *w, size_t n, double *diagonal, double *beside, double size, double *vectors);
