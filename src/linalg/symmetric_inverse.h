/* A positive definite matrix Y of which Y^{-1} is changed on two rows and columns at a time. Only one triangle is
 * stored, so Y stays exactly symmetric. With B = Y on {i, j} and K the change of Y^{-1} there (Sherman, Morrison and
 * Woodbury),
 *
 *   Y <- Y - Y_{:,ij} M Y_{ij,:},  M = K (I + B K)^{-1} = (K + det K adj B) / det(I + B K)
 *   det Y <- det Y / det(I + B K),  B <- B (I + K B)^{-1}
 *
 * O(order^2), no eigendecomposition, nothing is allocated. */
#pragma once

#include "linalg/eigen.h"
#include <cjson/cJSON.h>

/* A symmetric 2 x 2 matrix. */
typedef struct pair_block {
  double ii, ij, jj;
} pair_block;

double pair_block_determinant(const pair_block *block);
/* B (I + K B)^{-1} */
pair_block pair_block_changed(const pair_block *b, const pair_block *k);

typedef struct symmetric_inverse symmetric_inverse;

/* Y = start I, start > 0, order >= 1 */
status symmetric_inverse_new(size_t order, double start, symmetric_inverse **out);
void symmetric_inverse_free(symmetric_inverse *y);
POINTER_CLEANUP(symmetric_inverse, symmetric_inverse_free)

pair_block symmetric_inverse_pair(const symmetric_inverse *y, size_t i, size_t j);
/* Y^{-1} += K on rows and columns i != j. STATUS_NUMERIC, with Y unchanged, if Y would no longer be positive
 * definite. */
status symmetric_inverse_change(symmetric_inverse *y, size_t i, size_t j, const pair_block *k);

/* Eigenvalues of Y below `least` become that. O(order^3). work: order (2 order + 1) doubles. */
status symmetric_inverse_raise(symmetric_inverse *y, double least, eigen_solver *solver, double *work);

/* As member "matrix" of a JSON object: the lower triangle row by row. Loading checks that it is positive definite. */
status symmetric_inverse_save(const symmetric_inverse *y, cJSON *state);
status symmetric_inverse_load(symmetric_inverse *y, const cJSON *state);
