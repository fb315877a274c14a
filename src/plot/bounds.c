/* Bounds of a figure: from summary.tsv, those of invariants from verdicts.tsv, curves from bound_curves.tsv. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "learners/learner.h"
#include "plot/bounds.h"

static const char *const bad_verdicts[BAD_VERDICTS] = {"violated", "refuted", "inconclusive", "premise"};

/* The "bound" of the line that is the target's own level, and the beginning of that quantity's name. */
static const char TARGET[] = "target_";

typedef struct collector {
  plot_arena *arena;
  const plot_result *result;
  const plot_spec *spec;
  const size_t *panel_of_point;
  size_t *key_of; /* of each (grid point, learner); (size_t)-1: none is drawn */
  const double *x_of_point;
  plot_figure *figure;
  size_t room;
} collector;

/* The measure of the bounds that belong to the plot's y. */
static const char *measured_by(const plot_spec *spec) {
  const char *constant = learner_observed_constant(spec->y);
  return constant != NULL ? constant : spec->y;
}

static status read_optional(plot_arena *arena, const plot_result *result, const char *name, tsv_table *table) {
  const char *path = NULL;
  TRY(arena_format(arena, &path, "%s/%s", result->folder, name));
  memset(table, 0, sizeof *table);
  return file_exists(path) ? tsv_read(path, table) : STATUS_OK;
}

/* That of its first cell that has one. */
static status find_keys_of(collector *c, const size_t *key_of_cell) {
  const plot_result *result = c->result;
  const size_t learners = result->learner_count;
  TRY(ARENA_ARRAY(c->arena, result->point_count * learners, c->key_of));
  memset(c->key_of, 0xFF, result->point_count * learners * sizeof *c->key_of);
  for (size_t i = result->cell_count; i-- > 0;) {
    const plot_cell *cell = &result->cell[i];
    if (key_of_cell[i] != (size_t)-1) c->key_of[cell->point * learners + cell->learner] = key_of_cell[i];
  }
  return STATUS_OK;
}

/* The key of the cells of (point, learner); (size_t)-1 if none is drawn. */
static size_t find_key_of(const collector *c, int point, int learner) {
  if (point < 0 || learner < 0) return (size_t)-1;
  return c->key_of[(size_t)point * c->result->learner_count + (size_t)learner];
}

static status add_line(collector *c, plot_line added, plot_line **out) {
  plot_figure *figure = c->figure;
  if (figure->line_count == c->room) {
    plot_line *larger = NULL;
    c->room = c->room > 0 ? 2 * c->room : 16;
    TRY(ARENA_ARRAY(c->arena, c->room, larger));
    if (figure->line_count > 0) memcpy(larger, figure->lines, figure->line_count * sizeof *larger);
    figure->lines = larger;
  }
  *out = &figure->lines[figure->line_count++];
  **out = added;
  return STATUS_OK;
}

plot_line *bounds_line(const plot_figure *figure, const char *bound, size_t panel, size_t key) {
  for (size_t i = 0; i < figure->line_count; i++) {
    plot_line *line = &figure->lines[i];
    if (line->panel == panel && line->key == key && strcmp(line->bound, bound) == 0) return line;
  }
  return NULL;
}

static int bad_verdict(const char *text) {
  for (int i = 0; i < BAD_VERDICTS; i++) {
    if (strcmp(text, bad_verdicts[i]) == 0) return i;
  }
  return PLOT_NONE;
}

static void note_verdict(plot_line *line, const char *text) {
  const int bad = bad_verdict(text);
  line->rows++;
  if (bad == PLOT_NONE || (line->verdict != PLOT_NONE && bad > line->verdict)) return;
  line->flagged = bad == line->verdict ? line->flagged + 1 : 1;
  line->verdict = bad;
}

/* How many of the line's points lie before x. */
static size_t count_before(const plot_line *line, double x) {
  size_t low = 0, high = line->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (line->x[middle] < x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* After those of the same x. */
static void put_point(plot_line *line, double x, double y) {
  size_t i = count_before(line, x);
  while (i < line->count && line->x[i] == x) i++;
  memmove(line->x + i + 1, line->x + i, (line->count - i) * sizeof *line->x);
  memmove(line->y + i + 1, line->y + i, (line->count - i) * sizeof *line->y);
  line->x[i] = x;
  line->y[i] = y;
  line->count++;
}

/* One value of a bound for (point, learner). In rows of single seeds the same place comes again: the largest value is
 * kept for upper bounds, the smallest for lower ones, as in the summary. */
static status add_value(collector *c, int point, int learner, const char *bound, bool lower, double value,
                        const char *verdict) {
  const size_t key = find_key_of(c, point, learner);
  if (key == (size_t)-1 || !isfinite(value)) return STATUS_OK;
  const size_t panel = c->panel_of_point[point];
  const double x = c->x_of_point != NULL ? c->x_of_point[point] : 0;
  plot_line *line = bounds_line(c->figure, bound, panel, key);
  if (line == NULL) {
    plot_line fresh = {.panel = panel, .key = key, .bound = bound, .lower = lower, .verdict = PLOT_NONE};
    fresh.constant = c->x_of_point == NULL;
    fresh.level = strcmp(bound, TARGET) == 0;
    const size_t room = fresh.constant ? 1 : c->result->point_count;
    TRY(ARENA_ARRAY(c->arena, room, fresh.x));
    TRY(ARENA_ARRAY(c->arena, room, fresh.y));
    TRY(add_line(c, fresh, &line));
  }
  note_verdict(line, verdict);
  const size_t i = count_before(line, x);
  if (i < line->count && line->x[i] == x) {
    if (lower ? value < line->y[i] : value > line->y[i]) line->y[i] = value;
    return STATUS_OK;
  }
  put_point(line, x, value);
  return STATUS_OK;
}

static status keep_text(plot_arena *arena, const char *text, const char **out) {
  return arena_format(arena, out, "%s", text);
}

/* Lower or upper: as bound_titles says; of invariants, which it does not name, as their rows in verdicts.tsv say. */
static bool is_lower(const collector *c, const tsv_table *verdicts, const char *bound) {
  const cJSON *titles = cJSON_GetObjectItemCaseSensitive(c->result->manifest, "bound_titles");
  const cJSON *entry = cJSON_GetObjectItemCaseSensitive(titles, bound);
  const size_t name = tsv_column(verdicts, "bound"), direction = tsv_column(verdicts, "direction");
  if (entry != NULL) return strcmp(json_text(entry, "direction", "upper"), "lower") == 0;
  for (size_t row = 0; row < verdicts->rows && name != (size_t)-1 && direction != (size_t)-1; row++) {
    if (strcmp(tsv_cell(verdicts, row, name), bound) != 0) continue;
    return strcmp(tsv_cell(verdicts, row, direction), "lower") == 0;
  }
  return false;
}

static status add_from_summary(collector *c, const tsv_table *table, const tsv_table *verdicts) {
  const size_t learner = tsv_column(table, "learner"), measure = tsv_column(table, "measure");
  const size_t bound = tsv_column(table, "bound"), value = tsv_column(table, "value");
  const size_t verdict = tsv_column(table, "verdict"), none = (size_t)-1;
  if (learner == none || measure == none || bound == none || value == none || verdict == none) return STATUS_OK;
  for (size_t row = 0; row < table->rows; row++) {
    const char *name = tsv_cell(table, row, bound);
    if (strcmp(name, "-") == 0 || strcmp(tsv_cell(table, row, measure), measured_by(c->spec)) != 0) continue;
    TRY(keep_text(c->arena, name, &name));
    const bool lower = is_lower(c, verdicts, name);
    TRY(add_value(c, result_point_of_row(c->result, table, row),
                  result_learner(c->result, tsv_cell(table, row, learner)), name, lower, tsv_value(table, row, value),
                  tsv_cell(table, row, verdict)));
  }
  return STATUS_OK;
}

/* Rows whose bound the summary does not have. */
static status add_from_verdicts(collector *c, const tsv_table *table) {
  const size_t cell = tsv_column(table, "cell"), measure = tsv_column(table, "measure"), none = (size_t)-1;
  const size_t bound = tsv_column(table, "bound"), direction = tsv_column(table, "direction");
  const size_t value = tsv_column(table, "value"), verdict = tsv_column(table, "verdict");
  if (cell == none || measure == none || bound == none || direction == none || value == none || verdict == none) {
    return STATUS_OK;
  }
  const size_t known = c->figure->line_count;
  for (size_t row = 0; row < table->rows; row++) {
    const plot_cell *of = result_cell(c->result, tsv_cell(table, row, cell));
    const char *name = tsv_cell(table, row, bound);
    if (of == NULL || !of->done || strcmp(tsv_cell(table, row, measure), measured_by(c->spec)) != 0) continue;
    bool in_summary = false;
    for (size_t i = 0; i < known && !in_summary; i++) in_summary = strcmp(c->figure->lines[i].bound, name) == 0;
    if (in_summary) continue;
    TRY(keep_text(c->arena, name, &name));
    TRY(add_value(c, (int)of->point, (int)of->learner, name, strcmp(tsv_cell(table, row, direction), "lower") == 0,
                  tsv_value(table, row, value), tsv_cell(table, row, verdict)));
  }
  return STATUS_OK;
}

/* Samples by grid point and learner, then as they come. */
static int compare_places(const void *x, const void *y, void *context) {
  const plot_samples *samples = context;
  const size_t p = *(const size_t *)x, q = *(const size_t *)y;
  const plot_cell *a = samples->sample[p].cell, *b = samples->sample[q].cell;
  if (a->point != b->point) return a->point < b->point ? -1 : 1;
  if (a->learner != b->learner) return a->learner < b->learner ? -1 : 1;
  return (p > q) - (p < q);
}

/* The target's own level of an observed quantity: what a run has under the quantity's name with TARGET before it; mean over the seeds, which all
 * learners share. Not a bound, but a line like one. */
static status add_target(collector *c) {
  plot_samples samples = {0};
  const char *quantity = NULL;
  double *values = NULL;
  size_t *order = NULL;
  TRY(arena_format(c->arena, &quantity, "%s%s", TARGET, c->spec->y));
  status code = samples_read(c->result, quantity, false, &samples);
  if (code == STATUS_END) return STATUS_OK;
  CHECK(code);
  CHECK(ARENA_ARRAY(c->arena, samples.count, values));
  CHECK(ARENA_ARRAY(c->arena, samples.count, order));
  for (size_t i = 0; i < samples.count; i++) order[i] = i;
  if (samples.count > 1) qsort_r(order, samples.count, sizeof *order, compare_places, &samples);
  for (size_t first = 0, last = 0; first < samples.count; first = last) {
    const plot_cell *cell = samples.sample[order[first]].cell;
    for (; last < samples.count; last++) {
      const plot_sample *sample = &samples.sample[order[last]];
      if (sample->cell->point != cell->point || sample->cell->learner != cell->learner) break;
      values[last - first] = sample->run.y[0];
    }
    const double mean = moments_of(values, last - first).mean;
    CHECK(add_value(c, (int)cell->point, (int)cell->learner, TARGET, false, mean, "ok"));
  }
end:
  samples_free(&samples);
  return code;
}

/* How many rows, from this one on, have the same texts before column t: those of one curve. */
static size_t rows_alike(const tsv_table *table, size_t row, size_t t) {
  size_t count = 1;
  for (; row + count < table->rows; count++) {
    for (size_t i = 0; i < t; i++) {
      if (strcmp(tsv_cell(table, row, i), tsv_cell(table, row + count, i)) != 0) return count;
    }
  }
  return count;
}

/* Turns constant lines into curves where bound_curves.tsv has one. */
static status add_curves(collector *c, const tsv_table *table) {
  const size_t learner = tsv_column(table, "learner"), bound = tsv_column(table, "bound"), none = (size_t)-1;
  const size_t t = tsv_column(table, "t"), value = tsv_column(table, "value");
  if (learner == none || bound == none || t == none || value == none || c->x_of_point != NULL) return STATUS_OK;
  plot_line *line = NULL;
  for (size_t row = 0, start = 0; row < table->rows; row++) {
    const char *name = tsv_cell(table, row, bound);
    const int point = result_point_of_row(c->result, table, row);
    const size_t key = find_key_of(c, point, result_learner(c->result, tsv_cell(table, row, learner)));
    plot_line *found = key == none ? NULL : bounds_line(c->figure, name, c->panel_of_point[point], key);
    if (found != line) start = row;
    line = found;
    if (line == NULL || !isfinite(tsv_value(table, row, value))) continue;
    if (row == start || line->constant) {
      line->constant = false;
      line->count = 0;
      const size_t room = rows_alike(table, row, t);
      TRY(ARENA_ARRAY(c->arena, room, line->x));
      TRY(ARENA_ARRAY(c->arena, room, line->y));
    }
    put_point(line, tsv_value(table, row, t), tsv_value(table, row, value));
  }
  return STATUS_OK;
}

static status thin_lines(collector *c) {
  for (size_t i = 0; i < c->figure->line_count; i++) {
    plot_line *line = &c->figure->lines[i];
    plot_run thin;
    if (line->count <= PLOT_CURVE_POINTS) continue;
    TRY(run_thin(c->arena, &(plot_run){line->x, line->y, line->count, line->count}, PLOT_CURVE_POINTS, &thin));
    line->x = thin.x;
    line->y = thin.y;
    line->count = thin.count;
  }
  return STATUS_OK;
}

bool bounds_same_number(double a, double b) {
  return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* Curves that do not change with t are constants. */
static void find_constants(plot_figure *figure) {
  for (size_t i = 0; i < figure->line_count; i++) {
    plot_line *line = &figure->lines[i];
    bool same = line->count > 0 && figure->shape != SHAPE_POINTS;
    for (size_t k = 1; k < line->count && same; k++) same = bounds_same_number(line->y[k], line->y[0]);
    if (!same) continue;
    line->constant = true;
    line->count = 1;
  }
}

status figure_add_bounds(plot_arena *arena, const plot_result *result, const plot_spec *spec,
                         const size_t *panel_of_point, const size_t *key_of_cell, const double *x_of_point,
                         plot_figure *figure) {
  collector c = {arena, result, spec, panel_of_point, NULL, x_of_point, figure, 0};
  tsv_table summary = {0}, verdicts = {0}, curves = {0};
  status code = STATUS_OK;
  CHECK(find_keys_of(&c, key_of_cell));
  CHECK(read_optional(arena, result, "summary.tsv", &summary));
  CHECK(read_optional(arena, result, "verdicts.tsv", &verdicts));
  CHECK(add_from_summary(&c, &summary, &verdicts));
  CHECK(add_from_verdicts(&c, &verdicts));
  if (strcmp(spec->y, "nearest_neighbour_error") == 0) CHECK(add_target(&c));
  CHECK(read_optional(arena, result, "bound_curves.tsv", &curves));
  CHECK(add_curves(&c, &curves));
  find_constants(figure);
  CHECK(thin_lines(&c));
  CHECK(bounds_group(arena, result, measured_by(spec), figure));
end:
  tsv_free(&summary);
  tsv_free(&verdicts);
  tsv_free(&curves);
  return code;
}
