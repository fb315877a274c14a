/* The adversary of Winnow on the simplex: u = e_1, and every instance has y x_1 = margin and y x_i = +1 or -1 elsewhere, with
 * signs that balance the learner's weights so that y <w,x> is just below 0. No step makes much more progress than the proof counts:
 * the divergence of e_1 falls by eta margin - ln cosh eta as long as x_1 itself weighs little.
 *
 * Attributes are taken heaviest first, each against the sum so far; what then remains is taken from one attribute. When the others
 * cannot balance the first attribute any more the sequence ends, or with `pad` goes on with x = y e_1. The signs y are random (stream
 * "labels"). */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "problems/problem.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e6, .meaning = "number of attributes"},
    {.name = "margin",
     .type = PARAMETER_NUMBER,
     .value = "0.3",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "y <u,x> of every instance"},
    {.name = "pad",
     .type = PARAMETER_BOOLEAN,
     .value = "false",
     .meaning = "after the last move go on with the relevant attribute alone to the end of the trials"},
};

static const double below_zero = 1e-12;

typedef struct weighed {
  double weight;
  size_t attribute;
} weighed;

typedef struct balancing_adversary {
  size_t n;
  double margin, label;
  bool pad, finished;
  weighed *order; /* of the attributes but the first, heaviest first */
  double *x;
  random_stream *labels;
  comparator *comparator;
} balancing_adversary;

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  (void)setting;
  const size_t n = option_count(values, "n");
  const double margin = option_number(values, "margin");
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_VECTOR,
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .adaptive = true,
                         .gap_low = -margin,
                         .gap_high = margin};
  return STATUS_OK;
}

static void destroy(void *self) {
  balancing_adversary *adversary = self;
  if (adversary == NULL) return;
  free(adversary->order);
  free(adversary->x);
  random_stream_free(adversary->labels);
  comparator_free(adversary->comparator);
  free(adversary);
}

static status create(const problem_setting *setting, const options *values, void **self) {
  balancing_adversary *adversary = NULL;
  status code = STATUS_OK;
  TRY(NEW_ARRAY(1, adversary));
  adversary->n = option_count(values, "n");
  adversary->margin = option_number(values, "margin");
  adversary->pad = option_flag(values, "pad");
  CHECK(NEW_ARRAY(adversary->n - 1, adversary->order));
  CHECK(NEW_ARRAY(adversary->n, adversary->x));
  CHECK(random_stream_new(setting->seed, "labels", &adversary->labels));
  adversary->x[0] = 1.0;
  CHECK(comparator_from_vector(COMPARATOR_PLANTED, adversary->n, adversary->x, &adversary->comparator));
  *self = adversary;
  return STATUS_OK;
end:
  destroy(adversary);
  return code;
}

static bool heavier(const weighed *a, const weighed *b) {
  return a->weight != b->weight ? a->weight > b->weight : a->attribute < b->attribute;
}

static void sift_down(weighed *items, size_t root, size_t count) {
  for (size_t child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && heavier(&items[child], &items[child + 1])) child++;
    if (!heavier(&items[root], &items[child])) return;
    const weighed item = items[root];
    items[root] = items[child];
    items[child] = item;
  }
}

/* Heap sort, heaviest first: in place, unlike qsort. */
static void sort(weighed *items, size_t count) {
  for (size_t root = count / 2; root-- > 0;) sift_down(items, root, count);
  for (size_t end = count; end > 1; end--) {
    const weighed lightest = items[0];
    items[0] = items[end - 1];
    items[end - 1] = lightest;
    sift_down(items, 0, end - 1);
  }
}

static status weight_of(const balancing_adversary *adversary, const learner *player, size_t attribute, double *weight) {
  static const double one = 1.0;
  const instance x = instance_sparse(INSTANCE_VECTOR, adversary->n, 1, &attribute, &one);
  TRY(learner_score(player, &x, weight));
  return *weight >= 0.0 ? STATUS_OK
                        : FAIL(STATUS_INVALID,
                               "balancing_adversary: a weight is %g, expected a learner with weights >= 0", *weight);
}

/* x with <w,x> = -below_zero; STATUS_END if there is none. */
static status balance(balancing_adversary *adversary, const learner *player) {
  const size_t others = adversary->n - 1;
  double first = 0.0, total = 0.0;
  TRY(weight_of(adversary, player, 0, &first));
  for (size_t j = 0; j < others; j++) {
    weighed *entry = &adversary->order[j];
    entry->attribute = j + 1;
    TRY(weight_of(adversary, player, entry->attribute, &entry->weight));
    total += entry->weight;
  }
  double sum = adversary->margin * first + below_zero;
  if (total < sum) return STATUS_END;
  sort(adversary->order, others);
  adversary->x[0] = adversary->margin;
  for (size_t j = 0; j < others; j++) {
    const weighed *entry = &adversary->order[j];
    const double sign = sum > 0.0 ? -1.0 : 1.0;
    adversary->x[entry->attribute] = sign;
    sum += sign * entry->weight;
  }
  /* The remainder is at most the heaviest weight: one or two attributes take it up. */
  for (size_t j = 0; j < others && sum != 0.0; j++) {
    const weighed *entry = &adversary->order[j];
    double *x = &adversary->x[entry->attribute];
    if (!(*x * sum > 0.0) || !(entry->weight > 0.0)) continue;
    const double change = fmin(fabs(sum) / entry->weight, 2.0);
    *x -= sum > 0.0 ? change : -change;
    sum -= (sum > 0.0 ? change : -change) * entry->weight;
  }
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  balancing_adversary *adversary = self;
  adversary->label = random_chance(adversary->labels, 0.5) ? 1.0 : -1.0;
  status code = adversary->finished ? STATUS_END : balance(adversary, player);
  if (code != STATUS_OK && code != STATUS_END) return code;
  if (code == STATUS_END) {
    adversary->finished = true;
    if (!adversary->pad) return STATUS_END;
    for (size_t i = 0; i < adversary->n; i++) adversary->x[i] = i == 0 ? 1.0 : 0.0;
  }
  for (size_t i = 0; i < adversary->n; i++) adversary->x[i] *= adversary->label;
  *x = instance_dense_vector(adversary->n, adversary->x);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  (void)predicted;
  *label = ((const balancing_adversary *)self)->label;
  return STATUS_OK;
}

static comparator *planted(void *self) {
  return ((balancing_adversary *)self)->comparator;
}

const problem_class problem_balancing_adversary = {
    .about = {.name = "balancing_adversary",
              .title = "Balancing adversary",
              .citation = "after the proof of Schapire 2018, COS 511, lecture 17, Theorem 1.1",
              .help = "instances that balance the weights of Winnow on the simplex: how tight its mistake bound is",
              .formula = "$u=e_1$; $yx_1=s$, the margin, and $yx_i=\\pm1$ elsewhere, with signs for which $y\\langle "
                         "w,x\\rangle$ is just below $0$",
              .family = "threshold",
              .result_version = 1,
              PARAMETERS(parameters)},
    .facts = facts,
    .create = create,
    .destroy = destroy,
    .next = next,
    .reveal = reveal,
    .comparator = planted,
};
