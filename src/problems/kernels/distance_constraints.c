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

#include "base/state.h"
#include "problems/kernels/target_kernel.h"

static const double tie = 1e-9; /* of violations that differ by less, relatively, the nearer pair comes first */

typedef struct pair {
  size_t a, b;
  double distance; /* <U, X_ab> */
} pair;

/* In the order of the choices. */
typedef enum order_of_constraints { MOST_VIOLATED, CYCLIC, RANDOM } order_of_constraints;

typedef struct distance_constraints {
  kernel_source source; /* first: TARGET_KERNEL_PARAMETERS */
  double eps;           /* that of the pairs, once they are found */
  size_t pairs;
  order_of_constraints order;
  double tolerance;
  bool infeasible;
  double far;
  live_constant refuted; /* the learner found that no density meets the constraints */
  size_t n, count;       /* count: nearness constraints; the far one has the number `count` */
  size_t all;            /* constraints, with the far one */
  pair *near_pairs;
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
  distance_constraints *made = self;
  const char *who = setting->class->about.name;
  size_t classes = 0;
  TRY(kernel_source_facts(&made->source, setting, &made->n, &classes));
  if (isnan(made->eps)) made->eps = 0.2 / (double)made->n;
  if (isnan(made->far)) made->far = 2.0 * made->eps;
  if (made->infeasible && !(made->far > made->eps)) {
    return FAIL(STATUS_INVALID, "%s: far = %g must be above eps = %g", who, made->far, made->eps);
  }
  if (!made->infeasible && options_explicit(setting->options, PLACE(distance_constraints, far))) {
    return FAIL(STATUS_INVALID, "%s: far has no effect without infeasible = true", who);
  }
  *out = (problem_facts){.n = made->n,
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
static status find_pairs(distance_constraints *made, double *nearest) {
  const size_t n = made->n;
  const double *u = made->source.kernel->matrix;
  size_t room = 0;
  *nearest = INFINITY;
  for (int filling = 0; filling < 2; filling++) {
    if (filling) TRY(OWN_ARRAY(made, room, made->near_pairs));
    for (size_t a = 0; a < n; a++) {
      for (size_t b = a + 1; b < n; b++) {
        const double distance = 0.5 * (u[a * n + a] + u[b * n + b]) - u[a * n + b];
        *nearest = fmin(*nearest, distance);
        if (!(distance < made->eps)) continue;
        if (filling) made->near_pairs[made->count++] = (pair){a, b, distance};
        room += !filling;
      }
    }
  }
  qsort(made->near_pairs, made->count, sizeof *made->near_pairs, compare_pairs);
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  distance_constraints *made = self;
  double nearest = INFINITY;
  TRY(kernel_source_init(&made->source, setting));
  TRY(find_pairs(made, &nearest));
  if (made->count == 0) {
    return FAIL(STATUS_INVALID, "%s: no pair is nearer than eps = %g, the nearest has <U, X_ab> = %g",
                setting->class->about.name, made->eps, nearest);
  }
  if (made->pairs > 0 && made->pairs < made->count) made->count = made->pairs;
  made->all = made->count + made->infeasible;
  TRY(OWN_ARRAY(self, made->count + 1, made->violated));
  TRY(OWN_ARRAY(self, made->n, made->factor));
  TRY(member_stream(self, setting->seed, "order", &made->choice));
  if (made->infeasible) return STATUS_OK;
  TRY(comparator_from_matrix(COMPARATOR_PLANTED, made->n, made->source.kernel->matrix, &made->u));
  return OWN(self, made->u, comparator_free);
}

/* Constraint j as an instance: one factor (e_a - e_b)/sqrt2. */
static instance constraint(distance_constraints *made, size_t j) {
  const bool far = j == made->count;
  const pair *at = &made->near_pairs[far ? 0 : j];
  made->factor[made->at_a] = made->factor[made->at_b] = 0.0;
  made->at_a = at->a;
  made->at_b = at->b;
  made->factor[at->a] = sqrt(0.5);
  made->factor[at->b] = -sqrt(0.5);
  made->weight = far ? -1.0 : 1.0;
  return instance_low_rank(made->n, 1, made->factor, &made->weight, far ? made->far : -made->eps);
}

/* *r = <W,C_j>; without a learner W = I/n. */
static status violation(distance_constraints *made, const learner *player, size_t j, double *r) {
  const instance x = constraint(made, j);
  if (player != NULL) return learner_score(player, &x, r);
  *r = instance_trace(&x) / (double)made->n;
  return STATUS_OK;
}

/* The number of the constraint that comes next; STATUS_END if none is violated. */
static status choose(distance_constraints *made, const learner *player, size_t *out) {
  const size_t count = made->all;
  double most = made->tolerance;
  size_t violated = 0;
  for (size_t k = 0; k < count; k++) {
    const size_t j = made->order == CYCLIC ? (made->place + k) % count : k;
    double r = 0.0;
    TRY(violation(made, player, j, &r));
    if (!(r > (made->order == MOST_VIOLATED ? most : made->tolerance))) continue;
    most = r * (1.0 + tie);
    *out = j;
    made->violated[violated++] = j;
    if (made->order == CYCLIC) break;
  }
  if (violated == 0) return STATUS_END;
  if (made->order == RANDOM) *out = made->violated[random_index(made->choice, violated)];
  made->place = (*out + 1) % count;
  return STATUS_OK;
}

static const ask asks[] = {
    ASK_AS_OR("infeasible", distance_constraints, refuted, 0.0),
};

static status next(void *self, const learner *player, instance *x) {
  distance_constraints *made = self;
  size_t j = 0;
  if (live_constant_now(&made->refuted) != 0.0) return STATUS_END;
  TRY(choose(made, player, &j));
  *x = constraint(made, j);
  return STATUS_OK;
}

static const field constants[] = {
    {FIELD_NAMED("constraints", distance_constraints, all, FIELD_COUNT)},
    {FIELD(distance_constraints, eps, FIELD_NUMBER)},
};

static status notes(void *self, cJSON *out) {
  const distance_constraints *made = self;
  TRY(target_kernel_notes(made->source.kernel, out));
  return state_add_count(out, "constraints", made->all);
}

static const size_t *classes(const void *self, const char *const **names) {
  const target_kernel *kernel = ((const distance_constraints *)self)->source.kernel;
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
