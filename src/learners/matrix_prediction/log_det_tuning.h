/* The constants of log-determinant mirror descent on a class of matrices (prediction_class.h). One positive semidefinite block Z of order
 * p with diagonal at most b and trace at most tau', Y = Z + eps I, predictions centre + stretch y, y = s Y_ij:
 *
 *   max_cut                   p = n      b = 1                  tau' = n           s = -1
 *   gambling                  p = 2n     b = c_n/2              tau' = n c_n       s = 2      (exact)
 *   collaborative_filtering   p = m + n  b = sqrt(max(m,n))/2   tau' = trace_norm  s = 2      (sharp)
 *
 * With cap = b + eps, Y_1 = a I, a = tau'/p + eps <= cap, G' = |s| max |g| and Dv at least the divergence of every Z + eps I from Y_1,
 *
 *   D(Z) = -ln det(Z + eps I) + p ln a + (tr Z + p eps)/a - p
 *   max_cut    n ln(1 + eps) - (n-1) ln eps - ln(n + eps)
 *   gambling   2n ln a - n ln eps - sum_k ln(sigma_k + eps),  sigma_k = |cot(pi (2k+1)/(2n))|
 *   otherwise  p ln(1 + tau'/(p eps))
 *
 * the regret is at most Dv/(2 eta) + eta G'^2 cap^2 T/(1 - rho), rho = 2 eta G' cap < 1;
 * eta = sqrt(Dv/(2 cap^2 G'^2 T)), for rho = sqrt(2 Dv/T) up to 1/2, and rho = 1/2 for smaller T. eps is the one with the least
 * bound for T. */
#pragma once

#include "learners/matrix_prediction/prediction_class.h"

typedef struct log_det_constants {
  prediction_class class;
  double sign;            /* s */
  double diagonal, trace; /* b, tau' */
  double eps, cap, start; /* start: a */
  double slope;           /* G' */
  double divergence;      /* Dv */
  double eta;
} log_det_constants;

/* eps, eta: NaN for the best ones. */
status log_det_constants_new(const learner_setting *setting, const class_choice *choice, double eps, double eta,
                             log_det_constants *out);

/* Another eps and eta; STATUS_INVALID unless rho < 1. */
status log_det_constants_set(log_det_constants *c, double eps, double eta);

double log_det_divergence(const log_det_constants *c, double eps);
