/* Eigenvalues of a symmetric tridiagonal matrix by implicit QL (EISPACK's tql2; Golub & Van Loan, 8.3.3), and what its
 * rotations do to rows. */
#pragma once

#include "base/status.h"

/* c x + s y = length, -s x + c y = 0 */
typedef struct rotation {
  double c, s;
} rotation;

rotation rotation_to(double x, double y, double *length);

/* diagonal (n >= 1) becomes the eigenvalues, in no particular order; beside (n): beside[i] is the entry (i+1, i), all are
 * destroyed. rows (n x width) <- Q^T rows with the eigenvectors in the rows of Q^T: those of the matrix from the identity.
 * NULL: values only. Entries beside the diagonal of at most DBL_EPSILON times `size`, or times the largest row of the
 * matrix so far, count as 0. Entries at most 2^500. STATUS_NUMERIC if it does not converge. */
status tridiagonal_ql(size_t n, double *diagonal, double *beside, double size, size_t width, double *rows);
