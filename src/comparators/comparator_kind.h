/* What a comparator is and where it comes from (comparator.h). */
#pragma once

typedef enum comparator_kind {
  COMPARATOR_FRAME,       /* U = F^T F, F r x n with orthonormal rows */
  COMPARATOR_COORDINATES, /* U = diag(d), d binary with r ones */
  COMPARATOR_VECTOR,      /* U = diag(u) */
  COMPARATOR_MATRIX,      /* U, n x n */
  COMPARATOR_LOW_RANK,    /* U = F^T diag(w) F, F r x n with orthonormal rows, w >= 0 */
  COMPARATOR_RECTANGULAR, /* G, m x n, r singular values 1, the others 0 */
  COMPARATOR_TRACE_NORM,  /* K, m x n, trace norm at most 1 */
  COMPARATOR_EMBEDDING,   /* P m x d and Q n x d: the density of order m + n, as a low-rank instance */
  /* predictions of entries, real numbers W_ij; trace, entropy and squared norm are NaN, there is no divergence from
   * them */
  COMPARATOR_CUT,    /* W_ij = -w_i w_j for signs w (n): 1 across the cut */
  COMPARATOR_ORDER,  /* W_ij = 1 if i comes before j, or is j, otherwise 0 */
  COMPARATOR_ENTRIES /* any W, m x n */
} comparator_kind;

/* Where it comes from: column `comparator` of cells.tsv. */
typedef enum comparator_origin {
  COMPARATOR_PLANTED, /* hidden by the problem's generator or forced by its adversary */
  COMPARATOR_GIVEN,   /* written in the scenario or in a recorded sequence */
  COMPARATOR_EXACT,   /* certified best in hindsight */
  COMPARATOR_INTERVAL /* best in hindsight known up to an interval */
} comparator_origin;

typedef struct comparator comparator;
