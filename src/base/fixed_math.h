/* Elementary functions with the same bytes on every CPU of the architecture.
 *
 * libm picks variants by CPU feature and changes last digits; SLEEF's `cinz` variants (C, no FMA, non-vector, 1.0 ulp)
 * do not. Within 1.0 ulp of the true value (sinh and cosh beyond |x| = 709, asinh beyond 8e307: 1.6 ulp), subnormal
 * arguments and results of odd functions included; not finite arguments as in C. sqrt, floor, ceil, fabs, fmod, frexp
 * and ldexp of libm are exact or correctly rounded and may be used. */
#pragma once

#include <stddef.h>

double fixed_exp(double x);
void fixed_exp_all(size_t n, const double *x, double *out); /* out[i] = fixed_exp(x[i]), to the bit */
double fixed_expm1(double x);
double fixed_log(double x);
double fixed_log1p(double x);
double fixed_log2(double x);
double fixed_log10(double x);
double fixed_pow(double x, double y);
double fixed_sinh(double x);
double fixed_cosh(double x);
double fixed_tanh(double x);
double fixed_asinh(double x);
double fixed_atanh(double x);
double fixed_sin(double x);
double fixed_cos(double x);
double fixed_tan(double x);
double fixed_asin(double x);
double fixed_acos(double x);
double fixed_atan2(double y, double x);
double fixed_lgamma(double x); /* ln Gamma(x), x > 0 */

/* u ln u, an eigenvalue's share of an entropy; 0 for u <= 0 */
static inline double fixed_u_ln_u(double u) {
  return u > 0.0 ? u * fixed_log(u) : 0.0;
}

extern const char fixed_math_sleef[]; /* SLEEF's version; its header is long, and no other file reads it */
