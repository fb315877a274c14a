/* Distinct instances with their labels together, and the square loss as a function of a density U. */
#pragma once

#include "base/arena.h"
#include "hindsight/square_loss/square_trials.h"

/* Equal instances form one group: of[t] is the group of trial t; first is the first trial of a group, weight its number
 * of trials, mean the mean of their labels. Groups are in the order of their first trials. */
typedef struct density_groups {
  const square_trials *trials;
  size_t count;
  size_t *of, *first;
  double *weight, *mean;
  double *value; /* tr(U X) of each group, by density_values */
  arena memory;  /* of the arrays */
} density_groups;

status density_groups_new(const square_trials *trials, density_groups *out); /* a failure, too, leaves it to be freed */
void density_groups_free(density_groups *groups);

/* value_g = tr(U X_g), u n x n */
void density_values(density_groups *groups, const double *u);
/* gradient = sum_g weight_g (value_g - mean_g) X_g, n x n: half of the loss's */
void density_gradient(const density_groups *groups, double *gradient);
