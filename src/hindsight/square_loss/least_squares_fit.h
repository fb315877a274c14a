/* Least squares over all u, certified. Each function fills u (n) and *least, a certified lower bound of the loss of
 * every u. */
#pragma once

#include "hindsight/square_loss/square_trials.h"

/* By Cholesky's factorisation of the scaled Gram matrix where that proves the columns independent, otherwise by
 * orthogonal rows and columns (least |u|_2). */
status least_squares_fit(const square_trials *trials, double *u, double *least);

/* By Cholesky's factorisation alone; where that proves nothing, *found = false and u and *least are not set. */
status least_squares_by_gram(const square_trials *trials, double *u, double *least, bool *found);

/* The lower bound of regression_fit.h around any u. lambda: a lower bound of the least eigenvalue of D^-1 A^T A D^-1;
 * 0: unknown. */
status least_squares_certificate(const square_trials *trials, const double *lengths, double lambda, const double *u,
                                 double *least);
