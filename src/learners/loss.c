#include "learners/loss.h"
#include "base/fixed_math.h"
#include <math.h>
#include <string.h>

const loss loss_of_signs = {LOSS_ZERO_ONE, -1.0, 1.0, -1.0, 1.0, 1.0};

static const char *const names[LOSS_KINDS] = {"zero_one", "absolute", "square",   "logistic",
                                              "hinge",    "linear",   "violation"};

const char *loss_kind_name(loss_kind kind) {
  return names[kind];
}

bool loss_kind_by_name(const char *name, loss_kind *kind) {
  for (size_t i = 0; i < LOSS_KINDS; i++) {
    if (strcmp(names[i], name) != 0) continue;
    *kind = (loss_kind)i;
    return true;
  }
  return false;
}

void loss_label_range(loss_kind kind, double low, double high, double *label_low, double *label_high) {
  const bool signs = kind == LOSS_LOGISTIC || kind == LOSS_HINGE || kind == LOSS_LINEAR;
  *label_low = signs ? -1.0 : low;
  *label_high = signs ? 1.0 : high;
}

/* ln(1 + e^x) without overflow */
static double softplus(double x) {
  return x > 0.0 ? x + fixed_log1p(fixed_exp(-x)) : fixed_log1p(fixed_exp(x));
}

static double logistic(double x) {
  return x > 0.0 ? 1.0 / (1.0 + fixed_exp(-x)) : fixed_exp(x) / (1.0 + fixed_exp(x));
}

double loss_value(const loss *l, double p, double y) {
  switch (l->kind) {
  case LOSS_ABSOLUTE: return l->scale * fabs(p - y);
  case LOSS_SQUARE: return l->scale * (p - y) * (p - y);
  case LOSS_LOGISTIC: return l->scale * softplus(-y * p);
  case LOSS_HINGE: return l->scale * (y * p < 1.0 ? 1.0 - y * p : 0.0);
  case LOSS_LINEAR: return l->scale * y * p;
  case LOSS_VIOLATION: return l->scale * (p > y ? p - y : 0.0);
  default: return p != y ? 1.0 : 0.0;
  }
}

/* A prediction this close to a kink, in units of high - low, counts as on it: predictions that equal a label or an end
 * in exact arithmetic get the same slope however they are rounded. */
static const double kink = 1e-9;

static double kink_width(const loss *l) {
  return isfinite(l->low) && isfinite(l->high) ? kink * (l->high - l->low) : 0.0;
}

static double absolute_slope(const loss *l, double p, double y) {
  if (y >= l->high) return -1.0;
  if (y <= l->low) return 1.0;
  if (fabs(p - y) <= kink_width(l)) return 0.0;
  return p > y ? 1.0 : -1.0;
}

/* The kink of 1 - y p lies outside the interval, or at its end, where the slope -y is that of the inside. */
static double hinge_slope(const loss *l, double p, double y) {
  const double inside = y >= 0.0 ? 1.0 - y * l->high : 1.0 - y * l->low;
  return inside >= 0.0 || y * p < 1.0 ? -y : 0.0;
}

/* The kink y may lie below the interval, or at its low end, where the slope is that of the inside. */
static double violation_slope(const loss *l, double p, double y) {
  if (y <= l->low) return 1.0;
  return p - y > kink_width(l) ? 1.0 : 0.0;
}

double loss_subgradient(const loss *l, double p, double y) {
  switch (l->kind) {
  case LOSS_ABSOLUTE: return l->scale * absolute_slope(l, p, y);
  case LOSS_SQUARE: return 2.0 * l->scale * (p - y);
  case LOSS_LOGISTIC: return -l->scale * y * logistic(-y * p);
  case LOSS_HINGE: return l->scale * hinge_slope(l, p, y);
  case LOSS_LINEAR: return l->scale * y;
  case LOSS_VIOLATION: return l->scale * violation_slope(l, p, y);
  default: return 0.0;
  }
}

static double larger(double a, double b) {
  return a > b ? a : b;
}

double loss_lipschitz(const loss *l) {
  const double label = larger(fabs(l->label_low), fabs(l->label_high));
  const double prediction = larger(fabs(l->low), fabs(l->high));
  switch (l->kind) {
  case LOSS_ABSOLUTE:
  case LOSS_VIOLATION: return l->scale;
  case LOSS_SQUARE: return 2.0 * l->scale * larger(fabs(l->high - l->label_low), fabs(l->label_high - l->low));
  case LOSS_LOGISTIC: return l->scale * label * logistic(label * prediction);
  case LOSS_HINGE:
  case LOSS_LINEAR: return l->scale * label;
  default: return 0.0;
  }
}

double loss_clip(const loss *l, double z) {
  return z < l->low ? l->low : z > l->high ? l->high : z;
}

double loss_extended_subgradient(const loss *l, double z, double y) {
  const double slope = loss_subgradient(l, loss_clip(l, z), y), margin = kink_width(l);
  if (z > l->high + margin) return slope > 0.0 ? slope : 0.0;
  if (z < l->low - margin) return slope < 0.0 ? slope : 0.0;
  return slope;
}
