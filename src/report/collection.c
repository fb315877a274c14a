#include "report/collection.h"
#include "base/json.h"
#include "plot/result.h"
#include "report/html.h"
#include "results/command.h"
#include "results/table_reader.h"

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
  return json_text(manifest_bound(result->manifest, report_cell(result, row, result->bound)), name, "");
}

const char *report_row_learner(const report_result *result, size_t row) {
  const char *label = report_cell(result, row, result->learner);
  return strcmp(label, "-") == 0 ? "–" : manifest_learner_title(result->manifest, label);
}

void report_row_parameters(FILE *file, const report_result *result, size_t row,
                           void (*write_text)(FILE *file, const char *text)) {
  const char *separator = "";
  for (size_t i = 0; i < result->parameters; i++) {
    char buffer[NUMBER_TEXT];
    double number = 0.0;
    if (!result->swept[i]) continue;
    const char *text = report_cell(result, row, i);
    if (number_parse(text, &number)) text = number_short(number, 6, buffer);
    write_text(file, separator);
    write_text(file, result->summary.names[i]);
    write_text(file, " = ");
    write_text(file, text);
    separator = ", ";
  }
}

/* Whether a parameter differs between grid points. */
static bool is_swept(const report_result *result, size_t column) {
  for (size_t row = 1; row < result->summary.rows; row++) {
    if (strcmp(report_cell(result, row, column), report_cell(result, 0, column)) != 0) return true;
  }
  return false;
}

static status read_summary(report_result *result) {
  static const char *const needed[] = {"learner", "seeds", "measure", "mean",    "sd",
                                       "bound",   "value", "used",    "verdict", NULL};
  size_t *const columns[] = {&result->learner, &result->seeds, &result->measure, &result->mean,   &result->sd,
                             &result->bound,   &result->value, &result->used,    &result->verdict};
  size_t first = 0;
  TRY(result_table_read(result->folder, "summary", needed, &result->summary));
  for (size_t i = 0; needed[i] != NULL; i++) *columns[i] = tsv_column(&result->summary, needed[i]);
  result_parameters(&result->summary, &first, &result->parameters);
  TRY(ARENA_ARRAY(&result->arena, result->parameters, result->swept));
  for (size_t i = 0; i < result->parameters; i++) result->swept[i] = is_swept(result, i);
  for (size_t row = 0; row < result->summary.rows; row++) {
    if (!report_row_bounded(result, row)) continue;
    size_t *counts = report_row_invariant(result, row) ? result->invariants : result->verdicts;
    counts[report_row_verdict(result, row)]++;
  }
  return STATUS_OK;
}

/* "A title (n = 8, seeds = 3)" */
static status make_heading(report_result *result) {
  const cJSON *overrides = json_member(result->manifest, "overrides"), *item = NULL;
  const char *list = "", *text = NULL;
  cJSON_ArrayForEach (item, overrides) {
    FREED char *value = NULL;
    TRY(command_override_text(item, &value));
    TRY(arena_format(&result->arena, &text, "%s = %s", item->string, value == NULL ? "?" : value));
    TRY(arena_join(&result->arena, &list, ", ", text));
  }
  result->heading = result->title;
  return list[0] == '\0' ? STATUS_OK : arena_format(&result->arena, &result->heading, "%s (%s)", result->title, list);
}

static status read_result(const char *folder, report_result *result) {
  result->folder = folder;
  TRY(result_manifest(folder, &result->manifest));
  result->scenario = json_text(result->manifest, "scenario", "experiment");
  result->title = json_text(result->manifest, "title", result->scenario);
  result->source = json_text(result->manifest, "source", "");
  TRY(read_summary(result));
  return make_heading(result);
}

/* The scenario's name, with a number if an earlier result has that name. */
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
  collection->count = count;
  for (size_t place = 0; place < count; place++) {
    TRY(read_result(folders[place], &collection->results[place]));
    choose_id(collection, place);
  }
  return STATUS_OK;
}

void report_collection_free(report_collection *collection) {
  for (size_t i = 0; i < collection->count; i++) {
    report_result *result = &collection->results[i];
    tsv_free(&result->summary);
    cJSON_Delete(result->manifest);
    arena_free(&result->arena);
  }
  free(collection->results);
  *collection = (report_collection){0};
}
