#include "problems/entries/entry_sequence.h"

loss entry_loss(unsigned kind, double scale, double low, double high) {
  loss made = {.kind = (loss_kind)(LOSS_ABSOLUTE + kind), .low = low, .high = high, .scale = scale};
  loss_label_range(made.kind, low, high, &made.label_low, &made.label_high);
  return made;
}

/* Is W, which stays, not the best answer? */
static bool is_beaten(const entry_sequence *s) {
  const bool told = s->sequence == SEQUENCE_PLANTED || s->sequence == SEQUENCE_REPEATED;
  return !told || (s->segments == 1 && (s->noise > 0.0 || s->inexact));
}

static status check_comparator(const entry_sequence *s, const problem_setting *setting) {
  const char *who = setting->class->about.name;
  if (s->comparator != ANSWER_BEST) return STATUS_OK;
  if (s->segments > 1) {
    return FAIL(STATUS_INVALID, "%s: segments = %zu needs comparator = planted: the best answer does not change", who,
                s->segments);
  }
  if (setting->trials > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: comparator = hindsight needs the number of trials", who);
}

status entry_sequence_facts(entry_sequence *s, const problem_setting *setting, size_t most, problem_facts *out) {
  TRY(drift_check(setting, s->segments));
  if (s->segments > 1 && s->moved > most) {
    return FAIL(STATUS_INVALID, "%s: moved = %zu must be at most %zu", setting->class->about.name, s->moved, most);
  }
  if (s->comparator == ANSWER_AUTO) s->comparator = is_beaten(s) ? ANSWER_BEST : ANSWER_HIDDEN;
  TRY(check_comparator(s, setting));
  const bool adaptive = s->sequence == SEQUENCE_ADAPTIVE;
  *out = (problem_facts){.n = s->n,
                         .rows = s->m,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = s->loss,
                         .adaptive = adaptive,
                         .comparator_late = adaptive && s->comparator == ANSWER_BEST,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

status entry_sequence_begin(entry_sequence *s, const problem_setting *setting) {
  s->name = setting->class->about.name;
  TRY(OWN(s, &s->hidden, comparator_free_at));
  TRY(OWN(s, &s->best, comparator_free_at));
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
  draw_pair(s);
  s->now = drift_next(&s->drift, s->hidden);
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

/* ---- the best answer */

/* The trial that was played, and after the last one the answer. */
static status keep_trial(entry_sequence *s) {
  const size_t t = s->drift.t;
  s->rows[t - 1] = s->i;
  s->columns[t - 1] = s->j;
  s->given[t - 1] = s->label;
  if (t < s->trials) return STATUS_OK;
  const entry_trials played = {.m = s->m,
                               .n = s->n,
                               .count = s->trials,
                               .row = s->rows,
                               .column = s->columns,
                               .label = s->given,
                               .loss = s->loss};
  const status code = entry_hindsight(&played, s->class, s->trace_norm, &s->best);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", s->name);
}

/* Draws all trials of an oblivious sequence. */
static status rehearse(entry_sequence *s, uint64_t seed) {
  CLEANUP(random_stream_free_at) random_stream *pairs = NULL, *labels = NULL;
  instance x;
  TRY(random_stream_new(seed, "pairs", &pairs));
  TRY(random_stream_new(seed, "labels", &labels));
  entry_sequence all = *s;
  all.pairs = pairs;
  all.labels = labels;
  for (size_t t = 0; t < s->trials; t++) {
    TRY(entry_sequence_next(&all, NULL, &x));
    TRY(keep_trial(&all));
  }
  s->best = all.best;
  return STATUS_OK;
}

status entry_sequence_compare(entry_sequence *s, const problem_setting *setting) {
  if (s->comparator != ANSWER_BEST) return STATUS_OK;
  s->trials = setting->trials;
  TRY(OWN_ARRAY(s, s->trials, s->rows));
  TRY(OWN_ARRAY(s, s->trials, s->columns));
  TRY(OWN_ARRAY(s, s->trials, s->given));
  return s->sequence == SEQUENCE_ADAPTIVE ? STATUS_OK : rehearse(s, setting->seed);
}

comparator *entry_sequence_comparator(void *self) {
  const entry_sequence *s = self;
  return s->comparator == ANSWER_BEST ? s->best : s->hidden;
}

status entry_sequence_reveal(void *self, const prediction *predicted, double *label) {
  entry_sequence *s = self;
  const loss *given = &s->loss;
  if (s->sequence == SEQUENCE_ADAPTIVE && !(s->square && s->i == s->j)) {
    const bool above = predicted->score > 0.5 * (given->low + given->high);
    s->label = above != (given->kind == LOSS_LINEAR) ? given->label_low : given->label_high;
  }
  *label = s->label;
  return s->sequence == SEQUENCE_ADAPTIVE && s->comparator == ANSWER_BEST ? keep_trial(s) : STATUS_OK;
}
