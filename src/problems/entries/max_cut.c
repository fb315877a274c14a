/* Which nodes are on different sides? A hidden cut w of signs labels the pair (i, j) with -w_i w_j: 1 across the cut, -1 within a side (Hazan,
 * Kale and Shalev-Shwartz 2012, section 2.1). With the absolute loss of scale 1/2 the loss of a cut A over the sequence is
 *
 *   #{t: y_t = 1} - (sum of the weights across A),   the weight of {i, j} the sum of the labels of (i, j) and (j, i);
 *
 * pairs i = j are never across and have the label -1 for every cut (docs/errata.md).
 *
 * Streams: "cut", "drift" (who changes side), and those of entry_sequence.h. */
#include <stdlib.h>

#include "base/memory.h"
#include "problems/entries/entry_sequence.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e6, .meaning = "nodes"},
    {.name = "size",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 0,
     .high = 1e6,
     .meaning = "nodes on one side of the hidden cut, at most n; absent: floor(n/2)"},
    {.name = "diagonal",
     .type = PARAMETER_BOOLEAN,
     .value = "false",
     .meaning = "pairs i = j come, too, labelled -1 as by every cut"},
    ENTRY_SEQUENCE_PARAMETER,
    ENTRY_NOISE_PARAMETER("probability that the label of a pair i != j is flipped"),
    ENTRY_LOSS_PARAMETERS("0.5"),
    DRIFT_SEGMENTS_PARAMETER,
    DRIFT_MOVED_PARAMETER("random nodes that change side from one segment to the next, at most n"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n");
  if (option_given(values, "size") && option_count(values, "size") > n) {
    return FAIL(STATUS_INVALID, "%s: size = %zu must be at most n = %zu", option_who(values),
                option_count(values, "size"), n);
  }
  const loss loss = entry_sequence_loss(values, -1.0, 1.0);
  return entry_sequence_facts(setting, values, n, n, n, &loss, out);
}

typedef struct cuts {
  size_t n, size, moved;
  double *signs;                /* of the last one drawn */
  size_t *side;                 /* n */
  random_stream *first, *drift; /* of the first cut, and of those after it */
} cuts;

static status draw_cut(void *context, size_t j, comparator **out) {
  cuts *c = context;
  const size_t chosen = j == 0 ? c->size : c->moved;
  random_subset(j == 0 ? c->first : c->drift, c->n, chosen, c->side);
  for (size_t i = 0; i < c->n && j == 0; i++) c->signs[i] = -1.0;
  for (size_t i = 0; i < chosen; i++) c->signs[c->side[i]] = -c->signs[c->side[i]];
  return comparator_from_cut(COMPARATOR_PLANTED, c->n, c->signs, out);
}

static status draw_cuts(const problem_setting *setting, const options *values, size_t n, comparator **out) {
  cuts c = {.n = n,
            .size = option_given(values, "size") ? option_count(values, "size") : n / 2,
            .moved = option_count(values, "moved")};
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(n, c.side));
  CHECK(NEW_ARRAY(n, c.signs));
  CHECK(random_stream_new(setting->seed, "cut", &c.first));
  CHECK(random_stream_new(setting->seed, "drift", &c.drift));
  CHECK(drift_draw(setting, values, draw_cut, &c, out));
end:
  random_stream_free(c.first);
  random_stream_free(c.drift);
  free(c.side);
  free(c.signs);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  entry_sequence *s = self;
  const size_t n = option_count(values, "n");
  const loss loss = entry_sequence_loss(values, -1.0, 1.0);
  s->m = s->n = n;
  s->square = true;
  s->diagonal = option_flag(values, "diagonal");
  TRY(entry_sequence_begin(s, setting, values, &loss));
  return draw_cuts(setting, values, n, &s->u);
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

const problem_class problem_max_cut = {
    .about = {.name = "max_cut",
              .title = "Online max-cut",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 2.1",
              .help = "pairs of nodes, labelled 1 when a hidden cut separates them, otherwise -1",
              .formula = "$y=-w_iw_j$ for a hidden cut $w$ of signs, loss $\\frac12|\\hat y-y|$",
              .family = "entries",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
