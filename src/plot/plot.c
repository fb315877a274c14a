#include "plot/plot.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/json.h"
#include "plot/axes.h"
#include "plot/by_index.h"
#include "plot/curves.h"
#include "plot/embedding.h"
#include "plot/heat.h"
#include "plot/page/picture.h"
#include "results/manifest_read.h"

/* What follows the last folder named results in an absolute path; the last component if there is none. */
static const char *below_results(const char *path) {
  const char *last = strrchr(path, '/'), *found = NULL;
  for (const char *at = path; (at = strstr(at, "/results/")) != NULL; at++) found = at + strlen("/results/");
  if (found != NULL && found[0] != '\0') return found;
  return last != NULL ? last + 1 : path;
}

status plot_default_folder(const char *folder, char **out) {
  FREED char *path = realpath(folder, NULL);
  if (path == NULL) return FAIL(errno == ENOMEM ? STATUS_MEMORY : STATUS_INVALID, "%s: %s", folder, strerror(errno));
  return memory_format(out, "plots/%s", below_results(path));
}

/* A file name of harmless characters, different from those of earlier plots. */
static status choose_name(arena *memory, const char *wanted, const char **names, size_t count, const char **out) {
  char *clean = NULL;
  TRY(ARENA_ARRAY(memory, strlen(wanted) + 1, clean));
  for (size_t i = 0; wanted[i] != '\0'; i++) {
    const char c = wanted[i];
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                       c == '_' || (c == '.' && i > 0) || c == '+';
    clean[i] = plain ? c : '_';
  }
  *out = clean[0] != '\0' ? clean : "plot";
  for (size_t n = 2, i = 0; i < count; i++) {
    if (strcmp(names[i], *out) != 0) continue;
    TRY(arena_format(memory, out, "%s_%zu", clean[0] != '\0' ? clean : "plot", n++));
    i = (size_t)-1; /* compare with all of them again */
  }
  return STATUS_OK;
}

/* ---- the caption: the lines under a figure's title: parameters, seeds, what mean, band and thin lines are, and what is left out */

static status add_fact(arena *memory, plot_figure *figure, const char *fact) {
  return fact[0] == '\0' ? STATUS_OK : arena_join(memory, &figure->caption, "; ", fact);
}

/* Parameters that are the same in the whole picture. */
static status add_parameters(arena *memory, const plot_result *result, plot_figure *figure) {
  const char *text = NULL;
  bool *fixed = NULL;
  TRY(ARENA_ARRAY(memory, result->parameter_count, fixed));
  for (size_t i = 0; i < result->parameter_count; i++) fixed[i] = !result->swept[i];
  TRY(result_parameters_text(memory, result, figure->panels[0].point, fixed, true, &text));
  return add_fact(memory, figure, text);
}

/* *high = the most seeds of any point. */
static status add_seeds(arena *memory, plot_figure *figure, size_t *high) {
  const char *text = NULL;
  size_t low = (size_t)-1;
  *high = 0;
  for (size_t i = 0; i < figure->key_count; i++) {
    const plot_key *key = &figure->keys[i];
    if (key->seeds_high == 0) continue;
    if (key->seeds_low < low) low = key->seeds_low;
    if (key->seeds_high > *high) *high = key->seeds_high;
  }
  if (low < *high) {
    TRY(arena_format(memory, &text, "%zu to %zu seeds", low, *high));
  } else {
    TRY(arena_format(memory, &text, "%zu seed%s", *high, *high == 1 ? "" : "s"));
  }
  return add_fact(memory, figure, text);
}

/* What the marks mean; `most`: the most seeds of any point. */
static status add_meaning(arena *memory, plot_figure *figure, size_t most) {
  static const char *const spreads[] = {[SPREAD_SD] = "± one standard deviation (cut at min and max)",
                                        [SPREAD_SE] = "± one standard error",
                                        [SPREAD_CI] = "95 % interval of the mean",
                                        [SPREAD_SHARE] = "95 % interval of the mean",
                                        [SPREAD_QUANTILES] = "10 % to 90 % quantile",
                                        [SPREAD_NONE] = ""};
  const char *seeds = "every seed", *text = NULL, *spread = spreads[figure->spread];
  if (most < 2 && figure->shape != SHAPE_DOTS) return STATUS_OK;
  if (most > figure->runs) TRY(arena_format(memory, &seeds, "the first %zu seeds", figure->runs));
  if (figure->shape == SHAPE_DOTS) {
    TRY(arena_format(memory, &text, "dots: every value of %s", seeds));
  } else if (figure->shape == SHAPE_POINTS) {
    TRY(arena_format(memory, &text, "mean%s%s; dots: %s", spread[0] != '\0' ? " with bar: " : "", spread, seeds));
  } else if (figure->runs == 0) {
    TRY(arena_format(memory, &text, "%s%s", spread[0] != '\0' ? "band: " : "mean", spread));
  } else {
    TRY(arena_format(memory, &text, "thick: mean, %s%s%sthin: %s", spread[0] != '\0' ? "band: " : "", spread,
                     spread[0] != '\0' ? ", " : "", seeds));
  }
  return add_fact(memory, figure, text);
}

/* Whether values lie below a logarithmic axis. */
static bool hides_values(const plot_figure *figure) {
  for (size_t i = 0; i < figure->series_count && figure->log_y; i++) {
    const plot_series *series = &figure->series[i];
    for (size_t k = 0; k < series->band.count; k++) {
      if (!(series->band.at[k].min > 0)) return true;
    }
  }
  return false;
}

static bool same_means(const plot_band *a, const plot_band *b) {
  if (a->count != b->count) return false;
  for (size_t k = 0; k < a->count; k++) {
    if (a->x[k] != b->x[k] || a->at[k].mean != b->at[k].mean) return false;
  }
  return true;
}

/* Whether a curve covers another. */
static bool hides_curves(const plot_figure *figure) {
  for (size_t i = 0; i < figure->series_count; i++) {
    for (size_t j = 0; j < i; j++) {
      const plot_series *a = &figure->series[i], *b = &figure->series[j];
      if (figure->shape != SHAPE_DOTS && a->panel == b->panel && same_means(&a->band, &b->band)) return true;
    }
  }
  return false;
}

static status add_left_out(arena *memory, const plot_result *result, plot_figure *figure) {
  const char *text = NULL;
  size_t missing = 0;
  const char *shard = json_text(result->manifest, "shard", NULL);
  if (shard != NULL) {
    TRY(arena_format(memory, &text, "only shard %.31s of the run", shard));
    TRY(add_fact(memory, figure, text));
  }
  for (size_t i = 0; i < result->cell_count; i++) missing += !result->cell[i].done;
  if (missing > 0) {
    TRY(arena_format(memory, &text, "%zu of %zu cells did not finish and are left out", missing, result->cell_count));
    TRY(add_fact(memory, figure, text));
  }
  if (figure->indices_left_out) {
    TRY(arena_format(memory, &text, "the first %d indices", PLOT_INDICES));
    TRY(add_fact(memory, figure, text));
  }
  if (figure->keys_of_learner > 0) {
    TRY(arena_format(memory, &text, "only the first %zu curves of each learner", figure->keys_of_learner));
    TRY(add_fact(memory, figure, text));
  }
  if (figure->places > 0) {
    TRY(arena_format(memory, &text, "at most %d of %zu grid points of a curve are drawn", PLOT_PLACES, figure->places));
    TRY(add_fact(memory, figure, text));
  }
  if (figure->panels_left_out > 0) {
    TRY(arena_format(memory, &text, "the first %d of %zu panels", PLOT_PANELS, PLOT_PANELS + figure->panels_left_out));
    TRY(add_fact(memory, figure, text));
  }
  return STATUS_OK;
}

static status add_heat(arena *memory, plot_figure *figure) {
  const plot_heat *heat = figure->heat;
  const char *text = NULL;
  if (heat->seeds_low < heat->seeds_high) {
    TRY(arena_format(memory, &text, "mean over %zu to %zu seeds", heat->seeds_low, heat->seeds_high));
  } else if (heat->seeds_high > 1) {
    TRY(arena_format(memory, &text, "mean over %zu seeds", heat->seeds_high));
  } else {
    text = heat->seeds_high == 1 ? "1 seed" : "";
  }
  TRY(add_fact(memory, figure, text));
  if (heat->missing == 0) return STATUS_OK;
  TRY(arena_format(memory, &text, "hatched: no finite value (%zu of %zu)", heat->missing,
                   heat->columns * heat->rows * figure->panel_count));
  return add_fact(memory, figure, text);
}

/* Sets figure->caption, facts separated by semicolons. After axes_choose. */
static status write_caption(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  size_t most = 0;
  figure->caption = "";
  if (manifest_is_unfinished(result->manifest)) {
    TRY(arena_format(memory, &figure->caption, "unfinished: %zu of %.0f cells", result->cell_count,
                     manifest_cells(result->manifest)));
  }
  TRY(add_parameters(memory, result, figure));
  if (figure->note != NULL) TRY(add_fact(memory, figure, figure->note));
  if (figure->shape == SHAPE_HEAT) {
    TRY(add_heat(memory, figure));
    return add_left_out(memory, result, figure);
  }
  if (figure->shape == SHAPE_ITEMS) return add_left_out(memory, result, figure);
  TRY(add_seeds(memory, figure, &most));
  TRY(add_meaning(memory, figure, most));
  if (figure->diagonal)
    TRY(add_fact(memory, figure, "grey: as predicted; larger points: more trials, faint: fewer than 25"));
  if (spec->fit) {
    TRY(add_fact(memory, figure, "dotted: least squares of log mean on log x, slope ± 95% t-interval"));
  }
  if (hides_values(figure)) TRY(add_fact(memory, figure, "values up to 0 lie below the logarithmic axis"));
  if (hides_curves(figure)) TRY(add_fact(memory, figure, "some curves coincide: the last one covers the others"));
  return add_left_out(memory, result, figure);
}

/* ---- drawing */

typedef status (*figure_builder)(arena *, const plot_result *, const plot_spec *, plot_figure *);
static const figure_builder builders[] = {[PLOT_CURVES] = curves_build,
                                          [PLOT_BY_INDEX] = by_index_build,
                                          [PLOT_HEAT] = heat_build,
                                          [PLOT_MAP] = map_build,
                                          [PLOT_EMBEDDING] = embedding_build};

static status build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  TRY(builders[spec->kind](memory, result, spec, figure));
  if (figure->shape != SHAPE_HEAT && figure->shape != SHAPE_ITEMS) axes_choose(spec->log, figure);
  return write_caption(memory, result, spec, figure);
}

static status draw_plot(const plot_result *result, const plot_spec *spec, const picture_formats *formats,
                        const char *out, const plot_visitor *visitor) {
  CLEANUP(arena_free) arena memory = {0};
  plot_figure figure;
  TRY(build(&memory, result, spec, &figure));
  TRY(picture_draw(&figure, formats, out));
  return visitor != NULL ? visitor->visit(visitor->context, &figure) : STATUS_OK;
}

/* Draws all plots; the first failure is returned at the end. */
static status draw_all(arena *memory, const plot_result *result, const picture_formats *formats, const char *out,
                       const char *spread, const plot_visitor *visitor, size_t *plots, size_t *empty) {
  const cJSON *list = json_member(result->manifest, "plots"), *entry;
  const char **names = NULL, *reason = NULL;
  size_t count = 0;
  status failure = STATUS_OK;
  TRY(ARENA_ARRAY(memory, (size_t)cJSON_GetArraySize(list) + 1, names));
  cJSON_ArrayForEach (entry, list) {
    plot_spec spec;
    TRY(spec_read(memory, result, entry, spread, &spec));
    TRY(choose_name(memory, spec.name, names, count, &spec.name));
    names[count++] = spec.name;
    const status code = draw_plot(result, &spec, formats, out, visitor);
    if (code == STATUS_OK) {
      ++*plots;
    } else if (code == STATUS_END) {
      ++*empty;
    } else if (failure == STATUS_OK) {
      failure = status_context(code, "plot '%s'", spec.name);
      TRY(arena_text(memory, &reason, status_message()));
    }
    if (code == STATUS_ABSENT) break; /* the others need gnuplot, too */
  }
  return failure == STATUS_OK ? STATUS_OK : FAIL(failure, "%s", reason);
}

status plot_results_visited(const plot_request *request, const plot_visitor *visitor, plot_outcome *outcome) {
  CLEANUP(arena_free) arena memory = {0};
  CLEANUP(result_free) plot_result result = {0};
  CLEANUP(descriptor_close_at) int lock = -1;
  picture_formats wanted;
  plot_outcome ignored = {0}, *all = outcome != NULL ? outcome : &ignored;
  FREED char *made = NULL;
  *all = (plot_outcome){0};
  TRY(picture_formats_parse(request->formats, request->style, &wanted));
  TRY(result_read(request->folder, &result));
  TRY(request->out != NULL ? memory_text(request->out, &made) : plot_default_folder(request->folder, &made));
  TRY(directory_make(made));
  if (!folder_lock(made, &lock)) return FAIL(STATUS_FAILED, "%s: another plot is drawing here", made);
  if (outcome != NULL) TRY(memory_text(made, &all->out));
  return draw_all(&memory, &result, &wanted, made, request->spread, visitor, &all->drawn, &all->empty);
}

status plot_results(const plot_request *request, plot_outcome *outcome) {
  return plot_results_visited(request, NULL, outcome);
}
