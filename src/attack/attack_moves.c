#include "attack/attack_moves.h"

#include <stdio.h>
#include <string.h>

#include "attack/attack_greedy.h"
#include "attack/attack_instance.h"
#include "base/text.h"

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

status attack_edit_apply(const attack_edit *edit, const attack_maker *maker, attack_sequence *sequence) {
  switch (edit->kind) {
  case EDIT_NONE: return STATUS_OK;
  case EDIT_RANDOM: return apply_random(edit, sequence);
  case EDIT_GREEDY: return maker == NULL ? apply_random(edit, sequence) : attack_greedy(edit, maker, sequence);
  case EDIT_REMOVE: remove_trials(sequence, edit->from, edit->count); return STATUS_OK;
  case EDIT_ROUND: return round_trials(sequence, edit);
  }
  return STATUS_OK;
}
