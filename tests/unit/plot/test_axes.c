/* Axes: which are logarithmic, where they end, which bounds are off the scale; the edges of cells of heat maps. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "plot/axes.h"
#include "plot/figure.h"
#include "plot/heat.h"

/* One panel with one curve and one constant bound. */
typedef struct one_curve {
  double x[3], bound[2];
  plot_moments at[3];
  plot_panel panel;
  plot_series series;
  plot_line line;
  plot_figure figure;
} one_curve;

static void make_curve(one_curve *c, const double x[3], const double y[3], double bound) {
  memset(c, 0, sizeof *c);
  for (size_t i = 0; i < 3; i++) {
    c->x[i] = x[i];
    double value = y[i];
    c->at[i] = moments_of(&value, 1, SPREAD_SD);
  }
  c->bound[0] = bound;
  c->series.band = (plot_band){3, c->x, c->at};
  c->line = (plot_line){.constant = true, .count = 1, .x = c->bound + 1, .y = c->bound, .verdict = PLOT_NONE};
  c->figure = (plot_figure){.shape = SHAPE_STEPS,
                            .count_axis = true,
                            .panel_count = 1,
                            .series_count = 1,
                            .line_count = 1,
                            .panels = &c->panel,
                            .series = &c->series,
                            .lines = &c->line};
}

Test(plot, a_far_bound_does_not_squash_the_data) {
  one_curve c;
  make_curve(&c, (const double[]){0, 400, 1000}, (const double[]){0, 10, 20}, 25);
  axes_choose("auto", &c.figure);
  cr_expect(!c.figure.log_y && !c.figure.log_x, "curves that start at 0 have linear axes");
  cr_expect(!line_off_scale(&c.figure, &c.line));
  cr_expect(c.panel.y_high > 25 && c.panel.y_high < 30, "y ends at %.17g", c.panel.y_high);
  c.bound[0] = 200;
  axes_choose("auto", &c.figure);
  cr_expect(line_off_scale(&c.figure, &c.line));
  cr_expect(c.panel.y_high > 20 && c.panel.y_high < 40, "y ends at %.17g", c.panel.y_high);
  cr_expect(c.panel.y_low == 0, "y starts at %.17g", c.panel.y_low);
}

/* Two panels with the same bound: 10 mistakes in the first one, 100 in the second. */
Test(plot, a_bound_is_off_the_scale_of_its_own_panel_only) {
  one_curve few, many;
  make_curve(&few, (const double[]){0, 400, 1000}, (const double[]){0, 5, 10}, 150);
  make_curve(&many, (const double[]){0, 400, 1000}, (const double[]){0, 50, 100}, 150);
  many.series.panel = many.line.panel = 1;
  plot_panel panels[2] = {few.panel, many.panel};
  plot_series series[2] = {few.series, many.series};
  plot_line lines[2] = {few.line, many.line};
  plot_figure figure = few.figure;
  figure.panel_count = figure.series_count = figure.line_count = 2;
  figure.panels = panels;
  figure.series = series;
  figure.lines = lines;
  axes_choose("", &figure);
  cr_expect(line_off_scale(&figure, &lines[0]), "150 is 15 times the curve's end");
  cr_expect(panels[0].y_high < 20, "the first panel ends at %.17g", panels[0].y_high);
  cr_expect(!line_off_scale(&figure, &lines[1]), "150 is 1.5 times the curve's end");
  cr_expect(panels[1].y_high > 150 && panels[1].y_high < 200, "the second panel ends at %.17g", panels[1].y_high);
}

Test(plot, early_curves_have_a_logarithmic_x) {
  one_curve c;
  make_curve(&c, (const double[]){0, 50, 1000}, (const double[]){0, 19, 20}, 20);
  axes_choose("auto", &c.figure);
  cr_expect(c.figure.log_x, "95%% of the end is reached at 5%% of the trials");
  axes_choose("", &c.figure);
  cr_expect(!c.figure.log_x);
}

/* Curves of 1000 and of 100000 trials: with free x axes each panel ends with its own curve, otherwise all with the longest. */
Test(plot, free_x_axes_end_with_their_own_curves) {
  one_curve short_, long_;
  make_curve(&short_, (const double[]){0, 400, 1000}, (const double[]){0, 5, 10}, 15);
  make_curve(&long_, (const double[]){0, 40000, 100000}, (const double[]){0, 50, 100}, 150);
  long_.series.panel = long_.line.panel = 1;
  plot_panel panels[2] = {short_.panel, long_.panel};
  plot_series series[2] = {short_.series, long_.series};
  plot_line lines[2] = {short_.line, long_.line};
  plot_figure figure = short_.figure;
  figure.panel_count = figure.series_count = figure.line_count = 2;
  figure.panels = panels;
  figure.series = series;
  figure.lines = lines;
  axes_choose("", &figure);
  cr_expect(panels[0].x_high == 100000 && panels[1].x_high == 100000, "the first ends at %.17g", panels[0].x_high);
  figure.free_x = true;
  axes_choose("", &figure);
  cr_expect(panels[0].x_high == 1000, "the first ends at %.17g", panels[0].x_high);
  cr_expect(panels[1].x_high == 100000, "the second ends at %.17g", panels[1].x_high);
}

static void near(double edge, double expected, double tolerance) {
  cr_expect(fabs(edge - expected) <= tolerance, "edge at %.17g, expected %.17g", edge, expected);
}

Test(plot, edges_of_heat_maps) {
  double edges[4];
  heat_edges((const double[]){1, 4, 16}, 3, true, edges);
  const double logarithmic[] = {0.5, 2, 8, 32}, linear[] = {-0.5, 0.5, 2, 4};
  for (size_t i = 0; i < 4; i++) near(edges[i], logarithmic[i], 1e-15 * logarithmic[i]);
  heat_edges((const double[]){0, 1, 3}, 3, false, edges);
  for (size_t i = 0; i < 4; i++) near(edges[i], linear[i], 0);
}
