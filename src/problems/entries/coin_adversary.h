/* Adversaries that toss a fair coin for every label: what max_cut_lower, filtering_lower and gambling_lower share.
 *
 * The sequence is a number of phases, each of `rounds` trials of one pair. No prediction is better than another against a fair coin,
 * so that every learner has the same expected loss; the comparator is the best response to the coins and gains, in each phase,
 * in proportion to |S|, S the sum of the phase's k = `rounds` signs. Hence the expected regret is known exactly, for every learner:
 *
 *   E|S| = k C(k-1, floor((k-1)/2)) / 2^(k-1) >= sqrt(k/2)
 *
 * A stopping rule shares the same number T of trials out by the sums so far. With `stop` = l a pair has coins until |S| = l, then the next
 * has, and the last one has what is left of T: E sum |S| >= min(T/l, e l) - sqrt(e (l^2-1)/6), e the number of pairs. With `least` each coin
 * is for the first of the pairs with the least |S|. E sum |S| is then found by dynamic programming (docs/constants.md), exact in
 * doubles up to T = 50.
 *
 * Coins ignore the learner: they are tossed once when the problem is made, for the comparator, and again, equal, when it is played.
 *
 * Constants: "exact_regret", its expectation; "lower_bound", the closed form below it. Stream: "coins". */
#pragma once

#include "problems/problem.h"

/* E|S| of k >= 1 fair signs. */
double coin_expected_modulus(size_t k);
/* Binary insertion of the items from `first` up to `n`, exclusive: item k takes floor(log2(k+1)) comparisons, among 2^that - 1 of the k before it. */
size_t coin_comparisons(size_t first, size_t n);
/* Item k becomes the one of number `place` in an order of k others. */
void coin_insert(size_t *order, size_t k, size_t place);

/* The first member of an adversary's state. */
typedef struct coin_adversary {
  size_t m, n, rounds;
  size_t stop; /* 0: `rounds` coins for each pair */
  bool least;  /* pairs do not depend on outcomes */
  size_t phases;
  loss loss;
  double per_phase; /* what the comparator gains is per_phase |S| */
  /* The pair of a phase, called when the phase begins; may depend on earlier outcomes. */
  void (*pair)(void *self, size_t phase, size_t *i, size_t *j);
  /* The sum of a phase's signs: number of high labels less number of low ones. */
  void (*outcome)(void *self, size_t phase, long sum);
  random_stream *coins;
  comparator *u;
  size_t phase, tossed, i, j; /* of all coins so many are tossed */
  long sum;
  size_t level; /* least: up to which |S| it is the phase's turn */
  long *sums;   /* least: of each phase */
  double exact_regret, lower_bound;
} coin_adversary;

/* Rows of tables: options; and all methods, the two functions of the adversary being `facts` and `init`. */
#define COIN_ROUNDS OPTION_COUNT(coin_adversary, rounds, "16", 1, 1000000, "consecutive trials of each pair")
#define COIN_STOP                                                                                              \
  OPTION_COUNT(                                                                                                \
      coin_adversary, stop, "0", 0, 10000,                                                                     \
      "0: `rounds` trials of each pair; l: as many trials in all, of a pair until its labels sum to l or -l, " \
      "of the last pair what is left")
#define COIN_CONSTANTS                                   \
  {FIELD(coin_adversary, exact_regret, FIELD_NUMBER)}, { \
    FIELD(coin_adversary, lower_bound, FIELD_NUMBER)     \
  }
extern const field coin_adversary_constants[2];
#define COIN_METHODS(type)                                                                                          \
  .size = sizeof(type), .facts = facts, .init = init, .next = coin_adversary_next, .reveal = coin_adversary_reveal, \
  .comparator_at = PLACE(type, coins.u), .constants = coin_adversary_constants, .constants_count = 2

/* Facts of phases * rounds trials; STATUS_INVALID when there are more than 10^8, or with a stopping rule 20000. The members up to the loss are set before. */
status coin_adversary_facts(const coin_adversary *self, const problem_setting *setting, problem_facts *out);
/* Tosses all coins, calling `outcome` for every phase, and starts again. The members up to `outcome` are set before. The state owns u, which is
 * set afterwards. */
status coin_adversary_rehearse(coin_adversary *self, uint64_t seed);

/* Members of problem_methods; the comparator is u. */
status coin_adversary_next(void *self, const learner *player, instance *x);
status coin_adversary_reveal(void *self, const prediction *predicted, double *label);
