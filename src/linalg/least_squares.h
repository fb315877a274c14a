/* Least squares, one row at a time:
 *
 *   minimise  lambda |w|^2 + sum over the rows of (w.x - y)^2      over w of R^k
 *
 * by a triangular factor R and a vector z, R^T R = lambda I + sum x x^T, R w = z, to which a row is added by Givens
 * rotations (Golub & Van Loan, 6.5.3): O(k^2), backward stable, the normal equations are never formed. The minimum is
 * the sum of squares of what the rotations leave of the labels, without cancellation. Nothing is allocated after
 * least_squares_new. */
#pragma once

#include "base/memory.h"
#include <cjson/cJSON.h>

typedef struct least_squares least_squares;

/* lambda > 0: k = capacity. lambda = 0: k = 0, and grows up to the capacity by least_squares_extend. */
status least_squares_new(size_t capacity, double lambda, least_squares **out);
void least_squares_free(least_squares *s);
POINTER_CLEANUP(least_squares, least_squares_free)

size_t least_squares_order(const least_squares *s); /* k */
/* A row: x has k entries and is destroyed. STATUS_NUMERIC, and the factor is unusable, if one of its entries is no
 * longer finite. */
status least_squares_add(least_squares *s, double *x, double y);
/* A row of k + 1 entries, the last one not 0, with lambda = 0: all earlier rows have a 0 there. Destroys x. */
status least_squares_extend(least_squares *s, double *x, double y);

void least_squares_solve(const least_squares *s, double *w); /* the minimiser, k entries, O(k^2) */
/* x^T (R^T R)^{-1} x; work: k doubles. O(k^2) */
double least_squares_leverage(const least_squares *s, const double *x, double *work);
double least_squares_minimum(const least_squares *s);
double least_squares_log_det(const least_squares *s); /* ln det R^T R */

/* Members "factor", "rotated" and "minimum", with "order" where lambda = 0. Loading checks them. */
status least_squares_save(const least_squares *s, cJSON *state);
status least_squares_load(least_squares *s, const cJSON *state);
