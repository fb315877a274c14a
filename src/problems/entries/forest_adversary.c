/* Lower bounds for online max-cut: the edges of a forest, each for k rounds with fair labels. A forest has no cycles, so some cut agrees with
 * most labels of every edge: its loss is T/2 - (1/2) sum |S_e|, that of every learner T/2 in expectation. Expected regret: half of E|S| for
 * every edge.
 *
 *   max_cut_lower   n/2 disjoint pairs (i, i + n/2): (n/4) E|S| >= sqrt(n T / 16) (Hazan, Kale and Shalev-Shwartz 2012, Theorem 5; the
 *                   paper says regret, docs/errata.md)
 *   tree_adversary  a tree: ((n-1)/2) E|S| >= sqrt((n-1) T / 8), about 0.399 sqrt((n-1) T), for any tree (docs/constants.md) */
#include <stdlib.h>

#include "base/memory.h"
#include "problems/entries/coin_adversary.h"

static const parameter pair_parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e6, .meaning = "nodes, an even number"},
    COIN_ROUNDS_PARAMETER,
};

static const parameter tree_parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e6, .meaning = "nodes"},
    {.name = "tree",
     .type = PARAMETER_CHOICE,
     .value = "star",
     .choices = "star path",
     .meaning = "star: the first node and each of the others; path: each node and the next"},
    COIN_ROUNDS_PARAMETER,
};

typedef enum shape { STAR, PATH, PAIRS } shape; /* in the order of the choices of `tree` */

static const shape pairs = PAIRS; /* the variant of max_cut_lower */

static const loss half_absolute = {LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, 0.5};

typedef struct forest_adversary {
  coin_adversary coins;
  shape shape;
  double *signs; /* n; of nodes that no edge has reached: 1 */
} forest_adversary;

static size_t edges(size_t n, const problem_class *class) {
  return class->variant != NULL ? n / 2 : n - 1;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n");
  if (setting->class->variant != NULL && n % 2 != 0) {
    return FAIL(STATUS_INVALID, "%s: n = %zu must be even", option_who(values), n);
  }
  return coin_adversary_facts(values, n, n, (double)edges(n, setting->class), &half_absolute, out);
}

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  const forest_adversary *adversary = self;
  *i = adversary->shape == STAR ? 0 : phase;
  *j = adversary->shape == PAIRS ? phase + adversary->coins.phases : phase + 1;
}

/* The first node of an edge has its sign, the second one gets it. */
static void outcome(void *self, size_t phase, long sum) {
  forest_adversary *adversary = self;
  size_t i = 0, j = 0;
  pair(self, phase, &i, &j);
  adversary->signs[j] = sum < 0 ? adversary->signs[i] : -adversary->signs[i];
}

static void clear(void *self) {
  forest_adversary *adversary = self;
  coin_adversary_end(&adversary->coins);
  free(adversary->signs);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  forest_adversary *adversary = self;
  const size_t n = option_count(values, "n");
  const shape *given = setting->class->variant;
  adversary->shape = given != NULL ? *given : (shape)option_choice(values, "tree");
  adversary->coins = (coin_adversary){.m = n,
                                      .n = n,
                                      .phases = edges(n, setting->class),
                                      .rounds = option_count(values, "rounds"),
                                      .loss = half_absolute,
                                      .pair = pair,
                                      .outcome = outcome,
                                      .per_phase = 0.5};
  TRY(NEW_ARRAY(n, adversary->signs));
  for (size_t i = 0; i < n; i++) adversary->signs[i] = 1.0;
  TRY(coin_adversary_rehearse(&adversary->coins, setting->seed));
  return comparator_from_cut(COMPARATOR_PLANTED, n, adversary->signs, &adversary->coins.u);
}

static const problem_methods methods = {
    .size = sizeof(forest_adversary),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = coin_adversary_next,
    .reveal = coin_adversary_reveal,
    .comparator_at = PLACE(forest_adversary, coins.u),
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
              PARAMETERS(pair_parameters)},
    .methods = &methods,
    .variant = &pairs,
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
              PARAMETERS(tree_parameters)},
    .methods = &methods,
};
