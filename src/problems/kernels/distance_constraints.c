/* Constraints on the distances of a kernel (Tsuda, Raetsch & Warmuth 2005, sections 4 and 5): for every pair that is near in a target
 * kernel
 * U, <U, X_ab> < eps (problems/kernels/target_kernel.h; HALF the squared distance), the constraint
 *
 *   <W, C> <= 0,  C = X_ab - eps I,  eigenvalues -eps and 1 - eps,
 *
 * shown as a low-rank instance with the label 0. At W = I/n all are violated by 1/n - eps. U meets them all: it is the comparator, and
 * the learner's dual objective stays above -D(U, I/n).
 *
 * infeasible = true adds, for the nearest pair of all, the constraint that it is far apart, <W, far I - X_ab> <= 0. Its C and that of the
 * nearness add up to (far - eps) I, and no density has <W, (far - eps) I> <= 0: no density meets both. There is no comparator then.
 *
 * Of the constraints that the learner violates by more than `tolerance` the problem shows the most violated one, the next one in the order
 * of the list (by distance in U, the nearest first), or a random one. The sequence ends when there is none, and when the learner finds
 * that no density meets them ("infeasible"). Streams: "points" (of the kernel), "order". */
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/state.h"
#include "problems/kernels/target_kernel.h"
#include "registry/field.h"
#include "registry/member.h"

static const double tie = 1e-9; /* of violations that differ by less, relatively, the nearer pair comes first */

typedef struct pair {
  size_t a, b;
  double distance; /* <U, X_ab> */
} pair;

typedef enum constraint_order { MOST_VIOLATED, CYCLIC, RANDOM } constraint_order;

typedef struct distance_constraints {
  double eps, far, tolerance;
  size_t pairs; /* absent: 0 */
  constraint_order order;
  bool infeasible;
  live_constant refuted; /* the learner found that no density meets the constraints */
  target_kernel *kernel;
  size_t n, count; /* count: nearness constraints; the far one has the number `count` */
  size_t all;      /* constraints, with the far one */
  pair *near;
  double zero;  /* the label of every trial */
  size_t place; /* cyclic: where the search begins */
  size_t *violated;
  random_stream *choice;
  double *factor; /* (e_a - e_b)/sqrt2 of the pair `at` */
  size_t at_a, at_b;
  double weight;
  comparator *u;
} distance_constraints;

static const parameter parameters[] = {
    TARGET_KERNEL_PARAMETERS,
    OPTION_BETWEEN(distance_constraints, eps, ABSENT, 0, 1,
                   "pairs with <U, X_ab> below it are constrained to stay below it; absent: 0.2/n"),
    OPTION_COUNT(distance_constraints, pairs, ABSENT, 1, 1e6, "at most so many of them, the nearest ones; absent: all"),
    OPTION_CHOICE(distance_constraints, order, "most_violated", "most_violated cyclic random",
                  "which of the violated constraints comes next"),
    OPTION_NUMBER(distance_constraints, tolerance, "1e-6", 0, 1, "a constraint is violated if <W,C> is above it"),
    OPTION_FLAG(distance_constraints, infeasible, "false",
                "add that the nearest pair is far apart, which no density meets"),
    OPTION_ABOVE(distance_constraints, far, ABSENT, 0, 1,
                 "infeasible: <W, X_ab> must be at least this much, above eps; absent: 2 eps"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  distance_constraints *source = self;
  const char *who = setting->class->about.name;
  const bool far = !isnan(source->far);
  size_t n = 0, classes = 0;
  TRY(target_kernel_order(setting, setting->options, &n, &classes));
  if (isnan(source->eps)) source->eps = 0.2 / (double)n;
  if (!far) source->far = 2.0 * source->eps;
  if (source->infeasible && !(source->far > source->eps)) {
    return FAIL(STATUS_INVALID, "%s: far = %g must be above eps = %g", who, source->far, source->eps);
  }
  if (far && !source->infeasible) {
    return FAIL(STATUS_INVALID, "%s: far has no effect without infeasible = true", who);
  }
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_LOW_RANK,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_VIOLATION, -1.0, 1.0, -1.0, 1.0, 1.0},
                         .adaptive = true,
                         .classes = classes,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static int compare_pairs(const void *a, const void *b) {
  const pair *x = a, *y = b;
  if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
  if (x->a != y->a) return x->a < y->a ? -1 : 1;
  return (x->b > y->b) - (x->b < y->b);
}

/* Pairs nearer than eps in U, the nearest first; *nearest: of all pairs. */
static status find_pairs(distance_constraints *source, double *nearest) {
  const size_t n = source->n;
  const double *u = source->kernel->matrix;
  size_t room = 0;
  *nearest = INFINITY;
  for (int filling = 0; filling < 2; filling++) {
    if (filling) TRY(OWN_ARRAY(source, room, source->near));
    for (size_t a = 0; a < n; a++) {
      for (size_t b = a + 1; b < n; b++) {
        const double distance = 0.5 * (u[a * n + a] + u[b * n + b]) - u[a * n + b];
        *nearest = fmin(*nearest, distance);
        if (!(distance < source->eps)) continue;
        if (filling) source->near[source->count++] = (pair){a, b, distance};
        room += !filling;
      }
    }
  }
  qsort(source->near, source->count, sizeof *source->near, compare_pairs);
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  distance_constraints *source = self;
  double nearest = INFINITY;
  TRY(target_kernel_new(setting, setting->options, &source->kernel));
  TRY(OWN(source, source->kernel, target_kernel_free));
  source->n = source->kernel->n;
  TRY(find_pairs(source, &nearest));
  if (source->count == 0) {
    return FAIL(STATUS_INVALID, "%s: no pair is nearer than eps = %g, the nearest has <U, X_ab> = %g",
                setting->class->about.name, source->eps, nearest);
  }
  if (source->pairs > 0 && source->pairs < source->count) source->count = source->pairs;
  source->all = source->count + source->infeasible;
  TRY(OWN_ARRAY(source, source->count + 1, source->violated));
  TRY(OWN_ARRAY(source, source->n, source->factor));
  TRY(member_stream(source, setting->seed, "order", &source->choice));
  if (source->infeasible) return STATUS_OK;
  TRY(comparator_from_matrix(COMPARATOR_PLANTED, source->n, source->kernel->matrix, &source->u));
  return OWN(source, source->u, comparator_free);
}

/* Constraint j as an instance: one factor (e_a - e_b)/sqrt2. */
static instance constraint(distance_constraints *source, size_t j) {
  const bool far = j == source->count;
  const pair *at = &source->near[far ? 0 : j];
  source->factor[source->at_a] = source->factor[source->at_b] = 0.0;
  source->at_a = at->a;
  source->at_b = at->b;
  source->factor[at->a] = sqrt(0.5);
  source->factor[at->b] = -sqrt(0.5);
  source->weight = far ? -1.0 : 1.0;
  return instance_low_rank(source->n, 1, source->factor, &source->weight, far ? source->far : -source->eps);
}

/* *r = <W,C_j>; without a learner W = I/n. */
static status violation(distance_constraints *source, const learner *player, size_t j, double *r) {
  const instance x = constraint(source, j);
  if (player != NULL) return learner_score(player, &x, r);
  *r = instance_trace(&x) / (double)source->n;
  return STATUS_OK;
}

/* The number of the constraint that comes next; STATUS_END if none is violated. */
static status choose(distance_constraints *source, const learner *player, size_t *out) {
  const size_t count = source->all;
  double most = source->tolerance;
  size_t violated = 0;
  for (size_t k = 0; k < count; k++) {
    const size_t j = source->order == CYCLIC ? (source->place + k) % count : k;
    double r = 0.0;
    TRY(violation(source, player, j, &r));
    if (!(r > (source->order == MOST_VIOLATED ? most : source->tolerance))) continue;
    most = r * (1.0 + tie);
    *out = j;
    source->violated[violated++] = j;
    if (source->order == CYCLIC) break;
  }
  if (violated == 0) return STATUS_END;
  if (source->order == RANDOM) *out = source->violated[random_index(source->choice, violated)];
  source->place = (*out + 1) % count;
  return STATUS_OK;
}

static const ask asks[] = {
    ASK_AS_OR("infeasible", distance_constraints, refuted, 0.0),
};

static status next(void *self, const learner *player, instance *x) {
  distance_constraints *source = self;
  size_t j = 0;
  if (live_constant_now(&source->refuted) != 0.0) return STATUS_END;
  TRY(choose(source, player, &j));
  *x = constraint(source, j);
  return STATUS_OK;
}

static const field constants[] = {
    {FIELD_NAMED("constraints", distance_constraints, all, FIELD_COUNT)},
    {FIELD(distance_constraints, eps, FIELD_NUMBER)},
};

static status notes(void *self, cJSON *out) {
  const distance_constraints *source = self;
  TRY(target_kernel_notes(source->kernel, out));
  return state_add_count(out, "constraints", source->all);
}

static const size_t *classes(const void *self, const char *const **names) {
  const target_kernel *kernel = ((const distance_constraints *)self)->kernel;
  if (names != NULL) *names = (const char *const *)kernel->class_names;
  return kernel->classes;
}

static const problem_methods methods = {
    .size = sizeof(distance_constraints),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(distance_constraints, zero),
    .comparator_at = PLACE(distance_constraints, u),
    FIELDS(constants, constants),
    FIELDS(asks, asks),
    .notes = notes,
    .classes = classes,
};

const problem_class problem_distance_constraints = {
    .about = {.name = "distance_constraints",
              .title = "Constraints on distances",
              .citation = "Tsuda, Raetsch & Warmuth 2005, sections 4 and 5",
              .help =
                  "near pairs of a target kernel are to be near in the learner's, one violated constraint at a time",
              .formula = "$C=X_{ab}-\\epsilon I$ for the pairs with $\\mathrm{tr}(UX_{ab})\\lt\\epsilon$ in a target "
                         "kernel $U$; the constraint is $\\mathrm{tr}(WC)\\le0$",
              .family = "distance_constraints",
              .result_version = 3,
              PARAMETERS(parameters)},
    .methods = &methods,
};
