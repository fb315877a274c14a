#include "learners/winnow/asymmetric_tuning.h"
#include "base/fixed_math.h"
#include <math.h>

double asymmetric_up(double kappa) {
  return fixed_log1p(kappa);
}

double asymmetric_down(double kappa) {
  return kappa < 1.0 ? -fixed_log1p(-kappa) : INFINITY;
}

/* 1 - e^-beta, the part of tr(WX) that a negative update removes at least. */
static double loss_of(double beta) {
  return isinf(beta) ? 1.0 : -fixed_expm1(-beta);
}

double asymmetric_threshold(double alpha, double beta, double gap) {
  return alpha * gap / (fixed_expm1(alpha) + loss_of(beta));
}

double asymmetric_scale(double alpha, double beta, double theta, double gap) {
  return theta * (fixed_expm1(alpha) + loss_of(beta)) / (alpha * gap);
}

double asymmetric_mistake_progress(double beta, double theta) {
  return loss_of(beta) * theta;
}

double randomized_threshold(double alpha, double gap) {
  return alpha * gap / fixed_expm1(alpha);
}

double randomized_scale(double alpha, double theta, double gap) {
  return theta * fixed_expm1(alpha) / (alpha * gap);
}

double randomized_mistake_progress(double alpha, double beta, double theta) {
  return fmin(fixed_expm1(alpha), loss_of(beta)) * theta;
}
