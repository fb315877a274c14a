/* Hedge (Freund & Schapire 1997) on a finite class of matrices with two values, low and high, at every entry, of which N are listed.
 *
 *   p_e ~ exp(-eta L_e), L_e the loss of matrix e so far;   prediction = sum of p_e W_e(i,j), in [low, high]
 *
 * kept as logarithms of weights, the largest 0 after each trial. With the potential Phi = -(1/eta) ln((1/N) sum of exp(-eta L_e)), 0 at
 * first and at most L_e + ln(N)/eta for every e, a convex loss and Hoeffding's lemma give in each trial
 *
 *   loss(prediction) <= sum of p_e loss(W_e(i,j)) <= Phi' - Phi + eta r^2/8,   r = |loss(high) - loss(low)| of the trial, so that
 *   regret against every matrix of the class <= ln(N)/eta + eta/8 sum of r^2 <= ln(N)/eta + eta T R^2/8,
 *
 * R = G (high - low) >= r. eta absent: sqrt(8 ln N / (T R^2)), with regret <= R sqrt(T ln(N)/2). Exact, and exponential in the number
 * of nodes: the yardstick for efficient learners. O(N) per trial. */
#pragma once

#include "learners/learner.h"

/* The variant of their classes: which matrices there are. */
typedef struct hedge_matrices {
  size_t largest; /* order; the smallest is 2 */
  size_t (*count)(size_t n);
  /* Matrix e is high at (i,j); orders: `places` is N x n, the place of item i in order e; cuts: NULL. */
  bool (*high)(const unsigned char *places, size_t n, size_t e, size_t i, size_t j);
  void (*place_items)(size_t n, size_t e, unsigned char *place); /* a row of places; NULL: the matrices are cuts */
} hedge_matrices;

enum { HEDGE_PARAMETERS = 1 };
extern const parameter hedge_parameters[HEDGE_PARAMETERS]; /* "eta" */

/* Constants: "eta"; "matrices": N; "cuts": 1, or 0 for orders; "potential": Phi now. */
extern const learner_methods hedge_methods;
