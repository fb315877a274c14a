/* The eigenpairs of a symmetric matrix A, k x k, that is changed again and again:
 *
 *   A = V^T diag(values) V + E,  eigenvectors in the rows of V.
 *
 * After A += a x x^T they are those of diag(values) + a z z^T, z = V x, in the coordinates of V: O(k^2) for W
 * (linalg/eigen/secular.h) and one product of matrices for V <- W V. A new row and column of A is a 0 among the values. Each
 * change adds rounding errors to E and to V V^T - I. Both are measured, after every EIGEN_PAIRS_MEASURED changes and when
 * the caller asks; A is decomposed anew (linalg/eigen.h) where they exceed the limits below, and where the secular
 * equation is refused. What the pairs are follows from the changes of A alone, not from who asked for them and when. */
#pragma once

#include "base/arena.h"
#include "linalg/eigen.h"
#include <cjson/cJSON.h>

enum {
  EIGEN_PAIRS_TOGETHER = 4, /* most changes of one step; a decomposition costs as much as four or more */
  EIGEN_PAIRS_MEASURED = 32,
  /* Limits in DBL_EPSILON k, for the residual times max |values|. A decomposition leaves 1 and 5; thousands of
   * changes, whose errors grow with the root of their number, 10 and 10. */
  EIGEN_PAIRS_ORTHOGONALITY = 8,
  EIGEN_PAIRS_RESIDUAL = 32
};

typedef struct eigen_pairs {
  size_t largest, k;
  bool known;        /* values and vectors are those of A as it is */
  bool changed;      /* they come from those of an earlier A */
  size_t unmeasured; /* changes since the errors were measured */
  bool measured;     /* quality belongs to the present pairs */
  eigen_quality quality;
  double *values;                                      /* ascending */
  double *vectors;                                     /* k x k */
  double *rotation, *columns, *coordinates, *spectrum; /* W, V^T, z, the values after a change */
  eigen_solver *solver;
  struct secular *secular;
} eigen_pairs;

/* Orders up to largest; address space is reserved, memory is used as k grows. */
status eigen_pairs_new(arena *memory, const eigen_backend *backend, size_t largest, eigen_pairs *out);

/* Makes known the pairs of A (k x k, row stride `stride`). Allocates nothing. */
status eigen_pairs_of(eigen_pairs *p, size_t k, const double *a, size_t stride);
/* A change of A begins, by `count` terms weight x x^T; A is as it was. */
status eigen_pairs_before(eigen_pairs *p, size_t count, size_t k, const double *a, size_t stride);
/* One of the terms; x has k numbers, the last one in a new row and column of A if k has grown. */
void eigen_pairs_change(eigen_pairs *p, double weight, size_t k, const double *x);
/* All terms are told; A is as it is now. */
void eigen_pairs_after(eigen_pairs *p, const double *a, size_t stride);
/* A was changed in another way. */
void eigen_pairs_forget(eigen_pairs *p);

/* Residual and orthogonality of the present pairs of A (linalg/eigen.h); they must be known. */
eigen_quality eigen_pairs_quality(eigen_pairs *p, const double *a, size_t stride);

/* Member "eigenpairs" of a state, if the pairs are not those that decomposing A gives. Loading takes it or decomposes; it
 * checks that the pairs belong to A. */
status eigen_pairs_save(const eigen_pairs *p, cJSON *state);
status eigen_pairs_load(eigen_pairs *p, size_t k, const double *a, size_t stride, const cJSON *state);
