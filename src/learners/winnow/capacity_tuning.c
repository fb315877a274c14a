#include "learners/winnow/capacity_tuning.h"
#include "base/fixed_math.h"
#include <math.h>

static double logit(double p) {
  return fixed_log(p) - fixed_log1p(-p);
}

double capacity_up(const capacity_channel *channel, double s) {
  if (channel->p1 >= 1.0) return channel->most_up;
  return fmax(0.0, fmin(channel->most_up, logit(channel->p1) - logit(s)));
}

double capacity_down(const capacity_channel *channel, double s) {
  if (!(channel->p0 > 0.0)) return channel->most_down;
  return fmax(0.0, fmin(channel->most_down, logit(s) - logit(channel->p0)));
}

double capacity_progress_up(double p1, double rate, double s) {
  return rate * p1 - fixed_log1p(fixed_expm1(rate) * s);
}

double capacity_progress_down(double p0, double rate, double s) {
  const double inside = (isinf(rate) ? -1.0 : fixed_expm1(-rate)) * s;
  if (inside <= -1.0) return INFINITY;
  return (p0 > 0.0 ? -rate * p0 : 0.0) - fixed_log1p(inside);
}

static double up(const capacity_channel *channel, double s) {
  return capacity_progress_up(channel->p1, capacity_up(channel, s), s);
}

static double down(const capacity_channel *channel, double s) {
  return capacity_progress_down(channel->p0, capacity_down(channel, s), s);
}

double capacity_threshold(const capacity_channel *channel) {
  double low = channel->p0, high = channel->p1; /* up falls to 0, down rises from 0 */
  for (;;) {
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) return high;
    if (up(channel, middle) > down(channel, middle)) {
      low = middle;
    } else {
      high = middle;
    }
  }
}

double capacity_threshold_of(const capacity_channel *channel, double up_rate, double down_rate) {
  const double gain = up_rate * channel->p1 + (channel->p0 > 0.0 ? down_rate * channel->p0 : 0.0);
  const double removed = isinf(down_rate) ? 1.0 : -fixed_expm1(-down_rate);
  return fixed_expm1(gain) / (fixed_expm1(up_rate) + fixed_exp(gain) * removed);
}

static double both(const capacity_channel *channel, double s) {
  return up(channel, s) + down(channel, s);
}

/* A convex function of s: its least value by the golden section. Where rounding stops the search it is flat. */
double capacity_expected_progress(const capacity_channel *channel) {
  const double part = 0.5 * (sqrt(5.0) - 1.0);
  double low = channel->p0, high = channel->p1;
  for (int i = 0; i < 100; i++) {
    const double left = high - part * (high - low), right = low + part * (high - low);
    if (both(channel, left) < both(channel, right)) {
      high = right;
    } else {
      low = left;
    }
  }
  return both(channel, low + 0.5 * (high - low));
}

double capacity_probability(const capacity_channel *channel, double expected_progress, double s) {
  if (s <= channel->p0) return 0.0;
  if (s >= channel->p1) return 1.0;
  return fmin(1.0, down(channel, s) / expected_progress);
}
