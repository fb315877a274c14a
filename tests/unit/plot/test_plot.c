/* Plots: texts in scripts and layouts, pictures of a small result folder, gnuplot. */
#include <criterion/criterion.h>
#include <ftw.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "plot/page/font.h"
#include "plot/page/gnuplot.h"
#include "plot/page/picture.h"
#include "plot/page/script.h"
#include "plot/plot.h"

Test(plot, strings_mean_what_they_say) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  script_string(file, "a \"b\" `ls` {c}\\n @d\te θ");
  script_string(file, "\xFF \xC3 \xEF\xBF\xBE\xEF\xBF\xBD\xEF\xBF\xBF𝜂"); /* what XML has no place for */
  fclose(file);
  cr_expect_str_eq(text, "\"a \\042b\\042 \\140ls\\140 \\173c\\175\\134n \\100d e θ\"\"? ? ?\uFFFD?𝜂\"");
  free(text);
}

/* Widths of DejaVu Sans in units of its em, 2048, as any program for fonts shows them. */
enum { EM = 2048, WIDTH_I = 569, WIDTH_W = 1675, WIDTH_SPACE = 651, WIDTH_THETA = 1253, WIDTH_ROOT = 1305 };

static double pixels(double units) {
  return 100 * units / EM;
}

Test(plot, widths_are_those_of_the_font) {
  cr_expect_float_eq(font_width("i", 100), pixels(WIDTH_I), 0.06);
  cr_expect_float_eq(font_width("wi", 100), pixels(WIDTH_W + WIDTH_I), 0.12);
  cr_expect_float_eq(font_width("θ√", 100), pixels(WIDTH_THETA + WIDTH_ROOT), 0.12);
  cr_expect_float_eq(font_width("字", 100), 100, 0.01);
  cr_expect_float_eq(font_width("", 100), 0, 0);
}

Test(plot, wrapping) {
  wrapped out;
  const double theta = pixels(WIDTH_THETA);
  text_wrap("ww i  i θθθ", 3 * theta + 1, 100, &out);
  cr_assert(out.count == 3, "%zu lines", out.count);
  cr_expect_str_eq(out.line[0], "ww");
  cr_expect_str_eq(out.line[1], "i i");
  cr_expect_str_eq(out.line[2], "θθθ");
  text_wrap("", 9, 12, &out);
  cr_expect(out.count == 0);
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

/* All plots of the folder. drawn: their number; may be NULL. */
static status draw(const char *folder, const char *formats, const char *style, const char *out, size_t *drawn) {
  plot_outcome outcome;
  const plot_request request = {.folder = folder, .formats = formats, .style = style, .out = out};
  const status code = plot_results(&request, &outcome);
  cr_expect(code != STATUS_OK || strcmp(outcome.out, out) == 0);
  free(outcome.out);
  if (drawn != NULL) *drawn = outcome.drawn;
  return code;
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
  cr_assert(draw(folder, "svg,png,pdf", NULL, out, &drawn) == STATUS_OK, "%s", status_message());
  cr_expect(drawn == 1, "%zu pictures", drawn);
  setenv("GNUTERM", "dumb", 1);
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  cr_assert(draw(folder, "svg", NULL, again, &drawn) == STATUS_OK, "%s", status_message());
  char *svg = get_file(out, "mistakes.svg"), *same = get_file(again, "mistakes.svg"),
       *data = get_file(out, "mistakes.dat");
  cr_expect_str_eq(svg, same, "the svg has other bytes");
  cr_expect(strstr(svg, ">2 ln n: 4.16<") != NULL, "the bound is not named");
  cr_expect(strstr(svg, ">2 ln n: proved upper bound, Someone 1999<") != NULL, "no source");
  cr_expect(strstr(svg, "T_1") != NULL, "no title");
  cr_expect(strstr(svg, "n = 8; 2 seeds") != NULL, "no caption");
  cr_expect(strstr(svg, "1 of 3 cells did") != NULL, "the failed cell is not mentioned");
  /* x, mean, low, high, sd, min, max, seeds at t = 6: the values 2 and 3 */
  cr_expect(strstr(data, "\n6\t2.5\t2\t3\t0.7071067811865476\t2\t3\t2\n") != NULL, "the mean at t = 6 is not 2.5:\n%s",
            data);
  free(svg);
  free(same);
  free(data);
  remove_folder(folder);
}

/* Learners v and w have the same bound up to rounding; u has another one. The invariant's direction is in verdicts.tsv. */
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
  cr_assert(draw(folder, "svg", NULL, out, NULL) == STATUS_OK, "%s", status_message());
  char *mistakes = get_file(out, "mistakes.dat"), *loss = get_file(out, "loss.dat"), *one = get_file(out, "one.dat");
  char *svg = get_file(out, "mistakes.svg");
  cr_expect(strstr(mistakes, "bound of 2 ln n of v, w: proved upper bound, Someone 1999\n") != NULL,
            "v and w are not merged:\n%s", mistakes);
  cr_expect(strstr(svg, ">2 ln n for u: 5, premise not met<") != NULL, "the premise is not mentioned");
  const char *shared = strstr(svg, ">2 ln n for v, w: 4.16<");
  cr_expect(shared != NULL && strstr(shared + 1, ">2 ln n for v, w: 4.16<") == NULL,
            "the bound of v and w is not named once");
  const char *theorem = strstr(svg, "2 ln n: proved upper bound, Someone 1999");
  cr_expect(theorem != NULL && strstr(theorem + strlen("2 ln n: proved"), "proved") == NULL,
            "the theorem is not in the caption once");
  cr_expect(strstr(loss, "bound of 2 ln n (half) of w: proved lower bound, Someone 1999") != NULL,
            "the invariant is not named:\n%s", loss);
  cr_expect(strstr(one, " of w: ") != NULL && strstr(one, " of u") == NULL, "other learners' bounds are drawn");
  free(mistakes);
  free(loss);
  free(one);
  free(svg);
  remove_folder(folder);
}

/* Three bounds of one learner: by default the sharpest proved one and the refuted claim; all, or those named. */
Test(plot, bounds_that_are_drawn) {
  char folder[] = "/tmp/test_plot.XXXXXX", out[64];
  make_folder(folder, "[{},{\"bounds\":\"all\",\"name\":\"all\"},{\"bounds\":[\"b.far: so far\"],\"name\":\"named\"},"
                      "{\"bounds\":false,\"name\":\"none\"}]");
  put_file(folder, "summary.tsv",
           "# winnow-lab summary 1\nn\tlearner\tmeasure\tbound\tvalue\tverdict\n8\tw\tmistakes\tb\t5\tholds\n"
           "8\tw\tmistakes\tb.near\t4\tholds\n8\tw\tmistakes\tb.far\t9\tholds\n8\tw\tmistakes\tb.broken\t2\trefuted\n");
  snprintf(out, sizeof out, "%s/plots", folder);
  cr_assert(draw(folder, "svg", NULL, out, NULL) == STATUS_OK, "%s", status_message());
  static const char *const rows[] = {"2 ln n: 5", "2 ln n (near): 4", "far", "2 ln n (broken): 2, refuted"};
  static const struct {
    const char *file;
    bool drawn[4];
  } pictures[] = {{"mistakes.svg", {false, true, false, true}},
                  {"all.svg", {true, true, true, true}},
                  {"named.svg", {false, false, true, false}},
                  {"none.svg", {false, false, false, false}}};
  for (size_t i = 0; i < 4; i++) {
    char *svg = get_file(out, pictures[i].file);
    for (size_t k = 0; k < 4; k++)
      cr_expect((strstr(svg, rows[k]) != NULL) == pictures[i].drawn[k], "%s: '%s'", pictures[i].file, rows[k]);
    if (i == 2) cr_expect(strstr(svg, ">so far: 9<") != NULL, "not in the scenario's words");
    free(svg);
  }
  remove_folder(folder);
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
  cr_assert(draw(folder, "svg", NULL, out, NULL) == STATUS_OK, "%s", status_message());
  char *svg = get_file(out, "mistakes_n_r.svg"), *data = get_file(out, "mistakes_n_r.dat");
  char *bound = get_file(out, "bound_b_n_r.dat"), *bound_svg = get_file(out, "bound_b_n_r.svg");
  cr_expect(strstr(svg, "mean over 1 to 2 seeds; hatched: no finite value (1 of 4); 1 of 5 cells did not finish") !=
                NULL,
            "no caption");
  cr_expect(strstr(svg, "\u00a0here\u00a0") != NULL, "no mark, or its box has no space beside the letters");
  /* x, y, edges, mean */
  cr_expect(strstr(data, "\n8\t1\t4\t12\t0.5\t1.5\t3\n16\t1\t12\t20\t0.5\t1.5\t5\n8\t2\t4\t12\t1.5\t2.5\t7\n") != NULL,
            "the means are not 3, 5, 7:\n%s", data);
  cr_expect(strstr(data, "\n16\t2\t12\t20\t1.5\t2.5\tnan\n") != NULL, "the failed cell is not hatched:\n%s", data);
  cr_expect(strstr(bound, "\n8\t1\t4\t12\t0.5\t1.5\t40\n16\t1\t12\t20\t0.5\t1.5\t50\n") != NULL,
            "the bound is not 40, 50:\n%s", bound);
  cr_expect(strstr(bound_svg, "hatched: no finite value (2 of 4)") != NULL, "an infinite bound is not mentioned");
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
  cr_expect(draw(folder, formats, NULL, out, &drawn) == expected, "%s: %s", plots, status_message());
  cr_expect(strstr(status_message(), message) != NULL, "'%s' does not say '%s'", status_message(), message);
  cr_expect(drawn == 0, "%zu pictures", drawn);
  remove_folder(folder);
}

/* The smallest files with the ends that the formats prescribe, whole and without their last 1, 2, ... bytes. */
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

/* A date may be shorter, and of more digits only the first are one. */
static void dated(const char *before, const char *after) {
  char path[] = "/tmp/winnow-pdf-XXXXXX", *text = NULL;
  size_t length = 0;
  const int descriptor = mkstemp(path);
  cr_assert(descriptor >= 0 && write(descriptor, before, strlen(before)) == (ssize_t)strlen(before));
  cr_assert_eq(close(descriptor), 0);
  cr_expect_eq(picture_fix_date(path), STATUS_OK);
  cr_assert_eq(file_read(path, &text, &length), STATUS_OK);
  cr_expect_eq(length, strlen(before));
  cr_expect_str_eq(text, after);
  free(text);
  (void)unlink(path);
}

Test(plot, pdf_without_a_date) {
  dated("%PDF-1.5 /CreationDate (D:20261122072507Z) rest", "%PDF-1.5 /CreationDate (D:20000101000000Z) rest");
  dated("/CreationDate (D:20261122)", "/CreationDate (D:20000101)");
  dated("/CreationDate (D:202611220725079)", "/CreationDate (D:200001010000009)");
}

Test(plot, refusals) {
  refused("[{}]", "svg,gif", STATUS_INVALID, "--format gif: expected some of svg, pdf, png");
  refused("[{\"y\":\"spin\"}]", "svg", STATUS_INVALID, "no values of 'spin' in curves.tsv or observations.tsv");
  refused("[{\"x\":\"m\"}]", "svg", STATUS_INVALID, "plot 'mistakes_m': x = 'm' is not a parameter of the scenario");
  refused("[{\"kind\":\"heat\",\"x\":\"n\",\"y\":\"m\"}]", "svg", STATUS_INVALID,
          "y = 'm' is not a parameter of the scenario");
  refused("[{\"kind\":\"heat\",\"x\":\"n\",\"y\":\"n\",\"z\":\"bound:c\"}]", "svg", STATUS_INVALID, "no such bound in");
  refused("[{\"learners\":[\"v\"]}]", "svg", STATUS_INVALID, "no learner is named 'v'");
  cr_expect(draw("/tmp", "svg", NULL, "/tmp", NULL) == STATUS_INVALID);
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

/* A substitute for gnuplot, alone in PATH: a shell script, or a file that may not be executed. */
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

/* In the script: a thin line from each curve or bound to its name. */
Test(plot, names_are_joined_to_their_curves) {
  char folder[] = "/tmp/test_plot.XXXXXX", out[64], program[200];
  size_t joined = 0;
  make_folder(folder, "[{\"x\":\"trials\",\"y\":\"mistakes\"}]");
  snprintf(out, sizeof out, "%s/plots", folder);
  snprintf(
      program, sizeof program,
      "#!/bin/sh\nfor file; do :; done\nwhile IFS= read -r line; do echo \"$line\"; done < \"$file\" > %s/copy.gp\n",
      folder);
  stand_in(folder, program, 0755);
  (void)draw(folder, "svg", NULL, out, NULL); /* draws nothing */
  char *script = get_file(folder, "copy.gp");
  for (const char *at = script; (at = strstr(at, " dt 1 lw 0.7")) != NULL; at++) joined++;
  cr_expect_eq(joined, 2, "%zu lines to 2 names:\n%s", joined, script);
  free(script);
  remove_folder(folder);
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
