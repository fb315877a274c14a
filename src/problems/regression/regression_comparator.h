/* Comparators of regression problems: the linear functions u that a learner is measured against, on exactly the trials that are played. */
#pragma once

#include "hindsight/square_loss/regression_fit.h"
#include "registry/option_rule.h"

/* STATUS_INVALID if the radius of the ball is missing. */
status regression_comparator_check(const char *who, bool ball, double radius);
/* *out = the u of the class with the least sum of (<u,x_t> - y_t)^2 over the `count` trials, with its certificate
 * (hindsight/square_loss/regression_fit.h). Vector instances of order n. The caller frees *out. */
status regression_comparator_fit(const char *who, regression_class kind, double radius, size_t n, size_t count,
                                 const instance *x, const double *y, comparator **out);

/* The words in the order of regression_class. */
#define REGRESSION_COMPARATOR_CHOICES "least_squares simplex l1_ball"
#define REGRESSION_COMPARATOR_MEANING                                                                                \
  "the best in hindsight on the trials that are played: least_squares: any u; simplex: u >= 0, |u|_1 = 1; l1_ball: " \
  "|u|_1 <= radius"
/* The row of the member radius, and that of rules. */
#define REGRESSION_RADIUS(type) OPTION_ABOVE(type, radius, ABSENT, 0, 1e12, "of comparator = l1_ball; needed there")
#define REGRESSION_RADIUS_WITH(type, ball) RULE_WITH(type, radius, comparator, ball)
