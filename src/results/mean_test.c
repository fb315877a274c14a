#include "results/mean_test.h"
#include "base/fixed_math.h"
#include <math.h>
#include <stdbool.h>

static const double stake = 0.5; /* of what may be lost without going bankrupt */
enum { HALVINGS = 60 };

mean_interval mean_interval_of_spread(double mean, double squares, size_t count, double alpha) {
  const double radius = sqrt(-2.0 * fixed_log(alpha) * squares) / (double)count;
  return (mean_interval){mean - radius, mean + radius};
}

typedef struct bets {
  const double *cells;
  size_t count;
  double alpha, from, width; /* (cell - from) / width is in [0, 1]; width < 0 turns it around */
} bets;

/* Does the capital of a gambler against "the mean is at least m", 0 <= m <= 1, ever reach 1/alpha? The stakes are those for an interval from a
 * fixed number of cells, sqrt(2 ln(1/alpha) / (K variance)), mean and variance estimated from the cells before. */
static bool refutes(const bets *of, double m) {
  const double most = stake / (1.0 - m), twice_log_goal = -2.0 * fixed_log(of->alpha) / (double)of->count;
  double capital = 1.0, sum = 0.5, squares = 0.25;
  for (size_t i = 0; i < of->count; i++) {
    const double x = (of->cells[i] - of->from) / of->width, seen = (double)(i + 1);
    capital *= 1.0 + fmin(sqrt(twice_log_goal * seen / squares), most) * (m - x);
    if (capital >= 1.0 / of->alpha) return true;
    sum += x;
    const double off = x - sum / (seen + 1.0);
    squares += off * off;
  }
  return false;
}

/* The least m that is refuted with all above it; 1 if none is. */
static double upper_end(const bets *of) {
  double kept = 0.0, refuted = 1.0;
  if (!refutes(of, 1.0)) return 1.0;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = 0.5 * (kept + refuted);
    if (refutes(of, middle)) {
      refuted = middle;
    } else {
      kept = middle;
    }
  }
  return refuted;
}

mean_interval mean_interval_of_range(const double *cells, size_t count, double least, double most, double alpha) {
  const double width = most - least;
  const bets above = {cells, count, alpha, least, width}, below = {cells, count, alpha, most, -width};
  return (mean_interval){most - width * upper_end(&below), least + width * upper_end(&above)};
}
