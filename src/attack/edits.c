#include "attack/edits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack/variations.h"
#include "base/text.h"

/* ---- random and plain edits */

static void remove_trials(attack_sequence *sequence, size_t from, size_t count) {
  if (from >= sequence->count) return;
  if (count > sequence->count - from) count = sequence->count - from;
  if (count == sequence->count) return; /* a sequence has a trial */
  memmove(sequence->trials + from, sequence->trials + from + count,
          (sequence->count - from - count) * sizeof *sequence->trials);
  sequence->count -= count;
}

static void insert_trial(attack_sequence *sequence, size_t at, attack_trial trial) {
  if (sequence->count == sequence->room) return;
  memmove(sequence->trials + at + 1, sequence->trials + at, (sequence->count - at) * sizeof *sequence->trials);
  sequence->trials[at] = trial;
  sequence->count++;
}

static void reverse(attack_sequence *sequence, size_t from, size_t to) {
  for (; from + 1 < to; from++, to--) {
    const attack_trial trial = sequence->trials[from];
    sequence->trials[from] = sequence->trials[to - 1];
    sequence->trials[to - 1] = trial;
  }
}

static void swap(attack_sequence *sequence, size_t i, size_t j) {
  const attack_trial trial = sequence->trials[i];
  sequence->trials[i] = sequence->trials[j];
  sequence->trials[j] = trial;
}

/* A block of length 1, 2, 4, ..., count that starts anywhere. */
static size_t block(random_stream *random, size_t count, size_t *from) {
  size_t length = 1;
  while (2 * length <= count && random_chance(random, 0.7)) length *= 2;
  *from = random_index(random, count - length + 1);
  return length;
}

static status vary_some(attack_sequence *sequence, random_stream *random) {
  size_t changes = 1;
  while (changes < sequence->count && random_chance(random, 0.4)) changes *= 2;
  for (size_t k = 0; k < changes; k++) {
    attack_trial trial;
    bool met = false;
    TRY(attack_vary(sequence, random, &trial, &met));
    if (met) sequence->trials[random_index(random, sequence->count)] = trial;
  }
  return STATUS_OK;
}

static status add_some(attack_sequence *sequence, random_stream *random) {
  attack_trial trial = sequence->trials[random_index(random, sequence->count)];
  bool met = true;
  if (random_chance(random, 0.5)) TRY(attack_vary(sequence, random, &trial, &met));
  if (met) insert_trial(sequence, random_index(random, sequence->count + 1), trial);
  return STATUS_OK;
}

static status random_move(attack_sequence *sequence, random_stream *random) {
  size_t from = 0;
  const size_t count = sequence->count;
  switch (random_index(random, 8)) {
  case 0: swap(sequence, random_index(random, count), random_index(random, count)); break;
  case 1: {
    const size_t length = block(random, count, &from);
    reverse(sequence, from, from + length);
    break;
  }
  case 2: { /* to the end */
    const size_t length = block(random, count, &from);
    reverse(sequence, from, count);
    reverse(sequence, from, count - length);
    reverse(sequence, count - length, count);
    break;
  }
  case 3: {
    const size_t length = block(random, count, &from);
    remove_trials(sequence, from, length);
    break;
  }
  case 4: sequence->trials[random_index(random, count)].label *= -1.0; break; /* noise, or another premise broken */
  case 5: return add_some(sequence, random);
  default: return vary_some(sequence, random);
  }
  return STATUS_OK;
}

static double rounded(double value, int digits) {
  char text[NUMBER_TEXT];
  double shorter = value;
  return number_parse(number_short(value, digits, text), &shorter) ? shorter : value;
}

static status round_trials(attack_sequence *sequence, const attack_edit *edit) {
  for (size_t t = edit->from; t < sequence->count && t - edit->from < edit->count; t++) {
    instance own;
    size_t count = 0;
    TRY(attack_copy(sequence, &sequence->trials[t].x, &own));
    double *values = attack_values(&own, &count);
    for (size_t i = 0; i < count; i++) values[i] = rounded(values[i], edit->digits);
    own.shift = rounded(own.shift, edit->digits);
    sequence->trials[t].x = own;
    sequence->trials[t].label = rounded(sequence->trials[t].label, edit->digits);
  }
  return STATUS_OK;
}

static status apply_random(const attack_edit *edit, attack_sequence *sequence) {
  random_stream *random = NULL;
  TRY(random_stream_new(edit->draw, "attack moves", &random));
  status code = random_move(sequence, random);
  while (code == STATUS_OK && random_chance(random, 0.3)) code = random_move(sequence, random);
  random_stream_free(random);
  return code;
}

/* ---- the greedy edit, which sees the learner */

enum { TRIED = 12, CLIMBED = 24, HALVINGS = 12 };
/* Worth below it: signs that are predicted, the nearer to the threshold the better. */
static const double predicted_right = -1e90;

typedef struct greedy {
  attack_sequence *sequence;
  learner learner;
  random_stream *random;
  double theta;
  loss cost;
  attack_trial best;  /* of this trial */
  double best_worth;  /* -INFINITY: none that errs */
  attack_trial right; /* one of the best's label at which the learner is right */
  bool has_right;
} greedy;

/* What the trial is worth to the attack. */
static status worth_of(greedy *self, const attack_trial *trial, double *worth) {
  prediction predicted;
  TRY(learner_predict(&self->learner, &trial->x, &predicted));
  if (self->sequence->domain.facts.labels == LABEL_SIGN) {
    const double distance = fabs(predicted.score - self->theta);
    *worth = predicted.value != trial->label ? -distance : 1e100 * -(1.0 + distance);
    return STATUS_OK;
  }
  comparator *u = self->sequence->domain.comparator;
  const double theirs = u == NULL ? 0.0 : loss_value(&self->cost, comparator_value(u, &trial->x), trial->label);
  *worth = loss_value(&self->cost, predicted.value, trial->label) - theirs;
  return STATUS_OK;
}

static bool errs(double worth) {
  return worth > predicted_right;
}

static void keep_right(greedy *self, const attack_trial *trial) {
  if (self->has_right && self->right.label == self->best.label && trial->label != self->best.label) return;
  self->right = *trial;
  self->has_right = true;
}

static status consider(greedy *self, const attack_trial *trial) {
  double worth = 0.0;
  TRY(worth_of(self, trial, &worth));
  if (!errs(worth)) {
    keep_right(self, trial);
  } else if (isfinite(self->best_worth) && !errs(self->best_worth)) {
    keep_right(self, &self->best);
  }
  if (worth > self->best_worth) {
    self->best = *trial;
    self->best_worth = worth;
  }
  return STATUS_OK;
}

/* None errs: uphill, from the one that came nearest. */
static status climb(greedy *self) {
  for (size_t k = 0; k < CLIMBED && isfinite(self->best_worth) && !errs(self->best_worth); k++) {
    attack_trial trial;
    bool met = false;
    TRY(attack_vary_from(self->sequence, self->random, &self->best, &trial, &met));
    if (met) TRY(consider(self, &trial));
  }
  return STATUS_OK;
}

/* Between one that errs and one that does not lies one that errs with hardly any progress. */
static status halve(greedy *self) {
  if (!self->has_right || !errs(self->best_worth) || self->right.label != self->best.label) return STATUS_OK;
  attack_trial right = self->right;
  for (size_t k = 0; k < HALVINGS; k++) {
    attack_trial middle;
    bool met = false;
    double worth = 0.0;
    TRY(attack_between(self->sequence, &self->best, &right, 0.5, &middle, &met));
    if (!met) return STATUS_OK;
    TRY(worth_of(self, &middle, &worth));
    if (!errs(worth)) {
      right = middle;
    } else {
      self->best = middle;
      self->best_worth = worth;
    }
  }
  return STATUS_OK;
}

static status choose(greedy *self, size_t t) {
  self->best_worth = -INFINITY;
  self->best.label = NAN;
  self->has_right = false;
  if (t < self->sequence->count) TRY(consider(self, &self->sequence->trials[t]));
  for (size_t k = 0; k < TRIED; k++) {
    attack_trial trial;
    bool met = false;
    TRY(attack_vary(self->sequence, self->random, &trial, &met));
    if (met) TRY(consider(self, &trial));
  }
  TRY(climb(self));
  return halve(self);
}

static status learn(greedy *self, const attack_trial *trial) {
  prediction predicted;
  bool updated = false;
  TRY(learner_predict(&self->learner, &trial->x, &predicted));
  return learner_update(&self->learner, &trial->x, &predicted, trial->label, &updated);
}

/* Frees what was tried since `mark` but the one that is kept, which is copied before. */
static status keep_only(attack_sequence *sequence, size_t mark, attack_trial *kept) {
  attack_trial copy = *kept;
  TRY(attack_copy(sequence, &kept->x, &copy.x));
  const bool own = attack_values(&copy.x, &(size_t){0}) != NULL;
  const size_t last = sequence->block_count - (own ? 1 : 0);
  for (size_t i = mark; i < last; i++) free(sequence->blocks[i]);
  if (own) sequence->blocks[mark] = sequence->blocks[last];
  sequence->block_count = mark + (own ? 1 : 0);
  *kept = copy;
  return STATUS_OK;
}

static status play_trial(greedy *self, const attack_edit *edit, size_t t, bool *more) {
  attack_sequence *sequence = self->sequence;
  if (t < edit->from) return learn(self, &sequence->trials[t]);
  const size_t mark = sequence->block_count;
  TRY(choose(self, t));
  if (errs(self->best_worth)) {
    attack_trial chosen = self->best;
    TRY(keep_only(sequence, mark, &chosen));
    sequence->trials[t] = chosen;
    if (t == sequence->count) sequence->count++;
  } else if (t == sequence->count) {
    *more = false;
    return STATUS_OK;
  }
  return learn(self, &sequence->trials[t]);
}

static status play(greedy *self, const attack_edit *edit) {
  bool more = true;
  const size_t end = edit->count == 0 ? self->sequence->room : self->sequence->count;
  for (size_t t = 0; more && t < end && (edit->count == 0 || t < edit->from + edit->count); t++) {
    TRY(play_trial(self, edit, t, &more));
  }
  return STATUS_OK;
}

/* The learner plays the sequence; from trial edit->from on each trial is replaced by the best of some variations: of those at which the learner
 * errs, the one whose score is nearest to the threshold (constant "theta" or 0), moved nearer by bisection towards one at which it does not; real
 * labels: the largest difference of the learner's and the comparator's loss. Where the sequence ends, variations at which the learner errs
 * lengthen it, to its room. */
static status apply_greedy(const attack_edit *edit, const attack_maker *maker, attack_sequence *sequence) {
  greedy self = {.sequence = sequence, .cost = problem_loss(&sequence->domain.facts)};
  TRY(random_stream_new(edit->draw, "attack greedy", &self.random));
  status code = learner_new(maker->class, &maker->setting, maker->options, &self.learner);
  if (code == STATUS_OK) {
    if (!learner_constant(&self.learner, "theta", &self.theta)) self.theta = 0.0;
    code = play(&self, edit);
  }
  learner_destroy(&self.learner);
  random_stream_free(self.random);
  return code;
}

status attack_edit_apply(const attack_edit *edit, const attack_maker *maker, attack_sequence *sequence) {
  switch (edit->kind) {
  case EDIT_NONE: return STATUS_OK;
  case EDIT_RANDOM: return apply_random(edit, sequence);
  case EDIT_GREEDY: return maker == NULL ? apply_random(edit, sequence) : apply_greedy(edit, maker, sequence);
  case EDIT_REMOVE: remove_trials(sequence, edit->from, edit->count); return STATUS_OK;
  case EDIT_ROUND: return round_trials(sequence, edit);
  }
  return STATUS_OK;
}
