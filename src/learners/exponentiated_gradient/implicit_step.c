#include "learners/exponentiated_gradient/implicit_step.h"
#include <float.h>

enum { MOST = 200 };
static const double precision = 4.0 * DBL_EPSILON; /* of the root, relative */

typedef struct search {
  spectral *w;
  const instance *x;
  double eta, at; /* H - at X is what the parameter holds, up to a multiple of I */
  double (*slope)(void *context, double score);
  void *context;
} search;

/* *value = l - eta slope(p(l)) */
static status evaluate(search *s, double l, double *value) {
  double log_trace = 0.0, score = 0.0;
  TRY(spectral_step(s->w, s->at - l, s->x));
  s->at = l;
  TRY(spectral_log_trace(s->w, &log_trace));
  TRY(spectral_shift(s->w, -log_trace));
  TRY(spectral_score(s->w, s->x, &score));
  *value = l - s->eta * s->slope(s->context, score);
  return STATUS_OK;
}

typedef struct end {
  double l, value;
} end;

/* *near has the sign of -last.l, *far the other one or 0. Steps are doubled, so as not to overshoot by much: what is
 * added to H and subtracted again leaves rounding errors. */
static status bracket(search *s, double last, end *near, end *far) {
  const double unit = 1.0 / fmax(instance_nuclear(s->x), DBL_MIN);
  far->l = copysign(fmin(fabs(last), unit), last);
  for (int i = 0; i < MOST; i++) {
    TRY(evaluate(s, far->l, &far->value));
    if (far->l == last && far->value * last < 0.0) far->value = 0.0; /* by rounding: the root is `last` */
    if (far->value * last >= 0.0) return STATUS_OK;
    *near = *far;
    far->l = copysign(fmin(fabs(last), 2.0 * fabs(far->l)), last);
  }
  return STATUS_OK;
}

/* Regula falsi in the Illinois form; a bisection where it would leave the inside. */
static double between(const end *near, const end *far) {
  const double l = (near->l * far->value - far->l * near->value) / (far->value - near->value);
  const double low = fmin(near->l, far->l), high = fmax(near->l, far->l);
  return l > low && l < high ? l : 0.5 * (low + high);
}

static status close_in(search *s, end near, end far) {
  int side = 0;
  for (int i = 0; i < MOST && far.value != 0.0; i++) {
    const double width = fabs(far.l - near.l);
    if (width <= precision * fabs(far.l)) break;
    end middle = {.l = i % 8 == 7 ? 0.5 * (near.l + far.l) : between(&near, &far)};
    if (middle.l == near.l || middle.l == far.l) break;
    TRY(evaluate(s, middle.l, &middle.value));
    const bool beyond = middle.value == 0.0 || (middle.value > 0.0) == (far.value > 0.0);
    if (beyond) {
      far = middle;
      if (side > 0) near.value *= 0.5;
    } else {
      near = middle;
      if (side < 0) far.value *= 0.5;
    }
    side = beyond ? 1 : -1;
  }
  return STATUS_OK;
}

status implicit_step(spectral *w, const instance *x, double eta, double score,
                     double (*slope)(void *context, double score), void *context) {
  search s = {.w = w, .x = x, .eta = eta, .slope = slope, .context = context};
  const double last = eta * slope(context, score);
  if (last == 0.0 || instance_nuclear(x) == 0.0) return STATUS_OK;
  end near = {.l = 0.0, .value = -last}, far = {0};
  TRY(bracket(&s, last, &near, &far));
  return close_in(&s, near, far);
}
