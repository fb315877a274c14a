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
 * and must not be decided by rounding. */
#ifndef LEARNERS_MATRIX_PREDICTION_MATRIX_COMPLETION_H
#define LEARNERS_MATRIX_PREDICTION_MATRIX_COMPLETION_H

#include "learners/learner.h"

typedef enum completion_tuning { COMPLETION_GIVEN, COMPLETION_SHARP, COMPLETION_PUBLISHED } completion_tuning;

/* The dyad of an entry; index is where its two positions are kept. */
instance matrix_completion_dyad(const instance *entry, size_t index[2]);

status matrix_completion_check(const learner_setting *setting, const options *options);
status matrix_completion_create(const learner_setting *setting, const options *options, void **out);
void matrix_completion_destroy(void *data);
status matrix_completion_predict(void *data, const instance *x, prediction *out);
status matrix_completion_update(void *data, const instance *x, const prediction *predicted, double label,
                                bool *updated);
status matrix_completion_score(void *data, const instance *x, double *score);
status matrix_completion_save(void *data, cJSON *state);
status matrix_completion_load(void *data, const cJSON *state);
spectral *matrix_completion_parameter(void *data); /* of order N */
/* "gamma", "tuning" (completion_tuning; COMPLETION_GIVEN if eta or theta is written in the scenario), and those of Matrix Winnow with
 * r = 1 and the gap above. */
bool matrix_completion_constant(const void *data, const char *name, double *value);

#endif
