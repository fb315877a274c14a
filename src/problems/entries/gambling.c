/* Who wins? A hidden order of n teams labels the pair (i, j), i != j, with 1 if i comes before j and with 0 otherwise (Hazan, Kale and
 * Shalev-Shwartz 2012, section 2.3). A prediction p costs |p - y|, the probability of a wrong guess if 1 is guessed with probability p.
 *
 * Streams: "order", "drift" (who exchanges places), and those of entry_sequence.h. */

#include "problems/entries/entry_sequence.h"

static const parameter parameters[] = {
    OPTION_COUNT(entry_sequence, n, REQUIRED, 2, 1e6, "teams"),
    ENTRY_SEQUENCE,
    ENTRY_NOISE("probability that the weaker team wins"),
    ENTRY_DRIFT("random teams that exchange their places from one segment to the next, at most n"),
    ENTRY_COMPARATOR,
};

static const option_rule rules[] = {
    ENTRY_NOISE_PLANTED,
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  entry_sequence *s = self;
  s->m = s->n;
  s->square = true;
  s->class = ENTRY_ORDER;
  s->loss = (loss){LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};
  return entry_sequence_facts(s, setting, s->n, out);
}

typedef struct orders {
  size_t n, moved, *items;
  random_stream *first, *drift; /* of the first order, and of those after it */
} orders;

static status draw_order(void *context, size_t j, comparator **out) {
  orders *o = context;
  if (j == 0) {
    for (size_t i = 0; i < o->n; i++) o->items[i] = i;
    random_shuffle(o->first, o->n, o->items);
  } else {
    TRY(drift_shuffle(o->drift, o->n, o->moved, sizeof *o->items, o->items));
  }
  return comparator_from_order(COMPARATOR_PLANTED, o->n, o->items, out);
}

static status init(void *self, const problem_setting *setting) {
  entry_sequence *s = self;
  FREED size_t *items = NULL;
  CLEANUP(random_stream_free_at) random_stream *first = NULL, *later = NULL;
  TRY(entry_sequence_begin(s, setting));
  TRY(NEW_ARRAY(s->n, items));
  TRY(random_stream_new(setting->seed, "order", &first));
  TRY(random_stream_new(setting->seed, "drift", &later));
  orders drawn = {.n = s->n, .moved = s->moved, .items = items, .first = first, .drift = later};
  TRY(drift_draw(setting->trials, s->segments, draw_order, &drawn, &s->hidden));
  return entry_sequence_compare(s, setting);
}

static const problem_methods methods = {
    ENTRY_SEQUENCE_METHODS(entry_sequence),
    .facts = facts,
    .init = init,
};

const problem_class problem_gambling = {
    .about = {.name = "gambling",
              .title = "Online gambling",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3",
              .help =
                  "pairs of teams, labelled 1 when the first one comes before the other in a hidden order, otherwise 0",
              .formula = "$y=1$ if $\\pi(i)\\lt\\pi(j)$ for a hidden order $\\pi$, else $0$; loss $|\\hat y-y|$",
              .family = "entries",
              .result_version = 3,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
