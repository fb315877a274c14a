#include "plot/spec.h"
#include "base/json.h"
#include "bounds/bound.h"
#include "cell/observer.h"
#include "plot/page/letters.h"

/* ---- the table, in the order in which messages list it; from "title" on manifests have this order as well */

static const char *const kinds[] = {"curve", "heat", NULL};
static const char *const logs[] = {"", "x", "y", "xy", "z", "xz", "yz", "xyz", "auto", NULL}; /* z: of heat maps */
static const char *const axes_of_panels[] = {"x", "", NULL};
static const char *const spreads[] = {"sd", "se", "ci", "quantiles", "none", NULL};

const plot_field plot_fields[] = {
    {.name = "name", .type = PLOT_TEXT, .kinds = IN_ALL, .meaning = "stem of the file"},
    {.name = "kind",
     .type = PLOT_CHOICE,
     .choices = kinds,
     .absent = "curve",
     .kinds = IN_CURVES | IN_HEAT,
     .meaning = "curves, or a heat map"},
    {.name = "x",
     .type = PLOT_OTHER,
     .annotation = "string|fun(p: parameters): number",
     .absent = "trials",
     .kinds = IN_CURVES | IN_HEAT,
     .meaning = "\"trials\", a parameter, or \"index\""},
    {.name = "y",
     .type = PLOT_OTHER,
     .annotation = "string",
     .absent = "mistakes",
     .kinds = IN_CURVES | IN_HEAT,
     .meaning =
         "mistakes, loss, regret, updates, potential, rolling_loss, or what is observed; in a heat map a parameter"},
    {.name = "z",
     .type = PLOT_OTHER,
     .annotation = "string",
     .absent = "mistakes",
     .kinds = IN_HEAT,
     .meaning = "in a heat map: the quantity, or \"bound:NAME\""},
    {.name = "title", .type = PLOT_TEXT, .kinds = IN_ALL, .meaning = "above the plot; by default the scenario's"},
    {.name = "xlabel", .type = PLOT_TEXT, .kinds = IN_ALL, .meaning = "the name of the axis"},
    {.name = "ylabel", .type = PLOT_TEXT, .kinds = IN_ALL, .meaning = "the name of the axis"},
    {.name = "zlabel", .type = PLOT_TEXT, .kinds = IN_HEAT | IN_MATRIX, .meaning = "the name beside the colour bar"},
    {.name = "log",
     .type = PLOT_CHOICE,
     .choices = logs,
     .absent = "auto",
     .written = true,
     .kinds = IN_CURVES | IN_HEAT,
     .meaning = "logarithmic axes"},
    {.name = "fit",
     .type = PLOT_FLAG,
     .absent = "false",
     .written = true,
     .kinds = IN_CURVES,
     .meaning = "a least-squares line in log-log scale, its slope in the legend"},
    {.name = "bounds",
     .type = PLOT_OTHER,
     .annotation = "boolean|\"all\"|string[]",
     .absent = "true",
     .kinds = IN_CURVES,
     .meaning = "true: the sharpest proved one of each learner, its source's own, what was refuted; names of bounds "
                "and their rows, "
                "words after a colon"},
    {.name = "spread",
     .type = PLOT_CHOICE,
     .choices = spreads,
     .kinds = IN_CURVES,
     .meaning = "what bands and bars show: \"sd\", \"se\", \"ci\" (95 % interval of the mean; what errors, shares and "
                "outcomes "
                "of 0 and 1 have without it), \"quantiles\" (10 % to 90 %) or \"none\""},
    {.name = "panels", .type = PLOT_PARAMETER, .kinds = IN_CURVES, .meaning = "a parameter: one panel for each value"},
    {.name = "free",
     .type = PLOT_CHOICE,
     .choices = axes_of_panels,
     .absent = "",
     .kinds = IN_CURVES,
     .meaning = "\"x\": each panel's x axis is as long as its own data",
     .remark = "; y axes are each panel's own"},
    {.name = "learners",
     .type = PLOT_OTHER,
     .annotation = "string[]",
     .kinds = IN_ALL,
     .meaning = "labels of the learners to draw"},
    {.name = "mark",
     .type = PLOT_OTHER,
     .annotation = "plot.mark[]",
     .kinds = IN_HEAT,
     .meaning = "points on a heat map"},
    {.name = "map",
     .type = PLOT_OTHER,
     .annotation = "\"prediction_matrix\"|\"embedding\"",
     .kinds = IN_MATRIX | IN_EMBEDDING,
     .meaning = "what is observed, drawn as a map"},
};
const size_t plot_field_count = sizeof plot_fields / sizeof *plot_fields;

const plot_field *plot_field_find(const char *name) {
  for (size_t i = 0; i < plot_field_count; i++) {
    if (strcmp(plot_fields[i].name, name) == 0) return &plot_fields[i];
  }
  return NULL;
}

static const char *given(const cJSON *entry, const char *name) {
  return json_text(entry, name, plot_field_find(name)->absent);
}

const char *spec_text(const plot_spec *spec, const char *name) {
  return given(spec->entry, name);
}

bool spec_flag(const plot_spec *spec, const char *name) {
  const cJSON *value = json_member(spec->entry, name);
  return value == NULL ? strcmp(plot_field_find(name)->absent, "true") == 0 : cJSON_IsTrue(value);
}

/* ---- a plot */

static plot_kind read_kind(const plot_spec *spec, const plot_result *result) {
  if (spec->map != NULL) return strcmp(spec->map, "embedding") == 0 ? PLOT_EMBEDDING : PLOT_MAP;
  if (strcmp(spec_text(spec, "kind"), "heat") == 0) return PLOT_HEAT;
  /* a parameter may be named "index", too */
  const bool by_index = (strcmp(spec->x, "index") == 0 || strcmp(spec->x, "forecast") == 0) &&
                        result_parameter(result, spec->x) == PLOT_NONE;
  return by_index ? PLOT_BY_INDEX : PLOT_CURVES;
}

/* Measures whose names need more words than their own; the table of what is observed has those of its quantities. */
static const char *const measures[][2] = {{"rolling_loss", "loss of a trial, mean over the last tenth"},
                                          {"rolling_accuracy", "accuracy, mean over the last tenth"},
                                          {"rolling_brier", "Brier score, mean over the last tenth"},
                                          {"rolling_log_loss", "log loss, mean over the last tenth"},
                                          {"loss", "cumulative loss"}};

static const char *words_of(const char *quantity) {
  const char *constant = learner_observed_constant(quantity);
  const observed_quantity *of = observed_find(quantity);
  for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++) {
    if (strcmp(quantity, measures[i][0]) == 0) return measures[i][1];
  }
  return constant != NULL ? constant : of != NULL && of->words != NULL ? of->words : quantity;
}

/* Names of the axes, unless the entry has its own. */
static status name_axes(arena *memory, plot_spec *spec) {
  const observed_quantity *of = observed_find(spec->y);
  const char *x = strcmp(spec->x, "trials") == 0 ? "trial" : spec->x, *y = words_of(spec->y);
  TRY(letters_of_name(memory, x, &x));
  TRY(letters_of_name(memory, y, &y));
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
  } else if (spec->kind == PLOT_BY_INDEX && of != NULL && of->place_words != NULL) {
    x = of->place_words;
  }
  const char *z = spec->z;
  static const char prefix[] = "bound:";
  if (spec->kind == PLOT_MAP) {
    z = "prediction";
  } else if (strncmp(z, prefix, sizeof prefix - 1) == 0) {
    TRY(bound_short_name(memory, NULL, z + sizeof prefix - 1, NULL, NULL, &z));
  } else {
    TRY(letters_of_name(memory, words_of(z), &z));
  }
  TRY(letters_of_formula(memory, json_text(spec->entry, "xlabel", x), &spec->xlabel));
  TRY(letters_of_formula(memory, json_text(spec->entry, "ylabel", y), &spec->ylabel));
  return letters_of_formula(memory, json_text(spec->entry, "zlabel", z), &spec->zlabel);
}

/* Whether the quantity is a share of 1. */
static bool is_share(const char *quantity) {
  static const char error[] = "_error", *const shares[] = {"calibration", "accuracy", "rolling_accuracy"};
  const char *end = quantity + strlen(quantity) - (sizeof error - 1);
  if (end >= quantity && strcmp(end, error) == 0) return true;
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
    if (strcmp(quantity, shares[i]) == 0) return true;
  }
  return false;
}

static status read_spread(const char *name, plot_spec *spec) {
  static const plot_spread of[] = {SPREAD_SD, SPREAD_SE, SPREAD_CI, SPREAD_QUANTILES, SPREAD_NONE};
  spec->spread = is_share(spec->y) ? SPREAD_SHARE : SPREAD_SD;
  spec->spread_given = name != NULL;
  if (name == NULL) return STATUS_OK;
  for (size_t i = 0; spreads[i] != NULL; i++) {
    if (strcmp(name, spreads[i]) != 0) continue;
    if (of[i] != SPREAD_CI || spec->spread != SPREAD_SHARE) spec->spread = of[i];
    return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "--spread %s: expected sd, se, ci, quantiles or none", name);
}

static plot_bounds read_bounds(const cJSON *bounds) {
  if (cJSON_IsFalse(bounds)) return BOUNDS_NONE;
  return cJSON_IsArray(bounds) ? BOUNDS_NAMED : cJSON_IsString(bounds) ? BOUNDS_ALL : BOUNDS_SHARPEST;
}

status spec_read(arena *memory, const plot_result *result, const cJSON *entry, const char *spread, plot_spec *spec) {
  const char *scenario = json_text(result->manifest, "scenario", "experiment"), *name = NULL;
  *spec = (plot_spec){.entry = entry,
                      .x = given(entry, "x"),
                      .y = given(entry, "y"),
                      .z = given(entry, "z"),
                      .title = json_text(entry, "title", json_text(result->manifest, "title", scenario)),
                      .log = given(entry, "log"),
                      .panels = given(entry, "panels"),
                      .free_x = strcmp(given(entry, "free"), "x") == 0,
                      .bounds = read_bounds(json_member(entry, "bounds")),
                      .bound_names = json_member(entry, "bounds"),
                      .x_values = json_member(entry, "x_values"),
                      .mark = json_member(entry, "mark"),
                      .map = given(entry, "map")};
  spec->kind = read_kind(spec, result);
  TRY(read_spread(spread != NULL ? spread : given(entry, "spread"), spec));
  const bool over_trials = strcmp(spec->x, "trials") == 0;
  spec->fit = !over_trials && spec_flag(spec, "fit");
  const cJSON *learners = json_member(entry, "learners");
  if (cJSON_IsArray(learners) && cJSON_GetArraySize(learners) > 0) spec->learners = learners;
  if (spec->kind == PLOT_BY_INDEX && strcmp(spec->log, "auto") == 0)
    spec->log = strcmp(spec->y, "spectrum") == 0 ? "y" : "";
  if (spec->kind == PLOT_HEAT) {
    TRY(arena_format(memory, &name, "%s_%s_%s", spec->z, spec->x, spec->y));
  } else if (over_trials) {
    name = spec->y;
  } else {
    TRY(arena_format(memory, &name, "%s_%s", spec->y, spec->x));
  }
  spec->name = json_text(entry, "name", name);
  TRY(letters_of_formula(memory, spec->title, &spec->title));
  return name_axes(memory, spec);
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

/* ---- short names of bounds */

enum { LONGEST_NAME = 28 };

static bool has_option(const cJSON *given, const char *option, const char *value) {
  const cJSON *number = json_member(given, option);
  if (value == NULL) return cJSON_IsNumber(number) && number->valuedouble != 0.0;
  return strcmp(json_text(given, option, ""), value) == 0;
}

const bound_class *bound_of_claim(const char *claim) {
  const size_t length = strcspn(claim, ".");
  for (size_t i = 0; i < registry_bound_count; i++) {
    const char *name = registry_bounds[i]->about.name;
    if (strlen(name) == length && strncmp(name, claim, length) == 0) return registry_bounds[i];
  }
  return NULL;
}

const line_name *bound_line_name(const char *claim, const cJSON *given) {
  const bound_class *class = bound_of_claim(claim);
  const char *row = strchr(claim, '.');
  row = row != NULL ? row + 1 : "";
  for (const line_name *line = class != NULL ? class->about.line_names : NULL; line != NULL && line->name != NULL;
       line++) {
    if (strcmp(line->row != NULL ? line->row : "", row) != 0) continue;
    if (line->option == NULL || has_option(given, line->option, line->value)) return line;
  }
  return NULL;
}

status bound_short_name(arena *memory, const cJSON *manifest, const char *claim, const char *words, const cJSON *given,
                        const char **out) {
  const size_t length = strcspn(claim, ".");
  const char *theorem = NULL, *row = claim[length] == '.' ? claim + length + 1 : "";
  const bound_class *class = bound_of_claim(claim);
  const line_name *line = bound_line_name(claim, given);
  const char *name = line != NULL ? line->name : words;
  if (name != NULL) return letters_of_formula(memory, name, out);
  if (class != NULL && class->about.short_name != NULL) {
    name = class->about.short_name;
    if (*row != '\0' && !bound_is_ours(name)) name = "ours";
  } else {
    TRY(arena_format(memory, &theorem, "%.*s", (int)length, claim));
    const cJSON *entry = manifest != NULL ? manifest_bound(manifest, claim) : NULL;
    name = json_text(entry, "title", theorem);
    const char *formula = strstr(name, ": ");
    if (formula != NULL) TRY(arena_format(memory, &name, "%.*s", (int)(formula - name), name));
    if (strlen(name) > LONGEST_NAME) TRY(letters_of_name(memory, theorem, &name));
  }
  TRY(letters_of_formula(memory, name, out));
  if (*row == '\0') return STATUS_OK;
  TRY(letters_of_name(memory, row, &row));
  return arena_format(memory, out, "%s (%s)", *out, row);
}

bool bound_is_ours(const char *name) {
  return strncmp(name, "ours", 4) == 0;
}
