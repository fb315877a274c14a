/* Comparators: the fixed answers in hindsight that learners are measured against.
 *
 * A comparator is a symmetric U, positive semidefinite except for signed vectors: a projection given by an orthonormal
 * frame (r x n rows), a disjunction given by its coordinates, a diagonal given by a vector, or a matrix. For m x n
 * instances, with N = m + n, it is one of
 *
 *   a generalised projection G = sum of u_i v_i^T (r orthonormal u_i, r orthonormal v_i); it lifts to a projection
 *     of order N and rank r
 *   a matrix K = sum of k_i u_i v_i^T, k_i > 0, of trace norm sum k_i <= 1; it lifts to the density sum of k_i q_i
 *     q_i^T + (1 - sum k_i) I/N, q_i = (v_i; u_i)/sqrt2, both with <., Z(X)> = tr(K^T X)
 *     (after Warmuth 2007, section 6)
 *   an embedding of rows as p_i and columns as q_j, vectors of R^d; it is the density [P;Q][P;Q]^T / N, of trace 1
 *     for unit vectors, with <., (e_i + e_{m+j})(e_i + e_{m+j})^T> = |p_i + q_j|^2 / N
 *     (Herbster, Pasteris & Pontil 2016)
 *
 * For entries with real labels it is a matrix of predictions W_ij: a cut, an order, or any matrix. */
#pragma once

#include "comparators/comparator_kind.h"
#include "spectral/instance/instance.h"

status comparator_from_frame(comparator_origin origin, size_t n, size_t r, const double *frame, comparator **out);
/* coordinates strictly ascending, from 0 */
status comparator_from_coordinates(comparator_origin origin, size_t n, size_t r, const size_t *coordinates,
                                   comparator **out);
/* u >= 0; a vector of zeros and ones becomes COORDINATES */
status comparator_from_vector(comparator_origin origin, size_t n, const double *u, comparator **out);
/* The same for entries of any sign, a linear threshold. With a negative entry U is not semidefinite and its entropy is
 * NaN. */
status comparator_from_signed_vector(comparator_origin origin, size_t n, const double *u, comparator **out);
/* U symmetric, positive semidefinite; up to order 1024 its eigenvalues are computed: a projection becomes a FRAME, and
 * the entropy is known */
status comparator_from_matrix(comparator_origin origin, size_t n, const double *u, comparator **out);
/* U = sum of weights_i z_i z_i^T for the r rows z_i of the frame, orthonormal within 1e-9, and weights_i >= 0; STATUS_INVALID otherwise. */
status comparator_from_low_rank(comparator_origin origin, size_t n, size_t r, const double *frame,
                                const double *weights, comparator **out);
/* Not 0, and G G^T G = G within 1e-9 (RECTANGULAR: trace, squared norm and rank are r, entropy 0) or of trace norm
 * at most 1 + 1e-9 (TRACE_NORM: trace 1); STATUS_INVALID otherwise. Trace, squared norm and entropy are those of the
 * lift. */
status comparator_from_rectangular(comparator_origin origin, size_t m, size_t n, const double *g, comparator **out);
/* p m x d, q n x d, row by row; any finite numbers; the defect (of comparator_projection) is the largest difference of
 * a row's length from 1. The entropy is known up to min(d, m + n) = 1024. */
status comparator_from_embedding(comparator_origin origin, size_t m, size_t n, size_t d, const double *p,
                                 const double *q, comparator **out);
/* K = 2 P Q^T / (m + n), of trace norm at most 1 for unit vectors: tr(K^T E_ij) = 2 <p_i,q_j> / (m + n). From an
 * EMBEDDING only. */
status comparator_rectangular_of_embedding(const comparator *u, comparator **out);
/* A VECTOR u as such a G or K, n x n, for learners of m x n instances that are shown vectors: its instance and its values are those
 * of the vector. It is diag(u); or, where |u_i| <= 1 and |u|_1 is a whole number above 1, a G of that rank with the diagonal u, which there is
 * by Schur and Horn (comparators/schur_horn.h). STATUS_INVALID as of comparator_from_rectangular. */
status comparator_rectangular_of_vector(const comparator *u, comparator **out);
/* signs: n times 1 or -1. items: 0 to n - 1 in order, first to last. w: m x n, row by row. STATUS_INVALID otherwise. */
status comparator_from_cut(comparator_origin origin, size_t n, const double *signs, comparator **out);
status comparator_from_order(comparator_origin origin, size_t n, const size_t *items, comparator **out);
status comparator_from_entries(comparator_origin origin, size_t m, size_t n, const double *w, comparator **out);
/* positive, negative: P and N, p x p symmetric, with sym(W) = P - N; p = n: W = P - N, m = n; p = m + n: W is the block above the diagonal, and the
 * blocks on it are 0. */
status comparator_from_decomposition(comparator_origin origin, size_t m, size_t n, size_t p, const double *positive,
                                     const double *negative, comparator **out);
/* A comparator that changes: from trial first[j] on (first[0] = 1, ascending) it is segments[j]. All have one order.
 * Takes ownership of the segments, also when it fails. Every function below refers to the segment that comparator_at
 * chose last (initially segment 0). */
status comparator_from_segments(size_t count, const size_t *first, comparator **segments, comparator **out);
size_t comparator_segments(const comparator *u); /* 1 unless made of segments */
/* Segment j, from 0, owned by u, which itself is its only one unless made of segments; *first: its first trial. */
const comparator *comparator_segment(const comparator *u, size_t j, size_t *first);
/* Chooses the segment of trial t (0 counts as 1); true if the segment changed. */
bool comparator_at(comparator *u, size_t t);
/* *distance = sum over the shifts of tr((P_{j+1} - P_j)_+), the number of directions that change at each.
 * STATUS_INVALID unless all segments are projections of one rank. */
status comparator_shift_distance(const comparator *u, double *distance);
/* *moved = tr((V - U)_+) for positive semidefinite U, V of one order; above 1024, unless both are diagonal, tr V, which is more. */
status comparator_moved(const comparator *u, const comparator *v, double *moved);
void comparator_free(comparator *u);
POINTER_CLEANUP(comparator, comparator_free)

/* Best in hindsight: over the trials for which u was found, every answer of its class has a total loss of at least
 * `least`, which is certified, and u has loss `own` >= least. The least loss of the class lies between the two.
 * comparator_set_least sets the origin: EXACT if they are equal up to 1e-9 max(1, |least|), otherwise INTERVAL. */
void comparator_set_least(comparator *u, double least, double own);
double comparator_least(const comparator *u); /* NaN: nothing is certified, and u's own loss counts */

comparator_kind comparator_kind_of(const comparator *u);
comparator_origin comparator_origin_of(const comparator *u);
const char *comparator_origin_name(comparator_origin origin); /* "planted", ... */
size_t comparator_order(const comparator *u);                 /* rectangular, entries: columns; embedding: m + n */
/* U as an instance, owned by the comparator; for a cut its signs, for an order the positions of its items, as a
 * vector. */
const instance *comparator_instance(const comparator *u);
/* True for projections, that is frames with |F F^T - I| <= 1e-9 and coordinates; *rank = r. */
bool comparator_projection(const comparator *u, size_t *rank, double *defect);
const double *comparator_frame(const comparator *u, size_t *rank);       /* NULL unless FRAME */
const size_t *comparator_coordinates(const comparator *u, size_t *rank); /* NULL unless COORDINATES */
const double *comparator_signs(const comparator *u);                     /* n, NULL unless CUT */
const size_t *comparator_order_items(const comparator *u);               /* n, as given; NULL unless ORDER */
const double *comparator_entries(const comparator *u, size_t *m);        /* m x n, NULL unless ENTRIES */
/* Its order, and P and N as given; 0: it is not given by a decomposition. */
size_t comparator_decomposition(const comparator *u, const double **positive, const double **negative);
/* rows (rank x n) = an orthonormal basis of a projection's range; rank from comparator_projection. */
void comparator_rows(const comparator *u, double *rows);
double comparator_trace(const comparator *u);
/* sum u ln u over eigenvalues; 0 for projections; NaN for matrices of order above 1024 and negative entries */
double comparator_entropy(const comparator *u);
double comparator_squared_norm(const comparator *u); /* |U|_F^2 */
/* tr(U X) or tr(G^T X); on the entry (i,j) <p_i,q_j> of an embedding and W_ij of a cut, an order or entries. Uses a
 * work space inside the comparator that comparator_prepare sized for the kind and rank of instances. */
status comparator_prepare(comparator *u, instance_kind kind, size_t rank);
double comparator_value(const comparator *u, const instance *x);
/* The engine and several bounds ask for the value at one instance. It is computed now and given for this very x until the
 * next call, which must come before what x views changes; x = NULL: for none. */
void comparator_meet(comparator *u, const instance *x);
/* The object that describes u in the header of a sequence file (data/sequence_comparator.h): all segments. Check the stream. */
void comparator_save(const comparator *u, FILE *file);
