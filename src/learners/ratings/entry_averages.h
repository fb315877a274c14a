/* One learner for each entry, and nothing shared between entries: projected online gradient descent on [lo, hi] (Zinkevich 2003),
 *
 *   w_ij <- clip(w_ij - eta g),   w_ij = (lo + hi)/2 at first,   g a subgradient at w_ij of the loss of the trial at (i,j)
 *
 * For every matrix U with entries in [lo, hi], as clipping takes w_ij no further from u_ij,
 *
 *   (w'_ij - u_ij)^2 <= (w_ij - u_ij)^2 - 2 eta g (w_ij - u_ij) + eta^2 g^2                    in each trial, so that
 *   regret <= sum over the entries visited of (u_ij - (lo + hi)/2)^2 / (2 eta) + eta/2 sum of g^2
 *          <= V (hi - lo)^2 / (8 eta) + eta G^2 T / 2                                            for V entries visited in T trials.
 *
 * eta absent: (hi - lo)/(2G) sqrt(V/T) with V = min(m n, T), the best that is known before the first trial; the bound is then at most
 * (hi - lo) G sqrt(V T)/2, up to the entries not visited: sqrt(m n T)/2 in place of the sqrt(n T) of matrix prediction. */
#ifndef LEARNERS_RATINGS_ENTRY_AVERAGES_H
#define LEARNERS_RATINGS_ENTRY_AVERAGES_H

#include "learners/learner.h"

enum { ENTRY_AVERAGES_PARAMETERS = 2 };
extern const parameter entry_averages_parameters[ENTRY_AVERAGES_PARAMETERS]; /* "eta", "grid" */

/* The functions of the descriptor. */
status entry_averages_check(const learner_setting *setting, const options *options);
status entry_averages_create(const learner_setting *setting, const options *options, void **self);
/* Constants, beside those of tuned_grid.h: "eta", "low", "high"; of the last update "before" and "after", w_ij then, and "g". */

#endif
