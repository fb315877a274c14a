/* Regret in the mean of learners that play a random density v v^T of rank one against losses L_t that do not depend on it. R_t is the width of
 * the spectrum of L_t, S_t the Frobenius norm of L_t - (tr L_t/n) I; the comparator is any density U.
 *
 *   sketched_multiplicative_weights_regret   <= ln(4n)/eta + (3 eta/8) sum of R_t^2              reported
 *   perturbed_leader_regret                  <= 2 s sqrt(n) + sum of R_t S_t/(4 sqrt(pi) s)       proved, for a symmetric perturbation
 *
 * The first is reported with (3 eta/2) |L_t|^2; a multiple of I changes no v, and the best one leaves a norm of R_t/2.
 *
 * Proof of the second. N has the density exp(-|N|_F^2/(4 s^2)) up to a factor. With F(G) = E lambda_max(N - G), which is smooth, the mean of
 * v v^T in round t is -F'(G), and F(G) >= lambda_max(-G) by convexity. So
 *
 *   sum of E <v v^T, L_t> - <U, sum of L_t> <= sum of (E <v v^T, L_t> + F(G_{t+1}) - F(G_t)) + F(0) <= F(0) + sum of sup F''[L_t, L_t]/2.
 *
 * F(0) <= 2 s sqrt(n): for unit vectors E (x^T N x - y^T N y)^2 = 2 s^2 |x x^T - y y^T|_F^2 = 4 s^2 (1 - <x,y>^2) <= 4 s^2 |x - y|^2, the
 * variance of 2 s <g, x - y>, so that E max x^T N x <= 2 s E |g| (Sudakov and Fernique). Integration by parts: F''[A, B] =
 * E <v v^T, A> <N, B>/(2 s^2), and F''[I, .] = F''[., I] = 0, so that F''[L, L] = F''[A, B] for A and B that differ from L by multiples of I. With
 * the middle of the spectrum taken from A, |<v v^T, A>| <= R/2; with the mean of the eigenvalues taken from B, <N, B> is Gaussian of deviation
 * sqrt(2) s S and mean modulus 2 s S/sqrt(pi): F''[L, L] <= R S/(2 sqrt(pi) s).
 *
 * For y x x^T with |x| <= 1, S <= 1, that is at most s sqrt(4n) + T/(4 sqrt(pi) s), sqrt(2 T sqrt(n/pi)) at the best s. */
#ifndef BOUNDS_MULTIPLICATIVE_WEIGHTS_RANK_ONE_REGRET_H
#define BOUNDS_MULTIPLICATIVE_WEIGHTS_RANK_ONE_REGRET_H

#include "bounds/regret.h"

/* The first for learners with the constant "eta", otherwise the second, for a perturbation that is symmetric. */
bool rank_one_regret_applies(const void *self, const bound_context *context);
extern const bound_methods rank_one_regret_methods;
extern const regret_kind rank_one_regret_kind; /* the variant */

#endif
