/* Normalised Matrix Winnow that never forgets a direction, for subspaces that change; `shifting_winnow` is the same learner on the
 * diagonal representation.
 *
 * W has trace 1. On a mistake W' = exp(log W + eta y X) / trace, and then, for a share 0 < a < 1,
 *   mix    W = (1 - a) W' + (a/n) I                                                (fixed share, Herbster & Warmuth 1998)
 *   floor  lambda_i(W) = max(gamma lambda_i(W'), a/n), gamma such that tr W = 1     (projection, Herbster & Warmuth 2001)
 * so that W >= (a/n) I. The eigenvectors stay. */
#ifndef LEARNERS_WINNOW_SHIFTING_MATRIX_WINNOW_H
#define LEARNERS_WINNOW_SHIFTING_MATRIX_WINNOW_H

#include "learners/winnow/matrix_winnow.h"

/* Of shifting_matrix_winnow and shifting_winnow. Constants: those of matrix_winnow, and "share". */
extern const learner_methods shifting_winnow_methods;

/* The gamma of `floor` for ascending eigenvalues with sum 1: with k of them at the floor, gamma = (1 - k floor)/(sum of the others).
 * 0 < n floor < 1. */
double shifting_floor_scale(size_t n, const double *ascending, double floor);

#define SHIFTING_WINNOW_PARAMETERS                                                                                    \
  WINNOW_GAP_PARAMETERS,                                                                                              \
      {.name = "method",                                                                                              \
       .type = PARAMETER_CHOICE,                                                                                      \
       .value = "mix",                                                                                                \
       .choices = "mix floor",                                                                                        \
       .meaning = "mix the identity in, or raise small eigenvalues to a floor"},                                      \
  {                                                                                                                   \
    .name = "share", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1, .open_low = true, .open_high = true, \
    .meaning = "eigenvalues stay above share/n; absent: 1 - exp(-c/4) for the progress c of a mistake"                \
  }

#endif
