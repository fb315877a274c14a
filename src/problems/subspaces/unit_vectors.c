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
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 512, VECTOR_LIMIT = 1000000 };
static const double least_share = 1e-20;
static const double highest = 50.0; /* of predictions: -ln(least_share) is 46 */

typedef enum sequence_kind { REPEATED, EIGENVECTORS, DIRECTIONS } sequence_kind;

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = VECTOR_LIMIT, .meaning = "order; dyads: at most 512"},
    {.name = "sequence",
     .type = PARAMETER_CHOICE,
     .value = "eigenvectors",
     .choices = "repeated eigenvectors directions",
     .meaning = "one vector again and again, vectors of a basis, or directions spread around it"},
    {.name = "decay",
     .type = PARAMETER_NUMBER,
     .value = "0.7",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "each vector of the basis is that much as frequent as the one before it"},
    {.name = "instances",
     .type = PARAMETER_CHOICE,
     .value = "dyad",
     .choices = "dyad vector",
     .meaning = "x x^T; vector: the basis is that of the coordinates, which are shown as vectors"},
};

typedef struct unit_vectors {
  sequence_kind sequence;
  size_t n, chosen;
  bool dyads;
  double label;
  random_stream *instances;
  double *basis, *x, *coordinates; /* dyads: n x n; n */
  double *shares;                  /* p_i */
  double *sums;                    /* of p_1, ..., p_i */
  comparator *comparator;
} unit_vectors;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const bool dyads = option_is(values, "instances", "dyad");
  if (dyads) TRY(planted_limit(values, ORDER_LIMIT, "instances = dyad"));
  if (!dyads && option_choice(values, "sequence") == DIRECTIONS) {
    return FAIL(STATUS_INVALID, "%s: sequence = \"directions\" needs instances = \"dyad\"", option_who(values));
  }
  *out = (problem_facts){.n = option_count(values, "n"),
                         .kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_LINEAR, 0.0, highest, 1.0, 1.0, 1.0},
                         .exchangeable = option_choice(values, "sequence") != REPEATED,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static void clear(void *self) {
  unit_vectors *source = self;
  comparator_free(source->comparator);
  random_stream_free(source->instances);
  free(source->basis);
  free(source->x);
  free(source->coordinates);
  free(source->shares);
  free(source->sums);
}

/* The first i whose sum of shares is above a uniform number. */
static size_t draw_index(unit_vectors *source) {
  const double u = random_uniform(source->instances);
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
  if (!source->dyads) return instance_sparse(INSTANCE_VECTOR, n, 1, &source->chosen, &one);
  if (source->sequence != DIRECTIONS) return instance_dense_dyad(n, source->basis + source->chosen * n);
  random_gaussian_vector(source->instances, n, source->coordinates);
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
  double *u = NULL;
  TRY(NEW_ARRAY(n, u));
  for (size_t t = 0; t < trials; t++) {
    const instance x = show(source);
    u[x.index[0]] += 1.0 / (double)trials;
  }
  for (size_t i = 0; i < n; i++) u[i] = fmax(price(u[i]), 0.0);
  const status code = comparator_from_vector(COMPARATOR_PLANTED, n, u, &source->comparator);
  free(u);
  return code;
}

static status compare_dyad(unit_vectors *source, size_t trials) {
  const size_t n = source->n;
  double *sum = NULL, *values = NULL, *vectors = NULL;
  eigen_solver *solver = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(n * n, sum));
  CHECK(NEW_ARRAY(n, values));
  CHECK(NEW_ARRAY(n * n, vectors));
  CHECK(eigen_solver_new(&eigen_gsl, n, &solver));
  for (size_t t = 0; t < trials; t++) {
    const instance x = show(source);
    instance_add_to_dense(&x, 1.0 / (double)trials, sum);
  }
  CHECK(eigen_solve(solver, n, sum, n, values, vectors, NULL));
  for (size_t i = 0; i < n; i++) values[i] = fmax(price(values[i]), 0.0);
  const instance u = instance_low_rank(n, n, vectors, values, 0.0);
  memset(sum, 0, n * n * sizeof *sum);
  instance_add_to_dense(&u, 1.0, sum);
  CHECK(comparator_from_matrix(COMPARATOR_PLANTED, n, sum, &source->comparator));
end:
  eigen_solver_free(solver);
  free(sum);
  free(values);
  free(vectors);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  unit_vectors *source = self;
  const size_t n = option_count(values, "n");
  const double decay = option_number(values, "decay");
  double total = 0.0, share = 1.0;
  source->n = n;
  source->sequence = (sequence_kind)option_choice(values, "sequence");
  source->dyads = option_is(values, "instances", "dyad");
  source->label = 1.0;
  TRY(NEW_ARRAY(n, source->shares));
  TRY(NEW_ARRAY(n, source->sums));
  for (size_t i = 0; i < n; i++, share *= decay) {
    source->shares[i] = share;
    total += share;
    source->sums[i] = total;
  }
  for (size_t i = 0; i < n; i++) {
    source->shares[i] /= total;
    source->sums[i] /= total;
  }
  if (source->dyads) {
    TRY(planted_rotation(setting->seed, n, &source->basis));
    TRY(NEW_ARRAY(n, source->x));
    TRY(NEW_ARRAY(n, source->coordinates));
  }
  if (setting->trials > 0) { /* the whole sequence, once more than it is played */
    TRY(random_stream_new(setting->seed, "instances", &source->instances));
    TRY(source->dyads ? compare_dyad(source, setting->trials) : compare_vector(source, setting->trials));
    random_stream_free(source->instances);
    source->instances = NULL;
  }
  return random_stream_new(setting->seed, "instances", &source->instances);
}

static status next(void *self, const learner *player, instance *x) {
  (void)player;
  *x = show(self);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(unit_vectors),
    .facts = facts,
    .init = init,
    .clear = clear,
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
              PARAMETERS(parameters)},
    .methods = &methods,
};
