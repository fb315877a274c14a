#include "plot/spec.h"

#include <string.h>

#include "base/json.h"
#include "plot/bound_names.h"
#include "plot/page/letters.h"

static plot_kind read_kind(const plot_spec *spec, const cJSON *entry, const plot_result *result) {
  if (spec->map != NULL) return strcmp(spec->map, "embedding") == 0 ? PLOT_EMBEDDING : PLOT_MAP;
  if (strcmp(json_text(entry, "kind", ""), "heat") == 0) return PLOT_HEAT;
  /* a parameter may be named "index", too */
  const bool by_index = (strcmp(spec->x, "index") == 0 || strcmp(spec->x, "forecast") == 0) &&
                        result_parameter(result, spec->x) == PLOT_NONE;
  return by_index ? PLOT_BY_INDEX : PLOT_CURVES;
}

/* Quantities whose names need more words than their own. */
static const char *const quantities[][2] = {{"progress", "progress at a mistake"},
                                            {"rolling_loss", "loss of a trial, mean over the last tenth"},
                                            {"rolling_accuracy", "accuracy, mean over the last tenth"},
                                            {"rolling_brier", "Brier score, mean over the last tenth"},
                                            {"rolling_log_loss", "log loss, mean over the last tenth"},
                                            {"brier", "Brier score"},
                                            {"calibration", "what came, mean"},
                                            {"loss", "cumulative loss"},
                                            {"subspace_angle", "angle to the subspace"}};

static const char *words_of(const char *quantity) {
  static const char constant[] = "constant:";
  for (size_t i = 0; i < sizeof quantities / sizeof quantities[0]; i++) {
    if (strcmp(quantity, quantities[i][0]) == 0) return quantities[i][1];
  }
  return strncmp(quantity, constant, sizeof constant - 1) == 0 ? quantity + sizeof constant - 1 : quantity;
}

/* Names of the axes, unless the entry has its own. */
static status name_axes(arena *arena, const cJSON *entry, plot_spec *spec) {
  const char *x = strcmp(spec->x, "trials") == 0 ? "trial" : spec->x, *y = words_of(spec->y);
  TRY(letters_of_name(arena, x, &x));
  TRY(letters_of_name(arena, y, &y));
  if (spec->kind == PLOT_EMBEDDING) {
    x = "first coordinate";
    y = "second coordinate";
  } else if (spec->kind == PLOT_MAP) {
    x = "column, in the planted order";
    y = "row, in the planted order";
  } else if (spec->kind == PLOT_BY_INDEX && strcmp(y, "spectrum") == 0) {
    x = "number, from the largest";
    y = "eigenvalue";
  } else if (spec->kind == PLOT_BY_INDEX && strcmp(spec->x, "forecast") == 0) {
    x = "what was predicted, mean of a tenth";
  } else if (spec->kind == PLOT_BY_INDEX) {
    x = "place in the planted order";
  }
  const char *z = spec->z;
  static const char prefix[] = "bound:";
  if (spec->kind == PLOT_MAP) {
    z = "prediction";
  } else if (strncmp(z, prefix, sizeof prefix - 1) == 0) {
    TRY(bound_short_name(arena, NULL, z + sizeof prefix - 1, &z));
  } else {
    TRY(letters_of_name(arena, words_of(z), &z));
  }
  TRY(letters_of_formula(arena, json_text(entry, "xlabel", x), &spec->xlabel));
  TRY(letters_of_formula(arena, json_text(entry, "ylabel", y), &spec->ylabel));
  return letters_of_formula(arena, json_text(entry, "zlabel", z), &spec->zlabel);
}

static plot_bounds read_bounds(const cJSON *bounds) {
  if (cJSON_IsFalse(bounds)) return BOUNDS_NONE;
  return cJSON_IsArray(bounds) ? BOUNDS_NAMED : cJSON_IsString(bounds) ? BOUNDS_ALL : BOUNDS_SHARPEST;
}

status spec_read(arena *arena, const plot_result *result, const cJSON *entry, plot_spec *spec) {
  const char *scenario = json_text(result->manifest, "scenario", "experiment"), *name = NULL;
  *spec = (plot_spec){.x = json_text(entry, "x", "trials"),
                      .y = json_text(entry, "y", "mistakes"),
                      .z = json_text(entry, "z", "mistakes"),
                      .title = json_text(entry, "title", json_text(result->manifest, "title", scenario)),
                      .log = json_text(entry, "log", "auto"),
                      .panels = json_text(entry, "panels", NULL),
                      .free_x = strcmp(json_text(entry, "free", ""), "x") == 0,
                      .bounds = read_bounds(json_member(entry, "bounds")),
                      .bound_names = json_member(entry, "bounds"),
                      .x_values = json_member(entry, "x_values"),
                      .mark = json_member(entry, "mark"),
                      .map = json_text(entry, "map", NULL)};
  spec->kind = read_kind(spec, entry, result);
  const bool over_trials = strcmp(spec->x, "trials") == 0;
  spec->fit = !over_trials && json_is_true(entry, "fit");
  const cJSON *learners = json_member(entry, "learners");
  if (cJSON_IsArray(learners) && cJSON_GetArraySize(learners) > 0) spec->learners = learners;
  if (spec->kind == PLOT_BY_INDEX && strcmp(spec->log, "auto") == 0)
    spec->log = strcmp(spec->y, "spectrum") == 0 ? "y" : "";
  if (spec->kind == PLOT_HEAT) {
    TRY(arena_format(arena, &name, "%s_%s_%s", spec->z, spec->x, spec->y));
  } else if (over_trials) {
    name = spec->y;
  } else {
    TRY(arena_format(arena, &name, "%s_%s", spec->y, spec->x));
  }
  spec->name = json_text(entry, "name", name);
  TRY(letters_of_formula(arena, spec->title, &spec->title));
  return name_axes(arena, entry, spec);
}

bool spec_draws_learner(const plot_spec *spec, const char *label) {
  const cJSON *item;
  if (spec->learners == NULL) return true;
  cJSON_ArrayForEach (item, spec->learners) {
    if (cJSON_IsString(item) && strcmp(item->valuestring, label) == 0) return true;
  }
  return false;
}

status spec_check_learners(const plot_spec *spec, const plot_result *result) {
  const cJSON *item;
  cJSON_ArrayForEach (item, spec->learners) {
    const char *label = cJSON_GetStringValue(item);
    if (label == NULL || result_learner(result, label) == PLOT_NONE) {
      return FAIL(STATUS_INVALID, "no learner is named '%s'", label != NULL ? label : "?");
    }
  }
  return STATUS_OK;
}
