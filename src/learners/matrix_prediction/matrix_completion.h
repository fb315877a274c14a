/* Binary matrix completion: entries (i,j) of an m x n matrix of signs, by Matrix Winnow of order N = m + n on the dyads
 *
 *   X = (1/2)(e_i + e_{m+j})(e_i + e_{m+j})^T,   W_1 = I/N;   predict +1 iff tr(W X) >= theta;   on a mistake H += eta y X
 *
 * (Herbster, Pasteris & Pontil 2016, Algorithm 1). If the matrix is the sign of <p_i,q_j> for unit vectors with |<p_i,q_j>| >= gamma,
 * then the density U = [P;Q][P;Q]^T / N has tr(UX) = (1 + <p_i,q_j>)/N: a gap from (1 - gamma)/N to (1 + gamma)/N.
 *
 *   sharp      eta maximises eta (gamma - tanh(eta/2)), theta = eta/(N sinh eta): what Winnow's analysis gives for this gap
 *   published  eta = gamma, theta = 1/N
 *
 * A score counts as theta when it is within 1e-12 of it: with theta = 1/N every pair of an unseen row and an unseen column is there,
 * and must not be decided by rounding.
 *
 * Constants: "gamma", "tuning" (completion_tuning; COMPLETION_GIVEN if eta or theta is written in the scenario), and those of Matrix Winnow
 * with r = 1 and the gap above. */
#pragma once

#include "spectral/instance/instance.h"

typedef enum completion_tuning { COMPLETION_GIVEN, COMPLETION_SHARP, COMPLETION_PUBLISHED } completion_tuning;

/* The dyad of an entry; index is where its two positions are kept. */
instance matrix_completion_dyad(const instance *entry, size_t index[2]);
