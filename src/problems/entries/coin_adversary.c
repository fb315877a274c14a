#include "problems/entries/coin_adversary.h"

#include <math.h>
#include <string.h>

static const double longest = 1e8; /* limit of the trials: all coins are tossed before the first one */

/* c_m = C(m, floor(m/2)) / 2^m: c_0 = 1, c_{2j+1} = c_{2j} (2j+1)/(2j+2), c_{2j} = c_{2j-1}. */
double coin_expected_modulus(size_t k) {
  double central = 1.0;
  for (size_t odd = 1; odd < k; odd += 2) central *= (double)odd / (double)(odd + 1);
  return (double)k * central;
}

status coin_adversary_facts(const options *values, size_t m, size_t n, double phases, const loss *loss,
                            problem_facts *out) {
  const double trials = phases * option_number(values, "rounds");
  if (trials > longest) {
    return FAIL(STATUS_INVALID, "%s: %g trials, expected at most %g", option_who(values), trials, longest);
  }
  *out = (problem_facts){.n = n,
                         .rows = m,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = *loss,
                         .trials = (size_t)trials,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static void begin_phase(coin_adversary *self, size_t phase) {
  self->phase = phase;
  self->round = 0;
  self->sum = 0;
  if (phase < self->phases) self->pair(self, phase, &self->i, &self->j);
}

/* The label of this round; after the last round of a phase the next phase has begun. */
static double toss(coin_adversary *self) {
  const bool high = random_chance(self->coins, 0.5);
  self->sum += high ? 1 : -1;
  if (++self->round == self->rounds) {
    self->outcome(self, self->phase, self->sum);
    begin_phase(self, self->phase + 1);
  }
  return high ? self->loss.label_high : self->loss.label_low;
}

status coin_adversary_rehearse(coin_adversary *self, uint64_t seed) {
  TRY(random_stream_new(seed, "coins", &self->coins));
  begin_phase(self, 0);
  while (self->phase < self->phases) (void)toss(self);
  random_stream_free(self->coins);
  self->coins = NULL;
  begin_phase(self, 0);
  return random_stream_new(seed, "coins", &self->coins);
}

void coin_adversary_end(coin_adversary *self) {
  random_stream_free(self->coins);
  comparator_free(self->u);
}

status coin_adversary_next(void *self, const learner *learner, instance *x) {
  const coin_adversary *adversary = self;
  (void)learner;
  if (adversary->phase == adversary->phases) return STATUS_END;
  *x = instance_entry(adversary->m, adversary->n, adversary->i, adversary->j);
  return STATUS_OK;
}

status coin_adversary_reveal(void *self, const prediction *predicted, double *label) {
  (void)predicted;
  *label = toss(self);
  return STATUS_OK;
}

bool coin_adversary_constant(const void *self, const char *name, double *value) {
  const coin_adversary *adversary = self;
  const bool exact = strcmp(name, "exact_regret") == 0;
  if (!exact && strcmp(name, "lower_bound") != 0) return false;
  const double modulus = exact ? coin_expected_modulus(adversary->rounds) : sqrt(0.5 * (double)adversary->rounds);
  *value = (double)adversary->phases * adversary->per_phase * modulus;
  return true;
}
