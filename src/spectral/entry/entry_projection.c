#include "spectral/entry/entry_projection.h"
#include "base/fixed_math.h"
#include "spectral/entry/divided_difference.h"

static const double ENTRY_RESIDUAL = 1e-9;
static const double TIGHT = 4e-15; /* residuals below this, in units of the limits, are rounding */
static const double LARGEST_EXPONENT = 600.0;
enum { STEPS = 200, NEWTON = 32 };

struct entry_projection {
  window_exponential *window; /* for windows; the rest for whole blocks */
  size_t largest;
  eigen_solver *solver;
  double *matrix, *values;
  double *vectors;     /* rows */
  double *exponential; /* e^(values + shift - exponent) */
};

static status make_block_work(arena *memory, entry_projection *p, size_t largest, const eigen_backend *eigen) {
  const size_t square = largest * largest;
  p->largest = largest;
  TRY(eigen_solver_new(eigen, largest, &p->solver));
  TRY(ARENA_OWN(memory, p->solver, eigen_solver_free));
  TRY(ARENA_RESERVED(memory, square, p->matrix));
  TRY(ARENA_RESERVED(memory, square, p->vectors));
  TRY(ARENA_ARRAY(memory, largest, p->values));
  return ARENA_ARRAY(memory, largest, p->exponential);
}

status entry_projection_new(arena *memory, size_t blocks, const eigen_backend *eigen, size_t windows,
                            entry_projection **out) {
  entry_projection *p = NULL;
  TRY(ARENA_ARRAY(memory, 1, p));
  if (blocks > 0) TRY(make_block_work(memory, p, blocks, eigen));
  if (windows > 0) TRY(window_exponential_new(memory, windows, &p->window));
  *out = p;
  return STATUS_OK;
}

/* All values of the dual at one (mu, nu), before scaling ("raw") and after. The raw ones are in units of e^exponent. */
typedef struct dual_point {
  double mu, nu;
  double exponent;                /* 0, unless exponentials would overflow */
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

/* Decomposes T - mu D - nu E of a block. Its exponentials are in units of e^*exponent, and *trace is their sum. */
static status decompose(entry_projection *p, const entry_part *part, double mu, double nu, double *exponent,
                        double *trace) {
  fill(p, part, mu, nu);
  TRY(eigen_solve(p->solver, part->order, p->matrix, part->order, p->values, p->vectors, NULL));
  *exponent = *trace = 0.0;
  for (size_t a = 0; a < part->order; a++) {
    *exponent = fmax(*exponent, p->values[a] + part->shift - LARGEST_EXPONENT);
  }
  for (size_t a = 0; a < part->order; a++) {
    p->exponential[a] = fixed_exp(p->values[a] + part->shift - *exponent);
    *trace += p->exponential[a];
  }
  return STATUS_OK;
}

/* V D V^T and V E V^T for the decomposition in the work space, and from these the three second derivatives of the
 * trace. */
static void add_derivatives(const entry_projection *p, const entry_part *part, double weight, dual_point *at) {
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
      const double twice = (a == b ? 1.0 : 2.0) * difference;
      ee += twice * e * e;
      ed += twice * e * d;
      dd += twice * d * d;
    }
  }
  at->y_nu += weight * ee;
  at->y_mu += weight * ed;
  at->diagonal_mu += weight * dd;
}

static void add_values(const entry_projection *p, const entry_part *part, double weight, dual_point *at) {
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
    at->diagonal += weight * (ii + jj);
    at->y += weight * pair->sign * ij;
  }
}

static double unit_of(const dual_point *at) {
  return at->exponent > 0.0 ? fixed_exp(at->exponent) : 1.0;
}

/* What multiplies a part in units of e^exponent. The larger of the two exponents becomes that of the point. */
static double join_exponents(double exponent, dual_point *at) {
  const double larger = fmax(at->exponent, exponent), before = fixed_exp(at->exponent - larger);
  at->exponent = larger;
  at->trace *= before;
  at->y *= before;
  at->diagonal *= before;
  at->y_nu *= before;
  at->y_mu *= before;
  at->diagonal_mu *= before;
  return fixed_exp(exponent - larger);
}

static status evaluate_block(const dual *f, const entry_part *part, dual_point *at) {
  double exponent = 0.0, trace = 0.0;
  TRY(decompose(f->work, part, at->mu, at->nu, &exponent, &trace));
  const double weight = part->weight * join_exponents(exponent, at);
  at->trace += weight * trace;
  add_values(f->work, part, weight, at);
  if (f->derivatives) add_derivatives(f->work, part, weight, at);
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
  at->scale = at->trace > f->limits->trace ? f->limits->trace / at->trace : unit_of(at);
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
  return TIGHT * (size > 1.0 && isfinite(size) ? size : 1.0);
}

/* Where the root of a falling function of a step is: beyond `near`, not beyond `far`. */
typedef struct bracket {
  double near, far;
  int steps;
} bracket;

/* The next step after `here`, where the function is `excess` above its target and falls with `slope`: Newton's. Where that leaves the bracket,
 * and in every second of the steps after NEWTON, it is halved, or doubled while it has no end: at the trace limit the slope jumps, and Newton's
 * steps alone can go to and fro across it. False if the bracket cannot be made smaller. */
static bool next_step(bracket *b, double here, double excess, double slope, double least, double *next) {
  if (excess > 0.0) {
    b->near = here;
  } else {
    b->far = here;
  }
  *next = here + excess / slope;
  const bool inside = slope > 0.0 && *next > b->near && *next < b->far;
  if (!inside || (b->steps >= NEWTON && b->steps % 2 == 0)) {
    *next = isinf(b->far) ? 2.0 * fmax(b->near, least) : 0.5 * (b->near + b->far);
  }
  if (isinf(b->far)) *next = fmin(*next, 2.0 * b->near + 4.0);
  b->steps++;
  return *next != here && (isinf(b->far) || b->far - b->near > 4e-16 * b->far);
}

/* The root nu of y = target at fixed mu; y falls in nu. `at` is the start, a point with the same mu on the wrong side,
 * and becomes the solution. direction: +1 to raise nu. */
static status solve_box(dual *f, double target, double direction, dual_point *at) {
  bracket steps = {0.0, INFINITY, 0}; /* of |nu - start| */
  const double start = at->nu;
  double reach = 0.0;
  for (int step = 0; step < STEPS; step++) {
    const double excess = direction * (at->scaled_y - target); /* > 0: continue */
    if (fabs(excess) <= rounding(f, at)) return STATUS_OK;
    if (!next_step(&steps, reach, excess, slope_y_nu(at), 0.5, &reach)) return STATUS_OK;
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
    if (evaluate(f, mu, nu, at) != STATUS_OK) break; /* a window overflows: much too far */
  }
  *at = start;
  return STATUS_OK;
}

/* Root of d = limit in mu with the best nu for each mu: d falls in mu along these, too. `at` is the best point for mu =
 * 0. */
static status solve_diagonal(dual *f, dual_point *at) {
  const double limit = f->limits->diagonal;
  bracket steps = {0.0, INFINITY, 0}; /* of mu */
  bool solved = false;
  if (at->nu != 0.0) TRY(solve_both(f, at->nu, at, &solved));
  if (solved) return STATUS_OK;
  for (int step = 0; step < STEPS; step++) {
    const double excess = at->scaled_diagonal - limit;
    if (fabs(excess) <= TIGHT * (limit > 1.0 ? limit : 1.0)) return STATUS_OK;
    double slope = slope_diagonal_mu(at);
    const double cross = slope_y_mu(at), own = slope_y_nu(at);
    if (at->nu != 0.0 && own > 0.0) slope -= cross * cross / own;
    double next = 0.0;
    if (!next_step(&steps, at->mu, excess, slope, 0.25, &next)) return STATUS_OK;
    double guess = at->nu; /* along y = constant, on the same side */
    if (own > 0.0) guess -= cross / own * (next - at->mu);
    const bool close = guess * at->nu > 0.0 && fabs(guess) <= 2.0 * fabs(at->nu) + 4.0;
    TRY(best_nu(f, next, close ? guess : at->nu, at));
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
  const double unit = unit_of(&at);
  *out = (entry_solution){.start_y = unit * at.y, .start_trace = unit * at.trace};
  const bool in_box = at.scaled_y <= limits->high && at.scaled_y >= limits->low;
  if (!in_box || at.scaled_diagonal > limits->diagonal) {
    TRY(solve(&f, &at));
  }
  const double alpha = at.scale < 1.0 ? fixed_log(at.trace / limits->trace) + at.exponent : 0.0;
  out->mu = at.mu;
  out->nu = at.nu;
  out->alpha = alpha;
  out->y = at.scaled_y;
  out->diagonal = at.scaled_diagonal;
  out->trace = at.scale < 1.0 ? limits->trace : at.scale * at.trace;
  out->residual = residual_of(&f, &at);
  out->evaluations = f.evaluations;
  if (out->residual <= ENTRY_RESIDUAL * (limits->trace < 1.0 || isinf(limits->trace) ? 1.0 : limits->trace))
    return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "the projection of an entry leaves a residual of %.1e", out->residual);
}

status entry_part_trace(entry_projection *p, const entry_part *part, double *trace) {
  double exponent = 0.0;
  TRY(decompose(p, part, 0.0, 0.0, &exponent, trace));
  *trace *= part->weight * fixed_exp(exponent);
  return isfinite(*trace) ? STATUS_OK : FAIL(STATUS_NUMERIC, "exp of a matrix with trace %g", *trace);
}

status entry_part_decompose(entry_projection *p, const entry_part *part, double **values, double **vectors) {
  double exponent = 0.0, trace = 0.0;
  TRY(decompose(p, part, 0.0, 0.0, &exponent, &trace));
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
