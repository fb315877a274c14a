/* Plots: aggregation against values worked out by hand, texts, and pictures of a small result folder. */
#include <criterion/criterion.h>
#include <ftw.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "plot/axes.h"
#include "plot/figure.h"
#include "plot/gnuplot.h"
#include "plot/heat.h"
#include "plot/layout.h"
#include "plot/picture.h"
#include "plot/plot.h"
#include "plot/script.h"
#include "plot/statistics.h"

static void near(double got, double expected, double tolerance, const char *what) {
  cr_expect(fabs(got - expected) <= tolerance, "%s: got %.17g, expected %.17g", what, got, expected);
}

static void fill(plot_run *run, size_t count, const double *x, const double *y) {
  for (size_t i = 0; i < count; i++) cr_assert(run_append(run, x[i], y[i]) == STATUS_OK);
}

Test(plot, moments) {
  /* 2 4 4 4 5 5 7 9: sum 40, squares about the mean 32 */
  const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
  const plot_moments m = moments_of(values, 8);
  near(m.mean, 5, 0, "mean");
  near(m.sd, sqrt(32.0 / 7), 1e-15, "sd");
  near(m.low, 5 - sqrt(32.0 / 7), 1e-15, "low");
  near(m.high, 5 + sqrt(32.0 / 7), 1e-15, "high");
  cr_expect(m.min == 2 && m.max == 9);
}

Test(plot, band_is_cut_at_smallest_and_largest) {
  /* mean 2, squares about it 4 + 4 + 4 + 36 = 48, sd = sqrt(48 / 3) = 4: the mean less sd is below the smallest value */
  const double values[] = {0, 0, 0, 8};
  const plot_moments m = moments_of(values, 4);
  near(m.mean, 2, 0, "mean");
  near(m.sd, 4, 1e-15, "sd");
  near(m.low, 0, 0, "low");
  near(m.high, 6, 1e-15, "high");
  const plot_moments one = moments_of(values + 3, 1), none = moments_of(values, 0);
  cr_expect(one.mean == 8 && one.sd == 0 && one.low == 8 && one.high == 8);
  cr_expect(isnan(none.mean) && isnan(none.sd) && none.count == 0);
}

Test(plot, step_function_keeps_last_value) {
  plot_run run = {0};
  fill(&run, 3, (const double[]){0, 5, 10}, (const double[]){0, 1, 4});
  cr_expect(isnan(run_value(&run, -1)));
  near(run_value(&run, 0), 0, 0, "at 0");
  near(run_value(&run, 4.9), 0, 0, "before 5");
  near(run_value(&run, 5), 1, 0, "at 5");
  near(run_value(&run, 9.9), 1, 0, "before 10");
  near(run_value(&run, 1000), 4, 0, "after the end");
  run_free(&run);
}

Test(plot, mean_on_the_union_of_change_points) {
  arena arena = {0};
  plot_run a = {0}, b = {0};
  plot_band band;
  fill(&a, 3, (const double[]){0, 2, 6}, (const double[]){0, 1, 2});
  fill(&b, 3, (const double[]){0, 2, 9}, (const double[]){0, 3, 4});
  const plot_run runs[] = {a, b};
  cr_assert(band_of_runs(&arena, runs, 2, 1, 100, &band) == STATUS_OK);
  const double x[] = {0, 2, 6, 9}, mean[] = {0, 2, 2.5, 3};
  cr_assert(band.count == 4, "%zu points", band.count);
  for (size_t i = 0; i < 4; i++) {
    near(band.x[i], x[i], 0, "x");
    near(band.at[i].mean, mean[i], 0, "mean");
    cr_expect(band.at[i].count == 2);
  }
  /* Without carrying, a seed counts only where it has a value. */
  cr_assert(band_of_runs(&arena, runs, 2, 0, 100, &band) == STATUS_OK);
  near(band.at[1].mean, 2, 0, "both");
  near(band.at[2].mean, 2, 0, "first alone");
  near(band.at[3].mean, 4, 0, "second alone");
  cr_expect(band.at[2].count == 1 && band.at[3].count == 1);
  run_free(&a);
  run_free(&b);
  arena_free(&arena);
}

Test(plot, thinning_is_exact_where_it_keeps) {
  enum { POINTS = 100000, LIMIT = 600 };
  arena arena = {0};
  plot_run run = {0};
  for (size_t i = 0; i < POINTS; i++) cr_assert(run_append(&run, (double)i, sqrt((double)i)) == STATUS_OK);
  plot_band band;
  cr_assert(band_of_runs(&arena, &run, 1, 1, LIMIT, &band) == STATUS_OK);
  cr_expect(band.count <= LIMIT && band.count > LIMIT / 2, "%zu points", band.count);
  cr_expect(band.x[0] == 0 && band.x[band.count - 1] == POINTS - 1);
  double widest = 0;
  for (size_t i = 0; i < band.count; i++) {
    near(band.at[i].mean, sqrt(band.x[i]), 0, "mean");
    if (i > 0) {
      cr_expect(band.x[i] > band.x[i - 1], "%.17g after %.17g", band.x[i], band.x[i - 1]);
      widest = fmax(widest, band.x[i] - band.x[i - 1]);
    }
  }
  cr_expect(widest <= 2.0 * POINTS / (0.5 * LIMIT - 1), "a gap of %.17g on a linear axis", widest);
  cr_expect(band.x[1] <= 2 && band.x[10] < 1000, "too few points at the left of a logarithmic axis");
  run_free(&run);
  arena_free(&arena);
}

Test(plot, fit_of_a_power_law) {
  const double x[] = {1, 2, 4, 8, 16}, y[] = {3, 12, 48, 192, 768};
  plot_fit fit;
  cr_assert(fit_power(x, y, 5, &fit) == STATUS_OK);
  near(fit.slope, 2, 1e-13, "slope");
  near(fit.factor, 3, 1e-12, "factor");
  near(fit.half_width, 0, 1e-6, "half width");
}

Test(plot, fit_interval) {
  /* ln x = 0..4, ln y = 0 1 0 1 3: slope = (sum of (i - 2) ln y = 6) / 10 = 0.6, intercept -0.2; residuals .2 .6 -1 -.6 .8,
   * squares 2.4; se = sqrt(2.4 / 3 / 10) = 0.282842712; t(0.975, 3) = 3.182446305 from tables. */
  const double ly[] = {0, 1, 0, 1, 3};
  double x[5], y[5];
  for (size_t i = 0; i < 5; i++) {
    x[i] = exp((double)i);
    y[i] = exp(ly[i]);
  }
  plot_fit fit;
  cr_assert(fit_power(x, y, 5, &fit) == STATUS_OK);
  near(fit.slope, 0.6, 1e-12, "slope");
  near(fit.factor, exp(-0.2), 1e-12, "factor");
  near(fit.half_width, 0.28284271247461901 * 3.182446305284263, 1e-9, "half width");
  cr_assert(fit_power(x, y, 2, &fit) == STATUS_OK);
  cr_expect(isnan(fit.half_width), "two points have no interval");
  cr_expect(fit_power(x, y, 1, &fit) == STATUS_END);
  const double same[] = {2, 2, 2};
  cr_expect(fit_power(same, y, 3, &fit) == STATUS_END, "one x has no slope");
}

Test(plot, strings_mean_what_they_say) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  script_string(file, "a \"b\" `ls` {c}\\n @d\te θ");
  fclose(file);
  cr_expect_str_eq(text, "\"a \\042b\\042 \\140ls\\140 \\173c\\175\\134n \\100d e θ\"");
  free(text);
}

Test(plot, wrapping) {
  wrapped out;
  text_wrap("one two  three θθθθθ x", 9, &out);
  cr_assert(out.count == 3, "%zu lines", out.count);
  cr_expect_str_eq(out.line[0], "one two");
  cr_expect_str_eq(out.line[1], "three");
  cr_expect_str_eq(out.line[2], "θθθθθ x");
  text_wrap("", 9, &out);
  cr_expect(out.count == 0);
}

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
    c->at[i] = moments_of(&y[i], 1);
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

static void put_file(const char *folder, const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  cr_assert(file != NULL);
  fputs(text, file);
  cr_assert(fclose(file) == 0);
}

static char *get_file(const char *folder, const char *name) {
  char path[256], *text = NULL;
  size_t length = 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  cr_assert(file_read(path, &text, &length) == STATUS_OK, "%s", status_message());
  return text;
}

/* Two seeds that finished and one that failed. */
static void make_folder(char *folder, const char *plots) {
  char manifest[1024];
  cr_assert(mkdtemp(folder) != NULL);
  snprintf(
      manifest, sizeof manifest,
      "{\"format\":\"winnow-lab manifest "
      "1\",\"scenario\":\"s\",\"title\":\"T_1\",\"points\":[{\"parameters\":{\"n\":8}}],"
      "\"plots\":%s,\"bound_titles\":{\"b\":{\"title\":\"2 ln n\",\"citation\":\"Someone 1999\",\"status\":\"proved\","
      "\"direction\":\"upper\"}}}",
      plots);
  put_file(folder, "manifest.json", manifest);
  put_file(folder, "cells.tsv",
           "# winnow-lab cells 1\ncell\tn\tlearner\tseed\tstatus\ttrials\tmistakes\n"
           "aa\t8\tw\t1\tdone\t9\t2\nbb\t8\tw\t2\tdone\t9\t4\ncc\t8\tw\t3\tfailed\t9\t90\n");
  put_file(folder, "curves.tsv",
           "# winnow-lab curves 1\ncell\tt\tmistakes\n"
           "aa\t0\t0\naa\t2\t1\naa\t6\t2\naa\t9\t2\nbb\t0\t0\nbb\t2\t3\nbb\t9\t4\ncc\t0\t0\ncc\t9\t90\n");
  put_file(folder, "summary.tsv",
           "# winnow-lab summary 1\nn\tlearner\tseeds\tmeasure\tmean\tsd\tmin\tmax\tbound\tvalue\tused\tverdict\n"
           "8\tw\t2\tmistakes\t3\t1\t2\t4\tb\t4.16\t0.96\tholds\n");
}

static int remove_entry(const char *path, const struct stat *status_, int kind, struct FTW *place) {
  (void)status_;
  (void)kind;
  (void)place;
  return remove(path);
}

static void remove_folder(const char *folder) {
  cr_expect(nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0, "%s was not removed", folder);
}

Test(plot, pictures_of_a_folder) {
  char folder[] = "/tmp/test_plot.XXXXXX", out[64], again[64];
  size_t drawn = 0;
  make_folder(folder, "[{\"x\":\"trials\",\"y\":\"mistakes\"}]");
  snprintf(out, sizeof out, "%s/plots", folder);
  snprintf(again, sizeof again, "%s/again", folder);
  cr_assert(plot_results(folder, "svg,png,pdf", out, &drawn, NULL) == STATUS_OK, "%s", status_message());
  cr_expect(drawn == 3, "%zu pictures", drawn);
  setenv("GNUTERM", "dumb", 1);
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  cr_assert(plot_results(folder, "svg", again, &drawn, NULL) == STATUS_OK, "%s", status_message());
  char *svg = get_file(out, "mistakes.svg"), *same = get_file(again, "mistakes.svg"),
       *data = get_file(out, "mistakes.dat");
  cr_expect_str_eq(svg, same, "the svg has other bytes");
  cr_expect(strstr(svg, "upper bound 2 ln n, Someone 1999 (w)") != NULL, "no label of the bound");
  cr_expect(strstr(svg, "T_1") != NULL, "no title");
  cr_expect(strstr(svg, "n = 8; 2 seeds") != NULL, "no caption");
  cr_expect(strstr(svg, "1 of 3 cells did not finish") != NULL, "the failed cell is not mentioned");
  /* x, mean, low, high, sd, min, max, seeds at t = 6: the values 2 and 3 */
  cr_expect(strstr(data, "\n6\t2.5\t2\t3\t0.7071067811865476\t2\t3\t2\n") != NULL, "the mean at t = 6 is not 2.5:\n%s",
            data);
  free(svg);
  free(same);
  free(data);
  remove_folder(folder);
}

/* Learners v and w have the same bound up to rounding; that of u is another; the invariant's direction stands in verdicts.tsv. */
Test(plot, bounds_are_merged_and_named) {
  char folder[] = "/tmp/test_plot.XXXXXX", out[64];
  make_folder(folder, "[{},{\"y\":\"loss\"},{\"learners\":[\"w\"],\"name\":\"one\"}]");
  put_file(folder, "cells.tsv",
           "# winnow-lab cells 1\ncell\tn\tlearner\tseed\tstatus\ttrials\n"
           "aa\t8\tu\t1\tdone\t9\nbb\t8\tv\t1\tdone\t9\ncc\t8\tw\t1\tdone\t9\n");
  put_file(folder, "curves.tsv",
           "# winnow-lab curves 1\ncell\tt\tmistakes\tloss\naa\t0\t0\t0\naa\t9\t3\t3\nbb\t0\t0\t0\nbb\t9\t2\t2\n"
           "cc\t0\t0\t0\ncc\t9\t1\t1\n");
  put_file(folder, "summary.tsv",
           "# winnow-lab summary 1\nn\tlearner\tmeasure\tbound\tvalue\tverdict\n"
           "8\tu\tmistakes\tb\t5\tpremise\n8\tv\tmistakes\tb\t4.1600000000000001\tholds\n"
           "8\tw\tmistakes\tb\t4.1600000000000010\tholds\n8\tw\tloss\tb.half\t0.5\tholds\n");
  put_file(folder, "verdicts.tsv",
           "# winnow-lab verdicts 1\ncell\tn\tlearner\tbound\tdirection\tmeasure\tvalue\tverdict\n"
           "cc\t8\tw\tb.half\tlower\tloss\t0.5\tholds\n");
  snprintf(out, sizeof out, "%s/plots", folder);
  cr_assert(plot_results(folder, "svg", out, NULL, NULL) == STATUS_OK, "%s", status_message());
  char *mistakes = get_file(out, "mistakes.svg"), *loss = get_file(out, "loss.svg"), *one = get_file(out, "one.svg");
  cr_expect(strstr(mistakes, "upper bound 2 ln n, Someone 1999 (v, w)") != NULL, "v and w are not merged");
  cr_expect(strstr(mistakes, "upper bound 2 ln n, Someone 1999 (u): premise not met") != NULL,
            "the premise is not told");
  cr_expect(strstr(loss, "lower bound on half, Someone 1999 (w)") != NULL, "the invariant is not named");
  cr_expect(strstr(one, "Someone 1999 (w)") != NULL && strstr(one, "(u)") == NULL, "other learners' bounds are drawn");
  free(mistakes);
  free(loss);
  free(one);
  remove_folder(folder);
}

Test(plot, edges_of_heat_maps) {
  double edges[4];
  heat_edges((const double[]){1, 4, 16}, 3, true, edges);
  const double logarithmic[] = {0.5, 2, 8, 32}, linear[] = {-0.5, 0.5, 2, 4};
  for (size_t i = 0; i < 4; i++) near(edges[i], logarithmic[i], 1e-15 * logarithmic[i], "edge");
  heat_edges((const double[]){0, 1, 3}, 3, false, edges);
  for (size_t i = 0; i < 4; i++) near(edges[i], linear[i], 0, "edge");
}

/* n = 8, 16 times r = 1, 2: means 3 (of 2 and 4), 5, 7; the cell of (16, 2) failed. */
Test(plot, heat_map) {
  char folder[] = "/tmp/test_plot.XXXXXX", out[64];
  make_folder(
      folder,
      "[{\"kind\":\"heat\",\"x\":\"n\",\"y\":\"r\",\"z\":\"mistakes\",\"mark\":[{\"x\":8,\"y\":1,\"label\":\"here\"}]},"
      "{\"kind\":\"heat\",\"x\":\"n\",\"y\":\"r\",\"z\":\"bound:b\",\"log\":\"\"}]");
  put_file(folder, "cells.tsv",
           "# winnow-lab cells 1\ncell\tn\tr\tlearner\tseed\tstatus\ttrials\tmistakes\n"
           "aa\t8\t1\tw\t1\tdone\t9\t2\nbb\t8\t1\tw\t2\tdone\t9\t4\ncc\t16\t1\tw\t1\tdone\t9\t5\n"
           "dd\t8\t2\tw\t1\tdone\t9\t7\nee\t16\t2\tw\t1\tfailed\t9\t90\n");
  put_file(folder, "summary.tsv",
           "# winnow-lab summary 1\nn\tr\tlearner\tseeds\tmeasure\tbound\tvalue\tverdict\n"
           "8\t1\tw\t2\tmistakes\tb\t40\tholds\n16\t1\tw\t1\tmistakes\tb\t50\tholds\n"
           "8\t2\tw\t1\tmistakes\tb\tinf\tholds\n16\t2\tw\t0\tmistakes\tb\tnan\tholds\n");
  snprintf(out, sizeof out, "%s/plots", folder);
  cr_assert(plot_results(folder, "svg", out, NULL, NULL) == STATUS_OK, "%s", status_message());
  char *svg = get_file(out, "mistakes_n_r.svg"), *data = get_file(out, "mistakes_n_r.dat");
  char *bound = get_file(out, "bound_b_n_r.dat"), *bound_svg = get_file(out, "bound_b_n_r.svg");
  cr_expect(strstr(svg, "mean over 1 to 2 seeds; hatched: no finite value (1 of 4); 1 of 5 cells did not finish") !=
                NULL,
            "no caption");
  cr_expect(strstr(svg, "here") != NULL, "no mark");
  /* x, y, edges, mean */
  cr_expect(strstr(data, "\n8\t1\t4\t12\t0.5\t1.5\t3\n16\t1\t12\t20\t0.5\t1.5\t5\n8\t2\t4\t12\t1.5\t2.5\t7\n") != NULL,
            "the means are not 3, 5, 7:\n%s", data);
  cr_expect(strstr(data, "\n16\t2\t12\t20\t1.5\t2.5\tnan\n") != NULL, "the failed cell is not hatched:\n%s", data);
  cr_expect(strstr(bound, "\n8\t1\t4\t12\t0.5\t1.5\t40\n16\t1\t12\t20\t0.5\t1.5\t50\n") != NULL,
            "the bound is not 40, 50:\n%s", bound);
  cr_expect(strstr(bound_svg, "hatched: no finite value (2 of 4)") != NULL, "an infinite bound is not told");
  free(svg);
  free(data);
  free(bound);
  free(bound_svg);
  remove_folder(folder);
}

static void refused(const char *plots, const char *formats, status expected, const char *message) {
  char folder[] = "/tmp/test_plot.XXXXXX", out[64];
  size_t drawn = 7;
  make_folder(folder, plots);
  snprintf(out, sizeof out, "%s/plots", folder);
  cr_expect(plot_results(folder, formats, out, &drawn, NULL) == expected, "%s: %s", plots, status_message());
  cr_expect(strstr(status_message(), message) != NULL, "'%s' does not say '%s'", status_message(), message);
  cr_expect(drawn == 0, "%zu pictures", drawn);
  remove_folder(folder);
}

/* The least files with the ends that the formats prescribe, whole and without their last 1, 2, ... bytes. */
Test(plot, a_picture_that_was_cut_is_seen) {
  static const struct {
    const char *format, *bytes;
    size_t length, least; /* the end is there from this length on */
  } pictures[] = {
      {"svg", "<svg xmlns=\"http://www.w3.org/2000/svg\">\n</svg>\n\n", 49, 47},
      {"png", "\x89PNG\r\n\x1a\n.......\0\0\0\0IEND\xae\x42\x60\x82", 27, 27},
      {"pdf", "%PDF-1.5\nstartxref\n0\n%%EOF\n", 27, 26},
  };
  char path[] = "/tmp/picture.XXXXXX";
  const int file = mkstemp(path);
  cr_assert(file >= 0);
  for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
    cr_assert(pwrite(file, pictures[i].bytes, pictures[i].length, 0) == (ssize_t)pictures[i].length);
    for (size_t length = pictures[i].length + 1; length-- > 0;) {
      cr_assert(ftruncate(file, (off_t)length) == 0);
      const status expected = length >= pictures[i].least ? STATUS_OK : STATUS_IO;
      cr_expect(gnuplot_check_picture(path, pictures[i].format) == expected, "%s, %zu bytes", pictures[i].format,
                length);
    }
  }
  cr_expect(close(file) == 0);
  unlink(path);
  cr_expect(gnuplot_check_picture(path, "svg") == STATUS_IO);
}

Test(plot, pdf_without_a_date) {
  const char before[] = "%PDF-1.5 /CreationDate (D:20261122072507Z) rest",
             after[] = "%PDF-1.5 /CreationDate (D:20000101000000Z) rest";
  char path[] = "/tmp/winnow-pdf-XXXXXX", text[sizeof before] = "";
  const int descriptor = mkstemp(path);
  cr_assert(descriptor >= 0 && write(descriptor, before, sizeof before - 1) == (ssize_t)sizeof before - 1);
  cr_assert_eq(close(descriptor), 0);
  cr_expect_eq(picture_fix_date(path), STATUS_OK);
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file);
  cr_expect_eq(fread(text, 1, sizeof text - 1, file), sizeof before - 1);
  cr_expect_str_eq(text, after);
  (void)fclose(file);
  (void)unlink(path);
}

Test(plot, refusals) {
  refused("[{}]", "svg,gif", STATUS_INVALID, "--format gif: expected some of svg, pdf, png");
  refused("[{\"y\":\"spin\"}]", "svg", STATUS_INVALID, "no values of 'spin' in curves.tsv or observations.tsv");
  refused("[{\"x\":\"m\"}]", "svg", STATUS_INVALID, "plot 'mistakes_m': x = 'm' is not a parameter of the scenario");
  refused("[{\"kind\":\"heat\",\"x\":\"n\",\"y\":\"m\"}]", "svg", STATUS_INVALID,
          "y = 'm' is not a parameter of the scenario");
  refused("[{\"kind\":\"heat\",\"x\":\"n\",\"y\":\"n\",\"z\":\"bound:c\"}]", "svg", STATUS_INVALID, "no such bound in");
  refused("[{\"learners\":[\"v\"]}]", "svg", STATUS_INVALID, "no learner is named 'v'");
  cr_expect(plot_results("/tmp", "svg", NULL, NULL, NULL) == STATUS_INVALID);
  cr_expect(strstr(status_message(), "/tmp: not a result folder: it has no manifest.json") != NULL, "%s",
            status_message());
}

Test(plot, without_gnuplot) {
  setenv("PATH", "/nowhere", 1);
  cr_expect(gnuplot_run("/tmp", "x.gp") == STATUS_ABSENT);
  cr_expect(strstr(status_message(), "package gnuplot-nox") != NULL, "%s", status_message());
}

Test(plot, complaints_of_gnuplot_are_passed_on) {
  char folder[] = "/tmp/test_plot.XXXXXX";
  cr_assert(mkdtemp(folder) != NULL);
  put_file(folder, "x.gp", "plot 'absent' using nothing(\n");
  cr_expect(gnuplot_run(folder, "x.gp") == STATUS_FAILED);
  cr_expect(strstr(status_message(), "gnuplot x.gp: ") != NULL && strstr(status_message(), "line 1") != NULL, "%s",
            status_message());
  remove_folder(folder);
}

/* A gnuplot of one's own, alone in PATH: a script of sh, or what may not be run. */
static void stand_in(const char *folder, const char *text, mode_t mode) {
  char path[PATH_MAX];
  (void)snprintf(path, sizeof path, "%s/gnuplot", folder);
  put_file(folder, "gnuplot", text);
  cr_assert_eq(chmod(path, mode), 0);
  cr_assert_eq(setenv("PATH", folder, 1), 0);
}

static void fails_with(const char *folder, status expected, const char *message) {
  cr_expect_eq(gnuplot_run(folder, "x.gp"), expected);
  cr_expect_str_eq(status_message(), message);
}

Test(plot, ends_of_gnuplot_are_told_apart) {
  char folder[] = "/tmp/test_plot.XXXXXX";
  cr_assert(mkdtemp(folder) != NULL);
  stand_in(folder, "#!/bin/sh\nexit 0\n", 0644);
  fails_with(folder, STATUS_ABSENT,
             "gnuplot was not started: Permission denied: it is needed for plots (package gnuplot-nox on Debian and "
             "Ubuntu)");
  stand_in(folder, "#!/bin/sh\nkill -9 $$\n", 0755);
  fails_with(folder, STATUS_FAILED, "gnuplot x.gp: killed by signal 9");
  stand_in(folder, "#!/bin/sh\nexit 2\n", 0755);
  fails_with(folder, STATUS_FAILED, "gnuplot x.gp: failed without a message");
  stand_in(folder, "#!/bin/sh\nprintf '\\033[31mline 3:\\001\\n\\n\\t wrong\\r\\n' >&2\nexit 1\n", 0755);
  fails_with(folder, STATUS_FAILED, "gnuplot x.gp: [31mline 3: wrong");
  stand_in(folder, "#!/bin/sh\necho 'warning: empty range' >&2\n", 0755);
  cr_expect_eq(gnuplot_run(folder, "x.gp"), STATUS_OK);
  remove_folder(folder);
}
