/* Normalised Matrix Winnow that never forgets a direction, for subspaces that change; `shifting_winnow` is the same learner on the
 * diagonal representation.
 *
 * W has trace 1. On a mistake W' = exp(log W + eta y X) / trace, and then W is mixed with the identity or gets a floor, W >= (a/n) I
 * (learners/forgetting.h). */
#pragma once

#include "learners/forgetting.h"
#include "learners/winnow/matrix_winnow.h"

typedef struct shifting_winnow {
  matrix_winnow winnow; /* normalised */
  forgetting forgetting;
  double *eigenvalues; /* n, for the floor */
} shifting_winnow;

/* Of shifting_matrix_winnow and shifting_winnow. Constants: those of matrix_winnow, and "share". */
extern const learner_methods shifting_winnow_methods;

#define SHIFTING_WINNOW_OPTIONS                                                   \
  WINNOW_GAP_OPTIONS(matrix_winnow), FORGETTING_METHOD(shifting_winnow),          \
      OPTION_BETWEEN_AS("share", shifting_winnow, forgetting.share, ABSENT, 0, 1, \
                        "eigenvalues stay above share/n; absent: 1 - exp(-c/4) for the progress c of a mistake")
