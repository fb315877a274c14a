/* A lower bound for online max-cut: uniformly random pairs with fair labels. Every learner has the expected loss T/2, the best cut
 * T/2 - (1/2) max over cuts of sum of y_t W_t, found in hindsight: the expected regret is half the expected value of a maximum cut of random
 * signs (with many nodes and trials 0.5397 sqrt(n T), by Parisi's constant). A cut found node by node shows that it is at least
 * (1/2) sum over k < n of E|S_M|, M binomial with T and k/C(n,2) (docs/constants.md). Stream: "pairs", and those of coin_adversary.h. */

#include "problems/entries/coin_adversary.h"
#include "problems/entries/entry_hindsight.h"

typedef struct random_pairs {
  coin_adversary coins; /* first */
  size_t trials;        /* T: phases of one round */
  size_t *row, *column; /* T */
  double *label;        /* T */
} random_pairs;

static const parameter parameters[] = {
    OPTION_COUNT(coin_adversary, n, REQUIRED, 2, 1000, "nodes"),
    OPTION_COUNT_AS("rounds", random_pairs, trials, "256", 1, 1000000, "trials T"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  random_pairs *adversary = self;
  coin_adversary *coins = &adversary->coins;
  coins->m = coins->n;
  coins->rounds = 1;
  coins->phases = adversary->trials;
  coins->loss = (loss){LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, 0.5};
  TRY(coin_adversary_facts(coins, setting, out));
  out->comparator_kept = true;
  return STATUS_OK;
}

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  const random_pairs *adversary = self;
  *i = adversary->row[phase];
  *j = adversary->column[phase];
}

static void outcome(void *self, size_t phase, long sum) {
  ((random_pairs *)self)->label[phase] = sum < 0 ? -1.0 : 1.0;
}

static status draw_pairs(random_pairs *adversary, uint64_t seed) {
  const size_t n = adversary->coins.n;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(random_stream_new(seed, "pairs", &stream));
  for (size_t t = 0; t < adversary->trials; t++) {
    const size_t i = random_index(stream, n), j = random_index(stream, n - 1);
    adversary->row[t] = i;
    adversary->column[t] = j < i ? j : j + 1;
  }
  return STATUS_OK;
}

/* E|S_M| for binomial M: the sum of P(M = m) E|S_m|, where E|S_1| = E|S_2| = 1 and E|S_{2j+1}| = E|S_{2j+2}| = E|S_{2j}| (2j+1)/(2j). */
static double expected_modulus(size_t trials, double p) {
  double sum = 0.0, log_choose = 0.0, modulus = 1.0;
  for (size_t m = 1; m <= trials; m++) {
    if (m % 2 == 1 && m > 1) modulus *= (double)m / (double)(m - 1);
    log_choose += fixed_log((double)(trials - m + 1) / (double)m);
    const double rest = m == trials ? 0.0 : (double)(trials - m) * fixed_log1p(-p);
    sum += fixed_exp(log_choose + (double)m * fixed_log(p) + rest) * modulus;
  }
  return sum;
}

static double node_by_node(size_t n, size_t trials) {
  const double pairs = 0.5 * (double)n * (double)(n - 1);
  double sum = 0.0;
  for (size_t k = 1; k < n; k++) sum += 0.5 * expected_modulus(trials, (double)k / pairs);
  return sum;
}

static status init(void *self, const problem_setting *setting) {
  random_pairs *adversary = self;
  coin_adversary *coins = &adversary->coins;
  const size_t n = coins->n, trials = adversary->trials;
  coins->pair = pair;
  coins->outcome = outcome;
  TRY(OWN_ARRAY(adversary, trials, adversary->row));
  TRY(OWN_ARRAY(adversary, trials, adversary->column));
  TRY(OWN_ARRAY(adversary, trials, adversary->label));
  TRY(draw_pairs(adversary, setting->seed));
  TRY(coin_adversary_rehearse(coins, setting->seed));
  const entry_trials played = {.m = n,
                               .n = n,
                               .count = trials,
                               .row = adversary->row,
                               .column = adversary->column,
                               .label = adversary->label,
                               .loss = coins->loss};
  TRY(entry_hindsight(&played, ENTRY_CUT, 0.0, &coins->u));
  const double *signs = comparator_signs(coins->u);
  for (size_t t = 0; t < trials; t++) {
    const double cut = -signs[adversary->row[t]] * signs[adversary->column[t]];
    coins->exact_regret += 0.5 * cut * adversary->label[t];
  }
  coins->lower_bound = node_by_node(n, trials);
  return STATUS_OK;
}

static const problem_methods methods = {COIN_METHODS(random_pairs)};

const problem_class problem_random_pairs_adversary = {
    .about = {.name = "random_pairs_adversary",
              .title = "Fair coins on random pairs",
              .citation = "docs/constants.md",
              .help = "forces expected regret of half a maximum cut of random signs on every learner of cuts",
              .formula =
                  "uniformly random pairs with fair signs $y$: $\\mathbb{E}[\\mathrm{regret}]=\\frac12\\mathbb{E}"
                  "\\max_w\\sum_t-y_tw_iw_j$, up to $0.54\\sqrt{nT}$",
              .family = "random_pairs_adversary",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
