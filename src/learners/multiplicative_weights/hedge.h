/* Hedge (Freund & Schapire 1997) on a finite class of matrices with two values, low and high, at every entry, of which N are listed.
 *
 *   p_e ~ exp(-eta L_e), L_e the loss of matrix e so far;   prediction = sum of p_e W_e(i,j), in [low, high]
 *
 * kept as logarithms of weights, the largest 0 after each trial. With the potential Phi = -(1/eta) ln((1/N) sum of exp(-eta L_e)), 0 at
 * first and at most L_e + ln(N)/eta for every e, a convex loss and Hoeffding's lemma give in each trial
 *
 *   loss(prediction) <= sum of p_e loss(W_e(i,j)) <= Phi' - Phi + eta r^2/8,   r = |loss(high) - loss(low)| of the trial, so that
 *   regret against every matrix of the class <= ln(N)/eta + eta/8 sum of r^2 <= ln(N)/eta + eta T R^2/8,
 *
 * R = G (high - low) >= r. eta absent: sqrt(8 ln N / (T R^2)), with regret <= R sqrt(T ln(N)/2). Exact, and exponential in the number
 * of nodes: the answer that efficient learners are measured against. O(N) per trial. */
#ifndef LEARNERS_MULTIPLICATIVE_WEIGHTS_HEDGE_H
#define LEARNERS_MULTIPLICATIVE_WEIGHTS_HEDGE_H

#include "learners/learner.h"

/* The class: `high` says whether matrix e is high at (i,j). */
typedef struct hedge_class {
  size_t matrices; /* N */
  size_t n;
  const unsigned char *places; /* orders: N x n, the place of item i in order e; cuts: NULL */
  bool (*high)(const struct hedge_class *class, size_t e, size_t i, size_t j);
} hedge_class;

enum { HEDGE_PARAMETERS = 1 };
extern const parameter hedge_parameters[HEDGE_PARAMETERS]; /* "eta" */

/* Orders of n x n entries with 2 <= n <= largest; the loss has an interval. */
status hedge_check(const learner_setting *setting, const options *options, size_t largest);
/* Takes ownership of `owned` (freed with free, may be NULL), also when it fails; class->places may point there. */
status hedge_create(const learner_setting *setting, const options *options, const hedge_class *class, void *owned,
                    void **self);
void hedge_destroy(void *self);
status hedge_predict(void *self, const instance *x, prediction *out);
status hedge_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
status hedge_score(void *self, const instance *x, double *score);
status hedge_save(void *self, cJSON *state);
status hedge_load(void *self, const cJSON *state);
/* "eta"; "matrices": N; "cuts": 1, or 0 for orders; "potential": Phi now. */
bool hedge_constant(const void *self, const char *name, double *value);

#endif
