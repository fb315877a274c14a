/* A lower bound for online max-cut that is better than the one with disjoint pairs: the edges of a tree, each for k = T/(n-1) rounds with fair
 * labels. A tree has no cycles, so some cut agrees with most labels of every edge: its loss is T/2 - (1/2) sum |S_e|, that of every learner
 * T/2 in expectation. Expected regret ((n-1)/2) E|S| >= sqrt((n-1) T / 8), about 0.399 sqrt((n-1) T), for any tree (docs/constants.md). */
#include <stdlib.h>

#include "base/memory.h"
#include "problems/entries/coin_adversary.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e6, .meaning = "nodes"},
    {.name = "tree",
     .type = PARAMETER_CHOICE,
     .value = "star",
     .choices = "star path",
     .meaning = "star: the first node and each of the others; path: each node and the next"},
    COIN_ROUNDS_PARAMETER,
};

static const loss half_absolute = {LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, 0.5};

typedef struct tree_adversary {
  coin_adversary coins;
  bool path;
  double *signs; /* n */
} tree_adversary;

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  (void)setting;
  const size_t n = option_count(values, "n");
  return coin_adversary_facts(values, n, n, (double)(n - 1), &half_absolute, out);
}

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  const tree_adversary *adversary = self;
  *i = adversary->path ? phase : 0;
  *j = phase + 1;
}

/* Phases ascend: the other end of the edge has its sign. */
static void outcome(void *self, size_t phase, long sum) {
  tree_adversary *adversary = self;
  const double other = adversary->signs[adversary->path ? phase : 0];
  adversary->signs[phase + 1] = sum < 0 ? other : -other;
}

static void clear(void *self) {
  tree_adversary *adversary = self;
  coin_adversary_end(&adversary->coins);
  free(adversary->signs);
}

static status init(void *self, const problem_setting *setting, const options *values) {
  tree_adversary *adversary = self;
  const size_t n = option_count(values, "n");
  adversary->path = option_is(values, "tree", "path");
  adversary->coins = (coin_adversary){.m = n,
                                      .n = n,
                                      .phases = n - 1,
                                      .rounds = option_count(values, "rounds"),
                                      .loss = half_absolute,
                                      .pair = pair,
                                      .outcome = outcome,
                                      .per_phase = 0.5};
  TRY(NEW_ARRAY(n, adversary->signs));
  adversary->signs[0] = 1.0;
  TRY(coin_adversary_rehearse(&adversary->coins, setting->seed));
  return comparator_from_cut(COMPARATOR_PLANTED, n, adversary->signs, &adversary->coins.u);
}

static const problem_methods methods = {
    .size = sizeof(tree_adversary),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = coin_adversary_next,
    .reveal = coin_adversary_reveal,
    .comparator_at = PLACE(tree_adversary, coins.u),
    .constant = coin_adversary_constant,
};

const problem_class problem_tree_adversary = {
    .about = {.name = "tree_adversary",
              .title = "Fair coins on a tree",
              .citation = "docs/constants.md",
              .help = "forces expected regret of about 0.399 sqrt((n-1) T) on every learner of cuts",
              .formula = "the $n-1$ edges of a tree, each $\\frac T{n-1}$ times with fair signs $y$: "
                         "$\\mathbb{E}[\\mathrm{regret}]=\\frac{n-1}2\\mathbb{E}|S_{T/(n-1)}|$",
              .family = "tree_adversary",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
