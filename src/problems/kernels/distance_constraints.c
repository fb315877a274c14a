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

#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"
#include "problems/kernels/target_kernel.h"
#include "registry/field.h"

static const parameter parameters[] = {
    TARGET_KERNEL_PARAMETERS,
    {.name = "eps",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1,
     .open_low = true,
     .open_high = true,
     .meaning = "pairs with <U, X_ab> below it are constrained to stay below it; absent: 0.2/n"},
    {.name = "pairs",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e6,
     .meaning = "at most so many of them, the nearest ones; absent: all"},
    {.name = "order",
     .type = PARAMETER_CHOICE,
     .value = "most_violated",
     .choices = "most_violated cyclic random",
     .meaning = "which of the violated constraints comes next"},
    {.name = "tolerance",
     .type = PARAMETER_NUMBER,
     .value = "1e-6",
     .low = 0,
     .high = 1,
     .meaning = "a constraint is violated if <W,C> is above it"},
    {.name = "infeasible",
     .type = PARAMETER_BOOLEAN,
     .value = "false",
     .meaning = "add that the nearest pair is far apart, which no density meets"},
    {.name = "far",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "infeasible: <W, X_ab> must be at least this much, above eps; absent: 2 eps"},
};

static const double tie = 1e-9; /* of violations that differ by less, relatively, the nearer pair comes first */

typedef struct pair {
  size_t a, b;
  double distance; /* <U, X_ab> */
} pair;

/* In the order of the choices. */
typedef enum order_of_constraints { MOST_VIOLATED, CYCLIC, RANDOM } order_of_constraints;

typedef struct distance_constraints {
  target_kernel *kernel;
  size_t n, count; /* count: nearness constraints; the far one has the number `count` */
  size_t all;      /* constraints, with the far one */
  pair *pairs;
  bool contradicted;
  double eps, far, tolerance;
  double zero; /* the label of every trial */
  order_of_constraints order;
  size_t place; /* cyclic: where the search begins */
  size_t *violated;
  random_stream *choice;
  double *factor; /* (e_a - e_b)/sqrt2 of the pair `at` */
  size_t at_a, at_b;
  double weight;
  comparator *u;
} distance_constraints;

static void clear(void *self) {
  distance_constraints *source = self;
  target_kernel_free(source->kernel);
  comparator_free(source->u);
  random_stream_free(source->choice);
  free(source->pairs);
  free(source->violated);
  free(source->factor);
}

static double eps_of(const options *values, size_t n) {
  return option_number_or(values, "eps", 0.2 / (double)n);
}

static double far_of(const options *values, double eps) {
  return option_number_or(values, "far", 2.0 * eps);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const char *who = option_who(values);
  size_t n = 0, classes = 0;
  TRY(target_kernel_order(setting, values, &n, &classes));
  const double eps = eps_of(values, n), far = far_of(values, eps);
  const bool infeasible = option_flag(values, "infeasible");
  if (infeasible && !(far > eps)) return FAIL(STATUS_INVALID, "%s: far = %g must be above eps = %g", who, far, eps);
  if (!infeasible && option_explicit(values, "far")) {
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
    if (filling) TRY(NEW_ARRAY(room, source->pairs));
    for (size_t a = 0; a < n; a++) {
      for (size_t b = a + 1; b < n; b++) {
        const double distance = 0.5 * (u[a * n + a] + u[b * n + b]) - u[a * n + b];
        *nearest = fmin(*nearest, distance);
        if (!(distance < source->eps)) continue;
        if (filling) source->pairs[source->count++] = (pair){a, b, distance};
        room += !filling;
      }
    }
  }
  qsort(source->pairs, source->count, sizeof *source->pairs, compare_pairs);
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  distance_constraints *source = self;
  double nearest = INFINITY;
  TRY(target_kernel_new(setting, values, &source->kernel));
  source->n = source->kernel->n;
  source->eps = eps_of(values, source->n);
  source->far = far_of(values, source->eps);
  source->tolerance = option_number(values, "tolerance");
  source->contradicted = option_flag(values, "infeasible");
  source->order = option_choice(values, "order");
  TRY(find_pairs(source, &nearest));
  if (source->count == 0) {
    return FAIL(STATUS_INVALID, "%s: no pair is nearer than eps = %g, the nearest has <U, X_ab> = %g",
                option_who(values), source->eps, nearest);
  }
  if (option_given(values, "pairs") && option_count(values, "pairs") < source->count) {
    source->count = option_count(values, "pairs");
  }
  source->all = source->count + source->contradicted;
  TRY(NEW_ARRAY(source->count + 1, source->violated));
  TRY(NEW_ARRAY(source->n, source->factor));
  TRY(random_stream_new(setting->seed, "order", &source->choice));
  if (source->contradicted) return STATUS_OK;
  return comparator_from_matrix(COMPARATOR_PLANTED, source->n, source->kernel->matrix, &source->u);
}

/* Constraint j as an instance: one factor (e_a - e_b)/sqrt2. */
static instance constraint(distance_constraints *source, size_t j) {
  const bool far = j == source->count;
  const pair *pair = &source->pairs[far ? 0 : j];
  source->factor[source->at_a] = source->factor[source->at_b] = 0.0;
  source->at_a = pair->a;
  source->at_b = pair->b;
  source->factor[pair->a] = sqrt(0.5);
  source->factor[pair->b] = -sqrt(0.5);
  source->weight = far ? -1.0 : 1.0;
  return instance_low_rank(source->n, 1, source->factor, &source->weight, far ? source->far : -source->eps);
}

/* *r = <W,C_j>; without a learner W = I/n. */
static status violation(distance_constraints *source, const learner *learner, size_t j, double *r) {
  const instance x = constraint(source, j);
  if (learner != NULL) return learner_score(learner, &x, r);
  *r = instance_trace(&x) / (double)source->n;
  return STATUS_OK;
}

/* The number of the constraint that comes next; STATUS_END if none is violated. */
static status choose(distance_constraints *source, const learner *learner, size_t *out) {
  const size_t count = source->all;
  double most = source->tolerance;
  size_t violated = 0;
  for (size_t k = 0; k < count; k++) {
    const size_t j = source->order == CYCLIC ? (source->place + k) % count : k;
    double r = 0.0;
    TRY(violation(source, learner, j, &r));
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

static status next(void *self, const learner *learner, instance *x) {
  distance_constraints *source = self;
  double infeasible = 0.0;
  size_t j = 0;
  if (learner != NULL && learner_constant(learner, "infeasible", &infeasible) && infeasible != 0.0) return STATUS_END;
  TRY(choose(source, learner, &j));
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
    .clear = clear,
    .next = next,
    .label_at = PLACE(distance_constraints, zero),
    .comparator_at = PLACE(distance_constraints, u),
    FIELDS(constants, constants),
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
