#include "learners/matrix_prediction/log_det_tuning.h"

static const double PI = 3.14159265358979323846;

/* Range of the search for the best eps, in units of b: the bound grows without limit at both ends. */
static const double lowest = -12.0, highest = 6.0; /* ln(eps/b) */
enum { GRID = 72, GOLDEN_STEPS = 60 };

static double start_of(const log_det_constants *c, double eps) {
  const double mean = c->trace / (double)c->class.order;
  return (mean < c->diagonal ? mean : c->diagonal) + eps;
}

double log_det_divergence(const log_det_constants *c, double eps) {
  const double p = (double)c->class.order, n = (double)c->class.n, a = start_of(c, eps);
  if (c->class.class == CLASS_MAX_CUT) {
    return n * fixed_log1p(eps) - (n - 1.0) * fixed_log(eps) - fixed_log(n + eps);
  }
  if (c->class.class == CLASS_COLLABORATIVE_FILTERING) return p * fixed_log1p(c->trace / (p * eps));
  double sum = p * fixed_log(a) - n * fixed_log(eps);
  for (size_t k = 0; k < c->class.n; k++) {
    const double angle = PI * (double)(2 * k + 1) / (2.0 * n);
    sum -= fixed_log(fabs(fixed_cos(angle) / fixed_sin(angle)) + eps);
  }
  return sum;
}

/* rho = 2 eta G' cap of the theorem's eta. */
static double theorem_rho(double divergence, double rounds) {
  const double rho = sqrt(2.0 * divergence / rounds);
  return rho < 0.5 ? rho : 0.5;
}

/* The bound for an eps of b e^x and the theorem's eta, in units of G'. */
static double cost(const log_det_constants *c, double rounds, double x) {
  const double eps = c->diagonal * fixed_exp(x), divergence = log_det_divergence(c, eps);
  const double rho = theorem_rho(divergence, rounds);
  return (c->diagonal + eps) * (divergence / rho + 0.5 * rho * rounds / (1.0 - rho));
}

/* The best point of a grid, then golden sections around it. */
static double best_eps(const log_det_constants *c, double rounds) {
  static const double golden = 0.6180339887498949;
  const double width = (highest - lowest) / GRID;
  double best = lowest, least = INFINITY;
  for (size_t i = 0; i <= GRID; i++) {
    const double x = lowest + (double)i * width, value = cost(c, rounds, x);
    if (!(value < least)) continue;
    least = value;
    best = x;
  }
  double low = best - width, high = best + width;
  for (size_t i = 0; i < GOLDEN_STEPS; i++) {
    const double left = high - golden * (high - low), right = low + golden * (high - low);
    if (cost(c, rounds, left) <= cost(c, rounds, right)) {
      high = right;
    } else {
      low = left;
    }
  }
  return c->diagonal * fixed_exp(0.5 * (low + high));
}

status log_det_constants_set(log_det_constants *c, double eps, double eta) {
  c->eps = eps;
  c->eta = eta;
  c->cap = c->diagonal + eps;
  c->start = start_of(c, eps);
  c->divergence = log_det_divergence(c, eps);
  const double limit = 1.0 / (2.0 * c->slope * c->cap);
  if (eta < limit) return STATUS_OK;
  return FAIL(STATUS_INVALID, "eta = %g must be below %g, so that matrices stay positive definite", eta, limit);
}

status log_det_constants_new(const learner_setting *setting, const class_choice *choice, double eps, double eta,
                             log_det_constants *out) {
  log_det_constants c = {0};
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
  TRY(prediction_class_sharpest(setting, choice, &c.class));
  const bool cut = c.class.class == CLASS_MAX_CUT;
  c.sign = cut ? -1.0 : 2.0;
  c.diagonal = c.class.beta;
  c.trace = cut ? c.class.tau : 0.5 * c.class.tau;
  c.slope = fabs(c.sign) * c.class.slope;
  if (isnan(eps)) eps = best_eps(&c, rounds);
  if (isnan(eta)) {
    eta = theorem_rho(log_det_divergence(&c, eps), rounds) / (2.0 * c.slope * (c.diagonal + eps));
  }
  TRY(status_context(log_det_constants_set(&c, eps, eta), "%s", setting->class->about.name));
  *out = c;
  return STATUS_OK;
}
