/* A lower bound for cuts, orders and completion: each fair coin is for the pair z on which exponential weights over all answers W are most in
 * doubt, the first of those whose mean of W(z) is nearest 0. Every learner has the expected loss T/2, the best answer T/2 - (1/2) max <S,W>, S the
 * sums of the labels: the expected regret is half the expected maximum, found in hindsight. Uniform weights at first, rate eta.
 *
 *   cut         W_ij = -s_i s_j, signs s
 *   completion  W_ij = u_i v_j: s are the signs of the m + n rows and columns
 *   order       one item after the other, in 0, 1, ...: item k is inserted at one of k+1 places among those before, in the order found so far, and
 *               the weights are those of its places. What is gained adds up (docs/constants.md); the first `sorted` items come without trials.
 *
 * T is `rounds` for each sign but the first, or for each of the floor(log2(k+1)) comparisons by which halving would insert item k. The means of
 * s_i s_j are the Walsh-Hadamard transform of the weights. Stream: that of coin_adversary.h. */

#include "problems/entries/coin_adversary.h"

enum { SIGNS = 16 }; /* at most: 2^15 answers have a weight */

typedef enum answer_kind { CUT, ORDER, COMPLETION } answer_kind;

typedef struct median_adversary {
  coin_adversary coins; /* first; phases of one round */
  answer_kind class;
  size_t each, rows, sorted; /* options `rounds`, `m` and `sorted` */
  double eta;
  size_t *row, *column; /* T: the pairs, as they were when the coins were first tossed */
  bool tossed;
  size_t answers, ends;  /* of this turn: W, or places; the trial after its last one */
  double *gain, *weight; /* of each answer: the sum of y W(z) */
  double gained;         /* by the best answers, in all turns so far */
  size_t item, pivot;    /* order: that is inserted; that it is compared with, by its place */
  size_t *order;         /* order: n */
} median_adversary;

static const parameter parameters[] = {
    OPTION_CHOICE(median_adversary, class, "cut", "cut order completion",
                  "of the answers: cuts, orders, or matrices u v^T of signs"),
    OPTION_COUNT(coin_adversary, n, REQUIRED, 1, 4096, "nodes, items or columns"),
    OPTION_COUNT_AS("m", median_adversary, rows, "2", 1, 15, "completion: rows"),
    OPTION_COUNT_AS("rounds", median_adversary, each, "5", 1, 10000,
                    "trials for each node but the first, for each row and column but one, or for each comparison of "
                    "binary insertion"),
    OPTION_COUNT(median_adversary, sorted, "1", 1, 4095, "order: the first items, about which there are no trials"),
    OPTION_ABOVE(median_adversary, eta, ABSENT, 0, 1e6, "rate of the weights; absent: Hedge's for these trials"),
};

static size_t signs_of(const median_adversary *adversary) {
  return adversary->class == COMPLETION ? adversary->rows + adversary->coins.n : adversary->coins.n;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  median_adversary *adversary = self;
  coin_adversary *coins = &adversary->coins;
  const bool order = adversary->class == ORDER;
  const size_t signs = signs_of(adversary), least = order ? adversary->sorted + 1 : 2;
  if (signs < least || (!order && signs > SIGNS)) {
    return FAIL(STATUS_INVALID, "%s: n = %zu: expected %zu to %d %s", setting->class->about.name, coins->n, least,
                order ? 4096 : SIGNS, order ? "items" : "nodes, or rows and columns");
  }
  coins->m = adversary->class == COMPLETION ? adversary->rows : coins->n;
  coins->rounds = 1;
  coins->phases = adversary->each * (order ? coin_comparisons(adversary->sorted, signs) : signs - 1);
  coins->loss =
      order ? (loss){LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0} : (loss){LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, 0.5};
  TRY(coin_adversary_facts(coins, setting, out));
  out->comparator_kept = true;
  return STATUS_OK;
}

static size_t best_answer(const median_adversary *adversary) {
  size_t best = 0;
  for (size_t w = 1; w < adversary->answers; w++) {
    if (adversary->gain[w] > adversary->gain[best]) best = w;
  }
  return best;
}

/* weight = exp(eta gain/2), up to a factor. */
static void weigh(median_adversary *adversary, size_t trials) {
  const double most = adversary->gain[best_answer(adversary)];
  const double eta =
      isnan(adversary->eta) ? sqrt(8.0 * fixed_log((double)adversary->answers) / (double)trials) : adversary->eta;
  for (size_t w = 0; w < adversary->answers; w++) adversary->weight[w] = 0.5 * eta * (adversary->gain[w] - most);
  fixed_exp_all(adversary->answers, adversary->weight, adversary->weight);
}

/* ---- signs: answer w has sign 1 for the first one, and -1 for sign k+1 if bit k of w is set */

static size_t bit_of(size_t sign) {
  return sign == 0 ? 0 : (size_t)1 << (sign - 1);
}

static double product_of(size_t w, size_t i, size_t j) {
  return ((w & bit_of(i)) != 0) == ((w & bit_of(j)) != 0) ? 1.0 : -1.0;
}

/* weight[b] becomes the sum over w of weight[w] (-1)^(bits that b and w share). */
static void transform(double *weight, size_t count) {
  for (size_t half = 1; half < count; half *= 2) {
    for (size_t b = 0; b < count; b++) {
      if ((b & half) != 0) continue;
      const double sum = weight[b] + weight[b + half];
      weight[b + half] = weight[b] - weight[b + half];
      weight[b] = sum;
    }
  }
}

static void choose_signs(median_adversary *adversary, size_t *row, size_t *column) {
  const bool completion = adversary->class == COMPLETION;
  const size_t signs = signs_of(adversary), m = adversary->coins.m;
  double nearest = INFINITY;
  weigh(adversary, adversary->coins.phases);
  transform(adversary->weight, adversary->answers);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = completion ? m : i + 1; j < signs; j++) {
      const double mean = fabs(adversary->weight[bit_of(i) ^ bit_of(j)]);
      if (mean >= nearest) continue;
      nearest = mean;
      *row = i;
      *column = completion ? j - m : j;
    }
  }
}

static double answer_of(const median_adversary *adversary, size_t w, size_t i, size_t j) {
  return adversary->class == CUT ? -product_of(w, i, j) : product_of(w, i, adversary->coins.m + j);
}

/* ---- places: at place w an item comes after the first w of those sorted before */

static void begin_item(median_adversary *adversary, size_t item) {
  adversary->item = item;
  adversary->answers = item + 1;
  adversary->ends += adversary->each * coin_comparisons(item, item + 1);
  memset(adversary->gain, 0, adversary->answers * sizeof *adversary->gain);
}

static void choose_pivot(median_adversary *adversary, size_t *row, size_t *column) {
  const size_t item = adversary->item;
  double total = 0.0, before = 0.0, nearest = INFINITY;
  weigh(adversary, adversary->each * coin_comparisons(item, item + 1));
  for (size_t w = 0; w <= item; w++) total += adversary->weight[w];
  for (size_t p = 0; p < item; p++) {
    before += adversary->weight[p];
    if (fabs(2.0 * before - total) >= nearest) continue;
    nearest = fabs(2.0 * before - total);
    adversary->pivot = p;
  }
  *row = item;
  *column = adversary->order[adversary->pivot];
}

/* ---- turns: of all trials, or of an item */

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  median_adversary *adversary = self;
  size_t *row = &adversary->row[phase], *column = &adversary->column[phase];
  if (!adversary->tossed && adversary->class == ORDER) {
    choose_pivot(adversary, row, column);
  } else if (!adversary->tossed) {
    choose_signs(adversary, row, column);
  }
  *i = *row;
  *j = *column;
}

static void outcome(void *self, size_t phase, long sum) {
  median_adversary *adversary = self;
  const size_t i = adversary->row[phase], j = adversary->column[phase];
  const bool order = adversary->class == ORDER;
  const double label = sum < 0 ? -1.0 : 1.0;
  if (adversary->tossed) return;
  for (size_t w = 0; w < adversary->answers; w++) {
    const double says = !order ? answer_of(adversary, w, i, j) : w <= adversary->pivot ? 1.0 : -1.0;
    adversary->gain[w] += label * says;
  }
  adversary->tossed = phase + 1 == adversary->coins.phases;
  if (phase + 1 < adversary->ends) return;
  const size_t best = best_answer(adversary);
  adversary->gained += adversary->gain[best];
  if (!order) return;
  coin_insert(adversary->order, adversary->item, best);
  if (!adversary->tossed) begin_item(adversary, adversary->item + 1);
}

static status find_comparator(median_adversary *adversary) {
  coin_adversary *coins = &adversary->coins;
  const size_t m = coins->m, n = coins->n, best = best_answer(adversary);
  FREED double *values = NULL;
  if (adversary->class == ORDER) return comparator_from_order(COMPARATOR_PLANTED, n, adversary->order, &coins->u);
  TRY(NEW_ARRAY(m * n, values));
  if (adversary->class == CUT) {
    for (size_t i = 0; i < n; i++) values[i] = product_of(best, 0, i);
    return comparator_from_cut(COMPARATOR_PLANTED, n, values, &coins->u);
  }
  for (size_t z = 0; z < m * n; z++) values[z] = answer_of(adversary, best, z / n, z % n);
  return comparator_from_entries(COMPARATOR_PLANTED, m, n, values, &coins->u);
}

static status init(void *self, const problem_setting *setting) {
  median_adversary *adversary = self;
  coin_adversary *coins = &adversary->coins;
  const bool order = adversary->class == ORDER;
  coins->pair = pair;
  coins->outcome = outcome;
  adversary->answers = order ? coins->n : (size_t)1 << (signs_of(adversary) - 1);
  adversary->ends = order ? 0 : coins->phases;
  TRY(OWN_ARRAY(adversary, coins->phases, adversary->row));
  TRY(OWN_ARRAY(adversary, coins->phases, adversary->column));
  TRY(OWN_ARRAY(adversary, adversary->answers, adversary->gain));
  TRY(OWN_ARRAY(adversary, adversary->answers, adversary->weight));
  TRY(OWN_ARRAY(adversary, coins->n, adversary->order));
  for (size_t i = 0; i < coins->n; i++) adversary->order[i] = i;
  if (order) begin_item(adversary, adversary->sorted);
  TRY(coin_adversary_rehearse(coins, setting->seed));
  coins->exact_regret = coins->lower_bound = 0.5 * adversary->gained;
  return find_comparator(adversary);
}

static const problem_methods methods = {COIN_METHODS(median_adversary)};

const problem_class problem_median_adversary = {
    .about = {.name = "median_adversary",
              .title = "Fair coins on the most doubtful pair",
              .citation = "docs/constants.md",
              .help = "forces on every learner of cuts, orders or sign matrices of rank one nearly what exponential "
                      "weights can lose",
              .formula =
                  "fair signs $y$ for the pair $z$ whose mean of $W(z)$ under weights $e^{\\frac\\eta2\\langle "
                  "S,W\\rangle}$ is nearest 0: $\\mathbb{E}[\\mathrm{regret}]=\\frac12\\mathbb{E}\\max_W\\langle "
                  "S,W\\rangle$",
              .family = "median_adversary",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
