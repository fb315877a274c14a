#include "plot/heat.h"
#include "base/json.h"
#include "plot/entries.h"
#include "plot/samples.h"
#include "results/table_reader.h"

static const size_t NOWHERE = (size_t)-1;
/* Only a logarithmic scale spreads values evenly that span at least this factor. */
static const double WIDE = 8;
static const double WIDE_COLOURS = 30;

typedef struct builder {
  arena *arena;
  const plot_result *result;
  const plot_spec *spec;
  plot_figure *figure;
  plot_heat *heat;
  int x, y;             /* parameters */
  size_t *column, *row; /* of each grid point */
  const char **rest;    /* of each grid point: what tells its panel apart */
  struct heat_panel {
    size_t learner;
    const char *rest;
  } * panels;
  double *sum;
  size_t *count;
} builder;

/* The distinct values of a parameter, ascending, and the place of each grid point's among them. */
static status find_values(const builder *b, const char *field, int parameter, double **values, size_t *count,
                          size_t **place) {
  const plot_result *result = b->result;
  double *own = NULL;
  *count = 0;
  TRY(ARENA_ARRAY(b->arena, result->point_count, own));
  TRY(ARENA_ARRAY(b->arena, result->point_count, *values));
  TRY(ARENA_ARRAY(b->arena, result->point_count, *place));
  for (size_t i = 0; i < result->point_count; i++) {
    if (!number_parse(result->points[i].values[parameter], &own[i])) {
      return FAIL(STATUS_INVALID, "%s = '%s': its value '%s' is not a number", field, result->parameters[parameter],
                  result->points[i].values[parameter]);
    }
    size_t at = 0;
    while (at < *count && (*values)[at] < own[i]) at++;
    if (at < *count && (*values)[at] == own[i]) continue;
    memmove(*values + at + 1, *values + at, (*count - at) * sizeof **values);
    (*values)[at] = own[i];
    ++*count;
  }
  for (size_t i = 0; i < result->point_count; i++) {
    while ((*values)[(*place)[i]] != own[i]) (*place)[i]++;
  }
  return STATUS_OK;
}

static status find_grid(builder *b) {
  const plot_result *result = b->result;
  bool *keep = NULL;
  TRY(result_require_parameter(result, "x", b->spec->x, &b->x));
  TRY(result_require_parameter(result, "y", b->spec->y, &b->y));
  TRY(find_values(b, "x", b->x, &b->heat->x, &b->heat->columns, &b->column));
  TRY(find_values(b, "y", b->y, &b->heat->y, &b->heat->rows, &b->row));
  TRY(ARENA_ARRAY(b->arena, result->parameter_count, keep));
  TRY(ARENA_ARRAY(b->arena, result->point_count, b->rest));
  for (size_t k = 0; k < result->parameter_count; k++) {
    keep[k] = result->swept[k] && (int)k != b->x && (int)k != b->y;
  }
  for (size_t i = 0; i < result->point_count; i++) {
    TRY(result_parameters_text(b->arena, result, i, keep, false, &b->rest[i]));
  }
  return STATUS_OK;
}

static size_t find_panel(const builder *b, size_t learner, size_t point) {
  for (size_t i = 0; i < b->figure->panel_count; i++) {
    if (b->panels[i].learner == learner && strcmp(b->panels[i].rest, b->rest[point]) == 0) return i;
  }
  return NOWHERE;
}

/* "Matrix Winnow, r = 2"; of a procedure "r = 2". */
static status panel_title(const builder *b, size_t learner, const char *rest, const char **title) {
  *title = strcmp(b->result->learners[learner], "-") == 0 ? "" : result_learner_title(b->result, learner);
  return rest[0] == '\0' ? STATUS_OK : arena_join(b->arena, title, ", ", rest);
}

/* Panels in the order of learners, then of grid points. */
static status find_panels(builder *b) {
  const plot_result *result = b->result;
  plot_figure *figure = b->figure;
  TRY(ARENA_ARRAY(b->arena, PLOT_PANELS, b->panels));
  for (size_t learner = 0; learner < result->learner_count; learner++) {
    if (!spec_draws_learner(b->spec, result->learners[learner])) continue;
    for (size_t point = 0; point < result->point_count; point++) {
      if (find_panel(b, learner, point) != NOWHERE) continue;
      plot_panel *panel = figure_add_panel(figure);
      if (panel == NULL) continue;
      b->panels[figure->panel_count - 1] = (struct heat_panel){learner, b->rest[point]};
      panel->point = point;
      TRY(panel_title(b, learner, b->rest[point], &panel->title));
    }
  }
  if (figure->panel_count == 0) return FAIL(STATUS_INVALID, "no learner is drawn");
  const size_t cells = figure->panel_count * b->heat->columns * b->heat->rows;
  TRY(ARENA_ARRAY(b->arena, cells, b->sum));
  TRY(ARENA_ARRAY(b->arena, cells, b->count));
  return ARENA_ARRAY(b->arena, cells, b->heat->z);
}

/* The mean of `seeds` values. */
static void add_value(builder *b, size_t learner, size_t point, double value, size_t seeds) {
  const size_t panel = find_panel(b, learner, point);
  if (panel == NOWHERE) return;
  const size_t cell = (panel * b->heat->rows + b->row[point]) * b->heat->columns + b->column[point];
  b->sum[cell] += value * (double)seeds;
  b->count[cell] += seeds;
}

/* Each seed counts with its last value. */
static status add_samples(builder *b) {
  CLEANUP(samples_free) plot_samples samples = {0};
  status code = samples_of_cells(b->result, b->spec->z, &samples);
  if (code == STATUS_END) code = samples_read(b->result, b->spec->z, true, &samples);
  TRY(code);
  for (size_t i = 0; i < samples.count; i++) {
    const plot_sample *sample = &samples.sample[i];
    if (sample->run.count > 0) {
      add_value(b, sample->cell->learner, sample->cell->point, sample->run.y[sample->run.count - 1], 1);
    }
  }
  return STATUS_OK;
}

/* summary.tsv has one value for each grid point and learner, the mean over the seeds. */
static status add_bound(builder *b, const char *name) {
  static const char *const needed[] = {"learner", "bound", "value", "seeds", NULL};
  CLEANUP(tsv_free) tsv_table table = {0};
  TRY(result_table_read(b->result->folder, "summary", needed, &table));
  const size_t learner = tsv_column(&table, "learner"), bound = tsv_column(&table, "bound");
  const size_t value = tsv_column(&table, "value"), seeds = tsv_column(&table, "seeds");
  size_t found = 0;
  for (size_t row = 0; row < table.rows; row++) {
    if (strcmp(tsv_cell(&table, row, bound), name) != 0) continue;
    const int point = result_point_of_row(b->result, &table, row);
    const int place = result_learner(b->result, tsv_cell(&table, row, learner));
    const double counted = tsv_value(&table, row, seeds);
    found++;
    if (!(counted >= 1)) continue; /* no seed finished */
    if (point >= 0 && place >= 0)
      add_value(b, (size_t)place, (size_t)point, tsv_value(&table, row, value), (size_t)counted);
  }
  if (found > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "z = 'bound:%s': no such bound in %s/summary.tsv", name, b->result->folder);
}

/* Means, their range, and how many cells are empty. */
static status find_means(builder *b) {
  plot_heat *heat = b->heat;
  const size_t cells = b->figure->panel_count * heat->columns * heat->rows;
  double positive = INFINITY;
  heat->z_low = INFINITY;
  heat->z_high = -INFINITY;
  heat->seeds_low = NOWHERE;
  for (size_t i = 0; i < cells; i++) {
    const double mean = b->count[i] > 0 ? b->sum[i] / (double)b->count[i] : NAN;
    heat->z[i] = isfinite(mean) ? mean : NAN;
    if (b->count[i] > 0 && b->count[i] < heat->seeds_low) heat->seeds_low = b->count[i];
    if (b->count[i] > heat->seeds_high) heat->seeds_high = b->count[i];
    if (isnan(heat->z[i])) {
      heat->missing++;
      continue;
    }
    heat->z_low = fmin(heat->z_low, mean);
    heat->z_high = fmax(heat->z_high, mean);
    if (mean > 0) positive = fmin(positive, mean);
  }
  if (heat->missing == cells) {
    return FAIL(STATUS_FAILED, "nothing to draw: no finished cell has a value of '%s'", b->spec->z);
  }
  const char *log = b->spec->log;
  const bool possible = heat->z_low > 0;
  heat->log_z = strcmp(log, "auto") == 0 ? possible && heat->z_high / positive >= WIDE_COLOURS
                                         : possible && strchr(log, 'z') != NULL;
  if (heat->z_low == heat->z_high) heat->z_high += fmax(fabs(heat->z_high) * 1e-3, 1e-3); /* a bar needs a length */
  return STATUS_OK;
}

/* Logarithmic where that puts the values more evenly. */
static bool choose_log(const char *log, char axis, const double *values, size_t count) {
  if (!(values[0] > 0)) return false;
  if (strcmp(log, "auto") != 0) return strchr(log, axis) != NULL;
  return count > 2 && values[count - 1] / values[0] >= WIDE;
}

void heat_edges(const double *values, size_t count, bool logarithmic, double *edges) {
  for (size_t i = 1; i < count; i++) {
    edges[i] = logarithmic ? sqrt(values[i - 1]) * sqrt(values[i]) : 0.5 * (values[i - 1] + values[i]);
  }
  if (count == 1) {
    const double half = logarithmic ? 0 : fmax(0.5 * fabs(values[0]), 0.5);
    edges[0] = logarithmic ? values[0] / 1.5 : values[0] - half;
    edges[1] = logarithmic ? values[0] * 1.5 : values[0] + half;
    return;
  }
  edges[0] = logarithmic ? values[0] / edges[1] * values[0] : 2 * values[0] - edges[1];
  const double last = values[count - 1];
  edges[count] = logarithmic ? last / edges[count - 1] * last : 2 * last - edges[count - 1];
}

/* heat->x_edges and y_edges, from x and y. */
static status set_edges(arena *memory, bool log_x, bool log_y, plot_heat *heat) {
  TRY(ARENA_ARRAY(memory, heat->columns + 1, heat->x_edges));
  TRY(ARENA_ARRAY(memory, heat->rows + 1, heat->y_edges));
  heat_edges(heat->x, heat->columns, log_x, heat->x_edges);
  heat_edges(heat->y, heat->rows, log_y, heat->y_edges);
  return STATUS_OK;
}

static status set_axes(builder *b) {
  plot_figure *figure = b->figure;
  plot_heat *heat = b->heat;
  figure->log_x = choose_log(b->spec->log, 'x', heat->x, heat->columns);
  figure->log_y = choose_log(b->spec->log, 'y', heat->y, heat->rows);
  TRY(set_edges(b->arena, figure->log_x, figure->log_y, heat));
  for (size_t i = 0; i < figure->panel_count; i++) {
    plot_panel *panel = &figure->panels[i];
    panel->x_low = heat->x_edges[0];
    panel->x_high = heat->x_edges[heat->columns];
    panel->y_low = heat->y_edges[0];
    panel->y_high = heat->y_edges[heat->rows];
  }
  return STATUS_OK;
}

static status read_marks(builder *b) {
  const cJSON *item;
  plot_heat *heat = b->heat;
  TRY(ARENA_ARRAY(b->arena, (size_t)cJSON_GetArraySize(b->spec->mark) + 1, heat->marks));
  cJSON_ArrayForEach (item, b->spec->mark) {
    const cJSON *x = json_member(item, "x"), *y = json_member(item, "y");
    if (!cJSON_IsNumber(x) || !cJSON_IsNumber(y)) return FAIL(STATUS_INVALID, "a mark needs the numbers x and y");
    heat->marks[heat->mark_count++] = (plot_mark){x->valuedouble, y->valuedouble, json_text(item, "label", "")};
  }
  return STATUS_OK;
}

status heat_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  static const char prefix[] = "bound:";
  const bool bound = strncmp(spec->z, prefix, sizeof prefix - 1) == 0;
  const char *bound_name = bound ? spec->z + sizeof prefix - 1 : NULL;
  builder b = {.arena = memory, .result = result, .spec = spec, .figure = figure};
  TRY(figure_begin(memory, spec, SHAPE_HEAT, figure));
  TRY(ARENA_ARRAY(memory, 1, figure->heat));
  b.heat = figure->heat;
  b.heat->zlabel = spec->zlabel;
  TRY(find_grid(&b));
  TRY(find_panels(&b));
  TRY(bound ? add_bound(&b, bound_name) : add_samples(&b));
  TRY(find_means(&b));
  TRY(set_axes(&b));
  return read_marks(&b);
}

/* ---- a learned matrix */

/* Row 1 is at the top, as a matrix is written. */
static status set_grid(arena *memory, const entry_values *values, plot_heat *heat) {
  heat->rows = values->rows;
  heat->columns = values->columns;
  heat->z_low = values->low;
  heat->z_high = values->high;
  TRY(ARENA_ARRAY(memory, heat->columns, heat->x));
  TRY(ARENA_ARRAY(memory, heat->rows, heat->y));
  for (size_t j = 0; j < heat->columns; j++) heat->x[j] = (double)(j + 1);
  for (size_t i = 0; i < heat->rows; i++) heat->y[i] = (double)(i + 1);
  return set_edges(memory, false, false, heat);
}

static void fill_panel(const plot_result *result, const entry_values *values, const plot_cell *run, plot_heat *heat,
                       double *z, plot_panel *panel) {
  const size_t cells = heat->rows * heat->columns;
  *panel = (plot_panel){.title = result_learner_title(result, run->learner),
                        .x_low = 0.5,
                        .x_high = (double)heat->columns + 0.5,
                        .y_low = (double)heat->rows + 0.5,
                        .y_high = 0.5};
  for (size_t i = 0; i < cells; i++) z[i] = NAN;
  for (size_t i = 0; i < values->count; i++) {
    const entry_value *value = &values->value[i];
    if (value->cell->row == run->row && value->index <= cells) z[value->index - 1] = value->value;
  }
  for (size_t i = 0; i < cells; i++) heat->missing += isnan(z[i]);
}

static status build_map(arena *memory, const plot_result *result, const plot_spec *spec, const entry_values *values,
                        plot_figure *figure) {
  plot_heat *heat = figure->heat;
  TRY(set_grid(memory, values, heat));
  const size_t cells = heat->rows * heat->columns;
  TRY(ARENA_ARRAY(memory, PLOT_PANELS * cells, heat->z));
  for (size_t learner = 0; learner < result->learner_count; learner++) {
    const plot_cell *run = result_first_run(result, learner);
    if (run == NULL || !spec_draws_learner(spec, result->learners[learner])) continue;
    plot_panel *panel = figure_add_panel(figure);
    if (panel != NULL) fill_panel(result, values, run, heat, heat->z + (figure->panel_count - 1) * cells, panel);
  }
  if (figure->panel_count == 0) return FAIL(STATUS_INVALID, "no learner is drawn");
  return entries_note(memory, result, "predictions after the last trial, one run: the first seed that finished",
                      &figure->note);
}

status map_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  CLEANUP(entry_values_free) entry_values values = {0};
  TRY(figure_begin(memory, spec, SHAPE_HEAT, figure));
  TRY(ARENA_ARRAY(memory, 1, figure->heat));
  figure->heat->zlabel = spec->zlabel;
  TRY(entry_values_read(result, spec->map, &values));
  return build_map(memory, result, spec, &values, figure);
}
