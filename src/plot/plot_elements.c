/* The curves, bands, points and bounds of a panel: data blocks and the plot command that draws them. */
#include <math.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/text.h"
#include "plot/plot_writer.h"
#include "plot/style.h"

enum { MARKERS = 5 };

/* Starts a data block; gnuplot counts blocks that are parted by two blank lines. */
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

/* The band as an outline: for a step function with its corners. */
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
  if (figure->shape == SHAPE_DOTS) {
    fprintf(w->script, "with points pt %d ps 0.5 lc rgb \"%s\"", key_point(series->key), key_colour(series->key));
  } else if (figure->shape == SHAPE_ITEMS) {
    fprintf(w->script, "with points pt %d ps 0.9 lc rgb \"%s\"", key_point(series->key), key_colour(series->key));
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

/* A few points along a curve, so that it is known without colours. Keys have theirs at different places. */
static void put_markers(writer *w, const plot_series *series) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[series->panel];
  const plot_band *band = &series->band;
  if (!has_markers(figure)) return;
  const size_t block = begin_block(w, "markers", figure->keys[series->key].label, "x\ty");
  const double end = band->count > 0 ? fmax(band->x[band->count - 1], panel->x_low) : panel->x_high;
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

/* Whether an earlier line of the panel draws the same. */
bool drawn_before(const plot_figure *figure, size_t place) {
  for (size_t i = 0; i < place; i++) {
    if (figure->lines[i].group == figure->lines[place].group && figure->lines[i].panel == figure->lines[place].panel)
      return true;
  }
  return false;
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

void put_elements(writer *w, size_t place) {
  const plot_figure *figure = w->figure;
  if (figure->shape == SHAPE_HEAT) {
    put_heat(w, place);
    return;
  }
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
  /* Above the means: a bound that is met exactly must be seen. */
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->panel == place && !drawn_before(figure, i) && !(line->constant && line_off_scale(figure, line)))
      put_line(w, line);
  }
  for (size_t i = 0; i < figure->series_count && curves; i++) {
    if (figure->series[i].panel == place) put_markers(w, &figure->series[i]);
  }
  if (w->first) fputs("  plot NaN notitle", w->script); /* no learner has values here */
}
