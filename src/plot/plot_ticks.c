/* Axes of a panel: range, ticks, margins, names. */
#include <math.h>

#include "base/fixed_math.h"
#include "base/text.h"
#include "plot/gnuplot.h"
#include "plot/plot_writer.h"

static const char *number(double value, char text[NUMBER_TEXT]) {
  return number_short(value, 8, text);
}

/* At most eight distinct x, far enough apart to be written each. */
static size_t ticks_at_points(const plot_figure *figure, double ticks[8]) {
  size_t count = 0;
  for (size_t i = 0; i < figure->series_count; i++) {
    const plot_band *band = &figure->series[i].band;
    for (size_t k = 0; k < band->count; k++) {
      size_t at = 0;
      while (at < count && ticks[at] < band->x[k]) at++;
      if (at < count && ticks[at] == band->x[k]) continue;
      if (count == 8) return 0;
      for (size_t m = count++; m > at; m--) ticks[m] = ticks[m - 1];
      ticks[at] = band->x[k];
    }
  }
  if (count > 0 && ticks[count - 1] >= 1e6) return 0; /* too long to write: powers of ten */
  for (size_t i = 1; i < count; i++) {
    if (fixed_log(ticks[i] / ticks[i - 1]) < 0.11 * fixed_log(ticks[count - 1] / ticks[0])) return 0;
  }
  return count;
}

/* Short decimal numbers where they are short, powers of ten where they are not. */
static void put_tick_format(const writer *w, char axis, bool logarithmic, double low, double high) {
  const char *format = "%g";
  if (logarithmic && (high >= 1e5 || low < 1e-3)) format = "10^{%T}";
  if (!logarithmic && high >= 1e5) format = high < 1e6 ? "%.0s%c" : "%.1s%c"; /* 140k; 0.2M has no whole number */
  fprintf(w->script, "  set format %c \"%s\"\n", axis, format);
}

/* On a logarithmic axis of less than two decades the powers of ten are too few. */
void put_log_ticks(const writer *w, const char *axis, double low, double high) {
  if (high / low >= 100) {
    fprintf(w->script, "  set %stics autofreq\n", axis);
    return;
  }
  const char *separator = "";
  fprintf(w->script, "  set %stics (", axis);
  static const double steps[] = {1, 2, 5, 3, 4, 7}; /* the last three within one decade only */
  const int last = (int)floor(fixed_log10(high));
  for (int power = (int)floor(fixed_log10(low)); power <= last; power++) {
    for (size_t i = 0; i < (high / low < 12 ? 6 : 3); i++) {
      const double tick = steps[i] * fixed_pow(10, power);
      char text[NUMBER_TEXT];
      if (tick < low || tick > high) continue;
      number_short(tick, 6, text);
      fprintf(w->script, "%s\"%s\" %s", separator, text, text);
      separator = ", ";
    }
  }
  fputs(")\n", w->script);
}

/* At most five steps of 1, 2 or 5 times a power of ten: panels are narrow. */
static void put_linear_ticks(const writer *w, char axis, double low, double high) {
  static const double nice[] = {1, 2, 5, 10};
  char text[NUMBER_TEXT];
  const double power = fixed_pow(10, floor(fixed_log10((high - low) / 5)));
  size_t i = 0;
  while (i < 3 && nice[i] * power * 5 < high - low) i++;
  fprintf(w->script, "  set %ctics %s\n", axis, number(nice[i] * power, text));
}

static void put_x_ticks(const writer *w, const plot_panel *panel) {
  const plot_figure *figure = w->figure;
  double ticks[8];
  const size_t count = figure->shape == SHAPE_POINTS && figure->log_x ? ticks_at_points(figure, ticks) : 0;
  put_tick_format(w, 'x', figure->log_x, panel->x_low, panel->x_high);
  if (count < 2) {
    if (figure->log_x) {
      put_log_ticks(w, "x", panel->x_low, panel->x_high);
    } else if (panel->x_high > panel->x_low) {
      put_linear_ticks(w, 'x', panel->x_low, panel->x_high);
    }
    return;
  }
  fputs("  set xtics (", w->script);
  for (size_t i = 0; i < count; i++) {
    char text[NUMBER_TEXT], place[NUMBER_TEXT];
    fprintf(w->script, "%s\"%s\" %s", i > 0 ? ", " : "", number_short(ticks[i], 6, text), number(ticks[i], place));
  }
  fputs(")\n", w->script);
}

static void put_range(const writer *w, char axis, double low, double high) {
  char a[NUMBER_TEXT], b[NUMBER_TEXT];
  fprintf(w->script, "  set %crange [%s:%s]\n  %c_low = %s\n", axis, number(low, a), number(high, b), axis, a);
}

static void put_margins(const writer *w, const box *frame) {
  static const char *const sides[] = {"lmargin", "rmargin", "tmargin", "bmargin"};
  const double places[] = {screen_x(w, frame->left), screen_x(w, frame->right), screen_y(w, frame->top),
                           screen_y(w, frame->bottom)};
  for (size_t i = 0; i < 4; i++) {
    fprintf(w->script, "  set %s at screen ", sides[i]);
    put_number(w->script, places[i]);
    fputs("\n", w->script);
  }
}

void put_axes(const writer *w, size_t place) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[place];
  const bool lowest = place + w->page.columns >= figure->panel_count;
  put_margins(w, &w->page.panel[place]);
  put_range(w, 'x', panel->x_low, panel->x_high);
  put_range(w, 'y', panel->y_low, panel->y_high);
  put_x_ticks(w, panel);
  put_tick_format(w, 'y', figure->log_y, panel->y_low, panel->y_high);
  if (figure->log_y) put_log_ticks(w, "y", panel->y_low, panel->y_high);
  fputs("  set xlabel ", w->script);
  gnuplot_string(w->script, lowest ? figure->xlabel : "");
  fputs(" noenhanced\n", w->script);
}
