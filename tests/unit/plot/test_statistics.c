/* Statistics for plots, against values worked out by hand. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/arena.h"
#include "plot/statistics.h"

static void near(double got, double expected, double tolerance, const char *what) {
  cr_expect(fabs(got - expected) <= tolerance, "%s: got %.17g, expected %.17g", what, got, expected);
}

static void fill(plot_run *run, size_t count, const double *x, const double *y) {
  for (size_t i = 0; i < count; i++) cr_assert(run_append(run, x[i], y[i]) == STATUS_OK);
}

Test(plot, moments) {
  /* 2 4 4 4 5 5 7 9: sum 40, squares about the mean 32 */
  double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
  const plot_moments m = moments_of(values, 8, SPREAD_SD);
  near(m.mean, 5, 0, "mean");
  near(m.sd, sqrt(32.0 / 7), 1e-15, "sd");
  near(m.low, 5 - sqrt(32.0 / 7), 1e-15, "low");
  near(m.high, 5 + sqrt(32.0 / 7), 1e-15, "high");
  cr_expect(m.min == 2 && m.max == 9);
}

Test(plot, band_is_cut_at_smallest_and_largest) {
  /* mean 2, squares about it 4 + 4 + 4 + 36 = 48, sd = sqrt(48 / 3) = 4: the mean less sd is below the smallest value */
  double values[] = {0, 0, 0, 8};
  const plot_moments m = moments_of(values, 4, SPREAD_SD);
  near(m.mean, 2, 0, "mean");
  near(m.sd, 4, 1e-15, "sd");
  near(m.low, 0, 0, "low");
  near(m.high, 6, 1e-15, "high");
  const plot_moments one = moments_of(values + 3, 1, SPREAD_SD), none = moments_of(values, 0, SPREAD_SD);
  cr_expect(one.mean == 8 && one.sd == 0 && one.low == 8 && one.high == 8);
  cr_expect(isnan(none.mean) && isnan(none.sd) && none.count == 0);
}

Test(plot, other_bands) {
  /* The same eight values, whose mean 5 has the standard error sqrt(32/7/8) = sqrt(4/7). Student's 97.5% quantile with 7 degrees of freedom is
   * 2.36462 (his table). The places of the quantiles are 0.7 and 6.3 of 0..7. */
  double values[] = {9, 4, 2, 4, 5, 5, 7, 4};
  const plot_moments se = moments_of(values, 8, SPREAD_SE), ci = moments_of(values, 8, SPREAD_CI);
  near(se.low, 5 - sqrt(4.0 / 7), 1e-15, "se");
  near(ci.high, 5 + 2.36462 * sqrt(4.0 / 7), 1e-5, "ci");
  near(moments_of(values, 8, SPREAD_SHARE).high, 1, 0, "a share");
  const plot_moments q = moments_of(values, 8, SPREAD_QUANTILES), none = moments_of(values, 8, SPREAD_NONE);
  near(q.low, 3.4, 1e-15, "10%");
  near(q.high, 7.6, 1e-14, "90%");
  cr_expect(none.low == 5 && none.high == 5);
  /* Wilson's interval solves (p - m)^2 = z^2 p (1 - p)/n for p, m being the mean; at m = 0 this is [0, z^2/(n + z^2)] */
  double outcomes[] = {0, 0, 0, 1}, zeros[] = {0, 0, 0, 0};
  const plot_moments share = moments_of(outcomes, 4, SPREAD_SHARE), never = moments_of(zeros, 4, SPREAD_SHARE);
  const double z = 1.959963984540054, ends[] = {share.low, share.high};
  for (size_t i = 0; i < 2; i++)
    near((ends[i] - 0.25) * (ends[i] - 0.25), z * z * ends[i] * (1 - ends[i]) / 4, 1e-14, "Wilson");
  cr_expect(share.low < 0.25 && share.high > 0.25 && never.low == 0);
  near(never.high, z * z / (4 + z * z), 1e-14, "never");
}

Test(plot, mean_on_the_union_of_change_points) {
  arena memory = {0};
  plot_run a = {0}, b = {0};
  plot_band band;
  fill(&a, 3, (const double[]){0, 2, 6}, (const double[]){0, 1, 2});
  fill(&b, 3, (const double[]){0, 2, 9}, (const double[]){0, 3, 4});
  const plot_run runs[] = {a, b};
  cr_assert(band_of_runs(&memory, runs, 2, 1, 100, SPREAD_SD, &band) == STATUS_OK);
  const double x[] = {0, 2, 6, 9}, mean[] = {0, 2, 2.5, 3};
  cr_assert(band.count == 4, "%zu points", band.count);
  for (size_t i = 0; i < 4; i++) {
    near(band.x[i], x[i], 0, "x");
    near(band.at[i].mean, mean[i], 0, "mean");
    cr_expect(band.at[i].count == 2);
  }
  /* Without carrying, a seed counts only where it has a value. */
  cr_assert(band_of_runs(&memory, runs, 2, 0, 100, SPREAD_SD, &band) == STATUS_OK);
  near(band.at[1].mean, 2, 0, "both");
  near(band.at[2].mean, 2, 0, "first alone");
  near(band.at[3].mean, 4, 0, "second alone");
  cr_expect(band.at[2].count == 1 && band.at[3].count == 1);
  run_free(&a);
  run_free(&b);
  arena_free(&memory);
}

Test(plot, thinning_is_exact_where_it_keeps) {
  enum { POINTS = 100000, LIMIT = 600 };
  arena memory = {0};
  plot_run run = {0};
  for (size_t i = 0; i < POINTS; i++) cr_assert(run_append(&run, (double)i, sqrt((double)i)) == STATUS_OK);
  plot_band band;
  cr_assert(band_of_runs(&memory, &run, 1, 1, LIMIT, SPREAD_SD, &band) == STATUS_OK);
  cr_expect(band.count <= LIMIT && band.count > LIMIT / 2, "%zu points", band.count);
  cr_expect(band.x[0] == 0 && band.x[band.count - 1] == POINTS - 1);
  double widest = 0;
  for (size_t i = 0; i < band.count; i++) {
    near(band.at[i].mean, sqrt(band.x[i]), 0, "mean");
    if (i > 0) {
      cr_expect(band.x[i] > band.x[i - 1], "%.17g after %.17g", band.x[i], band.x[i - 1]);
      widest = fmax(widest, band.x[i] - band.x[i - 1]);
    }
  }
  cr_expect(widest <= 2.0 * POINTS / (0.5 * LIMIT - 1), "a gap of %.17g on a linear axis", widest);
  cr_expect(band.x[1] <= 2 && band.x[10] < 1000, "too few points at the left of a logarithmic axis");
  run_free(&run);
  arena_free(&memory);
}

Test(plot, fit_of_a_power_law) {
  const double x[] = {1, 2, 4, 8, 16}, y[] = {3, 12, 48, 192, 768};
  plot_fit fit;
  cr_assert(fit_power(x, y, 5, &fit) == STATUS_OK);
  near(fit.slope, 2, 1e-13, "slope");
  near(fit.factor, 3, 1e-12, "factor");
  near(fit.half_width, 0, 1e-6, "half width");
}

Test(plot, fit_interval) {
  /* ln x = 0..4, ln y = 0 1 0 1 3: slope = (sum of (i - 2) ln y = 6) / 10 = 0.6, intercept -0.2; residuals .2 .6 -1 -.6 .8,
   * squares 2.4; se = sqrt(2.4 / 3 / 10) = 0.282842712; t(0.975, 3) = 3.182446305 from tables. */
  const double ly[] = {0, 1, 0, 1, 3};
  double x[5], y[5];
  for (size_t i = 0; i < 5; i++) {
    x[i] = exp((double)i);
    y[i] = exp(ly[i]);
  }
  plot_fit fit;
  cr_assert(fit_power(x, y, 5, &fit) == STATUS_OK);
  near(fit.slope, 0.6, 1e-12, "slope");
  near(fit.factor, exp(-0.2), 1e-12, "factor");
  near(fit.half_width, 0.28284271247461901 * 3.182446305284263, 1e-9, "half width");
  cr_assert(fit_power(x, y, 2, &fit) == STATUS_OK);
  cr_expect(isnan(fit.half_width), "two points have no interval");
  cr_expect(fit_power(x, y, 1, &fit) == STATUS_END);
  const double same[] = {2, 2, 2};
  cr_expect(fit_power(same, y, 3, &fit) == STATUS_END, "one x has no slope");
}
