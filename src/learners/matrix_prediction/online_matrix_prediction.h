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
#pragma once

#include "learners/coins.h"
#include "learners/forgetting.h"
#include "learners/learning_rate.h"
#include "learners/matrix_prediction/prediction_class.h"
#include "learners/tuned_grid.h"

/* In the order of the choices. */
typedef enum horizon_choice { HORIZON_KNOWN, HORIZON_DOUBLING } horizon_choice;
typedef enum box_choice { BOX_PROJECT, BOX_CLIP } box_choice;
typedef enum diagonal_choice { DIAGONAL_PROJECT, DIAGONAL_NONE } diagonal_choice;
typedef enum predictor_form { PREDICTOR_AUTO, PREDICTOR_DEFINITION, PREDICTOR_DENSE, PREDICTOR_SPARSE } predictor_form;

/* What the bounds ask about the round last updated. */
typedef struct round_record {
  entry_solution solution;
  double g;
  double stepped; /* trace after the step, before a share is kept */
  bool restarted, skipped;
} round_record;

/* The state; a learner on top of it has it as its first member, so that these methods, rows and fields are its own, too. */
typedef struct matrix_predictor {
  class_choice choice;
  double eta; /* NaN before init: the theorem's */
  horizon_choice horizon;
  box_choice box;
  diagonal_choice diagonal;
  predictor_form representation;
  forgetting forgetting;
  prediction_class class;
  loss loss;
  entry_parameter *x;
  entry_limits limits;
  bool project, constrained;
  size_t rounds, last_round; /* rounds done; rounds of all, or up to which the stage of doubling goes */
  coins coins;               /* of a randomised learner */
  bool looked;               /* solution is that of (i, j) now */
  size_t i, j;
  entry_solution solution;
  round_record last;
} matrix_predictor;

/* At one rate (tuned_grid.h). A class that is randomised predicts the high end of the interval with probability
 * (prediction - low)/(high - low), otherwise the low end.
 *
 * Constants of the learner: "beta", "tau", "order", "offset", "divergence", "diagonal_limit", "slope", "stretch", "centre", "start", "eta" (of
 * this round), "horizon" (rounds; NaN for doubling), "decomposition", "class" (their numbers in prediction_class.h), "box" (1: project),
 * "constrained" (1: diagonal = "project"), "share", "floors".
 * Of the round last updated: "y" (after projection, unclipped), "g", "d", "mu", "nu", "alpha", "trace_before", "trace_projected",
 * "residual", "restarted" (1: a new stage begins after it), "skipped" (1: i = j of a symmetric W), "trace_stepped" (share > 0: before the
 * share is kept). "trace": of exp A now. */
extern const learner_methods online_matrix_prediction_methods;
enum { ONLINE_MATRIX_PREDICTION_STATE = 5 };
extern const field online_matrix_prediction_state[ONLINE_MATRIX_PREDICTION_STATE];

/* Its parameters; the last is "grid". */
#define ONLINE_MATRIX_PREDICTION_ROWS                                                                             \
  PREDICTION_CLASS_OPTIONS(matrix_predictor),                                                                     \
      LEARNING_RATE(matrix_predictor, "learning rate; absent: the theorem's for the number of rounds"),           \
      OPTION_CHOICE(matrix_predictor, horizon, "known", "known doubling",                                         \
                    "known: eta for all rounds; doubling: starts anew after 1, 2, 4, ... rounds with their eta"), \
      OPTION_CHOICE(matrix_predictor, box, "project", "project clip",                                             \
                    "predictions are kept in their interval by projecting X, or clipped and the loss extended"),  \
      OPTION_CHOICE(matrix_predictor, diagonal, "project", "project none",                                        \
                    "none: X is not projected onto the bound of its diagonal; no theorem speaks of that"),        \
      OPTION_CHOICE(                                                                                              \
          matrix_predictor, representation, "auto", "auto definition dense sparse",                               \
          "definition: one matrix of order 2p; dense: its blocks; sparse: windows of them, at every order the "   \
          "fastest; auto: sparse"),                                                                               \
      FORGETTING_SHARE(matrix_predictor), FORGETTING_METHOD(matrix_predictor), TUNED_GRID_PARAMETER,              \
      TUNED_OPTION_PARAMETER("share", 0, 0.999)

enum { ONLINE_MATRIX_PREDICTION_PARAMETERS = 14 }; /* the last two are grids */
extern const parameter online_matrix_prediction_parameters[ONLINE_MATRIX_PREDICTION_PARAMETERS];
