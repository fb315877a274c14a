/* Lower bounds for online max-cut: the edges of a forest, each for k rounds with fair labels. A forest has no cycles, so some cut agrees with
 * most labels of every edge: its loss is T/2 - (1/2) sum |S_e|, that of every learner T/2 in expectation. Expected regret: half of E|S| for
 * every edge.
 *
 *   max_cut_lower   n/2 disjoint pairs (i, i + n/2): (n/4) E|S| >= sqrt(n T / 16) (Hazan, Kale and Shalev-Shwartz 2012, Theorem 5; the
 *                   paper says regret, docs/errata.md)
 *   tree_adversary  a tree: ((n-1)/2) E|S| >= sqrt((n-1) T / 8), about 0.399 sqrt((n-1) T), for any tree, and with a stopping rule
 *                   nearly 0.5 sqrt((n-1) T) (docs/constants.md) */
#include "problems/entries/coin_adversary.h"

typedef enum shape { STAR, PATH, PAIRS } shape; /* the first two are choices of `tree` */

typedef enum rule { IN_TURN, LEAST } rule;

typedef struct forest_adversary {
  coin_adversary coins; /* first */
  rule rule;
  shape tree;    /* PAIRS: of max_cut_lower, which has no such option */
  double *signs; /* n; of nodes that no edge has reached: 1 */
} forest_adversary;

static const parameter pair_parameters[] = {
    OPTION_COUNT(coin_adversary, n, REQUIRED, 2, 1e6, "nodes, an even number"),
    COIN_ROUNDS,
};

static const parameter tree_parameters[] = {
    OPTION_COUNT(coin_adversary, n, REQUIRED, 2, 1e6, "nodes"),
    OPTION_CHOICE(forest_adversary, tree, "star", "star path",
                  "star: the first node and each of the others; path: each node and the next"),
    COIN_ROUNDS,
    COIN_STOP,
    OPTION_CHOICE(forest_adversary, rule, "in_turn", "in_turn least",
                  "in_turn: one edge after the other; least: each trial is of the first edge whose labels have the "
                  "least |sum|"),
};

static const option_rule rules[] = {RULE_WITHOUT(forest_adversary, coins.stop, rule, LEAST)};

static const shape pairs = PAIRS; /* the variant of max_cut_lower */

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  forest_adversary *adversary = self;
  coin_adversary *coins = &adversary->coins;
  const shape *given = setting->class->variant;
  if (given != NULL) adversary->tree = *given;
  const bool halves = adversary->tree == PAIRS;
  if (halves && coins->n % 2 != 0) {
    return FAIL(STATUS_INVALID, "%s: n = %zu must be even", setting->class->about.name, coins->n);
  }
  coins->least = adversary->rule == LEAST;
  coins->m = coins->n;
  coins->phases = halves ? coins->n / 2 : coins->n - 1;
  coins->loss = (loss){LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, 0.5};
  return coin_adversary_facts(coins, setting, out);
}

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  const forest_adversary *adversary = self;
  *i = adversary->tree == STAR ? 0 : phase;
  *j = adversary->tree == PAIRS ? phase + adversary->coins.phases : phase + 1;
}

/* The first node of an edge has its sign, the second one gets it. */
static void outcome(void *self, size_t phase, long sum) {
  forest_adversary *adversary = self;
  size_t i = 0, j = 0;
  pair(self, phase, &i, &j);
  adversary->signs[j] = sum < 0 ? adversary->signs[i] : -adversary->signs[i];
}

static status init(void *self, const problem_setting *setting) {
  forest_adversary *adversary = self;
  coin_adversary *coins = &adversary->coins;
  coins->per_phase = 0.5;
  coins->pair = pair;
  coins->outcome = outcome;
  TRY(OWN_ARRAY(adversary, coins->n, adversary->signs));
  for (size_t i = 0; i < coins->n; i++) adversary->signs[i] = 1.0;
  TRY(coin_adversary_rehearse(coins, setting->seed));
  return comparator_from_cut(COMPARATOR_PLANTED, coins->n, adversary->signs, &coins->u);
}

static const problem_methods methods = {COIN_METHODS(forest_adversary)};

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
              .help = "forces expected regret of about 0.399 sqrt((n-1) T) on every learner of cuts, with a stopping "
                      "rule nearly 0.5 sqrt((n-1) T)",
              .formula = "the $n-1$ edges of a tree with fair signs $y$, each $\\frac T{n-1}$ times: "
                         "$\\mathbb{E}[\\mathrm{regret}]=\\frac{n-1}2\\mathbb{E}|S_{T/(n-1)}|$; until $|S_e|=l$: "
                         "$\\frac12\\mathbb{E}\\sum_e|S_e|$",
              .family = "tree_adversary",
              .result_version = 1,
              PARAMETERS(tree_parameters),
              RULES(rules)},
    .methods = &methods,
};
