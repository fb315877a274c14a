/* The weights of a learner in the feature space of a kernel, seen from outside: w = sum of a_i phi(x_i) over `count` points that it keeps. */
#pragma once

#include "learners/learner.h"
#include "spectral/mercer.h"

typedef struct dual_vector {
  mercer_kernel kernel;
  bool squared; /* <phi(x), phi(x')> is the square of the kernel's value: x stands for the dyad of its feature */
  size_t n, count;
  const double *points;       /* count x n */
  const double *coefficients; /* count; a_i */
} dual_vector;

/* The weights now; the points and coefficients are the learner's, until it learns again. false: it has no dual vector. */
bool learner_dual_vector(const learner *player, dual_vector *out);
