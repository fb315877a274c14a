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
 * share > 0: for comparators that change, the identity is kept in X after each round, which makes it dense (entry_parameter_keep).
 *
 * horizon = "doubling": for an unknown number of rounds the learner restarts after 1, 2, 4, 8, ... rounds, each time
 * with the rate for as many rounds as have been played, which multiplies the bound by at most sqrt2/(sqrt2 - 1). No
 * theorem covers a grid (tuned_grid.h). */
#ifndef LEARNERS_MATRIX_PREDICTION_ONLINE_MATRIX_PREDICTION_H
#define LEARNERS_MATRIX_PREDICTION_ONLINE_MATRIX_PREDICTION_H

#include "learners/forgetting.h"
#include "learners/learner.h"
#include "learners/learning_rate.h"
#include "learners/matrix_prediction/prediction_class.h"
#include "learners/tuned_grid.h"

/* At one rate (tuned_grid.h). A class that is randomised predicts the high end of the interval with probability
 * (prediction - low)/(high - low), otherwise the low end.
 *
 * Constants of the learner: "beta", "tau", "order", "offset", "divergence", "diagonal_limit", "slope", "stretch", "centre", "start", "eta" (of
 * this round), "horizon" (rounds; NaN for doubling), "decomposition", "class" (their numbers in prediction_class.h), "box" (1: project),
 * "constrained" (1: diagonal = "project"), "share", "floors".
 * Of the round last updated: "y" (after projection, unclipped), "g", "d", "mu", "nu", "alpha", "trace_before", "trace_projected",
 * "residual", "restarted" (1: a new stage begins after it), "skipped" (1: i = j of max-cut), "trace_stepped" (share > 0: before the
 * share is kept). "trace": of exp A now. */
extern const learner_methods online_matrix_prediction_methods;

/* Its parameters; the last is "grid". */
#define ONLINE_MATRIX_PREDICTION_ROWS                                                                            \
  PREDICTION_CLASS_PARAMETERS,                                                                                   \
      LEARNING_RATE_PARAMETER("learning rate; absent: the theorem's for the number of rounds"),                  \
      {.name = "horizon",                                                                                        \
       .type = PARAMETER_CHOICE,                                                                                 \
       .value = "known",                                                                                         \
       .choices = "known doubling",                                                                              \
       .meaning = "known: eta for all rounds; doubling: starts anew after 1, 2, 4, ... rounds with their eta"},  \
      {.name = "box",                                                                                            \
       .type = PARAMETER_CHOICE,                                                                                 \
       .value = "project",                                                                                       \
       .choices = "project clip",                                                                                \
       .meaning = "predictions are kept in their interval by projecting X, or clipped and the loss extended"},   \
      {.name = "diagonal",                                                                                       \
       .type = PARAMETER_CHOICE,                                                                                 \
       .value = "project",                                                                                       \
       .choices = "project none",                                                                                \
       .meaning = "none: X is not projected onto the bound of its diagonal; no theorem speaks of that"},         \
      {.name = "representation",                                                                                 \
       .type = PARAMETER_CHOICE,                                                                                 \
       .value = "auto",                                                                                          \
       .choices = "auto definition dense sparse",                                                                \
       .meaning =                                                                                                \
           "definition: one matrix of order 2p; dense: its blocks; sparse: windows of them, at every order the " \
           "fastest; auto: sparse"},                                                                             \
      FORGETTING_SHARE_PARAMETER, FORGETTING_METHOD_PARAMETER, TUNED_GRID_PARAMETER,                             \
      TUNED_OPTION_PARAMETER("share", 0, 0.999)

enum { ONLINE_MATRIX_PREDICTION_PARAMETERS = 12 }; /* the last two are grids */
extern const parameter online_matrix_prediction_parameters[ONLINE_MATRIX_PREDICTION_PARAMETERS];

#endif
