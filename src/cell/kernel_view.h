/* Two views of a kernel of n items, given by its squared distances D (n x n): nearest neighbours, and a picture in the plane.
 *
 * Source: Tsuda, Raetsch & Warmuth 2005, section 5 (1-nearest-neighbour classification with the learned kernel). */
#pragma once

#include "linalg/eigen.h"

enum { NEIGHBOUR_SPLITS = 10 };

/* Ten random halves of the items, floor(n/2) of them for training, the others to be classified; n >= 2. They come from the stream (seed,
 * "splits"), so that all learners of a sequence have the same. *train = NEIGHBOUR_SPLITS x n flags; the caller frees. */
status neighbour_splits_new(uint64_t seed, size_t n, bool **train);
/* Each item to be classified takes the class of the training item nearest to it; the part that is wrong, mean over the splits. Of equally
 * near ones the first counts: one is nearer if its D is less by more than 1e-9 of the largest |D|, so that rounding decides nothing. */
double nearest_neighbour_error(size_t n, const bool *train, const size_t *classes, const double *distances);

/* x, y (n each): the two leading eigenvectors of K = -J D J / 2, J = I - 1 1^T / n, each times the root of its eigenvalue (0 if that is
 * negative); largest entries are positive. n = 1 and kernels of rank 1 have y = 0. */
status kernel_embedding(const eigen_backend *eigen, size_t n, const double *distances, double *x, double *y);
