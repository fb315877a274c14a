/* The parts of density_fit.h: distinct instances with their labels together, the loss as a function of U, the descent
 * and the certificate. */
#ifndef HINDSIGHT_SQUARE_LOSS_DENSITY_PARTS_H
#define HINDSIGHT_SQUARE_LOSS_DENSITY_PARTS_H

#include "hindsight/square_loss/square_trials.h"
#include "linalg/eigen.h"

/* Equal instances are one group: `of` (count) names that of a trial, `first` its first trial, weight its trials, mean
 * that of its labels. Groups are in the order of their first trials. */
typedef struct density_groups {
  const square_trials *trials;
  size_t count;
  size_t *of, *first;
  double *weight, *mean;
  double *value; /* tr(U X) of each, for the functions below */
  double *work;  /* of instance_inner */
} density_groups;

status density_groups_new(const square_trials *trials, density_groups *out);
void density_groups_free(density_groups *groups);

/* value_g = tr(U X_g), u n x n */
void density_values(density_groups *groups, const double *u);
/* gradient = sum_g weight_g (value_g - mean_g) X_g, n x n: half of the loss's */
void density_gradient(const density_groups *groups, double *gradient);

enum { BARRIER_LARGEST = 40 }; /* order: Newton's steps solve for 820 numbers */

/* u (n x n) = a density whose loss is at most `enough` above the least, up to rounding, by Newton's method with a
 * barrier. gap: of I/n. */
status density_barrier(density_groups *groups, double gap, double enough, double *u);

/* u (n x n) = a density of nearly least loss, by accelerated projected gradients (Beck and Teboulle 2009) that start
 * anew where they overshoot (O'Donoghue and Candes 2015); where that takes long, as for instances of very different
 * sizes, and the order allows it, by the barrier. */
status density_descend(density_groups *groups, const eigen_backend *eigen, double *u);

/* *least <= the loss of every density, from the residuals e of a good one (rounded outward). */
status density_certificate(const density_groups *groups, const double *e, const eigen_backend *eigen, double *least);

#endif
