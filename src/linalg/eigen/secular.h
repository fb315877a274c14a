/* The symmetric eigenproblem after a change of rank one (Golub 1973; Bunch, Nielsen & Sorensen 1978):
 *
 *   diag(d) + rho z z^T = W^T diag(values) W,  W orthogonal with the eigenvectors in its rows.
 *
 * Deflation (as LAPACK's dlaed2): z_i is dropped where the change of the matrix is at most a rounding error of its norm;
 * where two of the d are as near, a rotation makes one of the two z zero first. For the others, with rho > 0 and d
 * ascending, values_j is the root in (d_j, d_{j+1}), the last one in (d_m, d_m + rho |z|^2), of the secular equation
 *
 *   1/rho + sum_i z_i^2 / (d_i - x) = 0,
 *
 * found as mu = x - d_o from the nearer pole d_o, so that every difference d_i - x = (d_i - d_o) - mu is accurate to
 * some ulp: the middle way of Li 1993 (LAPACK Working Note 89), a rational function with poles at d_j and d_{j+1} that
 * agrees with both halves of the sum and their derivatives, inside a bracket that bisection shrinks where it does not
 * converge. Gu & Eisenstat 1994 (SIAM J. Matrix Anal. Appl. 15): the values found are the exact ones for the vector
 *
 *   zhat_i^2 = prod_j (values_j - d_i) / (rho prod_{j != i} (d_j - d_i))       (Loewner),
 *
 * and the eigenvectors (zhat_i / (d_i - values_j))_i of diag(d) + rho zhat zhat^T are orthogonal to rounding, however
 * near the values are. |zhat - z| is the error of the values; it is compared with rounding errors. */
#pragma once

#include "base/memory.h"

typedef struct secular secular;

status secular_new(size_t largest, secular **out); /* orders 1..largest */
void secular_free(secular *s);
POINTER_CLEANUP(secular, secular_free)

/* d and z: n numbers in any order. values: ascending; vectors (n x n, stride n): row j belongs to values[j], its entries
 * are in the order of d, its sign is any. O(n^2). Returns false, and the caller has to decompose the matrix in another
 * way, if a number is not finite or so large or small that squares could overflow or underflow, or if |zhat - z| exceeds
 * 1e-12 |z|. vectors may not overlap z or d. Allocates nothing. */
bool secular_solve(secular *s, size_t n, const double *d, double rho, const double *z, double *values, double *vectors);

/* The same in parts, for one who has the matrix in other coordinates, X diag(d) X^T: values, and then these functions about
 * the last solution. The columns of X are to be turned first; a value is then a column of X, or a root, whose vector is a
 * combination of the columns that are kept. */
bool secular_values(secular *s, size_t n, const double *d, double rho, const double *z, double *values);

/* Columns become c x + s y (low) and c y - s x (high) of x = low and y = high. */
typedef struct secular_turn {
  size_t low, high;
  double c, s;
} secular_turn;

size_t secular_turns(const secular *s, const secular_turn **turns); /* in the order in which they are done */
size_t secular_kept(const secular *s, const size_t **columns);      /* m of them */
/* Whether values[l] is a root, *which < m of them, or *which is a column. */
bool secular_is_root(const secular *s, size_t l, size_t *which);
/* entries (m): the vector of a root in the columns that are kept. */
void secular_vector(const secular *s, size_t root, double *entries);
