/* Instances: symmetric n x n matrices X, or rectangular m x n ones, in the form in which a problem produces them.
 *
 *   INSTANCE_VECTOR    X = diag(x)                          x sparse or dense
 *   INSTANCE_DYAD      X = x x^T                            x sparse or dense
 *   INSTANCE_LOW_RANK  X = shift I + sum_q weight_q z_q z_q^T
 *   INSTANCE_MATRIX    X, n x n, symmetric
 *   INSTANCE_RECTANGULAR  X, m x n, any; it stands for the symmetric Z(X) = [[0, X^T], [X, 0]] of order m + n
 *   INSTANCE_ENTRY     X = E_ij, m x n: a one in row i and column j (of a matrix, or a pair of nodes when m = n);
 *                      rectangular, too
 *   INSTANCE_DISTANCE  X = z z^T, z = (e_a - e_b)/sqrt2: entries 1/2 at (a,a), (b,b), -1/2 at (a,b), (b,a); 0 if a =
 *                      b. tr(W X) is half the squared distance of a and b in the feature space of the kernel W
 *                      (Tsuda, Raetsch & Warmuth 2005, section 5)
 *
 * An instance is a view: it owns nothing; its producer keeps the arrays valid until the producer's next call. */
#pragma once

#include "base/hash.h"

typedef enum instance_kind {
  INSTANCE_VECTOR,
  INSTANCE_DYAD,
  INSTANCE_LOW_RANK,
  INSTANCE_MATRIX,
  INSTANCE_RECTANGULAR,
  INSTANCE_ENTRY,
  INSTANCE_DISTANCE,
  INSTANCE_KINDS
} instance_kind;

/* What is known of an entry that is a meeting of two players, beside who they are. */
typedef struct meeting {
  int side;      /* 1: the row is at home; -1: the column; 0: neither */
  size_t season; /* its number, from 1; 0: no seasons are known */
  double weight; /* > 0: how much it counts */
  double margin; /* difference of the scores, >= 0; NaN: not known. It is part of the result: for updates only */
} meeting;

typedef struct instance {
  instance_kind kind;
  size_t n;               /* order of X; rectangular, entry: columns */
  size_t m;               /* rectangular, entry: rows; otherwise 0 */
  size_t count;           /* vector, dyad: stored entries of x (n when index is NULL) */
  const size_t *index;    /* vector, dyad: strictly ascending positions from 0, or NULL when x is dense */
  const double *value;    /* vector, dyad: count entries */
  size_t rank;            /* low rank: number of factors */
  const double *factors;  /* low rank: rank x n, row by row */
  const double *weights;  /* low rank: rank entries */
  double shift;           /* low rank: multiple of the identity */
  const double *matrix;   /* matrix: n x n, row by row, both triangles; rectangular: m x n, row by row */
  size_t row, column;     /* entry: i < m and j < n, from 0; distance: a and b, below n */
  const meeting *meeting; /* entry: or NULL */
} instance;

const char *instance_kind_name(
    instance_kind kind); /* "vector", "dyad", "low_rank", "matrix", "rectangular", "entry", "distance" */
bool instance_kind_by_name(const char *name, instance_kind *kind);
bool instance_kind_has_rows(instance_kind kind); /* m x n: rectangular, entry */

instance instance_dense_vector(size_t n, const double *x); /* X = diag(x) */
instance instance_dense_dyad(size_t n, const double *x);   /* X = x x^T */
instance instance_sparse(instance_kind kind, size_t n, size_t count, const size_t *index, const double *value);
instance instance_low_rank(size_t n, size_t rank, const double *factors, const double *weights, double shift);
instance instance_matrix(size_t n, const double *matrix);
instance instance_rectangular(size_t m, size_t n, const double *matrix);
instance instance_entry(size_t m, size_t n, size_t row, size_t column);
instance instance_distance(size_t n, size_t a, size_t b);
/* The DYAD of a DISTANCE up to rounding (its values are sqrt(1/2), not 1/2): it views index and value, two entries
 * each, which are filled; a = b: no entries. */
instance instance_distance_dyad(const instance *x, size_t *index, double *value);

/* x_i of a vector or dyad; O(log) if it is sparse. */
double instance_coordinate(const instance *x, size_t i);

/* STATUS_NUMERIC naming the first number that is not finite. */
status instance_check_finite(const instance *x);
/* STATUS_INVALID naming the two entries of a matrix, from 1, that differ by more than rounding: 4 n DBL_EPSILON times the
 * largest entry. */
status instance_check_symmetric(const instance *x);

double instance_trace(const instance *x);   /* tr X; NaN for rectangular and entry */
double instance_nuclear(const instance *x); /* an upper bound of the sum of |eigenvalues| (singular values) of X */
void instance_to_dense(const instance *x, double *matrix); /* n x n (rectangular, entry: m x n), row by row */
void instance_add_to_dense(const instance *x, double scale, double *matrix); /* matrix += scale X */
/* The inner products are NaN where one of the two is rectangular and the other is not, or their shapes differ. An entry
 * combines with everything of its shape, also with symmetric U if m = n: <E_ij, U> = U_ij. First, tr(X F^T diag(w) F)
 * for a frame F (r x n, rows) and weights w (NULL: ones); work: r * rank(X) + n doubles at least */
double instance_inner_rows(const instance *x, size_t r, const double *rows, const double *weights, double *work);
/* <X, U> = tr(X^T U) for any two instances of the same order (shape) */
double instance_inner(const instance *x, const instance *u);

/* Adds kind, order (shape) and every entry (positions as 64-bit numbers, values as doubles; -0 as 0) to a running hash.
 * Dense and sparse forms of one vector hash equally: zeros are skipped, and without zeros the positions too. */
void instance_hash(const instance *x, stream_hash *hash);

/* The premise 0 <= X <= I up to `tolerance`: lambda_min(X) >= -tolerance and lambda_max(X) <= 1 + tolerance. vector:
 * entries; dyad: |x|^2; distance: always met; low rank: Cholesky of the rank x rank matrices of the compressed problem;
 * matrix: two Cholesky factorisations. *worst = how far outside (0 when inside; for low rank and matrix only a lower
 * estimate). A rectangular X or an entry never passes: its embedding has negative eigenvalues. work:
 * instance_range_work(x) doubles. */
size_t instance_range_work(const instance *x);
bool instance_within_unit(const instance *x, double tolerance, double *work, double *worst);

/* The premise ||X|| <= 1 (largest singular value) up to `tolerance`. An entry has norm 1. Matrices and rectangular
 * instances: a Cholesky factorisation of (1 + tolerance)^2 I - X X^T or of the smaller X^T X; low rank: both ends of
 * the spectrum, as above. *worst = how far the norm exceeds 1 (0 when it does not; for low rank and matrices only a
 * lower estimate). work: instance_norm_work(x) doubles. */
size_t instance_norm_work(const instance *x);
bool instance_norm_within(const instance *x, double tolerance, double *work, double *worst);
