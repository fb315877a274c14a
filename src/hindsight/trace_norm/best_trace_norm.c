/* Least loss in a ball of the trace norm,
 *
 *   min sum_e h_e(W_e)  over |W|_* <= radius, W_e in [low, high]        (e: an entry, h_e the sum of its trials'
 *                       losses)
 *
 * by the primal-dual method of Chambolle & Pock (2011), whose W = A B^T is of low rank and whose U lives on the
 * entries, certified now and then (trace_norm_certificate.h). m <= n: other shapes are transposed. */
#include "hindsight/trace_norm/best_trace_norm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "hindsight/hindsight_answer.h"
#include "hindsight/trace_norm/trace_norm_certificate.h"
#include "hindsight/trace_norm/trace_norm_factors.h"

enum { WIDTH = 96, MOST_STEPS = 8000, LEAST_STEPS = 400, CHECKS = 10 };
static const double step_budget = 2e11;  /* total number of additions, for any size */
static const double near_enough = 2e-10; /* relative gap at which the steps end */

typedef struct fit {
  fit_entries entries;
  fit_factors *factors;
  double radius;
  double *u, *w, *before; /* dual weights, W at the entries, and the previous W */
  double ratio;           /* step of W / step of u; their product is 1 */
  double *dense, *best, own;
  double least;
} fit;

static void fit_free(fit *f) {
  fit_entries_free(&f->entries);
  fit_factors_free(f->factors);
  free(f->u);
  free(f->w);
  free(f->before);
  free(f->dense);
  free(f->best);
}

static status fit_new(const entry_trials *trials, double radius, fit *f) {
  *f = (fit){.radius = radius, .own = INFINITY, .least = -INFINITY};
  TRY(fit_entries_new(trials, &f->entries));
  TRY(fit_factors_new(&f->entries, radius, WIDTH, &f->factors));
  TRY(NEW_ARRAY(f->entries.count, f->u));
  TRY(NEW_ARRAY(f->entries.count, f->w));
  TRY(NEW_ARRAY(f->entries.count, f->before));
  TRY(NEW_ARRAY(f->entries.m * f->entries.n, f->dense));
  TRY(NEW_ARRAY(f->entries.m * f->entries.n, f->best));
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
  TRY(fit_factors_step(f->factors, f->u, f->ratio, f->w));
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
  fit_factors_feasible(f->factors, f->dense);
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
  fit f;
  status code = STATUS_OK;
  CHECK(fit_new(trials, radius, &f));
  CHECK(run(trials, &f));
  const size_t m = f.entries.m, n = f.entries.n;
  found->own = f.own;
  found->least = fmin(f.least, f.own);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) found->numbers[trials->m > trials->n ? j * m + i : i * n + j] = f.best[i * n + j];
  }
end:
  fit_free(&f);
  return code;
}

status best_trace_norm(const entry_trials *trials, double trace_norm, comparator **out) {
  char key[33];
  hindsight_answer found;
  status code = STATUS_OK;
  *out = NULL;
  if (!(trace_norm > 0.0 && isfinite(trace_norm))) {
    return FAIL(STATUS_INVALID, "trace norm: %g, expected a number above 0", trace_norm);
  }
  TRY(fit_entries_check(trials));
  TRY(entry_trials_key(trials, "trace norm", trace_norm, key));
  TRY(hindsight_answer_new(trials->m * trials->n, &found));
  if (!hindsight_answer_find(key, &found)) {
    CHECK(find_fit(trials, trace_norm, &found));
    CHECK(hindsight_answer_keep(key, &found));
  }
  CHECK(comparator_from_entries(COMPARATOR_INTERVAL, trials->m, trials->n, found.numbers, out));
  comparator_set_least(*out, found.least, found.own);
end:
  free(found.numbers);
  return code;
}
