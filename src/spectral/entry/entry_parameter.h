/* The parameter of an online matrix predictor: X = exp(A), A = log X symmetric of order p, changed only where entries
 * are queried (Hazan, Kale and Shalev-Shwartz 2012, section 6, with one projection per round).
 *
 * Blocks:
 *   ENTRY_TWO_BLOCKS   P and N, y = P_ij - N_ij, d = P_ii + P_jj + N_ii + N_jj, trace tr P + tr N
 *   ENTRY_MIRRORED     P only, for queries that join the two sides of a bipartite graph: N = J P J with J = diag(I,
 *                      -I) then holds in every round, so that y = 2 P_ij, d = 2 (P_ii + P_jj), trace 2 tr P: the
 *                      same numbers as with two blocks
 *   ENTRY_NEGATIVE     N only (P = 0), y = -N_ij, d = N_ii + N_jj, trace tr N: for max-cut
 * Forms, equal to rounding:
 *   ENTRY_DEFINITION   the whole matrix diag(P, N) of order 2p, as in the paper (only with two blocks)
 *   ENTRY_DENSE        one or two p x p matrices, eigendecomposed in every round: O(p^3)
 *   ENTRY_SPARSE       one or two sparse matrices seen through windows (block_krylov.h): O(nonzeros) for each block
 *                      of a window. A window does not show tr X: it is updated in each round by the window's change.
 *                      The rounding and the truncation of the window add to an error estimate; beyond 1e-11 of the
 *                      trace it is recomputed, from one window for each two of the p diagonal entries.
 *                      Up to order 128, that of the largest window, a round for which no window suffices, or whose
 *                      projection takes away so much that the carried trace loses its digits, decomposes H
 *
 * The dense forms can keep a share of the start, for comparators that change (entry_parameter_keep).
 *
 * A round: entry_parameter_project, any number of times (it changes only caches and, when due, the carried trace), then
 * entry_parameter_apply. Rounds allocate nothing. */
#pragma once

#include "spectral/entry/entry_projection.h"
#include <cjson/cJSON.h>

typedef enum entry_blocks { ENTRY_TWO_BLOCKS, ENTRY_MIRRORED, ENTRY_NEGATIVE } entry_blocks;
typedef enum entry_form { ENTRY_DEFINITION, ENTRY_DENSE, ENTRY_SPARSE } entry_form;

typedef struct entry_options {
  size_t order; /* p >= 2 */
  entry_blocks blocks;
  entry_form form;
  double start;  /* A starts as start * I */
  size_t rounds; /* largest number of rounds */
  const eigen_backend *eigen;
} entry_options;

typedef struct entry_parameter entry_parameter;

/* STATUS_INVALID for ENTRY_DEFINITION with one block. */
status entry_parameter_new(arena *memory, const entry_options *options, entry_parameter **out);

/* The projection of exp(A) onto the constraints of the pair i != j (< p); A stays. */
status entry_parameter_project(entry_parameter *x, size_t i, size_t j, const entry_limits *limits,
                               entry_solution *solution);
/* A becomes the log of the solution of the last entry_parameter_project, with `step` added to entries (i, j) and (j, i)
 * of P and subtracted from those of N:  A_P - mu D - nu E - alpha I + step (e_i e_j^T + e_j e_i^T). */
status entry_parameter_apply(entry_parameter *x, const entry_solution *solution, double step);

/* exp A is scaled down to `trace_limit` if its trace (of all blocks) is above it; then, for 0 < share < 1, it becomes (1 - share) exp A +
 * share e^start I, or each eigenvalue below share e^start is raised to that (`floors`). *trace = that of exp A before. Dense forms only. */
status entry_parameter_keep(entry_parameter *x, double share, bool floors, double trace_limit, double *trace);

/* Resets A to start I. */
void entry_parameter_reset(entry_parameter *x);

/* *trace = tr exp A of all blocks, as y and d count them. Dense forms decompose A for it. */
status entry_parameter_trace(entry_parameter *x, double *trace);
/* A bound of the error of the carried trace, 0 for the other forms; *times = how often it was recomputed. */
double entry_parameter_trace_error(const entry_parameter *x, size_t *times);
/* Entry (i, j) of A of block 0 or 1 (mirrored and negative: block 0 only), for tests and comparators. */
double entry_parameter_argument(const entry_parameter *x, size_t b, size_t i, size_t j);
size_t entry_parameter_order(const entry_parameter *x);

/* Complete: a parameter with the same options that loads it continues bit for bit. */
status entry_parameter_save(const entry_parameter *x, cJSON *state);
status entry_parameter_load(entry_parameter *x, const cJSON *state);
