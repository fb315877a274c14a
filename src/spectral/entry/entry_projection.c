#include "spectral/entry/entry_projection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "spectral/entry/divided_difference.h"
#include "spectral/entry/window_exponential.h"

static const double ENTRY_RESIDUAL = 1e-9;
static const double TIGHT = 4e-15; /* residuals below this, in units of the limits, are rounding */
enum { STEPS = 200, DOUBLINGS = 60 };

struct entry_projection {
  window_exponential *window; /* for windows; for whole blocks the rest */
  size_t largest;
  eigen_solver *solver;
  double *matrix, *values;
  double *vectors;     /* rows */
  double *exponential; /* e^values */
};

void entry_projection_free(entry_projection *p) {
  if (p == NULL) return;
  window_exponential_free(p->window);
  eigen_solver_free(p->solver);
  const size_t square = p->largest * p->largest;
  memory_unreserve(p->matrix, square, sizeof *p->matrix);
  memory_unreserve(p->vectors, square, sizeof *p->vectors);
  free(p->values);
  free(p->exponential);
  free(p);
}

static status make_block_work(entry_projection *p, size_t largest, const eigen_backend *eigen) {
  const size_t square = largest * largest;
  p->largest = largest;
  TRY(eigen_solver_new(eigen, largest, &p->solver));
  TRY(memory_reserve(square, sizeof *p->matrix, &p->matrix));
  TRY(memory_reserve(square, sizeof *p->vectors, &p->vectors));
  TRY(NEW_ARRAY(largest, p->values));
  return NEW_ARRAY(largest, p->exponential);
}

status entry_projection_new(size_t largest, const eigen_backend *eigen, entry_projection **out) {
  CLEANUP(entry_projection_free_at) entry_projection *p = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, p));
  TRY(eigen == NULL ? window_exponential_new(largest, &p->window) : make_block_work(p, largest, eigen));
  *out = p;
  p = NULL;
  return STATUS_OK;
}

/* All values of the dual at one (mu, nu), before scaling ("raw") and after. */
typedef struct dual_point {
  double mu, nu;
  double trace, y, diagonal;      /* raw */
  double y_nu, y_mu, diagonal_mu; /* -dy/dnu, -dy/dmu = -dd/dnu, -dd/dmu, raw */
  double scale;                   /* min(1, trace limit / trace) */
  double scaled_y, scaled_diagonal;
} dual_point;

typedef struct dual {
  entry_projection *work;
  size_t count;
  const entry_part *parts;
  const entry_limits *limits;
  size_t evaluations;
  bool derivatives;
} dual;

/* T - mu D - nu E */
static void fill(const entry_projection *p, const entry_part *part, double mu, double nu) {
  const size_t k = part->order;
  memcpy(p->matrix, part->t, k * k * sizeof *p->matrix);
  for (size_t q = 0; q < part->pair_count; q++) {
    const entry_pair *pair = &part->pairs[q];
    p->matrix[pair->i * k + pair->i] -= mu;
    p->matrix[pair->j * k + pair->j] -= mu;
    p->matrix[pair->i * k + pair->j] -= 0.5 * nu * pair->sign;
    p->matrix[pair->j * k + pair->i] -= 0.5 * nu * pair->sign;
  }
}

/* Decomposes T - mu D - nu E of a block; returns the sum of the exponentials through *trace. */
static status decompose(entry_projection *p, const entry_part *part, double mu, double nu, double *trace) {
  fill(p, part, mu, nu);
  TRY(eigen_solve(p->solver, part->order, p->matrix, part->order, p->values, p->vectors, NULL));
  double sum = 0.0;
  for (size_t a = 0; a < part->order; a++) {
    p->exponential[a] = fixed_exp(p->values[a] + part->shift);
    sum += p->exponential[a];
  }
  *trace = sum;
  return isfinite(sum) ? STATUS_OK : FAIL(STATUS_NUMERIC, "exp of a matrix with trace %g", sum);
}

/* V D V^T and V E V^T for the decomposition in the work space, and from these the three second derivatives of the
 * trace. */
static void add_derivatives(const entry_projection *p, const entry_part *part, dual_point *at) {
  const size_t k = part->order;
  double ee = 0.0, ed = 0.0, dd = 0.0;
  for (size_t a = 0; a < k; a++) {
    for (size_t b = 0; b <= a; b++) {
      const double *va = p->vectors + a * k, *vb = p->vectors + b * k;
      double d = 0.0, e = 0.0;
      for (size_t q = 0; q < part->pair_count; q++) {
        const entry_pair *pair = &part->pairs[q];
        d += va[pair->i] * vb[pair->i] + va[pair->j] * vb[pair->j];
        e += 0.5 * pair->sign * (va[pair->i] * vb[pair->j] + va[pair->j] * vb[pair->i]);
      }
      const double difference = divided_difference(p->values[a], p->values[b], p->exponential[a], p->exponential[b]);
      const double weight = (a == b ? 1.0 : 2.0) * difference;
      ee += weight * e * e;
      ed += weight * e * d;
      dd += weight * d * d;
    }
  }
  at->y_nu += part->weight * ee;
  at->y_mu += part->weight * ed;
  at->diagonal_mu += part->weight * dd;
}

static void add_values(const entry_projection *p, const entry_part *part, dual_point *at) {
  const size_t k = part->order;
  for (size_t q = 0; q < part->pair_count; q++) {
    const entry_pair *pair = &part->pairs[q];
    double ii = 0.0, jj = 0.0, ij = 0.0;
    for (size_t a = 0; a < k; a++) {
      const double *v = p->vectors + a * k;
      ii += p->exponential[a] * v[pair->i] * v[pair->i];
      jj += p->exponential[a] * v[pair->j] * v[pair->j];
      ij += p->exponential[a] * v[pair->i] * v[pair->j];
    }
    at->diagonal += part->weight * (ii + jj);
    at->y += part->weight * pair->sign * ij;
  }
}

static status evaluate_block(const dual *f, const entry_part *part, dual_point *at) {
  double trace = 0.0;
  TRY(decompose(f->work, part, at->mu, at->nu, &trace));
  at->trace += part->weight * trace;
  add_values(f->work, part, at);
  if (f->derivatives) add_derivatives(f->work, part, at);
  return STATUS_OK;
}

/* E has sign/2 beside the diagonal: `off` for C = mu D + nu E. */
static double off_of(const entry_part *part, double nu) {
  return 0.5 * nu * part->pairs[0].sign;
}

/* The trace before; add_trace_change adds the rest. */
static status evaluate_window(const dual *f, const entry_part *part, dual_point *at) {
  const double sign = part->pairs[0].sign;
  window_values now;
  TRY(window_exponential_values(f->work->window, part->order, part->t, part->shift, at->mu, off_of(part, at->nu),
                                &now));
  at->trace += part->trace;
  at->diagonal += part->weight * (now.entry[0] + now.entry[2]);
  at->y += part->weight * sign * now.entry[1];
  at->diagonal_mu += part->weight * now.curvature[0];
  at->y_mu += part->weight * 0.5 * sign * now.curvature[1];
  at->y_nu += part->weight * 0.25 * now.curvature[2];
  return STATUS_OK;
}

static status add_trace_change(const dual *f, dual_point *at) {
  for (size_t b = 0; b < f->count; b++) {
    window_change change;
    if (!f->parts[b].window) continue;
    TRY(entry_window_change(f->work, &f->parts[b], at->mu, at->nu, &change));
    at->trace += change.change;
  }
  return STATUS_OK;
}

static status evaluate(dual *f, double mu, double nu, dual_point *at) {
  *at = (dual_point){.mu = mu, .nu = nu};
  for (size_t b = 0; b < f->count; b++) {
    TRY((f->parts[b].window ? evaluate_window : evaluate_block)(f, &f->parts[b], at));
  }
  if (mu != 0.0 || nu != 0.0) TRY(add_trace_change(f, at));
  f->evaluations++;
  at->scale = at->trace > f->limits->trace ? f->limits->trace / at->trace : 1.0;
  at->scaled_y = at->scale * at->y;
  at->scaled_diagonal = at->scale * at->diagonal;
  return STATUS_OK;
}

/* -d(scaled y)/dnu and the like: with S = tr, dS/dnu = -y, dS/dmu = -d. */
static double slope_y_nu(const dual_point *at) {
  const double scaling = at->scale < 1.0 ? at->y * at->y / at->trace : 0.0;
  return at->scale * (at->y_nu - scaling);
}

static double slope_y_mu(const dual_point *at) {
  const double scaling = at->scale < 1.0 ? at->y * at->diagonal / at->trace : 0.0;
  return at->scale * (at->y_mu - scaling);
}

static double slope_diagonal_mu(const dual_point *at) {
  const double scaling = at->scale < 1.0 ? at->diagonal * at->diagonal / at->trace : 0.0;
  return at->scale * (at->diagonal_mu - scaling);
}

/* The distance of y from its limit that still counts as rounding. */
static double rounding(const dual *f, const dual_point *at) {
  const double unit = fabs(f->limits->high) > fabs(f->limits->low) ? fabs(f->limits->high) : fabs(f->limits->low);
  const double size = fabs(at->scaled_diagonal) > unit ? fabs(at->scaled_diagonal) : unit;
  return TIGHT * (size > 1.0 ? size : 1.0);
}

/* The root nu of y = target at fixed mu; y falls in nu. `at` is the start, a point with the same mu on the wrong side,
 * and becomes the solution. direction: +1 to raise nu. */
static status solve_box(dual *f, double target, double direction, dual_point *at) {
  double near = 0.0, far = INFINITY; /* |nu - start| brackets: y is beyond the target at near, not at far */
  const double start = at->nu;
  double reach = 0.0;
  for (int step = 0; step < STEPS; step++) {
    const double excess = direction * (at->scaled_y - target); /* > 0: continue */
    if (fabs(excess) <= rounding(f, at)) return STATUS_OK;
    if (excess > 0.0) {
      near = reach;
    } else {
      far = reach;
    }
    const double slope = slope_y_nu(at);
    double next = reach + excess / slope;
    const bool inside = slope > 0.0 && next > near && next < far;
    if (!inside) next = isinf(far) ? 2.0 * (near > 0.5 ? near : 0.5) : 0.5 * (near + far);
    if (isinf(far) && next > 2.0 * near + 4.0) next = 2.0 * near + 4.0;
    if (next == reach || (isfinite(far) && far - near <= 4e-16 * far)) return STATUS_OK;
    reach = next;
    TRY(evaluate(f, at->mu, start + direction * reach, at));
  }
  return STATUS_OK; /* the residual tells how accurate this is */
}

/* The best nu for this mu, 0 where the box allows it; `at` may be a point of another mu. */
static status best_nu(dual *f, double mu, double guess, dual_point *at) {
  const entry_limits *limits = f->limits;
  if (guess != 0.0) { /* the solution if it is on the side of the guess, since y falls in nu */
    TRY(evaluate(f, mu, guess, at));
    const double target = guess > 0.0 ? limits->high : limits->low;
    TRY(solve_box(f, target, at->scaled_y >= target ? 1.0 : -1.0, at));
    if (at->nu * guess > 0.0) return STATUS_OK;
  }
  if (at->mu != mu || at->nu != 0.0) TRY(evaluate(f, mu, 0.0, at));
  if (at->scaled_y > limits->high) return solve_box(f, limits->high, 1.0, at);
  if (at->scaled_y < limits->low) return solve_box(f, limits->low, -1.0, at);
  return STATUS_OK;
}

/* Newton's method in mu and nu at once, for nu of the sign of `side`. Every step must reduce the residual and keep mu
 * >= 0 and the sign of nu; otherwise *solved = false and `at` is reset to the start. */
static status solve_both(dual *f, double side, dual_point *at, bool *solved) {
  const dual_point start = *at;
  const double limit = f->limits->diagonal, target = side > 0.0 ? f->limits->high : f->limits->low;
  double miss = INFINITY;
  *solved = false;
  for (int step = 0; step < STEPS; step++) {
    const double diagonal = at->scaled_diagonal - limit, y = at->scaled_y - target;
    const double now = fmax(fabs(diagonal), fabs(y)), noise = rounding(f, at);
    *solved = now <= noise || (now >= miss && miss <= 16.0 * noise);
    if (*solved) return STATUS_OK;
    const double dd = slope_diagonal_mu(at), dy = slope_y_mu(at), yy = slope_y_nu(at), det = dd * yy - dy * dy;
    const double mu = at->mu + (yy * diagonal - dy * y) / det, nu = at->nu + (dd * y - dy * diagonal) / det;
    if (!(now < miss && det > 0.0 && mu >= 0.0 && nu * side > 0.0)) break;
    miss = now;
    TRY(evaluate(f, mu, nu, at));
  }
  *at = start;
  return STATUS_OK;
}

/* Root of d = limit in mu with the best nu for each mu: d falls in mu along these, too. `at` is the best point for mu =
 * 0. */
static status solve_diagonal(dual *f, dual_point *at) {
  const double limit = f->limits->diagonal;
  double near = 0.0, far = INFINITY;
  bool solved = false;
  if (at->nu != 0.0) TRY(solve_both(f, at->nu, at, &solved));
  if (solved) return STATUS_OK;
  for (int step = 0; step < STEPS; step++) {
    const double excess = at->scaled_diagonal - limit;
    if (fabs(excess) <= TIGHT * (limit > 1.0 ? limit : 1.0)) return STATUS_OK;
    if (excess > 0.0) {
      near = at->mu;
    } else {
      far = at->mu;
    }
    double slope = slope_diagonal_mu(at);
    const double cross = slope_y_mu(at), own = slope_y_nu(at);
    if (at->nu != 0.0 && own > 0.0) slope -= cross * cross / own;
    double next = at->mu + excess / slope;
    const bool inside = slope > 0.0 && next > near && next < far;
    if (!inside) next = isinf(far) ? 2.0 * (near > 0.25 ? near : 0.25) : 0.5 * (near + far);
    if (isinf(far) && next > 2.0 * near + 4.0) next = 2.0 * near + 4.0;
    if (next == at->mu || (isfinite(far) && far - near <= 4e-16 * far)) return STATUS_OK;
    double guess = at->nu; /* along y = constant, on the same side */
    if (own > 0.0) guess -= cross / own * (next - at->mu);
    TRY(best_nu(f, next, guess * at->nu > 0.0 ? guess : at->nu, at));
  }
  return STATUS_OK;
}

static double residual_of(const dual *f, const dual_point *at) {
  const entry_limits *limits = f->limits;
  double worst = 0.0;
  const double above = at->scaled_diagonal - limits->diagonal;
  if (at->mu > 0.0 ? fabs(above) > worst : above > worst) worst = fabs(above);
  if (at->nu > 0.0 && fabs(at->scaled_y - limits->high) > worst) worst = fabs(at->scaled_y - limits->high);
  if (at->nu < 0.0 && fabs(at->scaled_y - limits->low) > worst) worst = fabs(at->scaled_y - limits->low);
  if (at->nu == 0.0 && at->scaled_y - limits->high > worst) worst = at->scaled_y - limits->high;
  if (at->nu == 0.0 && limits->low - at->scaled_y > worst) worst = limits->low - at->scaled_y;
  return worst;
}

/* From the point mu = nu = 0, which violates something. If both constraints are violated there, usually both are
 * active. */
static status solve(dual *f, dual_point *at) {
  const entry_limits *limits = f->limits;
  const double side = at->scaled_y > limits->high ? 1.0 : at->scaled_y < limits->low ? -1.0 : 0.0;
  bool solved = false;
  if (side != 0.0 && at->scaled_diagonal > limits->diagonal) TRY(solve_both(f, side, at, &solved));
  if (solved) return STATUS_OK;
  TRY(best_nu(f, 0.0, 0.0, at));
  return at->scaled_diagonal > limits->diagonal ? solve_diagonal(f, at) : STATUS_OK;
}

status entry_project(entry_projection *p, size_t parts, const entry_part *part, const entry_limits *limits,
                     entry_solution *out) {
  dual f = {.work = p, .count = parts, .parts = part, .limits = limits};
  f.derivatives = !(isinf(limits->diagonal) && isinf(limits->low) && isinf(limits->high));
  if (!(limits->low < limits->high) || !(limits->diagonal > 0.0) || !(limits->trace > 0.0)) {
    return FAIL(STATUS_NUMERIC, "no matrix is strictly inside the constraints of an entry");
  }
  dual_point at;
  TRY(evaluate(&f, 0.0, 0.0, &at));
  *out = (entry_solution){.start_y = at.y, .start_trace = at.trace};
  const bool in_box = at.scaled_y <= limits->high && at.scaled_y >= limits->low;
  if (!in_box || at.scaled_diagonal > limits->diagonal) {
    TRY(solve(&f, &at));
  }
  const double alpha = at.scale < 1.0 ? fixed_log(at.trace / limits->trace) : 0.0;
  out->mu = at.mu;
  out->nu = at.nu;
  out->alpha = alpha;
  out->y = at.scaled_y;
  out->diagonal = at.scaled_diagonal;
  out->trace = at.scale < 1.0 ? limits->trace : at.trace;
  out->residual = residual_of(&f, &at);
  out->evaluations = f.evaluations;
  if (out->residual <= ENTRY_RESIDUAL * (limits->trace < 1.0 || isinf(limits->trace) ? 1.0 : limits->trace))
    return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "the projection of an entry leaves a residual of %.1e", out->residual);
}

status entry_part_trace(entry_projection *p, const entry_part *part, double *trace) {
  TRY(decompose(p, part, 0.0, 0.0, trace));
  *trace *= part->weight;
  return STATUS_OK;
}

status entry_part_decompose(entry_projection *p, const entry_part *part, double **values, double **vectors) {
  double trace = 0.0;
  TRY(decompose(p, part, 0.0, 0.0, &trace));
  *values = p->values;
  *vectors = p->vectors;
  return STATUS_OK;
}

status entry_window_change(entry_projection *p, const entry_part *part, double mu, double nu, window_change *out) {
  TRY(window_exponential_change(p->window, part->order, part->t, part->shift, mu, off_of(part, nu), out));
  out->change *= part->weight;
  out->rounding *= part->weight;
  return STATUS_OK;
}

status entry_window_largest(entry_projection *p, const entry_part *part, double *largest) {
  TRY(window_exponential_largest(p->window, part->order, part->t, part->shift, largest));
  *largest *= part->weight;
  return STATUS_OK;
}

status entry_window_diagonal(entry_projection *p, const entry_part *part, double diagonal[2]) {
  window_values now;
  TRY(window_exponential_values(p->window, part->order, part->t, part->shift, 0.0, 0.0, &now));
  diagonal[0] = part->weight * now.entry[0];
  diagonal[1] = part->weight * now.entry[2];
  return STATUS_OK;
}
