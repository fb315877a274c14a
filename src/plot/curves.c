#include "plot/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "learners/learner.h"

static const size_t NOWHERE = (size_t)-1;

/* Working state of one figure. */
typedef struct builder {
  plot_arena *arena;
  const plot_result *result;
  const plot_spec *spec;
  plot_samples *samples;
  size_t *panel_of_point;
  const char **rest_of_point;
  double *x_of_point; /* NULL for curves */
  size_t *key_of_sample;
  size_t *key_of_cell;
  int x_parameter, panel_parameter;
} builder;

static bool against_trials(const plot_spec *spec) {
  return strcmp(spec->x, "trials") == 0;
}

static bool learner_wanted(const plot_spec *spec, const char *label) {
  const cJSON *item;
  if (spec->learners == NULL) return true;
  cJSON_ArrayForEach (item, spec->learners) {
    if (cJSON_IsString(item) && strcmp(item->valuestring, label) == 0) return true;
  }
  return false;
}

static status check_learners(const plot_result *result, const plot_spec *spec) {
  const cJSON *item;
  cJSON_ArrayForEach (item, spec->learners) {
    const char *label = cJSON_GetStringValue(item);
    if (label == NULL || result_learner(result, label) == PLOT_NONE) {
      return FAIL(STATUS_INVALID, "no learner is named '%s'", label != NULL ? label : "?");
    }
  }
  return STATUS_OK;
}

static status parameter_place(const plot_result *result, const char *field, const char *name, int *place) {
  *place = result_parameter(result, name);
  if (*place != PLOT_NONE) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s = '%s' is no parameter of the scenario", field, name);
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
  const bool function = strcmp(b->spec->x, "function") == 0;
  b->x_parameter = PLOT_NONE;
  if (against_trials(b->spec)) return STATUS_OK;
  TRY(ARENA_ARRAY(b->arena, result->point_count, b->x_of_point));
  if (!function) TRY(parameter_place(result, "x", b->spec->x, &b->x_parameter));
  if (function) return find_x_values(b);
  for (size_t i = 0; i < result->point_count; i++) {
    const plot_point *point = &result->points[i];
    if (!number_parse(point->values[b->x_parameter], &b->x_of_point[i])) {
      return FAIL(STATUS_INVALID, "x = '%s': its value '%s' is not a number", b->spec->x,
                  point->values[b->x_parameter]);
    }
  }
  return STATUS_OK;
}

static status add_panel(builder *b, plot_figure *figure, size_t point, bool *titled) {
  if (figure->panel_count == PLOT_PANELS) {
    figure->panels_left_out++;
    return STATUS_OK;
  }
  plot_panel *panel = &figure->panels[figure->panel_count];
  b->panel_of_point[point] = figure->panel_count++;
  panel->point = point;
  return result_parameters_text(b->arena, b->result, point, titled, &panel->title);
}

static bool same_panel(const builder *b, size_t first, size_t second) {
  if (b->panel_parameter == PLOT_NONE) return true;
  const plot_point *points = b->result->points;
  return strcmp(points[first].values[b->panel_parameter], points[second].values[b->panel_parameter]) == 0;
}

/* The panel of every grid point, and what tells its series apart within the panel. */
static status find_panels(builder *b, plot_figure *figure) {
  const plot_result *result = b->result;
  const bool curves = against_trials(b->spec), apart = b->spec->panels != NULL;
  bool *titled = NULL, *rest = NULL;
  size_t *firsts = NULL, first_count = 0; /* the first grid point of each panel, also of those that are left out */
  TRY(ARENA_ARRAY(b->arena, result->point_count, firsts));
  TRY(ARENA_ARRAY(b->arena, result->parameter_count, titled));
  TRY(ARENA_ARRAY(b->arena, result->parameter_count, rest));
  TRY(ARENA_ARRAY(b->arena, PLOT_PANELS, figure->panels));
  TRY(ARENA_ARRAY(b->arena, result->point_count, b->panel_of_point));
  TRY(ARENA_ARRAY(b->arena, result->point_count, b->rest_of_point));
  b->panel_parameter = PLOT_NONE;
  if (apart) TRY(parameter_place(result, "panels", b->spec->panels, &b->panel_parameter));
  for (size_t k = 0; k < result->parameter_count; k++) {
    const bool swept = result_swept(result, k), is_panel = (int)k == b->panel_parameter;
    titled[k] = is_panel || (curves && !apart && swept);
    rest[k] = swept && !titled[k] && (int)k != b->x_parameter && strcmp(b->spec->x, "function") != 0;
  }
  for (size_t i = 0; i < result->point_count; i++) {
    b->panel_of_point[i] = NOWHERE;
    TRY(result_parameters_text(b->arena, result, i, rest, &b->rest_of_point[i]));
    size_t same = curves && !apart ? first_count : 0;
    while (same < first_count && !same_panel(b, firsts[same], i)) same++;
    if (same < first_count) {
      b->panel_of_point[i] = b->panel_of_point[firsts[same]];
    } else {
      firsts[first_count++] = i;
      TRY(add_panel(b, figure, i, titled));
    }
  }
  return STATUS_OK;
}

/* Whether the samples hold more than one index: then the label names it. */
static bool several_indices(const plot_samples *samples) {
  for (size_t i = 1; i < samples->count; i++) {
    if (strcmp(samples->sample[i].index, samples->sample[0].index) != 0) return true;
  }
  return false;
}

static status label_key(builder *b, const plot_figure *figure, plot_key *key) {
  const char *learner = b->result->learners[key->learner];
  const cJSON *titles = cJSON_GetObjectItemCaseSensitive(b->result->manifest, "learner_titles");
  key->label = strcmp(learner, "-") == 0 ? figure->ylabel : json_text(titles, learner, learner);
  if (key->index[0] != '\0') TRY(arena_format(b->arena, &key->label, "%s [%s]", key->label, key->index));
  if (key->rest[0] != '\0') TRY(arena_format(b->arena, &key->label, "%s, %s", key->label, key->rest));
  return STATUS_OK;
}

/* The place of a key, NOWHERE where its learner has `limit` others. */
static status find_key(builder *b, plot_figure *figure, plot_key wanted, size_t limit, size_t *out) {
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
  TRY(arena_format(b->arena, &figure->keys[*out].index, "%s", wanted.index)); /* outlives the samples */
  return label_key(b, figure, &figure->keys[*out]);
}

/* Gives a sample that is drawn its key. */
static status find_key_of_sample(builder *b, plot_figure *figure, size_t place, bool indexed, size_t limit) {
  const plot_sample *sample = &b->samples->sample[place];
  const plot_cell *cell = sample->cell;
  if (b->panel_of_point[cell->point] == NOWHERE || sample->run.count == 0) return STATUS_OK;
  if (!learner_wanted(b->spec, b->result->learners[cell->learner])) return STATUS_OK;
  if (b->x_of_point != NULL && !isfinite(b->x_of_point[cell->point])) return STATUS_OK;
  const plot_key wanted = {cell->learner, b->rest_of_point[cell->point], indexed ? sample->index : "", "", 0, 0};
  TRY(find_key(b, figure, wanted, limit, &b->key_of_sample[place]));
  if (b->key_of_sample[place] != NOWHERE) b->key_of_cell[cell->row] = b->key_of_sample[place];
  return STATUS_OK;
}

/* Marks the samples whose index is among the first few; the others are left out. */
static status choose_indices(builder *b, plot_figure *figure, bool *drawn) {
  const char *known[PLOT_INDICES];
  size_t count = 0;
  for (size_t i = 0; i < b->samples->count; i++) {
    const char *index = b->samples->sample[i].index;
    size_t place = 0;
    while (place < count && strcmp(known[place], index) != 0) place++;
    if (place == count && count < PLOT_INDICES) {
      TRY(arena_format(b->arena, &known[count++], "%s", index));
    }
    drawn[i] = place < count;
    if (!drawn[i]) figure->indices_left_out = 1;
  }
  return STATUS_OK;
}

/* At most `limit` keys of each learner; STATUS_END if there are more than PLOT_KEYS in all. */
static status try_keys(builder *b, plot_figure *figure, const bool *drawn, size_t limit) {
  const plot_samples *samples = b->samples;
  const bool indexed = several_indices(samples);
  figure->key_count = 0;
  for (size_t i = 0; i < b->result->cell_count; i++) b->key_of_cell[i] = NOWHERE;
  for (size_t i = 0; i < samples->count; i++) b->key_of_sample[i] = NOWHERE;
  for (size_t learner = 0; learner < b->result->learner_count; learner++) {
    for (size_t i = 0; i < samples->count; i++) {
      if (!drawn[i] || samples->sample[i].cell->learner != learner) continue;
      TRY(find_key_of_sample(b, figure, i, indexed, limit));
    }
  }
  return STATUS_OK;
}

/* Keys by learner, in the order of cells.tsv, so that colours do not depend on the plot's y. */
static status find_keys(builder *b, plot_figure *figure) {
  const size_t learners = b->result->learner_count, samples = b->samples->count;
  bool *drawn = NULL;
  TRY(ARENA_ARRAY(b->arena, samples, b->key_of_sample));
  TRY(ARENA_ARRAY(b->arena, b->result->cell_count, b->key_of_cell));
  TRY(ARENA_ARRAY(b->arena, PLOT_KEYS, figure->keys));
  TRY(ARENA_ARRAY(b->arena, samples, drawn));
  TRY(choose_indices(b, figure, drawn));
  status code = try_keys(b, figure, drawn, NOWHERE);
  if (code == STATUS_END) { /* more than a legend can name */
    figure->keys_of_learner = learners < PLOT_KEYS ? PLOT_KEYS / learners : 1;
    code = try_keys(b, figure, drawn, figure->keys_of_learner);
    if (code == STATUS_END) code = STATUS_OK; /* the first learners' */
  }
  TRY(code);
  if (figure->key_count == 0) {
    return FAIL(STATUS_FAILED, "nothing to draw: no finished cell has a value of '%s'", b->spec->y);
  }
  return STATUS_OK;
}

/* Quantities of the parameter: between two points of a curve, where nothing was updated, they keep their value. */
static bool is_parameters(const char *quantity) {
  static const char *const names[] = {"potential",          "trace", "least_eigenvalue",
                                      "largest_eigenvalue", "rank",  "subspace_angle"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (strcmp(quantity, names[i]) == 0) return true;
  }
  return false;
}

/* So do constants of the learner; but those are drawn as lines, as the bounds on them are. */
static bool is_kept(const char *quantity) {
  return is_parameters(quantity) || learner_observed_constant(quantity) != NULL;
}

static status add_series(builder *b, plot_figure *figure) {
  const plot_samples *samples = b->samples;
  drawn_sample *drawn = NULL;
  size_t count = 0;
  TRY(ARENA_ARRAY(b->arena, samples->count, drawn));
  for (size_t i = 0; i < samples->count; i++) {
    const plot_sample *sample = &samples->sample[i];
    if (b->key_of_sample[i] == NOWHERE) continue;
    drawn[count++] = (drawn_sample){sample, b->panel_of_point[sample->cell->point], b->key_of_sample[i], i};
  }
  const bool carry = samples->from_curves || is_kept(b->spec->y);
  return figure_add_series(b->arena, b->spec, b->x_of_point, carry, drawn, count, figure);
}

static bool is_count(const char *quantity) {
  return strcmp(quantity, "mistakes") == 0 || strcmp(quantity, "updates") == 0;
}

static status read_samples(builder *b) {
  const char *y = b->spec->y;
  const bool changes = is_count(y) || strcmp(y, "potential") == 0;
  if (!against_trials(b->spec)) {
    const status code = samples_of_cells(b->result, y, b->samples);
    if (code != STATUS_END) return code;
  }
  const bool rolling = strcmp(y, PLOT_ROLLING) == 0;
  TRY(samples_read(b->result, rolling ? "loss" : y, changes, b->samples));
  if (rolling) samples_roll(b->samples);
  return STATUS_OK;
}

static plot_shape choose_shape(const builder *b) {
  if (b->x_of_point != NULL) return SHAPE_POINTS;
  if (strcmp(b->spec->y, "progress") == 0) return SHAPE_DOTS;
  return (b->samples->from_curves && is_count(b->spec->y)) || is_parameters(b->spec->y) ? SHAPE_STEPS : SHAPE_LINES;
}

status figure_build(plot_arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  plot_samples samples = {0};
  builder b = {.arena = arena, .result = result, .spec = spec, .samples = &samples};
  *figure = (plot_figure){.name = spec->name, .title = spec->title, .xlabel = spec->xlabel, .ylabel = spec->ylabel};
  figure->count_axis = is_count(spec->y) || strcmp(spec->y, "loss") == 0;
  status code = check_learners(result, spec);
  if (code == STATUS_OK) code = find_x(&b);
  if (code == STATUS_OK) code = find_panels(&b, figure);
  if (code == STATUS_OK) code = read_samples(&b);
  if (code == STATUS_OK) {
    figure->shape = choose_shape(&b);
    /* With a fit, or with several grid points at one x, the line between the points would say nothing. */
    figure->connected = !spec->fit && strcmp(spec->x, "function") != 0;
    code = find_keys(&b, figure);
  }
  if (code == STATUS_OK) code = add_series(&b, figure);
  if (code == STATUS_OK && spec->bounds) {
    code = figure_add_bounds(arena, result, spec, b.panel_of_point, b.key_of_cell, b.x_of_point, figure);
  }
  samples_free(&samples);
  return code;
}
