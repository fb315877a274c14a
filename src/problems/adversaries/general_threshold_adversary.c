/* The adversary that shows how tight the mistake bound of the normalised General Matrix Winnow is, on diagonal instances diag(x):
 *
 *   negative move  nothing relevant, every other x_j = +-1 with the score theta (1 + 1e-9)
 *   positive move  x = gap on the relevant coordinate of least weight, every other x_j = +-1 with the score theta (1 - 1e-9)
 *
 * so that the chord of exp on [-1,1], on which the proof rests, is touched at its ends. Signs are chosen greedily, largest weight first,
 * towards the score that is wanted; the last ones are taken in part. A negative move is preferred, also on ties, while there were fewer
 * than `ratio` for each positive one. The label belongs to the move; the sequence ends when no move applies. With `pad` zero
 * instances labelled -1 follow. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 65536, MISSES_LIMIT = 20 }; /* the slack doubles after a move that made no mistake */

static const double slack_of_threshold = 1e-9;

static const parameter parameters[] = {
    {.name = "n",
     .type = PARAMETER_INTEGER,
     .low = 2,
     .high = ORDER_LIMIT,
     .meaning = "rows and columns of the instances"},
    {.name = "r",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = ORDER_LIMIT,
     .meaning = "rank of the hidden generalised projection, below n"},
    PLANTED_GAP_PARAMETER("tr(G^T X) of positive instances; negative ones have 0"),
    {.name = "ratio",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1e6,
     .meaning = "negative moves for each positive one, where both apply"},
    PLANTED_PAD_PARAMETER,
};

typedef struct weighted {
  size_t coordinate;
  double weight; /* of the score, with its sign */
} weighted;

typedef struct adversary {
  size_t n, r;
  double gap, ratio, theta;
  bool known, pad, finished;
  size_t positive, negative, misses; /* misses: moves in a row without a mistake */
  double label;
  double *x;         /* n; relevant coordinates are the first r */
  weighted *weights; /* of the others, n - r */
  size_t *none;
  comparator *comparator;
} adversary;

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  (void)setting;
  const size_t n = option_count(values, "n");
  TRY(planted_below(values, "r", "n"));
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_VECTOR,
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .adaptive = true,
                         .gap_low = 0,
                         .gap_high = option_number(values, "gap")};
  return STATUS_OK;
}

static void destroy(void *self) {
  adversary *made = self;
  if (made == NULL) return;
  comparator_free(made->comparator);
  free(made->x);
  free(made->weights);
  free(made->none);
  free(made);
}

static status create(const problem_setting *setting, const options *values, void **self) {
  adversary *made = NULL;
  size_t *coordinates = NULL;
  status code = STATUS_OK;
  TRY(NEW_ARRAY(1, made));
  made->n = option_count(values, "n");
  made->r = option_count(values, "r");
  made->gap = option_number(values, "gap");
  made->ratio = option_number(values, "ratio");
  made->pad = option_flag(values, "pad");
  CHECK(NEW_ARRAY(made->n, made->x));
  CHECK(NEW_ARRAY(made->n - made->r, made->weights));
  CHECK(NEW_ARRAY(1, made->none));
  CHECK(planted_coordinates(setting->seed, made->n, made->r, false, &coordinates));
  CHECK(planted_comparator(made->n, made->r, coordinates, NULL, &made->comparator));
end:
  free(coordinates);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status know_learner(adversary *made, const learner *player) {
  double variant = 0;
  if (player == NULL || player->class == NULL || !learner_constant(player, "variant", &variant) ||
      !learner_constant(player, "theta", &made->theta) || !(made->theta > 0)) {
    return FAIL(STATUS_INVALID, "general_threshold_adversary needs a learner with a threshold: general_matrix_winnow");
  }
  made->known = true;
  return STATUS_OK;
}

static status weight_of(const learner *player, size_t n, size_t coordinate, double *weight) {
  const double one = 1;
  const instance unit = instance_sparse(INSTANCE_VECTOR, n, 1, &coordinate, &one);
  return learner_score(player, &unit, weight);
}

/* Largest first; ties by position. */
static bool goes_before(const weighted *a, const weighted *b) {
  const double wa = fabs(a->weight), wb = fabs(b->weight);
  return wa > wb || (!(wa < wb) && a->coordinate < b->coordinate);
}

/* Restores the heap items[0..count-1], the last in the order on top, after items[root] changed. */
static void sift_down(weighted *items, size_t count, size_t root) {
  const weighted item = items[root];
  for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && goes_before(&items[child], &items[child + 1])) child++;
    if (!goes_before(&item, &items[child])) break;
    items[root] = items[child];
    root = child;
  }
  items[root] = item;
}

/* By heap, in place: qsort may allocate. */
static void sort(weighted *items, size_t count) {
  for (size_t root = count / 2; root > 0; root--) sift_down(items, count, root - 1);
  for (size_t last = count; last > 1; last--) {
    const weighted top = items[0];
    items[0] = items[last - 1];
    items[last - 1] = top;
    sift_down(items, last - 1, 0);
  }
}

/* Signs for the coordinates that are not relevant, with the score `target` or as near to it as they go. */
static void fill(adversary *made, double target) {
  const size_t count = made->n - made->r;
  double rest = target;
  for (size_t i = 0; i < count; i++) {
    const double weight = made->weights[i].weight;
    const double sign = (rest >= 0) == (weight >= 0) ? 1 : -1;
    made->x[made->weights[i].coordinate] = sign;
    rest -= sign * weight;
  }
  for (size_t i = count; i > 0 && rest != 0; i--) { /* in part, smallest first */
    const double weight = made->weights[i - 1].weight;
    double *x = &made->x[made->weights[i - 1].coordinate];
    if (weight == 0) continue;
    const double wanted = fmax(-1, fmin(1, *x + rest / weight));
    rest -= (wanted - *x) * weight;
    *x = wanted;
  }
}

/* The next move; STATUS_END if none applies. */
static status move(adversary *made, const learner *player) {
  const size_t n = made->n, r = made->r;
  if (made->misses > MISSES_LIMIT) return STATUS_END;
  const double slack = slack_of_threshold * (double)((size_t)1 << made->misses);
  double total = 0, lightest = INFINITY;
  size_t weakest = 0;
  for (size_t i = 0; i < r; i++) {
    double weight = 0;
    TRY(weight_of(player, n, i, &weight));
    made->x[i] = 0;
    if (weight < lightest) {
      lightest = weight;
      weakest = i;
    }
  }
  for (size_t i = r; i < n; i++) {
    made->weights[i - r].coordinate = i;
    TRY(weight_of(player, n, i, &made->weights[i - r].weight));
    total += fabs(made->weights[i - r].weight);
  }
  const double above = made->theta * (1 + slack), below = made->theta * (1 - slack), part = made->gap * lightest;
  const bool can_negative = total >= above, can_positive = part - total < below;
  if (!can_negative && !can_positive) return STATUS_END;
  const bool prefers = (double)made->negative < made->ratio * (double)made->positive;
  sort(made->weights, n - r);
  made->label = can_negative && (prefers || !can_positive) ? -1 : 1;
  fill(made, made->label < 0 ? above : below - part);
  if (made->label > 0) made->x[weakest] = made->gap;
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  adversary *made = self;
  if (!made->known) TRY(know_learner(made, player));
  if (!made->finished) {
    const status code = move(made, player);
    *x = instance_dense_vector(made->n, made->x);
    if (code != STATUS_END) return code;
    made->finished = true;
  }
  if (!made->pad) return STATUS_END;
  made->label = -1;
  *x = instance_sparse(INSTANCE_VECTOR, made->n, 0, made->none, made->x);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  adversary *made = self;
  *label = made->label;
  if (made->finished) return STATUS_OK;
  if (predicted->value * made->label > 0) { /* rounding: come again with more slack */
    made->misses++;
    return STATUS_OK;
  }
  made->misses = 0;
  made->positive += made->label > 0;
  made->negative += made->label < 0;
  return STATUS_OK;
}

static comparator *planted(void *self) {
  return ((adversary *)self)->comparator;
}

const problem_class problem_general_threshold_adversary = {
    .about =
        {.name = "general_threshold_adversary",
         .title = "Threshold adversary on [-1,1]",
         .citation = "after Warmuth 2007, section 6 (docs/errata.md, E0.7)",
         .help = "instances that just meet General Matrix Winnow's threshold: how tight its bound is, and that r^2 is "
                 "needed",
         .formula =
             "$X=\\mathrm{diag}(x)$; negative: $x_i=0$ where relevant, $x_j=\\pm1$ elsewhere with the score just at "
             "$\\theta$; positive: $x_i=g_1$ on the relevant coordinate of least weight, $x_j=\\pm1$ elsewhere with "
             "the score just below $\\theta$",
         .family = "rectangular",
         .result_version = 1,
         PARAMETERS(parameters)},
    .facts = facts,
    .create = create,
    .destroy = destroy,
    .next = next,
    .reveal = reveal,
    .comparator = planted,
};
