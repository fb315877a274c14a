/* Trials with real labels and the square loss, for regression_fit.h and density_fit.h. */
#pragma once

#include "spectral/instance/instance.h"

/* A view: the caller owns the arrays. */
typedef struct square_trials {
  size_t n, count;
  const instance *x; /* of order n */
  const double *y;
} square_trials;

/* STATUS_INVALID unless n >= 1, every instance has order n and is symmetric, and all numbers are finite. vectors:
 * whether all must be vectors. */
status square_trials_check(const square_trials *trials, int vectors);
/* key = hash of the question: its name, a parameter and the trials, for base/memo.h */
status square_trials_key(const square_trials *trials, const char *name, double parameter, char key[33]);

/* sum of e_t^2 */
double square_trials_loss(size_t count, const double *e);
/* A number that is at most -sum_t e_t (2 y_t + e_t). */
double square_trials_dual(const square_trials *trials, const double *e);

/* ---- of vector instances: A is the count x n matrix of rows x_t */
/* e = A u - y, as comparators evaluate it */
void square_trials_residuals(const square_trials *trials, const double *u, double *e);
/* The same, correctly rounded up to an error of at most 2^-52 |e_t| + *error */
void square_trials_accurate_residuals(const square_trials *trials, const double *u, double *e, double *error);
/* g = A^T e */
void square_trials_gradient(const square_trials *trials, const double *e, double *g);
/* The same with |g_i - (A^T e)_i| <= error_i */
status square_trials_accurate_gradient(const square_trials *trials, const double *e, double *g, double *error);
/* column = the i-th column of A (count) */
void square_trials_column(const square_trials *trials, size_t i, double *column);
