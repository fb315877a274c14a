#include "plot/samples.h"
#include "base/file.h"
#include "base/json.h"
#include "bounds/batch/batch_totals.h"
#include "cell/curve.h"
#include "learners/forecast.h"
#include "results/table_reader.h"

static const size_t NO_SAMPLE = (size_t)-1;

static status samples_begin(const plot_result *result, plot_samples *samples) {
  memset(samples, 0, sizeof *samples);
  TRY(NEW_ARRAY(result->cell_count, samples->last));
  for (size_t i = 0; i < result->cell_count; i++) samples->last[i] = NO_SAMPLE;
  return STATUS_OK;
}

static status add_sample(plot_samples *samples, const plot_cell *cell, const char *index, plot_sample **out) {
  TRY(memory_room(&samples->sample, &samples->room, samples->count + 1, sizeof *samples->sample));
  char *copy = NULL;
  if (*index != 0) TRY(memory_text(index, &copy)); /* most have none */
  *out = &samples->sample[samples->count];
  **out = (plot_sample){cell, copy == NULL ? "" : copy, copy, {0}, samples->last[cell->row]};
  samples->last[cell->row] = samples->count++;
  return STATUS_OK;
}

/* The sample of (cell, index), made if need be; NULL for cells that are unknown or not done. */
static status find_sample(const plot_result *result, plot_samples *samples, const char *cell_name, const char *index,
                          plot_sample **out) {
  const plot_cell *cell = result_cell(result, cell_name);
  *out = NULL;
  if (cell == NULL || !cell->done) return STATUS_OK;
  for (size_t i = samples->last[cell->row]; i != NO_SAMPLE; i = samples->sample[i].previous) {
    if (strcmp(samples->sample[i].index, index) != 0) continue;
    *out = &samples->sample[i];
    return STATUS_OK;
  }
  return add_sample(samples, cell, index, out);
}

/* Appends a point; one at the t of the last point is ignored. With `changes`, the last point moves along while the
 * value stays the same: a curve keeps its first point, its changes and its end. */
static status add_point(plot_sample *sample, double t, double value, bool changes) {
  plot_run *run = &sample->run;
  if (run->count > 0 && !(t > run->x[run->count - 1])) {
    return t == run->x[run->count - 1] ? STATUS_OK
                                       : FAIL(STATUS_INVALID, "cell %s: t = %g comes after t = %g", sample->cell->name,
                                              t, run->x[run->count - 1]);
  }
  const size_t n = run->count;
  if (changes && n > 1 && run->y[n - 1] == value && run->y[n - 2] == value) {
    run->x[n - 1] = t;
    return STATUS_OK;
  }
  return run_append(run, t, value);
}

/* The trials of the grid between the last point and t, at which nothing changed (cell/curve.h). */
static status fill_grid(plot_sample *sample, curve *grid, double t, bool changes) {
  const plot_run *run = &sample->run;
  if (!(run->count > 0 && run->x[run->count - 1] >= 0.0 && t <= 0x1p53)) return STATUS_OK;
  size_t next = curve_grid_after(grid, (size_t)run->x[run->count - 1]);
  for (; (double)next < t; next = curve_grid_after(grid, next)) {
    TRY(add_point(sample, (double)next, run->y[run->count - 1], changes));
  }
  return STATUS_OK;
}

static status read_rows(const plot_result *result, line_reader *reader, const char *quantity, bool changes,
                        plot_samples *samples) {
  const bool curves = samples->from_curves;
  size_t cell, t, value, named = 0, index = 0;
  TRY(reader_column(reader, "cell", &cell));
  TRY(reader_column(reader, "t", &t));
  TRY(reader_column(reader, curves ? quantity : "value", &value));
  if (!curves) TRY(reader_column(reader, "quantity", &named));
  if (!curves) TRY(reader_column(reader, "index", &index));
  plot_sample *sample = NULL;
  curve grid = {.count = 0};
  for (;;) {
    const status code = reader_row(reader);
    if (code == STATUS_END) return STATUS_OK;
    TRY(code);
    double at, number;
    if (!curves && strcmp(reader->cells[named], quantity) != 0) continue;
    if (!number_parse(reader->cells[value], &number)) {
      sample = NULL;
      continue;
    }
    if (!number_parse(reader->cells[t], &at)) {
      return FAIL(STATUS_INVALID, "%s:%zu: t is '%s', expected a number", reader->path, reader->number,
                  reader->cells[t]);
    }
    const char *place = curves ? "" : reader->cells[index];
    if (sample == NULL || strcmp(sample->cell->name, reader->cells[cell]) != 0 || strcmp(sample->index, place) != 0) {
      TRY(find_sample(result, samples, reader->cells[cell], place, &sample));
      grid = (curve){.count = 0};
    } else if (curves) {
      TRY(fill_grid(sample, &grid, at, changes));
    }
    if (sample == NULL) continue;
    TRY(status_context(add_point(sample, at, number, changes), "%s:%zu", reader->path, reader->number));
  }
}

/* Whether the scenario asked for the quantity: by `observe`, or by a test that measures it. */
static bool is_observed(const plot_result *result, const char *quantity) {
  static const char target[] = "target_";
  const cJSON *name = NULL;
  if (strncmp(quantity, target, sizeof target - 1) == 0) quantity += sizeof target - 1;
  cJSON_ArrayForEach (name, json_member(result->manifest, "observe")) {
    if (cJSON_IsString(name) && strcmp(name->valuestring, quantity) == 0) return true;
  }
  for (size_t i = 0; batch_quantities[i] != NULL; i++) {
    if (strcmp(batch_quantities[i], quantity) == 0) return true;
  }
  return false;
}

/* STATUS_END if the table or its column is absent. */
static status read_table(const plot_result *result, const char *table, const char *quantity, bool changes,
                         plot_samples *samples) {
  FREED char *path = NULL;
  CLEANUP(reader_close) line_reader reader = {.file = NULL};
  TRY(memory_format(&path, "%s/%s.tsv", result->folder, table));
  if (!file_exists(path)) return STATUS_END;
  TRY(reader_open(result->folder, table, &reader));
  if (samples->from_curves && reader_place(&reader, quantity) < 0) return STATUS_END;
  return read_rows(result, &reader, quantity, changes, samples);
}

status samples_read(const plot_result *result, const char *quantity, bool changes, plot_samples *samples) {
  CLEANUP(samples_free) plot_samples read = {0};
  *samples = read;
  TRY(samples_begin(result, &read));
  const bool key = strcmp(quantity, "cell") == 0 || strcmp(quantity, "t") == 0;
  read.from_curves = true;
  status code = key ? STATUS_END : read_table(result, "curves", quantity, changes, &read);
  if (code == STATUS_END) {
    read.from_curves = false;
    code = read_table(result, "observations", quantity, changes, &read);
  }
  if (code != STATUS_END) TRY(code);
  if (read.count == 0) {
    const bool asked = strcmp(quantity, "potential") == 0 || is_observed(result, quantity);
    return asked ? STATUS_END /* asked for, but never happened */
                 : FAIL(STATUS_INVALID, "%s: no values of '%s' in curves.tsv or observations.tsv", result->folder,
                        quantity);
  }
  return HAND_OVER(read, *samples);
}

status samples_of_cells(const plot_result *result, const char *quantity, plot_samples *samples) {
  const size_t column = tsv_column(&result->cells, quantity), first = tsv_column(&result->cells, "trials");
  *samples = (plot_samples){0};
  if (column == (size_t)-1 || first == (size_t)-1 || column < first) return STATUS_END;
  CLEANUP(samples_free) plot_samples read = {0};
  TRY(samples_begin(result, &read));
  for (size_t i = 0; i < result->cell_count; i++) {
    const double value = tsv_value(&result->cells, i, column), trials = tsv_value(&result->cells, i, first);
    plot_sample *sample = NULL;
    if (!result->cell[i].done || !isfinite(value)) continue;
    TRY(find_sample(result, &read, result->cell[i].name, "", &sample));
    if (sample != NULL) TRY(add_point(sample, isfinite(trials) ? trials : 0, value, false));
  }
  return HAND_OVER(read, *samples);
}

void samples_free(plot_samples *samples) {
  for (size_t i = 0; i < samples->count; i++) {
    free(samples->sample[i].owned);
    run_free(&samples->sample[i].run);
  }
  free(samples->sample);
  free(samples->last);
  *samples = (plot_samples){0};
}

/* The window of samples_roll, as a share of the run, and the least distance of the points it keeps, as a share of the window: the grid's own at
 * the end of a run. Closer points at its beginning would look as if the curve grew smoother. */
static const double window = 0.1, spacing = 0.2;

/* Keeps the points at the trials that every cell has (cell/curve.h): those of mistakes and updates are kept for the
 * first few only, and the curve would change its resolution where they end. */
static void keep_grid(plot_run *run) {
  curve grid = {.count = 0};
  size_t kept = 0, next = 0;
  for (size_t i = 0; i < run->count; i++) {
    while ((double)next < fmin(run->x[i], 0x1p53)) next = curve_grid_after(&grid, next);
    if ((double)next != run->x[i] && i + 1 < run->count && run->x[i] > 0) continue;
    run->x[kept] = run->x[i];
    run->y[kept++] = run->y[i];
  }
  run->count = kept;
}

/* From the end, so that the earlier points it needs are not yet replaced. */
static void roll(plot_run *run) {
  const double width = run->count > 0 ? window * run->x[run->count - 1] : 0.0;
  size_t i = run->count, back = run->count;
  for (; i-- > 0;) {
    if (back > i) back = i;
    while (back > 0 && run->x[back] > run->x[i] - width) back--;
    if (back == i || run->x[back] > run->x[i] - width) break;
    run->y[i] = (run->y[i] - run->y[back]) / (run->x[i] - run->x[back]);
  }
  const size_t first = i + 1,
               last = run->count; /* the first with a point a window before it; 0 if the loop went through */
  size_t kept = 0;
  for (size_t k = first; k < last; k++) {
    if (kept > 0 && k + 1 < last && run->x[k] < run->x[kept - 1] + spacing * width) continue;
    run->x[kept] = run->x[k];
    run->y[kept++] = run->y[k];
  }
  run->count = kept;
}

const char *samples_rolled(const char *quantity) {
  static const char prefix[] = "rolling_";
  const char *of = quantity + sizeof prefix - 1;
  if (strncmp(quantity, prefix, sizeof prefix - 1) != 0) return NULL;
  if (strcmp(of, "loss") == 0) return of;
  for (size_t k = 0; forecast_scores[k] != NULL; k++) {
    if (strcmp(of, forecast_scores[k]) == 0) return of;
  }
  return NULL;
}

void samples_roll(plot_samples *samples) {
  for (size_t i = 0; i < samples->count; i++) {
    plot_run *run = &samples->sample[i].run;
    for (size_t k = 0; k < run->count && !samples->from_curves; k++) run->y[k] *= run->x[k]; /* sums */
    keep_grid(&samples->sample[i].run);
    roll(&samples->sample[i].run);
  }
}
