#include "plot/script.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/fixed_math.h"
#include "base/text.h"
#include "plot/axes.h"
#include "plot/heat.h"
#include "plot/layout.h"
#include "plot/style.h"

typedef struct writer {
  const plot_figure *figure;
  layout page;
  FILE *script, *data;
  size_t blocks; /* data blocks written */
  bool first;    /* no element of the panel's plot command is written yet */
} writer;

void script_string(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text != '\0'; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c < 32 || c == 127) {
      fputc(' ', file);
    } else if (strchr("\"\\`{}@#'$%", c) != NULL) {
      fprintf(file, "\\%03o", c);
    } else {
      fputc(c, file);
    }
  }
  fputc('"', file);
}

/* Pixels to shares of the picture. */
static double screen_x(const writer *w, double x) {
  return x / w->page.width;
}

static double screen_y(const writer *w, double y) {
  return 1 - y / w->page.height;
}

/* Six digits. */
static void put_number(FILE *file, double value) {
  char text[NUMBER_TEXT];
  fputs(number_short(value, 6, text), file);
}

/* "screen x,y", from pixels. */
static void put_screen(const writer *w, double x, double y) {
  fputs("screen ", w->script);
  put_number(w->script, screen_x(w, x));
  fputs(",", w->script);
  put_number(w->script, screen_y(w, y));
}

static void put_font(const writer *w, double size) {
  fputs(" font \"DejaVu Sans,", w->script);
  put_number(w->script, size);
  fputs("\"", w->script);
}

/* Starts a label at a place in pixels. Its options and the end of the line follow. */
static void begin_label(const writer *w, const char *text, double x, double y) {
  fputs("  set label ", w->script);
  script_string(w->script, text);
  fputs(" at ", w->script);
  put_screen(w, x, y);
}

static void put_text(const writer *w, const wrapped *text, double x, double y, double font, const char *colour) {
  for (size_t i = 0; i < text->count; i++) {
    begin_label(w, text->line[i], x, y + 1.4 * font * (double)i);
    fputs(" left noenhanced", w->script);
    put_font(w, font);
    fprintf(w->script, " tc rgb \"%s\"\n", colour);
  }
}

/* gnuplot's svg terminal joins neighbours that differ only in their dashes to one path, with the dashes of the first. So
 * their widths alternate, by less than the eye sees. */
static double sample_width(double width, size_t place) {
  return width + 0.004 * (double)(place % 2);
}

/* A sample of a line, as in the legend. */
static void put_sample(const writer *w, double x, double y, double width, const char *colour, const char *dash,
                       double line_width) {
  fputs("  set arrow from ", w->script);
  put_screen(w, x, y);
  fputs(" to ", w->script);
  put_screen(w, x + width, y);
  fprintf(w->script, " nohead lc rgb \"%s\" dt %s lw ", colour, dash);
  put_number(w->script, line_width);
  fputs("\n", w->script);
}

/* ---- Data blocks and the elements of the plot command that draw them. ---- */

/* Whether an earlier line of the panel draws the same. */
static bool drawn_before(const plot_figure *figure, size_t place) {
  for (size_t i = 0; i < place; i++) {
    if (figure->lines[i].group == figure->lines[place].group && figure->lines[i].panel == figure->lines[place].panel)
      return true;
  }
  return false;
}

/* Starts a data block; gnuplot counts blocks, which two blank lines separate. Returns its number. */
static size_t begin_block(writer *w, const char *what, const char *label, const char *columns) {
  if (w->blocks > 0) fputs("\n\n", w->data);
  fprintf(w->data, "# block %zu: %s", w->blocks, what);
  if (label[0] != '\0') {
    fputs(" of ", w->data);
    for (const char *c = label; *c != '\0'; c++) fputc((unsigned char)*c < 32 ? ' ' : *c, w->data);
  }
  fprintf(w->data, "\n# %s\n", columns);
  return w->blocks++;
}

static void put_row(writer *w, size_t count, const double *values) {
  for (size_t i = 0; i < count; i++) {
    char text[NUMBER_TEXT];
    if (i > 0) fputs("\t", w->data);
    fputs(number_text(values[i], text), w->data);
  }
  fputs("\n", w->data);
}

#define ROW(w, ...) put_row((w), sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]){__VA_ARGS__})

/* Starts an element of the plot command that draws a block. */
static void begin_element(writer *w, size_t block, const char *columns) {
  fputs(w->first ? "  plot " : ", \\\n       ", w->script);
  w->first = false;
  fprintf(w->script, "data index %zu using %s notitle ", block, columns);
}

/* ---- Axes: range, ticks, margins, name. ---- */

static const char *axis_number(double value, char text[NUMBER_TEXT]) {
  return number_short(value, 8, text);
}

/* The distinct x of the points, if they are at most eight and far enough apart to label each; else 0. */
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

/* Decimal numbers while they are short, else powers of ten. */
static void put_tick_format(const writer *w, char axis, bool logarithmic, double low, double high) {
  const char *format = "%g";
  if (logarithmic && (high >= 1e5 || low < 1e-3)) format = "10^{%T}";
  if (!logarithmic && high >= 1e5) format = high < 1e6 ? "%.0s%c" : "%.1s%c"; /* 140k, but 0.2M */
  fprintf(w->script, "  set format %c \"%s\"\n", axis, format);
}

/* axis: "x", "y" or "cb". On a logarithmic axis of less than two decades, powers of ten are too few ticks. */
static void put_log_ticks(const writer *w, const char *axis, double low, double high) {
  if (high / low >= 100) {
    fprintf(w->script, "  set %stics autofreq\n", axis);
    return;
  }
  const char *separator = "";
  fprintf(w->script, "  set %stics (", axis);
  static const double steps[] = {1, 2, 5, 3, 4, 7}; /* the last three only within a decade */
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
  fprintf(w->script, "  set %ctics %s\n", axis, axis_number(nice[i] * power, text));
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
    fprintf(w->script, "%s\"%s\" %s", i > 0 ? ", " : "", number_short(ticks[i], 6, text), axis_number(ticks[i], place));
  }
  fputs(")\n", w->script);
}

static void put_range(const writer *w, char axis, double low, double high) {
  char a[NUMBER_TEXT], b[NUMBER_TEXT];
  fprintf(w->script, "  set %crange [%s:%s]\n  %c_low = %s\n", axis, axis_number(low, a), axis_number(high, b), axis,
          a);
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

static void put_axes(const writer *w, size_t place) {
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
  script_string(w->script, lowest ? figure->xlabel : "");
  fputs(" noenhanced\n", w->script);
}

/* ---- Curves, points and bounds. ---- */

/* The band as an outline, which for a step function has corners. */
static void put_band(writer *w, const plot_series *series) {
  const plot_band *band = &series->band;
  const size_t block = begin_block(w, "band", w->figure->keys[series->key].label, "x\tlow\thigh");
  for (size_t i = 0; i < band->count; i++) {
    if (w->figure->shape == SHAPE_STEPS && i > 0) ROW(w, band->x[i], band->at[i - 1].low, band->at[i - 1].high);
    ROW(w, band->x[i], band->at[i].low, band->at[i].high);
  }
  begin_element(w, block, "(clip_x($1)):(clip_y($2)):(clip_y($3))");
  fprintf(w->script, "with filledcurves fc rgb \"%s\" fs transparent solid 0.22 noborder", key_colour(series->key));
}

static const char *style_of(const plot_figure *figure) {
  return figure->shape == SHAPE_STEPS ? "steps" : figure->shape == SHAPE_LINES ? "lines" : "points";
}

static void put_runs(writer *w, const plot_series *series) {
  const plot_figure *figure = w->figure;
  const char *what = figure->shape == SHAPE_ITEMS ? "items" : "single seeds";
  const size_t block = begin_block(w, what, figure->keys[series->key].label, "x\ty");
  for (size_t i = 0; i < series->run_count; i++) {
    if (i > 0) fputs("\n", w->data);
    for (size_t k = 0; k < series->runs[i].count; k++) ROW(w, series->runs[i].x[k], series->runs[i].y[k]);
  }
  begin_element(w, block, "(clip_x($1)):2");
  if (figure->shape == SHAPE_DOTS || figure->shape == SHAPE_ITEMS) {
    fprintf(w->script, "with points pt %d ps %s lc rgb \"%s\"", key_point(series->key),
            figure->shape == SHAPE_DOTS ? "0.5" : "0.9", key_colour(series->key));
  } else if (figure->shape == SHAPE_POINTS) {
    fprintf(w->script, "with points pt 7 ps 0.35 lc rgb \"%s\"", key_pale(series->key));
  } else {
    fprintf(w->script, "with %s lc rgb \"%s\" lw 0.7 dt 1", style_of(figure), key_pale(series->key));
  }
}

static void put_mean(writer *w, const plot_series *series) {
  const plot_figure *figure = w->figure;
  const plot_band *band = &series->band;
  const char *colour = key_colour(series->key);
  const size_t block =
      begin_block(w, "mean", figure->keys[series->key].label, "x\tmean\tlow\thigh\tsd\tmin\tmax\tseeds");
  for (size_t i = 0; i < band->count; i++) {
    const plot_moments *m = &band->at[i];
    ROW(w, band->x[i], m->mean, m->low, m->high, m->sd, m->min, m->max, (double)m->count);
  }
  if (figure->shape != SHAPE_POINTS) {
    begin_element(w, block, "(clip_x($1)):2");
    fprintf(w->script, "with %s lc rgb \"%s\" lw 2.5 dt %s", style_of(figure), colour, key_dash(series->key));
    return;
  }
  begin_element(w, block, "1:2:(clip_y($3)):(clip_y($4))");
  fprintf(w->script, "with yerrorbars pt %d ps 0.9 lc rgb \"%s\" lw 1.5", key_point(series->key), colour);
  if (!figure->connected) return;
  begin_element(w, block, "1:2");
  fprintf(w->script, "with lines lc rgb \"%s\" lw 2 dt %s", colour, key_dash(series->key));
}

static double axis_place(double low, double high, bool logarithmic, double share) {
  if (!logarithmic) return low + share * (high - low);
  return low * fixed_exp(share * fixed_log(high / low));
}

/* A few points along a curve tell it apart without colours. Each key has its own places for them. */
static void put_markers(writer *w, const plot_series *series) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[series->panel];
  const plot_band *band = &series->band;
  if (!has_markers(figure)) return;
  const size_t block = begin_block(w, "markers", figure->keys[series->key].label, "x\ty");
  const double end = band->count > 0 ? fmax(band->x[band->count - 1], panel->x_low) : panel->x_high;
  enum { MARKERS = 5 };
  const double shift = (double)series->key / (double)figure->key_count;
  for (size_t i = 0; i < MARKERS; i++) {
    double x = axis_place(panel->x_low, end, figure->log_x, ((double)i + 0.4 + 0.9 * shift) / (MARKERS + 0.4));
    size_t k = 0;
    while (k + 1 < band->count && band->x[k + 1] <= x) k++;
    if (figure->shape == SHAPE_LINES) x = band->x[k];
    ROW(w, x, band->at[k].mean);
  }
  begin_element(w, block, "1:2");
  fprintf(w->script, "with points pt %d ps 0.9 lc rgb \"%s\"", key_point(series->key), key_colour(series->key));
}

static void put_fit(writer *w, const plot_series *series) {
  const plot_band *band = &series->band;
  const size_t block = begin_block(w, "fit", w->figure->keys[series->key].label, "x\ty");
  for (size_t i = 0; i <= 32; i++) {
    const double x = axis_place(band->x[0], band->x[band->count - 1], true, (double)i / 32);
    ROW(w, x, series->fit.factor * fixed_pow(x, series->fit.slope));
  }
  begin_element(w, block, "1:2");
  fprintf(w->script, "with lines lc rgb \"%s\" lw 1.5 dt (2,3)", key_colour(series->key));
}

static void put_line(writer *w, const plot_line *line) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[line->panel];
  const size_t block = begin_block(w, "bound", figure->groups[line->group].label, "x\ty");
  if (line->constant) {
    ROW(w, panel->x_low, line->y[0]);
    ROW(w, panel->x_high, line->y[0]);
  }
  for (size_t k = 0; k < line->count && !line->constant; k++) ROW(w, line->x[k], line->y[k]);
  begin_element(w, block, line->constant ? "1:2" : "(clip_x($1)):2");
  const bool single = !line->constant && line->count == 1;
  fprintf(w->script, "with %s lc rgb \"%s\" lw 2 dt %s", single ? "points pt 2" : "lines",
          group_colour(figure, line->group), group_dash(line->group));
}

static void put_curves(writer *w, size_t place) {
  const plot_figure *figure = w->figure;
  w->first = true;
  const bool curves = figure->shape == SHAPE_STEPS || figure->shape == SHAPE_LINES;
  for (size_t i = 0; i < figure->series_count; i++) {
    if (figure->series[i].panel == place && figure->series[i].run_count > 0) put_runs(w, &figure->series[i]);
  }
  for (size_t i = 0; i < figure->series_count && curves; i++) {
    if (figure->series[i].panel == place && figure->series[i].run_count > 0) put_band(w, &figure->series[i]);
  }
  for (size_t i = 0; i < figure->series_count; i++) {
    const plot_series *series = &figure->series[i];
    if (series->panel != place || figure->shape == SHAPE_DOTS || figure->shape == SHAPE_ITEMS) continue;
    put_mean(w, series);
    if (series->fitted) put_fit(w, series);
  }
  /* Above the means: a bound that is met exactly must be visible. */
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->panel == place && !drawn_before(figure, i) && !(line->constant && line_off_scale(figure, line)))
      put_line(w, line);
  }
  for (size_t i = 0; i < figure->series_count && curves; i++) {
    if (figure->series[i].panel == place) put_markers(w, &figure->series[i]);
  }
  if (w->first) fputs("  plot NaN notitle", w->script); /* gnuplot wants an element */
}

/* ---- Bounds in words: at the edge of a panel, or on their line. ---- */

/* Three digits, or all before the decimal point. */
static const char *bound_value(double value, char text[NUMBER_TEXT]) {
  int digits = 3;
  for (double limit = 1000; limit < 1e6 && fabs(value) >= limit; limit *= 10) digits++;
  return number_short(value, digits, text);
}

/* Text within a panel; x, y in shares of the panel. */
static void put_note(const writer *w, const char *text, double x, double y, const char *side, const char *colour) {
  fputs("  set label ", w->script);
  script_string(w->script, text);
  fputs(" at graph ", w->script);
  put_number(w->script, x);
  fputs(", graph ", w->script);
  put_number(w->script, y);
  fprintf(w->script, " %s noenhanced front", side);
  put_font(w, w->page.font - 2);
  fprintf(w->script, " tc rgb \"%s\"\n", colour);
}

/* Bounds off the scale are named at the edge beyond which they lie, with a sample of their line. Of those that change, the
 * part within the panel is drawn, too. */
static void put_off_scale(const writer *w, size_t place) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[place];
  const box *frame = &w->page.panel[place];
  const double line_height = 1.4 * (w->page.font - 2), height = frame->bottom - frame->top;
  size_t above = 0, below = 0;
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->panel != place || drawn_before(figure, i) || !line_off_scale(figure, line)) continue;
    char low[NUMBER_TEXT], high[NUMBER_TEXT], text[160];
    double smallest = line->y[0], largest = line->y[0];
    for (size_t k = 1; k < line->count; k++) {
      smallest = fmin(smallest, line->y[k]);
      largest = fmax(largest, line->y[k]);
    }
    const bool up = largest > panel->y_high;
    bound_value(smallest, low);
    bound_value(largest, high);
    if (line->constant || smallest == largest) {
      snprintf(text, sizeof text, "%s bound %s (off scale)", up ? "↑" : "↓", high);
    } else {
      snprintf(text, sizeof text, "%s bound %s … %s (off scale)", up ? "↑" : "↓", low, high);
    }
    const double from_edge = ((up ? (double)above++ : (double)below++) + 0.6) * line_height;
    const double y = up ? frame->top + from_edge : frame->bottom - from_edge;
    put_sample(w, frame->left + 10, y, 36, group_colour(figure, line->group), group_dash(line->group),
               sample_width(2, line->group));
    put_note(w, text, 54 / (frame->right - frame->left), (frame->bottom - y) / height, "left",
             group_colour(figure, line->group));
  }
}

/* The height of y in its panel, from 0 to 1; -1 where a logarithmic axis has no place for it. */
static double height_share(const plot_figure *figure, const plot_panel *panel, double y) {
  if (!figure->log_y) return (y - panel->y_low) / (panel->y_high - panel->y_low);
  return y > 0 ? fixed_log(y / panel->y_low) / fixed_log(panel->y_high / panel->y_low) : -1;
}

/* Writes the value of a constant bound on its line, at the right; where two would touch, the second moves left. */
static void put_values(const writer *w, size_t place) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[place];
  const box *frame = &w->page.panel[place];
  const double lift = 0.75 * (w->page.font - 2) / (frame->bottom - frame->top);
  double taken[64];
  size_t count = 0;
  for (size_t i = 0; i < figure->line_count && count < 64; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->panel != place || !line->constant || drawn_before(figure, i) || line_off_scale(figure, line)) continue;
    char value[NUMBER_TEXT];
    const double share = height_share(figure, panel, line->y[0]);
    double right = 0.995;
    for (size_t k = 0; k < count; k++) right -= fabs(taken[k] - share) < 2.5 * lift ? 0.14 : 0;
    taken[count++] = share;
    const char *colour = group_colour(figure, line->group);
    if (line->level) { /* at the left: curves fall to it */
      put_note(w, bound_value(line->y[0], value), 0.02, share + lift, "left", colour);
    } else {
      put_note(w, bound_value(line->y[0], value), right, share + lift, "right", colour);
    }
  }
}

/* ---- Heat maps. ---- */

/* Viridis (van der Walt and Smith 2015): even steps of lightness, distinct in grey and to colour-blind readers. */
static const char *const palette[] = {"#440154", "#482878", "#3E4A89", "#31688E", "#26828E",
                                      "#1F9E89", "#35B779", "#6DCD59", "#B4DE2C", "#FDE725"};
enum { PALETTE = sizeof palette / sizeof palette[0] };

static void put_palette(const writer *w) {
  const plot_heat *heat = w->figure->heat;
  fputs("  set palette defined (", w->script);
  for (size_t i = 0; i < PALETTE; i++) fprintf(w->script, "%s%zu \"%s\"", i > 0 ? ", " : "", i, palette[i]);
  fputs(")\n  set cbrange [", w->script);
  put_number(w->script, heat->z_low);
  fputs(":", w->script);
  put_number(w->script, heat->z_high);
  fprintf(w->script, "]\n  %sset logscale cb\n", heat->log_z ? "" : "un");
  if (heat->log_z) put_log_ticks(w, "cb", heat->z_low, heat->z_high);
  fputs("  set cbtics scale 0.4\n  set cblabel ", w->script);
  script_string(w->script, heat->zlabel);
  fputs(" noenhanced offset 2,0\n", w->script);
}

/* The colour bar is at the right of all panels; it is drawn with the first one. */
static void put_bar(const writer *w, size_t place) {
  const layout *page = &w->page;
  const box *first = &page->panel[0], *last = &page->panel[w->figure->panel_count - 1];
  double right = 0;
  if (place > 0) {
    fputs("  unset colorbox\n", w->script);
    return;
  }
  for (size_t i = 0; i < w->figure->panel_count; i++) right = fmax(right, page->panel[i].right);
  fputs("  set colorbox vertical user origin screen ", w->script);
  put_number(w->script, screen_x(w, right + 18));
  fputs(",", w->script);
  put_number(w->script, screen_y(w, last->bottom));
  fputs(" size screen ", w->script);
  put_number(w->script, 16 / page->width);
  fputs(",", w->script);
  put_number(w->script, (last->bottom - first->top) / page->height);
  fputs(" noborder\n", w->script);
}

/* A block of the panel's cells that have a value, or of those that have none. Returns their number. */
static size_t put_cells(writer *w, size_t place, const double *x_edges, const double *y_edges, bool empty) {
  const plot_heat *heat = w->figure->heat;
  size_t count = 0;
  begin_block(w, empty ? "cells without a value" : "cells", "", "x\ty\tx_low\tx_high\ty_low\ty_high\tmean");
  for (size_t i = 0; i < heat->rows; i++) {
    for (size_t j = 0; j < heat->columns; j++) {
      const double z = heat->z[(place * heat->rows + i) * heat->columns + j];
      if (isnan(z) != empty) continue;
      ROW(w, heat->x[j], heat->y[i], x_edges[j], x_edges[j + 1], y_edges[i], y_edges[i + 1], z);
      count++;
    }
  }
  if (count == 0) ROW(w, NAN, NAN, NAN, NAN, NAN, NAN, NAN); /* gnuplot does not count empty blocks */
  return count;
}

/* White with a black rim: visible on every colour. */
static void put_marks(const writer *w, size_t place) {
  const plot_heat *heat = w->figure->heat;
  const plot_panel *panel = &w->figure->panels[place];
  for (size_t i = 0; i < heat->mark_count; i++) {
    const plot_mark *mark = &heat->marks[i];
    char x[NUMBER_TEXT], y[NUMBER_TEXT];
    if (!(mark->x >= panel->x_low && mark->x <= panel->x_high)) continue;
    if (!(mark->y >= panel->y_low && mark->y <= panel->y_high)) continue;
    number_text(mark->x, x);
    number_text(mark->y, y);
    fprintf(w->script, "  set label \"\" at %s,%s front point pt 7 ps 1.5 lc rgb \"#000000\"\n", x, y);
    fputs("  set label ", w->script);
    script_string(w->script, mark->label);
    fprintf(
        w->script,
        " at %s,%s front left offset 1,0.6 noenhanced tc rgb \"#000000\" boxed point pt 7 ps 0.9 lc rgb \"#FFFFFF\"\n",
        x, y);
  }
}

static status put_heat(writer *w, arena *arena, size_t place) {
  const plot_heat *heat = w->figure->heat;
  double *x_edges = NULL, *y_edges = NULL;
  TRY(ARENA_ARRAY(arena, heat->columns + 1, x_edges));
  TRY(ARENA_ARRAY(arena, heat->rows + 1, y_edges));
  heat_edges(heat->x, heat->columns, w->figure->log_x, x_edges);
  heat_edges(heat->y, heat->rows, w->figure->log_y, y_edges);
  put_bar(w, place);
  put_marks(w, place);
  const size_t full = w->blocks;
  (void)put_cells(w, place, x_edges, y_edges, false);
  const size_t empty = w->blocks;
  const size_t missing = put_cells(w, place, x_edges, y_edges, true);
  fputs("  set style textbox opaque fc rgb \"#FFFFFF\" noborder margins 0.5,0.5\n", w->script);
  w->first = true;
  begin_element(w, full, "1:2:3:4:5:6:7");
  fputs("with boxxyerror lc palette fs solid 1 border", w->script);
  if (missing > 0) {
    begin_element(w, empty, "1:2:3:4:5:6");
    fputs("with boxxyerror fs pattern 4 noborder lc rgb \"#777777\"", w->script);
  }
  return STATUS_OK;
}

/* ---- The page. ---- */

static void put_legend(const writer *w) {
  const plot_figure *figure = w->figure;
  for (size_t i = 0; i < w->page.entry_count; i++) {
    const legend_entry *entry = &w->page.entries[i];
    if (entry->is_bound) {
      put_sample(w, entry->x, entry->y, 36, group_colour(figure, entry->place), group_dash(entry->place),
                 sample_width(2, entry->place));
    } else {
      const bool dots = figure->shape == SHAPE_DOTS || figure->shape == SHAPE_ITEMS;
      const bool line = !dots && (figure->shape != SHAPE_POINTS || figure->connected);
      if (line)
        put_sample(w, entry->x, entry->y, 36, key_colour(entry->place), key_dash(entry->place),
                   sample_width(2.5, entry->place));
      if (has_markers(figure)) {
        begin_label(w, "", entry->x + 18, entry->y);
        fprintf(w->script, " point pt %d ps 0.9 lc rgb \"%s\"\n", key_point(entry->place), key_colour(entry->place));
      }
    }
    put_text(w, &entry->text, entry->x + 44, entry->y, w->page.legend_font, "#000000");
  }
}

static void put_panel_title(const writer *w, size_t place) {
  const box *frame = &w->page.panel[place];
  begin_label(w, w->figure->panels[place].title, (frame->left + frame->right) / 2, frame->top - 0.7 * w->page.font);
  fputs(" center noenhanced\n", w->script);
}

/* In the margin of the first column. gnuplot's ylabel moves with the ticks, out of the picture if they are long. */
static void put_y_name(const writer *w, size_t place) {
  const box *frame = &w->page.panel[place];
  if (place % w->page.columns != 0) return;
  begin_label(w, w->figure->ylabel, w->page.y_name, (frame->top + frame->bottom) / 2);
  fputs(" center rotate by 90 noenhanced\n", w->script);
}

static status put_panel(writer *w, arena *arena, size_t place) {
  fprintf(w->script, "\n  # panel %zu\n", place + 1);
  put_axes(w, place);
  put_panel_title(w, place);
  put_y_name(w, place);
  put_off_scale(w, place);
  put_values(w, place);
  if (w->figure->shape == SHAPE_HEAT) {
    TRY(put_heat(w, arena, place));
  } else {
    put_curves(w, place);
  }
  fputs("\n  unset label\n  unset arrow\n", w->script);
  return STATUS_OK;
}

static void put_terminals(const writer *w, const char *formats) {
  const int width = (int)w->page.width, height = (int)w->page.height, font = (int)w->page.font;
  fprintf(w->script, "do for [format in \"%s\"] {\n", formats);
  fprintf(w->script,
          "  if (format eq \"svg\") { set terminal svg size %d,%d dynamic enhanced font \"DejaVu Sans,%d\" "
          "background rgb \"white\" }\n",
          width, height, font);
  fprintf(w->script,
          "  if (format eq \"png\") { set terminal pngcairo size %d,%d enhanced font \"DejaVu Sans,%d\" "
          "fontscale 1.5 linewidth 2 pointscale 2 background rgb \"white\" }\n",
          2 * width, 2 * height, font);
  fprintf(w->script, "  # gnuplot writes the date into the pdf\n");
  fprintf(w->script,
          "  if (format eq \"pdf\") { set terminal pdfcairo size %.4fin,%.4fin enhanced font \"DejaVu Sans,%d\" "
          "fontscale 0.5625 linewidth 1.2 pointscale 0.6 }\n",
          width / 96.0, height / 96.0, font);
  fprintf(w->script, "  set output \"%s.\".format\n", w->figure->name);
}

static void put_head(const writer *w) {
  const plot_figure *figure = w->figure;
  fprintf(w->script, "# winnow-lab plot 1\n# `gnuplot %s.gp` in this folder draws the pictures again from %s.dat\n",
          figure->name, figure->name);
  fprintf(w->script, "reset\nset encoding utf8\ndata = \"%s.dat\"\n", figure->name);
  fputs("clip_x(x) = x < x_low ? x_low : x\nclip_y(y) = ", w->script);
  fputs(figure->log_y ? "y > y_low ? y : y_low\n" : "y\n", w->script);
  fputs(
      "set border 3 lc rgb \"#444444\"\nset tics nomirror out scale 0.6\nset grid lt 1 dt 1 lw 0.5 lc rgb \"#E4E4E4\"\n"
      "unset key\nset errorbars small\n",
      w->script);
  if (figure->log_x) fputs("set logscale x\n", w->script);
  if (figure->log_y) fputs("set logscale y\n", w->script);
  fputs("\n", w->script);
}

static status put_page(writer *w, arena *arena, const char *formats) {
  const plot_figure *figure = w->figure;
  TRY(layout_make(arena, figure, &w->page));
  fputs("# winnow-lab plot-data 1\n# two blank lines separate blocks; a curve keeps a seed's last value\n", w->data);
  put_head(w);
  put_terminals(w, formats);
  fputs("  set multiplot\n", w->script);
  put_text(w, &w->page.title, 14, w->page.title_y, w->page.title_font, "#000000");
  put_text(w, &w->page.caption, 14, w->page.caption_y, w->page.caption_font, "#555555");
  put_legend(w);
  if (figure->shape == SHAPE_HEAT) put_palette(w);
  for (size_t i = 0; i < figure->panel_count; i++) TRY(put_panel(w, arena, i));
  fputs("  unset multiplot\n  unset output\n}\n", w->script);
  return STATUS_OK;
}

status script_write(const plot_figure *figure, const char *formats, FILE *script, FILE *data) {
  arena arena = {0};
  writer w = {.figure = figure, .script = script, .data = data};
  const status code = put_page(&w, &arena, formats);
  arena_free(&arena);
  return code;
}
