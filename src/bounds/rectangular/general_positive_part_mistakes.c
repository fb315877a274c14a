/* The mistake bound of Matrix Winnow (bound_subspace_mistakes) for the positive part Z_+ of the embedding of rectangular instances, of
 * order m + n and with its spectrum in [0,1]: 7.18 r ln((m+n)/r) for labels that are those of <Phat, Z_+(X)>, Phat the lift of the
 * comparator G of rank r. This part of the bound of Warmuth 2007, section 6, holds, with another rule for labels. */

#include "bounds/failed_premise.h"
#include "learners/winnow/general_matrix_winnow.h"
#include "spectral/positive_part.h"

extern const bound_class bound_subspace_mistakes;

typedef struct lifted {
  general_variant variant;
  positive_part *part; /* of what the trials show: the learner has one of its own */
  comparator *comparator;
  problem problem; /* the cell's, with the facts of the positive part */
  bound inner;     /* subspace_mistakes */
  failed_premise failed;
} lifted;

static const ask asks[] = {ASK(lifted, variant)};

static bool applies(const void *self, const bound_context *context) {
  return ((const lifted *)self)->variant == GENERAL_POSITIVE_PART;
}

/* Phat is the positive part of Z(G): its factors are a frame. */
static status lift(lifted *self, const comparator *given, size_t order, size_t rank) {
  instance projection;
  if (given == NULL) return STATUS_OK;
  const size_t segments = comparator_segments(given);
  premise_require(&self->failed, segments <= 1, "one comparator for all trials", (double)segments);
  premise_require(&self->failed, comparator_kind_of(given) == COMPARATOR_RECTANGULAR,
                  "the comparator is a generalised projection", NAN);
  if (self->failed.name != NULL) return STATUS_OK;
  TRY(positive_part_of(self->part, comparator_instance(given), &projection));
  size_t r = 0;
  while (r < projection.rank && (double)r < comparator_trace(given)) r++;
  FREED double *frame = NULL;
  TRY(NEW_ARRAY(r * order, frame));
  size_t count = 0;
  for (size_t q = 0; q < projection.rank && count < r; q++) { /* singular values are 1, or rounding */
    if (projection.weights[q] < 0.5) continue;
    for (size_t i = 0; i < order; i++) frame[count * order + i] = projection.factors[q * order + i];
    count++;
  }
  TRY(comparator_from_frame(comparator_origin_of(given), order, r, frame, &self->comparator));
  TRY(OWN(self, self->comparator, comparator_free));
  return comparator_prepare(self->comparator, INSTANCE_LOW_RANK, rank);
}

static status init(void *data, const bound_context *context) {
  lifted *self = data;
  const size_t m = context->problem->facts.rows, n = context->problem->facts.n;
  self->problem = *context->problem;
  self->problem.facts.n = m + n;
  self->problem.facts.rows = 0;
  self->problem.facts.kind = INSTANCE_LOW_RANK;
  self->problem.facts.rank = m < n ? m : n;
  TRY(positive_part_new(member_memory(self), m, n, &self->part));
  TRY(lift(self, context->comparator, m + n, self->problem.facts.rank));
  const bound_context moved = {.problem = &self->problem,
                               .learner = general_inner(context->learner->self),
                               .comparator = self->comparator,
                               .trials = context->trials};
  TRY(OWN(self, &self->inner, bound_destroy));
  return bound_new(&bound_subspace_mistakes, &moved, context->options, &self->inner);
}

static status watch(void *data, const trial_event *event) {
  lifted *self = data;
  instance x;
  if (!event->updated) return STATUS_OK;
  TRY(positive_part_of(self->part, event->x, &x));
  trial_event moved = *event;
  moved.x = &x;
  return bound_watch(&self->inner, &moved);
}

static double current(void *data) {
  return bound_current(&((const lifted *)data)->inner);
}

/* The rows of subspace_mistakes under the names of this bound. */
static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const lifted *self = data;
  TRY(self->inner.class->methods->finish(self->inner.self, totals, rows));
  for (size_t i = 0; i < rows->count && self->failed.name != NULL; i++) {
    rows->row[i].unchecked = false;
    premise_row(&self->failed, &rows->row[i]);
  }
  return STATUS_OK;
}

const bound_class bound_general_positive_part_mistakes = {
    .about = {.name = "general_positive_part_mistakes",
              .short_name = "ours, positive part",
              .symbols = "H: hinge losses of P, c: progress of a mistake",
              .title = "(r ln((m+n)/r) + eta H) / c",
              .citation = "Warmuth 2007, Theorem 2, for the positive part",
              .help = "mistakes of General Matrix Winnow on the positive part: 7.18 r ln((m+n)/r) + 9.18 H at gap 1/2",
              .formula =
                  "$M\\le\\frac{r\\ln((m+n)/r)+\\eta\\mathcal{H}}c$, $c=\\frac{\\eta g_1}{1+e^\\eta}$, where labels "
                  "and $\\mathcal{H}$ are those of the positive part of the embedding, $Z_+=\\frac12(|Z|+Z)$",
              .result_version = 4},
    .premises = "$0\\preceq Z_+\\preceq I$ in trials with an update; the comparator is a generalised projection of "
                "rank $r$; one comparator for all trials",
    .learner_family = "general_winnow",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .applies = applies,
    .methods = &(const bound_methods){.size = sizeof(lifted),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
