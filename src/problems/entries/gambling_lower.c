/* An explicit adversary for the lower bound of online gambling, which the paper only cites (Hazan, Kale and Shalev-Shwartz 2012, Theorem 12;
 * docs/errata.md): each of I items is sorted into 2^d - 1 pivots by binary search, with k fair coins for every comparison.
 *
 *   for each item x:  low = 0, high = 2^d - 1
 *     d times:  middle = floor((low + high)/2);  k rounds of the pair (x, middle), y = 1 saying that x comes before it
 *               if at least half of them were 1: high = middle, otherwise low = middle + 1
 *
 * The order with the pivots in their own order and each item behind `low` pivots agrees with the majority of every phase: loss T/2 -
 * (1/2) sum |S|, T = I d k. Every learner has the expected loss T/2: expected regret (I d/2) E|S| >= sqrt(I d T / 8). */

#include "problems/entries/coin_adversary.h"

typedef struct gambling_lower {
  coin_adversary coins; /* first */
  size_t items, depth;
  size_t pivots, low, high;
  size_t *slot; /* items: number of pivots before each */
} gambling_lower;

static const parameter parameters[] = {
    OPTION_COUNT(gambling_lower, items, REQUIRED, 1, 1e6, "teams that are sorted in"),
    OPTION_COUNT(gambling_lower, depth, REQUIRED, 1, 20,
                 "comparisons of each; there are 2^depth - 1 pivots, n = items + 2^depth - 1 teams"),
    COIN_ROUNDS,
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  gambling_lower *adversary = self;
  coin_adversary *coins = &adversary->coins;
  adversary->pivots = ((size_t)1 << adversary->depth) - 1;
  coins->m = coins->n = adversary->items + adversary->pivots;
  coins->phases = adversary->items * adversary->depth;
  coins->loss = (loss){LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};
  return coin_adversary_facts(coins, setting, out);
}

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  gambling_lower *adversary = self;
  if (phase % adversary->depth == 0) {
    adversary->low = 0;
    adversary->high = adversary->pivots;
  }
  *i = adversary->pivots + phase / adversary->depth;
  *j = (adversary->low + adversary->high) / 2;
}

static void outcome(void *self, size_t phase, long sum) {
  gambling_lower *adversary = self;
  const size_t middle = (adversary->low + adversary->high) / 2;
  if (sum >= 0) {
    adversary->high = middle;
  } else {
    adversary->low = middle + 1;
  }
  adversary->slot[phase / adversary->depth] = adversary->low;
}

/* Counting sort by slot: the items of slot s, then pivot s. */
static status order_of(const gambling_lower *adversary, comparator **out) {
  const size_t pivots = adversary->pivots, count = adversary->items;
  FREED size_t *items = NULL, *place = NULL;
  TRY(NEW_ARRAY(adversary->coins.n, items));
  TRY(NEW_ARRAY(pivots + 2, place));
  for (size_t x = 0; x < count; x++) place[adversary->slot[x] + 1]++;
  for (size_t s = 0; s <= pivots; s++) place[s + 1] += place[s] + (s < pivots);
  for (size_t s = 0; s < pivots; s++) items[place[s + 1] - 1] = s;
  for (size_t x = 0; x < count; x++) items[place[adversary->slot[x]]++] = pivots + x;
  return comparator_from_order(COMPARATOR_PLANTED, adversary->coins.n, items, out);
}

static status init(void *self, const problem_setting *setting) {
  gambling_lower *adversary = self;
  coin_adversary *coins = &adversary->coins;
  coins->per_phase = 0.5;
  coins->pair = pair;
  coins->outcome = outcome;
  TRY(OWN_ARRAY(adversary, adversary->items, adversary->slot));
  TRY(coin_adversary_rehearse(coins, setting->seed));
  return order_of(adversary, &coins->u);
}

static const problem_methods methods = {COIN_METHODS(gambling_lower)};

const problem_class problem_gambling_lower = {
    .about = {.name = "gambling_lower",
              .title = "Binary search with fair coins",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 12",
              .help = "forces expected regret of at least sqrt(items depth T / 8) on every learner of orders",
              .formula = "each of $I$ items is sorted into $2^d-1$ pivots by binary search, with $k$ fair coins "
                         "$y\\in\\lbrace0,1\\rbrace$ for each comparison: $T=Idk$, "
                         "$\\mathbb{E}[\\mathrm{regret}]\\ge\\sqrt{\\frac{IdT}8}$",
              .family = "gambling_lower",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
