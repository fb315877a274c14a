/* The lower bound for collaborative filtering (Hazan, Kale and Shalev-Shwartz 2012, Theorem 8): all entries of `active` rows, each for k
 * rounds, T = active n k, with the linear loss s G W_ij for fair signs s. Every learner has the expected loss 0; W* = -sgn(sum of s), zero
 * elsewhere, of rank at most `active` and so of trace norm at most tau = active sqrt(n), has -G sum |S|: expected regret
 * G active n E|S| >= G sqrt(tau sqrt(n) T / 2).
 *
 * Constants, besides those of coin_adversary.h: "trace_norm" = tau. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/entries/coin_adversary.h"

enum { SIDE_LIMIT = 10000 };

static const parameter parameters[] = {
    {.name = "m", .type = PARAMETER_INTEGER, .low = 1, .high = SIDE_LIMIT, .meaning = "rows"},
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = SIDE_LIMIT, .meaning = "columns"},
    {.name = "active",
     .type = PARAMETER_INTEGER,
     .low = 1,
     .high = SIDE_LIMIT,
     .meaning = "rows that are played, at most m: trace norm active sqrt(n)"},
    COIN_ROUNDS_PARAMETER,
    {.name = "scale",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 1e-30,
     .high = 1e6,
     .meaning = "G, the Lipschitz constant of the losses"},
};

typedef struct filtering_lower {
  coin_adversary coins;
  double *entries; /* m x n */
} filtering_lower;

static loss loss_of(const options *values) {
  return (loss){LOSS_LINEAR, -1.0, 1.0, -1.0, 1.0, option_number(values, "scale")};
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t m = option_count(values, "m"), n = option_count(values, "n"), active = option_count(values, "active");
  if (active > m) {
    return FAIL(STATUS_INVALID, "%s: active = %zu must be at most m = %zu", option_who(values), active, m);
  }
  const loss loss = loss_of(values);
  return coin_adversary_facts(values, m, n, (double)active * (double)n, &loss, out);
}

static void pair(void *self, size_t phase, size_t *i, size_t *j) {
  const filtering_lower *adversary = self;
  *i = phase / adversary->coins.n;
  *j = phase % adversary->coins.n;
}

static void outcome(void *self, size_t phase, long sum) {
  ((filtering_lower *)self)->entries[phase] = sum > 0 ? -1.0 : sum < 0 ? 1.0 : 0.0;
}

static void clear(void *self) {
  filtering_lower *adversary = self;
  coin_adversary_end(&adversary->coins);
  free(adversary->entries);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  filtering_lower *adversary = self;
  const uint64_t seed = setting->seed;
  const size_t m = option_count(values, "m"), n = option_count(values, "n");
  adversary->coins = (coin_adversary){.m = m,
                                      .n = n,
                                      .phases = option_count(values, "active") * n,
                                      .rounds = option_count(values, "rounds"),
                                      .loss = loss_of(values),
                                      .pair = pair,
                                      .outcome = outcome,
                                      .per_phase = option_number(values, "scale")};
  TRY(NEW_ARRAY(m * n, adversary->entries));
  TRY(coin_adversary_rehearse(&adversary->coins, seed));
  return comparator_from_entries(COMPARATOR_PLANTED, m, n, adversary->entries, &adversary->coins.u);
}

static bool constant(const void *self, const char *name, double *value) {
  const coin_adversary *coins = self;
  if (strcmp(name, "trace_norm") != 0) return coin_adversary_constant(self, name, value);
  const size_t active = coins->phases / coins->n;
  *value = (double)active * sqrt((double)coins->n);
  return true;
}

static const problem_methods methods = {
    .size = sizeof(filtering_lower),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = coin_adversary_next,
    .reveal = coin_adversary_reveal,
    .comparator_at = PLACE(filtering_lower, coins.u),
    .constant = constant,
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
              PARAMETERS(parameters)},
    .methods = &methods,
};
