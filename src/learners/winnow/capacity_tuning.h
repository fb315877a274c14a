/* Tuning of (Matrix) Winnow of trace 1 with two rates, at the capacity of a channel (docs/constants.md).
 *
 * W is a density, U = P/r the comparator: tr(UX) >= p1 = gap/r for positive instances, <= p0 = gap_low/r for negative ones. With s = tr(WX), a
 * step of rate a up, H += aX, lowers D(U, W) by at least a p1 - ln(1 + (e^a - 1) s), a step of rate b down by at least
 * -b p0 - ln(1 - (1 - e^-b) s) (Golden-Thompson and the chord of exp on [0,1]); b = infinity removes the range of X, where p0 = 0. The best
 * rates make of that the divergences of coins,
 *
 *   a = logit p1 - logit s      KL(p1 || s) = p1 ln(p1/s) + (1 - p1) ln((1 - p1)/(1 - s))
 *   b = logit s - logit p0      KL(p0 || s);  p0 = 0: b infinite, -ln(1 - s)
 *
 * and at the score theta where both are equal they are the capacity C of the channel with the inputs Ber(p1) and Ber(p0):
 * C = ln(1 + (q-1)^(q-1)/q^q), q = 1/p1, if p0 = 0, and C = ln 2 at q = 1. */
#pragma once

typedef struct capacity_channel {
  double p1, p0;  /* 0 <= p0 < p1 <= 1 */
  double most_up; /* no rate is above these: smaller ones where the labels have noise */
  double most_down;
} capacity_channel;

/* At p1 = 1 the best rate up is infinite; this one has its progress to rounding. */
enum { CAPACITY_MOST_UP = 40 };

/* The best rates at the score s in (0,1). */
double capacity_up(const capacity_channel *channel, double s);
double capacity_down(const capacity_channel *channel, double s);

/* What a step of that rate guarantees at the score s; down may be infinite where p0 = 0. */
double capacity_progress_up(double p1, double rate, double s);
double capacity_progress_down(double p0, double rate, double s);

/* Deterministic: the threshold at which the best rates have the same progress, C. */
double capacity_threshold(const capacity_channel *channel);
/* The threshold of any two rates: theta = (K - 1)/((e^a - 1) + K (1 - e^-b)), K = e^(a p1 + b p0). */
double capacity_threshold_of(const capacity_channel *channel, double up_rate, double down_rate);

/* Randomised: J2 = min over s of KL(p1 || s) + KL(p0 || s), attained between p0 and p1; +1 with probability min(1, KL(p0 || s)/J2), 0 for
 * s <= p0. Each step with the rates at its score then has progress of at least J2 times the probability of a mistake. */
double capacity_expected_progress(const capacity_channel *channel);
double capacity_probability(const capacity_channel *channel, double expected_progress, double s);
