/* The best density matrix in hindsight for the square loss: min over U >= 0, tr U = 1 of sum_t (tr(U X_t) - y_t)^2,
 * with a certificate.
 *
 * For any numbers e_t and G = sum_t e_t X_t, every density has a loss of at least 2 lambda_min(G) - sum_t e_t (2 y_t +
 * e_t): the gap of the conditional gradient method when e are the residuals. lambda_min is proved by a Cholesky
 * factorisation; all is rounded outward. */
#pragma once

#include "comparators/comparator.h"
#include "linalg/eigen.h"

/* x: `count` symmetric instances of order n (any kind but rectangular ones and entries), y: their labels, all finite.
 * Equal instances are grouped. *out: a matrix (a vector if all instances are vectors: these commute, and the best
 * density is diagonal), freed by the caller, with the certified least loss (comparator_set_least). A pure function of
 * the arguments; the last answers are kept (base/memo.h). STATUS_INVALID for other instances, other orders, or numbers
 * that are not finite. */
status comparator_density_fit(size_t n, size_t count, const instance *x, const double *y, const eigen_backend *eigen,
                              comparator **out);
