#include "report/collection.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/memory_stream.h"
#include "base/text.h"
#include "plot/result.h"
#include "report/html.h"
#include "results/manifest_read.h"
#include "results/replacing.h"
#include "results/summary.h"

const char *report_cell(const report_result *result, size_t row, size_t column) {
  return tsv_cell(&result->summary, row, column);
}

verdict report_row_verdict(const report_result *result, size_t row) {
  return verdict_by_name(report_cell(result, row, result->verdict));
}

bool report_row_bounded(const report_result *result, size_t row) {
  return strcmp(report_cell(result, row, result->bound), "-") != 0;
}

bool report_row_invariant(const report_result *result, size_t row) {
  return strchr(report_cell(result, row, result->bound), '.') != NULL;
}

const char *report_bound_text(const report_result *result, size_t row, const char *name) {
  const char *bound = report_cell(result, row, result->bound);
  const cJSON *titles = cJSON_GetObjectItemCaseSensitive(result->manifest, "bound_titles"), *item = NULL;
  const size_t length = strcspn(bound, ".");
  cJSON_ArrayForEach (item, titles) {
    if (strlen(item->string) == length && strncmp(item->string, bound, length) == 0) return json_text(item, name, "");
  }
  return "";
}

const char *report_row_learner(const report_result *result, size_t row) {
  const char *label = report_cell(result, row, result->learner);
  if (strcmp(label, "-") == 0) return "–";
  return json_text(cJSON_GetObjectItemCaseSensitive(result->manifest, "learner_titles"), label, label);
}

/* Whether a parameter differs between grid points. */
static bool is_swept(const report_result *result, size_t column) {
  for (size_t row = 1; row < result->summary.rows; row++) {
    if (strcmp(report_cell(result, row, column), report_cell(result, 0, column)) != 0) return true;
  }
  return false;
}

status report_row_parameters(const report_result *result, size_t row, char **out) {
  size_t size = 0, written = 0;
  FILE *file = memory_stream(out, &size);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for a row");
  for (size_t i = 0; i < result->parameters; i++) {
    char buffer[NUMBER_TEXT];
    double number = 0.0;
    if (!result->swept[i]) continue;
    const char *text = report_cell(result, row, i);
    if (number_parse(text, &number)) text = number_short(number, 6, buffer);
    (void)fprintf(file, "%s%s = %s", written++ > 0 ? ", " : "", result->summary.names[i], text);
  }
  return fclose(file) == 0 ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for a row");
}

static status read_manifest(const char *folder, cJSON **manifest) {
  char *path = NULL;
  TRY(memory_format(&path, "%s/manifest.json", folder));
  status code = STATUS_OK;
  if (!file_exists(path)) {
    code = FAIL(STATUS_INVALID, "%s: no manifest.json in it, expected a result folder", folder);
  } else {
    code = manifest_read(path, manifest);
  }
  if (code == STATUS_OK && strncmp(json_text(*manifest, "format", ""), "winnow-lab manifest", 19) != 0)
    code = FAIL(STATUS_INVALID, "%s: not a manifest of this laboratory, expected \"format\": \"winnow-lab manifest 1\"",
                path);
  free(path);
  return code;
}

static status read_summary(report_result *result) {
  char *path = NULL;
  TRY(memory_format(&path, "%s/summary.tsv", result->folder));
  status code = tsv_read(path, &result->summary);
  const struct {
    const char *name;
    size_t *column;
  } wanted[] = {{"learner", &result->learner}, {"seeds", &result->seeds}, {"measure", &result->measure},
                {"mean", &result->mean},       {"sd", &result->sd},       {"bound", &result->bound},
                {"value", &result->value},     {"used", &result->used},   {"verdict", &result->verdict}};
  for (size_t i = 0; code == STATUS_OK && i < sizeof wanted / sizeof wanted[0]; i++) {
    *wanted[i].column = tsv_column(&result->summary, wanted[i].name);
    if (*wanted[i].column == (size_t)-1) code = FAIL(STATUS_INVALID, "%s: no column '%s'", path, wanted[i].name);
  }
  free(path);
  result->parameters = result->learner;
  if (code == STATUS_OK) code = NEW_ARRAY(result->parameters, result->swept);
  for (size_t i = 0; code == STATUS_OK && i < result->parameters; i++) result->swept[i] = is_swept(result, i);
  return code;
}

static status make_heading(report_result *result) {
  const cJSON *overrides = cJSON_GetObjectItemCaseSensitive(result->manifest, "overrides"), *item = NULL;
  size_t size = 0, count = 0;
  FILE *file = memory_stream(&result->heading, &size);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for a heading");
  (void)fputs(result->title, file);
  cJSON_ArrayForEach (item, overrides) {
    const char *value = cJSON_GetStringValue(item);
    (void)fprintf(file, "%s%s = %s", count++ > 0 ? ", " : " (", item->string, value == NULL ? "?" : value);
  }
  if (count > 0) (void)fputc(')', file);
  return fclose(file) == 0 ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for a heading");
}

static status read_result(const char *folder, report_result *result) {
  result->folder = folder;
  TRY(replacing_check(folder));
  TRY(read_manifest(folder, &result->manifest));
  result->scenario = json_text(result->manifest, "scenario", "experiment");
  result->title = json_text(result->manifest, "title", result->scenario);
  result->source = json_text(result->manifest, "source", "");
  TRY(read_summary(result));
  for (size_t row = 0; row < result->summary.rows; row++) {
    if (!report_row_bounded(result, row)) continue;
    size_t *counts = report_row_invariant(result, row) ? result->invariants : result->verdicts;
    counts[report_row_verdict(result, row)]++;
  }
  return make_heading(result);
}

/* The scenario's name; with a number where another result has it already. */
static void choose_id(report_collection *collection, size_t place) {
  report_result *result = &collection->results[place];
  char clean[REPORT_IDENTIFIER - 12];
  html_identifier(result->scenario, clean, sizeof clean);
  (void)snprintf(result->id, sizeof result->id, "%s", clean);
  size_t number = 2;
  for (size_t i = 0; i < place;) {
    if (strcmp(collection->results[i].id, result->id) != 0) {
      i++;
      continue;
    }
    (void)snprintf(result->id, sizeof result->id, "%s--%zu", clean, number++);
    i = 0;
  }
}

status report_collection_read(const char *const *folders, size_t count, report_collection *collection) {
  TRY(NEW_ARRAY(count, collection->results));
  for (; collection->count < count; collection->count++) {
    const size_t place = collection->count;
    const status code = read_result(folders[place], &collection->results[place]);
    if (code != STATUS_OK) {
      collection->count++; /* what was read of it is freed with the others */
      return code;
    }
    choose_id(collection, place);
  }
  return STATUS_OK;
}

void report_collection_free(report_collection *collection) {
  for (size_t i = 0; i < collection->count; i++) {
    report_result *result = &collection->results[i];
    for (size_t k = 0; k < result->plot_count; k++) {
      free(result->plots[k].name);
      free(result->plots[k].title);
      free(result->plots[k].caption);
      free(result->plots[k].describe);
      free(result->plots[k].svg);
    }
    free(result->plots);
    free(result->undrawn);
    free(result->heading);
    free(result->swept);
    tsv_free(&result->summary);
    cJSON_Delete(result->manifest);
  }
  free(collection->results);
  *collection = (report_collection){0};
}
