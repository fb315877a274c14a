/* The table of verdicts of a report, with its filters. Without a script it shows all rows, and no filter. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/html.h"
#include "report/page.h"

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

static status put_row(FILE *file, const report_result *result, size_t row, bool hidden) {
  char *parameters = NULL;
  const char *seeds = report_cell(result, row, result->seeds), *sd = report_cell(result, row, result->sd);
  const bool bounded = report_row_bounded(result, row);
  TRY(report_row_parameters(result, row, &parameters));
  const char *class = !bounded ? " class=\"n\"" : report_row_invariant(result, row) ? " class=\"p\"" : "";
  (void)fprintf(file, "<tr%s%s><td>", class, hidden ? " hidden" : "");
  report_badge(file, report_row_verdict(result, row));
  (void)fprintf(file, "<td><a href=\"#e-%s\">", result->id);
  put_breakable(file, result->id);
  (void)fputs("</a>", file);
  put_cell(file, parameters);
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
  free(parameters);
  return STATUS_OK;
}

/* Of a large sweep the first rows, and all where a bound is broken. */
static bool is_left_out(const report_result *result, size_t row) {
  const verdict verdict = report_row_verdict(result, row);
  return row >= MOST_ROWS && verdict != VERDICT_VIOLATED && verdict != VERDICT_REFUTED;
}

static void say_left_out(FILE *file, const report_result *result, size_t left_out) {
  if (left_out == 0) return;
  (void)fprintf(file, "<p>%zu of the %zu rows of <a href=\"#e-%s\">", left_out, result->summary.rows, result->id);
  html_text(file, result->heading);
  (void)fputs("</a> are not in this table, all of them without a broken bound: see its summary.tsv.</p>\n", file);
}

static void put_meanings(FILE *file) {
  static const struct {
    verdict verdict;
    const char *meaning;
  } meanings[] = {
      {VERDICT_HOLDS, "The bound was met, its premises too."},
      {VERDICT_VACUOUS, "Met, but the bound says nothing at this length."},
      {VERDICT_UNCHECKED, "Nothing is known to compare with."},
      {VERDICT_PREMISE, "A premise of the theorem was not met, so that it says nothing here."},
      {VERDICT_INCONCLUSIVE, "Within the numerical or statistical error."},
      {VERDICT_REFUTED, "A claim that is not proved, and that this run contradicts."},
      {VERDICT_VIOLATED, "A proved bound that did not hold: a fault of the program or of the proof."},
      {VERDICT_NONE, "Measured, or reported elsewhere; not judged."},
  };
  (void)fputs("<details><summary>What the words mean</summary>\n<dl>\n", file);
  for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
    (void)fputs("<dt>", file);
    report_badge(file, meanings[i].verdict);
    (void)fprintf(file, "</dt><dd>%s</dd>\n", meanings[i].meaning);
  }
  (void)fputs("<dt>Used</dt><dd>The largest measured/value over the seeds (the smallest for a lower bound).</dd>\n"
              "<dt>(seeds)</dt><dd>Over how many runs mean, standard deviation and worst verdict are taken.</dd>\n"
              "</dl>\n</details>\n",
              file);
}

status report_table_write(FILE *file, const report_collection *collection) {
  static const char *const columns[] = {"Verdict", "Experiment",        "Parameters",    "Learner", "Bound",
                                        "Measure", "Mean ± sd (seeds)", "Bound's value", "Used"};
  (void)fputs("<section aria-labelledby=\"verdicts\">\n<h2 id=\"verdicts\" tabindex=\"-1\">Verdicts</h2>\n", file);
  put_filters(file);
  (void)fputs("<div class=\"scroll\" role=\"region\" aria-label=\"Table of verdicts\" tabindex=\"0\">\n"
              "<table id=\"table\">\n<thead><tr>",
              file);
  for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
    (void)fprintf(file, "<th scope=\"col\">%s</th>", columns[i]);
  }
  (void)fputs("</tr></thead>\n<tbody>\n", file);
  size_t bounds = 0, *left_out = NULL;
  status code = NEW_ARRAY(collection->count, left_out);
  CHECK(code);
  for (size_t i = 0; i < collection->count; i++) {
    const report_result *result = &collection->results[i];
    for (size_t row = 0; row < result->summary.rows; row++) {
      if (is_left_out(result, row)) {
        left_out[i]++;
        continue;
      }
      const bool theorem = report_row_bounded(result, row) && !report_row_invariant(result, row);
      bounds += theorem;
      CHECK(put_row(file, result, row, theorem && bounds > SHOWN_ROWS));
    }
  }
  (void)fputs("</tbody>\n</table>\n</div>\n<button id=\"more\" type=\"button\" hidden>Show all of them</button>\n",
              file);
  for (size_t i = 0; i < collection->count; i++) say_left_out(file, &collection->results[i], left_out[i]);
  put_meanings(file);
  (void)fputs("</section>\n", file);
end:
  free(left_out);
  return code;
}
