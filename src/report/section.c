#include "report/section.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory_stream.h"
#include "report/badge.h"
#include "report/highlight.h"
#include "report/html.h"
#include "results/command.h"

enum {
  LONGEST_MANIFEST = 32768, /* bytes shown */
  LEAST_POINT = 64,         /* bytes of a grid point in it, at least */
  MOST_FAILURES = 20        /* shown */
};

static status put_reproduction(FILE *file, const report_result *result) {
  const cJSON *data = json_member(result->manifest, "data"), *item = NULL;
  char *command = NULL;
  size_t size = 0;
  FILE *memory = memory_stream(&command, &size);
  if (memory == NULL) return FAIL(STATUS_MEMORY, "no memory for a command");
  command_write(memory, result->manifest, result->scenario);
  if (fclose(memory) != 0) {
    free(command);
    return FAIL(STATUS_MEMORY, "no memory for a command");
  }
  (void)fputs("<h3>How to reproduce it</h3>\n<pre tabindex=\"0\"><code>", file);
  html_text(file, command);
  free(command);
  (void)fputs("</code></pre>\n<p class=\"note\">With winnow ", file);
  html_text(file, json_text(result->manifest, "version", "?"));
  (void)fputs(", revision ", file);
  html_text(file, json_text(result->manifest, "revision", "unknown"));
  (void)fputs(". sha256 of the scenario: <code>", file);
  html_text(file, json_text(result->manifest, "sha256", "unknown"));
  (void)fputs("</code>.", file);
  if (cJSON_GetArraySize(data) > 0) (void)fputs(" Files in the folder $DATA, with their sha256:", file);
  (void)fputs("</p>\n", file);
  if (cJSON_GetArraySize(data) == 0) return STATUS_OK;
  (void)fputs("<ul class=\"note\">\n", file);
  cJSON_ArrayForEach (item, data) {
    (void)fputs("<li>", file);
    html_text(file, item->string);
    (void)fputs(" <code>", file);
    html_text(file, cJSON_GetStringValue(item));
    (void)fputs("</code></li>\n", file);
  }
  (void)fputs("</ul>\n", file);
  return STATUS_OK;
}

/* The manifest without the scenario's text, which is above, and without its longest lists if it is too long. */
static status put_manifest(FILE *file, const report_result *result) {
  char *text = NULL;
  cJSON *copy = cJSON_CreateObject();
  const cJSON *item = NULL, *points = json_member(result->manifest, "points");
  if (copy == NULL) return FAIL(STATUS_MEMORY, "no memory for a manifest");
  bool cut = (size_t)cJSON_GetArraySize(points) > LONGEST_MANIFEST / LEAST_POINT;
  cJSON_ArrayForEach (item, result->manifest) {
    if (strcmp(item->string, "text") == 0 || (cut && item == points)) continue;
    cJSON_AddItemReferenceToObject(copy, item->string, (cJSON *)item);
  }
  status code = json_print(copy, 0, 1, &text);
  static const char *const long_ones[] = {"points", "plots", "failures"};
  for (size_t i = 0; code == STATUS_OK && i < sizeof long_ones / sizeof long_ones[0]; i++) {
    if (strlen(text) <= LONGEST_MANIFEST) break;
    cJSON_DeleteItemFromObjectCaseSensitive(copy, long_ones[i]);
    cut = true;
    free(text);
    text = NULL;
    code = json_print(copy, 0, 1, &text);
  }
  cJSON_Delete(copy);
  if (code != STATUS_OK) return code;
  (void)fprintf(file, "<details><summary>Manifest%s</summary>\n<pre tabindex=\"0\"><code>",
                cut ? " (without its longest parts: see manifest.json)" : "");
  html_text(file, text);
  (void)fputs("</code></pre>\n</details>\n", file);
  free(text);
  return STATUS_OK;
}

static void put_plots(FILE *file, const report_result *result) {
  for (size_t i = 0; i < result->plot_count; i++) {
    const report_plot *plot = &result->plots[i];
    (void)fputs("<figure>\n<div class=\"picture\" role=\"group\" tabindex=\"0\" aria-label=\"Plot\">", file);
    (void)fputs(plot->svg, file);
    (void)fputs("</div>\n<figcaption>", file);
    html_text(file, plot->title);
    (void)fputs(". ", file);
    html_text(file, plot->description);
    (void)fputs("</figcaption>\n</figure>\n", file);
  }
  if (result->empty_plots > 0) {
    (void)fprintf(file, "<p class=\"note\">Plots left out because what they show never happened: %zu.</p>\n",
                  result->empty_plots);
  }
  if (result->undrawn != NULL) {
    (void)fputs("<p class=\"warn\">A plot could not be drawn: ", file);
    html_text(file, result->undrawn);
    (void)fputs(".</p>\n", file);
  }
}

static void put_failures(FILE *file, const report_result *result) {
  const cJSON *failures = json_member(result->manifest, "failures"), *item = NULL;
  const char *state = json_text(result->manifest, "state", "complete");
  const char *shard = json_text(result->manifest, "shard", "");
  const int count = cJSON_GetArraySize(failures);
  if (*shard != 0) {
    (void)fputs("<p class=\"warn\">This is shard ", file);
    html_text(file, shard);
    (void)fputs(" of a run: it has some of the cells. Verdicts over seeds need the whole run.</p>\n", file);
  }
  if (strcmp(state, "complete") != 0) {
    (void)fputs("<p class=\"warn\">This run is not complete: ", file);
    html_text(file, state);
    (void)fputs(".</p>\n", file);
  }
  if (count == 0) return;
  int listed = 0;
  (void)fprintf(file, "<p class=\"warn\">Cells without a result: %d.</p>\n<ul>\n", count);
  cJSON_ArrayForEach (item, failures) {
    if (listed++ == MOST_FAILURES) break;
    (void)fputs("<li><code>", file);
    html_text(file, json_text(item, "cell", "?"));
    (void)fputs("</code> ", file);
    html_text(file, json_text(item, "status", "failed"));
    (void)fputs(": ", file);
    html_text(file, json_text(item, "reason", ""));
    (void)fputs("</li>\n", file);
  }
  if (count > MOST_FAILURES) (void)fprintf(file, "<li>and %d more: see manifest.json</li>\n", count - MOST_FAILURES);
  (void)fputs("</ul>\n", file);
}

status section_write(FILE *file, const report_result *result) {
  (void)fprintf(file, "<section class=\"experiment\" aria-labelledby=\"e-%s\">\n<h2 id=\"e-%s\" tabindex=\"-1\">",
                result->id, result->id);
  html_text(file, result->heading);
  (void)fputs("</h2>\n<p><code>", file);
  html_text(file, result->scenario);
  (void)fputs("</code>", file);
  if (result->source[0] != 0) {
    (void)fputs(" – ", file);
    html_text(file, result->source);
  }
  (void)fputs("</p>\n<p>", file);
  badge_counts_write(file, result->verdicts);
  (void)fprintf(file, " <a class=\"show\" href=\"#verdicts\" data-show=\"%s\">Show its verdicts<span class=\"far\">: ",
                result->id);
  html_text(file, result->heading);
  (void)fputs("</span></a></p>\n", file);
  put_failures(file, result);
  put_plots(file, result);
  TRY(put_reproduction(file, result));
  (void)fputs("<details><summary>Scenario</summary>\n<pre class=\"lua\" tabindex=\"0\"><code>", file);
  lua_highlight(file, json_text(result->manifest, "text", ""));
  (void)fputs("</code></pre>\n</details>\n", file);
  TRY(put_manifest(file, result));
  (void)fputs("</section>\n", file);
  return STATUS_OK;
}
