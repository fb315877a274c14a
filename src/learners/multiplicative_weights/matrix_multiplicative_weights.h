/* Matrix Multiplicative Weights (Hazan, Kale and Shalev-Shwartz 2012, Algorithm 1; after Tsuda, Raetsch and Warmuth 2005; Arora and
 * Kale 2007): the learner plays a positive semidefinite X of trace tau, the round's loss is <X, L_t>.
 *
 *   H = ln(tau/N) I;  X = exp(H)
 *   instance M_t, prediction <X, M_t>, label y_t, linear loss scale y_t <X, M_t>:  L_t = scale y_t M_t
 *   H -= eta L_t, then the trace: X <- tau X / tr X, always (trace = "equal") or if it is above tau ("at_most")
 *
 * eta = sqrt(ln N/T)/G, G = scale: the rate for |L_t| <= G, for which <X, L_t^2> <= tau G^2. */
#ifndef LEARNERS_MULTIPLICATIVE_WEIGHTS_MATRIX_MULTIPLICATIVE_WEIGHTS_H
#define LEARNERS_MULTIPLICATIVE_WEIGHTS_MATRIX_MULTIPLICATIVE_WEIGHTS_H

#include "learners/learner.h"

/* Constants: "eta", "tau", "equal" (1: the trace is always tau), "slope" (G) */
extern const learner_methods multiplicative_weights_methods;
enum { MULTIPLICATIVE_WEIGHTS_PARAMETERS = 4 };
extern const parameter multiplicative_weights_parameters[MULTIPLICATIVE_WEIGHTS_PARAMETERS];

#endif
