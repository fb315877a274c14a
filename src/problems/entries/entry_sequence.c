#include "problems/entries/entry_sequence.h"

#include <math.h>

loss entry_sequence_loss(const options *values, double low, double high) {
  loss made = {.low = low, .high = high, .scale = option_number(values, "scale")};
  (void)loss_kind_by_name(option_text(values, "loss"), &made.kind);
  loss_label_range(made.kind, low, high, &made.label_low, &made.label_high);
  return made;
}

status entry_sequence_facts(const problem_setting *setting, const options *values, size_t most, size_t m, size_t n,
                            const loss *loss, problem_facts *out) {
  const double noise = option_number(values, "noise");
  if (noise > 0.0 && !option_is(values, "sequence", "planted")) {
    return FAIL(STATUS_INVALID, "%s: noise = %g needs sequence = planted, it is %s", option_who(values), noise,
                option_text(values, "sequence"));
  }
  TRY(drift_check(setting, values));
  if (option_count(values, "segments") > 1 && option_count(values, "moved") > most) {
    return FAIL(STATUS_INVALID, "%s: moved = %zu must be at most %zu", option_who(values),
                option_count(values, "moved"), most);
  }
  *out = (problem_facts){.n = n,
                         .rows = m,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = *loss,
                         .adaptive = option_is(values, "sequence", "adaptive"),
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

status entry_sequence_begin(entry_sequence *s, const problem_setting *setting, const options *values,
                            const loss *loss) {
  s->loss = *loss;
  s->noise = option_number(values, "noise");
  s->random = option_is(values, "sequence", "random");
  s->adaptive = option_is(values, "sequence", "adaptive");
  s->repeated = option_is(values, "sequence", "repeated");
  TRY(random_stream_new(setting->seed, "pairs", &s->pairs));
  return random_stream_new(setting->seed, "labels", &s->labels);
}

void entry_sequence_clear(void *self) {
  entry_sequence *s = self;
  random_stream_free(s->pairs);
  random_stream_free(s->labels);
  comparator_free(s->u);
}

static void draw_pair(entry_sequence *s) {
  if (s->repeated && s->drawn) return;
  const bool apart = s->square && (!s->diagonal || s->repeated);
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
  const loss *loss = &s->loss;
  const double value = comparator_value(s->now, x);
  const double clean = label_towards(s, !s->signs ? value : value >= 0.0 ? 1.0 : -1.0);
  if (s->repeated) return clean;
  if (s->graded) {
    const double noisy = clean + s->noise * random_gaussian(s->labels);
    return noisy < loss->label_low ? loss->label_low : noisy > loss->label_high ? loss->label_high : noisy;
  }
  return random_chance(s->labels, s->noise) ? loss->label_low + loss->label_high - clean : clean;
}

status entry_sequence_next(void *self, const learner *learner, instance *x) {
  entry_sequence *s = self;
  (void)learner;
  draw_pair(s);
  s->now = drift_next(&s->drift, s->u);
  *x = instance_entry(s->m, s->n, s->i, s->j);
  if (s->square && s->i == s->j) {
    s->label = label_towards(s, comparator_value(s->now, x));
  } else if (s->random) {
    s->label = random_chance(s->labels, 0.5) ? s->loss.label_high : s->loss.label_low;
  } else if (!s->adaptive) {
    s->label = planted_label(s, x);
  }
  return STATUS_OK;
}

status entry_sequence_reveal(void *self, const prediction *predicted, double *label) {
  entry_sequence *s = self;
  const loss *loss = &s->loss;
  if (s->adaptive && !(s->square && s->i == s->j)) {
    const bool above = predicted->score > 0.5 * (loss->low + loss->high);
    s->label = above != (loss->kind == LOSS_LINEAR) ? loss->label_low : loss->label_high;
  }
  *label = s->label;
  return STATUS_OK;
}
