/* Statistics for plots: means over seeds with their bands, thinning to what a picture can show, power-law fits. */
#pragma once

#include "base/arena.h"

/* One seed's curve: points with x ascending. */
typedef struct plot_run {
  double *x, *y;
  size_t count, room;
} plot_run;
status run_append(plot_run *run, double x, double y); /* for runs that run_free frees */
void run_free(plot_run *run);
/* How many of the ascending x[0..count-1] are <= limit. */
size_t count_up_to(const double *x, size_t count, double limit);

/* What a band or a bar shows of the values at a place. */
typedef enum plot_spread {
  SPREAD_SD,        /* mean -+ sd, cut at the smallest and the largest value */
  SPREAD_SE,        /* mean -+ sd/sqrt(count) */
  SPREAD_CI,        /* the 95% t-interval of the mean */
  SPREAD_SHARE,     /* the same of shares, cut to [0,1]; Wilson's interval (1927) where all values are 0 or 1 */
  SPREAD_QUANTILES, /* from the 10% to the 90% quantile, between two values by a line */
  SPREAD_NONE
} plot_spread;

/* Mean of the values; sd with the divisor count - 1 (0 for one value); the band [low, high]; one value: itself. count = 0: all NaN. */
typedef struct plot_moments {
  size_t count;
  double mean, sd, low, high, min, max;
} plot_moments;
/* With SPREAD_QUANTILES the values are sorted. */
plot_moments moments_of(double *values, size_t count, plot_spread spread);

typedef struct plot_band {
  size_t count;
  double *x;
  plot_moments *at;
} plot_band;

/* Mean over runs[0..count-1] at every x where one of them has a point. With `carry`, a run keeps its last value
 * between its points and after its end; otherwise it counts only where it has a point itself. Beyond `limit` points,
 * thin_indices chooses some; the values at those are exact. */
status band_of_runs(arena *memory, const plot_run *runs, size_t count, bool carry, size_t limit, plot_spread spread,
                    plot_band *band);

/* Chooses at most `limit` (at least 4) of the ascending x[0..count-1], including the first and the last, dense enough
 * for a linear and for a logarithmic axis. (*indices)[0..*kept-1] = their places, ascending. */
status thin_indices(arena *memory, const double *x, size_t count, size_t limit, size_t **indices, size_t *kept);

/* Least squares for ln y = ln factor + slope ln x over points with x, y > 0. half_width: of the 95% t-interval of the
 * slope, NaN for fewer than three points. STATUS_END if fewer than two distinct x remain. */
typedef struct plot_fit {
  size_t count;
  double slope, factor, half_width;
} plot_fit;
status fit_power(const double *x, const double *y, size_t count, plot_fit *fit);
