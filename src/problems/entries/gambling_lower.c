/* An explicit adversary for the lower bound of online gambling, which the paper only cites (Hazan, Kale and Shalev-Shwartz 2012, Theorem 12;
 * docs/errata.md): each of I items is sorted into 2^d - 1 pivots by binary search, with k fair coins for every comparison.
 *
 *   for each item x:  low = 0, high = 2^d - 1
 *     d times:  middle = floor((low + high)/2);  k rounds of the pair (x, middle), y = 1 saying that x comes before it
 *               if at least half of them were 1: high = middle, otherwise low = middle + 1
 *
 * The order with the pivots in their own order and each item behind `low` pivots agrees with the majority of every phase: loss T/2 -
 * (1/2) sum |S|, T = I d k. Every learner has the expected loss T/2: expected regret (I d/2) E|S| >= sqrt(I d T / 8). */
#include <stdlib.h>

#include "base/memory.h"
#include "problems/entries/coin_adversary.h"

static const parameter parameters[] = {
    {.name = "items", .type = PARAMETER_INTEGER, .low = 1, .high = 1e6, .meaning = "teams that are sorted in"},
    {.name = "depth",
     .type = PARAMETER_INTEGER,
     .low = 1,
     .high = 20,
     .meaning = "comparisons of each; there are 2^depth - 1 pivots, n = items + 2^depth - 1 teams"},
    COIN_ROUNDS_PARAMETER,
};

static const loss absolute = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};

typedef struct gambling_lower {
  coin_adversary coins;
  size_t depth, pivots, low, high;
  size_t *slot; /* items: number of pivots before each */
} gambling_lower;

static size_t teams(const options *values) {
  return option_count(values, "items") + ((size_t)1 << option_count(values, "depth")) - 1;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = teams(values);
  const double phases = option_number(values, "items") * option_number(values, "depth");
  return coin_adversary_facts(values, n, n, phases, &absolute, out);
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

static void clear(void *self) {
  gambling_lower *adversary = self;
  coin_adversary_end(&adversary->coins);
  free(adversary->slot);
}

/* Counting sort by slot: the items of slot s, then pivot s. */
static status order_of(const gambling_lower *adversary, comparator **out) {
  const size_t pivots = adversary->pivots, count = adversary->coins.n - pivots;
  size_t *items = NULL, *place = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(adversary->coins.n, items));
  CHECK(NEW_ARRAY(pivots + 2, place));
  for (size_t x = 0; x < count; x++) place[adversary->slot[x] + 1]++;
  for (size_t s = 0; s <= pivots; s++) place[s + 1] += place[s] + (s < pivots);
  for (size_t s = 0; s < pivots; s++) items[place[s + 1] - 1] = s;
  for (size_t x = 0; x < count; x++) items[place[adversary->slot[x]]++] = pivots + x;
  CHECK(comparator_from_order(COMPARATOR_PLANTED, adversary->coins.n, items, out));
end:
  free(items);
  free(place);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  gambling_lower *adversary = self;
  const uint64_t seed = setting->seed;
  const size_t n = teams(values), items = option_count(values, "items");
  adversary->depth = option_count(values, "depth");
  adversary->pivots = n - items;
  adversary->coins = (coin_adversary){.m = n,
                                      .n = n,
                                      .phases = items * adversary->depth,
                                      .rounds = option_count(values, "rounds"),
                                      .loss = absolute,
                                      .pair = pair,
                                      .outcome = outcome,
                                      .per_phase = 0.5};
  TRY(NEW_ARRAY(items, adversary->slot));
  TRY(coin_adversary_rehearse(&adversary->coins, seed));
  return order_of(adversary, &adversary->coins.u);
}

static const problem_methods methods = {
    .size = sizeof(gambling_lower),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = coin_adversary_next,
    .reveal = coin_adversary_reveal,
    .comparator_at = PLACE(gambling_lower, coins.u),
    .constant = coin_adversary_constant,
};

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
