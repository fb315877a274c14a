/* Least loss in a ball of the trace norm,
 *
 *   min sum_e h_e(W_e)  over |W|_* <= radius, W_e in [low, high]        (e: an entry, h_e the sum of its trials'
 *                       losses)
 *
 * by the primal-dual method of Chambolle & Pock (2011), whose W = A B^T is of low rank and whose U lives on the
 * entries, certified now and then (trace_norm_certificate.h). m <= n: other shapes are transposed. */
#include "hindsight/trace_norm/best_trace_norm.h"
#include "hindsight/hindsight_answer.h"
#include "hindsight/trace_norm/trace_norm_certificate.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include <float.h>

enum { WIDTH = 96, MOST_STEPS = 8000, LEAST_STEPS = 400, CHECKS = 10 };
static const double step_budget = 2e11;  /* total number of additions, for any size */
static const double near_enough = 2e-10; /* relative gap at which the steps end */

/* ---- the primal iterate: W = A B^T, by rows of `width` numbers: A m x width, B n x width, with orthogonal columns */

typedef struct fit_factors {
  const fit_entries *entries;
  double radius;
  size_t m, n, width;
  double *a, *b; /* W = A B^T */
  double *left;  /* m x width, orthonormal columns: the block */
  double *image; /* n x width: M^T left, M = W - step U */
  double *gram;  /* width x width, also as work */
  double *values, *vectors, *factor;
  double *frame, *column; /* width x m and work: to orthonormalise the block */
  eigen_solver *solver;
} fit_factors;

/* Fills the missing rows of `frame` with what is left of unit vectors. */
static void complete_frame(fit_factors *f, size_t rank) {
  double rest;
  for (size_t i = 0; i < f->m && rank < f->width; i++) {
    double *unit = f->column;
    memset(unit, 0, f->m * sizeof *unit);
    unit[i] = 1.0;
    rank += (size_t)frame_append(f->m, rank, f->frame, unit, f->factor, &rest, f->column + f->m);
  }
  for (size_t l = 0; l < f->width; l++) {
    for (size_t i = 0; i < f->m; i++) f->left[i * f->width + l] = f->frame[l * f->m + i];
  }
}

static status fit_factors_new(arena *memory, const fit_entries *entries, double radius, fit_factors *f) {
  const size_t m = entries->m, n = entries->n, width = WIDTH < m ? WIDTH : m;
  *f = (fit_factors){.entries = entries, .radius = radius, .m = m, .n = n, .width = width};
  TRY(ARENA_ARRAY(memory, m * width, f->a));
  TRY(ARENA_ARRAY(memory, n * width, f->b));
  TRY(ARENA_ARRAY(memory, m * width, f->left));
  TRY(ARENA_ARRAY(memory, n * width, f->image));
  TRY(ARENA_ARRAY(memory, width * width, f->gram));
  TRY(ARENA_ARRAY(memory, width, f->values));
  TRY(ARENA_ARRAY(memory, width * width, f->vectors));
  TRY(ARENA_ARRAY(memory, width + 1, f->factor));
  TRY(ARENA_ARRAY(memory, width * m, f->frame));
  TRY(ARENA_ARRAY(memory, 3 * m + width, f->column));
  TRY(eigen_solver_new(&eigen_own, width, &f->solver));
  TRY(ARENA_OWN(memory, f->solver, eigen_solver_free));
  complete_frame(f, 0);
  return STATUS_OK;
}

/* product (width x width) = X^T Y for X, Y with `rows` rows of width numbers */
static void inner_products(size_t rows, size_t width, const double *x, const double *y, double *product) {
  memset(product, 0, width * width * sizeof *product);
  for (size_t i = 0; i < rows; i++) {
    for (size_t l = 0; l < width; l++) {
      if (x[i * width + l] != 0.0) kernel_axpy(width, x[i * width + l], y + i * width, product + l * width);
    }
  }
}

/* to += from * product */
static void add_product(size_t rows, size_t width, const double *from, const double *product, double *to) {
  for (size_t i = 0; i < rows; i++) {
    kernel_rows_combine(width, width, product, width, from + i * width, to + i * width);
  }
}

/* image = M^T left */
static void apply_transposed(fit_factors *f, const double *u, double step) {
  const fit_entries *entries = f->entries;
  const size_t width = f->width;
  memset(f->image, 0, f->n * width * sizeof *f->image);
  inner_products(f->m, width, f->a, f->left, f->gram);
  add_product(f->n, width, f->b, f->gram, f->image);
  for (size_t e = 0; e < entries->count; e++) {
    kernel_axpy(width, -step * u[e], f->left + entries->row[e] * width, f->image + entries->column[e] * width);
  }
}

/* The next block: an orthonormal basis of M image, largest singular values first; image holds M^T left in the singular
 * directions. */
static void next_block(fit_factors *f, const double *u, double step, const double *a, const double *b,
                       const double *image) {
  const fit_entries *entries = f->entries;
  const size_t width = f->width, m = f->m;
  double rest;
  size_t rank = 0;
  memset(f->left, 0, m * width * sizeof *f->left);
  inner_products(f->n, width, b, image, f->gram);
  add_product(m, width, a, f->gram, f->left);
  for (size_t e = 0; e < entries->count; e++) {
    kernel_axpy(width, -step * u[e], image + entries->column[e] * width, f->left + entries->row[e] * width);
  }
  for (size_t l = width; l-- > 0;) {
    for (size_t i = 0; i < m; i++) f->column[i] = f->left[i * width + l];
    rank += (size_t)frame_append(m, rank, f->frame, f->column, f->factor, &rest, f->column + m);
  }
  complete_frame(f, rank);
}

/* factor[l] = (s_l - shift)_+ / s_l with the least shift >= 0 for which the sum of (s_l - shift)_+ is at most radius;
 * values ascend. */
static void shrink(fit_factors *f) {
  const size_t width = f->width;
  double sum = 0.0, shift = 0.0;
  for (size_t l = 0; l < width; l++) f->factor[l] = sqrt(fmax(f->values[l], 0.0));
  for (size_t l = width; l-- > 0;) {
    sum += f->factor[l];
    const double candidate = (sum - f->radius) / (double)(width - l);
    if (candidate >= f->factor[l]) break;
    shift = fmax(0.0, candidate);
  }
  for (size_t l = 0; l < width; l++) f->factor[l] = f->factor[l] > shift ? 1.0 - shift / f->factor[l] : 0.0;
}

/* turned = block E^T, E the eigenvectors as rows */
static void rotate_block(const fit_factors *f, size_t rows, const double *block, double *turned) {
  for (size_t i = 0; i < rows; i++) {
    kernel_rows_dot(f->width, f->width, f->vectors, f->width, block + i * f->width, turned + i * f->width);
  }
}

/* W <- the point of the ball nearest to W - step U, from a block of singular vectors that tracks U from call to call
 * (exact for width = m); w[e] = W_e. */
static status fit_factors_step(fit_factors *f, const double *u, double step, double *w) {
  const fit_entries *entries = f->entries;
  const size_t width = f->width, m = f->m, n = f->n;
  FREED double *a = NULL, *b = NULL;
  TRY(NEW_ARRAY(m * width, a));
  TRY(NEW_ARRAY(n * width, b));
  apply_transposed(f, u, step);
  inner_products(n, width, f->image, f->image, f->gram);
  for (size_t k = 0; k < width; k++) {
    for (size_t l = 0; l < k; l++) f->gram[k * width + l] = f->gram[l * width + k];
  }
  TRY(eigen_solve(f->solver, width, f->gram, width, f->values, f->vectors, NULL));
  shrink(f);
  rotate_block(f, m, f->left, a);
  rotate_block(f, n, f->image, b);
  for (size_t i = 0; i < m; i++) {
    for (size_t l = 0; l < width; l++) a[i * width + l] *= f->factor[l];
  }
  for (size_t e = 0; e < entries->count; e++) {
    w[e] = kernel_dot(width, a + entries->row[e] * width, b + entries->column[e] * width);
  }
  if (width < m) next_block(f, u, step, f->a, f->b, b);
  memcpy(f->a, a, m * width * sizeof *a);
  memcpy(f->b, b, n * width * sizeof *b);
  return STATUS_OK;
}

static double column_norm(size_t rows, size_t width, const double *block, size_t l) {
  double sum = 0.0;
  for (size_t i = 0; i < rows; i++) sum += block[i * width + l] * block[i * width + l];
  return sqrt(sum);
}

/* The part that clipping removes has a trace norm of at most the sum of its columns' norms; *most = max(1, entry / end
 * of the interval). */
static double clipped_norm(const fit_factors *f, double scale, const double *dense, double *most) {
  const double low = f->entries->loss.low, high = f->entries->loss.high;
  double sum = 0.0;
  *most = 1.0;
  for (size_t j = 0; j < f->n; j++) {
    double square = 0.0;
    for (size_t i = 0; i < f->m; i++) {
      const double x = scale * dense[i * f->n + j], out = x > high ? x - high : x < low ? low - x : 0.0;
      square += out * out;
      if (out > 0.0) *most = fmax(*most, x > high ? x / high : x / low);
    }
    sum += sqrt(square);
  }
  return sum;
}

static double loss_of(const fit_factors *f, const double *dense, double before, double after) {
  double sum = 0.0;
  for (size_t e = 0; e < f->entries->count; e++) {
    const double x = before * dense[f->entries->row[e] * f->n + f->entries->column[e]];
    sum += fit_entry_value(f->entries, e, after * loss_clip(&f->entries->loss, x));
  }
  return sum;
}

/* dense (m x n) = a matrix of the class near W: its trace norm is at most radius and its entries are in the interval,
 * rounding included. */
static void fit_factors_feasible(const fit_factors *f, double *dense) {
  const loss *l = &f->entries->loss;
  double norm = 0.0, most;
  for (size_t i = 0; i < f->m; i++) {
    kernel_rows_dot(f->n, f->width, f->b, f->width, f->a + i * f->width, dense + i * f->n);
  }
  for (size_t k = 0; k < f->width; k++) {
    norm += column_norm(f->m, f->width, f->a, k) * column_norm(f->n, f->width, f->b, k);
  }
  /* rounding of an entry is at most (width + 4) DBL_EPSILON of the product of its factors' columns; of norms, (n +
   * 4) */
  const double rounding = (sqrt((double)f->m) + 1.0) * (double)(f->width + 8) + (double)f->n;
  const double radius = f->radius * (1.0 - rounding * DBL_EPSILON);
  const double before = norm > radius ? radius / norm : 1.0;
  const double outside = clipped_norm(f, before, dense, &most) * (1.0 + ((double)f->n + 8.0) * DBL_EPSILON);
  const double clipped = fmin(1.0, radius / (norm * before + outside)), scaled = before / most;
  const bool clip = loss_of(f, dense, before, clipped) <= loss_of(f, dense, scaled, 1.0);
  for (size_t e = 0; e < f->m * f->n; e++) {
    dense[e] = loss_clip(l, (clip ? clipped : 1.0) * loss_clip(l, (clip ? before : scaled) * dense[e]));
  }
}

/* ---- steps and certificates */

typedef struct fit {
  fit_entries entries;
  fit_factors factors;
  double radius;
  double *u, *w, *before; /* dual weights, W at the entries, and the previous W */
  double ratio;           /* step of W / step of u; their product is 1 */
  double *dense, *best, own;
  double least;
  arena memory; /* of all that */
} fit;

static void fit_free(fit *f) {
  arena_free(&f->memory);
}

static status fit_new(const entry_trials *trials, double radius, fit *f) {
  *f = (fit){.radius = radius, .own = INFINITY, .least = -INFINITY};
  TRY(fit_entries_new(&f->memory, trials, &f->entries));
  TRY(fit_factors_new(&f->memory, &f->entries, radius, &f->factors));
  TRY(ARENA_ARRAY(&f->memory, f->entries.count, f->u));
  TRY(ARENA_ARRAY(&f->memory, f->entries.count, f->w));
  TRY(ARENA_ARRAY(&f->memory, f->entries.count, f->before));
  TRY(ARENA_ARRAY(&f->memory, f->entries.m * f->entries.n, f->dense));
  TRY(ARENA_ARRAY(&f->memory, f->entries.m * f->entries.n, f->best));
  const double width = fmax(-f->entries.loss.low, f->entries.loss.high) * sqrt((double)f->entries.count);
  const double size = fmin(radius, width);
  f->ratio = f->entries.lipschitz > 0.0 ? size / f->entries.lipschitz : 1.0;
  return STATUS_OK;
}

/* One step of W, then of u with the extrapolated W (Chambolle & Pock 2011, algorithm 1 with theta = 1). *moved =
 * |change of W|, *turned = |change of u|. */
static status primal_dual_step(fit *f, double *moved, double *turned) {
  const double dual_step = 1.0 / f->ratio;
  memcpy(f->before, f->w, f->entries.count * sizeof *f->w);
  TRY(fit_factors_step(&f->factors, f->u, f->ratio, f->w));
  *moved = *turned = 0.0;
  for (size_t e = 0; e < f->entries.count; e++) {
    const double target = f->u[e] + dual_step * (2.0 * f->w[e] - f->before[e]);
    const double x = fit_entry_minimiser(&f->entries, e, -target, dual_step);
    const double next = target - dual_step * x;
    *moved += (f->w[e] - f->before[e]) * (f->w[e] - f->before[e]);
    *turned += (next - f->u[e]) * (next - f->u[e]);
    f->u[e] = next;
  }
  return STATUS_OK;
}

/* Summed in the order of the trials, as a learner's regret is. */
static double own_loss(const entry_trials *trials, const double *dense) {
  const bool turned = trials->m > trials->n;
  double sum = 0.0;
  for (size_t t = 0; t < trials->count; t++) {
    const size_t i = trials->row[t], j = trials->column[t];
    sum += loss_value(&trials->loss, dense[turned ? j * trials->m + i : i * trials->n + j], trials->label[t]);
  }
  return sum;
}

static status check(const entry_trials *trials, fit *f, bool *enough) {
  double least;
  fit_factors_feasible(&f->factors, f->dense);
  const double own = own_loss(trials, f->dense);
  TRY(fit_certificate(&f->entries, f->u, f->radius, &least));
  f->least = fmax(f->least, least);
  if (own < f->own) {
    f->own = own;
    memcpy(f->best, f->dense, f->entries.m * f->entries.n * sizeof *f->best);
  }
  *enough = f->own - f->least <= near_enough * fmax(1.0, fabs(f->least));
  return STATUS_OK;
}

static size_t steps_of(const fit_entries *entries) {
  const double width = entries->m < WIDTH ? (double)entries->m : WIDTH;
  const double cost = width * (6.0 * width * (double)(entries->m + entries->n) + 3.0 * (double)entries->count);
  const double steps = step_budget / cost;
  return steps < LEAST_STEPS ? LEAST_STEPS : steps > MOST_STEPS ? MOST_STEPS : (size_t)steps;
}

/* Steps of W and u of similar relative length converge fastest: the ratio is adjusted at steps 16, 32, 64, ... */
static void balance(fit *f, size_t step, double moved, double turned) {
  if (step < 16 || (step & (step - 1)) != 0 || moved <= 0.0 || turned <= 0.0) return;
  f->ratio = sqrt(f->ratio * sqrt(moved / turned));
}

static status run(const entry_trials *trials, fit *f) {
  const size_t steps = steps_of(&f->entries), between = steps / CHECKS;
  bool enough = false;
  double moved, turned;
  TRY(check(trials, f, &enough));
  for (size_t step = 1; step <= steps && !enough; step++) {
    TRY(primal_dual_step(f, &moved, &turned));
    balance(f, step, moved, turned);
    if (step % between == 0 || step == steps) TRY(check(trials, f, &enough));
  }
  return STATUS_OK;
}

static status find_fit(const entry_trials *trials, double radius, hindsight_answer *found) {
  CLEANUP(fit_free) fit f = {0};
  TRY(fit_new(trials, radius, &f));
  TRY(run(trials, &f));
  const size_t m = f.entries.m, n = f.entries.n;
  found->own = f.own;
  found->least = fmin(f.least, f.own);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) found->numbers[trials->m > trials->n ? j * m + i : i * n + j] = f.best[i * n + j];
  }
  return STATUS_OK;
}

status best_trace_norm(const entry_trials *trials, double trace_norm, comparator **out) {
  char key[33];
  CLEANUP(hindsight_answer_free) hindsight_answer found = {0};
  *out = NULL;
  if (!(trace_norm > 0.0 && isfinite(trace_norm))) {
    return FAIL(STATUS_INVALID, "trace norm: %g, expected a number above 0", trace_norm);
  }
  TRY(fit_entries_check(trials));
  TRY(entry_trials_key(trials, "trace norm", trace_norm, key));
  TRY(hindsight_answer_new(trials->m * trials->n, &found));
  if (!hindsight_answer_find(key, &found)) {
    TRY(find_fit(trials, trace_norm, &found));
    TRY(hindsight_answer_keep(key, &found));
  }
  TRY(comparator_from_entries(COMPARATOR_INTERVAL, trials->m, trials->n, found.numbers, out));
  comparator_set_least(*out, found.least, found.own);
  return STATUS_OK;
}
