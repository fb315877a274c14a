/* A build without SLEEF: the elementary functions of the C library that is linked with it. For WebAssembly, where that is one and the same on every
 * machine; last digits may differ from those of fixed_math.c. */
#include <math.h>

#include "base/fixed_math.h"

const char fixed_math_sleef[] = "none";

void fixed_exp_all(size_t n, const double *x, double *out) {
  for (size_t i = 0; i < n; i++) out[i] = fixed_exp(x[i]);
}

double fixed_exp(double x) {
  return exp(x);
}

double fixed_expm1(double x) {
  return expm1(x);
}

double fixed_log(double x) {
  return log(x);
}

double fixed_log1p(double x) {
  return log1p(x);
}

double fixed_log2(double x) {
  return log2(x);
}

double fixed_log10(double x) {
  return log10(x);
}

double fixed_sinh(double x) {
  return sinh(x);
}

double fixed_cosh(double x) {
  return cosh(x);
}

double fixed_tanh(double x) {
  return tanh(x);
}

double fixed_asinh(double x) {
  return asinh(x);
}

double fixed_atanh(double x) {
  return atanh(x);
}

double fixed_sin(double x) {
  return sin(x);
}

double fixed_cos(double x) {
  return cos(x);
}

double fixed_tan(double x) {
  return tan(x);
}

double fixed_asin(double x) {
  return asin(x);
}

double fixed_acos(double x) {
  return acos(x);
}

double fixed_pow(double x, double y) {
  return pow(x, y);
}

double fixed_atan2(double y, double x) {
  return atan2(y, x);
}

double fixed_lgamma(double x) {
  return lgamma(x);
}
