/* The first density of a multiplicative learner, as a scenario writes it: a list of n numbers > 0, the diagonal of W_1, or n lists of n
 * numbers, a symmetric positive definite W_1. It is not normalised, though theorems require trace 1. Absent: I/n. */
#ifndef LEARNERS_EXPONENTIATED_GRADIENT_DENSITY_START_H
#define LEARNERS_EXPONENTIATED_GRADIENT_DENSITY_START_H

#include <cjson/cJSON.h>

#include "base/status.h"
#include "linalg/eigen.h"
#include "spectral/spectral.h"

typedef struct density_start {
  size_t n;
  double *logarithms; /* of the eigenvalues; NULL: I/n */
  double *vectors;    /* rows; NULL: W_1 is diagonal */
  double trace;
  double least; /* eigenvalue */
} density_start;

/* list: as above; NULL: absent. STATUS_INVALID "WHO: ..." for other shapes and for a W_1 that is not positive definite. After a failure, too, there
 * is something to free. */
status density_start_read(const char *who, const cJSON *list, size_t n, const eigen_backend *eigen, density_start *out);
void density_start_free(density_start *start); /* safe on a zeroed one */
/* H += ln W_1 for a parameter that starts at 0, or that starts at -ln n if W_1 = I/n. */
status density_start_set(const density_start *start, spectral *w);

#endif
