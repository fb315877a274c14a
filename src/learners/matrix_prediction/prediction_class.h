/* Classes of matrices for online matrix prediction and their (beta, tau)-decompositions (Hazan, Kale and Shalev-Shwartz 2012,
 * section 3; constants as in docs/errata.md). Matrices W of the class are written sym(W) = P - N with P, N positive semidefinite,
 * diagonal entries at most beta, and tr P + tr N <= tau. sym(W) = W, of order p = n, for max-cut and own_symmetric; [[0, W], [W^T, 0]], of
 * order p = m + n, otherwise.
 *
 *   class                     decomposition       beta                      tau            counted prediction
 *   max_cut                   two_blocks          1                         n              P_ij - N_ij
 *                             one_block           1                         n              -N_ij, P = 0
 *   gambling, k = ceil(log2 n) recursive_printed  k + 1                     4n(k + 1)      2 P_ij (the two blocks mirror each other)
 *                             recursive           k + 1                     2n(k + 2)      2 P_ij
 *                             svd                 largest of |sym T|_ii/2   2 |T|_*        2 P_ij, T(i,j) = 1 if i <= j
 *                             exact               c_n/2                     2 n c_n        2 P_ij = Y, prediction (1 + Y)/2
 *   collaborative_filtering   printed             sqrt(m + n)               2 trace_norm   2 P_ij
 *                             sharp               sqrt(max(m, n))/2         2 trace_norm   2 P_ij
 *   own                       given               beta                      tau            2 P_ij
 *   own_symmetric             given               beta                      tau            P_ij - N_ij, sym(W) = W
 *
 * exact: Y is in the convex hull of the sign matrices S(i,j) = sign(order(j) - order(i)), whose |S| has the constant diagonal
 * c_n = (1/n) sum_{k=0}^{n-1} |cot(pi (2k+1)/(2n))|. trace_norm is capped at min(m,n) sqrt(max(m,n)), which no
 * matrix with entries in [-1,1] exceeds.
 *
 * Counted are the prediction y, the diagonal sum d <= diagonal_limit = 4 beta and the trace <= tau of both blocks (of the one block,
 * with 2 beta, for one_block). With the divergence of a comparator from the start at most `divergence`,
 *
 *   regret <= slope sqrt(divergence diagonal_limit T)   at   eta = sqrt(divergence / (diagonal_limit slope^2 T)),
 *
 * slope = stretch G the Lipschitz constant of the loss in y. divergence = tau ln(2p) in the paper; tau ln(p) where the comparator's
 * blocks mirror each other (svd, exact, sharp; sharp at m = n = 1: tau, as ln(2) < 1); n ln(n) for one_block. */
#pragma once

#include "learners/learner.h"
#include "spectral/entry/entry_parameter.h"

/* In the order of the choices of `class`, and of `decomposition` after "auto". */
typedef enum matrix_class {
  CLASS_MAX_CUT,
  CLASS_GAMBLING,
  CLASS_COLLABORATIVE_FILTERING,
  CLASS_OWN,
  CLASS_OWN_SYMMETRIC
} matrix_class;
typedef enum class_decomposition {
  CLASS_TWO_BLOCKS,
  CLASS_ONE_BLOCK,
  CLASS_RECURSIVE_PRINTED,
  CLASS_RECURSIVE,
  CLASS_SVD,
  CLASS_EXACT,
  CLASS_PRINTED,
  CLASS_SHARP,
  CLASS_GIVEN
} class_decomposition;

typedef struct prediction_class {
  matrix_class class;
  class_decomposition decomposition;
  size_t m, n, order; /* order: p */
  size_t offset;      /* column j is row j + offset of sym(W) */
  entry_blocks blocks;
  double beta, tau, diagonal_limit, divergence;
  double stretch, centre; /* prediction = centre + stretch y */
  double low, high;       /* of y */
  double slope;           /* Lipschitz constant of the loss in y */
  double start;           /* log X = start I at first: ln(tau / 2p), ln(tau / p) for one_block */
} prediction_class;

/* The options. */
typedef struct class_choice {
  matrix_class class;
  unsigned decomposition; /* 0: auto; otherwise 1 + a class_decomposition */
  double trace_norm;      /* NaN: absent */
  double beta, tau;       /* of an own class; NaN: absent */
} class_choice;

/* Rows for parameter tables, bound to a member `choice`. */
#define PREDICTION_CLASS_OPTION(type, more)                                                                \
  OPTION_CHOICE_AS("class", type, choice.class, REQUIRED, "max_cut gambling collaborative_filtering" more, \
                   "of the matrices that the learner competes with")
#define PREDICTION_TRACE_NORM_OPTION(type)                                \
  OPTION_ABOVE_AS("trace_norm", type, choice.trace_norm, ABSENT, 0, 1e12, \
                  "collaborative_filtering: bound on the trace norm of the matrices; needed there")
#define PREDICTION_CLASS_OPTIONS(type)                                                                     \
  PREDICTION_CLASS_OPTION(type, " own own_symmetric"),                                                     \
      OPTION_ABOVE_AS("beta", type, choice.beta, ABSENT, 0, 1e12,                                          \
                      "own: no diagonal entry of P or N is larger, sym(W) = P - N"),                       \
      OPTION_ABOVE_AS("tau", type, choice.tau, ABSENT, 0, 1e12, "own: tr P + tr N is at most this"),       \
      OPTION_CHOICE_AS(                                                                                    \
          "decomposition", type, choice.decomposition, "auto",                                             \
          "auto two_blocks one_block recursive_printed recursive svd exact printed sharp",                 \
          "max_cut: two_blocks one_block; gambling: recursive_printed recursive svd exact; collaborative_" \
          "filtering: printed sharp; auto: the paper's, two_blocks recursive printed"),                    \
      PREDICTION_TRACE_NORM_OPTION(type)

/* Rows for a table of constants: "class", "decomposition", "order", "offset", "tau", "stretch", "centre" of the struct's member. */
#define PREDICTION_CLASS_CONSTANTS(type_, member)                                   \
  {FIELD_INSIDE(type_, member, prediction_class, class, FIELD_CHOICE)},             \
      {FIELD_INSIDE(type_, member, prediction_class, decomposition, FIELD_CHOICE)}, \
      {FIELD_INSIDE(type_, member, prediction_class, order, FIELD_COUNT)},          \
      {FIELD_INSIDE(type_, member, prediction_class, offset, FIELD_COUNT)},         \
      {FIELD_INSIDE(type_, member, prediction_class, tau, FIELD_NUMBER)},           \
      {FIELD_INSIDE(type_, member, prediction_class, stretch, FIELD_NUMBER)}, {     \
    FIELD_INSIDE(type_, member, prediction_class, centre, FIELD_NUMBER)             \
  }

/* STATUS_INVALID, naming the option, for a decomposition of another class, a missing trace norm, instances of the wrong shape, or a
 * loss whose interval is not that of the class ([-1,1]; gambling [0,1]). */
status prediction_class_new(const learner_setting *setting, const class_choice *choice, prediction_class *out);
/* The same with the smallest constants that are known, one_block, exact or sharp; whatever decomposition is chosen. */
status prediction_class_sharpest(const learner_setting *setting, const class_choice *choice, prediction_class *out);

/* eta for T rounds. */
double prediction_class_rate(const prediction_class *c, double rounds);

/* c_n; and beta and tau of the svd decomposition of T_n. */
double sign_matrix_diagonal(size_t n);
void triangular_constants(size_t n, double *beta, double *tau);
