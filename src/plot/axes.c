#include "plot/axes.h"
#include "base/fixed_math.h"

/* A bound up to this many times the height of the data is drawn to scale: the data still fill a sixth of the panel. */
static const double OFF_SCALE = 6;
/* On a logarithmic axis: up to this factor beyond the data. */
static const double OFF_SCALE_LOG = 1000;
/* Only a logarithmic axis spreads values evenly that span at least this factor. */
static const double WIDE = 8;

typedef struct range {
  double low, high, positive; /* positive: the smallest value above 0, INFINITY if there is none */
} range;

static const range EMPTY = {INFINITY, -INFINITY, INFINITY};

static void include(range *r, double value) {
  if (!isfinite(value)) return;
  r->low = fmin(r->low, value);
  r->high = fmax(r->high, value);
  if (value > 0) r->positive = fmin(r->positive, value);
}

static range x_range(const plot_figure *figure, bool all, size_t panel) {
  range r = EMPTY;
  for (size_t i = 0; i < figure->series_count; i++) {
    if (!all && figure->series[i].panel != panel) continue;
    const plot_band *band = &figure->series[i].band;
    for (size_t k = 0; k < band->count; k++) include(&r, band->x[k]);
  }
  return r;
}

/* What must be visible of a series: means, bands, single runs. */
static void include_series(range *r, const plot_series *series, bool means_only) {
  for (size_t k = 0; k < series->band.count; k++) {
    include(r, series->band.at[k].mean);
    if (means_only) continue;
    include(r, series->band.at[k].low);
    include(r, series->band.at[k].high);
  }
  for (size_t i = 0; i < series->run_count && !means_only; i++) {
    for (size_t k = 0; k < series->runs[i].count; k++) include(r, series->runs[i].y[k]);
  }
}

static range data_range(const plot_figure *figure, size_t panel, bool means_only) {
  range r = EMPTY;
  for (size_t i = 0; i < figure->series_count; i++) {
    if (figure->series[i].panel == panel) include_series(&r, &figure->series[i], means_only);
  }
  return r;
}

static range line_range(const plot_line *line) {
  range r = EMPTY;
  for (size_t k = 0; k < line->count; k++) include(&r, line->y[k]);
  return r;
}

bool line_off_scale(const plot_figure *figure, const plot_line *line) {
  const range data = data_range(figure, line->panel, false), bound = line_range(line);
  if (!(data.low <= data.high) || !(bound.low <= bound.high)) return false;
  if (figure->log_y) {
    if (!(data.high > 0)) return false;
    return bound.high > OFF_SCALE_LOG * data.high || bound.low <= 0 || bound.high < data.positive / OFF_SCALE_LOG;
  }
  const double floor_ = figure->count_axis ? fmin(0, data.low) : data.low,
               height = fmax(data.high, 0) - fmin(floor_, 0);
  if (!(height > 0)) return false;
  return bound.high > fmax(data.high, 0) + (OFF_SCALE - 1) * height ||
         bound.low < fmin(floor_, 0) - (OFF_SCALE - 1) * height;
}

/* Whether three quarters of the dots lie in the first tenth of the trials. */
static bool early_dots(const plot_figure *figure, double x_high) {
  size_t dots = 0, soon = 0;
  for (size_t i = 0; i < figure->series_count; i++) {
    for (size_t k = 0; k < figure->series[i].run_count; k++) {
      const plot_run *run = &figure->series[i].runs[k];
      dots += run->count;
      for (size_t j = 0; j < run->count; j++) soon += run->x[j] <= 0.1 * x_high;
    }
  }
  return x_high >= 100 && 4 * soon >= 3 * dots;
}

/* Whether the curve comes within a tenth of its rise of its end in the first tenth of the trials, and stays there. */
static bool early(const plot_series *series, double x_high) {
  const plot_band *band = &series->band;
  if (band->count == 0) return true;
  const double start = band->at[0].mean, end = band->at[band->count - 1].mean;
  double reached = start; /* the mean at a tenth of the trials */
  for (size_t k = 0; k < band->count; k++) {
    if (band->x[k] <= 0.1 * x_high) {
      reached = band->at[k].mean;
    } else if (fabs(band->at[k].mean - end) > 0.1 * fabs(end - start)) {
      return false;
    }
  }
  return fabs(reached - end) <= 0.1 * fabs(end - start);
}

static bool log_x_for_curves(const plot_figure *figure, double x_high) {
  if (x_high < 100) return false;
  for (size_t i = 0; i < figure->series_count; i++) {
    if (!early(&figure->series[i], x_high)) return false;
  }
  return true;
}

/* Curves that count start at 0, which a linear axis shows. It fails only if learners differ so much that the smaller
 * ones would lie on the axis. */
static bool log_y_for_curves(const plot_figure *figure) {
  range ends = EMPTY;
  bool positive = true;
  double widest = 1;
  for (size_t panel = 0; panel < figure->panel_count; panel++) {
    const range data = data_range(figure, panel, false);
    positive = positive && data.low > 0;
    if (data.low > 0) widest = fmax(widest, data.high / data.low);
    range here = EMPTY;
    for (size_t i = 0; i < figure->series_count; i++) {
      const plot_band *band = &figure->series[i].band;
      if (figure->series[i].panel == panel && band->count > 0) include(&here, band->at[band->count - 1].mean);
    }
    if (here.low < 0) return false;
    if (here.positive < INFINITY && here.high / here.positive > ends.high) ends.high = here.high / here.positive;
  }
  return (positive && widest > 20) || ends.high > 20;
}

static bool log_y_for_points(const plot_figure *figure, bool log_x, bool fitted) {
  double widest = 1;
  for (size_t panel = 0; panel < figure->panel_count; panel++) {
    const range data = data_range(figure, panel, true);
    if (!(data.low > 0)) return false;
    widest = fmax(widest, data.high / data.low);
  }
  for (size_t i = 0; i < figure->line_count; i++) { /* off the linear scale: log_y is not set yet */
    if (line_off_scale(figure, &figure->lines[i])) return true;
  }
  return fitted || (log_x && widest >= WIDE) || widest > 20;
}

static void choose_logs(const char *log, plot_figure *figure, range x) {
  if (strcmp(log, "auto") != 0) {
    figure->log_x = strchr(log, 'x') != NULL && x.positive < INFINITY;
    figure->log_y = strchr(log, 'y') != NULL;
  } else if (figure->shape == SHAPE_POINTS) {
    bool fitted = false;
    for (size_t i = 0; i < figure->series_count; i++) fitted = fitted || figure->series[i].fitted;
    figure->log_x = x.low > 0 && (x.high / x.low >= WIDE || fitted);
    figure->log_y = log_y_for_points(figure, figure->log_x, fitted);
  } else if (figure->shape == SHAPE_DOTS) {
    figure->log_x = early_dots(figure, x.high);
    figure->log_y = false;
  } else {
    figure->log_y = log_y_for_curves(figure);
    figure->log_x = log_x_for_curves(figure, x.high) || (figure->log_y && figure->count_axis && x.high >= 100);
  }
}

static double power_of_ten_below(double x) {
  return fixed_pow(10, floor(fixed_log10(x) + 1e-9));
}

/* A logarithmic axis starts at a round number below what matters: the ends of curves, which may start at 0, or all
 * points. */
static void log_range(const plot_figure *figure, plot_panel *panel, size_t place, range data) {
  range seen = EMPTY;
  if (figure->shape == SHAPE_POINTS || data.low > 0) {
    seen = data;
    seen.low = data.positive;
  } else {
    for (size_t i = 0; i < figure->series_count; i++) {
      const plot_band *band = &figure->series[i].band;
      if (figure->series[i].panel != place || band->count == 0) continue;
      const double end = band->at[band->count - 1].mean;
      if (end > 0) include(&seen, end / 30);
    }
    seen.low = fmax(seen.low, data.positive);
    if (figure->count_axis && seen.low < INFINITY)
      seen.low = seen.low < 0.2 ? 0.1 : 1; /* the height of a first mistake */
    seen.high = data.high;
  }
  if (!(seen.low < INFINITY) || !(seen.high > 0)) seen = (range){0.1, 1, 0.1}; /* nothing above 0 */
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->panel != place || line_off_scale(figure, line)) continue;
    const range bound = line_range(line);
    seen.low = fmin(seen.low, fmax(bound.low, seen.low / 10));
    seen.high = fmax(seen.high, bound.high);
  }
  if (!(seen.high > seen.low * (1 + 1e-5))) seen = (range){seen.low / 2, seen.high * 2, seen.positive}; /* constant */
  const double step = power_of_ten_below(seen.low), margin = fixed_pow(seen.high / seen.low, 0.06);
  panel->y_low = seen.high / seen.low > 30 && seen.low / step < 2.5 ? step : seen.low / margin;
  panel->y_high = seen.high * fixed_pow(seen.high / panel->y_low, 0.10);
}

static void linear_range(const plot_figure *figure, plot_panel *panel, size_t place, range data) {
  size_t above = 0, below = 0;
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->panel != place) continue;
    const range bound = line_range(line);
    if (!line_off_scale(figure, line)) {
      include(&data, bound.low);
      include(&data, bound.high);
    } else if (bound.high > data.high) {
      above++;
    } else {
      below++;
    }
  }
  if (!(data.low <= data.high)) data = (range){0, 1, 1};
  if (data.low > 0 && (figure->count_axis || data.low < 0.5 * data.high)) data.low = 0;
  if (data.high < 0 && data.high > 0.5 * data.low) data.high = 0;
  double height = data.high - data.low;
  const double size = fmax(fabs(data.low), fabs(data.high)); /* values equal up to rounding are drawn as constant */
  if (!(height > 1e-5 * size)) height = size > 0 ? size : 1;
  /* Room for the lines of text that name the bounds off the scale. */
  const double free_above = 0.06 + 0.08 * (double)above, free_below = 0.08 * (double)below;
  const double scale = height / (1 - fmin(free_above + free_below, 0.6));
  panel->y_high = data.high + free_above * scale;
  panel->y_low = data.low == 0 ? 0.0 - free_below * scale : data.low - (0.05 + free_below) * scale;
}

static void set_x_range(const plot_figure *figure, plot_panel *panel, range x) {
  if (!(x.low <= x.high)) x = (range){0, 1, 1};
  if (figure->log_x) {
    const bool curve = figure->shape != SHAPE_POINTS;
    const double low = curve ? fmax(x.positive, 1) : x.positive, margin = fixed_pow(x.high / low, 0.05);
    panel->x_low = curve ? low : low / fmax(margin, 1.1);
    if (figure->shape == SHAPE_DOTS) x.high *= 1.1;
    panel->x_high = curve ? fmax(x.high, 2 * low) : x.high * fmax(margin, 1.1);
    return;
  }
  const double width = x.high > x.low ? x.high - x.low : fmax(fabs(x.high), 1);
  if (figure->shape == SHAPE_DOTS) x.high += 0.02 * width;
  panel->x_low = figure->shape == SHAPE_POINTS || x.low == x.high ? x.low - 0.05 * width : fmin(x.low, 0);
  panel->x_high = figure->shape == SHAPE_POINTS || x.low == x.high ? x.high + 0.05 * width : x.high;
}

void axes_choose(const char *log, plot_figure *figure) {
  const range x = x_range(figure, true, 0);
  choose_logs(log, figure, x);
  for (size_t place = 0; place < figure->panel_count; place++) {
    plot_panel *panel = &figure->panels[place];
    const range data = data_range(figure, place, false);
    set_x_range(figure, panel, x_range(figure, !figure->free_x, place));
    if (figure->diagonal) {
      panel->x_low = panel->y_low = -0.04;
      panel->x_high = panel->y_high = 1.04;
      continue;
    }
    if (figure->log_y) {
      log_range(figure, panel, place, data);
    } else {
      linear_range(figure, panel, place, data);
    }
  }
}
