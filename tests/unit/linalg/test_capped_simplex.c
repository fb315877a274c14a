/* Projections onto the capped simplex: the sum, and that no other factor or offset gives it. */
#include <criterion/criterion.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>

#include "base/random.h"
#include "linalg/capped_simplex.h"

enum { MOST = 12 };

static double cut_sum(size_t n, const double *x, double factor, double offset) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += fmin(1, fmax(0, factor * x[i] - offset));
  return sum;
}

/* Sums are monotone, so an equal sum is the same projection. */
static void check(size_t n, double *x, double m) {
  double work[MOST];
  gsl_sort(x, 1, n);
  const double offset = capped_offset(n, x, m);
  cr_expect(fabs(cut_sum(n, x, 1, offset) - m) < 1e-12, "offset %g: sum %.17g, expected %g", offset,
            cut_sum(n, x, 1, offset), m);
  for (size_t i = 0; i < n; i++) x[i] = exp(x[i]);
  const double factor = capped_factor(n, x, m, work);
  cr_expect(fabs(cut_sum(n, x, factor, 0) - m) < 1e-12, "factor %g: sum %.17g, expected %g", factor,
            cut_sum(n, x, factor, 0), m);
}

Test(capped_simplex, sums) {
  static const double spreads[] = {0.01, 0.5, 3, 40};
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(1, "capped", &stream), STATUS_OK);
  for (int k = 0; k < 4000; k++) {
    const size_t n = 2 + random_index(stream, MOST - 1), m = 1 + random_index(stream, n - 1);
    double x[MOST];
    for (size_t i = 0; i < n; i++) x[i] = spreads[k % 4] * random_gaussian(stream);
    for (size_t i = 1; i < n && k % 3 == 0; i++) x[i] = random_chance(stream, 0.5) ? x[i - 1] : x[i]; /* ties */
    check(n, x, (double)m);
  }
  random_stream_free(stream);
}

Test(capped_simplex, by_hand) {
  double work[4];
  const double x[] = {0.1, 0.2, 0.3, 0.9};
  /* times 1.5: 0.15, 0.3, 0.45 and 1, cut from 1.35 */
  cr_expect(fabs(capped_factor(4, x, 1.9, work) - 1.5) < 1e-15);
  /* + 0.15: 0.25, 0.35, 0.45 and 1, cut from 1.05 */
  cr_expect(fabs(capped_offset(4, x, 2.05) + 0.15) < 1e-15);
  const double whole[] = {0, 0, 1, 1}; /* nothing is between the corners */
  cr_expect(cut_sum(4, whole, 1, capped_offset(4, whole, 2)) == 2);
}
