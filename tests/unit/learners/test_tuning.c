/* Rates and thresholds: against published numbers, and against a search over a grid of the formulas written down here anew. */
#include <criterion/criterion.h>
#include <math.h>

#include "learners/winnow/doubling_matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"
#include "unit/variant_fixture.h"

/* eta (g1 - g0 e^eta)/(1 + e^eta) */
static double gain(double eta, double g0, double g1) {
  return eta * (g1 - g0 * exp(eta)) / (1 + exp(eta));
}

/* ln((e^eta + e^(eta s))/(e^eta + 1)) - eta d0 */
static double normalized_gain(double eta, double d0, double d1) {
  return log((exp(eta) + exp(eta * (d0 + d1))) / (exp(eta) + 1)) - eta * d0;
}

/* min over a fine grid of (start + eta hinge)/gain; gain <= 0 promises nothing */
static double best_on_grid(bool normalized, double low, double high, double start, double hinge) {
  double best = INFINITY;
  for (int i = 1; i <= 200000; i++) {
    const double eta = i * 2e-5 * (normalized ? 5 : 1);
    const double c = normalized ? normalized_gain(eta, low, high) : gain(eta, low, high);
    if (c > 0) best = fmin(best, (start + eta * hinge) / c);
  }
  return best;
}

Test(tuning, theorem_2) {
  const double w = 0.27846454276107379511; /* LambertW(1/e) */
  cr_expect_float_eq(winnow_rate(), 1 + w, 1e-15, "%.17g", winnow_rate());
  cr_expect_float_eq(winnow_threshold(winnow_rate(), 0.5), 0.1929666379990971, 1e-15);
  cr_expect_float_eq(winnow_threshold(winnow_rate(), 1), 0.3859332759981943, 1e-15);
  cr_expect_float_eq(winnow_rate_for(0, 0.5, 3, 0), winnow_rate(), 0);
  cr_expect_float_eq(winnow_normalized_rate_for(0, 0.25, 3, 0), winnow_normalized_rate(0.25), 0);
  /* the general equation at g0 -> 0 finds the same root */
  cr_expect_float_eq(winnow_rate_for(1e-14, 0.5, 3, 0), 1 + w, 1e-12, "%.17g", winnow_rate_for(1e-14, 0.5, 3, 0));
  cr_expect_float_eq(winnow_normalized_rate_for(1e-16, 0.25, 3, 0), winnow_normalized_rate(0.25), 1e-7);
}

/* The numbers of the normalised learner for gap 1/2: r, eta, theta, c */
Test(tuning, normalized) {
  static const double table[][4] = {
      {1, 1.7627471740, 0.2071067812, 0.1882264065}, {2, 1.4697601922, 0.0995562097, 0.0797579756},
      {3, 1.3980116359, 0.0656352144, 0.0506803825}, {4, 1.3654389889, 0.0489665686, 0.0371484810},
      {8, 1.3200995914, 0.0242972547, 0.0179677033}, {16, 1.2988515328, 0.0121039533, 0.0088404121}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const double delta = 0.5 / table[i][0];
    const double eta = winnow_normalized_rate(delta), theta = winnow_normalized_threshold(eta, delta);
    cr_expect_float_eq(eta, table[i][1], 1e-9, "r = %g: %.17g", table[i][0], eta);
    cr_expect_float_eq(theta, table[i][2], 1e-9, "r = %g: %.17g", table[i][0], theta);
    const double c = winnow_normalized_progress(eta, theta, 0, delta);
    cr_expect_float_eq(c, table[i][3], 1e-9, "r = %g: %.17g", table[i][0], c);
  }
}

/* g0 = .3, g1 = .8, r = 2, n = 8, to four digits */
Test(tuning, shifted_gap) {
  const learner_setting setting = {.n = 8, .kind = INSTANCE_VECTOR, .rank = 8, .trials = 10};
  learner plain = variant_make("winnow", "{\"r\":2,\"gap_low\":0.3,\"gap\":0.8}", setting);
  const double eta = variant_constant(&plain, "eta"), theta = variant_constant(&plain, "theta");
  cr_expect_float_eq(eta, 0.4714, 5e-5, "%.17g", eta);
  cr_expect_float_eq(theta, 0.5301, 5e-5, "%.17g", theta);
  cr_expect_float_eq(winnow_progress(eta, theta, 0.3, 0.8), 0.0578, 5e-5);
  cr_expect_float_eq(variant_constant(&plain, "comparator_scale"), 1, 1e-14);
  cr_expect_float_eq(variant_constant(&plain, "w0"), 0.25, 0);
  learner_destroy(&plain);
  learner trace = variant_make("winnow", "{\"r\":2,\"gap_low\":0.3,\"gap\":0.8,\"normalize\":\"trace\"}", setting);
  const double rate = variant_constant(&trace, "eta"), limit = variant_constant(&trace, "theta");
  cr_expect_float_eq(rate, 0.6538, 5e-5, "%.17g", rate);
  cr_expect_float_eq(limit, 0.2687, 5e-5, "%.17g", limit);
  cr_expect_float_eq(winnow_normalized_progress(rate, limit, 0.15, 0.4), 0.0400, 5e-5);
  learner_destroy(&trace);
}

/* No rate of a grid is better than the one chosen, and the progress is the same for both kinds of mistake. */
Test(tuning, best_rates) {
  static const double gaps[][2] = {{0, 0.5}, {0.1, 0.5}, {0.3, 0.8}, {0.6, 0.7}, {0, 1}, {0.5, 1}};
  static const double hinges[] = {0, 0.1, 3, 50, 5000};
  for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
    for (size_t j = 0; j < sizeof hinges / sizeof hinges[0]; j++) {
      const double g0 = gaps[i][0], g1 = gaps[i][1], hinge = hinges[j], start = 6.93;
      const double eta = winnow_rate_for(g0, g1, start, hinge);
      const double value = (start + eta * hinge) / gain(eta, g0, g1), grid = best_on_grid(false, g0, g1, start, hinge);
      cr_expect(value > 0 && value <= grid * (1 + 1e-12), "(%g,%g) H %g: %.17g, grid %.17g", g0, g1, hinge, value,
                grid);
      const double theta = winnow_threshold(eta, g0 + g1), c = winnow_progress(eta, theta, g0, g1);
      cr_expect_float_eq(c, gain(eta, g0, g1), 1e-14, "(%g,%g): %.17g, %.17g", g0, g1, c, gain(eta, g0, g1));

      const double r = 2, d0 = g0 / r, d1 = g1 / r, l = 2.77;
      const double rate = winnow_normalized_rate_for(d0, d1, l, hinge / r);
      const double found = (l + rate * hinge / r) / normalized_gain(rate, d0, d1);
      const double best = best_on_grid(true, d0, d1, l, hinge / r);
      cr_expect(found > 0 && found <= best * (1 + 1e-12), "(%g,%g) H %g: %.17g, grid %.17g", d0, d1, hinge, found,
                best);
      const double limit = winnow_normalized_threshold(rate, d0 + d1);
      const double progress = winnow_normalized_progress(rate, limit, d0, d1);
      cr_expect_float_eq(progress, normalized_gain(rate, d0, d1), 1e-14);
    }
  }
}

/* A hinge loss that is told: D = r ln(n/r) of Matrix Winnow, ln(n/r) and hinge/r of the normalised one; here r = 2, n = 8. */
Test(tuning, hinge_of_a_learner) {
  const learner_setting setting = {.n = 8, .kind = INSTANCE_VECTOR, .rank = 8, .trials = 10};
  learner plain = variant_make("winnow", "{\"r\":2,\"gap\":0.5,\"hinge\":3}", setting);
  const double eta = variant_constant(&plain, "eta"), start = 2 * log(4);
  cr_expect_leq((start + eta * 3) / gain(eta, 0, 0.5), best_on_grid(false, 0, 0.5, start, 3) * (1 + 1e-12), "%.17g",
                eta);
  learner_destroy(&plain);
  learner trace = variant_make("winnow", "{\"r\":2,\"gap\":0.5,\"hinge\":3,\"normalize\":\"trace\"}", setting);
  const double rate = variant_constant(&trace, "eta"), best = best_on_grid(true, 0, 0.25, log(4), 1.5);
  cr_expect_leq((log(4) + rate * 1.5) / normalized_gain(rate, 0, 0.25), best * (1 + 1e-12), "%.17g", rate);
  learner_destroy(&trace);
}

/* H0 >> D: eta ~ sqrt(2 D/H0), M <= 4 H0 + 4 sqrt(2 D H0) + O(D) at gap 1/2 */
Test(tuning, much_noise) {
  const double start = 7, hinge = 7e6;
  const double eta = winnow_rate_for(0, 0.5, start, hinge);
  cr_expect_float_eq(eta / sqrt(2 * start / hinge), 1, 1e-2, "%.17g", eta);
  const double value = (start + eta * hinge) / gain(eta, 0, 0.5);
  cr_expect_leq(fabs(value - 4 * hinge - 4 * sqrt(2 * start * hinge)), 20 * start, "%.17g", value);
}

/* The normalised bound is never worse without noise; for large r the constants meet. */
Test(tuning, normalized_is_better) {
  static const double gaps[] = {0.25, 0.5, 1};
  for (size_t i = 0; i < 3; i++) {
    for (size_t rank = 1; rank <= 4096; rank *= 2) {
      const double gap = gaps[i], r = (double)rank;
      const double delta = gap / r, eta = winnow_normalized_rate(delta);
      const double c = winnow_normalized_progress(eta, winnow_normalized_threshold(eta, delta), 0, delta);
      const double unnormalized = gap * 0.27846454276107379511 / r;
      cr_expect_geq(c, unnormalized, "gap %g r %g: %.17g %.17g", gap, r, c, unnormalized);
      if (rank == 4096) cr_expect_float_eq(c / unnormalized, 1, 1e-3);
    }
  }
}

Test(tuning, refusals) {
  const learner_setting setting = {.n = 4, .kind = INSTANCE_VECTOR, .rank = 4, .trials = 10};
  variant_refused("winnow", "{\"gap_low\":0.5}", setting, "winnow: gap_low = 0.5 must be below gap = 0.5");
  variant_refused("winnow", "{\"interval_low\":1}", setting,
                  "winnow: interval_low = 1 must be below interval_high = 1");
  variant_refused("winnow", "{\"hinge\":1,\"eta\":1}", setting,
                  "winnow: hinge has no effect with a given eta: leave one of them out");
  variant_refused("winnow", "{\"w0\":1,\"normalize\":\"trace\"}", setting,
                  "winnow: w0 has no effect with normalize = \"trace\": leave it out");
  variant_refused("winnow", "{\"r\":5}", setting, "winnow: r = 5 must be at most n = 4");
}

/* (r ln(n/R) + R - r)/c: 279.7 and 135.0 at n = 64, r = 2, R = 40; below R ln(n/R)/c for all r <= R iff R <= n/e. */
Test(tuning, rank_not_known) {
  const double c = 0.1392322713805369;
  cr_expect_float_eq(doubling_bound(64, 2, 40, 0.5), 279.67659273520, 1e-9, "%.17g", doubling_bound(64, 2, 40, 0.5));
  cr_expect_float_eq(doubling_bound(64, 40, 40, 0.5), 40 * log(1.6) / c, 1e-9);
  for (size_t n = 1; n <= 40; n++) {
    for (size_t top = 1; top <= n; top++) {
      bool all = true;
      for (size_t r = 1; r <= top; r++) {
        all = all && doubling_bound(n, r, top, 0.5) <= doubling_bound(n, top, top, 0.5) + 1e-9;
      }
      const bool expected = top == 1 || (double)top <= (double)n / exp(1);
      cr_expect_eq(all, expected, "n = %zu R = %zu", n, top);
    }
  }
}

Test(tuning, guesses) {
  doubling_guess guesses[DOUBLING_GUESSES];
  /* ranks 1, 2, 4, 6; gaps 1, 1/2, 1/4 */
  const size_t count = doubling_guesses(6, 1, 0.25, guesses);
  cr_assert_eq(count, 12);
  for (size_t i = 0; i < count; i++) {
    const double n = 6, start = (double)guesses[i].r, c = 0.27846454276107379511 * guesses[i].gap;
    double worst = 0;
    for (size_t r = 1; r <= guesses[i].r; r++) {
      worst = fmax(worst, ((double)r * log(n / start) + start - (double)r) / c);
    }
    cr_expect_float_eq(guesses[i].bound, worst, 1e-9, "guess %zu: %.17g, %.17g", i, guesses[i].bound, worst);
    if (i > 0) cr_expect_geq(guesses[i].bound, guesses[i - 1].bound);
  }
  cr_expect_eq(guesses[0].r, 1);
  cr_expect_eq(guesses[0].gap, 1);
  cr_expect_eq(guesses[count - 1].r, 6);
  cr_expect_eq(guesses[count - 1].gap, 0.25);
  cr_expect_eq(doubling_guesses(1, 0.5, 0.5, guesses), 1);
  cr_expect_eq(guesses[0].r, 1);
  cr_expect_float_eq(guesses[0].bound, 0, 1e-15);
}
