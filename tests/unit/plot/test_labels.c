/* Names beside the curves: the solver, ticks that do not touch, letters, points that the eye can tell apart. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "plot/page/font.h"
#include "plot/page/labels.h"
#include "plot/page/letters.h"
#include "plot/page/simplify.h"
#include "plot/page/svg_tidy.h"
#include "plot/page/ticks.h"

Test(plot, names_that_have_room_stay) {
  double at[3];
  spread((const double[]){10, 50, 90}, (const double[]){10, 20, 10}, 3, 0, 100, at);
  cr_expect(at[0] == 10 && at[1] == 50 && at[2] == 90, "%g %g %g", at[0], at[1], at[2]);
}

/* Two of height 10 at 40 and 44 move apart by three each; a third at 60 stays. */
Test(plot, names_move_as_little_as_possible) {
  double at[3];
  spread((const double[]){40, 44, 60}, (const double[]){10, 10, 10}, 3, 0, 100, at);
  cr_expect(at[0] == 37 && at[1] == 47 && at[2] == 60, "%g %g %g", at[0], at[1], at[2]);
  spread((const double[]){0, 0}, (const double[]){10, 10}, 2, 0, 100, at);
  cr_expect(at[0] == 5 && at[1] == 15, "within the panel: %g %g", at[0], at[1]);
  spread((const double[]){100, 100}, (const double[]){10, 10}, 2, 0, 100, at);
  cr_expect(at[0] == 85 && at[1] == 95, "within the panel: %g %g", at[0], at[1]);
}

/* Of a panel of 100 pixels from 10 above to 0 below: 7.5 is 25 below the top, and what leaves it stands at the edge. */
Test(plot, names_stand_where_their_curves_end) {
  static const double y[3] = {-1, 7.5, 12}, from[3] = {0, 25, 100}, at[3] = {5, 25, 95};
  static const int edge[3] = {1, 0, -1};
  plot_panel panel = {.y_low = 0, .y_high = 10};
  const plot_figure figure = {.panels = &panel};
  plot_label label[3] = {0};
  plot_labels labels = {.count = 3, .at = label};
  for (size_t i = 0; i < 3; i++) label[i] = (plot_label){.place = i, .y = y[i], .height = 10};
  labels_place(&figure, 0, 100, &labels);
  for (size_t i = 0; i < 3; i++) {
    cr_expect(label[i].from == from[i] && label[i].at == at[i] && label[i].edge == edge[i], "%zu: %g %g %d", i,
              label[i].from, label[i].at, label[i].edge);
  }
}

static double moved(const double *wanted, const double *at, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += (at[i] - wanted[i]) * (at[i] - wanted[i]);
  return sum;
}

/* Against the definition: no random change that keeps the order, the gaps and the range moves names less in all. */
Test(plot, no_other_places_are_nearer) {
  enum { COUNT = 6 };
  random_stream *stream = NULL;
  cr_assert(random_stream_new(1, "labels", &stream) == STATUS_OK);
  for (size_t round = 0; round < 200; round++) {
    double wanted[COUNT], heights[COUNT], at[COUNT], other[COUNT], last = 0;
    for (size_t i = 0; i < COUNT; i++) {
      last += 30 * random_uniform(stream);
      wanted[i] = last;
      heights[i] = 5 + 15 * random_uniform(stream);
    }
    spread(wanted, heights, COUNT, 0, 200, at);
    for (size_t i = 0; i < COUNT; i++) {
      cr_assert(at[i] >= heights[i] / 2 - 1e-9 && at[i] <= 200 - heights[i] / 2 + 1e-9, "outside: %g", at[i]);
      if (i > 0) cr_assert(at[i] - at[i - 1] >= (heights[i] + heights[i - 1]) / 2 - 1e-9, "overlap");
    }
    for (size_t tries = 0; tries < 200; tries++) {
      bool allowed = true;
      for (size_t i = 0; i < COUNT; i++) {
        other[i] = at[i] + random_uniform(stream) - 0.5;
        allowed = allowed && other[i] >= heights[i] / 2 && other[i] <= 200 - heights[i] / 2;
        if (i > 0) allowed = allowed && other[i] - other[i - 1] >= (heights[i] + heights[i - 1]) / 2;
      }
      cr_assert(!allowed || moved(wanted, other, COUNT) >= moved(wanted, at, COUNT) - 1e-9, "round %zu", round);
    }
  }
  random_stream_free(stream);
}

static double end_of(const axis *scale, const tick *mark, double side) {
  const double half = scale->vertical ? scale->font / 2 : font_width(mark->text, scale->font) / 2;
  return axis_share(scale, mark->value) * scale->length + side * half;
}

Test(plot, numbers_of_an_axis_do_not_touch) {
  static const double ranges[][2] = {{0, 1},     {0, 1650},        {-5000, 2000}, {0, 140000},
                                     {0, 2.5e6}, {-0.001, 0.0005}, {90, 91}};
  static const double positive[][2] = {{1, 10},      {1, 1e4},     {0.05, 1.1}, {3, 25},
                                       {1e-9, 1e12}, {200, 18000}, {900, 1000}};
  for (size_t i = 0; i < 7; i++) {
    for (size_t kind = 0; kind < 12; kind++) {
      const double *range = kind % 2 == 0 ? ranges[i] : positive[i];
      const axis scale = {range[0], range[1], kind % 2 == 1, kind % 4 >= 2, kind < 4 ? 90 : kind < 8 ? 200 : 600, 14};
      ticks marks;
      size_t named = 0;
      ticks_choose(&scale, &marks);
      for (size_t k = 0; k < marks.count; k++) {
        if (marks.at[k].text[0] == '\0') continue;
        named++;
        for (size_t m = 0; m < k; m++) {
          if (marks.at[m].text[0] == '\0') continue;
          cr_expect(end_of(&scale, &marks.at[k], -1) > end_of(&scale, &marks.at[m], 1) ||
                        end_of(&scale, &marks.at[k], 1) < end_of(&scale, &marks.at[m], -1),
                    "[%g:%g] %zu: %s and %s", range[0], range[1], kind, marks.at[m].text, marks.at[k].text);
        }
      }
      cr_expect(named >= 2, "[%g:%g] %zu: %zu numbers", range[0], range[1], kind, named);
    }
  }
}

/* A thousand is k from 1e5 on, a million M from 1e6 on; 0 needs neither, and beyond them numbers are written whole. */
Test(plot, numbers_of_an_axis_have_one_unit) {
  static const struct {
    double largest, unit;
    const char *letter;
  } axes[] = {{9e4, 1, ""}, {2e5, 1e3, "k"}, {2e6, 1e6, "M"}, {2e8, 1e6, "M"},
              {2e9, 1, ""}, {2e-4, 1, ""},   {2e-5, 1, ""}};
  for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
    const axis scale = {0, axes[i].largest, false, false, 600, 14};
    ticks marks;
    ticks_choose(&scale, &marks);
    for (size_t k = 0; k < marks.count; k++) {
      char *end;
      const double value = strtod(marks.at[k].text, &end) * axes[i].unit;
      if (marks.at[k].text[0] == '\0') continue;
      cr_expect_float_eq(value, marks.at[k].value, 1e-9 * axes[i].largest, "[0:%g] %s", axes[i].largest,
                         marks.at[k].text);
      cr_expect_str_eq(end, value == 0 ? "" : axes[i].letter, "[0:%g] %s", axes[i].largest, marks.at[k].text);
    }
  }
}

static void letters(const char *text, const char *expected) {
  arena memory = {0};
  const char *out = NULL;
  cr_assert(letters_of_formula(&memory, text, &out) == STATUS_OK);
  cr_expect_str_eq(out, expected);
  arena_free(&memory);
}

Test(plot, letters) {
  letters("2 G sqrt(beta tau ln(2p) T)", "2 G √(β τ ln(2p) T)");
  letters("beta_1 metal eta zeta2 rings^2 x^-10 m^n m^no <= a", "beta_1 metal η zeta2 rings² x⁻¹⁰ mⁿ m^no ≤ a");
  letters("", "");
  arena memory = {0};
  const char *out = NULL;
  cr_assert(letters_of_name(&memory, "rolling_eta", &out) == STATUS_OK);
  cr_expect_str_eq(out, "rolling η");
  arena_free(&memory);
}

/* The kept points alone, joined or held, stay within the tolerance of all points. */
static double farthest(const double *x, const double *y, const bool *keep, size_t count, bool steps) {
  double worst = 0;
  for (size_t i = 0; i < count; i++) {
    size_t before = i, after = i;
    while (!keep[before]) before--;
    while (!keep[after]) after++;
    const double share = after > before ? (x[i] - x[before]) / (x[after] - x[before]) : 0;
    const double drawn = steps ? y[before] : y[before] + share * (y[after] - y[before]);
    worst = fmax(worst, fabs(drawn - y[i]));
  }
  return worst;
}

Test(plot, fewer_points_draw_the_same) {
  enum { COUNT = 2000 };
  static double x[COUNT], y[COUNT];
  static bool keep[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    x[i] = (double)i;
    y[i] = 300 * sqrt((double)i / COUNT) + (i >= 1000 ? 50 : 0) + 5 * sin((double)i / 40);
  }
  for (int steps = 0; steps < 2; steps++) {
    size_t kept = 0;
    simplify(x, (const double *const[]){y}, 1, COUNT, steps == 1, 0.5, keep);
    for (size_t i = 0; i < COUNT; i++) kept += keep[i];
    cr_expect(farthest(x, y, keep, COUNT, steps == 1) <= 0.5 + 1e-12, "%g", farthest(x, y, keep, COUNT, steps == 1));
    cr_expect(kept < 900 && kept > 10, "%zu of 2000 points", kept);
    cr_expect(keep[0] && keep[COUNT - 1] && keep[1000] && (steps == 1 || keep[999]), "the jump is not kept");
  }
}

static void tidied(const char *svg, const char *expected) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  svg_tidy(svg, "a < b & c", file);
  cr_assert(fclose(file) == 0);
  cr_expect_str_eq(text, expected);
  free(text);
}

Test(plot, an_svg_in_fewer_bytes) {
  tidied("<path stroke='rgb(  0, 114, 178)'  d='M10.00,20.00 L15.04,20.00 L15.04,19.50\n\tL14.54,25.00  '/>",
         "<path stroke='#0072b2'  d='M10 20h5v-.5l-.5 5.5'/>");
  tidied("<path d='M-1,0 h2 M0,-1 v2'/>", "<path d='M-1,0 h2 M0,-1 v2'/>");
  tidied("<g fill=\"x\">\n</g>\n<title>gnuplot_plot_1a</title>x", "x");
  tidied("<polygon fill = 'rgb(1, 2, 3)' fill-opacity = '0.22' points = '1.00,2.00 3.00,2.00 3.00,5.00 '/>",
         "<path fill='#010203' fill-opacity='0.22' d='M1 2h2v3z'/>");
  tidied("<g font-family=\"DejaVu Sans\"><text><tspan font-family=\"DejaVu Sans\" >a</tspan></text>",
         "<g><text>a</text>");
  tidied("<title>Gnuplot</title>", "<title>a &lt; b &amp; c</title>");
#define DOT(x, y) "<use xlink:href='#gpPt6' transform='translate(" x "," y ") scale(2.25)' color='rgb(1, 2, 3)'/>\n"
  tidied(DOT("1.00", "2.00") "\t" DOT("3.50", "4.00") "\t" DOT("5.00", "6.25") "x",
         "<path fill='none' stroke='#010203' stroke-width='4.50' stroke-linecap='round' "
         "d='M1 2h0M3.5 4h0M5 6.3h0'/>\nx");
  tidied("<text>a[b[1]]>0</text>", "<text>a[b[1]]&gt;0</text>");
}
