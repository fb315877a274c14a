/* A fixed total order on instances, for learners that must not depend on the order of a sample. */
#pragma once

#include "spectral/instance/instance.h"

/* < 0, 0, > 0 as a comes before, equals or comes after b: kind, n, m, then the numbers of the dense form in
 * lexicographic order; -0 equals 0. The numbers are x for vectors and dyads x x^T (sparse or dense alike; nothing is
 * densified), the entries row by row for matrices; row and column of an entry; of a distance the smaller and the larger
 * of the two; of a low-rank instance its representation: shift, rank, weights, factors. Equal instances are equal to
 * every learner. */
int instance_compare(const instance *a, const instance *b);

/* order[0..count-1] = the positions of the instances in ascending order; equal ones by position. */
typedef struct instance_place {
  const instance *x;
  size_t position;
} instance_place;
void instance_sort(size_t count, const instance *x, instance_place *order);
