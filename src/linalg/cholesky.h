/* Positive definiteness by Cholesky: the premise 0 <= X <= I without an eigensolver. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* true iff scale * A + shift * I (A symmetric n x n, row stride n) has a Cholesky factorisation with positive pivots.
 * work: n * n doubles. False for entries that are not finite. */
bool cholesky_positive(size_t n, const double *a, double scale, double shift, double *work);

/* v <- (L L^T)^-1 v for the Cholesky factor L (n x n, row stride n; its upper triangle is not read). */
void cholesky_solve(size_t n, const double *factor, double *v);
/* v <- L^-1 v */
void cholesky_solve_lower(size_t n, const double *factor, double *v);
