/* The best linear predictor in hindsight for the square loss: min over u of the class of sum_t (u.x_t - y_t)^2, with a
 * certificate.
 *
 * For any numbers e_t, r^2 >= 2 e r - e^2; so, with g = sum_t e_t x_t, every u of a class C has
 *
 *   sum_t (u.x_t - y_t)^2 >= 2 min over C of u.g - sum_t e_t (2 y_t + e_t),
 *
 * a minimum that is radius min_i g_i for the simplex and -radius max_i |g_i| for the l1 ball. For least squares, with e
 * the residuals of the answer u' and D the lengths of the columns, the loss of u' + d is at least |e|^2 - |D^-1 g|^2 /
 * lambda, lambda the least eigenvalue of the scaled Gram matrix, which a Cholesky factorisation proves to be positive.
 * All are rounded outward. */
#pragma once

#include "comparators/comparator.h"

typedef enum regression_class {
  REGRESSION_LEAST_SQUARES, /* every u; of several minimisers the one of least |u|_2 */
  REGRESSION_SIMPLEX,       /* u_i >= 0, sum u_i = radius */
  REGRESSION_L1_BALL        /* sum |u_i| <= radius */
} regression_class;

/* x: `count` vector instances of order n, y: their labels, all finite. *out: a vector, freed by the caller, with the
 * certified least loss of its class (comparator_set_least). radius: >= 0, ignored by least squares. A pure function of
 * the arguments; the last answers are kept (base/memo.h).
 *
 * Least squares whose columns are dependent (equal ones, more columns than trials), or nearly dependent (a condition
 * number above about 1e10), is certified only for the u with |D (u - u')|_2 <= 2^20 (|D u'|_2 + |y|_2).
 *
 * STATUS_INVALID for other instances, a label or number that is not finite, a radius below 0, and for least squares of
 * dependent columns with more than 2^27 = 134217728 numbers n * count. */
status comparator_regression_fit(regression_class kind, double radius, size_t n, size_t count, const instance *x,
                                 const double *y, comparator **out);
