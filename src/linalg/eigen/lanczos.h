/* Lanczos's method for a symmetric A that is seen through products A x only: exp(A) u and a leading eigenvector, without a square matrix of
 * the order of A. With V = [v_1 .. v_m] orthonormal, A V = V T + beta v_{m+1} e_m^T and T tridiagonal. Each new vector is made orthogonal to
 * all before it, twice, so that V loses no digits. O(m^2 n) operations and m products. */
#pragma once

#include "base/memory.h"

enum { LANCZOS_VECTORS = 256 }; /* the most that are kept at once */

typedef void (*lanczos_product)(void *context, const double *x, double *y); /* y = A x; x and y do not overlap */

/* Work space, for orders 1..largest. */
typedef struct lanczos lanczos;
status lanczos_new(size_t largest, lanczos **out);
void lanczos_free(lanczos *l);
POINTER_CLEANUP(lanczos, lanczos_free)

/* v = exp(A) u / |exp(A) u| and *log_norm = ln |exp(A) u|, for u != 0 of n numbers; v and u may be the same. With e = [exp(s T) e_1]_m, which
 * beta times e^((1-s) A) v_{m+1} integrates to the error (Saad 1992), vectors are added until the largest beta |e| of 8 places s is at most
 * `tolerance` of |exp(T) e_1|, both without the factor e^lambda of the largest eigenvalue: an estimate, not a proved bound. STATUS_NUMERIC if
 * LANCZOS_VECTORS do not suffice, which n <= LANCZOS_VECTORS always do. Allocates nothing. */
status lanczos_exponential(lanczos *l, size_t n, lanczos_product product, void *context, const double *u,
                           double tolerance, double *v, double *log_norm);

/* v = a unit vector and *value = v^T A v with |A v - *value v| <= tolerance |T|, the largest Ritz value of a space that begins with `start`
 * (n numbers, not 0, with a part in the eigenspace; v may be the same). After LANCZOS_VECTORS the space begins again with the best vector so
 * far. STATUS_NUMERIC if 100 of them do not suffice. Allocates nothing. */
status lanczos_leader(lanczos *l, size_t n, lanczos_product product, void *context, const double *start,
                      double tolerance, double *v, double *value);
