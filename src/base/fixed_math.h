/* Elementary functions with the same bytes everywhere: made of +, -, x, / and sqrt, each rounded to the nearest double (-ffp-contract=off), of
 * integers and of tables, and of no function of a library but those that are exact: fabs, copysign, floor and their like.
 *
 * Within 1.0 ulp of the true value, subnormal arguments and results included. The largest error found in 10^7 arguments of each is 0.51 ulp for
 * logarithms, asinh, atanh and atan2, 0.55 for exp, sinh, cosh and pow, 0.75 for the others and for subnormal results. Zeros, infinities
 * and what is not a number are as in C (F.10), but for exceptions and errno. */
#pragma once

#include <stddef.h>

double fixed_exp(double x);
void fixed_exp_all(size_t n, const double *x, double *out); /* out[i] = fixed_exp(x[i]), to the bit; out may be x */
double fixed_expm1(double x);
double fixed_sinh(double x);
double fixed_cosh(double x);
double fixed_tanh(double x);
double fixed_log(double x);
double fixed_log1p(double x);
double fixed_log2(double x);
double fixed_log10(double x);
double fixed_asinh(double x);
double fixed_atanh(double x);
double fixed_pow(double x, double y); /* exact where the result is a double */
double fixed_sin(double x);
double fixed_cos(double x);
double fixed_tan(double x);
double fixed_asin(double x);
double fixed_acos(double x);
double fixed_atan2(double y, double x);
double fixed_lgamma(double x); /* ln Gamma(x), x > 0; not a number below */

/* u ln u, an eigenvalue's share of an entropy; 0 for u <= 0 */
static inline double fixed_u_ln_u(double u) {
  return u > 0.0 ? u * fixed_log(u) : 0.0;
}
