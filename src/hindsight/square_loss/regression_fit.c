#include "hindsight/square_loss/regression_fit.h"
#include "hindsight/hindsight_answer.h"
#include "hindsight/square_loss.h"
#include "hindsight/square_loss/least_squares_fit.h"

static const char *const names[] = {"least_squares", "simplex", "l1_ball"};

/* If the least-squares solution lies in the ball it is the answer: far larger vertices would only cancel. */
static status fit_ball(const square_trials *trials, double radius, hindsight_answer *found) {
  bool known = false;
  double size = 0.0;
  TRY(least_squares_by_gram(trials, found->numbers, &found->least, &known));
  for (size_t i = 0; i < trials->n; i++) size += fabs(found->numbers[i]);
  if (known && size <= radius) return STATUS_OK;
  return polytope_fit(trials, radius, true, found->numbers, &found->least);
}

static status find(regression_class kind, double radius, const square_trials *trials, hindsight_answer *found) {
  FREED double *e = NULL;
  TRY(NEW_ARRAY(trials->count, e));
  if (kind == REGRESSION_LEAST_SQUARES) {
    TRY(least_squares_fit(trials, found->numbers, &found->least));
  } else if (kind == REGRESSION_L1_BALL) {
    TRY(fit_ball(trials, radius, found));
  } else {
    TRY(polytope_fit(trials, radius, false, found->numbers, &found->least));
  }
  square_trials_residuals(trials, found->numbers, e);
  found->own = square_trials_loss(trials->count, e);
  if (!isfinite(found->own)) return FAIL(STATUS_NUMERIC, "best in hindsight: a loss that is not finite");
  found->least = fmin(fmax(found->least, 0.0), found->own);
  return STATUS_OK;
}

status comparator_regression_fit(regression_class kind, double radius, size_t n, size_t count, const instance *x,
                                 const double *y, comparator **out) {
  const square_trials trials = {.n = n, .count = count, .x = x, .y = y};
  CLEANUP(hindsight_answer_free) hindsight_answer found = {0};
  char key[33];
  *out = NULL;
  if (kind == REGRESSION_LEAST_SQUARES) radius = 0.0;
  if (!(radius >= 0.0) || !isfinite(radius)) {
    return FAIL(STATUS_INVALID, "best in hindsight: radius = %g, expected a number of at least 0", radius);
  }
  TRY(square_trials_check(&trials, 1));
  TRY(square_trials_key(&trials, names[kind], radius, key));
  TRY(hindsight_answer_new(n, &found));
  if (!hindsight_answer_find(key, &found)) {
    TRY(find(kind, radius, &trials, &found));
    TRY(hindsight_answer_keep(key, &found));
  }
  TRY(kind == REGRESSION_SIMPLEX ? comparator_from_vector(COMPARATOR_INTERVAL, n, found.numbers, out)
                                 : comparator_from_signed_vector(COMPARATOR_INTERVAL, n, found.numbers, out));
  comparator_set_least(*out, found.least, found.own);
  return STATUS_OK;
}
