/* Hermitian matrices A = P + iS as they come, [[P, -S], [S, P]] of twice the order: decomposed as matrices of complex numbers,
 * a quarter of the work. As in reduction.h A = H T H^*, with reflections I - tau v v^*, tau real, that make all of a row zero
 * but one complex entry, and a diagonal of phases that makes those real (Golub & Van Loan, 8.3.1; Wilkinson 1965, 5.40). A
 * reflection of complex vectors is two of real ones, of v and of iv, which commute: so they are undone. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether a (2n x 2n, symmetric) is of that form, to the last bit. */
bool hermitian_form(size_t n, const double *a);

/* a: 2n x 2n of that form; it keeps the reflections. diagonal, beside, tau (n each): as in reduction.h. phases: 2n. work:
 * reduction_work(2n). */
void hermitian_to_tridiagonal(size_t n, double *a, double *diagonal, double *beside, double *tau, double *phases,
                              double *work);

/* Eigenvectors of T, n x n, in the columns of q become those of [[P, -S], [S, P]], 2n x 2n, in rows: (x, y) and (-y, x) for
 * each vector x + iy of A. q must not overlap vectors beyond its first n rows. */
void hermitian_undo(size_t n, const double *a, const double *tau, const double *phases, const double *q,
                    double *vectors, double *work);
