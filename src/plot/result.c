#include "plot/result.h"
#include "base/json.h"
#include "base/sorting.h"
#include "plot/page/letters.h"
#include "results/manifest_read.h"
#include "results/replacing.h"
#include "results/table_reader.h"

enum { LARGEST_PARAMETERS = 256 };

const char *manifest_learner_title(const cJSON *manifest, const char *label) {
  return json_text(json_member(manifest, "learner_titles"), label, label);
}

const cJSON *manifest_bound(const cJSON *manifest, const char *bound) {
  const cJSON *titles = json_member(manifest, "bound_titles");
  const cJSON *entry = json_member(titles, bound);
  const char *dot = strchr(bound, '.');
  if (entry != NULL || dot == NULL) return entry;
  const size_t length = (size_t)(dot - bound);
  cJSON_ArrayForEach (entry, titles) {
    if (strlen(entry->string) == length && strncmp(entry->string, bound, length) == 0) return entry;
  }
  return NULL;
}

status result_manifest(const char *folder, cJSON **manifest) {
  FREED char *path = NULL;
  TRY(memory_format(&path, "%s/manifest.json", folder));
  TRY(result_folder_needs(folder, "manifest.json"));
  TRY(replacing_check(folder));
  TRY(manifest_read(path, manifest));
  if (strncmp(json_text(*manifest, "format", ""), "winnow-lab manifest", 19) == 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: its \"format\" is not \"winnow-lab manifest ...\"", path);
}

int result_parameter(const plot_result *result, const char *name) {
  for (size_t i = 0; i < result->parameter_count; i++) {
    if (strcmp(result->parameters[i], name) == 0) return (int)i;
  }
  return PLOT_NONE;
}

status result_require_parameter(const plot_result *result, const char *field, const char *name, int *place) {
  *place = result_parameter(result, name);
  if (*place != PLOT_NONE) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s = '%s' is not a parameter of the scenario", field, name);
}

int result_learner(const plot_result *result, const char *label) {
  for (size_t i = 0; i < result->learner_count; i++) {
    if (strcmp(result->learners[i], label) == 0) return (int)i;
  }
  return PLOT_NONE;
}

const char *result_learner_title(const plot_result *result, size_t learner) {
  return manifest_learner_title(result->manifest, result->learners[learner]);
}

static int compare_values(const char *const *a, const char *const *b, size_t count) {
  int order = 0;
  for (size_t i = 0; i < count && order == 0; i++) order = strcmp(a[i], b[i]);
  return order;
}

static int find_point(const plot_result *result, const char *const *values) {
  size_t low = 0, high = result->point_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2, place = result->by_values[middle];
    const int order = compare_values(values, result->points[place].values, result->parameter_count);
    if (order == 0) return (int)place;
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return PLOT_NONE;
}

int result_point_of_row(const plot_result *result, const tsv_table *table, size_t row) {
  const char *values[LARGEST_PARAMETERS];
  if (result->parameter_count > LARGEST_PARAMETERS) return PLOT_NONE;
  for (size_t i = 0; i < result->parameter_count; i++) {
    const size_t column = tsv_column(table, result->parameters[i]);
    if (column == (size_t)-1) return PLOT_NONE;
    values[i] = tsv_cell(table, row, column);
  }
  return find_point(result, values);
}

const plot_cell *result_cell(const plot_result *result, const char *name) {
  return bsearch(&name, result->by_name, result->cell_count, sizeof *result->by_name, order_texts);
}

const plot_cell *result_first_run(const plot_result *result, size_t learner) {
  for (size_t i = 0; i < result->cell_count; i++) {
    const plot_cell *cell = &result->cell[i];
    if (cell->done && cell->point == 0 && cell->learner == learner) return cell;
  }
  return NULL;
}

static const char *const *values_of_row(const plot_result *result, size_t row) {
  return (const char *const *)(result->cells.cells + row * result->cells.columns + result->first_parameter);
}

static int compare_rows(const void *a, const void *b, void *context) {
  const plot_result *result = context;
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  const int order = compare_values(values_of_row(result, x), values_of_row(result, y), result->parameter_count);
  return order != 0 ? order : (x > y) - (x < y);
}

/* Grid points in the order of their first rows. */
static status find_points(plot_result *result) {
  const size_t rows = result->cell_count;
  size_t *order = NULL, *leader = NULL, *place = NULL, groups = 0;
  TRY(ARENA_ARRAY(&result->arena, rows, order));
  TRY(ARENA_ARRAY(&result->arena, rows, leader));
  TRY(ARENA_ARRAY(&result->arena, rows, place));
  for (size_t i = 0; i < rows; i++) order[i] = i;
  if (rows > 1) qsort_r(order, rows, sizeof *order, compare_rows, result);
  for (size_t i = 0; i < rows; i++) {
    const bool same = i > 0 && compare_values(values_of_row(result, order[i - 1]), values_of_row(result, order[i]),
                                              result->parameter_count) == 0;
    leader[order[i]] = same ? leader[order[i - 1]] : order[i];
    if (!same) order[groups++] = order[i]; /* the rows before i are no longer needed */
  }
  TRY(ARENA_ARRAY(&result->arena, groups, result->points));
  for (size_t row = 0; row < rows; row++) {
    if (leader[row] == row) {
      place[row] = result->point_count;
      result->points[result->point_count++] = (plot_point){values_of_row(result, row), PLOT_NONE};
    }
    result->cell[row].point = place[leader[row]];
  }
  for (size_t i = 0; i < groups; i++) order[i] = place[order[i]];
  result->by_values = order;
  return STATUS_OK;
}

static bool is_swept(const plot_result *result, size_t parameter) {
  for (size_t i = 1; i < result->point_count; i++) {
    if (strcmp(result->points[i].values[parameter], result->points[0].values[parameter]) != 0) return true;
  }
  return false;
}

static status find_swept(plot_result *result) {
  TRY(ARENA_ARRAY(&result->arena, result->parameter_count, result->swept));
  for (size_t i = 0; i < result->parameter_count; i++) result->swept[i] = is_swept(result, i);
  return STATUS_OK;
}

/* Learners in the order of their first rows. */
static status find_learners(plot_result *result, size_t column) {
  int known = PLOT_NONE;
  TRY(ARENA_ARRAY(&result->arena, result->cell_count, result->learners));
  for (size_t row = 0; row < result->cell_count; row++) {
    const char *label = tsv_cell(&result->cells, row, column);
    if (known == PLOT_NONE || strcmp(result->learners[known], label) != 0) known = result_learner(result, label);
    if (known == PLOT_NONE) {
      known = (int)result->learner_count;
      result->learners[result->learner_count++] = label;
    }
    result->cell[row].learner = (size_t)known;
  }
  return STATUS_OK;
}

static status read_cells(plot_result *result) {
  static const char *const needed[] = {"cell", "learner", "status", NULL};
  TRY(result_table_read(result->folder, "cells", needed, &result->cells));
  const tsv_table *table = &result->cells;
  const size_t name = tsv_column(table, "cell"), learner = tsv_column(table, "learner");
  const size_t state = tsv_column(table, "status");
  result_parameters(table, &result->first_parameter, &result->parameter_count);
  result->parameters = (const char *const *)(table->names + result->first_parameter);
  result->cell_count = table->rows;
  TRY(ARENA_ARRAY(&result->arena, table->rows, result->cell));
  TRY(ARENA_ARRAY(&result->arena, table->rows, result->by_name));
  TRY(find_points(result));
  TRY(find_swept(result));
  TRY(find_learners(result, learner));
  for (size_t row = 0; row < table->rows; row++) {
    plot_cell *cell = &result->cell[row];
    cell->name = tsv_cell(table, row, name);
    cell->row = row;
    cell->done = strcmp(tsv_cell(table, row, state), "done") == 0;
    result->by_name[row] = *cell;
  }
  qsort(result->by_name, result->cell_count, sizeof *result->by_name, order_texts);
  return STATUS_OK;
}

/* The text of a value in cells.tsv; NULL for values that have none, such as lists. */
static const char *text_in_cells(const cJSON *value, char buffer[NUMBER_TEXT]) {
  if (cJSON_IsNumber(value)) return number_text(value->valuedouble, buffer);
  if (cJSON_IsBool(value)) return cJSON_IsTrue(value) ? "true" : "false";
  if (cJSON_IsString(value)) return value->valuestring[0] != '\0' ? value->valuestring : "-";
  return NULL;
}

/* Finds each grid point of cells.tsv in the manifest, whose x_values are in the manifest's order. */
static status match_points(plot_result *result) {
  const char *values[LARGEST_PARAMETERS];
  FREED char(*buffers)[NUMBER_TEXT] = NULL;
  int place = 0;
  const cJSON *entry;
  if (result->parameter_count > LARGEST_PARAMETERS) return STATUS_OK;
  TRY(memory_array(result->parameter_count, sizeof *buffers, &buffers));
  cJSON_ArrayForEach (entry, json_member(result->manifest, "points")) {
    const cJSON *parameters = json_member(entry, "parameters");
    bool whole = true;
    for (size_t k = 0; k < result->parameter_count; k++) {
      values[k] = text_in_cells(json_member(parameters, result->parameters[k]), buffers[k]);
      whole = whole && values[k] != NULL;
    }
    const int found = whole ? find_point(result, values) : PLOT_NONE;
    if (found != PLOT_NONE && result->points[found].manifest == PLOT_NONE) result->points[found].manifest = place;
    place++;
  }
  return STATUS_OK;
}

status result_read(const char *folder, plot_result *result) {
  CLEANUP(result_free) plot_result read = {.folder = folder};
  *result = (plot_result){0};
  TRY(result_manifest(folder, &read.manifest));
  TRY(read_cells(&read));
  TRY(match_points(&read));
  return HAND_OVER(read, *result);
}

void result_free(plot_result *result) {
  cJSON_Delete(result->manifest);
  tsv_free(&result->cells);
  arena_free(&result->arena);
  memset(result, 0, sizeof *result);
}

status result_parameters_text(arena *memory, const plot_result *result, size_t point, const bool *keep, bool named,
                              const char **text) {
  *text = "";
  for (size_t i = 0; i < result->parameter_count; i++) {
    if (!keep[i]) continue;
    const char *item = NULL, *value = result->points[point].values[i];
    char digits[NUMBER_TEXT];
    double number;
    const bool numeric = number_parse(value, &number);
    if (numeric) value = fabs(number) < 1e9 && number == floor(number) ? value : number_short(number, 6, digits);
    TRY(letters_of_name(memory, result->parameters[i], &item));
    TRY(named ? letters_of_formula(memory, value, &value) : letters_of_name(memory, value, &value));
    if (named || numeric || strcmp(value, "true") == 0 || strcmp(value, "false") == 0) {
      TRY(arena_format(memory, &item, "%s = %s", item, value));
    } else {
      item = value;
    }
    TRY(arena_join(memory, text, ", ", item));
  }
  return STATUS_OK;
}
