#include "report/page.h"
#include "base/json.h"
#include "base/memory_stream.h"
#include "plot/page/labels.h"
#include "report/html.h"
#include "results/command.h"

/* ---- verdicts */

/* A verdict as a badge: a sign, a colour and a word: "✓ holds". */
static void put_badge(FILE *file, verdict found) {
  static const struct {
    const char *class, *sign;
  } badges[] = {[VERDICT_VIOLATED] = {"violated", "✗"},
                [VERDICT_REFUTED] = {"refuted", "≠"},
                [VERDICT_INCONCLUSIVE] = {"inconclusive", "?"},
                [VERDICT_PREMISE] = {"premise", "!"},
                [VERDICT_UNCHECKED] = {"unchecked", "–"},
                [VERDICT_VACUOUS] = {"vacuous", "○"},
                [VERDICT_HOLDS] = {"holds", "✓"},
                [VERDICT_NONE] = {"none", "·"}};
  (void)fprintf(file, "<b class=\"v %s\"><i aria-hidden=\"true\">%s</i> %s</b>", badges[found].class,
                badges[found].sign, found == VERDICT_NONE ? "no verdict" : verdict_name(found));
}

/* "2 ✗ violated, 5 ✓ holds"; "no bounds" if all are 0. counts: of each verdict but VERDICT_NONE. */
static void put_counts(FILE *file, const size_t *counts) {
  const char *separator = "";
  for (int i = VERDICT_VIOLATED; i < VERDICT_NONE; i++) {
    if (counts[i] == 0) continue;
    (void)fprintf(file, "%s%zu ", separator, counts[i]);
    put_badge(file, (verdict)i);
    separator = ", ";
  }
  if (separator[0] == '\0') (void)fputs("no bounds", file);
}

/* ---- head and opening */

/* The sha256 of a text, by which a content security policy names a script. */
static void put_digest(FILE *file, const char *text) {
  char digits[65];
  unsigned char digest[32];
  sha256_bytes(text, strlen(text), digits);
  for (size_t i = 0; i < sizeof digest; i++) {
    const char pair[] = {digits[2 * i], digits[2 * i + 1], 0};
    digest[i] = (unsigned char)strtoul(pair, NULL, 16);
  }
  html_base64(file, digest, sizeof digest);
}

static void put_title(FILE *file, const report_collection *collection, const char *behind) {
  if (collection->count == 1) {
    html_format(file, "%s%s", collection->results[0].heading, behind);
  } else {
    html_format(file, "Winnow Lab: %zu experiments", collection->count);
  }
}

static void put_head(FILE *file, const report_collection *collection) {
  (void)fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
              "style-src 'unsafe-inline'; script-src 'sha256-",
              file);
  put_digest(file, report_script);
  (void)fputs("'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
              "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
              file);
  put_title(file, collection, " – Winnow Lab");
  (void)fputs("</title>\n<style>", file);
  (void)fputs(report_style, file);
  (void)fputs("</style>\n</head>\n", file);
}

static void add_counts(const report_collection *collection, size_t *verdicts, size_t *invariants, size_t *failures) {
  for (size_t i = 0; i < collection->count; i++) {
    const report_result *result = &collection->results[i];
    for (int k = 0; k <= VERDICT_NONE; k++) {
      verdicts[k] += result->verdicts[k];
      invariants[k] += result->invariants[k];
    }
    *failures += (size_t)cJSON_GetArraySize(json_member(result->manifest, "failures"));
  }
}

static void put_opening(FILE *file, const report_collection *collection) {
  size_t verdicts[VERDICT_NONE + 1] = {0}, invariants[VERDICT_NONE + 1] = {0}, failures = 0;
  add_counts(collection, verdicts, invariants, &failures);
  (void)fputs("<body>\n<a class=\"skip\" href=\"#verdicts\">Skip to the verdicts</a>\n<header>\n<h1>", file);
  put_title(file, collection, "");
  (void)fputs("</h1>\n<p>Bounds: ", file);
  put_counts(file, verdicts);
  (void)fputs("</p>\n<p>Steps of their proofs: ", file);
  put_counts(file, invariants);
  (void)fputs("</p>\n", file);
  if (failures > 0) {
    html_format(file, "<p class=\"warn\">%zu %s no result; each experiment gives the reasons.</p>\n", failures,
                failures == 1 ? "cell has" : "cells have");
  }
  (void)fputs("</header>\n", file);
}

enum { LISTED_OPENLY = 12 }; /* a longer list of experiments is closed at first */

static void put_contents(FILE *file, const report_collection *collection) {
  if (collection->count < 2) return;
  (void)fprintf(file, "<nav aria-label=\"Experiments\">\n<details%s><summary>Experiments</summary>\n<ul>\n",
                collection->count > LISTED_OPENLY ? "" : " open");
  for (size_t i = 0; i < collection->count; i++) {
    const report_result *result = &collection->results[i];
    html_format(file, "<li><a href=\"#e-%s\">%s</a></li>\n", result->id, result->heading);
  }
  (void)fputs("</ul>\n</details>\n</nav>\n", file);
}

/* ---- findings: broken bounds, each once, and the tightest ones */

/* Whether two rows are of the same bound and verdict. */
static bool same_claim(const report_result *result, size_t row, size_t other) {
  return report_row_verdict(result, row) == report_row_verdict(result, other) &&
         strcmp(report_cell(result, row, result->bound), report_cell(result, other, result->bound)) == 0;
}

static bool is_repeated(const report_result *result, size_t row) {
  size_t first = 0;
  while (first < row && !same_claim(result, first, row)) first++;
  return first < row;
}

/* A broken bound at its first row; its other rows are counted. */
static void put_broken_row(FILE *file, const report_result *result, size_t row) {
  size_t count = 0;
  char mean[NUMBER_TEXT], value[NUMBER_TEXT];
  for (size_t i = row; i < result->summary.rows; i++) count += same_claim(result, i, row);
  (void)fputs("<li>", file);
  put_badge(file, report_row_verdict(result, row));
  html_format(
      file,
      " <b>%s</b>: %s (<code>%s</code>). First: %s %s on average, bound %s; %zu %s of <a href=\"#e-%s\">%s</a>.</li>\n",
      report_bound_text(result, row, "citation"), report_bound_text(result, row, "title"),
      report_cell(result, row, result->bound), report_cell(result, row, result->measure),
      html_number(report_cell(result, row, result->mean), mean),
      html_number(report_cell(result, row, result->value), value), count, count == 1 ? "row" : "rows", result->id,
      result->heading);
}

/* Refuted claims or violated theorems, each once, with their citations. */
static void put_broken(FILE *file, const report_collection *collection, verdict wanted, const char *heading,
                       const char *introduction) {
  bool begun = false;
  for (size_t i = 0; i < collection->count; i++) {
    const report_result *result = &collection->results[i];
    for (size_t row = 0; row < result->summary.rows; row++) {
      if (report_row_verdict(result, row) != wanted || is_repeated(result, row)) continue;
      if (!begun) {
        html_format(file, "<section class=\"broken\" aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n<p>%s</p>\n<ul>\n",
                    verdict_name(wanted), verdict_name(wanted), heading, introduction);
      }
      begun = true;
      put_broken_row(file, result, row);
    }
  }
  if (begun) (void)fputs("</ul>\n</section>\n", file);
}

/* Of the bounds that hold the three that were used most, each at the row that uses most of it. Steps of proofs and mere claims are not among
 * them; of lower bounds, which hold with 1 and more, those that are met exactly. */
typedef struct tight_row {
  const report_result *result;
  size_t row;
  double used;
} tight_row;

enum { TIGHTEST = 3 };

static void note_tight(tight_row *best, size_t *count, const report_result *result, size_t row, double used) {
  size_t at = 0;
  while (at < *count && strcmp(report_cell(best[at].result, best[at].row, best[at].result->bound),
                               report_cell(result, row, result->bound)) != 0) {
    at++;
  }
  if (at < *count && used <= best[at].used) return;
  if (at == *count && *count < TIGHTEST) ++*count;
  if (at == TIGHTEST && used <= best[--at].used) return;
  for (; at > 0 && used > best[at - 1].used; at--) best[at] = best[at - 1];
  best[at] = (tight_row){result, row, used};
}

static void put_tightest(FILE *file, const report_collection *collection) {
  tight_row best[TIGHTEST];
  size_t count = 0;
  for (size_t i = 0; i < collection->count; i++) {
    const report_result *result = &collection->results[i];
    for (size_t row = 0; row < result->summary.rows; row++) {
      const double used = tsv_value(&result->summary, row, result->used);
      if (report_row_verdict(result, row) != VERDICT_HOLDS || report_row_invariant(result, row)) continue;
      if (strcmp(report_bound_text(result, row, "status"), bound_status_name(BOUND_CLAIMED)) == 0) continue;
      if (used > 0.0 && used <= 1.0) note_tight(best, &count, result, row, used);
    }
  }
  if (count == 0) return;
  (void)fputs("<section aria-labelledby=\"tightest\">\n<h2 id=\"tightest\">Tightest bounds</h2>\n<ul>\n", file);
  for (size_t i = 0; i < count; i++) {
    const report_result *result = best[i].result;
    char used[NUMBER_TEXT];
    html_format(file, "<li><b>%s</b> (<code>%s</code>): %s of it used by %s, in <a href=\"#e-%s\">%s</a></li>\n",
                report_bound_text(result, best[i].row, "citation"), report_cell(result, best[i].row, result->bound),
                html_number(report_cell(result, best[i].row, result->used), used),
                report_row_learner(result, best[i].row), result->id, result->heading);
  }
  (void)fputs("</ul>\n</section>\n", file);
}

/* ---- one experiment: verdicts, plots, how to reproduce it, scenario, manifest */

enum {
  LONGEST_MANIFEST = 32768, /* bytes shown */
  LEAST_POINT = 64,         /* bytes of a grid point in it, at least */
  MOST_FAILURES = 20        /* shown */
};

static status put_reproduction(FILE *file, const report_result *result) {
  const cJSON *data = json_member(result->manifest, "data"), *item = NULL;
  FREED char *command = NULL;
  size_t size = 0;
  FILE *memory = memory_stream(&command, &size);
  if (memory == NULL) return FAIL(STATUS_MEMORY, "no memory for a command");
  command_write(memory, result->manifest, result->scenario);
  if (fclose(memory) != 0) return FAIL(STATUS_MEMORY, "no memory for a command");
  html_format(file,
              "<h3>How to reproduce it</h3>\n<pre tabindex=\"0\"><code>%s</code></pre>\n"
              "<p class=\"note\">With winnow %s, revision %s. sha256 of the scenario: <code>%s</code>.%s</p>\n",
              command, json_text(result->manifest, "version", "?"), json_text(result->manifest, "revision", "unknown"),
              json_text(result->manifest, "sha256", "unknown"),
              cJSON_GetArraySize(data) > 0 ? " Files in the folder $DATA, with their sha256:" : "");
  if (cJSON_GetArraySize(data) == 0) return STATUS_OK;
  (void)fputs("<ul class=\"note\">\n", file);
  cJSON_ArrayForEach (item, data) {
    html_format(file, "<li>%s <code>%s</code></li>\n", item->string, cJSON_GetStringValue(item));
  }
  (void)fputs("</ul>\n", file);
  return STATUS_OK;
}

/* The manifest without the scenario's text, which is above, and without its longest lists if it is too long. */
static status put_manifest(FILE *file, const report_result *result) {
  static const char *const long_ones[] = {"points", "plots", "failures"};
  CLEANUP(json_free_at) cJSON *copy = cJSON_CreateObject();
  FREED char *text = NULL;
  cJSON *item = NULL;
  const cJSON *points = json_member(result->manifest, "points");
  if (copy == NULL) return FAIL(STATUS_MEMORY, "no memory for a manifest");
  bool cut = (size_t)cJSON_GetArraySize(points) > LONGEST_MANIFEST / LEAST_POINT;
  cJSON_ArrayForEach (item, result->manifest) {
    if (strcmp(item->string, "text") == 0 || (cut && item == points)) continue;
    cJSON_AddItemReferenceToObject(copy, item->string, item);
  }
  TRY(json_print(copy, 0, 1, &text));
  for (size_t i = 0; i < sizeof long_ones / sizeof long_ones[0] && strlen(text) > LONGEST_MANIFEST; i++) {
    cJSON_DeleteItemFromObjectCaseSensitive(copy, long_ones[i]);
    cut = true;
    free(text);
    text = NULL;
    TRY(json_print(copy, 0, 1, &text));
  }
  html_format(file, "<details><summary>Manifest%s</summary>\n<pre tabindex=\"0\"><code>%s</code></pre>\n</details>\n",
              cut ? " (without its longest parts: see manifest.json)" : "", text);
  return STATUS_OK;
}

/* ---- the curves of a picture, which the page's script draws again */

enum { CURVE_ROWS = 150 }; /* about as many */

/* "x y low high;" at some places, enough for either axis; without a band "x y;". y: NULL: at. */
static status put_curve(FILE *file, size_t count, const double *x, const plot_moments *at, const double *y) {
  CLEANUP(arena_free) arena memory = {0};
  size_t *places = NULL, kept = 0;
  TRY(thin_indices(&memory, x, count, CURVE_ROWS, &places, &kept));
  for (size_t i = 0; i < kept; i++) {
    plot_moments here = {.mean = y == NULL ? NAN : y[places[i]]};
    if (y == NULL) here = at[places[i]];
    const double row[] = {x[places[i]], here.mean, here.low, here.high};
    for (size_t k = 0; k < (here.low < here.high ? 4 : 2); k++) {
      char text[NUMBER_TEXT];
      (void)fprintf(file, "%s%s", k > 0 ? " " : "", number_short(row[k], k > 0 ? 6 : 12, text));
    }
    (void)fputs(";", file);
  }
  (void)fputs("</li>\n", file);
  return STATUS_OK;
}

/* A constant is drawn over the whole width. */
static status put_bound(FILE *file, const plot_figure *figure, const plot_line *line) {
  const plot_panel *panel = &figure->panels[line->panel];
  const plot_group *group = &figure->groups[line->group];
  const double ends[] = {panel->x_low, panel->x_high}, level[] = {line->y[0], line->y[0]};
  html_format(file, "<li data-group=\"%zu\" data-label=\"%s%s\" data-flag=\"%s\"", line->group, group->name,
              group->whose, group->flag);
  if (!group->shared) html_format(file, " data-key=\"%zu\"", group->key);
  (void)fputs(">", file);
  return line->constant ? put_curve(file, 2, ends, NULL, level) : put_curve(file, line->count, line->x, NULL, line->y);
}

status page_curves(FILE *file, const plot_figure *figure) {
  if (!labels_beside(figure) || figure->diagonal) return STATUS_OK;
  html_format(file, "<template data-title=\"%s\" data-x=\"%s\" data-y=\"%s\" data-log=\"%s%s\"%s%s%s>\n", figure->title,
              figure->xlabel, figure->ylabel, figure->log_x ? "x" : "", figure->log_y ? "y" : "",
              figure->shape == SHAPE_STEPS ? " data-steps" : "", figure->shape == SHAPE_POINTS ? " data-dots" : "",
              figure->connected ? "" : " data-unjoined");
  for (size_t i = 0; i < figure->named_count; i++) html_format(file, "<b>%s</b>\n", figure->places_named[i]);
  for (size_t place = 0; place < figure->panel_count; place++) {
    html_format(file, "<ul data-title=\"%s\">\n", figure->panel_count > 1 ? figure->panels[place].title : "");
    for (size_t i = 0; i < figure->series_count; i++) {
      const plot_series *series = &figure->series[i];
      const plot_key *key = &figure->keys[series->key];
      if (series->panel != place) continue;
      html_format(file, "<li data-key=\"%zu\" data-label=\"%s\">", series->key, key->unnamed ? "" : key->label);
      TRY(put_curve(file, series->band.count, series->band.x, series->band.at, NULL));
    }
    for (size_t i = 0; i < figure->line_count; i++) {
      const plot_line *line = &figure->lines[i];
      if (line->panel == place && !line_drawn_before(figure, i)) TRY(put_bound(file, figure, line));
    }
    (void)fputs("</ul>\n", file);
  }
  (void)fputs("</template>\n", file);
  return STATUS_OK;
}

static void put_plots(FILE *file, const report_result *result) {
  for (size_t i = 0; i < result->plot_count; i++) {
    const report_plot *plot = &result->plots[i];
    html_format(file,
                "<figure>\n<div class=\"picture\" role=\"group\" tabindex=\"0\" aria-label=\"Plot\">"
                "<img width=\"%d\" height=\"%d\" alt=\"%s. %s\" src=\"data:image/svg+xml;base64,",
                plot->width, plot->height, plot->title, plot->description);
    html_base64(file, plot->svg, strlen(plot->svg));
    (void)fprintf(file, "\"></div>\n%s", plot->curves);
    html_format(file, "<figcaption>%s. %s</figcaption>\n</figure>\n", plot->title, plot->description);
  }
  if (result->empty_plots > 0) {
    html_format(file, "<p class=\"note\">Plots left out because what they show never happened: %zu.</p>\n",
                result->empty_plots);
  }
  if (result->undrawn != NULL) {
    html_format(file, "<p class=\"warn\">A plot could not be drawn: %s.</p>\n", result->undrawn);
  }
}

static void put_failures(FILE *file, const report_result *result) {
  const cJSON *failures = json_member(result->manifest, "failures"), *item = NULL;
  const char *state = json_text(result->manifest, "state", "complete");
  const char *shard = json_text(result->manifest, "shard", "");
  const int count = cJSON_GetArraySize(failures);
  if (*shard != 0) {
    html_format(
        file,
        "<p class=\"warn\">This is shard %s of a run: it has some of the cells. Verdicts over seeds need the whole "
        "run.</p>\n",
        shard);
  }
  if (strcmp(state, "complete") != 0) {
    html_format(file, "<p class=\"warn\">This run is not complete: %s.</p>\n", state);
  }
  if (count == 0) return;
  int listed = 0;
  html_format(file, "<p class=\"warn\">Cells without a result: %d.</p>\n<ul>\n", count);
  cJSON_ArrayForEach (item, failures) {
    if (listed++ == MOST_FAILURES) break;
    html_format(file, "<li><code>%s</code> %s: %s</li>\n", json_text(item, "cell", "?"),
                json_text(item, "status", "failed"), json_text(item, "reason", ""));
  }
  if (count > MOST_FAILURES) html_format(file, "<li>and %d more: see manifest.json</li>\n", count - MOST_FAILURES);
  (void)fputs("</ul>\n", file);
}

static status put_section(FILE *file, const report_result *result) {
  html_format(file,
              "<section class=\"experiment\" aria-labelledby=\"e-%s\">\n<h2 id=\"e-%s\" tabindex=\"-1\">%s</h2>\n"
              "<p><code>%s</code>%s%s</p>\n<p>",
              result->id, result->id, result->heading, result->scenario, result->source[0] != 0 ? " – " : "",
              result->source);
  put_counts(file, result->verdicts);
  html_format(file,
              " <a class=\"show\" href=\"#verdicts\" data-show=\"%s\">Show its verdicts<span class=\"far\">: "
              "%s</span></a></p>\n",
              result->id, result->heading);
  put_failures(file, result);
  put_plots(file, result);
  TRY(put_reproduction(file, result));
  html_format(
      file,
      "<details><summary>Scenario</summary>\n<pre class=\"lua\" tabindex=\"0\"><code>%s</code></pre>\n</details>\n",
      json_text(result->manifest, "text", ""));
  TRY(put_manifest(file, result));
  (void)fputs("</section>\n", file);
  return STATUS_OK;
}

/* ---- the table of verdicts, with its filters */

enum {
  SHOWN_ROWS = 200, /* at first; the same in report.js */
  MOST_ROWS = 2000  /* of an experiment: a page of all rows of a large sweep would not open */
};

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
  const char *sd = report_cell(result, row, result->sd);
  const bool bounded = report_row_bounded(result, row), spread = strcmp(sd, "nan") != 0 && strcmp(sd, "0") != 0;
  const char *class = !bounded ? " class=\"n\"" : report_row_invariant(result, row) ? " class=\"p\"" : "";
  char numbers[4][NUMBER_TEXT];
  (void)fprintf(file, "<tr%s%s><td>", class, hidden ? " hidden" : "");
  put_badge(file, report_row_verdict(result, row));
  html_format(file, "<td><a href=\"#e-%s\">", result->id);
  put_breakable(file, result->id);
  (void)fputs("</a><td>", file);
  report_row_parameters(file, result, row, html_text);
  html_format(file, "<td>%s<td>", report_row_learner(result, row));
  put_breakable(file, bounded ? report_cell(result, row, result->bound) : "–");
  html_format(file, "<td>%s<td>%s%s%s (%s)<td>%s<td>%s</tr>\n", report_cell(result, row, result->measure),
              html_number(report_cell(result, row, result->mean), numbers[0]), spread ? " ± " : "",
              spread ? html_number(sd, numbers[1]) : "", report_cell(result, row, result->seeds),
              html_number(report_cell(result, row, result->value), numbers[2]),
              html_number(report_cell(result, row, result->used), numbers[3]));
}

/* Of a large sweep the table has the first rows, and all rows of broken bounds. */
static bool is_left_out(const report_result *result, size_t row) {
  const verdict found = report_row_verdict(result, row);
  return row >= MOST_ROWS && found != VERDICT_VIOLATED && found != VERDICT_REFUTED;
}

static void put_left_out(FILE *file, const report_result *result) {
  size_t left_out = 0;
  for (size_t row = 0; row < result->summary.rows; row++) left_out += is_left_out(result, row);
  if (left_out == 0) return;
  html_format(
      file,
      "<p>%zu of the %zu rows of <a href=\"#e-%s\">%s</a> are not in this table; none of them has a broken bound. "
      "All are in its summary.tsv.</p>\n",
      left_out, result->summary.rows, result->id, result->heading);
}

static void put_meanings(FILE *file) {
  static const verdict verdicts[] = {VERDICT_HOLDS,        VERDICT_VACUOUS, VERDICT_UNCHECKED, VERDICT_PREMISE,
                                     VERDICT_INCONCLUSIVE, VERDICT_REFUTED, VERDICT_VIOLATED,  VERDICT_NONE};
  (void)fputs("<details><summary>What the words mean</summary>\n<dl>\n", file);
  for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
    (void)fputs("<dt>", file);
    put_badge(file, verdicts[i]);
    (void)fprintf(file, "</dt><dd>%s</dd>\n", verdict_meaning(verdicts[i]));
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

/* Without the page's script it shows all rows, and no filter. */
static void put_table(FILE *file, const report_collection *collection) {
  static const char *const columns[] = {"Verdict", "Experiment",        "Parameters",    "Learner", "Bound",
                                        "Measure", "Mean ± sd (seeds)", "Bound's value", "Used"};
  (void)fputs("<section aria-labelledby=\"verdicts\">\n<h2 id=\"verdicts\" tabindex=\"-1\">Verdicts</h2>\n"
              "<details id=\"fold\"><summary>All bounds, learners and grid points</summary>\n"
              "<div class=\"scroll\" role=\"region\" aria-label=\"Table of verdicts\" tabindex=\"0\">\n"
              "<table id=\"table\">\n<thead><tr>",
              file);
  for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
    (void)fprintf(file, "<th scope=\"col\">%s</th>", columns[i]);
  }
  (void)fputs("</tr></thead>\n<tbody>\n", file);
  size_t bounds = 0;
  for (size_t i = 0; i < collection->count; i++) put_rows(file, &collection->results[i], &bounds);
  (void)fputs("</tbody>\n</table>\n</div>\n", file);
  for (size_t i = 0; i < collection->count; i++) put_left_out(file, &collection->results[i]);
  (void)fputs("</details>\n", file);
  put_meanings(file);
  (void)fputs("</section>\n", file);
}

status page_write(FILE *file, const report_collection *collection) {
  put_head(file, collection);
  put_opening(file, collection);
  (void)fputs("<main>\n", file);
  put_broken(file, collection, VERDICT_VIOLATED, "Violated bounds",
             "Proved, but broken here: a fault in the program or in the proof.");
  put_broken(file, collection, VERDICT_REFUTED, "Errata", "Claimed in print or elsewhere, and refuted by these runs.");
  put_tightest(file, collection);
  put_contents(file, collection);
  for (size_t i = 0; i < collection->count; i++) TRY(put_section(file, &collection->results[i]));
  put_table(file, collection);
  (void)fputs("</main>\n<footer><p>Winnow Lab. Numbers are rounded to five digits; the result folders have "
              "all digits.</p></footer>\n"
              "<script>",
              file);
  (void)fputs(report_script, file);
  (void)fputs("</script>\n</body>\n</html>\n", file);
  return STATUS_OK;
}
