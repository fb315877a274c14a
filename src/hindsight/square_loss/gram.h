/* The Gram matrix of the columns of A (square_trials.h), each divided by its length. */
#ifndef HINDSIGHT_SQUARE_LOSS_GRAM_H
#define HINDSIGHT_SQUARE_LOSS_GRAM_H

#include "hindsight/square_loss/square_trials.h"

enum { GRAM_LARGEST = 4000 }; /* order up to which such matrices are made */

/* gram (n x n, zeros before) = D^-1 A^T A D^-1, D = diag(lengths); a column of length 0 counts as one of no correlation
 * with the others. */
status gram_matrix(const square_trials *trials, const double *lengths, double *gram);
/* factor (n x n) = Cholesky's L of that matrix; *lambda = a certified lower bound of the least eigenvalue of what the
 * matrix is without rounding, for columns of length about 1 at most; 0 if none is found: then the factor is of no use.
 */
void gram_least_eigenvalue(const square_trials *trials, const double *gram, double *factor, double *lambda);

#endif
