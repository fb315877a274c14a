/* The perceptron on symmetric matrices; `perceptron` is the same learner on the diagonal representation.
 *
 *   W = H (link identity), H starts as 0, b = 0; predict +1 iff tr(W X) + b >= theta; on a mistake H += eta y X, and b += eta y with a bias;
 *   with a margin not on mistakes but if y (tr(W X) + b - theta) <= margin */
#ifndef LEARNERS_PERCEPTRON_MATRIX_PERCEPTRON_H
#define LEARNERS_PERCEPTRON_MATRIX_PERCEPTRON_H

#include "learners/learner.h"

/* Of matrix_perceptron and perceptron. Constants: "eta", "theta", "bias" (1 with a bias), "margin" (if given) */
extern const learner_methods matrix_perceptron_methods;

#define PERCEPTRON_PARAMETERS                                                                                          \
  {.name = "eta",                                                                                                      \
   .type = PARAMETER_NUMBER,                                                                                           \
   .value = "1",                                                                                                       \
   .low = 0,                                                                                                           \
   .high = 1e100,                                                                                                      \
   .open_low = true,                                                                                                   \
   .meaning = "step size; with theta = 0 and margin 0 or absent it changes no prediction"},                            \
      {.name = "theta", .type = PARAMETER_NUMBER, .value = "0", .low = -1e100, .high = 1e100, .meaning = "threshold"}, \
      {.name = "bias", .type = PARAMETER_BOOLEAN, .value = "false", .meaning = "learns a constant attribute 1, too"},  \
  {                                                                                                                    \
    .name = "margin", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e100,                                  \
    .meaning = "updates when y (score - theta) <= margin; absent: on mistakes only"                                    \
  }

#endif
