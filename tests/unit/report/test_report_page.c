/* Pages of result folders that were written by hand: what they say about broken bounds and failed
 * cells, and how to make the results again. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "report/report.h"
#include "unit/folder_fixture.h"

TestSuite(report_page, .init = make_folder, .fini = remove_folder);

static void write_file(const char *name, const char *text) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file);
  cr_assert(fputs(text, file) != EOF);
  cr_assert_eq(fclose(file), 0);
}

static const char columns[] =
    "# winnow-lab summary 1\nn\tlearner\tseeds\tmeasure\tmean\tsd\tmin\tmax\tbound\tvalue\tused\tverdict\n";

/* A result folder below `folder`: members of its manifest besides format and plots, rows of its summary. */
static void make_result(const char *name, const char *members, const char *rows) {
  char path[300], *text = NULL;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  cr_assert_eq(directory_make(path), STATUS_OK);
  cr_assert(asprintf(&text, "{\"format\":\"winnow-lab manifest 1\",\"plots\":[],%s}", members) > 0);
  snprintf(path, sizeof path, "%s/manifest.json", name);
  write_file(path, text);
  free(text);
  cr_assert(asprintf(&text, "%s%s", columns, rows) > 0);
  snprintf(path, sizeof path, "%s/summary.tsv", name);
  write_file(path, text);
  free(text);
  snprintf(path, sizeof path, "%s/cells.tsv", name);
  write_file(path, "cell\tn\tlearner\tseed\tstatus\n0\t4\tw\t1\tdone\n");
}

/* The page of these results; the caller frees it. */
static char *page_of(const char *first, const char *second, report_outcome *outcome) {
  char paths[2][200], out[200], *page = NULL;
  size_t length = 0;
  snprintf(paths[0], sizeof paths[0], "%s/%s", folder, first);
  snprintf(paths[1], sizeof paths[1], "%s/%s", folder, second != NULL ? second : "");
  snprintf(out, sizeof out, "%s/report.html", folder);
  const char *const folders[] = {paths[0], paths[1]};
  const report_request request = {
      .folders = folders, .folder_count = second != NULL ? 2 : 1, .out = out, .formats = "html"};
  cr_assert_eq(report_write(&request, outcome), STATUS_OK, "%s", status_message());
  cr_assert_eq(file_read(out, &page, &length), STATUS_OK);
  return page;
}

static size_t times(const char *text, const char *part) {
  size_t count = 0;
  for (; (text = strstr(text, part)) != NULL; text += strlen(part)) count++;
  return count;
}

static void has(const char *page, const char *text) {
  cr_expect(strstr(page, text) != NULL, "the page lacks: %s", text);
}

/* Three rows of one claim are listed once, with their number. A theorem that did not hold has a section of its own. */
Test(report_page, broken_bounds_are_told_once) {
  report_outcome outcome;
  make_result(
      "claims",
      "\"title\":\"Claims & facts\",\"scenario\":\"claims\",\"bound_titles\":{\"wrong\":{\"title\":\"A "
      "claim\",\"citation\":\"Nobody <1999>\"}}",
      "4\tw\t2\tmistakes\t7\t0\t7\t7\twrong\t5\t1.4\trefuted\n8\tw\t2\tmistakes\t9\t0\t9\t9\twrong\t6\t1.5\trefuted\n"
      "8\tp\t2\tmistakes\t9\t0\t9\t9\twrong\t6\t1.5\trefuted\n4\tp\t2\tmistakes\t3\t0\t3\t3\tright\t5\t0.6\tholds\n");
  make_result("theorem", "\"title\":\"Theorem\",\"scenario\":\"theorem\"",
              "4\tw\t2\tloss\t2.5\t0\t2\t3\tproved\t2\t1.25\tviolated\n");
  char *page = page_of("claims", "theorem", &outcome);
  cr_expect_eq(outcome.rows, 5);
  cr_expect_eq(outcome.plots, 0);
  has(page, "<p>Bounds: 1 <b class=\"v violated\">");
  has(page, "</b>, 3 <b class=\"v refuted\">");
  has(page, "<h2 id=\"refuted\">");
  has(page, "<h2 id=\"violated\">");
  has(page, "<b>Nobody &lt;1999&gt;</b>: A claim (<code>wrong</code>). First: mistakes 7 on average, bound 5; 3 rows "
            "of <a href=\"#e-claims\">Claims &amp; facts</a>");
  has(page, "(<code>proved</code>). First: loss 2.5 on average, bound 2; 1 row of <a href=\"#e-theorem\">");
  cr_expect_eq(times(page, "(<code>wrong</code>). First"), 1);
  free(page);
  make_result("good", "\"title\":\"Good\",\"scenario\":\"good\"",
              "4\tw\t2\tmistakes\t3\t0\t3\t3\tright\t5\t0.6\tholds\n");
  page = page_of("good", NULL, &outcome);
  cr_expect_eq(times(page, "<h2 id=\"refuted\">") + times(page, "<h2 id=\"violated\">"), 0);
  free(page);
}

/* The first are listed, the others counted. */
Test(report_page, cells_that_failed_are_listed) {
  char *members = NULL;
  size_t size = 0;
  FILE *list = open_memstream(&members, &size);
  cr_assert_not_null(list);
  fputs("\"scenario\":\"s\",\"state\":\"failed in part\",\"failures\":[", list);
  for (int i = 0; i < 25; i++) {
    fprintf(list, "%s{\"cell\":\"cell%02d\",\"status\":\"%s\",\"reason\":\"no <b> %d\"}", i > 0 ? "," : "", i,
            i == 0 ? "timeout" : "failed", i);
  }
  fputs("]", list);
  cr_assert_eq(fclose(list), 0);
  report_outcome outcome;
  make_result("partly", members, "");
  free(members);
  char *page = page_of("partly", NULL, &outcome);
  has(page, "25 cells have no result; each experiment gives the reasons.");
  has(page, "This run is not complete: failed in part.");
  has(page, "Cells without a result: 25.");
  has(page, "<li><code>cell00</code> timeout: no &lt;b&gt; 0</li>");
  const size_t listed = times(page, "<li><code>cell");
  char more[80];
  snprintf(more, sizeof more, "<li>and %zu more: see manifest.json</li>", 25 - listed);
  has(page, more);
  cr_expect(listed > 0 && listed < 25);
  free(page);
}

/* The command line that makes the results again, quoted for a shell, and the files that it needs. */
Test(report_page, how_to_reproduce_it) {
  report_outcome outcome;
  make_result("made",
              "\"scenario\":\"it's\",\"path\":\"scenarios/it's.lua\",\"overrides\":{\"n\":\"4,8\",\"label\":\"a "
              "b\"},\"data\":{\"rows.csv\":\"0123abc\"},"
              "\"eigensolver\":\"gsl\",\"record\":true,\"save_state\":true,\"version\":\"9.8\",\"revision\":"
              "\"fedcba\",\"sha256\":\"00ff\"",
              "");
  char *page = page_of("made", NULL, &outcome);
  const char *start = strstr(page, "How to reproduce it");
  cr_assert_not_null(start);
  has(start, "it&#39;\\&#39;&#39;s");
  has(start, "n=4,8");
  has(start, "&#39;label=a b&#39;");
  has(start, " --data &quot;$DATA&quot;");
  has(start, " --eigen gsl");
  has(start, " --record --save-state");
  has(start, "With winnow 9.8, revision fedcba.");
  has(start, "<li>rows.csv <code>0123abc</code></li>");
  free(page);
}

/* A manifest of a megabyte is shown without its grid points. */
Test(report_page, long_manifests_are_cut) {
  enum { POINTS = 40000 };
  char *members = NULL;
  size_t size = 0;
  report_outcome outcome;
  FILE *list = open_memstream(&members, &size);
  cr_assert_not_null(list);
  fputs("\"scenario\":\"long\",\"eigensolver\":\"gsl\",\"points\":[", list);
  for (int i = 0; i < POINTS; i++) fprintf(list, "%s{\"parameters\":{\"n\":%d}}", i > 0 ? "," : "", i);
  fputs("]", list);
  cr_assert_eq(fclose(list), 0);
  make_result("long", members, "");
  char *page = page_of("long", NULL, &outcome);
  has(page, "Manifest (without its longest parts: see manifest.json)");
  cr_expect(strstr(page, "39999") == NULL);
  has(page, "&quot;eigensolver&quot;: &quot;gsl&quot;");
  free(page);
  free(members);
}
