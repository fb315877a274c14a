/* Which nodes are on different sides? A hidden cut w of signs labels the pair (i, j) with -w_i w_j: 1 across the cut, -1 within a side (Hazan,
 * Kale and Shalev-Shwartz 2012, section 2.1). With the absolute loss of scale 1/2 the loss of a cut A over the sequence is
 *
 *   #{t: y_t = 1} - (sum of the weights across A),   the weight of {i, j} the sum of the labels of (i, j) and (j, i);
 *
 * pairs i = j are never across and have the label -1 for every cut (docs/errata.md).
 *
 * Streams: "cut", "drift" (who changes side), and those of entry_sequence.h. */

#include "problems/entries/entry_sequence.h"

typedef struct max_cut {
  entry_sequence entries; /* first: see entry_sequence.h */
  size_t size;
} max_cut;

static const parameter parameters[] = {
    OPTION_COUNT(entry_sequence, n, REQUIRED, 2, 1e6, "nodes"),
    OPTION_COUNT(max_cut, size, ABSENT, 0, 1e6, "nodes on one side of the hidden cut, at most n; absent: floor(n/2)"),
    OPTION_FLAG(entry_sequence, diagonal, "false", "pairs i = j come, too, labelled -1 as by every cut"),
    ENTRY_SEQUENCE,
    ENTRY_NOISE("probability that the label of a pair i != j is flipped"),
    ENTRY_LOSS("0.5"),
    ENTRY_DRIFT("random nodes that change side from one segment to the next, at most n"),
    ENTRY_COMPARATOR,
};

static const option_rule rules[] = {
    RULE_AT_MOST(max_cut, size, entries.n),
    ENTRY_NOISE_PLANTED,
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  entry_sequence *s = self;
  s->m = s->n;
  s->square = true;
  s->class = ENTRY_CUT;
  s->loss = entry_loss(s->kind, s->scale, -1.0, 1.0);
  return entry_sequence_facts(s, setting, s->n, out);
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

static status init(void *self, const problem_setting *setting) {
  max_cut *source = self;
  entry_sequence *s = &source->entries;
  const bool given = options_explicit(setting->options, PLACE(max_cut, size));
  FREED size_t *side = NULL;
  FREED double *signs = NULL;
  CLEANUP(random_stream_free_at) random_stream *first = NULL, *later = NULL;
  TRY(entry_sequence_begin(s, setting));
  TRY(NEW_ARRAY(s->n, side));
  TRY(NEW_ARRAY(s->n, signs));
  TRY(random_stream_new(setting->seed, "cut", &first));
  TRY(random_stream_new(setting->seed, "drift", &later));
  cuts drawn = {.n = s->n,
                .size = given ? source->size : s->n / 2,
                .moved = s->moved,
                .signs = signs,
                .side = side,
                .first = first,
                .drift = later};
  TRY(drift_draw(setting->trials, s->segments, draw_cut, &drawn, &s->hidden));
  return entry_sequence_compare(s, setting);
}

static const problem_methods methods = {
    ENTRY_SEQUENCE_METHODS(max_cut),
    .facts = facts,
    .init = init,
};

const problem_class problem_max_cut = {
    .about = {.name = "max_cut",
              .title = "Online max-cut",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 2.1",
              .help = "pairs of nodes, labelled 1 when a hidden cut separates them, otherwise -1",
              .formula = "$y=-w_iw_j$ for a hidden cut $w$ of signs, loss $\\frac12|\\hat y-y|$",
              .family = "entries",
              .result_version = 3,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
