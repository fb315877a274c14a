/* The perceptron on symmetric matrices; `perceptron` is the same learner on the diagonal representation.
 *
 *   W = H (link identity), H starts as 0, b = 0; predict +1 iff tr(W X) + b >= theta; on a mistake H += eta y X, and b += eta y with a bias;
 *   with a margin not on mistakes but if y (tr(W X) + b - theta) <= margin */
#pragma once

#include "learners/weights.h"

typedef struct matrix_perceptron {
  spectral *w;
  double eta, theta, margin; /* margin: NaN: updates on mistakes */
  bool bias;
  spectral_representation representation;
  double offset; /* the bias as learnt so far */
} matrix_perceptron;

/* Of matrix_perceptron and perceptron. Constants: "eta", "theta", "bias" (1 with a bias), "margin" (if given) */
extern const learner_methods matrix_perceptron_methods;

#define PERCEPTRON_OPTIONS(type)                                                                                       \
  OPTION_ABOVE(type, eta, "1", 0, 1e100, "step size; with theta = 0 and margin 0 or absent it changes no prediction"), \
      OPTION_NUMBER(type, theta, "0", -1e100, 1e100, "threshold"),                                                     \
      OPTION_FLAG(type, bias, "false", "adds a constant attribute 1 (an intercept)"),                                  \
      OPTION_NUMBER(type, margin, ABSENT, 0, 1e100,                                                                    \
                    "updates when y (score - theta) <= margin; absent: on mistakes only")
