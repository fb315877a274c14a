/* Elementary functions against those of the long double library, which are 11 bits finer. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/random.h"
#include "unit/check.h"

typedef struct function {
  const char *name;
  double (*fixed)(double);
  long double (*truth)(long double);
  struct {
    double low, high; /* arguments are uniform, in the logarithm where high > 100 low > 0 */
  } ranges[6];
} function;

static const function functions[] = {
    {"exp", fixed_exp, expl, {{-708, 709.78}, {-1, 1}, {-745.2, -708}, {0x1p-30, 700}}},
    {"expm1", fixed_expm1, expm1l, {{-40, 709.78}, {-1, 1}, {0.1, 0.15}, {-0.15, -0.1}, {1e-320, 1}}},
    {"sinh", fixed_sinh, sinhl, {{-710.47, 710.47}, {-1, 1}, {0.2, 0.3}, {700, 710.475}, {1e-320, 710}}},
    {"cosh", fixed_cosh, coshl, {{-710.47, 710.47}, {-2, 2}, {700, 710.475}}},
    {"tanh", fixed_tanh, tanhl, {{-20, 20}, {-1, 1}, {0.05, 0.07}, {1e-320, 20}}},
    {"log", fixed_log, logl, {{0.5, 2}, {0.99, 1.01}, {5e-324, 1.7e308}}},
    {"log1p", fixed_log1p, log1pl, {{-1, 3}, {-0.01, 0.01}, {-1, -0.999}, {1e-320, 1.7e308}}},
    {"log2", fixed_log2, log2l, {{0.5, 2}, {0.99, 1.01}, {5e-324, 1.7e308}}},
    {"log10", fixed_log10, log10l, {{0.5, 2}, {0.99, 1.01}, {5e-324, 1.7e308}}},
    {"asinh", fixed_asinh, asinhl, {{-10, 10}, {-0.01, 0.01}, {1e-320, 1.7e308}}},
    {"atanh", fixed_atanh, atanhl, {{-1, 1}, {0.9999, 1}, {-0.01, 0.01}, {1e-320, 1}}},
    {"sin", fixed_sin, sinl, {{-100, 100}, {-1, 1}, {1e-320, 1}, {1e3, 1e8}, {1e6, 1.7e308}}},
    {"cos", fixed_cos, cosl, {{-100, 100}, {-1, 1}, {1e3, 1e8}, {1e6, 1.7e308}}},
    {"tan", fixed_tan, tanl, {{-100, 100}, {-1, 1}, {1e-320, 1}, {1e3, 1e8}, {1e6, 1.7e308}}},
    {"asin", fixed_asin, asinl, {{-1, 1}, {0.45, 0.55}, {0.99, 1}, {1e-320, 1}}},
    {"acos", fixed_acos, acosl, {{-1, 1}, {0.45, 0.55}, {0.99, 1}, {-0.01, 0.01}}},
    {"lgamma", fixed_lgamma, lgammal, {{0, 10}, {0.9, 1.1}, {1.9, 2.1}, {0.4, 2.6}, {1e-320, 2.5e305}}},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions, RANGES = 6 };

static double error_in_ulps(double value, long double truth) {
  int exponent;
  frexpl(truth, &exponent);
  const double ulp = ldexp(1, exponent - DBL_MANT_DIG < -1074 ? -1074 : exponent - DBL_MANT_DIG);
  const long double shown = isinf(value) ? copysignl(0x1p1024L, value) : value;
  return (double)(fabsl(shown - truth) / ulp);
}

static void check(const function *f, double x) {
  const double value = f->fixed(x), error = error_in_ulps(value, f->truth(x));
  cr_assert(error <= 1, "%s(%.17g) = %.17g, truth %.20Lg: %.3f ulp", f->name, x, value, f->truth(x), error);
}

static void need_long_double(void) {
  if (LDBL_MANT_DIG < 64) cr_skip_test("long double is no finer than double");
}

Test(fixed_math, is_within_an_ulp) {
  need_long_double();
  random_stream *stream = stream_of("accuracy");
  for (const function *f = functions; f < functions + FUNCTIONS; f++) {
    size_t ranges = 0;
    while (ranges < RANGES && f->ranges[ranges].high != 0) ranges++;
    for (size_t k = 0; k < sweep(10000000, 100000); k++) {
      const size_t i = k % ranges;
      const double low = f->ranges[i].low, high = f->ranges[i].high, u = random_uniform(stream);
      const bool logarithmic = low > 0 && high > 100 * low;
      check(f, logarithmic ? (double)expl(logl(low) + (logl(high) - logl(low)) * u) : low + (high - low) * u);
    }
  }
  random_stream_free(stream);
}

/* Where one formula takes over from another, at powers of two, and half way between the entries of tables, with neighbours. */
Test(fixed_math, is_within_an_ulp_at_seams) {
  need_long_double();
  for (const function *f = functions; f < functions + FUNCTIONS; f++) {
    for (int k = 0; k < 4000; k++) {
      double x = k < 2098   ? ldexp(1, k - 1074)
                 : k < 2400 ? (k - 2098 + 0.5) / 128
                 : k < 3000 ? (k - 2700 + 0.5) * (M_LN2 / 64)
                            : (k - 3500) / 8.0;
      for (int i = 0; i < 8; i++) x = nextafter(x, -INFINITY);
      for (int i = 0; i < 17; i++, x = nextafter(x, INFINITY)) {
        for (int sign = 1; sign >= -1; sign -= 2) {
          const long double truth = f->truth(sign * (long double)x);
          if (isfinite(truth) && fabsl(truth) <= DBL_MAX && (sign * x > 0 || f->truth != lgammal)) check(f, sign * x);
        }
      }
    }
  }
}

/* k pi/2 for k of all sizes, and the double that is nearest to such a number (Muller, Elementary Functions, 3rd ed., section 11.2) */
Test(fixed_math, is_within_an_ulp_near_quarter_turns) {
  need_long_double();
  random_stream *stream = stream_of("quarters");
  for (const function *f = functions; f < functions + FUNCTIONS; f++) {
    if (f->fixed != fixed_sin && f->fixed != fixed_cos && f->fixed != fixed_tan) continue;
    for (size_t i = 0; i < sweep(10000000, 100000); i++) {
      const long double turns = floorl(expl(44 * random_uniform(stream)));
      check(f, (double)(turns * 1.57079632679489661923L));
    }
  }
  const double nearest = ldexp(6381956970095103, 797);
  cr_expect(fixed_cos(nearest) == -4.68716592425462761112e-19 && fixed_sin(nearest) == 1, "%.17g", fixed_cos(nearest));
  random_stream_free(stream);
}

Test(fixed_math, two_variables_are_within_an_ulp) {
  need_long_double();
  random_stream *stream = stream_of("two variables");
  for (size_t k = 0; k < sweep(10000000, 100000); k++) {
    const double scale = k % 3 == 0 ? 700 : k % 3 == 1 ? 20 : 0.1;
    const double x = (double)expl(random_range(stream, -scale, scale)),
                 y = (double)random_range(stream, -745.2, 709.7) / log(x);
    cr_assert(error_in_ulps(fixed_pow(x, y), powl(x, y)) <= 1, "pow(%.17g, %.17g) = %.17g, truth %.20Lg", x, y,
              fixed_pow(x, y), powl(x, y));
    const double u = random_range(stream, -1, 1) * (k % 2 == 0 ? 1 : x), v = random_range(stream, -1, 1);
    cr_assert(error_in_ulps(fixed_atan2(u, v), atan2l(u, v)) <= 1, "atan2(%.17g, %.17g) = %.17g", u, v,
              fixed_atan2(u, v));
  }
  random_stream_free(stream);
}

/* Equal, zeros with their sign; or not a number, both; or an ulp apart. */
static bool agree(double value, long double truth) {
  if (isnan(value) || isnan(truth)) return isnan(value) && isnan(truth);
  const double rounded = (double)truth;
  if (value == 0 || isinf(value) || rounded == 0 || isinf(rounded))
    return value == rounded && !signbit(value) == !signbit(rounded);
  return error_in_ulps(value, truth) <= 1;
}

/* The library's long double functions follow F.10 of the standard. */
Test(fixed_math, ends_are_those_of_C) {
  need_long_double();
  static const double positive[] = {0,
                                    5e-324,
                                    DBL_MIN,
                                    1e-300,
                                    0x1p-60,
                                    0.25,
                                    0.5,
                                    1 - DBL_EPSILON / 2,
                                    1,
                                    1 + DBL_EPSILON,
                                    1.5,
                                    2,
                                    3,
                                    20,
                                    60,
                                    709.782712893384,
                                    709.7827128933841,
                                    710.475860073944,
                                    710.4758600739439,
                                    745.1332191019411,
                                    745.1332191019412,
                                    1023,
                                    1024,
                                    1074,
                                    1075,
                                    1e15,
                                    0x1p52,
                                    0x1p53 - 1,
                                    0x1p53,
                                    1e22,
                                    2.5563481638716906e305,
                                    DBL_MAX,
                                    INFINITY,
                                    NAN};
  enum { ENDS = sizeof positive / sizeof *positive };
  for (int i = 0; i < 2 * ENDS; i++) {
    const double x = i < ENDS ? positive[i] : -positive[i - ENDS];
    for (const function *f = functions; f < functions + FUNCTIONS; f++) {
      if (f->truth == lgammal && signbit(x)) continue;
      cr_expect(agree(f->fixed(x), f->truth(x)), "%s(%.17g) = %.17g, truth %.20Lg", f->name, x, f->fixed(x),
                f->truth(x));
    }
    for (int j = 0; j < 2 * ENDS; j++) {
      const double y = j < ENDS ? positive[j] : -positive[j - ENDS];
      cr_expect(agree(fixed_pow(x, y), powl(x, y)), "pow(%.17g, %.17g) = %.17g", x, y, fixed_pow(x, y));
      cr_expect(agree(fixed_atan2(x, y), atan2l(x, y)), "atan2(%.17g, %.17g) = %.17g", x, y, fixed_atan2(x, y));
    }
  }
  cr_expect(fixed_lgamma(0) == INFINITY && isnan(fixed_lgamma(-1)));
}

Test(fixed_math, exact_results) {
  for (int k = -1074; k < 1024; k++)
    cr_expect(fixed_log2(ldexp(1, k)) == k && fixed_pow(2, k) == ldexp(1, k), "2^%d", k);
  for (int base = 2; base < 1000; base++) {
    double power = base;
    for (int k = 1; power <= 0x1p53; k++, power *= base) {
      cr_expect(fixed_pow(base, k) == power && fixed_pow(-base, k) == (k % 2 == 0 ? power : -power), "%d^%d", base, k);
      if (base == 10) cr_expect(fixed_log10(power) == k, "log10(%g)", power);
    }
    cr_expect(fixed_pow((double)base * base, 0.5) == base && fixed_pow(base, 1) == base);
  }
  cr_expect(fixed_exp(0) == 1 && fixed_cosh(0) == 1 && fixed_cos(0) == 1 && fixed_acos(1) == 0 &&
            fixed_lgamma(1) == 0 && fixed_lgamma(2) == 0);
}

/* The operator ^ of scenarios calls the library's pow(), which differs in last digits. */
Test(fixed_math, pow_is_the_fixed_one) {
  double (*volatile called)(double, double) = pow;
  for (int k = 1; k < 100000; k++) {
    const double x = k * 0.01, y = 7 - 0.0001 * k;
    cr_assert(called(x, y) == fixed_pow(x, y), "%.17g and %.17g", x, y);
  }
}

/* Learners compute exponentials one by one or all at once; their results must not tell. */
Test(fixed_math, all_exponentials_are_the_single_ones) {
  enum { MANY = 100001 };
  static double x[MANY], all[MANY];
  for (size_t i = 0; i < MANY; i++) x[i] = -760.0 + 1500.0 * (double)i / MANY + 1e-7 * (double)(i % 977);
  const double ends[] = {0.0,    -0.0,     5e-324,    -5e-324, 1e-300, 709.782712893384, 709.7827128933841,
                         -745.2, INFINITY, -INFINITY, 1.0};
  memcpy(x, ends, sizeof ends);
  fixed_exp_all(MANY, x, all);
  for (size_t i = 0; i < MANY; i++) {
    const double one = fixed_exp(x[i]);
    cr_assert(memcmp(&one, &all[i], sizeof one) == 0, "exp(%.17g): %.17g, together %.17g", x[i], one, all[i]);
  }
  fixed_exp_all(MANY, x, x);
  cr_assert(memcmp(x, all, sizeof x) == 0);
}
