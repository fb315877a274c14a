/* The formulas of compression bounds, against sums in long doubles and exact binomial tails; the bounds they may name. */
#include "bounds/batch/compression.h"

#include <criterion/criterion.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bounds/batch/batch_bound.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const double deltas[] = {0.5, 0.05, 1e-3, 1e-6, 1e-9};

/* The sum over i = 0..most of C(m,i) (1-eps)^(m-i), in long doubles. */
static long double union_of_choices(size_t m, size_t most, long double eps) {
  long double sum = 0;
  for (size_t i = 0; i <= most; i++) {
    const long double choices =
        lgammal((long double)m + 1) - lgammal((long double)i + 1) - lgammal((long double)(m - i) + 1);
    sum += expl(choices + (long double)(m - i) * logl(1 - eps));
  }
  return sum;
}

Test(compression, printed_values) {
  cr_expect_float_eq(compression_error_root(1000, 20, 0.05), 0.0958, 5e-5);
  cr_expect_float_eq(compression_error_closed(1000, 20, 0.05), 0.1033, 5e-5);
  cr_expect_float_eq(compression_error_root(5000, 20, 0.05), 0.0260, 5e-5);
  cr_expect_float_eq(compression_error_closed(5000, 20, 0.05), 0.0268, 5e-5);
  cr_expect_float_eq(compression_error_root(300, 0, 0.05), 1 - pow(0.05, 1.0 / 300), 1e-14);
  cr_expect_float_eq(compression_error_closed(300, 0, 0.05), log(20) / 300, 1e-15);
  cr_expect_eq(compression_error_root(20, 20, 0.05), 1);
  cr_expect_eq(compression_error_closed(20, 21, 0.05), 1);
  cr_expect_eq(compression_error_kept(20, 20, 20, 0.05), 1);
}

Test(compression, roots_solve_their_equations) {
  static const size_t sizes[] = {1, 2, 10, 100, 1000, 20000};
  for (size_t a = 0; a < sizeof sizes / sizeof sizes[0]; a++) {
    const size_t m = sizes[a];
    for (size_t most = 0; most < m; most = 3 * most + 1) {
      for (size_t d = 0; d < COUNT(deltas); d++) {
        const double delta = deltas[d];
        const double root = compression_error_root(m, most, delta);
        const double residual = (double)(logl(union_of_choices(m, most, root)) - logl(delta));
        cr_expect(fabs(residual) < 1e-7 + 4e-16 * (double)m / (1 - root), "m = %zu, M = %zu: residual %g", m, most,
                  residual);
        cr_expect(compression_error_closed(m, most, delta) >= root);
        const double kept = compression_error_kept(m, most, m, delta);
        const double choices = lgamma((double)m + 1) - lgamma((double)most + 1) - lgamma((double)(m - most) + 1);
        cr_expect_float_eq(choices + (double)(m - most) * log1p(-kept), log(delta / ((double)m + 1)), 1e-6);
      }
    }
  }
}

/* By ln(m/M) <= b eps m/M - ln(b eps) - 1 the closed error is at most eps from this m on, for any 0 < b < 1. */
static double sample_size(double eps, double delta, size_t most, double b) {
  const double kept = (double)most;
  return (-log(delta) / eps + kept - kept / eps * log(b * eps)) / (1 - b);
}

Test(compression, the_sufficient_sample_size_suffices) {
  static const double errors[] = {0.5, 0.2, 0.1, 0.03, 0.005}, shares[] = {0.1, 0.3, 0.5, 0.7, 0.9};
  for (size_t a = 0; a < COUNT(errors); a++) {
    for (size_t d = 0; d < COUNT(deltas); d++) {
      const double eps = errors[a], delta = deltas[d];
      for (size_t most = 0; most <= 64; most = 2 * most + 1) {
        for (size_t b = 0; b < COUNT(shares); b++) {
          const size_t m = (size_t)ceil(sample_size(eps, delta, most, shares[b]));
          cr_expect(compression_error_root(m, most, delta) <= eps);
          cr_expect(compression_error_closed(m, most, delta) <= eps * (1 + 1e-12));
        }
        const double half = 2 / eps * ((double)most * log(2 / eps) - log(delta)) + 2 * (double)most;
        cr_expect_float_eq(sample_size(eps, delta, most, 0.5), half, 1e-9 * half);
      }
    }
  }
  cr_expect_eq(ceil(sample_size(0.1, 0.05, 29, 0.5)), 1856);
  cr_expect(compression_error_root(1366, 29, 0.05) <= 0.1 && compression_error_root(1365, 29, 0.05) > 0.1);
}

Test(compression, frequencies_deviate_as_seldom_as_said) {
  static const double chances[] = {0.001, 0.01, 0.05, 0.1, 0.3, 0.5, 0.9, 0.99};
  for (size_t count = 10; count <= 10000; count *= 10) {
    for (size_t k = 0; k < COUNT(chances); k++) {
      const double p = chances[k];
      const double deviation = frequency_deviation(count, p, 1e-6);
      const double above = floor((double)count * (p + deviation) + 1e-9);
      cr_expect(p + deviation <= 1 && deviation >= 0);
      const double tail = above >= (double)count ? 0 : gsl_cdf_binomial_Q((unsigned)above, p, (unsigned)count);
      cr_expect(tail <= 1e-6, "count %zu, p %g: tail %g", count, p, tail);
    }
  }
  cr_expect_eq(frequency_deviation(100, 0, 1e-6), 0);
  cr_expect_eq(frequency_deviation(100, 1, 1e-6), 0);
}

/* Every mistake bound that may be named is proved, an upper one, and knows its value before the first trial. */
Test(compression, bounds_on_mistakes) {
  static const parameter parameters[] = {BATCH_PARAMETERS("")};
  char words[512];
  snprintf(words, sizeof words, "%s", parameters[1].choices);
  size_t count = 0;
  for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
    if (strcmp(word, "none") == 0) continue;
    const bound_class *class = bound_find(word);
    cr_assert_not_null(class, "there is no bound %s", word);
    cr_expect(strcmp(class->measure, "mistakes") == 0 || strcmp(class->measure, "updates") == 0);
    cr_expect(class->status == BOUND_PROVED && class->direction == BOUND_UPPER && class->level == LEVEL_TRIAL);
    cr_expect_not_null(class->methods->current, "%s", word);
    for (size_t i = 0; i < class->about.parameter_count; i++)
      cr_expect_not_null(class->about.parameters[i].value, "%s", word);
    count++;
  }
  cr_expect_eq(count, 8);
}
