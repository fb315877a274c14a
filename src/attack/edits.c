#include "attack/edits.h"
#include "attack/variations.h"
#include "base/text.h"

/* ---- random and plain edits */

static void remove_trials(attack_sequence *edited, size_t from, size_t count) {
  if (from >= edited->count) return;
  if (count > edited->count - from) count = edited->count - from;
  if (count == edited->count) return; /* a sequence has a trial */
  memmove(edited->trials + from, edited->trials + from + count,
          (edited->count - from - count) * sizeof *edited->trials);
  edited->count -= count;
}

static void insert_trial(attack_sequence *edited, size_t at, attack_trial trial) {
  if (edited->count == edited->room) return;
  memmove(edited->trials + at + 1, edited->trials + at, (edited->count - at) * sizeof *edited->trials);
  edited->trials[at] = trial;
  edited->count++;
}

static void reverse(attack_sequence *edited, size_t from, size_t to) {
  for (; from + 1 < to; from++, to--) {
    const attack_trial trial = edited->trials[from];
    edited->trials[from] = edited->trials[to - 1];
    edited->trials[to - 1] = trial;
  }
}

static void swap(attack_sequence *edited, size_t i, size_t j) {
  const attack_trial trial = edited->trials[i];
  edited->trials[i] = edited->trials[j];
  edited->trials[j] = trial;
}

/* A block of length 1, 2, 4, ..., count that starts anywhere. */
static size_t block(random_stream *random, size_t count, size_t *from) {
  size_t length = 1;
  while (2 * length <= count && random_chance(random, 0.7)) length *= 2;
  *from = random_index(random, count - length + 1);
  return length;
}

static status vary_some(attack_sequence *edited, random_stream *random) {
  size_t changes = 1;
  while (changes < edited->count && random_chance(random, 0.4)) changes *= 2;
  for (size_t k = 0; k < changes; k++) {
    attack_trial trial;
    bool met = false;
    TRY(attack_vary(edited, random, &trial, &met));
    if (met) edited->trials[random_index(random, edited->count)] = trial;
  }
  return STATUS_OK;
}

static status add_some(attack_sequence *edited, random_stream *random) {
  attack_trial trial = edited->trials[random_index(random, edited->count)];
  bool met = true;
  if (random_chance(random, 0.5)) TRY(attack_vary(edited, random, &trial, &met));
  if (met) insert_trial(edited, random_index(random, edited->count + 1), trial);
  return STATUS_OK;
}

static status random_move(attack_sequence *edited, random_stream *random) {
  size_t from = 0;
  const size_t count = edited->count;
  switch (random_index(random, 8)) {
  case 0: swap(edited, random_index(random, count), random_index(random, count)); break;
  case 1: {
    const size_t length = block(random, count, &from);
    reverse(edited, from, from + length);
    break;
  }
  case 2: { /* to the end */
    const size_t length = block(random, count, &from);
    reverse(edited, from, count);
    reverse(edited, from, count - length);
    reverse(edited, count - length, count);
    break;
  }
  case 3: {
    const size_t length = block(random, count, &from);
    remove_trials(edited, from, length);
    break;
  }
  case 4: edited->trials[random_index(random, count)].label *= -1.0; break; /* noise, or another premise broken */
  case 5: return add_some(edited, random);
  default: return vary_some(edited, random);
  }
  return STATUS_OK;
}

static double rounded(double value, int digits) {
  char text[NUMBER_TEXT];
  double shorter = value;
  return number_parse(number_short(value, digits, text), &shorter) ? shorter : value;
}

static status round_trials(attack_sequence *edited, const attack_edit *edit) {
  for (size_t t = edit->from; t < edited->count && t - edit->from < edit->count; t++) {
    instance own;
    size_t count = 0;
    TRY(attack_copy(edited, &edited->trials[t].x, &own));
    double *values = attack_values(&own, &count);
    for (size_t i = 0; i < count; i++) values[i] = rounded(values[i], edit->digits);
    own.shift = rounded(own.shift, edit->digits);
    edited->trials[t].x = own;
    edited->trials[t].label = rounded(edited->trials[t].label, edit->digits);
  }
  return STATUS_OK;
}

static status apply_random(const attack_edit *edit, attack_sequence *edited) {
  CLEANUP(random_stream_free_at) random_stream *random = NULL;
  TRY(random_stream_new(edit->draw, "attack moves", &random));
  do {
    TRY(random_move(edited, random));
  } while (random_chance(random, 0.3));
  return STATUS_OK;
}

/* ---- the greedy edit, which sees the learner */

enum { TRIED = 12, CLIMBED = 24, HALVINGS = 12 };
/* Worth below it: signs that are predicted, the nearer to the threshold the better. */
static const double predicted_right = -1e90;

typedef struct greedy {
  attack_sequence *edited;
  learner learner;
  random_stream *random;
  double threshold;
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
  if (self->edited->domain.facts.labels == LABEL_SIGN) {
    const double distance = fabs(predicted.score - self->threshold);
    *worth = predicted.value != trial->label ? -distance : 1e100 * -(1.0 + distance);
    return STATUS_OK;
  }
  comparator *u = self->edited->domain.comparator;
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
    TRY(attack_vary_from(self->edited, self->random, &self->best, &trial, &met));
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
    TRY(attack_between(self->edited, &self->best, &right, 0.5, &middle, &met));
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
  if (t < self->edited->count) TRY(consider(self, &self->edited->trials[t]));
  for (size_t k = 0; k < TRIED; k++) {
    attack_trial trial;
    bool met = false;
    TRY(attack_vary(self->edited, self->random, &trial, &met));
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
static status keep_only(attack_sequence *edited, size_t mark, attack_trial *kept) {
  attack_trial copy = *kept;
  TRY(attack_copy(edited, &kept->x, &copy.x));
  const bool own = attack_values(&copy.x, &(size_t){0}) != NULL;
  const size_t last = edited->block_count - (own ? 1 : 0);
  for (size_t i = mark; i < last; i++) free(edited->blocks[i]);
  if (own) edited->blocks[mark] = edited->blocks[last];
  edited->block_count = mark + (own ? 1 : 0);
  *kept = copy;
  return STATUS_OK;
}

static status play_trial(greedy *self, const attack_edit *edit, size_t t, bool *more) {
  attack_sequence *edited = self->edited;
  if (t < edit->from) return learn(self, &edited->trials[t]);
  const size_t mark = edited->block_count;
  TRY(choose(self, t));
  if (errs(self->best_worth)) {
    attack_trial chosen = self->best;
    TRY(keep_only(edited, mark, &chosen));
    edited->trials[t] = chosen;
    if (t == edited->count) edited->count++;
  } else if (t == edited->count) {
    *more = false;
    return STATUS_OK;
  }
  return learn(self, &edited->trials[t]);
}

static status play(greedy *self, const attack_edit *edit) {
  bool more = true;
  const size_t end = edit->count == 0 ? self->edited->room : self->edited->count;
  for (size_t t = 0; more && t < end && (edit->count == 0 || t < edit->from + edit->count); t++) {
    TRY(play_trial(self, edit, t, &more));
  }
  return STATUS_OK;
}

static void free_greedy(greedy *self) {
  learner_destroy(&self->learner);
  random_stream_free(self->random);
}

/* The learner plays the sequence; from trial edit->from on each trial is replaced by the best of some variations: of those at which the learner
 * errs, the one whose score is nearest to the threshold, moved nearer by bisection towards one at which it does not; real
 * labels: the largest difference of the learner's and the comparator's loss. Where the sequence ends, variations at which the learner errs
 * lengthen it, to its room. */
static status apply_greedy(const attack_edit *edit, const attack_maker *maker, attack_sequence *edited) {
  CLEANUP(free_greedy) greedy self = {.edited = edited, .cost = problem_loss(&edited->domain.facts)};
  TRY(random_stream_new(edit->draw, "attack greedy", &self.random));
  TRY(learner_new(maker->class, &maker->setting, maker->options, &self.learner));
  self.threshold = learner_threshold(&self.learner);
  return play(&self, edit);
}

status attack_edit_apply(const attack_edit *edit, const attack_maker *maker, attack_sequence *edited) {
  switch (edit->kind) {
  case EDIT_NONE: return STATUS_OK;
  case EDIT_RANDOM: return apply_random(edit, edited);
  case EDIT_GREEDY: return maker == NULL ? apply_random(edit, edited) : apply_greedy(edit, maker, edited);
  case EDIT_REMOVE: remove_trials(edited, edit->from, edit->count); return STATUS_OK;
  case EDIT_ROUND: return round_trials(edited, edit);
  }
  return STATUS_OK;
}
