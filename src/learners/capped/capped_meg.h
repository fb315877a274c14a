/* Learners of subspaces: W, 0 <= W <= I of trace m = n - k, weighs the directions that are dropped; P = I - W those that are kept. What
 * capped_meg and capped_gradient_descent share: they differ by the link of W, the projection and the rate. */
#ifndef LEARNERS_CAPPED_CAPPED_MEG_H
#define LEARNERS_CAPPED_CAPPED_MEG_H

#include "learners/learner.h"

extern const learner_methods capped_methods;

enum { CAPPED_MEG_PARAMETERS = 4 };
extern const parameter capped_meg_parameters[CAPPED_MEG_PARAMETERS];
double capped_meg_rate(double n, double k, double rounds, double loss_at_most); /* of capped_kind */

typedef struct capped_kind {
  spectral_link link; /* exp or identity */
  bool sampled;       /* plays a projection drawn from W */
  /* The rate for m dropped and k kept directions of n if the best subspace drops at most `loss_at_most` in `rounds` trials. */
  double (*rate)(double n, double k, double rounds, double loss_at_most);
} capped_kind; /* the variant of a class */

#define CAPPED_DIMENSION                                                                 \
  {                                                                                      \
    .name = "dimension", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e9, \
    .meaning = "k, of the subspace that is kept; below n"                                \
  }

#endif
