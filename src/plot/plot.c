#include "plot/plot.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/interruption.h"
#include "base/memory.h"
#include "plot/figure.h"
#include "plot/gnuplot.h"
#include "plot/result.h"

static const char *const known_formats[] = {"svg", "pdf", "png"};
enum { FORMATS = 3 };

/* "svg,png" -> "svg png", each once, in a fixed order. */
static status parse_formats(plot_arena *arena, const char *formats, const char **out, size_t *count) {
  bool wanted[FORMATS] = {false};
  *out = "";
  *count = 0;
  for (const char *rest = formats;;) {
    const size_t length = strcspn(rest, ",");
    size_t found = FORMATS;
    for (size_t i = 0; i < FORMATS; i++) {
      if (strlen(known_formats[i]) == length && strncmp(known_formats[i], rest, length) == 0) found = i;
    }
    if (found == FORMATS) {
      return FAIL(STATUS_INVALID, "--format %.*s: expected some of svg, pdf, png", (int)length, rest);
    }
    wanted[found] = true;
    if (rest[length] == '\0') break;
    rest += length + 1;
  }
  for (size_t i = 0; i < FORMATS; i++) {
    if (!wanted[i]) continue;
    TRY(arena_join(arena, out, " ", known_formats[i]));
    ++*count;
  }
  return STATUS_OK;
}

/* What follows the last folder named results in an absolute path; the last component if there is none. */
static const char *below_results(const char *path) {
  const char *last = strrchr(path, '/'), *found = NULL;
  for (const char *at = path; (at = strstr(at, "/results/")) != NULL; at++) found = at + strlen("/results/");
  if (found != NULL && found[0] != '\0') return found;
  return last != NULL ? last + 1 : path;
}

static status default_out(plot_arena *arena, const char *folder, const char **out) {
  char *path = realpath(folder, NULL);
  if (path == NULL) return FAIL(errno == ENOMEM ? STATUS_MEMORY : STATUS_INVALID, "%s: %s", folder, strerror(errno));
  const status code = arena_format(arena, out, "plots/%s", below_results(path));
  free(path);
  return code;
}

/* A file stem of harmless characters, different from those of earlier plots. */
static status choose_name(plot_arena *arena, const char *wanted, const char **names, size_t count, const char **out) {
  char *clean = NULL;
  TRY(ARENA_ARRAY(arena, strlen(wanted) + 1, clean));
  for (size_t i = 0; wanted[i] != '\0'; i++) {
    const char c = wanted[i];
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                       c == '_' || (c == '.' && i > 0) || c == '+';
    clean[i] = plain ? c : '_';
  }
  *out = clean[0] != '\0' ? clean : "plot";
  for (size_t n = 2, i = 0; i < count; i++) {
    if (strcmp(names[i], *out) != 0) continue;
    TRY(arena_format(arena, out, "%s_%zu", clean[0] != '\0' ? clean : "plot", n++));
    i = (size_t)-1; /* look at all of them again */
  }
  return STATUS_OK;
}

static bool is_embedding(const plot_spec *spec) {
  return spec->map != NULL && strcmp(spec->map, "embedding") == 0;
}

static void name_map(const cJSON *entry, plot_spec *spec) {
  if (is_embedding(spec)) {
    spec->xlabel = json_text(entry, "xlabel", "first coordinate");
    spec->ylabel = json_text(entry, "ylabel", "second coordinate");
    return;
  }
  spec->xlabel = json_text(entry, "xlabel", "column, in the planted order");
  spec->ylabel = json_text(entry, "ylabel", "row, in the planted order");
  spec->zlabel = json_text(entry, "zlabel", "prediction");
}

/* Reads one entry of the manifest's "plots" and fills in what it leaves open. */
static status read_spec(plot_arena *arena, const plot_result *result, const cJSON *entry, plot_spec *spec) {
  const char *scenario = json_text(result->manifest, "scenario", "experiment"), *name = NULL;
  spec->x = json_text(entry, "x", "trials");
  spec->y = json_text(entry, "y", "mistakes");
  spec->heat = strcmp(json_text(entry, "kind", ""), "heat") == 0;
  spec->z = json_text(entry, "z", "mistakes");
  spec->zlabel = json_text(entry, "zlabel", NULL);
  spec->mark = cJSON_GetObjectItemCaseSensitive(entry, "mark");
  spec->map = json_text(entry, "map", NULL);
  const bool curves = strcmp(spec->x, "trials") == 0;
  spec->by_index = strcmp(spec->x, "index") == 0 && result_parameter(result, "index") == PLOT_NONE;
  TRY(arena_format(arena, &name, curves ? "%s" : "%s_%s", spec->y, spec->x));
  if (spec->heat) TRY(arena_format(arena, &name, "%s_%s_%s", spec->z, spec->x, spec->y));
  spec->name = json_text(entry, "name", name);
  spec->title = json_text(entry, "title", json_text(result->manifest, "title", scenario));
  spec->xlabel = json_text(entry, "xlabel", curves ? "trial" : spec->x);
  spec->ylabel = json_text(entry, "ylabel", strcmp(spec->y, "progress") == 0 ? "progress at a mistake" : spec->y);
  spec->log = json_text(entry, "log", "auto");
  spec->panels = json_text(entry, "panels", NULL);
  spec->free_x = strcmp(json_text(entry, "free", ""), "x") == 0;
  spec->fit = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(entry, "fit")) && !curves;
  spec->bounds = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(entry, "bounds"));
  spec->x_values = cJSON_GetObjectItemCaseSensitive(entry, "x_values");
  const bool spectrum = spec->by_index && strcmp(spec->y, "spectrum") == 0;
  if (spec->map != NULL) name_map(entry, spec);
  if (spec->by_index)
    spec->xlabel = json_text(entry, "xlabel", spectrum ? "number, from the largest" : "place in the planted order");
  if (spectrum) spec->ylabel = json_text(entry, "ylabel", "eigenvalue");
  if (spec->by_index && strcmp(spec->log, "auto") == 0) spec->log = spectrum ? "y" : "";
  const cJSON *learners = cJSON_GetObjectItemCaseSensitive(entry, "learners");
  spec->learners = cJSON_IsArray(learners) && cJSON_GetArraySize(learners) > 0 ? learners : NULL;
  return STATUS_OK;
}

static status close_stream(FILE *file, const char *path, status code) {
  if (file == NULL) return FAIL(STATUS_IO, "%s: not written: %s", path, strerror(errno));
  const bool broken = ferror(file) != 0;
  if (fclose(file) == 0 && !broken) return code;
  return code != STATUS_OK ? code : FAIL(STATUS_IO, "%s: not written: %s", path, strerror(errno));
}

/* Writes script and data into the folder. */
static status write_files(plot_arena *arena, const plot_figure *figure, const char *formats, const char *folder) {
  const char *script_path = NULL, *data_path = NULL;
  TRY(arena_format(arena, &script_path, "%s/%s.gp", folder, figure->name));
  TRY(arena_format(arena, &data_path, "%s/%s.dat", folder, figure->name));
  FILE *script = fopen(script_path, "we"), *data = fopen(data_path, "we");
  status code = STATUS_OK;
  if (script != NULL && data != NULL) code = gnuplot_write(figure, formats, script, data);
  code = close_stream(script, script_path, code);
  return close_stream(data, data_path, code);
}

static status move_file(plot_arena *arena, const char *from, const char *to, const char *name, const char *ending) {
  const char *source = NULL, *target = NULL;
  TRY(arena_format(arena, &source, "%s/%s.%s", from, name, ending));
  TRY(arena_format(arena, &target, "%s/%s.%s", to, name, ending));
  if (rename(source, target) == 0) return STATUS_OK;
  return FAIL(STATUS_IO, "%s: not written: %s", target, strerror(errno));
}

static status check_file(plot_arena *arena, const char *folder, const char *name, const char *format) {
  const char *path = NULL;
  TRY(arena_format(arena, &path, "%s/%s.%s", folder, name, format));
  return gnuplot_check_picture(path, format);
}

static status forget_date(const char *folder, const char *name, const char *formats) {
  char *path = NULL;
  if (strstr(formats, "pdf") == NULL) return STATUS_OK;
  TRY(memory_format(&path, "%s/%s.pdf", folder, name));
  const status code = pdf_forget_date(path);
  free(path);
  return code;
}

/* Draws in a folder of its own within `out` and moves what came out: a failure leaves earlier pictures as they were. */
static status draw(plot_arena *arena, const plot_figure *figure, const char *formats, const char *out) {
  char *folder = NULL;
  const char *script = NULL;
  TRY(arena_format(arena, &script, "%s.gp", figure->name));
  TRY(memory_format(&folder, "%s/.drawing.XXXXXX", out));
  int watch = -1;
  if (!interruption_folder(folder, &watch)) {
    const status code = FAIL(STATUS_IO, "%s: not written: %s", out, strerror(errno));
    free(folder);
    return code;
  }
  status code = STATUS_OK;
  CHECK(write_files(arena, figure, formats, folder));
  CHECK(gnuplot_run(folder, script));
  for (size_t i = 0; i < FORMATS; i++) {
    if (strstr(formats, known_formats[i]) != NULL) CHECK(check_file(arena, folder, figure->name, known_formats[i]));
  }
  CHECK(forget_date(folder, figure->name, formats));
  for (size_t i = 0; i < FORMATS; i++) {
    if (strstr(formats, known_formats[i]) != NULL) CHECK(move_file(arena, folder, out, figure->name, known_formats[i]));
  }
  CHECK(move_file(arena, folder, out, figure->name, "dat"));
  CHECK(move_file(arena, folder, out, figure->name, "gp"));
end:
  folder_remove(folder);
  interruption_forget(watch);
  free(folder);
  return code;
}

static status draw_plot(const plot_result *result, const plot_spec *spec, const char *formats, const char *out,
                        const plot_visitor *visitor) {
  plot_arena arena = {0};
  plot_figure figure;
  status (*const build)(plot_arena *, const plot_result *, const plot_spec *, plot_figure *) =
      is_embedding(spec)  ? embedding_build
      : spec->map != NULL ? map_build
      : spec->heat        ? heat_build
      : spec->by_index    ? places_build
                          : figure_build;
  status code = build(&arena, result, spec, &figure);
  if (code == STATUS_OK) {
    figure.free_x = spec->free_x;
    if (figure.shape != SHAPE_HEAT && figure.shape != SHAPE_ITEMS) figure_choose_axes(spec->log, &figure);
    code = figure_caption(&arena, result, spec, &figure);
  }
  if (code == STATUS_OK) code = draw(&arena, &figure, formats, out);
  if (code == STATUS_OK && visitor != NULL) code = visitor->visit(visitor->context, &figure);
  arena_free(&arena);
  return code == STATUS_OK || code == STATUS_END ? code : status_context(code, "plot '%s'", spec->name);
}

/* Draws all plots; one that fails does not keep the others from being drawn. */
static status draw_all(plot_arena *arena, const plot_result *result, const char *formats, const char *out,
                       const plot_visitor *visitor, size_t *plots, size_t *empty) {
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(result->manifest, "plots"), *entry;
  const char **names = NULL, *reason = NULL;
  size_t count = 0;
  status worst = STATUS_OK;
  *plots = 0;
  TRY(ARENA_ARRAY(arena, (size_t)cJSON_GetArraySize(list) + 1, names));
  cJSON_ArrayForEach (entry, list) {
    plot_spec spec;
    TRY(read_spec(arena, result, entry, &spec));
    TRY(choose_name(arena, spec.name, names, count, &spec.name));
    names[count++] = spec.name;
    const status code = draw_plot(result, &spec, formats, out, visitor);
    if (code == STATUS_OK) {
      ++*plots;
    } else if (code == STATUS_END) {
      ++*empty;
    } else if (worst == STATUS_OK) {
      worst = code;
      TRY(arena_format(arena, &reason, "%s", status_message()));
    }
    if (code == STATUS_ABSENT) break; /* no gnuplot for the others either */
  }
  return worst == STATUS_OK ? STATUS_OK : FAIL(worst, "%s", reason);
}

status plot_results_visited(const char *folder, const char *formats, const char *out, const plot_visitor *visitor,
                            size_t *drawn, size_t *empty) {
  plot_arena arena = {0};
  plot_result result = {0};
  const char *list = NULL;
  size_t format_count = 0, plots = 0, without = 0;
  if (drawn != NULL) *drawn = 0;
  status code = STATUS_OK;
  CHECK(parse_formats(&arena, formats, &list, &format_count));
  CHECK(result_read(folder, &result));
  if (out == NULL) CHECK(default_out(&arena, folder, &out));
  CHECK(directory_make(out));
  code = draw_all(&arena, &result, list, out, visitor, &plots, &without);
  if (empty != NULL) *empty = without;
  if (drawn != NULL) *drawn = plots * format_count;
end:
  result_free(&result);
  arena_free(&arena);
  return code;
}

status plot_results(const char *folder, const char *formats, const char *out, size_t *drawn, size_t *empty) {
  return plot_results_visited(folder, formats, out, NULL, drawn, empty);
}
