#include "hindsight/square_loss/density_fit.h"
#include "hindsight/hindsight_answer.h"
#include "hindsight/square_loss.h"
#include "hindsight/square_loss/regression_fit.h"
#include "linalg/kernels.h"
#include <float.h>

enum { ROUND = 25, PATIENCE = 40, ROUNDS = 400, ROUNDS_BEFORE_BARRIER = 60 };
/* The gap at which the descent ends, as a share of the loss (at least 1): the certificate calls an interval of 1e-9
 * exact. */
static const double ENOUGH = 1e-11;

typedef struct descent {
  density_groups *groups;
  size_t n;
  eigen_solver *solver;
  double *values, *vectors; /* of the matrix decomposed last */
  double *last, *ahead;     /* the previous density, and the extrapolated point where gradients are taken */
  double *gradient, *moved;
  double curvature, momentum;
  double within; /* sum of the squares within groups, which is the same for every density */
  arena memory;  /* of the arrays */
} descent;

static status begin(density_groups *groups, const eigen_backend *eigen, descent *d) {
  const size_t n = groups->trials->n;
  *d = (descent){.groups = groups, .n = n, .curvature = 0.0, .momentum = 1.0};
  TRY(eigen_solver_new(eigen, n, &d->solver));
  TRY(ARENA_ARRAY(&d->memory, n, d->values));
  TRY(ARENA_ARRAY(&d->memory, n * n, d->vectors));
  TRY(ARENA_ARRAY(&d->memory, n * n, d->last));
  TRY(ARENA_ARRAY(&d->memory, n * n, d->ahead));
  TRY(ARENA_ARRAY(&d->memory, n * n, d->gradient));
  TRY(ARENA_ARRAY(&d->memory, n * n, d->moved));
  for (size_t t = 0; t < groups->trials->count; t++) {
    const double off = groups->trials->y[t] - groups->mean[groups->of[t]];
    d->within += off * off;
  }
  return STATUS_OK;
}

static void descent_clear(descent *d) {
  eigen_solver_free(d->solver);
  arena_free(&d->memory);
}

/* Projects values (ascending) on the simplex: subtracts one number from all and sets negative ones to 0. */
static void project_spectrum(size_t n, double *values) {
  double sum = 0.0, level = 0.0;
  for (size_t k = n; k-- > 0;) {
    sum += values[k];
    const double candidate = (sum - 1.0) / (double)(n - k);
    if (values[k] <= candidate) break;
    level = candidate;
  }
  for (size_t k = 0; k < n; k++) values[k] = fmax(0.0, values[k] - level);
}

/* matrix <- the density nearest to it */
static status project(descent *d, double *matrix) {
  const size_t n = d->n;
  TRY(eigen_solve(d->solver, n, matrix, n, d->values, d->vectors, NULL));
  project_spectrum(n, d->values);
  size_t first = 0;
  double trace = 0.0;
  while (first < n && d->values[first] <= 0.0) first++;
  for (size_t k = first; k < n; k++) {
    trace += d->values[k];
    kernel_scale(n, sqrt(d->values[k]), d->vectors + k * n);
  }
  memset(matrix, 0, n * n * sizeof *matrix);
  for (size_t k = first; k < n; k++) {
    const double *v = d->vectors + k * n;
    for (size_t i = 0; i < n; i++) kernel_axpy(i + 1, v[i] / trace, v, matrix + i * n);
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) matrix[j * n + i] = matrix[i * n + j];
  }
  return STATUS_OK;
}

/* Whether sum_g weight_g tr(D X_g)^2 <= curvature |D|_F^2 for D = moved; otherwise the curvature must grow. */
static bool is_curved_enough(descent *d) {
  double bent = 0.0;
  density_values(d->groups, d->moved);
  for (size_t g = 0; g < d->groups->count; g++) {
    bent += d->groups->weight[g] * d->groups->value[g] * d->groups->value[g];
  }
  const double square = kernel_dot(d->n * d->n, d->moved, d->moved);
  if (bent <= d->curvature * square * (1.0 + 1e-9)) return true;
  d->curvature = fmax(2.0 * d->curvature, bent / square);
  return false;
}

/* u <- the projection of ahead - gradient / curvature; ahead <- beyond it */
static status step(descent *d, double *u) {
  const size_t square = d->n * d->n;
  memcpy(d->last, u, square * sizeof *u);
  density_values(d->groups, d->ahead);
  density_gradient(d->groups, d->gradient);
  if (d->curvature == 0.0) {
    memcpy(d->moved, d->gradient, square * sizeof *u);
    d->curvature = DBL_MIN;
    (void)is_curved_enough(d);
  }
  do {
    for (size_t i = 0; i < square; i++) u[i] = d->ahead[i] - d->gradient[i] / d->curvature;
    TRY(project(d, u));
    for (size_t i = 0; i < square; i++) d->moved[i] = u[i] - d->ahead[i];
  } while (!is_curved_enough(d));
  double back = 0.0;
  for (size_t i = 0; i < square; i++) back -= d->moved[i] * (u[i] - d->last[i]);
  const double next = back > 0.0 ? 1.0 : 0.5 * (1.0 + sqrt(1.0 + 4.0 * d->momentum * d->momentum));
  const double beyond = back > 0.0 ? 0.0 : (d->momentum - 1.0) / next;
  for (size_t i = 0; i < square; i++) d->ahead[i] = u[i] + beyond * (u[i] - d->last[i]);
  d->momentum = next;
  return STATUS_OK;
}

/* *gap = 2 (tr(U G) - lambda_min(G)), *loss = that of u */
static status measure(descent *d, const double *u, double *gap, double *loss) {
  density_values(d->groups, u);
  density_gradient(d->groups, d->gradient);
  *loss = d->within;
  for (size_t g = 0; g < d->groups->count; g++) {
    const double off = d->groups->value[g] - d->groups->mean[g];
    *loss += d->groups->weight[g] * off * off;
  }
  TRY(eigen_solve(d->solver, d->n, d->gradient, d->n, d->values, d->vectors, NULL));
  *gap = 2.0 * (kernel_dot(d->n * d->n, u, d->gradient) - d->values[0]);
  return STATUS_OK;
}

/* The best density so far. */
typedef struct best_density {
  double gap, loss;
  double *u;
  size_t round;
} best_density;

static status compare(descent *d, const double *u, size_t round, best_density *best) {
  double gap = INFINITY, loss = 0.0;
  TRY(measure(d, u, &gap, &loss));
  if (!(gap < best->gap)) return STATUS_OK;
  *best = (best_density){.gap = gap, .loss = loss, .u = best->u, .round = round};
  memcpy(best->u, u, d->n * d->n * sizeof *u);
  return STATUS_OK;
}

static bool is_enough(const best_density *best) {
  return best->gap <= ENOUGH * fmax(1.0, best->loss);
}

/* The number of rounds falls with the order and with the size of the instances, which each step reads twice. */
static size_t most_rounds(const density_groups *groups) {
  const double n = (double)groups->trials->n;
  double step = 40.0 * n * n * n;
  for (size_t g = 0; g < groups->count; g++) {
    const instance *x = &groups->trials->x[groups->first[g]];
    const double rank = x->kind == INSTANCE_LOW_RANK ? (double)x->rank + 1.0 : 1.0;
    step += x->kind == INSTANCE_DISTANCE ? 64.0 : 4.0 * rank * n * n;
  }
  const double rounds = 1e12 / (step * ROUND);
  if (groups->trials->n <= BARRIER_LARGEST) return rounds < ROUNDS_BEFORE_BARRIER ? 20 : ROUNDS_BEFORE_BARRIER;
  return rounds < 20.0 ? 20 : rounds > ROUNDS ? ROUNDS : (size_t)rounds;
}

/* u (n x n) = a density of nearly least loss, by accelerated projected gradients (Beck and Teboulle 2009) that restart
 * where they overshoot (O'Donoghue and Candes 2015); if these converge slowly, as for instances of very different
 * sizes, and the order allows it, by the barrier. */
static status density_descend(density_groups *groups, const eigen_backend *eigen, double *u) {
  const size_t n = groups->trials->n, rounds = most_rounds(groups);
  CLEANUP(descent_clear) descent d = {0};
  FREED double *kept = NULL;
  double first_gap = 0.0;
  TRY(begin(groups, eigen, &d));
  TRY(NEW_ARRAY(n * n, kept));
  best_density best = {.gap = INFINITY, .u = kept};
  memset(u, 0, n * n * sizeof *u);
  for (size_t i = 0; i < n; i++) u[i * (n + 1)] = 1.0 / (double)n;
  memcpy(d.ahead, u, n * n * sizeof *u);
  for (size_t round = 0; round <= rounds; round++) {
    TRY(compare(&d, u, round, &best));
    if (round == 0) first_gap = best.gap;
    if (is_enough(&best) || round - best.round >= PATIENCE || round == rounds) break;
    for (size_t k = 0; k < ROUND; k++) TRY(step(&d, u));
  }
  if (!is_enough(&best) && n <= BARRIER_LARGEST) {
    TRY(density_barrier(groups, first_gap, ENOUGH * fmax(1.0, best.loss), u));
    TRY(compare(&d, u, rounds, &best));
  }
  memcpy(u, best.u, n * n * sizeof *u);
  return STATUS_OK;
}

/* The residuals e of u, group by group, and its loss. */
static double loss_of(density_groups *groups, const double *u, double *e) {
  density_values(groups, u);
  for (size_t t = 0; t < groups->trials->count; t++) e[t] = groups->value[groups->of[t]] - groups->trials->y[t];
  return square_trials_loss(groups->trials->count, e);
}

static status find(const square_trials *trials, const eigen_backend *eigen, hindsight_answer *found) {
  CLEANUP(density_groups_free) density_groups groups = {0};
  FREED double *e = NULL;
  TRY(density_groups_new(trials, &groups));
  TRY(NEW_ARRAY(trials->count, e));
  TRY(density_descend(&groups, eigen, found->numbers));
  found->own = loss_of(&groups, found->numbers, e);
  if (!isfinite(found->own)) return FAIL(STATUS_NUMERIC, "best density: a loss that is not finite");
  TRY(density_certificate(&groups, e, eigen, &found->least));
  found->least = fmin(fmax(found->least, 0.0), found->own);
  return STATUS_OK;
}

static bool all_vectors(const square_trials *trials) {
  size_t t = 0;
  while (t < trials->count && trials->x[t].kind == INSTANCE_VECTOR) t++;
  return t > 0 && t == trials->count;
}

status comparator_density_fit(size_t n, size_t count, const instance *x, const double *y, const eigen_backend *eigen,
                              comparator **out) {
  const square_trials trials = {.n = n, .count = count, .x = x, .y = y};
  CLEANUP(hindsight_answer_free) hindsight_answer found = {0};
  char key[33];
  *out = NULL;
  TRY(square_trials_check(&trials, 0));
  if (all_vectors(&trials)) return comparator_regression_fit(REGRESSION_SIMPLEX, 1.0, n, count, x, y, out);
  TRY(square_trials_key(&trials, eigen->name, 0.0, key));
  TRY(hindsight_answer_new(n * n, &found));
  if (!hindsight_answer_find(key, &found)) {
    TRY(find(&trials, eigen, &found));
    TRY(hindsight_answer_keep(key, &found));
  }
  TRY(comparator_from_matrix(COMPARATOR_INTERVAL, n, found.numbers, out));
  comparator_set_least(*out, found.least, found.own);
  return STATUS_OK;
}
