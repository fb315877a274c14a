#include "plot/by_index.h"
#include "base/file.h"
#include "plot/entries.h"
#include "results/table_reader.h"

typedef struct builder {
  arena *arena;
  const plot_result *result;
  plot_figure *figure;
  double *work; /* the values of one place */
  const entry_values *forecasts,
      *counts; /* of calibration: where its places are on the x axis, trials; otherwise NULL */
} builder;

/* The mean over the learner's runs at this place; NULL: the place itself. */
static double mean_of(const entry_values *values, size_t learner, size_t place) {
  double sum = 0.0, count = 0.0;
  if (values == NULL) return (double)place;
  for (size_t i = 0; i < values->count; i++) {
    const entry_value *value = &values->value[i];
    if (value->cell->learner != learner || value->index != place) continue;
    sum += value->value;
    count += 1.0;
  }
  return sum / count;
}

/* The values of the learner's runs under this label. */
static status add_series(builder *b, const entry_values *values, size_t learner, const char *label) {
  const size_t rows = values->rows;
  plot_figure *figure = b->figure;
  plot_key *key = &figure->keys[figure->key_count];
  plot_series *series = &figure->series[figure->series_count];
  *series = (plot_series){.key = figure->key_count, .run_count = 1};
  *key = (plot_key){.learner = learner, .rest = "", .index = "", .label = label};
  TRY(ARENA_ARRAY(b->arena, rows, series->band.x));
  TRY(ARENA_ARRAY(b->arena, rows, series->band.at));
  TRY(ARENA_ARRAY(b->arena, 1, series->runs));
  if (b->counts != NULL) TRY(ARENA_ARRAY(b->arena, rows, series->weights));
  plot_run *singles = &series->runs[0];
  TRY(ARENA_ARRAY(b->arena, rows * PLOT_RUNS, singles->x));
  TRY(ARENA_ARRAY(b->arena, rows * PLOT_RUNS, singles->y));
  key->seeds_low = (size_t)-1;
  for (size_t place = 1; place <= rows; place++) {
    size_t seeds = 0;
    const double x = mean_of(b->forecasts, learner, place);
    for (size_t i = 0; i < values->count; i++) {
      const entry_value *value = &values->value[i];
      if (value->cell->learner != learner || value->index != place) continue;
      b->work[seeds++] = value->value;
      if (seeds > PLOT_RUNS) continue;
      singles->x[singles->count] = x;
      singles->y[singles->count++] = value->value;
    }
    if (seeds == 0) continue;
    const size_t n = series->band.count++;
    series->band.x[n] = x;
    if (b->counts != NULL) series->weights[n] = mean_of(b->counts, learner, place);
    series->band.at[n] = moments_of(b->work, seeds, figure->spread);
    if (seeds < key->seeds_low) key->seeds_low = seeds;
    if (seeds > key->seeds_high) key->seeds_high = seeds;
  }
  if (series->band.count == 0) return STATUS_OK;
  if (key->seeds_high < 2) series->run_count = 0;
  figure->key_count++;
  figure->series_count++;
  return STATUS_OK;
}

/* For one seed all learners have the same target: the first learner's runs show it. */
static status add_target(builder *b, const entry_values *target) {
  return target->count == 0 ? STATUS_OK : add_series(b, target, target->value[0].cell->learner, "target");
}

/* The names of items in the order of the x axis, from the first run in orderings.tsv. */
static status find_names(builder *b, const tsv_table *table, size_t rows) {
  const size_t cell = tsv_column(table, "cell"), name = tsv_column(table, "name"), place = tsv_column(table, "planted");
  const char **names = NULL;
  size_t found = 0;
  if (table->rows == 0) return STATUS_OK;
  TRY(ARENA_ARRAY(b->arena, rows, names));
  for (size_t row = 0; row < table->rows; row++) {
    const double at = tsv_value(table, row, place);
    if (strcmp(tsv_cell(table, row, cell), tsv_cell(table, 0, cell)) != 0) continue;
    if (!(at >= 1 && at <= (double)rows) || strcmp(tsv_cell(table, row, name), "-") == 0) continue;
    found += names[(size_t)at - 1] == NULL;
    TRY(arena_text(b->arena, &names[(size_t)at - 1], tsv_cell(table, row, name)));
  }
  if (found < rows) return STATUS_OK;
  b->figure->places_named = names;
  b->figure->named_count = rows;
  b->figure->connected = false; /* from one name to the next a line would mean nothing */
  return STATUS_OK;
}

static status read_names(builder *b, size_t rows) {
  static const char *const needed[] = {"cell", "name", "planted", NULL};
  CLEANUP(tsv_free) tsv_table table = {0};
  const char *path = NULL;
  TRY(arena_format(b->arena, &path, "%s/orderings.tsv", b->result->folder));
  if (!file_exists(path)) return STATUS_OK;
  TRY(result_table_read(b->result->folder, "orderings", needed, &table));
  return find_names(b, &table, rows);
}

static status build(builder *b, const plot_spec *spec, const entry_values *values, const entry_values *target) {
  plot_figure *figure = b->figure;
  figure_add_panel(figure)->title = "";
  TRY(ARENA_ARRAY(b->arena, b->result->learner_count + 1, figure->keys));
  TRY(ARENA_ARRAY(b->arena, b->result->learner_count + 1, figure->series));
  TRY(ARENA_ARRAY(b->arena, values->count + target->count, b->work));
  for (size_t learner = 0; learner < b->result->learner_count; learner++) {
    if (!spec_draws_learner(spec, b->result->learners[learner])) continue;
    TRY(add_series(b, values, learner, result_learner_title(b->result, learner)));
  }
  if (figure->key_count == 0) return FAIL(STATUS_INVALID, "no learner is drawn");
  TRY(add_target(b, target));
  if (strcmp(spec->y, "ordering") == 0) TRY(read_names(b, values->rows));
  return entries_note(b->arena, b->result, "after the last trial", &figure->note);
}

status by_index_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  CLEANUP(entry_values_free) entry_values values = {0}, target = {0}, forecasts = {0}, counts = {0};
  builder b = {.arena = memory, .result = result, .figure = figure};
  TRY(figure_begin(memory, spec, SHAPE_POINTS, figure));
  figure->connected = true;
  figure->runs = PLOT_RUNS;
  TRY(entry_values_read(result, spec->y, &values));
  if (strcmp(spec->y, "spectrum") == 0) {
    const status code = entry_values_read(result, "target_spectrum", &target);
    if (code != STATUS_END) TRY(code); /* there is no target kernel */
  }
  if (strcmp(spec->y, "calibration") == 0) {
    TRY(entry_values_read(result, "calibration_forecast", &forecasts));
    TRY(entry_values_read(result, "calibration_count", &counts));
    b.forecasts = &forecasts;
    b.counts = &counts;
    figure->diagonal = true;
  }
  return build(&b, spec, &values, &target);
}
