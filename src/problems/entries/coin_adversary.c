#include "problems/entries/coin_adversary.h"

#include <math.h>

#include "registry/member.h"

static const double longest = 1e8; /* limit of the trials: all coins are tossed before the first one */

/* c_m = C(m, floor(m/2)) / 2^m: c_0 = 1, c_{2j+1} = c_{2j} (2j+1)/(2j+2), c_{2j} = c_{2j-1}. */
double coin_expected_modulus(size_t k) {
  double central = 1.0;
  for (size_t odd = 1; odd < k; odd += 2) central *= (double)odd / (double)(odd + 1);
  return (double)k * central;
}

status coin_adversary_facts(const coin_adversary *self, const problem_setting *setting, problem_facts *out) {
  const double trials = (double)self->phases * (double)self->rounds;
  if (trials > longest) {
    return FAIL(STATUS_INVALID, "%s: %g trials, expected at most %g", setting->class->about.name, trials, longest);
  }
  *out = (problem_facts){.n = self->n,
                         .rows = self->m,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = self->loss,
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
  const double gained = (double)self->phases * self->per_phase;
  CLEANUP(random_stream_free_at) random_stream *coins = NULL;
  self->exact_regret = gained * coin_expected_modulus(self->rounds);
  self->lower_bound = gained * sqrt(0.5 * (double)self->rounds);
  TRY(OWN(self, &self->u, comparator_free_at));
  TRY(random_stream_new(seed, "coins", &coins));
  self->coins = coins;
  begin_phase(self, 0);
  while (self->phase < self->phases) (void)toss(self);
  begin_phase(self, 0);
  return member_stream(self, seed, "coins", &self->coins);
}

status coin_adversary_next(void *self, const learner *player, instance *x) {
  const coin_adversary *adversary = self;
  (void)player;
  if (adversary->phase == adversary->phases) return STATUS_END;
  *x = instance_entry(adversary->m, adversary->n, adversary->i, adversary->j);
  return STATUS_OK;
}

status coin_adversary_reveal(void *self, const prediction *predicted, double *label) {
  (void)predicted;
  *label = toss(self);
  return STATUS_OK;
}
