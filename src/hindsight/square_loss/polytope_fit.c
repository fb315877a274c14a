/* The A u nearest to y over a polytope, by Wolfe's corrals of vertices. */
#include "hindsight/square_loss.h"
#include "linalg/accurate_sum.h"
#include "linalg/kernels.h"

/* A corral: affinely independent vertices sign_k radius e_{of_k} with weights that sum to 1, and the Cholesky factor of
 * the matrix radius^2 sign_k sign_l <A_k, A_l> + ridge, which is positive definite for them. */
typedef struct corral {
  const square_trials *trials;
  double radius, ridge;
  bool free_signs;
  size_t count, room;
  size_t *of;
  double *sign, *weight;
  double *factor;            /* room x room */
  double *right, *ones;      /* room each */
  double *column, *products; /* trials' count; n */
  double *e, *g;             /* residuals of the present u, and A^T e */
  double *u;
  double *gram, *of_labels; /* A^T A and A^T y while they are used, otherwise NULL */
  double labels;            /* |y|^2 */
  arena memory;             /* of the arrays */
} corral;

static void corral_clear(corral *c) {
  free(c->of);
  free(c->sign);
  free(c->weight);
  free(c->factor);
  free(c->right);
  free(c->ones);
  free(c->gram);
  free(c->of_labels);
  arena_free(&c->memory);
}

/* The arrays double as the corral grows: most corrals have few vertices. */
static status grow_corral(corral *c) {
  const size_t room = c->room == 0 ? 16 : 2 * c->room;
  double *factor = NULL;
  TRY(memory_grow(&c->of, room, sizeof *c->of));
  TRY(memory_grow(&c->sign, room, sizeof *c->sign));
  TRY(memory_grow(&c->weight, room, sizeof *c->weight));
  TRY(memory_grow(&c->right, room, sizeof *c->right));
  TRY(memory_grow(&c->ones, room, sizeof *c->ones));
  TRY(NEW_ARRAY(room * room, factor));
  for (size_t k = 0; k < c->count; k++) {
    memcpy(factor + k * room, c->factor + k * c->room, (k + 1) * sizeof *factor);
  }
  free(c->factor);
  c->factor = factor;
  c->room = room;
  return STATUS_OK;
}

/* Adds a vertex of weight 0; *added = false if it is affinely dependent on the others, up to rounding. */
static status append(corral *c, size_t i, double sign, bool *added) {
  const size_t k = c->count;
  if (k == c->room) TRY(grow_corral(c));
  double *row = c->factor + k * c->room;
  const double *products = c->gram != NULL ? c->gram + i * c->trials->n : c->products;
  if (c->gram == NULL) {
    square_trials_column(c->trials, i, c->column);
    square_trials_gradient(c->trials, c->column, c->products);
  }
  const double square = c->radius * c->radius;
  for (size_t l = 0; l < k; l++) {
    const double *pivot_row = c->factor + l * c->room;
    const double entry = square * sign * c->sign[l] * products[c->of[l]] + c->ridge;
    row[l] = (entry - kernel_dot(l, row, pivot_row)) / pivot_row[l];
  }
  const double diagonal = square * products[i] + c->ridge, pivot = diagonal - kernel_dot(k, row, row);
  *added = pivot > 16.0 * DBL_EPSILON * diagonal * ((double)k + 1.0);
  if (!*added) return STATUS_OK;
  row[k] = sqrt(pivot);
  c->of[k] = i;
  c->sign[k] = sign;
  c->weight[k] = 0.0;
  c->count++;
  return STATUS_OK;
}

/* Removes vertex k: the rows below it lose a column, and rotations make the factor triangular again. */
static void remove_vertex(corral *c, size_t k) {
  const size_t room = c->room, last = --c->count;
  for (size_t l = k; l < last; l++) {
    c->of[l] = c->of[l + 1];
    c->sign[l] = c->sign[l + 1];
    c->weight[l] = c->weight[l + 1];
    memcpy(c->factor + l * room, c->factor + (l + 1) * room, (l + 2) * sizeof *c->factor);
  }
  for (size_t l = k; l < last; l++) {
    double *pivot_row = c->factor + l * room;
    const double a = pivot_row[l], b = pivot_row[l + 1], length = sqrt(a * a + b * b);
    for (size_t j = l; j < last; j++) {
      double *row = c->factor + j * room;
      const double first = row[l], second = row[l + 1];
      row[l] = (a * first + b * second) / length;
      row[l + 1] = (a * second - b * first) / length;
    }
  }
}

static void solve(const corral *c, double *v) {
  for (size_t k = 0; k < c->count; k++) {
    const double *row = c->factor + k * c->room;
    v[k] = (v[k] - kernel_dot(k, row, v)) / row[k];
  }
  for (size_t k = c->count; k-- > 0;) {
    const double *row = c->factor + k * c->room;
    v[k] /= row[k];
    kernel_axpy(k, -v[k], row, v);
  }
}

/* g = A^T (A u - y) from the Gram matrix; the loss. */
static double evaluate_by_gram(corral *c) {
  const size_t n = c->trials->n;
  double loss = c->labels;
  for (size_t i = 0; i < n; i++) c->g[i] = -c->of_labels[i];
  for (size_t i = 0; i < n; i++) {
    if (c->u[i] != 0.0) kernel_axpy(n, c->u[i], c->gram + i * n, c->g);
  }
  for (size_t i = 0; i < n; i++) loss += c->u[i] * (c->g[i] - c->of_labels[i]);
  return loss;
}

/* u from the weights, e and g from u; the loss. */
static double evaluate(corral *c) {
  double sum = 0.0;
  memset(c->u, 0, c->trials->n * sizeof *c->u);
  for (size_t k = 0; k < c->count; k++) sum += c->weight[k];
  for (size_t k = 0; k < c->count; k++) {
    c->weight[k] /= sum;
    c->u[c->of[k]] += c->sign[k] * c->radius * c->weight[k];
  }
  if (c->gram != NULL) return evaluate_by_gram(c);
  square_trials_residuals(c->trials, c->u, c->e);
  square_trials_gradient(c->trials, c->e, c->g);
  return square_trials_loss(c->trials->count, c->e);
}

/* right = the step from the weights to the least loss on the corral's affine hull: (M right)_k = -g_k + nu, sum right =
 * 0 */
static void find_step(corral *c) {
  double sum = 0.0, of_ones = 0.0;
  for (size_t k = 0; k < c->count; k++) {
    c->right[k] = -c->sign[k] * c->radius * c->g[c->of[k]];
    c->ones[k] = 1.0;
  }
  solve(c, c->right);
  solve(c, c->ones);
  for (size_t k = 0; k < c->count; k++) {
    sum += c->right[k];
    of_ones += c->ones[k];
  }
  for (size_t k = 0; k < c->count; k++) c->right[k] -= sum / of_ones * c->ones[k];
}

/* Goes to the least loss on the affine hull, or to the point where the step leaves the convex hull; then a vertex is
 * removed. */
static bool walk(corral *c) {
  double step = 1.0;
  size_t leaving = c->count;
  find_step(c);
  for (size_t k = 0; k < c->count; k++) {
    if (c->weight[k] + c->right[k] > 0.0 || !(c->right[k] < 0.0)) continue;
    const double until = c->weight[k] / -c->right[k];
    if (until >= step) continue;
    step = until;
    leaving = k;
  }
  for (size_t k = 0; k < c->count; k++) c->weight[k] = fmax(0.0, c->weight[k] + step * c->right[k]);
  if (leaving == c->count) return true;
  remove_vertex(c, leaving);
  return c->count == 1;
}

/* The vertex of least slope; *gap = the slope at u minus that: the loss is at most 2 gap above the least one. */
static void best_vertex(const corral *c, size_t *best, double *sign, double *gap) {
  double least = INFINITY, here = 0.0;
  for (size_t i = 0; i < c->trials->n; i++) {
    const double slope = c->free_signs ? -fabs(c->g[i]) : c->g[i];
    here += c->u[i] * c->g[i];
    if (slope >= least) continue;
    least = slope;
    *best = i;
    *sign = c->free_signs && c->g[i] > 0.0 ? -1.0 : 1.0;
  }
  *gap = here - c->radius * least;
}

static bool has_vertex(const corral *c, size_t i, double sign) {
  for (size_t k = 0; k < c->count; k++) {
    if (c->of[k] == i && c->sign[k] == sign) return true;
  }
  return false;
}

static status start(corral *c) {
  const size_t n = c->trials->n;
  double sign = 1.0, gap, longest = 0.0;
  size_t best = 0;
  bool added;
  for (size_t t = 0; t < c->trials->count; t++) {
    for (size_t j = 0; j < c->trials->x[t].count; j++) {
      const double value = c->trials->x[t].value[j];
      longest += value * value;
    }
    c->e[t] = -c->trials->y[t];
  }
  c->ridge = c->radius * c->radius * longest / (double)n;
  if (!(c->ridge > 0.0)) c->ridge = 1.0;
  square_trials_gradient(c->trials, c->e, c->g);
  best_vertex(c, &best, &sign, &gap);
  TRY(append(c, best, sign, &added));
  if (!added) return FAIL(STATUS_NUMERIC, "best in hindsight: a column whose length is no number");
  c->weight[0] = 1.0;
  return STATUS_OK;
}

/* Repeats until no vertex lowers the loss. Each corral has a lower loss than the one before, so there are finitely many
 * steps; the limit guards against rounding. */
static status descend(corral *c) {
  const size_t most = 50 * (c->trials->n + 20);
  double loss = INFINITY;
  for (size_t step = 0; step < most; step++) {
    double sign = 1.0, gap;
    size_t best = 0;
    bool added = true;
    const double now = evaluate(c);
    best_vertex(c, &best, &sign, &gap);
    if (gap <= 1e-14 * now || has_vertex(c, best, sign) || now >= loss) break;
    loss = now;
    TRY(append(c, best, sign, &added));
    if (!added) break;
    while (!walk(c)) (void)evaluate(c);
  }
  return STATUS_OK;
}

static status make_gram(corral *c) {
  const size_t n = c->trials->n;
  FREED double *ones = NULL;
  TRY(NEW_ARRAY(n, ones));
  TRY(NEW_ARRAY(n * n, c->gram));
  TRY(NEW_ARRAY(n, c->of_labels));
  for (size_t i = 0; i < n; i++) ones[i] = 1.0;
  TRY(gram_matrix(c->trials, ones, c->gram));
  square_trials_gradient(c->trials, c->trials->y, c->of_labels);
  c->labels = kernel_dot(c->trials->count, c->trials->y, c->trials->y);
  return STATUS_OK;
}

/* Switches from the Gram matrix to the trials, whose slopes are more accurate. */
static void drop_gram(corral *c) {
  free(c->gram);
  free(c->of_labels);
  c->gram = c->of_labels = NULL;
  do (void)evaluate(c);
  while (!walk(c));
}

/* The bound of regression_fit.h from the residuals of u. */
static status certify(corral *c, double *least) {
  const size_t n = c->trials->n;
  FREED double *error = NULL;
  double slope = INFINITY;
  TRY(NEW_ARRAY(n, error));
  TRY(square_trials_accurate_gradient(c->trials, c->e, c->g, error));
  for (size_t i = 0; i < n; i++) {
    slope = fmin(slope, (c->free_signs ? -fabs(c->g[i]) : c->g[i]) - error[i]);
  }
  const double reached = 2.0 * c->radius * slope, dual = square_trials_dual(c->trials, c->e);
  *least = reached + dual;
  *least -= 2.0 * DBL_EPSILON * (fabs(reached) + fabs(dual));
  return STATUS_OK;
}

status polytope_fit(const square_trials *trials, double radius, bool free_signs, double *u, double *least) {
  CLEANUP(corral_clear) corral c = {.trials = trials, .radius = radius, .free_signs = free_signs, .u = u};
  memset(u, 0, trials->n * sizeof *u);
  TRY(ARENA_ARRAY(&c.memory, trials->count, c.column));
  TRY(ARENA_ARRAY(&c.memory, trials->n, c.products));
  TRY(ARENA_ARRAY(&c.memory, trials->count, c.e));
  TRY(ARENA_ARRAY(&c.memory, trials->n, c.g));
  if (trials->count > trials->n && trials->n <= GRAM_LARGEST) TRY(make_gram(&c));
  TRY(start(&c));
  TRY(descend(&c));
  if (c.gram != NULL) {
    drop_gram(&c);
    TRY(descend(&c));
  }
  (void)evaluate(&c);
  return certify(&c, least);
}
