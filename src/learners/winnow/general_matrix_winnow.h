/* General Matrix Winnow: rectangular instances X (m x n), or diagonal ones as vectors (m = n), on the embedding Z(X) of order N = m + n.
 *
 *   normalized     p = 2 <sinh H, X> / (2 sum cosh(a_i) + |m - n|), +1 iff p >= theta; on a mistake H += eta y X       (proved)
 *   printed        R = sinh H, R_1 = w0 I; +1 iff tr(R^T X) >= theta; on a mistake H += eta X                   (Warmuth 2007, Algorithm 2)
 *   signed         printed, with the label that the update lacks: H += eta y X
 *   repaired       signed from the neutral start H = 0, score 2 w0 <sinh H, X>: spectral hypentropy of scale w0
 *   positive_part  Matrix Winnow of order N on the positive part of Z(X), in [0,1]: labels are those of <Phat, Z_+(X)> */
#pragma once

#include "learners/learner.h"

/* In the order of the choices of `variant`. */
typedef enum general_variant {
  GENERAL_NORMALIZED,
  GENERAL_PRINTED,
  GENERAL_SIGNED,
  GENERAL_REPAIRED,
  GENERAL_POSITIVE_PART
} general_variant;

/* Constants: "variant" (general_variant), "eta", "eta_down" (of negative mistakes), "theta", "r", "gap", "gap_low", "rows" m (n for vectors); "w0" (not normalized);
 * normalized: "comparator_trace" 1. The parameter is NULL for positive_part. */
extern const learner_methods general_winnow_methods;

/* positive_part: the Matrix Winnow inside; NULL for the others. */
const learner *general_inner(const void *data);
