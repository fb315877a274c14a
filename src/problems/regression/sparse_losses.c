/* Sparse loss matrices of rank one with a hidden good direction: with chance gap a trial is -v v^T, v hidden, of `support` random coordinates
 * with entries +-1/sqrt(support); otherwise y x x^T, y a random sign and x of `entries` random coordinates with entries +-1/sqrt(entries). No
 * trial has more numbers than that, whatever n.
 *
 * The comparator is U = v v^T: on average its loss is -gap. A trial shows the dyad x, and the label y is known after the prediction; the loss
 * of a prediction x^T X x is y x^T X x. Streams: "subspace", "labels", "instances". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 10000000, ENTRIES_LIMIT = 10000 };

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = ORDER_LIMIT, .meaning = "order of the matrices"},
    {.name = "support",
     .type = PARAMETER_INTEGER,
     .value = "4",
     .low = 1,
     .high = ENTRIES_LIMIT,
     .meaning = "coordinates of the hidden direction, at most n"},
    {.name = "entries",
     .type = PARAMETER_INTEGER,
     .value = "4",
     .low = 1,
     .high = ENTRIES_LIMIT,
     .meaning = "coordinates of the other ones, at most n"},
    {.name = "gap",
     .type = PARAMETER_NUMBER,
     .value = "0.1",
     .low = 0,
     .high = 1,
     .meaning = "chance of the hidden direction"},
};

/* +-1/sqrt(count) on random coordinates */
typedef struct direction {
  size_t count, *index;
  double *value;
} direction;

typedef struct sparse_losses {
  size_t n;
  double gap, label;
  random_stream *labels, *instances;
  direction hidden, drawn;
  comparator *comparator;
} sparse_losses;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  if (option_explicit(values, "support")) TRY(planted_at_most(values, "support", "n"));
  if (option_explicit(values, "entries")) TRY(planted_at_most(values, "entries", "n"));
  *out = (problem_facts){.n = option_count(values, "n"),
                         .kind = INSTANCE_DYAD,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_LINEAR, -1.0, 1.0, -1.0, 1.0, 1.0},
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static void clear(void *self) {
  sparse_losses *source = self;
  comparator_free(source->comparator);
  random_stream_free(source->labels);
  random_stream_free(source->instances);
  free(source->hidden.index);
  free(source->hidden.value);
  free(source->drawn.index);
  free(source->drawn.value);
}

static status direction_new(size_t n, size_t wanted, direction *out) {
  out->count = wanted < n ? wanted : n;
  TRY(NEW_ARRAY(out->count, out->index));
  return NEW_ARRAY(out->count, out->value);
}

static void draw(random_stream *stream, size_t n, direction *out) {
  const double size = 1.0 / sqrt((double)out->count);
  random_subset(stream, n, out->count, out->index);
  for (size_t i = 0; i < out->count; i++) out->value[i] = random_chance(stream, 0.5) ? size : -size;
}

static status hide(sparse_losses *source, random_stream *stream) {
  double *v = NULL;
  TRY(NEW_ARRAY(source->n, v));
  draw(stream, source->n, &source->hidden);
  for (size_t i = 0; i < source->hidden.count; i++) v[source->hidden.index[i]] = source->hidden.value[i];
  const status code = comparator_from_frame(COMPARATOR_PLANTED, source->n, 1, v, &source->comparator);
  free(v);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  sparse_losses *source = self;
  random_stream *subspace = NULL;
  source->n = option_count(values, "n");
  source->gap = option_number(values, "gap");
  TRY(direction_new(source->n, option_count(values, "support"), &source->hidden));
  TRY(direction_new(source->n, option_count(values, "entries"), &source->drawn));
  TRY(random_stream_new(setting->seed, "labels", &source->labels));
  TRY(random_stream_new(setting->seed, "instances", &source->instances));
  TRY(random_stream_new(setting->seed, "subspace", &subspace));
  const status code = hide(source, subspace);
  random_stream_free(subspace);
  return code;
}

static status next(void *self, const learner *player, instance *x) {
  sparse_losses *source = self;
  (void)player;
  const bool hidden = random_chance(source->instances, source->gap);
  const direction *shown = hidden ? &source->hidden : &source->drawn;
  const double sign = random_chance(source->labels, 0.5) ? 1.0 : -1.0;
  if (!hidden) draw(source->instances, source->n, &source->drawn);
  source->label = hidden ? -1.0 : sign;
  *x = instance_sparse(INSTANCE_DYAD, source->n, shown->count, shown->index, shown->value);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(sparse_losses),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(sparse_losses, label),
    .comparator_at = PLACE(sparse_losses, comparator),
};

const problem_class problem_sparse_losses = {
    .about = {.name = "sparse_losses",
              .title = "Sparse losses",
              .citation = "after Hazan, Kale & Shalev-Shwartz 2012, section 4",
              .help = "sparse dyads as loss matrices, with a hidden sparse direction in which the loss is low",
              .formula =
                  "$X=xx^T$, $|x|=1$, of few entries, loss $y\\hat y$: that of $\\mathrm{tr}(WyX)$; $x=v$ hidden "
                  "and $y=-1$ with chance $\\gamma$, otherwise $x$ and the sign $y$ random; $U=vv^T$",
              .family = "matrix_losses",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
