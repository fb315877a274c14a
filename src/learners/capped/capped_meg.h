/* Learners of subspaces: W, 0 <= W <= I of trace m = n - k, weighs the directions that are dropped; P = I - W those that are kept. What
 * capped_meg and capped_gradient_descent share: they differ by the link of W, the projection and the rate. */
#pragma once

#include "learners/coins.h"
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

/* The state of these learners; only the entropic ones have the option loss_at_most. */
typedef struct capped {
  spectral *w;
  loss loss;
  size_t n, dimension;
  double dropped; /* m */
  double eta, loss_at_most;
  spectral_representation representation;
  bool tuned;            /* the rate is the theorem's */
  double *values, *work; /* n */
  coins coins;           /* sampled */
  double *rows;          /* sampled: n x n, eigenvectors, by falling eigenvalues; those that are dropped come first */
  double *inner;         /* sampled: work of their products with an instance */
  const capped_kind *kind;
} capped;

#define CAPPED_DIMENSION OPTION_COUNT(capped, dimension, "1", 1, 1e9, "k, of the subspace that is kept; below n")
