/* Who wins? A hidden order of n teams labels the pair (i, j), i != j, with 1 if i comes before j and with 0 otherwise (Hazan, Kale and
 * Shalev-Shwartz 2012, section 2.3). A prediction p costs |p - y|, the probability of a wrong guess if 1 is guessed with probability p.
 *
 * Streams: "order", "drift" (who exchanges places), and those of entry_sequence.h. */
#include <stdlib.h>

#include "base/memory.h"
#include "problems/entries/entry_sequence.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e6, .meaning = "teams"},
    ENTRY_SEQUENCE_PARAMETER,
    ENTRY_NOISE_PARAMETER("probability that the weaker team wins"),
    DRIFT_SEGMENTS_PARAMETER,
    DRIFT_MOVED_PARAMETER("random teams that exchange their places from one segment to the next, at most n"),
};

static const loss absolute = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n");
  return entry_sequence_facts(setting, values, n, n, n, &absolute, out);
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

static status draw_orders(const problem_setting *setting, const options *values, size_t n, comparator **out) {
  orders o = {.n = n, .moved = option_count(values, "moved")};
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(n, o.items));
  CHECK(random_stream_new(setting->seed, "order", &o.first));
  CHECK(random_stream_new(setting->seed, "drift", &o.drift));
  CHECK(drift_draw(setting, values, draw_order, &o, out));
end:
  random_stream_free(o.first);
  random_stream_free(o.drift);
  free(o.items);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  entry_sequence *s = self;
  s->m = s->n = option_count(values, "n");
  s->square = true;
  TRY(entry_sequence_begin(s, setting, values, &absolute));
  return draw_orders(setting, values, s->n, &s->u);
}

static const problem_methods methods = {
    .size = sizeof(entry_sequence),
    .facts = facts,
    .init = init,
    .clear = entry_sequence_clear,
    .next = entry_sequence_next,
    .reveal = entry_sequence_reveal,
    .comparator_at = PLACE(entry_sequence, u),
};

const problem_class problem_gambling = {
    .about = {.name = "gambling",
              .title = "Online gambling",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3",
              .help =
                  "pairs of teams, labelled 1 when the first one comes before the other in a hidden order, otherwise 0",
              .formula = "$y=1$ if $\\pi(i)\\lt\\pi(j)$ for a hidden order $\\pi$, else $0$; loss $|\\hat y-y|$",
              .family = "entries",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
