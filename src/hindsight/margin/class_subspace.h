/* The subspace of a class of real data, computed in hindsight: a comparator for "is it of this class?". */
#pragma once

#include "comparators/comparator.h"

/* *out = the projection on the r leading eigenvectors of sum_i x_i x_i^T over `count` dyads of order n (the instances
 * of the class as they are played; the mean is not subtracted). Exact for small classes or orders; otherwise by
 * subspace iteration from a fixed start until its values are stationary: any orthonormal frame is a valid comparator,
 * and this one is nearly the best of its rank. STATUS_INVALID if r is 0 or larger than the rank of the class. */
status class_subspace(size_t n, size_t count, const instance *dyads, size_t r, comparator **out);
