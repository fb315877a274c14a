/* Principal components of all trials: the subspace that drops least, for problems whose learners keep a subspace. */
#pragma once

#include "comparators/comparator.h"

/* The sum of the instances is kept as a matrix of that order. */
enum { OFFLINE_PCA_LIMIT = 1024 };

/* The projection onto the eigenvectors of the k largest eigenvalues of sum (n x n, 0 < k <= n). No subspace drops less than the sum of the
 * others (Ky Fan), which the comparator has as its least loss, rounding charged. */
status offline_pca(size_t n, size_t k, const double *sum, comparator **out);
