#include "plot/plot.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "plot/axes.h"
#include "plot/by_index.h"
#include "plot/caption.h"
#include "plot/curves.h"
#include "plot/embedding.h"
#include "plot/heat.h"
#include "plot/map.h"
#include "plot/page/picture.h"
#include "plot/result.h"
#include "plot/spec.h"

/* What follows the last folder named results in an absolute path; the last component if there is none. */
static const char *below_results(const char *path) {
  const char *last = strrchr(path, '/'), *found = NULL;
  for (const char *at = path; (at = strstr(at, "/results/")) != NULL; at++) found = at + strlen("/results/");
  if (found != NULL && found[0] != '\0') return found;
  return last != NULL ? last + 1 : path;
}

status plot_default_folder(const char *folder, char **out) {
  char *path = realpath(folder, NULL);
  if (path == NULL) return FAIL(errno == ENOMEM ? STATUS_MEMORY : STATUS_INVALID, "%s: %s", folder, strerror(errno));
  const status code = memory_format(out, "plots/%s", below_results(path));
  free(path);
  return code;
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

typedef status (*figure_builder)(arena *, const plot_result *, const plot_spec *, plot_figure *);
static const figure_builder builders[] = {[PLOT_CURVES] = curves_build,
                                          [PLOT_BY_INDEX] = by_index_build,
                                          [PLOT_HEAT] = heat_build,
                                          [PLOT_MAP] = map_build,
                                          [PLOT_EMBEDDING] = embedding_build};

static status build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  TRY(builders[spec->kind](memory, result, spec, figure));
  if (figure->shape != SHAPE_HEAT && figure->shape != SHAPE_ITEMS) axes_choose(spec->log, figure);
  return caption_write(memory, result, spec, figure);
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
                       const plot_visitor *visitor, size_t *plots, size_t *empty) {
  const cJSON *list = json_member(result->manifest, "plots"), *entry;
  const char **names = NULL, *reason = NULL;
  size_t count = 0;
  status failure = STATUS_OK;
  TRY(ARENA_ARRAY(memory, (size_t)cJSON_GetArraySize(list) + 1, names));
  cJSON_ArrayForEach (entry, list) {
    plot_spec spec;
    TRY(spec_read(memory, result, entry, &spec));
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
  picture_formats wanted;
  plot_outcome ignored = {0}, *all = outcome != NULL ? outcome : &ignored;
  FREED char *made = NULL;
  *all = (plot_outcome){0};
  TRY(picture_formats_parse(request->formats, request->style, &wanted));
  TRY(result_read(request->folder, &result));
  TRY(request->out != NULL ? memory_text(request->out, &made) : plot_default_folder(request->folder, &made));
  TRY(directory_make(made));
  if (outcome != NULL) TRY(memory_text(made, &all->out));
  return draw_all(&memory, &result, &wanted, made, visitor, &all->drawn, &all->empty);
}

status plot_results(const plot_request *request, plot_outcome *outcome) {
  return plot_results_visited(request, NULL, outcome);
}
