/* Sparse loss matrices of rank one with a hidden good direction: with chance gap a trial is -v v^T, v hidden, of `support` random coordinates
 * with entries +-1/sqrt(support); otherwise y x x^T, y a random sign and x of `entries` random coordinates with entries +-1/sqrt(entries). No
 * trial has more numbers than that, whatever n.
 *
 * The comparator is U = v v^T: on average its loss is -gap. A trial shows the dyad x, and the label y is known after the prediction; the loss
 * of a prediction x^T X x is y x^T X x. Streams: "subspace", "labels", "instances". */

#include "problems/problem.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 10000000, ENTRIES_LIMIT = 10000 };

/* +-1/sqrt(count) on random coordinates */
typedef struct direction {
  size_t count, *index;
  double *value;
} direction;

typedef struct sparse_losses {
  size_t n, support, entries;
  double gap, label;
  random_stream *labels, *instances;
  direction hidden, drawn;
  comparator *comparator;
} sparse_losses;

static const parameter parameters[] = {
    OPTION_COUNT(sparse_losses, n, REQUIRED, 1, ORDER_LIMIT, "order of the matrices"),
    OPTION_COUNT(sparse_losses, support, "4", 1, ENTRIES_LIMIT, "coordinates of the hidden direction, at most n"),
    OPTION_COUNT(sparse_losses, entries, "4", 1, ENTRIES_LIMIT, "coordinates of the other ones, at most n"),
    OPTION_NUMBER(sparse_losses, gap, "0.1", 0, 1, "chance of the hidden direction"),
};

/* The defaults are less where n is. */
static status check_given(const sparse_losses *source, const problem_setting *setting, size_t place, size_t count) {
  if (count <= source->n || !options_explicit(setting->options, place)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: %s = %zu must be at most n = %zu", setting->class->about.name,
              options_row(setting->options, place)->name, count, source->n);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const sparse_losses *source = self;
  TRY(check_given(source, setting, PLACE(sparse_losses, support), source->support));
  TRY(check_given(source, setting, PLACE(sparse_losses, entries), source->entries));
  *out = (problem_facts){.n = source->n,
                         .kind = INSTANCE_DYAD,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_LINEAR, -1.0, 1.0, -1.0, 1.0, 1.0},
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static status begin(sparse_losses *source, size_t wanted, direction *out) {
  out->count = wanted < source->n ? wanted : source->n;
  TRY(OWN_ARRAY(source, out->count, out->index));
  return OWN_ARRAY(source, out->count, out->value);
}

static void draw(random_stream *stream, size_t n, direction *out) {
  const double size = 1.0 / sqrt((double)out->count);
  random_subset(stream, n, out->count, out->index);
  for (size_t i = 0; i < out->count; i++) out->value[i] = random_chance(stream, 0.5) ? size : -size;
}

static status hide(sparse_losses *source, random_stream *stream) {
  FREED double *v = NULL;
  TRY(NEW_ARRAY(source->n, v));
  draw(stream, source->n, &source->hidden);
  for (size_t i = 0; i < source->hidden.count; i++) v[source->hidden.index[i]] = source->hidden.value[i];
  TRY(comparator_from_frame(COMPARATOR_PLANTED, source->n, 1, v, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static status init(void *self, const problem_setting *setting) {
  sparse_losses *source = self;
  CLEANUP(random_stream_free_at) random_stream *subspace = NULL;
  TRY(begin(source, source->support, &source->hidden));
  TRY(begin(source, source->entries, &source->drawn));
  TRY(member_stream(source, setting->seed, "labels", &source->labels));
  TRY(member_stream(source, setting->seed, "instances", &source->instances));
  TRY(random_stream_new(setting->seed, "subspace", &subspace));
  return hide(source, subspace);
}

static status next(void *self, const learner *player, instance *x) {
  sparse_losses *source = self;
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
