/* Online matrix prediction (Hazan, Kale and Shalev-Shwartz 2012, Algorithm 1 with section 6): exponentiated gradient on positive
 * semidefinite matrices X = exp(A), projected in each round onto the constraints of the queried entry (i, j). With jj =
 * j + offset:
 *
 *   A = ln(tau / 2p) I                                                    (ln(tau / p) I for one block)
 *   project X onto { d <= diagonal_limit, low <= y <= high, tr <= tau }   (entry_projection.h)
 *   predict centre + stretch y;  g = subgradient of the loss in y
 *   A_P(i,jj), A_P(jj,i) -= eta g;  A_N(i,jj), A_N(jj,i) += eta g
 *
 * box = "clip": no constraint on y; the prediction is clipped and g is the subgradient of the extended loss (loss.h): the same regret bound
 * with fewer projections. Pairs i = j of max-cut are -1 for every cut: that is predicted, and nothing is learnt.
 *
 * diagonal = "none": no constraint on d either; with box = "clip" what remains is matrix exponentiated gradient on sym(W) in the trace ball
 * (Tsuda, Raetsch & Warmuth 2005). The proof needs d <= diagonal_limit: the theorem does not cover it.
 *
 * horizon = "doubling": for an unknown number of rounds the learner restarts after 1, 2, 4, 8, ... rounds, each time
 * with the rate for as many rounds as have been played, which multiplies the bound by at most sqrt2/(sqrt2 - 1). No
 * theorem covers a grid (tuned_grid.h). */
#ifndef LEARNERS_MATRIX_PREDICTION_ONLINE_MATRIX_PREDICTION_H
#define LEARNERS_MATRIX_PREDICTION_ONLINE_MATRIX_PREDICTION_H

#include "learners/learner.h"

/* At one rate (tuned_grid.h). A class that is randomised predicts the high end of the interval with probability
 * (prediction - low)/(high - low), otherwise the low end.
 *
 * Constants of the learner: "beta", "tau", "order", "offset", "divergence", "diagonal_limit", "slope", "stretch", "centre", "start", "eta" (of
 * this round), "horizon" (rounds; NaN for doubling), "decomposition", "class" (their numbers in prediction_class.h), "box" (1: project),
 * "constrained" (1: diagonal = "project").
 * Of the round last updated: "y" (after projection, unclipped), "g", "d", "mu", "nu", "alpha", "trace_before", "trace_projected",
 * "residual", "restarted" (1: a new stage begins after it), "skipped" (1: i = j of max-cut). "trace": of exp A now. */
extern const learner_methods online_matrix_prediction_methods;

enum { ONLINE_MATRIX_PREDICTION_PARAMETERS = 9 }; /* the last is "grid" */
extern const parameter online_matrix_prediction_parameters[ONLINE_MATRIX_PREDICTION_PARAMETERS];

#endif
