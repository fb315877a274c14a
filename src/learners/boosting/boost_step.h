/* A constraint <W,X> <= y of boosting, that is <W,C> <= 0 for C = X - y I: where the eigenvalues of C end, how far to
 * step against it, and the least that this gains.
 *
 * W is a density, r = <W,C> in [0, high), the eigenvalues of C are in [low, high], low < 0 < high, R = high - low. By Golden-Thompson and
 * the chord of e^(-alpha x) on [low, high]
 *
 *   Z(alpha) = tr exp(ln W - alpha C) <= ( (high - r) e^(-alpha low) + (r - low) e^(-alpha high) ) / R,
 *
 * least at   alpha = (1/R) ln( (1 - r/low) / (1 - r/high) ) >= 0,
 * where it is  rho = (1 - r/high)^(high/R) (1 - r/low)^(-low/R) = exp(-D(p||w)) <= exp(-2 r^2/R^2),   p = -low/R, w = (r - low)/R,
 *
 * D the binary relative entropy (Tsuda, Raetsch & Warmuth 2005, equations 13 and 14; (13) has low and high exchanged, docs/errata.md).
 * low = -1, high = 1: AdaBoost's alpha = (1/2) ln((1+r)/(1-r)), rho = sqrt(1 - r^2). */
#pragma once

#include "spectral/instance/instance_square.h"

typedef enum boost_sides {
  BOOST_BOTH,      /* low < 0 < high */
  BOOST_NEVER_MET, /* low >= 0: no positive definite density has <W,C> <= 0, unless C = 0 */
  BOOST_ALWAYS_MET /* high <= 0 */
} boost_sides;

typedef struct boost_constraint {
  double low, high; /* least and largest eigenvalue of C */
  double error;     /* bound on their rounding error */
  boost_sides sides;
} boost_constraint;

/* C = 0 is always met. `work` must take the kind and order of the instance. */
status boost_constraint_of(instance_square *work, const instance *x, double y, boost_constraint *out);

/* Both are finite for every finite r: 1 - r/high is taken to be at least DBL_EPSILON. r <= 0: 0. */
double boost_step(double r, double low, double high);
double boost_log_rho(double r, double low, double high); /* ln rho <= 0 */
