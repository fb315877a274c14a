/* Adversaries that toss a fair coin for every label: what max_cut_lower, filtering_lower and gambling_lower share.
 *
 * The sequence is a number of phases, each of `rounds` trials of one pair. No prediction is better than another against a fair coin,
 * so that every learner has the same expected loss; the comparator is the best response to the coins and gains, in each phase,
 * in proportion to |S|, S the sum of the phase's k = `rounds` signs. Hence the expected regret is known exactly, for every learner:
 *
 *   E|S| = k C(k-1, floor((k-1)/2)) / 2^(k-1) >= sqrt(k/2)
 *
 * Coins ignore the learner: they are tossed once when the problem is made, for the comparator, and again, equal, when it is played.
 *
 * Constants: "exact_regret", its expectation; "lower_bound", the closed form below it. Stream: "coins". */
#ifndef PROBLEMS_ENTRIES_COIN_ADVERSARY_H
#define PROBLEMS_ENTRIES_COIN_ADVERSARY_H

#include "base/random.h"
#include "problems/problem.h"

#define COIN_ROUNDS_PARAMETER                                                              \
  {                                                                                        \
    .name = "rounds", .type = PARAMETER_INTEGER, .value = "16", .low = 1, .high = 1000000, \
    .meaning = "consecutive trials of each pair"                                           \
  }

/* E|S| of k >= 1 fair signs. */
double coin_expected_modulus(size_t k);

typedef struct coin_adversary {
  size_t m, n, phases, rounds;
  loss loss;
  /* The pair of a phase, called when the phase begins; may depend on earlier outcomes. */
  void (*pair)(void *self, size_t phase, size_t *i, size_t *j);
  /* The sum of a phase's signs: number of high labels less number of low ones. */
  void (*outcome)(void *self, size_t phase, long sum);
  double per_phase; /* what the comparator gains is per_phase |S| */
  random_stream *coins;
  comparator *u;
  size_t phase, round, i, j;
  long sum;
} coin_adversary;

/* Facts of phases * rounds trials; STATUS_INVALID when there are more than 10^8. */
status coin_adversary_facts(const options *values, size_t m, size_t n, double phases, const loss *loss,
                            problem_facts *out);
/* Tosses all coins, calling `outcome` for every phase, and starts again. All members but coins and u must be set. */
status coin_adversary_rehearse(coin_adversary *self, uint64_t seed);
/* Frees what the struct holds. */
void coin_adversary_end(coin_adversary *self);

/* Members of problem_methods for a state that begins with a coin_adversary; its comparator is u. */
status coin_adversary_next(void *self, const learner *learner, instance *x);
status coin_adversary_reveal(void *self, const prediction *predicted, double *label);
bool coin_adversary_constant(const void *self, const char *name, double *value);

#endif
