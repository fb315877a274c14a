/* The series of a figure: curves with their bands, and means over the seeds of grid points. */
#include <math.h>
#include <stdlib.h>

#include "plot/figure.h"

typedef struct builder {
  plot_arena *arena;
  const plot_spec *spec;
  const double *x_of_point; /* NULL for curves */
  bool carry;
} builder;

/* The samples of one panel and key, or of a grid point among them. */
typedef struct range {
  const drawn_sample *of;
  size_t count;
} range;

static int compare_samples(const void *x, const void *y) {
  const drawn_sample *a = x, *b = y;
  const size_t of_a[] = {a->panel, a->key, a->sample->cell->point, a->place};
  const size_t of_b[] = {b->panel, b->key, b->sample->cell->point, b->place};
  for (size_t i = 0; i < 4; i++) {
    if (of_a[i] != of_b[i]) return of_a[i] < of_b[i] ? -1 : 1;
  }
  return 0;
}

static void count_seeds(plot_key *key, size_t seeds) {
  if (key->seeds_high == 0 || seeds < key->seeds_low) key->seeds_low = seeds;
  if (seeds > key->seeds_high) key->seeds_high = seeds;
}

/* A curve: the runs of (panel, key). */
static status add_curve(const builder *b, plot_figure *figure, range of) {
  const size_t panel = of.of->panel, key = of.of->key;
  plot_run *runs = NULL; /* not their owner */
  TRY(ARENA_ARRAY(b->arena, of.count, runs));
  for (size_t i = 0; i < of.count; i++) runs[i] = of.of[i].sample->run;
  plot_series *series = &figure->series[figure->series_count++];
  *series = (plot_series){.panel = panel, .key = key};
  TRY(band_of_runs(b->arena, runs, of.count, b->carry, PLOT_CURVE_POINTS, &series->band));
  count_seeds(&figure->keys[key], of.count);
  if (of.count == 1 && figure->shape != SHAPE_DOTS) return STATUS_OK; /* it is the mean */
  series->run_count = of.count < PLOT_RUNS ? of.count : PLOT_RUNS;
  TRY(ARENA_ARRAY(b->arena, series->run_count, series->runs));
  for (size_t i = 0; i < series->run_count; i++) TRY(run_thin(b->arena, &runs[i], PLOT_RUN_POINTS, &series->runs[i]));
  return STATUS_OK;
}

/* A grid point with its samples. */
typedef struct place {
  double x;
  size_t point;
  range seeds;
} place;

static int compare_places(const void *a, const void *b) {
  const place *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return (p->point > q->point) - (p->point < q->point);
}

/* Grid points of a series by ascending x. */
static status points_by_x(const builder *b, range of, place **out, size_t *count) {
  place *places = NULL;
  *count = 0;
  TRY(ARENA_ARRAY(b->arena, of.count, places));
  for (size_t i = 0; i < of.count; i++) {
    const size_t point = of.of[i].sample->cell->point;
    if (*count > 0 && places[*count - 1].point == point) {
      places[*count - 1].seeds.count++;
    } else {
      places[(*count)++] = (place){b->x_of_point[point], point, {of.of + i, 1}};
    }
  }
  qsort(places, *count, sizeof *places, compare_places);
  *out = places;
  return STATUS_OK;
}

static double last_value(const place *at, size_t seed) {
  const plot_run *run = &at->seeds.of[seed].sample->run;
  return run->y[run->count - 1];
}

/* values: room for one value of each seed. */
static plot_moments moments_of_place(const place *at, double *values) {
  for (size_t j = 0; j < at->seeds.count; j++) values[j] = last_value(at, j);
  return moments_of(values, at->seeds.count);
}

static status make_band(const builder *b, size_t count, plot_series *series) {
  TRY(ARENA_ARRAY(b->arena, count, series->band.x));
  TRY(ARENA_ARRAY(b->arena, count, series->band.at));
  TRY(ARENA_ARRAY(b->arena, 1, series->runs));
  plot_run *singles = &series->runs[0];
  TRY(ARENA_ARRAY(b->arena, count * PLOT_RUNS, singles->x));
  return ARENA_ARRAY(b->arena, count * PLOT_RUNS, singles->y);
}

/* The mean over the seeds of a place, each with its last value; the first seeds as single dots. */
static void put_place(const place *at, double *values, plot_series *series) {
  plot_run *singles = &series->runs[0];
  for (size_t j = 0; j < at->seeds.count && j < PLOT_RUNS; j++) {
    singles->x[singles->count] = at->x;
    singles->y[singles->count++] = last_value(at, j);
  }
  series->band.x[series->band.count] = at->x;
  series->band.at[series->band.count++] = moments_of_place(at, values);
}

/* A line fitted over all places, also where not all of them are drawn. */
static status fit_places(const builder *b, const place *places, size_t count, double *values, plot_series *series) {
  double *x = NULL, *means = NULL;
  TRY(ARENA_ARRAY(b->arena, count, x));
  TRY(ARENA_ARRAY(b->arena, count, means));
  for (size_t i = 0; i < count; i++) {
    x[i] = places[i].x;
    means[i] = moments_of_place(&places[i], values).mean;
  }
  const status fitted = fit_power(x, means, count, &series->fit);
  series->fitted = fitted == STATUS_OK;
  return fitted == STATUS_END ? STATUS_OK : fitted;
}

/* Places that are drawn; more would be a smear. */
static status choose_places(const builder *b, const place *places, size_t *count, size_t **chosen) {
  double *x = NULL;
  const size_t room = *count < PLOT_RUN_POINTS ? *count : PLOT_RUN_POINTS;
  TRY(ARENA_ARRAY(b->arena, *count, x));
  TRY(ARENA_ARRAY(b->arena, room, *chosen));
  for (size_t i = 0; i < *count; i++) x[i] = places[i].x;
  *count = thin_indices(x, *count, PLOT_RUN_POINTS, *chosen);
  return STATUS_OK;
}

/* Means over the seeds of each grid point. */
static status add_points(const builder *b, plot_figure *figure, range of) {
  const size_t key = of.of->key;
  place *places = NULL;
  double *values = NULL;
  size_t count = 0, *chosen = NULL;
  TRY(points_by_x(b, of, &places, &count));
  TRY(ARENA_ARRAY(b->arena, of.count, values));
  plot_series *series = &figure->series[figure->series_count++];
  *series = (plot_series){.panel = of.of->panel, .key = key, .run_count = 1};
  for (size_t i = 0; i < count; i++) count_seeds(&figure->keys[key], places[i].seeds.count);
  if (b->spec->fit) TRY(fit_places(b, places, count, values, series));
  if (count > PLOT_RUN_POINTS && count > figure->places) figure->places = count;
  TRY(choose_places(b, places, &count, &chosen));
  TRY(make_band(b, count, series));
  for (size_t i = 0; i < count; i++) put_place(&places[chosen[i]], values, series);
  if (figure->keys[key].seeds_high < 2) series->run_count = 0;
  return STATUS_OK;
}

status figure_add_series(plot_arena *arena, const plot_spec *spec, const double *x_of_point, bool carry,
                         drawn_sample *samples, size_t count, plot_figure *figure) {
  const builder b = {arena, spec, x_of_point, carry};
  TRY(ARENA_ARRAY(arena, figure->panel_count * figure->key_count, figure->series));
  if (count > 1) qsort(samples, count, sizeof *samples, compare_samples);
  for (size_t first = 0, last = 0; first < count; first = last) {
    while (last < count && samples[last].panel == samples[first].panel && samples[last].key == samples[first].key)
      last++;
    const range of = {samples + first, last - first};
    TRY(x_of_point == NULL ? add_curve(&b, figure, of) : add_points(&b, figure, of));
  }
  return STATUS_OK;
}
