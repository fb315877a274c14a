/* DefiniteBoost: the density of least divergence from W_1 = I/n that meets constraints <W,C_j> <= 0, found one violated constraint at a time
 * (Tsuda, Raetsch & Warmuth 2005, section 4). On vectors it is AdaBoost.
 *
 * A trial is an iteration. The instance X and the label y are the constraint <W,X> <= y, that is C = X - y I; r = <W,C>.
 *   if r > 0:  A <- A - alpha C,  W = exp(A) / tr exp(A)
 *   approximate: alpha as in learners/boosting/boost_step.h, for the ends of the spectrum of C
 *   exact:       alpha is the zero of <exp(A - alpha C), C>, up to 1e-14 of the width of the spectrum: the projection on the constraint
 * If C has no eigenvalue below 0 and r > 0, no positive definite density meets the constraint: nothing is updated, "infeasible" is 1.
 *
 * The dual problem is to minimise ln tr exp(ln W_1 - sum alpha_j C_j) over alpha_j >= 0. That is "log_dual" = sum of ln Z_t, Z_t = tr
 * exp(A - alpha C) / tr exp(A); at least -D(U, W_1) for every density U that meets the constraints, D(U, I/n) <= ln n. Where it
 * is below "certificate" = -ln n there is none: "infeasible" is 1. */
#pragma once

#include "learners/learner.h"

/* alpha of r > 0 and the ends of C's spectrum, low < 0 < high */
typedef double boost_step_rule(double r, double low, double high);

/* The variant of their classes: the rule of approximate steps, from which the search for exact ones begins; NULL: boost_step. */
typedef struct definite_boost_variant {
  boost_step_rule *rule;
} definite_boost_variant;

/* Constants: "log_dual"; "sum_log_rho", the sum of ln rho(r_t) that bounds it; "step", the last alpha; "infeasible" (1 or 0);
 * "certificate"; "exact" (1 or 0); "low", "high": as given, or NaN; vectors: "training_error", the part of the entries of sum alpha_j C_j
 * that are not positive, which for C_j = (y_i h_j(x_i))_i is how often the sign of sum alpha_j h_j is wrong (0 counts as wrong). */
extern const learner_methods definite_boost_methods;
