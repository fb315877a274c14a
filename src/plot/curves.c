#include "plot/curves.h"
#include "base/text.h"
#include "cell/observer.h"
#include "plot/bounds.h"
#include "plot/page/letters.h"
#include "plot/samples.h"

static const size_t NOWHERE = (size_t)-1;

/* Working state of one figure. */
typedef struct builder {
  arena *arena;
  const plot_result *result;
  const plot_spec *spec;
  plot_figure *figure;
  plot_samples samples;
  size_t *panel_of_point;     /* NOWHERE: left out */
  const char **rest_of_point; /* what tells its series apart within the panel */
  double *x_of_point;         /* NULL: over the trials */
  size_t *key_of_sample;      /* NOWHERE: not drawn */
  size_t *key_of_cell;        /* NOWHERE: none */
  int x_parameter, panel_parameter;
  bool carry; /* a curve keeps its value between two of its points */
} builder;

/* ---- Where the grid points are drawn: x and panels. ---- */

static bool against_trials(const plot_spec *spec) {
  return strcmp(spec->x, "trials") == 0;
}

/* x_values of the manifest has a number for each of its grid points. */
static status find_x_values(const builder *b) {
  const size_t count = (size_t)cJSON_GetArraySize(b->spec->x_values);
  const cJSON *value = NULL;
  double *x = NULL;
  size_t place = 0;
  TRY(ARENA_ARRAY(b->arena, count, x));
  cJSON_ArrayForEach (value, b->spec->x_values) x[place++] = cJSON_IsNumber(value) ? value->valuedouble : NAN;
  for (size_t i = 0; i < b->result->point_count; i++) {
    const int at = b->result->points[i].manifest;
    b->x_of_point[i] = at >= 0 && (size_t)at < count ? x[at] : NAN;
  }
  return STATUS_OK;
}

/* x of every grid point: the parameter's value, or x_values of the manifest. */
static status find_x(builder *b) {
  const plot_result *result = b->result;
  b->x_parameter = PLOT_NONE;
  if (against_trials(b->spec)) return STATUS_OK;
  TRY(ARENA_ARRAY(b->arena, result->point_count, b->x_of_point));
  if (strcmp(b->spec->x, "function") == 0) return find_x_values(b);
  TRY(result_require_parameter(result, "x", b->spec->x, &b->x_parameter));
  for (size_t i = 0; i < result->point_count; i++) {
    const plot_point *point = &result->points[i];
    if (!number_parse(point->values[b->x_parameter], &b->x_of_point[i])) {
      return FAIL(STATUS_INVALID, "x = '%s': its value '%s' is not a number", b->spec->x,
                  point->values[b->x_parameter]);
    }
  }
  return STATUS_OK;
}

static bool same_panel(const builder *b, size_t first, size_t second) {
  if (b->panel_parameter == PLOT_NONE) return true;
  const plot_point *points = b->result->points;
  return strcmp(points[first].values[b->panel_parameter], points[second].values[b->panel_parameter]) == 0;
}

static status add_panel(builder *b, size_t point, const bool *titled) {
  plot_panel *panel = figure_add_panel(b->figure);
  if (panel == NULL) return STATUS_OK;
  panel->point = point;
  b->panel_of_point[point] = (size_t)(panel - b->figure->panels);
  return result_parameters_text(b->arena, b->result, point, titled, false, &panel->title);
}

/* The panel of every grid point, and what tells its series apart within the panel. */
static status find_panels(builder *b) {
  const plot_result *result = b->result;
  const bool curves = against_trials(b->spec), apart = b->spec->panels != NULL;
  bool *titled = NULL, *rest = NULL;
  size_t *firsts = NULL, first_count = 0; /* the first grid point of each panel, also of those that are left out */
  TRY(ARENA_ARRAY(b->arena, result->point_count, firsts));
  TRY(ARENA_ARRAY(b->arena, result->parameter_count, titled));
  TRY(ARENA_ARRAY(b->arena, result->parameter_count, rest));
  TRY(ARENA_ARRAY(b->arena, result->point_count, b->panel_of_point));
  TRY(ARENA_ARRAY(b->arena, result->point_count, b->rest_of_point));
  b->panel_parameter = PLOT_NONE;
  if (apart) TRY(result_require_parameter(result, "panels", b->spec->panels, &b->panel_parameter));
  for (size_t k = 0; k < result->parameter_count; k++) {
    const bool swept = result->swept[k], is_panel = (int)k == b->panel_parameter;
    titled[k] = is_panel || (curves && !apart && swept);
    rest[k] = swept && !titled[k] && (int)k != b->x_parameter && strcmp(b->spec->x, "function") != 0;
  }
  for (size_t i = 0; i < result->point_count; i++) {
    b->panel_of_point[i] = NOWHERE;
    TRY(result_parameters_text(b->arena, result, i, rest, false, &b->rest_of_point[i]));
    size_t same = curves && !apart ? first_count : 0;
    while (same < first_count && !same_panel(b, firsts[same], i)) same++;
    if (same < first_count) {
      b->panel_of_point[i] = b->panel_of_point[firsts[same]];
    } else {
      firsts[first_count++] = i;
      TRY(add_panel(b, i, titled));
    }
  }
  return STATUS_OK;
}

/* ---- What is drawn: samples and their keys. ---- */

static bool is_count(const char *quantity) {
  return strcmp(quantity, "mistakes") == 0 || strcmp(quantity, "updates") == 0;
}

/* Quantities of the parameter: between two points of a curve, where nothing was updated, they keep their value. */
static bool is_parameters(const char *quantity) {
  const observed_quantity *of = observed_find(quantity);
  return of != NULL && of->needs & NEEDS_PARAMETER;
}

/* So do constants of the learner; but those are drawn as lines, like the bounds on them. */
static bool is_kept(const char *quantity) {
  return is_parameters(quantity) || learner_observed_constant(quantity) != NULL;
}

static status read_samples(builder *b) {
  const char *y = b->spec->y;
  const bool changes = is_count(y) || strcmp(y, "potential") == 0;
  if (!against_trials(b->spec)) {
    const status code = samples_of_cells(b->result, y, &b->samples);
    if (code != STATUS_END) return code;
  }
  const char *rolled = samples_rolled(y);
  TRY(samples_read(b->result, rolled != NULL ? rolled : y, changes, &b->samples));
  if (rolled != NULL) samples_roll(&b->samples);
  return STATUS_OK;
}

/* Values of 0 and 1 are outcomes, whose means are shares. */
static plot_spread choose_spread(const builder *b) {
  const plot_spec *spec = b->spec;
  if (b->x_of_point == NULL || (spec->spread_given && spec->spread != SPREAD_CI)) return spec->spread;
  for (size_t i = 0; i < b->samples.count; i++) {
    const plot_run *run = &b->samples.sample[i].run;
    const double value = run->count > 0 ? run->y[run->count - 1] : 0;
    if (value != 0 && value != 1) return spec->spread;
  }
  return SPREAD_SHARE;
}

static plot_shape choose_shape(const builder *b) {
  if (b->x_of_point != NULL) return SHAPE_POINTS;
  if (strcmp(b->spec->y, "progress") == 0) return SHAPE_DOTS;
  return (b->samples.from_curves && is_count(b->spec->y)) || is_parameters(b->spec->y) ? SHAPE_STEPS : SHAPE_LINES;
}

/* Whether the samples have more than one index: then the label names it. */
static bool several_indices(const plot_samples *samples) {
  for (size_t i = 1; i < samples->count; i++) {
    if (strcmp(samples->sample[i].index, samples->sample[0].index) != 0) return true;
  }
  return false;
}

static status label_key(builder *b, plot_key *key) {
  const bool procedure = strcmp(b->result->learners[key->learner], "-") == 0;
  const bool alone = b->result->learner_count == 1 && key->rest[0] != '\0';
  const char *label = procedure || alone ? "" : result_learner_title(b->result, key->learner);
  TRY(letters_of_formula(b->arena, label, &key->label));
  if (key->index[0] != '\0') TRY(arena_format(b->arena, &key->label, "%s, no. %s", key->label, key->index));
  if (key->rest[0] != '\0') TRY(arena_join(b->arena, &key->label, ", ", key->rest));
  key->unnamed = key->label[0] == '\0';
  if (key->unnamed) key->label = b->figure->ylabel;
  return STATUS_OK;
}

/* The place of a key, NOWHERE if its learner has `limit` others; STATUS_END if there are PLOT_KEYS in all. */
static status find_key(builder *b, plot_key wanted, size_t limit, size_t *out) {
  plot_figure *figure = b->figure;
  size_t of_learner = 0;
  for (size_t i = 0; i < figure->key_count; i++) {
    const plot_key *key = &figure->keys[i];
    of_learner += key->learner == wanted.learner;
    if (key->learner == wanted.learner && strcmp(key->rest, wanted.rest) == 0 &&
        strcmp(key->index, wanted.index) == 0) {
      *out = i;
      return STATUS_OK;
    }
  }
  *out = NOWHERE;
  if (of_learner >= limit) return STATUS_OK;
  if (figure->key_count == PLOT_KEYS) return STATUS_END;
  *out = figure->key_count++;
  figure->keys[*out] = wanted;
  TRY(arena_text(b->arena, &figure->keys[*out].index, wanted.index)); /* outlives the samples */
  return label_key(b, &figure->keys[*out]);
}

/* The key of a sample, if it is drawn. */
static status find_key_of_sample(builder *b, size_t place, bool indexed, size_t limit) {
  const plot_sample *sample = &b->samples.sample[place];
  const plot_cell *cell = sample->cell;
  if (b->panel_of_point[cell->point] == NOWHERE || sample->run.count == 0) return STATUS_OK;
  if (!spec_draws_learner(b->spec, b->result->learners[cell->learner])) return STATUS_OK;
  if (b->x_of_point != NULL && !isfinite(b->x_of_point[cell->point])) return STATUS_OK;
  const plot_key wanted = {
      .learner = cell->learner, .rest = b->rest_of_point[cell->point], .index = indexed ? sample->index : ""};
  TRY(find_key(b, wanted, limit, &b->key_of_sample[place]));
  if (b->key_of_sample[place] != NOWHERE) b->key_of_cell[cell->row] = b->key_of_sample[place];
  return STATUS_OK;
}

/* Marks the samples whose index is among the first few; the others are left out. */
static status choose_indices(builder *b, bool *drawn) {
  const char *known[PLOT_INDICES];
  size_t count = 0;
  for (size_t i = 0; i < b->samples.count; i++) {
    const char *index = b->samples.sample[i].index;
    size_t place = 0;
    while (place < count && strcmp(known[place], index) != 0) place++;
    if (place == count && count < PLOT_INDICES) TRY(arena_text(b->arena, &known[count++], index));
    drawn[i] = place < count;
    if (!drawn[i]) b->figure->indices_left_out = true;
  }
  return STATUS_OK;
}

/* At most `limit` keys of each learner; STATUS_END if there are more than PLOT_KEYS in all. */
static status try_keys(builder *b, const bool *drawn, size_t limit) {
  const bool indexed = several_indices(&b->samples);
  b->figure->key_count = 0;
  for (size_t i = 0; i < b->result->cell_count; i++) b->key_of_cell[i] = NOWHERE;
  for (size_t i = 0; i < b->samples.count; i++) b->key_of_sample[i] = NOWHERE;
  for (size_t player = 0; player < b->result->learner_count; player++) {
    for (size_t i = 0; i < b->samples.count; i++) {
      if (!drawn[i] || b->samples.sample[i].cell->learner != player) continue;
      TRY(find_key_of_sample(b, i, indexed, limit));
    }
  }
  return STATUS_OK;
}

/* Keys by learner, in the order of cells.tsv, so that colours do not depend on the plot's y. */
static status find_keys(builder *b) {
  const size_t learners = b->result->learner_count, samples = b->samples.count;
  plot_figure *figure = b->figure;
  bool *drawn = NULL;
  TRY(ARENA_ARRAY(b->arena, samples, b->key_of_sample));
  TRY(ARENA_ARRAY(b->arena, b->result->cell_count, b->key_of_cell));
  TRY(ARENA_ARRAY(b->arena, PLOT_KEYS, figure->keys));
  TRY(ARENA_ARRAY(b->arena, samples, drawn));
  TRY(choose_indices(b, drawn));
  status code = try_keys(b, drawn, NOWHERE);
  if (code == STATUS_END) { /* more than a legend can name */
    figure->keys_of_learner = learners < PLOT_KEYS ? PLOT_KEYS / learners : 1;
    code = try_keys(b, drawn, figure->keys_of_learner);
    if (code == STATUS_END) code = STATUS_OK; /* those of the first learners */
  }
  TRY(code);
  if (figure->key_count > 0) return STATUS_OK;
  return FAIL(STATUS_FAILED, "nothing to draw: no finished cell has a value of '%s'", b->spec->y);
}

/* ---- Series over the trials: the curves of a panel and key, with their mean and band. ---- */

/* A sample that is drawn, and where. */
typedef struct drawn_sample {
  const plot_sample *sample;
  size_t panel, key, place; /* place: in the order of the samples */
} drawn_sample;

/* The samples of one panel and key, or of a grid point among them. */
typedef struct range {
  const drawn_sample *of;
  size_t count;
} range;

static void count_seeds(plot_key *key, size_t seeds) {
  if (key->seeds_high == 0 || seeds < key->seeds_low) key->seeds_low = seeds;
  if (seeds > key->seeds_high) key->seeds_high = seeds;
}

/* The samples are freed before the figure is drawn. */
static status copy_runs(arena *memory, plot_series *series) {
  for (size_t i = 0; i < series->run_count; i++) {
    const plot_run run = series->runs[i];
    plot_run *copy = &series->runs[i];
    TRY(ARENA_ARRAY(memory, run.count, copy->x));
    TRY(ARENA_ARRAY(memory, run.count, copy->y));
    memcpy(copy->x, run.x, run.count * sizeof *run.x);
    memcpy(copy->y, run.y, run.count * sizeof *run.y);
  }
  return STATUS_OK;
}

static status add_curve(const builder *b, range of) {
  plot_figure *figure = b->figure;
  const size_t panel = of.of->panel, key = of.of->key;
  plot_run *runs = NULL; /* points of the samples */
  TRY(ARENA_ARRAY(b->arena, of.count, runs));
  for (size_t i = 0; i < of.count; i++) runs[i] = of.of[i].sample->run;
  plot_series *series = &figure->series[figure->series_count++];
  *series = (plot_series){.panel = panel, .key = key};
  TRY(band_of_runs(b->arena, runs, of.count, b->carry, PLOT_CURVE_POINTS, figure->spread, &series->band));
  count_seeds(&figure->keys[key], of.count);
  if (of.count == 1 && figure->shape != SHAPE_DOTS) return STATUS_OK; /* it is the mean */
  series->banded = figure->shape != SHAPE_DOTS;
  series->run_count = of.count < figure->runs ? of.count : figure->runs;
  TRY(ARENA_ARRAY(b->arena, series->run_count, series->runs));
  memcpy(series->runs, runs, series->run_count * sizeof *runs);
  return copy_runs(b->arena, series);
}

/* ---- Series against x: at each grid point the mean over its seeds. ---- */

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
static plot_moments moments_of_place(const place *at, double *values, plot_spread spread) {
  for (size_t j = 0; j < at->seeds.count; j++) values[j] = last_value(at, j);
  return moments_of(values, at->seeds.count, spread);
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
static void add_place(const place *at, double *values, plot_spread spread, plot_series *series) {
  plot_run *singles = &series->runs[0];
  for (size_t j = 0; j < at->seeds.count && j < PLOT_RUNS; j++) {
    singles->x[singles->count] = at->x;
    singles->y[singles->count++] = last_value(at, j);
  }
  series->band.x[series->band.count] = at->x;
  series->band.at[series->band.count++] = moments_of_place(at, values, spread);
}

/* A line fitted to all places, also where not all of them are drawn. */
static status fit_places(const builder *b, const place *places, size_t count, double *values, plot_series *series) {
  double *x = NULL, *means = NULL;
  TRY(ARENA_ARRAY(b->arena, count, x));
  TRY(ARENA_ARRAY(b->arena, count, means));
  for (size_t i = 0; i < count; i++) {
    x[i] = places[i].x;
    means[i] = moments_of_place(&places[i], values, SPREAD_NONE).mean;
  }
  const status fitted = fit_power(x, means, count, &series->fit);
  series->fitted = fitted == STATUS_OK;
  return fitted == STATUS_END ? STATUS_OK : fitted;
}

/* The places that are drawn; more would run together. */
static status choose_places(const builder *b, const place *places, size_t count, size_t **chosen, size_t *kept) {
  double *x = NULL;
  TRY(ARENA_ARRAY(b->arena, count, x));
  for (size_t i = 0; i < count; i++) x[i] = places[i].x;
  return thin_indices(b->arena, x, count, PLOT_PLACES, chosen, kept);
}

static status add_points(const builder *b, range of) {
  plot_figure *figure = b->figure;
  const size_t key = of.of->key;
  place *places = NULL;
  double *values = NULL;
  size_t count = 0, kept = 0, *chosen = NULL;
  TRY(points_by_x(b, of, &places, &count));
  TRY(ARENA_ARRAY(b->arena, of.count, values));
  plot_series *series = &figure->series[figure->series_count++];
  *series = (plot_series){.panel = of.of->panel, .key = key, .run_count = 1};
  for (size_t i = 0; i < count; i++) count_seeds(&figure->keys[key], places[i].seeds.count);
  if (b->spec->fit) TRY(fit_places(b, places, count, values, series));
  if (count > PLOT_PLACES && count > figure->places) figure->places = count;
  TRY(choose_places(b, places, count, &chosen, &kept));
  TRY(make_band(b, kept, series));
  for (size_t i = 0; i < kept; i++) add_place(&places[chosen[i]], values, figure->spread, series);
  if (figure->keys[key].seeds_high < 2) series->run_count = 0;
  return STATUS_OK;
}

/* ---- All of it. ---- */

/* By panel, key and grid point. */
static int compare_samples(const void *x, const void *y) {
  const drawn_sample *a = x, *b = y;
  const size_t of_a[] = {a->panel, a->key, a->sample->cell->point, a->place};
  const size_t of_b[] = {b->panel, b->key, b->sample->cell->point, b->place};
  for (size_t i = 0; i < 4; i++) {
    if (of_a[i] != of_b[i]) return of_a[i] < of_b[i] ? -1 : 1;
  }
  return 0;
}

static status add_series(builder *b) {
  plot_figure *figure = b->figure;
  drawn_sample *drawn = NULL;
  size_t count = 0;
  b->carry = b->samples.from_curves || is_kept(b->spec->y);
  TRY(ARENA_ARRAY(b->arena, b->samples.count, drawn));
  for (size_t i = 0; i < b->samples.count; i++) {
    const plot_sample *sample = &b->samples.sample[i];
    if (b->key_of_sample[i] == NOWHERE) continue;
    drawn[count++] = (drawn_sample){sample, b->panel_of_point[sample->cell->point], b->key_of_sample[i], i};
  }
  TRY(ARENA_ARRAY(b->arena, figure->panel_count * figure->key_count, figure->series));
  if (count > 1) qsort(drawn, count, sizeof *drawn, compare_samples);
  const size_t each = PLOT_ALL_RUNS / (figure->panel_count * figure->key_count);
  figure->runs = b->x_of_point != NULL || each > PLOT_RUNS ? PLOT_RUNS : each;
  if (figure->runs < 2) figure->runs = figure->shape == SHAPE_DOTS ? 2 : 0;
  for (size_t first = 0, last = 0; first < count; first = last) {
    while (last < count && drawn[last].panel == drawn[first].panel && drawn[last].key == drawn[first].key) last++;
    const range of = {drawn + first, last - first};
    TRY(b->x_of_point == NULL ? add_curve(b, of) : add_points(b, of));
  }
  return STATUS_OK;
}

static status build(builder *b) {
  const plot_spec *spec = b->spec;
  TRY(spec_check_learners(spec, b->result));
  TRY(find_x(b));
  TRY(find_panels(b));
  TRY(read_samples(b));
  b->figure->shape = choose_shape(b);
  b->figure->spread = choose_spread(b);
  b->figure->rolling = samples_rolled(spec->y) != NULL;
  /* With a fit, or with several grid points at one x, a line from point to point would mean nothing. */
  b->figure->connected = !spec->fit && strcmp(spec->x, "function") != 0;
  b->figure->count_axis = is_count(spec->y) || strcmp(spec->y, "loss") == 0;
  TRY(find_keys(b));
  TRY(add_series(b));
  if (spec->bounds == BOUNDS_NONE) return STATUS_OK;
  const bounds_places places = {b->panel_of_point, b->key_of_cell, b->x_of_point};
  return bounds_add(b->arena, b->result, spec, &places, b->figure);
}

status curves_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  builder b = {.arena = memory, .result = result, .spec = spec, .figure = figure};
  TRY(figure_begin(memory, spec, SHAPE_LINES, figure));
  const status code = build(&b);
  samples_free(&b.samples);
  return code;
}
