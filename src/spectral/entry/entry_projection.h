/* Bregman projection onto the constraints that one queried entry puts on a positive semidefinite matrix (Hazan, Kale
 * and Shalev-Shwartz 2012, section 6; with the constants of docs/errata.md):
 *
 *   argmin D(X, exp A)  over  { X : diagonal sum d(X) <= limit,  low <= y(X) <= high,  tr X <= trace_limit }.
 *
 * X is one symmetric block or several. A part is a block, or its window (block_krylov.h): T, of small order, with the
 * queried rows at given positions. Each part counts `weight` times, and each of its pairs of positions (i, j) adds
 *
 *   d(X) = sum weight (X_ii + X_jj),   y(X) = sum weight sign X_ij,   tr X.
 *
 * Two blocks P and N of an online matrix predictor: two parts of signs +1 and -1. One block for both, because X_N = J
 * X_P J: one part of sign +1 and weight 2. The whole matrix diag(P, N): one part with two pairs. One block for max-cut:
 * one part of sign -1.
 *
 * The solution is  log X = A - mu D - nu E - alpha I  with D = sum (e_i e_i^T + e_j e_j^T), E = sum sign (e_i e_j^T +
 * e_j e_i^T)/2, mu >= 0, nu of any sign, alpha >= 0. alpha = max(0, ln(S / trace_limit)) in closed form, S = tr exp(A -
 * mu D - nu E); mu and nu minimise the convex
 *
 *   F(mu, nu) = psi(S) + limit mu + (high nu if nu > 0, low nu if nu < 0),   psi(S) = S if S <= trace_limit,
 *                                                                  trace_limit (1 + ln(S / trace_limit)) beyond,
 *
 * dF/dmu = limit - d, dF/dnu = (high or low) - y at the scaled X.
 *
 * What acts is found for every A: psi(S) is the least e^(-alpha) S + trace_limit alpha over alpha >= 0, so that F and G(mu) = min F over nu are
 * convex, and have minima, because some X is strictly inside of all constraints. At a fixed mu y falls in nu: the best nu is 0 if y is in the
 * box there, else the root of y = high above 0 or of y = low below. dG/dmu = limit - d there: the best mu is 0 if d <= limit there, else the
 * root of d = limit. Both roots are bracketed. Where S passes trace_limit the derivatives of y and d jump, and Newton's steps can go to and fro;
 * therefore brackets are halved as well.
 *
 * Second derivatives of blocks by Daleckii and Krein (1965), of windows by window_exponential.h. Exponentials of blocks are in units of the
 * largest one where that is too large for a double. */
#pragma once

#include "linalg/eigen.h"
#include "spectral/entry/window_exponential.h"

enum { ENTRY_PARTS = 2, ENTRY_PAIRS = 2 };

typedef struct entry_pair {
  size_t i, j;
  double sign;
} entry_pair;

typedef struct entry_part {
  size_t order;
  const double *t; /* order x order, symmetric */
  double shift;    /* T + shift I is meant */
  double weight;
  bool window;  /* T has half-bandwidth 2 and the one pair is (0, 1): window_exponential.h instead of the eigensolver */
  double trace; /* of a window: weight tr exp A of the whole block, carried by the caller */
  size_t pair_count;
  entry_pair pairs[ENTRY_PAIRS];
} entry_part;

typedef struct entry_limits {
  double diagonal;  /* limit; infinity: no such constraint */
  double low, high; /* -infinity and infinity: no box */
  double trace;     /* trace_limit; infinity: none */
} entry_limits;

typedef struct entry_solution {
  double mu, nu, alpha;
  double y, diagonal, trace;   /* of the solution X */
  double start_y, start_trace; /* of exp A, before the projection; infinite if that overflows */
  double residual;    /* largest violation of the optimality conditions of d and y, and of mu (limit - d) = 0 */
  size_t evaluations; /* of exp at some (mu, nu) */
} entry_solution;

typedef struct entry_projection entry_projection;

/* Work space for blocks, decomposed by `eigen`, and windows of at most these orders; 0: none. */
status entry_projection_new(arena *memory, size_t blocks, const eigen_backend *eigen, size_t windows,
                            entry_projection **out);

/* STATUS_NUMERIC if the residual stays above 1e-9, or no X satisfies the constraints strictly (low >= high,
 * limit <= 0). Allocates nothing. */
status entry_project(entry_projection *p, size_t parts, const entry_part *part, const entry_limits *limits,
                     entry_solution *out);

/* Of a block: *trace = weight tr exp(T + shift I); *values and *vectors (rows) = the eigenvalues and eigenvectors of T, in the work space. */
status entry_part_trace(entry_projection *p, const entry_part *part, double *trace);
status entry_part_decompose(entry_projection *p, const entry_part *part, double **values, double **vectors);

/* Of a window: *out = weight times window_exponential_change for C = mu D + nu E; *largest = weight times a bound of the eigenvalues of exp(T + shift
 * I); weight times its entries (0, 0) and (1, 1), the second 0 for order 1. */
status entry_window_change(entry_projection *p, const entry_part *part, double mu, double nu, window_change *out);
status entry_window_largest(entry_projection *p, const entry_part *part, double *largest);
status entry_window_diagonal(entry_projection *p, const entry_part *part, double diagonal[2]);
