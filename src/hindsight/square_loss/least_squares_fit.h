/* Least squares over all u, certified. Each function fills u (n) and *least, a certified lower bound of the loss of every u. */
#ifndef HINDSIGHT_SQUARE_LOSS_LEAST_SQUARES_FIT_H
#define HINDSIGHT_SQUARE_LOSS_LEAST_SQUARES_FIT_H

#include <stdbool.h>

#include "hindsight/square_loss/square_trials.h"

/* By Cholesky's factorisation of the scaled Gram matrix where that proves the columns independent, otherwise by
 * orthogonal rows and columns (least |u|_2). */
status least_squares_fit(const square_trials *trials, double *u, double *least);

/* The first of the two ways alone; *found = false, and nothing else, where it proves nothing. */
status least_squares_by_gram(const square_trials *trials, double *u, double *least, bool *found);

/* The lower bound of regression_fit.h around any u. lambda: the least eigenvalue of D^-1 A^T A D^-1 is at least that;
 * 0: not known. */
status least_squares_certificate(const square_trials *trials, const double *lengths, double lambda, const double *u,
                                 double *least);

#endif
