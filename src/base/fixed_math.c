#include "base/fixed_math.h"

#include <float.h>
#include <math.h>
#include <sleef.h>
#include <stdbool.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define TEXT(value) #value
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
const char fixed_math_sleef[] = VERSION(SLEEF_VERSION_MAJOR, SLEEF_VERSION_MINOR, SLEEF_VERSION_PATCHLEVEL);

/* SLEEF 3.5 leaves its 1 ulp, without saying so in all cases, for subnormal arguments, for sinh and cosh beyond 709 (it
 * gives inf), asinh beyond sqrt(DBL_MAX) (inf) and log1p beyond 1e307 (inf). The functions below treat these ends. */

/* f(x) = x (1 + O(x)) to less than half an ulp: exp(x) - 1, sin, tan, their hyperbolic kin and inverses. */
static bool is_tiny(double x) {
  return fabs(x) < 0x1p-60;
}

/* exp(x) / 2 for 709 < x where exp(x) may overflow and its half not: exp(x - high) (1 - low) with log 2 = high + low.
 * high has 36 bits, so that x - high is exact. Within 1.6 ulp. */
static double half_exp(double x) {
  const double high = 0x1.62e42fefap-1, low = 0x1.cf79abc9e3b3ap-40;
  const double value = Sleef_cinz_expd1_u10purec(x - high);
  return isinf(value) ? value : value - value * low;
}

double fixed_exp(double x) {
  return Sleef_cinz_expd1_u10purec(x);
}

/* Two at a time where the processor's basic set has it: the same bits, as all of SLEEF's "cinz" functions give. */
void fixed_exp_all(size_t n, const double *x, double *out) {
  size_t i = 0;
#ifdef __SSE2__
  for (; i + 2 <= n; i += 2) _mm_storeu_pd(out + i, Sleef_cinz_expd2_u10sse2(_mm_loadu_pd(x + i)));
#endif
  for (; i < n; i++) out[i] = fixed_exp(x[i]);
}

double fixed_expm1(double x) {
  return is_tiny(x) ? x : Sleef_cinz_expm1d1_u10purec(x);
}

double fixed_log(double x) {
  return Sleef_cinz_logd1_u10purec(x);
}

double fixed_log1p(double x) {
  if (is_tiny(x)) return x;
  return x > 1e300 ? Sleef_cinz_logd1_u10purec(x) : Sleef_cinz_log1pd1_u10purec(x);
}

double fixed_log2(double x) {
  return Sleef_cinz_log2d1_u10purec(x);
}

double fixed_log10(double x) {
  return Sleef_cinz_log10d1_u10purec(x);
}

double fixed_pow(double x, double y) {
  return Sleef_cinz_powd1_u10purec(x, y);
}

/* The operator `^` of scenarios is inside Lua's virtual machine, which calls pow() of the C library; that picks variants by CPU and changes last
 * digits. So this file defines pow(): the dynamic linker resolves the symbol for the shared Lua library (and for GSL) from the program first.
 * Whole powers below 2^53 are exact. (Lua squares by itself: x^2 is x*x.) */
double pow(double x, double y) {
  return fixed_pow(x, y);
}

double fixed_sinh(double x) {
  if (is_tiny(x)) return x;
  return fabs(x) > 709 ? copysign(half_exp(fabs(x)), x) : Sleef_cinz_sinhd1_u10purec(x);
}

double fixed_cosh(double x) {
  return fabs(x) > 709 ? half_exp(fabs(x)) : Sleef_cinz_coshd1_u10purec(x);
}

double fixed_tanh(double x) {
  return is_tiny(x) ? x : Sleef_cinz_tanhd1_u10purec(x);
}

/* asinh(x) = log(2x) + O(1/x^2) */
double fixed_asinh(double x) {
  const double size = fabs(x);
  if (is_tiny(x)) return x;
  if (size > DBL_MAX / 2) return copysign(Sleef_cinz_logd1_u10purec(size) + 0x1.62e42fefa39efp-1, x);
  if (size > 0x1p500) return copysign(Sleef_cinz_logd1_u10purec(2 * size), x);
  return Sleef_cinz_asinhd1_u10purec(x);
}

double fixed_atanh(double x) {
  return is_tiny(x) ? x : Sleef_cinz_atanhd1_u10purec(x);
}

double fixed_sin(double x) {
  return is_tiny(x) ? x : Sleef_cinz_sind1_u10purec(x);
}

double fixed_cos(double x) {
  return Sleef_cinz_cosd1_u10purec(x);
}

double fixed_tan(double x) {
  return is_tiny(x) ? x : Sleef_cinz_tand1_u10purec(x);
}

double fixed_asin(double x) {
  return is_tiny(x) ? x : Sleef_cinz_asind1_u10purec(x);
}

double fixed_acos(double x) {
  return Sleef_cinz_acosd1_u10purec(x);
}

double fixed_atan2(double y, double x) {
  return Sleef_cinz_atan2d1_u10purec(y, x);
}

double fixed_lgamma(double x) {
  return Sleef_cinz_lgammad1_u10purec(x);
}
