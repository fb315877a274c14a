/* The Gram matrix of the columns of A (square_trials.h), each divided by its length. */
#pragma once

#include "hindsight/square_loss/square_trials.h"

enum { GRAM_LARGEST = 4000 }; /* largest order for which such matrices are formed */

/* gram (n x n, zeros on entry) = D^-1 A^T A D^-1, D = diag(lengths); a column of length 0 counts as uncorrelated with
 * the others. */
status gram_matrix(const square_trials *trials, const double *lengths, double *gram);
/* factor (n x n) = Cholesky's L of that matrix; *lambda = a certified lower bound of the least eigenvalue of the exact
 * matrix, for columns of length at most about 1; 0 if none is found, and then the factor is not valid.
 * */
void gram_least_eigenvalue(const square_trials *trials, const double *gram, double *factor, double *lambda);
