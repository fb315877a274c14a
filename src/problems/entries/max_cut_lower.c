/* The lower bound for online max-cut (Hazan, Kale and Shalev-Shwartz 2012, Theorem 5): n/2 disjoint pairs (i, i + n/2), each for k = 2T/n
 * rounds with fair labels. The cut that separates a pair iff most of its labels were 1 has loss T/2 - (1/2) sum |S_i|, every
 * learner the expected loss T/2 (the paper says regret, docs/errata.md): expected regret (n/4) E|S| >= sqrt(n T / 16). */
#include <stdlib.h>

#include "base/memory.h"
#include "problems/entries/coin_adversary.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e6, .meaning = "nodes, an even number"},
    COIN_ROUNDS_PARAMETER,
};

static const loss half_absolute = {LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, 0.5};

typedef struct max_cut_lower {
  coin_adversary coins;
  double *signs; /* n */
} max_cut_lower;

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  (void)setting;
  const size_t n = option_count(values, "n");
  if (n % 2 != 0) return FAIL(STATUS_INVALID, "%s: n = %zu must be even", option_who(values), n);
  return coin_adversary_facts(values, n, n, 0.5 * (double)n, &half_absolute, out);
}

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  const max_cut_lower *adversary = self;
  *i = phase;
  *j = phase + adversary->coins.phases;
}

static void outcome(void *self, size_t phase, long sum) {
  max_cut_lower *adversary = self;
  adversary->signs[phase] = 1.0;
  adversary->signs[phase + adversary->coins.phases] = sum < 0 ? 1.0 : -1.0;
}

static void clear(void *self) {
  max_cut_lower *adversary = self;
  coin_adversary_end(&adversary->coins);
  free(adversary->signs);
}

static status init(void *self, const problem_setting *setting, const options *values) {
  max_cut_lower *adversary = self;
  const uint64_t seed = setting->seed;
  const size_t n = option_count(values, "n");
  adversary->coins = (coin_adversary){.m = n,
                                      .n = n,
                                      .phases = n / 2,
                                      .rounds = option_count(values, "rounds"),
                                      .loss = half_absolute,
                                      .pair = pair,
                                      .outcome = outcome,
                                      .per_phase = 0.5};
  TRY(NEW_ARRAY(n, adversary->signs));
  TRY(coin_adversary_rehearse(&adversary->coins, seed));
  return comparator_from_cut(COMPARATOR_PLANTED, n, adversary->signs, &adversary->coins.u);
}

static const problem_methods methods = {
    .size = sizeof(max_cut_lower),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = coin_adversary_next,
    .reveal = coin_adversary_reveal,
    .comparator_at = PLACE(max_cut_lower, coins.u),
    .constant = coin_adversary_constant,
};

const problem_class problem_max_cut_lower = {
    .about = {.name = "max_cut_lower",
              .title = "Fair coins on disjoint pairs",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 5",
              .help = "forces expected regret of at least sqrt(n T / 16) on every learner of cuts",
              .formula = "$\\frac n2$ disjoint pairs, each $\\frac{2T}n$ times with fair signs $y$: "
                         "$\\mathbb{E}[\\mathrm{regret}]\\ge\\sqrt{\\frac{nT}{16}}$",
              .family = "max_cut_lower",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
