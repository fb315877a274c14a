/* Normalised Matrix Winnow that never forgets a direction, for subspaces that change; `shifting_winnow` is the same learner on the
 * diagonal representation.
 *
 * W has trace 1. On a mistake W' = exp(log W + eta y X) / trace, and then W is mixed with the identity or gets a floor, W >= (a/n) I
 * (learners/forgetting.h). */
#ifndef LEARNERS_WINNOW_SHIFTING_MATRIX_WINNOW_H
#define LEARNERS_WINNOW_SHIFTING_MATRIX_WINNOW_H

#include "learners/forgetting.h"
#include "learners/winnow/matrix_winnow.h"

/* Of shifting_matrix_winnow and shifting_winnow. Constants: those of matrix_winnow, and "share". */
extern const learner_methods shifting_winnow_methods;

#define SHIFTING_WINNOW_PARAMETERS                                                                                    \
  WINNOW_GAP_PARAMETERS, FORGETTING_METHOD_PARAMETER, {                                                               \
    .name = "share", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1, .open_low = true, .open_high = true, \
    .meaning = "eigenvalues stay above share/n; absent: 1 - exp(-c/4) for the progress c of a mistake"                \
  }

#endif
