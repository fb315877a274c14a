/* A lower bound for online gambling that is better than sorting items into fixed pivots: insertion. Item k = 1, 2, ... is sorted by binary search
 * into 2^d - 1 of the k items before it, d = floor(log2(k+1)), with `rounds` fair coins for each of its d comparisons, and takes its place among
 * them. No later comparison contradicts an earlier one, so the final order agrees with the majority of every comparison: expected
 * regret (D/2) E|S| >= sqrt(D T / 8), D = sum over k < n of floor(log2(k+1)), for every learner; with `stop` coins until |S| = stop for
 * each comparison, nearly sqrt(D T / 4) (docs/constants.md). */

#include "problems/entries/coin_adversary.h"

typedef struct sorting_adversary {
  coin_adversary coins; /* first */
  size_t *order;        /* n: sorted so far, first to last */
  size_t *final;        /* n: when all are */
  size_t item;          /* that is sorted in, after `item` others */
  size_t low, high;     /* its place is among these */
} sorting_adversary;

static const parameter parameters[] = {
    OPTION_COUNT(coin_adversary, n, REQUIRED, 2, 100000, "teams"),
    COIN_ROUNDS,
    COIN_STOP,
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  coin_adversary *coins = self;
  coins->m = coins->n;
  coins->phases = coin_comparisons(1, coins->n);
  coins->loss = (loss){LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};
  return coin_adversary_facts(coins, setting, out);
}

static void begin_item(sorting_adversary *adversary, size_t item) {
  adversary->item = item;
  adversary->low = 0;
  adversary->high = ((size_t)1 << coin_comparisons(item, item + 1)) - 1;
}

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  sorting_adversary *adversary = self;
  if (phase == 0) {
    adversary->order[0] = 0;
    begin_item(adversary, 1);
  }
  *i = adversary->item;
  *j = adversary->order[(adversary->low + adversary->high) / 2];
}

static void outcome(void *self, size_t phase, long sum) {
  sorting_adversary *adversary = self;
  const size_t middle = (adversary->low + adversary->high) / 2, item = adversary->item;
  if (sum >= 0) {
    adversary->high = middle;
  } else {
    adversary->low = middle + 1;
  }
  if (adversary->low < adversary->high) return;
  coin_insert(adversary->order, item, adversary->low);
  if (item + 1 == adversary->coins.n) memcpy(adversary->final, adversary->order, (item + 1) * sizeof *adversary->order);
  begin_item(adversary, item + 1);
}

static status init(void *self, const problem_setting *setting) {
  sorting_adversary *adversary = self;
  coin_adversary *coins = &adversary->coins;
  coins->per_phase = 0.5;
  coins->pair = pair;
  coins->outcome = outcome;
  TRY(OWN_ARRAY(adversary, coins->n, adversary->order));
  TRY(OWN_ARRAY(adversary, coins->n, adversary->final));
  TRY(coin_adversary_rehearse(coins, setting->seed));
  return comparator_from_order(COMPARATOR_PLANTED, coins->n, adversary->final, &coins->u);
}

static const problem_methods methods = {COIN_METHODS(sorting_adversary)};

const problem_class problem_sorting_adversary = {
    .about = {.name = "sorting_adversary",
              .title = "Insertion sort with fair coins",
              .citation = "docs/constants.md; after Hazan, Kale & Shalev-Shwartz 2012, Theorem 12",
              .help =
                  "forces expected regret of at least sqrt(D T / 8) on every learner of orders, D the comparisons of "
                  "binary insertion",
              .formula = "item $k$ is sorted into those before it by $\\lfloor\\log_2(k+1)\\rfloor$ comparisons, with "
                         "fair coins $y\\in\\lbrace0,1\\rbrace$ for each: $\\mathbb{E}[\\mathrm{regret}]=\\frac "
                         "D2\\mathbb{E}|S_{T/D}|$, $D=\\sum_{k\\lt n}\\lfloor\\log_2(k+1)\\rfloor$",
              .family = "sorting_adversary",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
