/* Unit vectors x for the log loss -x^T ln(W) x of densities W (Koolen, Kotlowski and Warmuth 2011): q_1, ..., q_n a hidden orthonormal
 * basis, p_i proportional to decay^(i-1).
 *
 *   repeated      x = q_1 in every trial
 *   eigenvectors  x = q_i with the chance p_i
 *   directions    x = sum of sqrt(p_i) g_i q_i, made a unit vector, g_i normal
 *
 * instances = "vector": the q_i are the unit vectors e_i, shown as vectors, which have an order alone; the same i are drawn. The label is 1
 * and the loss linear, so that a learner that predicts its loss pays it. The comparator is the best density in hindsight of as many trials as
 * were asked for, S = (1/T) sum of x x^T, as U = -ln S: tr(U X) is its loss. Eigenvalues of S below 1e-20 count as that, so that U is finite
 * and tr e^-U = 1 to rounding. Streams: "rotation", "instances". */

#include "problems/problem.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 512, VECTOR_LIMIT = 1000000 };
static const double least_share = 1e-20;
static const double highest = 50.0; /* of predictions: -ln(least_share) is 46 */

typedef enum sequence_kind { REPEATED, EIGENVECTORS, DIRECTIONS } sequence_kind;
typedef enum instances_choice { INSTANCES_DYAD, INSTANCES_VECTOR } instances_choice;

typedef struct unit_vectors {
  size_t n, chosen;
  sequence_kind sequence;
  instances_choice instances;
  double decay, label;
  random_stream *stream;
  double *basis, *x, *coordinates; /* dyads: n x n; n */
  double *shares;                  /* p_i */
  double *sums;                    /* of p_1, ..., p_i */
  comparator *comparator;
} unit_vectors;

static const parameter parameters[] = {
    OPTION_COUNT(unit_vectors, n, REQUIRED, 1, VECTOR_LIMIT, "order; dyads: at most 512"),
    OPTION_CHOICE(unit_vectors, sequence, "eigenvectors", "repeated eigenvectors directions",
                  "one vector again and again, vectors of a basis, or directions spread around it"),
    OPTION_ABOVE(unit_vectors, decay, "0.7", 0, 1,
                 "each vector of the basis is that much as frequent as the one before it"),
    OPTION_CHOICE(unit_vectors, instances, "dyad", "dyad vector",
                  "x x^T; vector: the basis is that of the coordinates, which are shown as vectors"),
};

static const option_rule rules[] = {
    RULE_LIMIT(unit_vectors, n, ORDER_LIMIT, instances, INSTANCES_DYAD),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const unit_vectors *source = self;
  const bool dyads = source->instances == INSTANCES_DYAD;
  if (!dyads && source->sequence == DIRECTIONS) {
    return FAIL(STATUS_INVALID, "%s: sequence = \"directions\" needs instances = \"dyad\"", setting->class->about.name);
  }
  *out = (problem_facts){.n = source->n,
                         .kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_LINEAR, 0.0, highest, 1.0, 1.0, 1.0},
                         .exchangeable = source->sequence != REPEATED,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

/* The first i whose sum of shares is above a uniform number. */
static size_t draw_index(unit_vectors *source) {
  const double u = random_uniform(source->stream);
  size_t low = 0, high = source->n - 1;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (u < source->sums[middle]) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

static instance show(unit_vectors *source) {
  static const double one = 1.0;
  const size_t n = source->n;
  source->chosen = source->sequence == EIGENVECTORS ? draw_index(source) : 0;
  if (source->instances == INSTANCES_VECTOR) return instance_sparse(INSTANCE_VECTOR, n, 1, &source->chosen, &one);
  if (source->sequence != DIRECTIONS) return instance_dense_dyad(n, source->basis + source->chosen * n);
  random_gaussian_vector(source->stream, n, source->coordinates);
  for (size_t i = 0; i < n; i++) source->coordinates[i] *= sqrt(source->shares[i]);
  const double length = kernel_norm(n, source->coordinates);
  memset(source->x, 0, n * sizeof *source->x);
  for (size_t i = 0; i < n; i++) source->coordinates[i] /= length;
  kernel_rows_combine(n, n, source->basis, n, source->coordinates, source->x);
  return instance_dense_dyad(n, source->x);
}

static double price(double share) {
  return -fixed_log(fmax(share, least_share));
}

static status compare_vector(unit_vectors *source, size_t trials) {
  const size_t n = source->n;
  FREED double *u = NULL;
  TRY(NEW_ARRAY(n, u));
  for (size_t t = 0; t < trials; t++) {
    const instance x = show(source);
    u[x.index[0]] += 1.0 / (double)trials;
  }
  for (size_t i = 0; i < n; i++) u[i] = fmax(price(u[i]), 0.0);
  return comparator_from_vector(COMPARATOR_PLANTED, n, u, &source->comparator);
}

static status compare_dyad(unit_vectors *source, size_t trials) {
  const size_t n = source->n;
  FREED double *sum = NULL, *values = NULL, *vectors = NULL;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  TRY(NEW_ARRAY(n * n, sum));
  TRY(NEW_ARRAY(n, values));
  TRY(NEW_ARRAY(n * n, vectors));
  TRY(eigen_solver_new(&eigen_own, n, &solver));
  for (size_t t = 0; t < trials; t++) {
    const instance x = show(source);
    instance_add_to_dense(&x, 1.0 / (double)trials, sum);
  }
  TRY(eigen_solve(solver, n, sum, n, values, vectors, NULL));
  for (size_t i = 0; i < n; i++) values[i] = fmax(price(values[i]), 0.0);
  const instance u = instance_low_rank(n, n, vectors, values, 0.0);
  memset(sum, 0, n * n * sizeof *sum);
  instance_add_to_dense(&u, 1.0, sum);
  return comparator_from_matrix(COMPARATOR_PLANTED, n, sum, &source->comparator);
}

/* Draws the whole sequence once more than it is played. */
static status compare(unit_vectors *source, uint64_t seed, size_t trials) {
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(random_stream_new(seed, "instances", &stream));
  source->stream = stream;
  TRY(OWN(source, &source->comparator, comparator_free_at));
  return source->instances == INSTANCES_DYAD ? compare_dyad(source, trials) : compare_vector(source, trials);
}

static status init(void *self, const problem_setting *setting) {
  unit_vectors *source = self;
  const size_t n = source->n;
  double total = 0.0, share = 1.0;
  source->label = 1.0;
  TRY(OWN_ARRAY(source, n, source->shares));
  TRY(OWN_ARRAY(source, n, source->sums));
  for (size_t i = 0; i < n; i++, share *= source->decay) {
    source->shares[i] = share;
    total += share;
    source->sums[i] = total;
  }
  for (size_t i = 0; i < n; i++) {
    source->shares[i] /= total;
    source->sums[i] /= total;
  }
  if (source->instances == INSTANCES_DYAD) {
    TRY(planted_rotation(setting->seed, n, &source->basis));
    TRY(OWN(source, source->basis, free));
    TRY(OWN_ARRAY(source, n, source->x));
    TRY(OWN_ARRAY(source, n, source->coordinates));
  }
  if (setting->trials > 0) TRY(compare(source, setting->seed, setting->trials));
  return member_stream(source, setting->seed, "instances", &source->stream);
}

static status next(void *self, const learner *player, instance *x) {
  *x = show(self);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(unit_vectors),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(unit_vectors, label),
    .comparator_at = PLACE(unit_vectors, comparator),
};

const problem_class problem_unit_vectors = {
    .about = {.name = "unit_vectors",
              .title = "Unit vectors",
              .citation = "Koolen, Kotlowski & Warmuth 2011",
              .help = "unit vectors around a hidden orthonormal basis, for losses that learners predict themselves",
              .formula = "$X=xx^T$, $x$ a vector of a hidden basis or $\\sum_i\\sqrt{p_i}g_iq_i$ made a unit vector, "
                         "$p_i\\propto\\mathrm{decay}^i$; $y=1$, loss $y\\hat y$; $U=-\\ln\\frac1T\\sum_tX_t$",
              .family = "unit_vectors",
              .result_version = 1,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
