/* The loss of exponentiated gradient (learners/exponentiated_gradient/exponentiated_gradient.h) on squares s (p - y)^2; shared by meg_loss and eg_loss.
 * U a density, Delta = Delta(U, W_1), spectral range at most r, c = 2 r^2 s eta/(2 - r^2 s eta):
 *
 *   rate from c, or given:     L <= (1 + c/2) L_U + Delta/eta                          = (1 + c/2) L_U + s (1/2 + 1/c) r^2 Delta
 *   rate from Lmax and Dmax:   L <= L_U + r sqrt(2 s Lmax Dmax) + s (r^2/2) Delta      and the row "any_rate": the line above
 *   r^2 s eta >= 2, L_U = 0:   L <= Delta/(eta (2 - r^2 s eta/2))                      = s (r^2/2) Delta at eta = 2/(s r^2)
 *   "step", in each trial:     Delta(U, W_t) - Delta(U, W_{t+1}) >= a e^2 - b (tr(U X) - y)^2,   a = s eta and b = c/r^2, or
 *                              a = s eta (2 - r^2 s eta/2) and tr(U X) = y
 *
 * The proof, with e_U = tr(U X) - y: the left side is at least 2 s eta e^2 - 2 s eta e e_U - (s eta e r)^2/2, and
 * 2 e e_U <= e^2 (1 - r^2 s eta/2) + e_U^2/(1 - r^2 s eta/2).
 *
 * r is the learner's range; where it has none, the largest of the instances so far. Doubled learners: U is any vector of |u|_1 <= radius, lifted
 * to the simplex of order 2n as u+/radius, u-/radius and equal weights for what is left; r = 2 radius max|x_i|. Premises: squares; the
 * explicit update; tr W_1 = 1; U is a density (|u|_1 <= radius); lambda_max - lambda_min <= r and labels in the interval in every trial;
 * L_U <= Lmax and Delta <= Dmax, or tr(U X) = y and r^2 s eta < 4.
 *
 * Where Delta(U, W_1) is not known (no entropy of U) the largest one, -ln lambda_min(W_1), takes its place, and there is no row "step".
 * Tolerances: 1e-9 max(1, value), 1e-9 max(1, Delta). Errors: those of scores and traces (spectral.h). */
#ifndef BOUNDS_EXPONENTIATED_GRADIENT_EXPONENTIATED_LOSS_H
#define BOUNDS_EXPONENTIATED_GRADIENT_EXPONENTIATED_LOSS_H

#include "bounds/bound.h"

extern const bound_methods exponentiated_loss_methods;

#endif
