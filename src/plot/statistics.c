#include "plot/statistics.h"
#include "base/fixed_math.h"
#include "base/sorting.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>

status run_append(plot_run *run, double x, double y) {
  if (run->count == run->room) {
    const size_t room = run->room > 0 ? 2 * run->room : 2;
    TRY(memory_grow(&run->x, room, sizeof *run->x));
    TRY(memory_grow(&run->y, room, sizeof *run->y));
    run->room = room;
  }
  run->x[run->count] = x;
  run->y[run->count++] = y;
  return STATUS_OK;
}

void run_free(plot_run *run) {
  free(run->x);
  free(run->y);
  *run = (plot_run){0};
}

size_t count_up_to(const double *x, size_t count, double limit) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (x[middle] <= limit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static double t_quantile(size_t count) {
  return gsl_cdf_tdist_Pinv(0.975, (double)(count - 1));
}

/* Wilson's interval for `count` values of 0 and 1. */
static void set_wilson(plot_moments *m) {
  const double n = (double)m->count, z = 1.959963984540054, square = z * z / n;
  const double middle = (m->mean + square / 2) / (1 + square);
  const double half = z / (1 + square) * sqrt(m->mean * (1 - m->mean) / n + square / (4 * n));
  m->low = fmax(0, middle - half);
  m->high = fmin(1, middle + half);
}

static void set_band(plot_moments *m, double *values, plot_spread spread, bool binary) {
  double half = m->sd;
  m->low = m->high = m->mean;
  if (m->count < 2 || spread == SPREAD_NONE) return;
  if (spread == SPREAD_SHARE && binary) {
    set_wilson(m);
    return;
  }
  if (spread == SPREAD_QUANTILES) {
    qsort(values, m->count, sizeof *values, order_doubles);
    m->low = gsl_stats_quantile_from_sorted_data(values, 1, m->count, 0.1);
    m->high = gsl_stats_quantile_from_sorted_data(values, 1, m->count, 0.9);
    return;
  }
  if (spread != SPREAD_SD) half /= sqrt((double)m->count);
  if (spread == SPREAD_CI || spread == SPREAD_SHARE) half *= t_quantile(m->count);
  const bool share = spread == SPREAD_SHARE, sd = spread == SPREAD_SD;
  m->low = fmax(m->mean - half, sd ? m->min : share ? 0 : -INFINITY);
  m->high = fmin(m->mean + half, sd ? m->max : share ? 1 : INFINITY);
}

plot_moments moments_of(double *values, size_t count, plot_spread spread) {
  plot_moments m = {count, NAN, NAN, NAN, NAN, NAN, NAN};
  if (count == 0) return m;
  double sum = 0, squares = 0;
  bool binary = true;
  m.min = m.max = values[0];
  for (size_t i = 0; i < count; i++) {
    sum += values[i];
    binary = binary && (values[i] == 0 || values[i] == 1);
    m.min = fmin(m.min, values[i]);
    m.max = fmax(m.max, values[i]);
  }
  m.mean = sum / (double)count;
  for (size_t i = 0; i < count; i++) squares += (values[i] - m.mean) * (values[i] - m.mean);
  m.sd = count > 1 ? sqrt(squares / (double)(count - 1)) : 0;
  set_band(&m, values, spread, binary);
  return m;
}

/* All x of the runs, ascending, each once. */
static status union_of_points(arena *memory, const plot_run *runs, size_t count, double **out, size_t *points) {
  size_t total = 0, kept = 0;
  double *x = NULL;
  for (size_t i = 0; i < count; i++) total += runs[i].count;
  TRY(ARENA_ARRAY(memory, total, x));
  for (size_t i = 0, k = 0; i < count; i++) {
    for (size_t j = 0; j < runs[i].count; j++) x[k++] = runs[i].x[j];
  }
  qsort(x, total, sizeof *x, order_doubles);
  for (size_t i = 0; i < total; i++) {
    if (kept == 0 || x[i] != x[kept - 1]) x[kept++] = x[i];
  }
  *out = x;
  *points = kept;
  return STATUS_OK;
}

/* Marks the last x not above `target`. */
static void mark(const double *x, size_t count, double target, unsigned char *marks) {
  const size_t reached = count_up_to(x, count, target);
  marks[reached > 0 ? reached - 1 : 0] = 1;
}

status thin_indices(arena *memory, const double *x, size_t count, size_t limit, size_t **indices, size_t *kept) {
  unsigned char *marks = NULL;
  *kept = 0;
  TRY(ARENA_ARRAY(memory, count < limit ? count : limit, *indices));
  if (count <= limit) {
    for (; *kept < count; ++*kept) (*indices)[*kept] = *kept;
    return STATUS_OK;
  }
  TRY(ARENA_ARRAY(memory, count, marks));
  const size_t half = (limit - 2) / 2;
  const double first = x[0], last = x[count - 1];
  const size_t not_positive = count_up_to(x, count, 0);
  marks[0] = marks[count - 1] = 1;
  for (size_t i = 0; i < half; i++) {
    const double share = (double)(i + 1) / (double)(half + 1);
    mark(x, count, first + share * (last - first), marks);
    if (not_positive >= count) continue;
    const double low = x[not_positive];
    mark(x, count, low * fixed_exp(share * fixed_log(last / low)), marks);
  }
  for (size_t i = 0; i < count; i++) {
    if (marks[i]) (*indices)[(*kept)++] = i;
  }
  return STATUS_OK;
}

/* The run's value at x, NaN if it has none there. */
static double value_for_mean(const plot_run *run, double x, bool carry) {
  const size_t reached = count_up_to(run->x, run->count, x);
  if (reached == 0 || (!carry && run->x[reached - 1] != x)) return NAN;
  return run->y[reached - 1];
}

status band_of_runs(arena *memory, const plot_run *runs, size_t count, bool carry, size_t limit, plot_spread spread,
                    plot_band *band) {
  double *x = NULL, *values = NULL;
  size_t points = 0, *indices = NULL;
  TRY(union_of_points(memory, runs, count, &x, &points));
  TRY(ARENA_ARRAY(memory, count, values));
  TRY(thin_indices(memory, x, points, limit, &indices, &band->count));
  TRY(ARENA_ARRAY(memory, band->count, band->x));
  TRY(ARENA_ARRAY(memory, band->count, band->at));
  for (size_t i = 0; i < band->count; i++) {
    size_t present = 0;
    band->x[i] = x[indices[i]];
    for (size_t j = 0; j < count; j++) {
      const double value = value_for_mean(&runs[j], band->x[i], carry);
      if (isfinite(value)) values[present++] = value;
    }
    band->at[i] = moments_of(values, present, spread);
  }
  return STATUS_OK;
}

status fit_power(const double *x, const double *y, size_t count, plot_fit *fit) {
  double *logs = NULL, intercept, covariance[3], squares;
  size_t used = 0;
  TRY(NEW_ARRAY(2 * count, logs));
  double *log_y = logs + count;
  int different = 0;
  for (size_t i = 0; i < count; i++) {
    if (!(x[i] > 0 && y[i] > 0 && isfinite(x[i]) && isfinite(y[i]))) continue;
    logs[used] = fixed_log(x[i]);
    log_y[used] = fixed_log(y[i]);
    different |= logs[used] != logs[0];
    used++;
  }
  *fit = (plot_fit){used, NAN, NAN, NAN};
  const int code = different ? gsl_fit_linear(logs, 1, log_y, 1, used, &intercept, &fit->slope, &covariance[0],
                                              &covariance[1], &covariance[2], &squares)
                             : GSL_EDOM;
  free(logs);
  if (code != GSL_SUCCESS) return STATUS_END;
  fit->factor = fixed_exp(intercept);
  if (used > 2) fit->half_width = t_quantile(used - 1) * sqrt(covariance[2]);
  return STATUS_OK;
}
