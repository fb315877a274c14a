/* Intervals for means: by hand, and how often they are wrong. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"
#include "results/mean_test.h"
#include "unit/check.h"

enum { RUNS = 4000, MOST_CELLS = 60 };

/* ln 10^6 = 6 ln 10. */
Test(mean_test, a_spread_gives_the_radius_of_chernoff) {
  const mean_interval one = mean_interval_of_spread(3.0, 4.0, 1, 1e-6),
                      four = mean_interval_of_spread(3.0, 16.0, 4, 1e-6);
  cr_expect_float_eq(one.high - 3.0, 2.0 * sqrt(12.0 * log(10.0)), 1e-14);
  cr_expect_float_eq(3.0 - one.low, 2.0 * sqrt(12.0 * log(10.0)), 1e-14);
  cr_expect_float_eq(four.high - 3.0, sqrt(12.0 * log(10.0)), 1e-14);
  const mean_interval none = mean_interval_of_spread(3.0, 0.0, 4, 1e-6);
  cr_expect(none.low == 3.0 && none.high == 3.0);
}

/* One cell at 0 in [0, 1], alpha 1/2: half of what may be lost at most is 1/2 / (1 - m), and 1 + m/(2 (1 - m)) = 2 at m = 2/3. In [-3, 6] at the
 * other end: the same from above. */
Test(mean_test, one_bet_by_hand) {
  const double low[1] = {0.0}, high[1] = {6.0};
  const mean_interval from_below = mean_interval_of_range(low, 1, 0.0, 1.0, 0.5);
  cr_expect_eq(from_below.low, 0.0);
  cr_expect_float_eq(from_below.high, 2.0 / 3.0, 1e-12);
  const mean_interval from_above = mean_interval_of_range(high, 1, -3.0, 6.0, 0.5);
  cr_expect_eq(from_above.high, 6.0);
  cr_expect_float_eq(from_above.low, 0.0, 1e-12);
}

/* A stake below that: sqrt(2 ln(1/alpha)/(1/4)) = 0.4 at ln(1/alpha) = 0.02, the variance before any cell that of a coin. */
Test(mean_test, a_stake_by_the_variance_by_hand) {
  const double cell[1] = {0.0};
  const mean_interval ends = mean_interval_of_range(cell, 1, 0.0, 1.0, exp(-0.02));
  cr_expect_float_eq(ends.high, (exp(0.02) - 1.0) / 0.4, 1e-12);
}

/* Equal cells prove nothing by being equal; many of them do. */
Test(mean_test, equal_cells) {
  double cells[MOST_CELLS];
  for (size_t i = 0; i < MOST_CELLS; i++) cells[i] = -0.6;
  const mean_interval two = mean_interval_of_range(cells, 2, -1.0, 1.0, 1e-6),
                      many = mean_interval_of_range(cells, MOST_CELLS, -1.0, 1.0, 1e-6);
  cr_expect(two.low == -1.0 && two.high > 0.9, "%g to %g", two.low, two.high);
  cr_expect(many.low > -0.8 && many.high < 0.0, "%g to %g", many.low, many.high);
}

/* How many of RUNS intervals of `count` coins with the values 0 and 1 end below the mean p, or begin above it. */
static void count_misses(double p, size_t count, double alpha, size_t misses[2]) {
  random_stream *stream = NULL;
  double cells[MOST_CELLS];
  misses[0] = misses[1] = 0;
  OK(random_stream_new(count, "coins", &stream));
  for (size_t run = 0; run < RUNS; run++) {
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) sum += cells[i] = random_chance(stream, p) ? 1.0 : 0.0;
    const mean_interval bets = mean_interval_of_range(cells, count, 0.0, 1.0, alpha),
                        spread = mean_interval_of_spread(sum / (double)count, 0.25 * (double)count, count, alpha);
    cr_expect(bets.low <= bets.high);
    misses[0] += (bets.high < p) + (bets.low > p);
    misses[1] += (spread.high < p) + (spread.low > p);
  }
  random_stream_free(stream);
}

/* At most alpha on either side, and five standard deviations of the count. */
Test(mean_test, ends_are_seldom_wrong) {
  static const double chances[] = {0.02, 0.3, 0.5, 0.9};
  static const size_t counts[] = {1, 2, 3, 20, MOST_CELLS};
  const double alpha = 0.05, most = RUNS * 2.0 * alpha + 5.0 * sqrt(RUNS * 2.0 * alpha);
  for (size_t p = 0; p < sizeof chances / sizeof *chances; p++) {
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
      size_t misses[2];
      count_misses(chances[p], counts[k], alpha, misses);
      cr_expect(misses[0] <= most && misses[1] <= most, "p %g, %zu cells: %zu, %zu of %d", chances[p], counts[k],
                misses[0], misses[1], RUNS);
    }
  }
}
