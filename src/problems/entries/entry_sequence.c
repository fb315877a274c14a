#include "problems/entries/entry_sequence.h"

#include <math.h>

#include "registry/member.h"

loss entry_loss(unsigned kind, double scale, double low, double high) {
  loss made = {.kind = (loss_kind)(LOSS_ABSOLUTE + kind), .low = low, .high = high, .scale = scale};
  loss_label_range(made.kind, low, high, &made.label_low, &made.label_high);
  return made;
}

status entry_sequence_facts(const entry_sequence *s, const problem_setting *setting, size_t most, problem_facts *out) {
  TRY(drift_check(setting, s->segments));
  if (s->segments > 1 && s->moved > most) {
    return FAIL(STATUS_INVALID, "%s: moved = %zu must be at most %zu", setting->class->about.name, s->moved, most);
  }
  *out = (problem_facts){.n = s->n,
                         .rows = s->m,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = s->loss,
                         .adaptive = s->sequence == SEQUENCE_ADAPTIVE,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

status entry_sequence_begin(entry_sequence *s, const problem_setting *setting) {
  TRY(OWN(s, &s->u, comparator_free_at));
  TRY(member_stream(s, setting->seed, "pairs", &s->pairs));
  return member_stream(s, setting->seed, "labels", &s->labels);
}

static void draw_pair(entry_sequence *s) {
  const bool repeated = s->sequence == SEQUENCE_REPEATED;
  if (repeated && s->drawn) return;
  const bool apart = s->square && (!s->diagonal || repeated);
  s->drawn = true;
  s->i = random_index(s->pairs, s->m);
  s->j = random_index(s->pairs, apart ? s->n - 1 : s->n);
  if (apart && s->j >= s->i) s->j++;
}

/* The label at which a prediction of `value` is best. */
static double label_towards(const entry_sequence *s, double value) {
  return s->loss.kind == LOSS_LINEAR ? -value : value;
}

static double planted_label(entry_sequence *s, const instance *x) {
  const loss *given = &s->loss;
  const double value = comparator_value(s->now, x);
  const double clean = label_towards(s, !s->signs ? value : value >= 0.0 ? 1.0 : -1.0);
  if (s->sequence == SEQUENCE_REPEATED) return clean;
  if (s->graded) {
    const double noisy = clean + s->noise * random_gaussian(s->labels);
    return noisy < given->label_low ? given->label_low : noisy > given->label_high ? given->label_high : noisy;
  }
  return random_chance(s->labels, s->noise) ? given->label_low + given->label_high - clean : clean;
}

status entry_sequence_next(void *self, const learner *player, instance *x) {
  entry_sequence *s = self;
  (void)player;
  draw_pair(s);
  s->now = drift_next(&s->drift, s->u);
  *x = instance_entry(s->m, s->n, s->i, s->j);
  if (s->square && s->i == s->j) {
    s->label = label_towards(s, comparator_value(s->now, x));
  } else if (s->sequence == SEQUENCE_RANDOM) {
    s->label = random_chance(s->labels, 0.5) ? s->loss.label_high : s->loss.label_low;
  } else if (s->sequence != SEQUENCE_ADAPTIVE) {
    s->label = planted_label(s, x);
  }
  return STATUS_OK;
}

status entry_sequence_reveal(void *self, const prediction *predicted, double *label) {
  entry_sequence *s = self;
  const loss *given = &s->loss;
  if (s->sequence == SEQUENCE_ADAPTIVE && !(s->square && s->i == s->j)) {
    const bool above = predicted->score > 0.5 * (given->low + given->high);
    s->label = above != (given->kind == LOSS_LINEAR) ? given->label_low : given->label_high;
  }
  *label = s->label;
  return STATUS_OK;
}
