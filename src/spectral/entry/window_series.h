/* The exponential of a narrow window at its two leading rows, by power series: no eigenvalues.
 *
 * T is of order n with half-bandwidth 2, C = [[mu, off], [off, mu]] in its leading rows, zero elsewhere. [low, low + x] holds the Gershgorin
 * discs of T and of T - C, B = (T - low I)/x, B' = B - C/x, and E = [e_1 e_2]. From the moments M_k = E^T B^k E and M'_k = E^T B'^k E, which are
 * 2 x 2:
 *
 *   E^T e^(T-C) E             = e^low sum_k x^k/k! M'_k
 *   d^2 tr e^(T-C) in P and Q = e^low sum_{i,j} x^(i+j)/(i+j+1)! tr(M'_i P M'_j Q)                            P, Q in the leading rows
 *   tr e^(T-C) - tr e^T       = e^low sum_k x^k/k! s_k,    sum_k s_k z^k = -z d/dz ln det(I + z C/x sum_k M_k z^k)
 *
 * The last one since det(I - z B') = det(I - z B) det(I + z C/x E^T (I - z B)^(-1) E), and sum_k tr B^k z^k = -z d/dz ln det(I - z B).
 *
 * B and B' have their eigenvalues in [0, 1]. So no digits cancel on the diagonal, whose entries are at least e^low; |M_k| <= 1; and |s_k| <= 2,
 * because C has rank 2. The sums end with the first k >= 2x for which x^k/k! <= 1e-17, which leaves out less than 4e-17 e^low; the second one ends
 * at 1e-9. M_2k and M_2k+1 are inner products of B^k E and B^(k+1) E: O(n k) operations for k moments, then O(k^2). Only +, -, x, /, and
 * fixed_exp. */
#pragma once

#include "base/arena.h"

/* Of e^(T - C + shift I), with D = I and X = [[0, 1], [1, 0]] in the leading rows. */
typedef struct window_values {
  double entry[3];     /* (1,1), (1,2), (2,2) */
  double curvature[3]; /* second derivatives of the trace: in D and D, D and X, X and X; to 1e-8 of the entries */
} window_values;

/* Of tr e^(T - C + shift I) - tr e^(T + shift I). */
typedef struct window_change {
  double change, rounding; /* with a bound of its rounding error */
} window_change;

typedef struct window_series window_series;

/* Work space for windows of at most this order. */
status window_series_new(arena *memory, size_t largest, window_series **out);

/* Arguments and results are those of window_exponential.h. False, and nothing else, if x is above 48, beyond which eigenvalues are faster, or an
 * entry is not finite. */
bool window_series_values(window_series *s, size_t order, const double *t, double shift, double mu, double off,
                          window_values *out);
bool window_series_change(window_series *s, size_t order, const double *t, double shift, double mu, double off,
                          window_change *out);
/* A bound of the largest eigenvalue of e^(T + shift I): that of B is at most that of the matrix of absolute values |B|, which is at most the largest
 * (|B| v)_i / v_i of any v > 0 (Collatz 1942, Wielandt 1950); v = ((I + |B|)/2)^11 1. */
bool window_series_largest(window_series *s, size_t order, const double *t, double shift, double *largest);
