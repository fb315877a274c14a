/* The spectral parameter: W = f(H) for a symmetric n x n argument H, a link f, and a representation of H.
 *
 * Every learner stores H and adds multiples of the instances to it. Links and their divergences (Bregman, of U from W):
 *
 *   LINK_EXP       f(h) = e^h   D(U, W) = sum u ln u - <U,H> + tr W - tr U, u the eigenvalues of U >= 0
 *                  (Warmuth 2007, section 4)
 *   LINK_IDENTITY  f(h) = h     D(U, W) = |U - H|_F^2 / 2
 *   LINK_SINH      f on singular values, H = U diag(a) V^T m x n (thin): f(H) = 2 U sinh(a) V^T, the off-diagonal
 *                  blocks of e^Z(H), Z(H) = [[0, H^T], [H, 0]] of order N = m + n (Warmuth 2007, section 6; with a
 *                  scale: spectral hypentropy, Ghai, Hazan & Singer 2020). tr f(H) stands for tr e^Z(H) = 2 sum
 *                  cosh(a_i) + |m - n|. D is the normalised divergence of the density scale Phat from e^Z(H) / tr
 *                  e^Z(H), Phat the lift of a generalised projection G to order N:
 *                  D = scale (entropy + ln(scale) |G|_F^2 - tr(G^T H)) + ln tr e^Z(H).
 *
 * Representations, equal to rounding (docs/architecture.md):
 *
 *   REPRESENTATION_DIAGONAL  H = diag(h)              takes vectors                      score, step O(nnz)
 *   REPRESENTATION_DENSE     H n x n, eigendecomposed takes everything                   score O(n^2), step O(n^3)
 *   REPRESENTATION_LOW_RANK  H = c I + Q A Q^T        takes vectors, dyads, low rank     score O(nk), step O(nk + k^3)
 *   REPRESENTATION_UPDATED   H n x n and e^H n x n, LINK_EXP only   takes everything  score O(nnz), trace O(n), step
 *                            O(m n^2) for an X of rank one, m about 10 + 2 (width of the spectrum); decomposed
 *                            occasionally (spectral/representation/updated.c)
 *   REPRESENTATION_SPARSE    H sparse, LINK_EXP only, e^H never formed   takes vectors, dyads, low rank, distances
 *                            score O(m nnz(H) + m n), step after the score of the same X O(m^2); the trace is
 *                            carried along. No extremes, eigenvalues, eigenvectors, maps, windows
 *                            (spectral/representation/sparse.c)
 *   REPRESENTATION_RECTANGULAR  H m x n, LINK_SINH only, and LINK_SINH only with it
 *                            takes rectangular and entries   score O(mn), step O(mn min(m,n))
 *                            or, if made for vectors, diag(x) with m = n: score O(nnz), step O(n)
 *
 * k is the rank of everything added so far (at most n); B = Q^T holds k orthonormal rows. With A = U diag(s) U^T
 *   tr(f(H) X) = sum_q w_q ( f(c) |z_q|^2 + sum_l (f(c + s_l) - f(c)) (U^T B z_q)_l^2 ) + shift(X) tr f(H).
 *
 * Functions of a parameter allocate nothing after spectral_new (address space is reserved for `capacity`). One object
 * must not be used by two threads at once. A question that fails changes nothing, nor does a change whose arguments are
 * refused. A change that fails half way leaves the parameter unusable: every later call fails too. */
#pragma once

#include "spectral/spectral_options.h"
#include <cjson/cJSON.h>

typedef struct spectral spectral;

/* STATUS_INVALID if the representation cannot take the kind; the message names both and the representations that
 * can. */
status spectral_new(const spectral_options *options, spectral **out);
void spectral_free(spectral *w);
POINTER_CLEANUP(spectral, spectral_free)
spectral_representation spectral_chosen(const spectral_options *options); /* what AUTO chooses */
status spectral_check(const spectral_options *options); /* the checks of spectral_new without building anything */

/* *score = tr(f(H) X), LINK_SINH: tr(f(H)^T X). STATUS_NUMERIC if it is not finite. */
status spectral_score(spectral *w, const instance *x, double *score);
/* scores[i] = bit for bit what spectral_score gives for xs[i] now. For dense dyads and low rank in the dense and the
 * low-rank form only, whose matrices are read once for PANEL_VECTORS instances. For other instances, and where
 * spectral_score would fail because of xs[i], the score is not a finite number; the parameter stays usable. */
status spectral_score_block(spectral *w, size_t count, const instance *xs, double *scores);
/* Whether scores of instances like x cost less together than one by one: a block takes them, and n times the rank is at
 * least SPECTRAL_BLOCK_PRODUCTS. */
enum { SPECTRAL_BLOCK_PRODUCTS = 1024 };
bool spectral_gains_from_blocks(const spectral *w, const instance *x);
/* *score = tr(f(H) diag(x, -x)) for a vector x of half the order, attribute by attribute: x_i (f_i - f_{n+i}), so that
 * equal weights cancel exactly. Diagonal only. */
status spectral_opposite_score(spectral *w, const instance *x, double *score);
/* *score = tr(f(H)^T X) / tr f(H) without overflow, LINK_SINH only: the inner product of Z(X) with a density. */
status spectral_normalized_score(spectral *w, const instance *x, double *score);
/* H += a X. STATUS_NUMERIC before anything changes for numbers that are not finite, or if |a| instance_nuclear(X) is
 * beyond this: H and its squares then hold as many steps as there will ever be. */
#define SPECTRAL_LARGEST_STEP 1e140
status spectral_step(spectral *w, double a, const instance *x);
/* H += c I (not for LINK_SINH); with LINK_EXP this is W *= e^c (projection onto a trace, change of scale). */
status spectral_shift(spectral *w, double c);
/* *trace = tr f(H). */
status spectral_trace(spectral *w, double *trace);
/* *value = ln tr e^H (LINK_SINH: e^Z(H)) without overflow; not for LINK_IDENTITY. */
status spectral_log_trace(spectral *w, double *value);
/* *value = tr(H X), LINK_SINH: tr(H^T X). */
status spectral_argument(spectral *w, const instance *x, double *value);
/* Whether spectral_argument takes instances of the kind (also of some kinds that steps do not take). */
bool spectral_takes_argument(const spectral *w, instance_kind kind);
/* *value = D(scale U, f(H)); scale > 0. U is given as an instance with its entropy sum u ln u (used by LINK_EXP) and
 * its squared Frobenius norm (used by LINK_IDENTITY). */
status spectral_divergence(spectral *w, const instance *u, double entropy, double squared_norm, double scale,
                           double *value);
/* Least and largest eigenvalue of f(H). */
status spectral_extremes(spectral *w, double *least, double *largest);
/* eigenvalues[0..n-1] of f(H), ascending. */
status spectral_eigenvalues(spectral *w, double *eigenvalues);
/* rows (r x n) = orthonormal eigenvectors of the r largest eigenvalues of f(H), largest first; 1 <= r <= n.
 * Eigenvectors of equal eigenvalues are a fixed basis that depends on the representation, never a random one. */
status spectral_top(spectral *w, size_t r, double *rows);
/* f(H) <- V diag(map(lambda_i)) V^T for f(H) = V diag(lambda_i) V^T (floors, mixing, elimination). map must return
 * values in the range of the link (positive for LINK_EXP); STATUS_NUMERIC otherwise. */
status spectral_map_eigenvalues(spectral *w, double (*map)(void *context, double eigenvalue), void *context);
/* The parameter seen from orthonormal rows V (count x n, 1 <= count <= min(n, SPECTRAL_WINDOW_VECTORS)): a symmetric T,
 * order x order, whose leading count rows and columns belong to V, such that for every symmetric count x count D, with
 * D in the leading block,
 *   V f(H + V^T D V) V^T = leading block of f(T + D),   tr f(H + V^T D V) - tr f(H) = tr f(T + D) - tr f(T).
 * Exact. order: diagonal: size of the union of the supports of V; low rank: rank of [B; V]; dense: n.
 * t has room for spectral_window_order(w, count)^2 doubles; rows of t have stride *order. */
size_t spectral_window_order(const spectral *w, size_t count);
status spectral_window(spectral *w, size_t count, const double *vectors, size_t *order, double *t);

/* Numerical error budget: an upper bound of |computed - exact| of spectral_score per unit of instance_nuclear(X), from
 * the measured residual and orthogonality of the eigendecomposition in use and rounding of the kernels:
 *   |tr(f(H+E)X) - tr(f(H)X)| <= |f(H+E) - f(H)| |X|_1,  for exp at most (e^{|E|} - 1) lambda_max(W).
 * Never 0. */
double spectral_error(const spectral *w); /* LINK_SINH: of spectral_normalized_score */
/* The same for spectral_trace, as an absolute error; LINK_SINH: of spectral_log_trace. */
double spectral_trace_error(const spectral *w);

/* The parameter's state as members of a JSON object, complete: a parameter with the same options that loads it
 * continues bit for bit. Loading checks what it reads (STATUS_INVALID "MEMBER: what was expected"); when it fails the
 * parameter is unusable. */
status spectral_save(spectral *w, cJSON *state);
status spectral_load(spectral *w, const cJSON *state);

spectral_representation spectral_representation_of(const spectral *w); /* never AUTO */
spectral_link spectral_link_of(const spectral *w);
size_t spectral_order(const spectral *w);
size_t spectral_rank(const spectral *w); /* low rank: k; rectangular: min(m, n); otherwise n */
const char *spectral_representation_name(
    spectral_representation
        representation); /* "auto", "diagonal", "dense", "low_rank", "rectangular", "updated", "sparse" */
