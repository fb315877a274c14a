/* Comparators of regression problems: the linear functions u that a learner is measured against, on exactly the trials that are played. */
#ifndef PROBLEMS_REGRESSION_REGRESSION_COMPARATOR_H
#define PROBLEMS_REGRESSION_REGRESSION_COMPARATOR_H

#include <stdbool.h>

#include "comparators/comparator.h"
#include "registry/parameter.h"
#include "spectral/instance/instance.h"

/* Is the comparator found in hindsight: least_squares, simplex, l1_ball? */
bool regression_hindsight_wanted(const options *values);
/* STATUS_INVALID for a radius that is missing or has no effect. */
status regression_comparator_check(const options *values);
/* *out = the u of the option's class with the least sum of (<u,x_t> - y_t)^2 over the `count` trials, with its certificate
 * (hindsight/square_loss/regression_fit.h). Vector instances of order n. The caller frees *out. */
status regression_comparator_fit(const options *values, size_t n, size_t count, const instance *x, const double *y,
                                 comparator **out);

#define REGRESSION_COMPARATOR_CHOICES "least_squares simplex l1_ball"
#define REGRESSION_COMPARATOR_MEANING                                                                                \
  "the best in hindsight on the trials that are played: least_squares: any u; simplex: u >= 0, |u|_1 = 1; l1_ball: " \
  "|u|_1 <= radius"
/* The row bound to the member radius; by name. */
#define REGRESSION_RADIUS(type) OPTION_ABOVE(type, radius, ABSENT, 0, 1e12, "of comparator = l1_ball; needed there")
#define REGRESSION_RADIUS_PARAMETER                                                                    \
  {                                                                                                    \
    .name = "radius", .type = PARAMETER_NUMBER, .value = "", .low = 0, .open_low = true, .high = 1e12, \
    .meaning = "of comparator = l1_ball; needed there"                                                 \
  }

#endif
