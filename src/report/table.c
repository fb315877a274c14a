#include "report/table.h"

#include <string.h>

#include "report/badge.h"
#include "report/html.h"

enum {
  SHOWN_ROWS = 200, /* at first; the same in report.js */
  MOST_ROWS = 2000  /* of an experiment: a page of all rows of a large sweep would not open */
};

static void put_choice(FILE *file, const char *name, const char *label) {
  (void)fprintf(file, "<label>%s <select id=\"f-%s\"><option value=\"\">all</option></select></label>\n", label, name);
}

static void put_filters(FILE *file) {
  (void)fputs("<form id=\"filters\" hidden>\n", file);
  put_choice(file, "verdict", "Verdict");
  put_choice(file, "bound", "Bound");
  put_choice(file, "learner", "Learner");
  put_choice(file, "scenario", "Experiment");
  (void)fputs("<label>Text <input id=\"f-text\" type=\"search\" autocomplete=\"off\"></label>\n"
              "<label class=\"check\"><input id=\"f-steps\" type=\"checkbox\"> steps of proofs</label>\n"
              "<label class=\"check\"><input id=\"f-none\" type=\"checkbox\"> rows without a bound</label>\n"
              "<button type=\"reset\">Show all bounds</button>\n</form>\n"
              "<p id=\"count\" role=\"status\" aria-live=\"polite\"></p>\n",
              file);
}

static void put_cell(FILE *file, const char *text) {
  (void)fputs("<td>", file);
  html_text(file, text);
}

/* A name, which may be broken after each '_'. */
static void put_breakable(FILE *file, const char *name) {
  for (;;) {
    const size_t length = strcspn(name, "_");
    html_bytes(file, name, length + (name[length] == '_'));
    if (name[length] == 0) return;
    (void)fputs("<wbr>", file);
    name += length + 1;
  }
}

static void put_row(FILE *file, const report_result *result, size_t row, bool hidden) {
  const char *seeds = report_cell(result, row, result->seeds), *sd = report_cell(result, row, result->sd);
  const bool bounded = report_row_bounded(result, row);
  const char *class = !bounded ? " class=\"n\"" : report_row_invariant(result, row) ? " class=\"p\"" : "";
  (void)fprintf(file, "<tr%s%s><td>", class, hidden ? " hidden" : "");
  badge_write(file, report_row_verdict(result, row));
  (void)fprintf(file, "<td><a href=\"#e-%s\">", result->id);
  put_breakable(file, result->id);
  (void)fputs("</a><td>", file);
  report_row_parameters(file, result, row, html_text);
  put_cell(file, report_row_learner(result, row));
  (void)fputs("<td>", file);
  put_breakable(file, bounded ? report_cell(result, row, result->bound) : "–");
  put_cell(file, report_cell(result, row, result->measure));
  (void)fputs("<td>", file);
  html_number(file, report_cell(result, row, result->mean));
  if (strcmp(sd, "nan") != 0 && strcmp(sd, "0") != 0) {
    (void)fputs(" ± ", file);
    html_number(file, sd);
  }
  (void)fputs(" (", file);
  html_text(file, seeds);
  (void)fputs(")<td>", file);
  html_number(file, report_cell(result, row, result->value));
  (void)fputs("<td>", file);
  html_number(file, report_cell(result, row, result->used));
  (void)fputs("</tr>\n", file);
}

/* Of a large sweep the table has the first rows, and all rows of broken bounds. */
static bool is_left_out(const report_result *result, size_t row) {
  const verdict verdict = report_row_verdict(result, row);
  return row >= MOST_ROWS && verdict != VERDICT_VIOLATED && verdict != VERDICT_REFUTED;
}

static void put_left_out(FILE *file, const report_result *result) {
  size_t left_out = 0;
  for (size_t row = 0; row < result->summary.rows; row++) left_out += is_left_out(result, row);
  if (left_out == 0) return;
  (void)fprintf(file, "<p>%zu of the %zu rows of <a href=\"#e-%s\">", left_out, result->summary.rows, result->id);
  html_text(file, result->heading);
  (void)fputs("</a> are not in this table; none of them has a broken bound. All are in its summary.tsv.</p>\n", file);
}

static void put_meanings(FILE *file) {
  static const struct {
    verdict verdict;
    const char *meaning;
  } meanings[] = {
      {VERDICT_HOLDS, "The bound was met, and so were its premises."},
      {VERDICT_VACUOUS, "Met, but too weak to say anything at this length."},
      {VERDICT_UNCHECKED, "There is nothing to compare with."},
      {VERDICT_PREMISE, "A premise of the theorem was not met, so it says nothing here."},
      {VERDICT_INCONCLUSIVE, "Within the numerical or statistical error."},
      {VERDICT_REFUTED, "An unproved claim that this run contradicts."},
      {VERDICT_VIOLATED, "A proved bound that did not hold: a fault in the program or in the proof."},
      {VERDICT_NONE, "Measured, or reported elsewhere; not judged."},
  };
  (void)fputs("<details><summary>What the words mean</summary>\n<dl>\n", file);
  for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
    (void)fputs("<dt>", file);
    badge_write(file, meanings[i].verdict);
    (void)fprintf(file, "</dt><dd>%s</dd>\n", meanings[i].meaning);
  }
  (void)fputs(
      "<dt>Used</dt><dd>The largest measured/value over the seeds (the smallest for a lower bound).</dd>\n"
      "<dt>(seeds)</dt><dd>The number of runs behind the mean, the standard deviation and the worst verdict.</dd>\n"
      "</dl>\n</details>\n",
      file);
}

/* The rows of one experiment; *bounds counts those of theorems. */
static void put_rows(FILE *file, const report_result *result, size_t *bounds) {
  for (size_t row = 0; row < result->summary.rows; row++) {
    if (is_left_out(result, row)) continue;
    const bool theorem = report_row_bounded(result, row) && !report_row_invariant(result, row);
    *bounds += theorem;
    put_row(file, result, row, theorem && *bounds > SHOWN_ROWS);
  }
}

void table_write(FILE *file, const report_collection *collection) {
  static const char *const columns[] = {"Verdict", "Experiment",        "Parameters",    "Learner", "Bound",
                                        "Measure", "Mean ± sd (seeds)", "Bound's value", "Used"};
  (void)fputs("<section aria-labelledby=\"verdicts\">\n<h2 id=\"verdicts\" tabindex=\"-1\">Verdicts</h2>\n"
              "<details id=\"fold\"><summary>All bounds, learners and grid points</summary>\n",
              file);
  put_filters(file);
  (void)fputs("<div class=\"scroll\" role=\"region\" aria-label=\"Table of verdicts\" tabindex=\"0\">\n"
              "<table id=\"table\">\n<thead><tr>",
              file);
  for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
    (void)fprintf(file, "<th scope=\"col\">%s</th>", columns[i]);
  }
  (void)fputs("</tr></thead>\n<tbody>\n", file);
  size_t bounds = 0;
  for (size_t i = 0; i < collection->count; i++) put_rows(file, &collection->results[i], &bounds);
  (void)fputs("</tbody>\n</table>\n</div>\n<button id=\"more\" type=\"button\" hidden>Show all</button>\n", file);
  for (size_t i = 0; i < collection->count; i++) put_left_out(file, &collection->results[i]);
  (void)fputs("</details>\n", file);
  put_meanings(file);
  (void)fputs("</section>\n", file);
}
