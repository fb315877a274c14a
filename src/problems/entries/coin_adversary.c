#include "problems/entries/coin_adversary.h"

/* Limits of the trials: all coins are tossed before the first one, and dynamic programming takes about T^2 steps. */
static const double longest = 1e8, longest_stopped = 20000;

/* c_m = C(m, floor(m/2)) / 2^m: c_0 = 1, c_{2j+1} = c_{2j} (2j+1)/(2j+2), c_{2j} = c_{2j-1}. */
double coin_expected_modulus(size_t k) {
  double central = 1.0;
  for (size_t odd = 1; odd < k; odd += 2) central *= (double)odd / (double)(odd + 1);
  return (double)k * central;
}

size_t coin_comparisons(size_t first, size_t n) {
  size_t sum = 0;
  for (size_t k = first; k < n; k++) {
    for (size_t left = k + 1; left > 1; left /= 2) sum++;
  }
  return sum;
}

void coin_insert(size_t *order, size_t k, size_t place) {
  memmove(order + place + 1, order + place, (k - place) * sizeof *order);
  order[place] = k;
}

static bool has_rule(const coin_adversary *self) {
  return self->stop > 0 || self->least;
}

static size_t trials_of(const coin_adversary *self) {
  return self->phases * self->rounds;
}

/* One more coin at each |S| below `level`: returns the probability that it is now `level`. */
static double walk_on(double *walk, size_t level) {
  double up = walk[0];
  walk[0] = level > 1 ? 0.5 * walk[1] : 0.0;
  for (size_t s = 1; s < level; s++) {
    const double here = walk[s];
    walk[s] = up + (s + 1 < level ? 0.5 * walk[s + 1] : 0.0);
    up = 0.5 * here;
  }
  return up;
}

/* E sum |S|. A coin adds 1 to |S| where it is 0, and nothing in the mean elsewhere: this is the expected number of coins that are tossed at 0.
 * A turn is that of a pair, from |S| = 0 to `stop`, or with `least` from a level to the next one; begins[t] is the probability that it begins
 * when t coins are tossed. Turns that are too unlikely to change the sum are left out. */
static status expected_sum(const coin_adversary *self, double *sum) {
  const size_t trials = trials_of(self);
  FREED double *begins = NULL, *ends = NULL, *walk = NULL;
  TRY(NEW_ARRAY(trials + 1, begins));
  TRY(NEW_ARRAY(trials + 1, ends));
  TRY(NEW_ARRAY(trials + 1 + self->stop, walk));
  begins[0] = 1.0;
  *sum = 0.0;
  double chance = 1.0;
  for (size_t turn = 0; chance * (double)trials > 1e-18 * *sum; turn++) {
    if (!self->least && turn + 1 == self->phases) {
      for (size_t t = 0; t < trials; t++) *sum += begins[t] * coin_expected_modulus(trials - t);
      return STATUS_OK;
    }
    const size_t level = self->least ? turn / self->phases + 1 : self->stop, start = self->least ? level - 1 : 0;
    memset(walk, 0, level * sizeof *walk);
    chance = 0.0;
    for (size_t t = 0; t < trials; t++) {
      walk[start] += begins[t];
      *sum += walk[0];
      ends[t + 1] = walk_on(walk, level);
      chance += ends[t + 1];
    }
    memcpy(begins, ends, (trials + 1) * sizeof *ends);
  }
  return STATUS_OK;
}

status coin_adversary_facts(const coin_adversary *self, const problem_setting *setting, problem_facts *out) {
  const double trials = (double)self->phases * (double)self->rounds, most = has_rule(self) ? longest_stopped : longest;
  if (trials > most) {
    return FAIL(STATUS_INVALID, "%s: %g trials, expected at most %g%s", setting->class->about.name, trials, most,
                has_rule(self) ? " with a stopping rule" : "");
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
  self->sum = 0;
  if (phase < self->phases) self->pair(self, phase, &self->i, &self->j);
}

static void begin(coin_adversary *self) {
  self->tossed = 0;
  self->level = 1;
  if (self->least) memset(self->sums, 0, self->phases * sizeof *self->sums);
  begin_phase(self, 0);
}

/* After the last coin the phases that have had none, or with `least` all of them, have their outcomes, too. */
static void end_phases(coin_adversary *self) {
  if (self->least) self->phase = 0;
  while (self->phase < self->phases) {
    self->outcome(self, self->phase, self->least ? self->sums[self->phase] : self->sum);
    begin_phase(self, self->phase + 1);
  }
}

/* Whether the next coin is for another pair. */
static bool turn_is_over(const coin_adversary *self) {
  if (self->stop == 0) return self->tossed % self->rounds == 0;
  return (size_t)labs(self->sum) == self->stop && self->phase + 1 < self->phases;
}

/* All that a coin of `least` changes: the turn goes round, and then up to the next level. */
static void add_to_least(coin_adversary *self, long sign) {
  self->sums[self->phase] += sign;
  if ((size_t)labs(self->sums[self->phase]) < self->level) return;
  const bool round = self->phase + 1 == self->phases;
  if (round) self->level++;
  begin_phase(self, round ? 0 : self->phase + 1);
}

/* The label of this trial; when the turn of its pair is over that of the next has begun. */
static double toss(coin_adversary *self) {
  const bool high = random_chance(self->coins, 0.5);
  const long sign = high ? 1 : -1;
  self->tossed++;
  self->sum += sign;
  if (self->least) {
    add_to_least(self, sign);
  } else if (turn_is_over(self)) {
    self->outcome(self, self->phase, self->sum);
    begin_phase(self, self->phase + 1);
  }
  if (self->tossed == trials_of(self)) end_phases(self);
  return high ? self->loss.label_high : self->loss.label_low;
}

/* The two constants. */
static status find_regret(coin_adversary *self) {
  const double pairs = (double)self->phases, trials = (double)trials_of(self), l = (double)self->stop;
  if (!has_rule(self)) {
    const double gained = pairs * self->per_phase;
    self->exact_regret = gained * coin_expected_modulus(self->rounds);
    self->lower_bound = gained * sqrt(0.5 * (double)self->rounds);
    return STATUS_OK;
  }
  double sum = 0.0;
  TRY(expected_sum(self, &sum));
  self->exact_regret = self->lower_bound = self->per_phase * sum;
  if (self->least) return STATUS_OK;
  self->lower_bound = self->per_phase * fmax(0.0, fmin(trials / l, pairs * l) - sqrt(pairs * (l * l - 1.0) / 6.0));
  return STATUS_OK;
}

status coin_adversary_rehearse(coin_adversary *self, uint64_t seed) {
  CLEANUP(random_stream_free_at) random_stream *coins = NULL;
  TRY(find_regret(self));
  if (self->least) TRY(OWN_ARRAY(self, self->phases, self->sums));
  TRY(OWN(self, &self->u, comparator_free_at));
  TRY(random_stream_new(seed, "coins", &coins));
  self->coins = coins;
  begin(self);
  while (self->phase < self->phases) (void)toss(self);
  begin(self);
  return member_stream(self, seed, "coins", &self->coins);
}

status coin_adversary_next(void *self, const learner *player, instance *x) {
  const coin_adversary *adversary = self;
  if (adversary->phase == adversary->phases) return STATUS_END;
  *x = instance_entry(adversary->m, adversary->n, adversary->i, adversary->j);
  return STATUS_OK;
}

status coin_adversary_reveal(void *self, const prediction *predicted, double *label) {
  *label = toss(self);
  return STATUS_OK;
}

const field coin_adversary_constants[2] = {COIN_CONSTANTS};
