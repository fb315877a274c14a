/* The lower bound for collaborative filtering (Hazan, Kale and Shalev-Shwartz 2012, Theorem 8): all entries of `active` rows, each for k
 * rounds, T = active n k, with the linear loss s G W_ij for fair signs s. Every learner has the expected loss 0; W* = -sgn(sum of s), zero
 * elsewhere, of rank at most `active` and so of trace norm at most tau = active sqrt(n), has -G sum |S|: expected regret
 * G active n E|S| >= G sqrt(tau sqrt(n) T / 2).
 *
 * Constants, besides those of coin_adversary.h: "trace_norm" = tau. */

#include "problems/entries/coin_adversary.h"

enum { SIDE_LIMIT = 10000 };

typedef struct filtering_lower {
  coin_adversary coins; /* first */
  size_t active;
  double scale, trace_norm;
  double *entries; /* m x n */
} filtering_lower;

static const parameter parameters[] = {
    OPTION_COUNT(coin_adversary, m, REQUIRED, 1, SIDE_LIMIT, "rows"),
    OPTION_COUNT(coin_adversary, n, REQUIRED, 1, SIDE_LIMIT, "columns"),
    OPTION_COUNT(filtering_lower, active, REQUIRED, 1, SIDE_LIMIT,
                 "rows that are played, at most m: trace norm active sqrt(n)"),
    COIN_ROUNDS,
    OPTION_NUMBER(filtering_lower, scale, "1", 1e-30, 1e6, "G, the Lipschitz constant of the losses"),
};

static const option_rule rules[] = {
    RULE_AT_MOST(filtering_lower, active, coins.m),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  filtering_lower *adversary = self;
  adversary->coins.phases = adversary->active * adversary->coins.n;
  adversary->coins.loss = (loss){LOSS_LINEAR, -1.0, 1.0, -1.0, 1.0, adversary->scale};
  return coin_adversary_facts(&adversary->coins, setting, out);
}

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  const filtering_lower *adversary = self;
  *i = phase / adversary->coins.n;
  *j = phase % adversary->coins.n;
}

static void outcome(void *self, size_t phase, long sum) {
  ((filtering_lower *)self)->entries[phase] = sum > 0 ? -1.0 : sum < 0 ? 1.0 : 0.0;
}

static status init(void *self, const problem_setting *setting) {
  filtering_lower *adversary = self;
  coin_adversary *coins = &adversary->coins;
  coins->per_phase = adversary->scale;
  coins->pair = pair;
  coins->outcome = outcome;
  adversary->trace_norm = (double)adversary->active * sqrt((double)coins->n);
  TRY(OWN_ARRAY(adversary, coins->m * coins->n, adversary->entries));
  TRY(coin_adversary_rehearse(coins, setting->seed));
  return comparator_from_entries(COMPARATOR_PLANTED, coins->m, coins->n, adversary->entries, &coins->u);
}

static const field constants[] = {COIN_CONSTANTS, {FIELD(filtering_lower, trace_norm, FIELD_NUMBER)}};

static const problem_methods methods = {
    .size = sizeof(filtering_lower),
    .facts = facts,
    .init = init,
    .next = coin_adversary_next,
    .reveal = coin_adversary_reveal,
    .comparator_at = PLACE(filtering_lower, coins.u),
    FIELDS(constants, constants),
};

const problem_class problem_filtering_lower = {
    .about = {.name = "filtering_lower",
              .title = "Fair slopes on all entries of some rows",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 8",
              .help = "forces expected regret of at least G sqrt(tau sqrt(n) T / 2) on every learner of matrices of "
                      "trace norm tau",
              .formula = "loss $sG\\hat y$ with a fair sign $s$, on every entry of $a$ rows $\\frac T{an}$ times: "
                         "$\\mathbb{E}[\\mathrm{regret}]\\ge G\\sqrt{\\frac{\\tau\\sqrt nT}2}$, $\\tau=a\\sqrt n$",
              .family = "filtering_lower",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
