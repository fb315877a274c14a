#include "spectral/projection/projection.h"
#include "base/fixed_math.h"
#include "linalg/kernels.h"
#include "spectral/projection/projection_dual.h"
#include <float.h>

enum { STEPS = 300, HALVINGS = 60, PATIENCE = 8 };

static const double PROJECTION_RESIDUAL = 1e-9;

static const double fine_residual = 1e-12; /* residual at which steps end, in units of the scale */
static const double fine_change = 1e-6;    /* and the largest change of log W by the last one */
/* If the duals diverge, W has no limit. They are followed up to this length, where their direction is a proof within
 * its tolerance. */
static const double largest_dual = 1e9;
/* largest change of log W in one step: beyond it the quadratic model is useless */
static const double longest_step = 4.0;
static const double least_ridge = 1e-14, largest_ridge = 1e3; /* relative to H_jj = 1; raised when a step fails */

/* ---- constraints, each divided by its norm, and the work space */

/* Number of data that a constraint owns. */
static size_t data_size(const projection *p, const linear_constraint *c) {
  if (p->diagonal || c->kind == CONSTRAINT_DYAD) return p->n;
  return c->kind == CONSTRAINT_MATRIX ? p->n * p->n : 0;
}

/* Copies the data of dyads and matrices, or on diagonal matrices the diagonal of C. */
static void copy_data(const projection *p, const linear_constraint *c, double *out) {
  const size_t n = p->n;
  if (!p->diagonal) {
    const size_t numbers = data_size(p, c);
    if (numbers > 0) memcpy(out, c->data, numbers * sizeof *out);
    return;
  }
  for (size_t i = 0; i < n; i++) {
    out[i] = c->kind == CONSTRAINT_TRACE   ? 1.0
             : c->kind == CONSTRAINT_ENTRY ? (c->i == c->j && c->i == i ? 1.0 : 0.0)
             : c->kind == CONSTRAINT_DYAD  ? c->data[i] * c->data[i]
                                           : c->data[i * (n + 1)];
  }
}

static double norm_of(const projection *p, const linear_constraint *c, const double *data) {
  if (p->diagonal) return kernel_norm(p->n, data);
  switch (c->kind) {
  case CONSTRAINT_TRACE: return sqrt((double)p->n);
  case CONSTRAINT_ENTRY: return c->i == c->j ? 1.0 : sqrt(2.0);
  case CONSTRAINT_DYAD: return kernel_dot(p->n, data, data);
  case CONSTRAINT_MATRIX: break;
  }
  return kernel_norm(p->n * p->n, data);
}

static status copy_constraints(arena *memory, projection *p, const linear_constraint *constraints) {
  size_t total = 0;
  for (size_t j = 0; j < p->count; j++) total += data_size(p, &constraints[j]);
  TRY(ARENA_ARRAY(memory, p->count, p->constraints));
  TRY(ARENA_ARRAY(memory, p->count, p->size));
  TRY(ARENA_ARRAY(memory, p->count, p->bound));
  TRY(ARENA_ARRAY(memory, total, p->data));
  double *data = p->data;
  for (size_t j = 0; j < p->count; j++) {
    const linear_constraint *c = &constraints[j];
    const size_t numbers = data_size(p, c);
    p->constraints[j] = *c;
    p->constraints[j].data = data;
    copy_data(p, c, data);
    const double size = norm_of(p, c, data);
    if (!(size > 0.0) || !isfinite(size) || !isfinite(c->value)) {
      return FAIL(STATUS_INVALID, "%s %s", c->name,
                  size == 0.0 ? (p->diagonal ? "is zero on diagonal matrices" : "is zero") : "is not finite");
    }
    kernel_scale(numbers, 1.0 / (c->kind == CONSTRAINT_DYAD && !p->diagonal ? sqrt(size) : size), data);
    p->size[j] = size;
    p->bound[j] = c->value / size;
    p->scale = fmax(p->scale, fabs(p->bound[j]));
    data += numbers;
  }
  if (p->scale == 0.0) p->scale = 1.0;
  return STATUS_OK;
}

static status allocate(arena *memory, projection *p, const eigen_backend *eigen) {
  const size_t n = p->n, count = p->count, square = p->diagonal ? 0 : n * n;
  TRY(ARENA_ARRAY(memory, p->entries, p->argument));
  TRY(ARENA_ARRAY(memory, n, p->values));
  TRY(ARENA_ARRAY(memory, square, p->vectors));
  TRY(ARENA_ARRAY(memory, square, p->transformed));
  TRY(ARENA_ARRAY(memory, p->entries, p->work));
  TRY(arena_array(memory, count, p->entries * sizeof *p->weighted, &p->weighted));
  TRY(ARENA_ARRAY(memory, count * count, p->hessian));
  TRY(ARENA_ARRAY(memory, count * count, p->factor));
  TRY(ARENA_ARRAY(memory, count, p->dual));
  TRY(ARENA_ARRAY(memory, count, p->trial));
  TRY(ARENA_ARRAY(memory, count, p->step));
  TRY(ARENA_ARRAY(memory, count, p->gradient));
  TRY(ARENA_ARRAY(memory, count, p->freed));
  TRY(ARENA_ARRAY(memory, count, p->held));
  TRY(ARENA_ARRAY(memory, count, p->solution));
  if (p->diagonal) return STATUS_OK;
  TRY(eigen_solver_new(eigen, n, &p->solver));
  return ARENA_OWN(memory, p->solver, eigen_solver_free);
}

status projection_new(arena *memory, size_t n, size_t count, const linear_constraint *constraints, bool diagonal,
                      const eigen_backend *eigen, projection **out) {
  projection *p = NULL;
  TRY(ARENA_ARRAY(memory, 1, p));
  p->n = n;
  p->count = count;
  p->diagonal = diagonal;
  p->entries = diagonal ? n : n * n;
  TRY(copy_constraints(memory, p, constraints));
  TRY(allocate(memory, p, eigen));
  *out = p;
  return STATUS_OK;
}

double projection_scale(const projection *p) {
  return p->scale;
}

/* ---- proofs that no positive definite W satisfies the constraints */

enum { NAMED = 4 };

static const double certificate = 1e-6; /* relative tolerance of a proof */

/* Least and largest eigenvalue of `work`, which holds a combination of constraints. */
static status extremes(projection *p, double *least, double *largest) {
  const size_t n = p->n;
  const double *values = p->work;
  if (!p->diagonal) {
    TRY(eigen_solve(p->solver, n, p->work, n, p->values, p->vectors, NULL));
    values = p->values;
  }
  *least = *largest = values[0];
  for (size_t l = 1; l < n; l++) {
    *least = fmin(*least, values[l]);
    *largest = fmax(*largest, values[l]);
  }
  return STATUS_OK;
}

/* The names of the constraints with d_j != 0, at most NAMED of them. Returns how many there are. */
static size_t names_of(const projection *p, const double *d, char *text, size_t size) {
  size_t used = 0, named = 0;
  text[0] = '\0';
  for (size_t j = 0; j < p->count; j++) {
    if (d[j] == 0.0 || named++ > NAMED || used >= size) continue;
    const char *name = named > NAMED ? "others" : p->constraints[j].name;
    used += (size_t)snprintf(text + used, size - used, "%s%s", named > 1 ? " and " : "", name);
  }
  return named;
}

/* With d >= 0 for inequalities and C = sum d_j C_j >= 0, every positive definite W that satisfies the constraints has 0
 * < tr(W C) <= sum d_j b_j, or C = 0 and 0 <= sum d_j b_j. *proof: `trial` shows that there is none, or, if *singular,
 * only singular ones. Overwrites the decomposition. */
static status proves(projection *p, double tolerance, bool *proof, bool *singular) {
  double bound = 0.0, sum = 0.0, least, largest;
  for (size_t j = 0; j < p->count; j++) {
    bound += p->trial[j] * p->bound[j];
    sum += fabs(p->trial[j]);
  }
  dual_combination(p, p->trial, p->work);
  TRY(extremes(p, &least, &largest));
  *singular = bound >= -tolerance * p->scale * sum;
  *proof = sum > 0.0 && least >= -tolerance * sum && bound <= tolerance * p->scale * sum &&
           (!*singular || largest > 1e-3 * sum);
  return STATUS_OK;
}

/* STATUS_INVALID, naming the constraints, if the duals' direction is a proof; constraints that it does not need are not
 * named. Overwrites `trial`, `work` and the decomposition. */
static status refuse_infeasible(projection *p, const double *direction) {
  double sum = 0.0;
  bool proof = false, singular = false;
  for (size_t j = 0; j < p->count; j++) {
    p->trial[j] = p->constraints[j].at_most ? fmax(direction[j], 0.0) : direction[j];
    sum += fabs(p->trial[j]);
  }
  if (!(sum > 0.0) || !isfinite(sum)) return STATUS_OK;
  for (size_t j = 0; j < p->count; j++) p->trial[j] /= sum;
  TRY(proves(p, certificate, &proof, &singular));
  if (!proof) return STATUS_OK;
  for (size_t j = p->count; j-- > 0;) {
    const double share = p->trial[j];
    bool still = false, weaker = false;
    if (share == 0.0) continue;
    p->trial[j] = 0.0;
    TRY(proves(p, 10.0 * certificate, &still, &weaker));
    if (!still || weaker != singular) p->trial[j] = share;
  }
  char names[512];
  const bool several = names_of(p, p->trial, names, sizeof names) > 1;
  if (!singular) {
    return FAIL(STATUS_INVALID, "%s: no positive semidefinite W satisfies %s", names,
                several ? "these together" : "this");
  }
  return FAIL(STATUS_INVALID, "%s: only singular W can satisfy %s; a positive definite one is needed", names,
              several ? "these together" : "this");
}

/* ---- Newton's method on the dual */

/* The quadratic model at the current duals a: minimise (H/2 p + gradient) p over a_j + p_j >= 0 for inequalities, by an
 * active set (Lawson and Hanson 1974): x = a + p; `freed` lists the x_j that are not held at 0. */

/* trial = solution on the free ones, 0 elsewhere: Cholesky of D^-1/2 (H + ridge) D^-1/2 with D = diag(H). Constraints
 * that repeat each other make H singular; the ridge then picks one of the equal solutions. */
static void solve_free(projection *p, size_t m) {
  const size_t count = p->count;
  const double ridge = p->ridge * (double)(count + 1);
  double *l = p->factor, *y = p->solution;
  for (size_t i = 0; i < m; i++) {
    const double *row = p->hessian + p->freed[i] * count;
    const double root = sqrt(row[p->freed[i]]);
    for (size_t k = 0; k <= i; k++) {
      const double scaled = row[p->freed[k]] / (root * sqrt(p->hessian[p->freed[k] * (count + 1)]));
      const double sum = (i == k ? 1.0 + ridge : scaled) - kernel_dot(k, l + i * count, l + k * count);
      l[i * count + k] = i == k ? sqrt(fmax(sum, ridge)) : sum / l[k * (count + 1)];
    }
    double right = -p->gradient[p->freed[i]]; /* of H z = H a - gradient; the a_j that are held count as p_j = -a_j */
    for (size_t j = 0; j < count; j++) {
      if (p->held[j]) right += row[j] * p->dual[j];
    }
    y[i] = (right / root - kernel_dot(i, l + i * count, y)) / l[i * (count + 1)];
  }
  for (size_t i = m; i-- > 0;) {
    double sum = y[i];
    for (size_t k = i + 1; k < m; k++) sum -= l[k * count + i] * y[k];
    y[i] = sum / l[i * (count + 1)];
  }
  memset(p->trial, 0, count * sizeof *p->trial);
  for (size_t i = 0; i < m; i++) {
    const size_t j = p->freed[i];
    p->trial[j] = p->dual[j] + y[i] / sqrt(p->hessian[j * (count + 1)]);
  }
}

/* x moves towards trial until the first inequality reaches 0, which is then held; true if x = trial was reached. */
static bool advance(projection *p, double *x) {
  double share = 1.0;
  size_t stop = p->count;
  for (size_t j = 0; j < p->count; j++) {
    if (p->held[j] || !p->constraints[j].at_most || p->trial[j] >= 0.0) continue;
    const double reach = x[j] / (x[j] - p->trial[j]);
    if (stop < p->count && reach >= share) continue;
    share = reach;
    stop = j;
  }
  for (size_t j = 0; j < p->count; j++) x[j] = p->held[j] ? 0.0 : x[j] + share * (p->trial[j] - x[j]);
  if (stop == p->count) return true;
  x[stop] = 0.0;
  p->held[stop] = true;
  return false;
}

/* The held inequality whose release lowers the model fastest; count if none does. */
static size_t steepest(const projection *p, const double *x) {
  size_t best = p->count;
  double fastest = 1e-14 * p->scale;
  for (size_t j = 0; j < p->count; j++) {
    if (!p->held[j]) continue;
    double slope = p->gradient[j];
    for (size_t k = 0; k < p->count; k++) slope += p->hessian[j * p->count + k] * (x[k] - p->dual[k]);
    if (-slope <= fastest) continue;
    fastest = -slope;
    best = j;
  }
  return best;
}

/* step = p */
static void newton_step(projection *p) {
  const size_t count = p->count;
  double *x = p->step;
  for (size_t j = 0; j < count; j++) {
    x[j] = p->dual[j];
    p->held[j] = p->constraints[j].at_most && p->dual[j] <= 0.0;
  }
  for (size_t round = 0; round < 4 * count + 4; round++) {
    size_t m = 0;
    for (size_t j = 0; j < count; j++) {
      if (!p->held[j]) p->freed[m++] = j;
    }
    solve_free(p, m);
    if (!advance(p, x)) continue;
    const size_t release = steepest(p, x);
    if (release == count) break;
    p->held[release] = false;
  }
  for (size_t j = 0; j < count; j++) x[j] -= p->dual[j];
}

static bool all_finite(size_t count, const double *x) {
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(x[i])) return false;
  }
  return true;
}

/* |sum_j a_j C_j|_F: the change of log W by the duals. */
static double change_of(projection *p, const double *a) {
  dual_combination(p, a, p->work);
  return kernel_norm(p->entries, p->work);
}

/* trial = dual + t step; for inequalities, rounding below 0 is set to 0. Returns the slope: gradient . (trial -
 * dual). */
static double move(projection *p, const double *gradient, double t) {
  double slope = 0.0;
  for (size_t j = 0; j < p->count; j++) {
    const double a = p->dual[j] + t * p->step[j];
    p->trial[j] = p->constraints[j].at_most ? fmax(a, 0.0) : a;
    slope += gradient[j] * (p->trial[j] - p->dual[j]);
  }
  return slope;
}

/* Halves the step until g falls enough (Armijo), or, where g differs by rounding only, until the residual falls. *moved
 * = dual, value, gradient and decomposition are those of the new point; otherwise those of the old one. */
static status line_search(projection *p, double longest, double *value, bool *moved) {
  double *before = p->factor; /* the old gradient; the factor is no longer needed */
  const double residual = dual_residual(p, p->dual), rounding = 16.0 * DBL_EPSILON * p->magnitude;
  memcpy(before, p->gradient, p->count * sizeof *before);
  *moved = false;
  double t = fmin(1.0, longest / (change_of(p, p->step) + DBL_MIN));
  for (int i = 0; i < HALVINGS && !*moved; i++, t *= 0.5) {
    double after = INFINITY;
    const double slope = move(p, before, t);
    const double change = change_of(p, p->trial);
    if (!isfinite(change) || change > 4.0 * largest_dual) continue;
    TRY(dual_evaluate(p, p->trial, &after));
    const bool falls = -slope > rounding && after <= *value + 1e-4 * slope;
    const bool equal = after <= *value + rounding && dual_residual(p, p->trial) < residual;
    if (!isfinite(after) || (!falls && !equal)) continue;
    memcpy(p->dual, p->trial, p->count * sizeof *p->dual);
    *value = after;
    *moved = true;
  }
  return *moved ? STATUS_OK : dual_evaluate(p, p->dual, value);
}

/* ---- the projection */

static void fill_report(projection *p, size_t steps, projection_report *report) {
  if (report == NULL) return;
  *report = (projection_report){.residual = dual_residual(p, p->dual) / p->scale, .steps = steps};
  for (size_t j = 0; j < p->count; j++) report->weight += fabs(p->dual[j]);
}

/* If the duals diverge, the direction is a proof: first that of the step, in the end that of the duals themselves. */
static status refuse_if_proved(projection *p) {
  TRY(refuse_infeasible(p, p->step));
  return refuse_infeasible(p, p->dual);
}

static status fail_unsolved(projection *p, size_t steps) {
  const double residual = dual_residual(p, p->dual) / p->scale;
  TRY(refuse_if_proved(p));
  return FAIL(STATUS_NUMERIC, "projection onto the constraints: residual %.3g after %zu steps, expected at most %g",
              residual, steps, PROJECTION_RESIDUAL);
}

static status solve(projection *p, projection_report *report) {
  double value = 0.0, longest = longest_step;
  size_t steps = 0;
  bool moved = true;
  memset(p->dual, 0, p->count * sizeof *p->dual);
  p->ridge = least_ridge;
  TRY(dual_evaluate(p, p->dual, &value));
  if (!isfinite(value)) return FAIL(STATUS_NUMERIC, "projection onto the constraints: tr W is beyond a double");
  for (;; steps++) {
    dual_hessian(p);
    newton_step(p);
    if (!all_finite(p->count, p->step)) return fail_unsolved(p, steps);
    const double residual = dual_residual(p, p->dual) / p->scale;
    const double change = change_of(p, p->step);
    if (residual <= fine_residual && change <= fine_change) break;
    if (!moved && residual <= PROJECTION_RESIDUAL && change <= 1e-3) break; /* the limit of rounding */
    double sum = 0.0;
    for (size_t j = 0; j < p->count; j++) sum += fabs(p->dual[j]);
    if (p->ridge > largest_ridge || steps == STEPS || sum > largest_dual) return fail_unsolved(p, steps);
    if (steps >= PATIENCE && change > 0.1) {
      TRY(refuse_if_proved(p));
      TRY(dual_evaluate(p, p->dual, &value));
    }
    if (steps >= PATIENCE) longest *= 2.0; /* the solution is far off or does not exist */
    TRY(line_search(p, longest, &value, &moved));
    p->ridge = moved ? least_ridge : 1e3 * p->ridge;
  }
  fill_report(p, steps, report);
  return STATUS_OK;
}

/* If the only constraint is the trace, W is scaled. */
static status scale_trace(projection *p, double *a, projection_report *report) {
  const size_t n = p->n;
  const linear_constraint *c = &p->constraints[0];
  if (p->diagonal) {
    memcpy(p->values, a, n * sizeof *a);
  } else {
    TRY(eigen_solve(p->solver, n, a, n, p->values, p->vectors, NULL));
  }
  double largest = p->values[0], sum = 0.0;
  for (size_t l = 1; l < n; l++) largest = fmax(largest, p->values[l]);
  for (size_t l = 0; l < n; l++) sum += fixed_exp(p->values[l] - largest);
  const double shift = fixed_log(c->value) - largest - fixed_log(sum);
  const bool moves = !c->at_most || shift < 0.0;
  for (size_t i = 0; moves && i < n; i++) a[p->diagonal ? i : i * (n + 1)] += shift;
  if (report != NULL) {
    *report =
        (projection_report){.weight = moves ? fabs(shift) * p->size[0] : 0.0, .residual = DBL_EPSILON * (double)n};
  }
  return STATUS_OK;
}

status projection_apply(projection *p, double *a, projection_report *report) {
  if (report != NULL) *report = (projection_report){0};
  if (p->count == 0) return STATUS_OK;
  if (p->count == 1 && p->constraints[0].kind == CONSTRAINT_TRACE && p->constraints[0].value > 0.0) {
    return scale_trace(p, a, report);
  }
  p->start = a;
  TRY(solve(p, report));
  for (size_t j = 0; j < p->count; j++) {
    if (p->dual[j] != 0.0) dual_add(p, j, -p->dual[j], a);
  }
  return STATUS_OK;
}

status projection_violation(projection *p, const instance *u, double *violation) {
  const size_t n = p->n;
  FREED double *matrix = NULL;
  TRY(memory_array(n, n * sizeof *matrix, &matrix));
  instance_to_dense(u, matrix);
  *violation = 0.0;
  for (size_t i = 0; i < n && p->diagonal; i++) { /* |E_ij + E_ji|_F = sqrt(2) */
    for (size_t k = 0; k < i; k++) *violation = fmax(*violation, sqrt(2.0) * fabs(matrix[i * n + k]));
  }
  for (size_t i = 0; i < n && p->diagonal; i++) matrix[i] = matrix[i * (n + 1)];
  for (size_t j = 0; j < p->count; j++) {
    memset(p->work, 0, p->entries * sizeof *p->work);
    dual_add(p, j, 1.0, p->work);
    const double excess = kernel_dot(p->entries, p->work, matrix) - p->bound[j];
    *violation = fmax(*violation, p->constraints[j].at_most ? excess : fabs(excess));
  }
  return STATUS_OK;
}
