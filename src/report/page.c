#include "report/page.h"

#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "report/badge.h"
#include "report/html.h"
#include "report/section.h"
#include "report/table.h"

enum { LISTED_OPENLY = 12 }; /* a longer list of experiments is closed at first */

static unsigned digit_of(char c) {
  return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
}

/* The sha256 of a text in base 64, by which a content security policy names a script. */
static void put_digest(FILE *file, const char *text) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char digits[65];
  sha256_bytes(text, strlen(text), digits);
  for (size_t i = 0; i < 63; i += 6) { /* three bytes, six digits, four letters; the last group has two bytes */
    unsigned bits = 0;
    for (size_t k = i; k < i + 6; k++) bits = bits << 4 | (k < 64 ? digit_of(digits[k]) : 0);
    for (int shift = 18; shift >= 0; shift -= 6) {
      (void)fputc(shift == 0 && i + 6 > 64 ? '=' : letters[bits >> shift & 63], file);
    }
  }
}

static void put_head(FILE *file, const report_collection *collection) {
  (void)fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
              "script-src 'sha256-",
              file);
  put_digest(file, report_script);
  (void)fputs("'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
              "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
              file);
  if (collection->count == 1) {
    html_text(file, collection->results[0].heading);
    (void)fputs(" – Winnow Lab</title>\n<style>", file);
  } else {
    (void)fprintf(file, "Winnow Lab: %zu experiments</title>\n<style>", collection->count);
  }
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
  if (collection->count == 1) {
    html_text(file, collection->results[0].heading);
  } else {
    (void)fprintf(file, "Winnow Lab: %zu experiments", collection->count);
  }
  (void)fputs("</h1>\n<p>Bounds: ", file);
  badge_counts_write(file, verdicts);
  (void)fputs("</p>\n<p>Steps of their proofs: ", file);
  badge_counts_write(file, invariants);
  (void)fputs("</p>\n", file);
  if (failures > 0) {
    (void)fprintf(file, "<p class=\"warn\">%zu %s no result; each experiment gives the reasons.</p>\n", failures,
                  failures == 1 ? "cell has" : "cells have");
  }
  (void)fputs("</header>\n", file);
}

static void put_contents(FILE *file, const report_collection *collection) {
  if (collection->count < 2) return;
  (void)fprintf(file, "<nav aria-label=\"Experiments\">\n<details%s><summary>Experiments</summary>\n<ul>\n",
                collection->count > LISTED_OPENLY ? "" : " open");
  for (size_t i = 0; i < collection->count; i++) {
    const report_result *result = &collection->results[i];
    (void)fprintf(file, "<li><a href=\"#e-%s\">", result->id);
    html_text(file, result->heading);
    (void)fputs("</a></li>\n", file);
  }
  (void)fputs("</ul>\n</details>\n</nav>\n", file);
}

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
  for (size_t i = row; i < result->summary.rows; i++) count += same_claim(result, i, row);
  (void)fputs("<li>", file);
  badge_write(file, report_row_verdict(result, row));
  (void)fputs(" <b>", file);
  html_text(file, report_bound_text(result, row, "citation"));
  (void)fputs("</b>: ", file);
  html_text(file, report_bound_text(result, row, "title"));
  (void)fputs(" (<code>", file);
  html_text(file, report_cell(result, row, result->bound));
  (void)fputs("</code>). First: ", file);
  html_text(file, report_cell(result, row, result->measure));
  (void)fputs(" ", file);
  html_number(file, report_cell(result, row, result->mean));
  (void)fputs(" on average, bound ", file);
  html_number(file, report_cell(result, row, result->value));
  (void)fprintf(file, "; %zu %s of <a href=\"#e-%s\">", count, count == 1 ? "row" : "rows", result->id);
  html_text(file, result->heading);
  (void)fputs("</a>.</li>\n", file);
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
        (void)fprintf(file,
                      "<section class=\"broken\" aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n<p>%s</p>\n<ul>\n",
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
    (void)fputs("<li><b>", file);
    html_text(file, report_bound_text(result, best[i].row, "citation"));
    (void)fputs("</b> (<code>", file);
    html_text(file, report_cell(result, best[i].row, result->bound));
    (void)fputs("</code>): ", file);
    html_number(file, report_cell(result, best[i].row, result->used));
    (void)fputs(" of it used by ", file);
    html_text(file, report_row_learner(result, best[i].row));
    (void)fprintf(file, ", in <a href=\"#e-%s\">", result->id);
    html_text(file, result->heading);
    (void)fputs("</a></li>\n", file);
  }
  (void)fputs("</ul>\n</section>\n", file);
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
  for (size_t i = 0; i < collection->count; i++) TRY(section_write(file, &collection->results[i]));
  table_write(file, collection);
  (void)fputs("</main>\n<footer><p>Winnow Lab. Numbers are rounded to five digits; the result folders have "
              "all digits.</p></footer>\n"
              "<script>",
              file);
  (void)fputs(report_script, file);
  (void)fputs("</script>\n</body>\n</html>\n", file);
  return STATUS_OK;
}
