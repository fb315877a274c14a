#include "report/report.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory_stream.h"
#include "plot/plot.h"
#include "report/latex.h"
#include "report/page.h"

/* ---- pictures: drawn, read again, described in words */

typedef struct gathering {
  report_result *result;
  const char *folder;
} gathering;

static bool is_drawn(const plot_figure *figure, const char *name) {
  for (size_t i = 0; i < figure->line_count; i++) {
    if (figure->lines[i].bound != NULL && strcmp(figure->lines[i].bound, name) == 0) return true;
  }
  return false;
}

/* "2 holds; 1 refuted", of the bounds that are drawn. */
static status list_verdicts(report_result *result, const plot_figure *figure, const char **list) {
  size_t counts[VERDICT_NONE + 1] = {0};
  const char *text = NULL;
  for (size_t row = 0; row < result->summary.rows; row++) {
    if (is_drawn(figure, report_cell(result, row, result->bound))) counts[report_row_verdict(result, row)]++;
  }
  *list = "";
  for (int i = VERDICT_VIOLATED; i < VERDICT_NONE; i++) {
    if (counts[i] == 0) continue;
    TRY(arena_format(&result->arena, &text, "%zu %s", counts[i], verdict_name((verdict)i)));
    TRY(arena_join(&result->arena, list, "; ", text));
  }
  return STATUS_OK;
}

/* Adds " HEAD: LIST." to the text, unless the list is empty. */
static status add_list(arena *owner, const char **text, const char *head, const char *list) {
  return list[0] == '\0' ? STATUS_OK : arena_format(owner, text, "%s %s: %s.", *text, head, list);
}

static const char *logarithmic_axes(const plot_figure *figure) {
  if (figure->log_x) return figure->log_y ? "horizontal and vertical" : "horizontal";
  return figure->log_y ? "vertical" : "";
}

/* The figure in words, for readers who do not see it. */
static status describe(report_result *result, const plot_figure *figure, const char **out) {
  arena *owner = &result->arena;
  const bool heat = figure->heat != NULL;
  const char *keys = "", *groups = "", *panels = "", *verdicts = "", *text = NULL;
  TRY(list_verdicts(result, figure, &verdicts));
  for (size_t i = 0; i < figure->key_count; i++) TRY(arena_join(owner, &keys, "; ", figure->keys[i].label));
  for (size_t i = 0; i < figure->group_count; i++) TRY(arena_join(owner, &groups, "; ", figure->groups[i].label));
  for (size_t i = 0; i < figure->panel_count && (figure->panel_count > 1 || heat); i++) {
    TRY(arena_join(owner, &panels, "; ", figure->panels[i].title));
  }
  TRY(arena_format(owner, &text, "Plot of %s against %s%s.", heat ? figure->heat->zlabel : figure->ylabel,
                   figure->xlabel, heat ? ", as colours" : ""));
  if (heat) TRY(add_list(owner, &text, "Vertical axis", figure->ylabel));
  TRY(add_list(owner, &text, "Logarithmic", logarithmic_axes(figure)));
  TRY(add_list(owner, &text, "Drawn", keys));
  TRY(add_list(owner, &text, "Bounds", groups));
  TRY(add_list(owner, &text, "Panels", panels));
  TRY(add_list(owner, &text, "Verdicts of the bounds", verdicts));
  if (figure->caption[0] != '\0') TRY(arena_format(owner, &text, "%s %s.", text, figure->caption));
  *out = text;
  return STATUS_OK;
}

/* With long numbers, gnuplot puts the label of the vertical axis a few pixels beyond the left edge: the view gets a
 * margin there. */
static status read_picture(const char *folder, report_result *result, report_plot *plot) {
  enum { MARGIN = 8 };
  FREED char *text = NULL;
  const char *path = NULL;
  size_t length = 0;
  int end = 0;
  TRY(arena_format(&result->arena, &path, "%s/%s.svg", folder, plot->name));
  TRY(file_read(path, &text, &length));
  const char *view = strstr(text, "viewBox=");
  /* NOLINTNEXTLINE(cert-err34-c): %6d cannot overflow */
  if (view == NULL || sscanf(view, "viewBox=\"0 0 %6d %6d\"%n", &plot->width, &plot->height, &end) != 2 || end == 0) {
    return FAIL(STATUS_INVALID, "%s: the picture has no size", path);
  }
  plot->width += MARGIN;
  return arena_format(&result->arena, &plot->svg, "%.*sviewBox=\"-%d 0 %d %d\"%s", (int)(view - text), text, MARGIN,
                      plot->width, plot->height, view + end);
}

static status keep_curves(report_result *result, const plot_figure *figure, report_plot *plot) {
  size_t length = 0;
  FILE *memory = memory_stream(&plot->curves, &length);
  if (memory == NULL) return FAIL(STATUS_MEMORY, "no memory for a plot");
  const status code = page_curves(memory, figure);
  const bool written = fclose(memory) == 0;
  TRY(arena_own(&result->arena, plot->curves, free));
  return written ? code : FAIL(STATUS_MEMORY, "no memory for a plot");
}

/* A plot_visitor: adds the figure's picture to the result. */
static status add_figure(void *context, const plot_figure *figure) {
  const gathering *all = context;
  report_result *result = all->result;
  report_plot *plot = &result->plots[result->plot_count];
  TRY(arena_text(&result->arena, &plot->name, figure->name));
  TRY(arena_text(&result->arena, &plot->title, figure->title));
  TRY(arena_text(&result->arena, &plot->caption, figure->caption));
  TRY(describe(result, figure, &plot->description));
  TRY(read_picture(all->folder, result, plot));
  TRY(keep_curves(result, figure, plot));
  result->plot_count++;
  return STATUS_OK;
}

/* Draws the plots of a result into the folder and adds them to the result. Why a plot could not be drawn goes to
 * result->undrawn; STATUS_ABSENT if there is no gnuplot. formats: as in plot_results, svg among them. */
static status draw(const char *folder, const char *formats, report_result *result) {
  gathering all = {.result = result, .folder = folder};
  const plot_visitor visitor = {add_figure, &all};
  const cJSON *plots = json_member(result->manifest, "plots");
  TRY(ARENA_ARRAY(&result->arena, (size_t)cJSON_GetArraySize(plots), result->plots));
  const plot_request request = {.folder = result->folder, .formats = formats, .out = folder};
  plot_outcome outcome;
  const status code = plot_results_visited(&request, &visitor, &outcome);
  result->empty_plots = outcome.empty;
  free(outcome.out);
  if (code == STATUS_OK || code == STATUS_ABSENT || code == STATUS_MEMORY || code == STATUS_IO) return code;
  return arena_text(&result->arena, &result->undrawn, status_message());
}

/* ---- files */

/* *latex = whether the list names it beside or instead of "html". */
static status parse_formats(const char *formats, bool *latex) {
  *latex = false;
  for (const char *rest = formats;;) {
    const size_t length = strcspn(rest, ",");
    const bool html = length == 4 && strncmp(rest, "html", 4) == 0, tex = length == 5 && strncmp(rest, "latex", 5) == 0;
    if (!html && !tex) {
      return FAIL(STATUS_INVALID, "--format %.*s: expected html, latex or both", (int)(length < 60 ? length : 60),
                  rest);
    }
    *latex = *latex || tex;
    if (rest[length] == 0) return STATUS_OK;
    rest += length + 1;
  }
}

/* "a/report.html" -> "a/report_files" */
static status files_folder(const char *out, char **folder) {
  const size_t length = strlen(out);
  const bool html = length > 5 && strcmp(out + length - 5, ".html") == 0;
  return memory_format(folder, "%.*s_files", (int)(length - (html ? 5 : 0)), out);
}

/* Puts a file in its place, now that it is written. */
static status finish(replacement **written) {
  TRY(status_memory());
  replacement *file = *written;
  *written = NULL;
  return replacement_commit(file);
}

static status write_latex(const char *folder, const report_result *result) {
  FREED char *path = NULL;
  CLEANUP(replacement_abandon_at) replacement *file = NULL;
  TRY(directory_make(folder)); /* if nothing could be drawn it is not there yet */
  TRY(memory_format(&path, "%s/report.tex", folder));
  TRY(replacement_begin(path, &file));
  latex_write(replacement_stream(file), result);
  return finish(&file);
}

static status write_page(const char *path, const report_collection *collection) {
  CLEANUP(replacement_abandon_at) replacement *file = NULL;
  TRY(replacement_begin(path, &file));
  TRY(page_write(replacement_stream(file), collection));
  return finish(&file);
}

static status draw_one(const char *files, bool latex, report_result *result) {
  FREED char *folder = NULL;
  TRY(memory_format(&folder, "%s/%s", files, result->id));
  TRY(draw(folder, latex ? "svg,pdf" : "svg", result));
  return latex ? write_latex(folder, result) : STATUS_OK;
}

static void count(const report_collection *collection, report_outcome *outcome) {
  *outcome = (report_outcome){0};
  for (size_t i = 0; i < collection->count; i++) {
    const report_result *result = &collection->results[i];
    outcome->rows += result->summary.rows;
    outcome->undrawn += result->undrawn != NULL;
    outcome->plots += result->plot_count;
  }
}

status report_write(const report_request *request, report_outcome *outcome) {
  CLEANUP(report_collection_free) report_collection collection = {0};
  FREED char *files = NULL;
  bool latex = false;
  TRY(status_context(file_check_place(request->out), "--out")); /* before anything is drawn */
  TRY(parse_formats(request->formats, &latex));
  TRY(report_collection_read(request->folders, request->folder_count, &collection));
  TRY(files_folder(request->out, &files));
  TRY(status_context(directory_make(files), "--out"));
  for (size_t i = 0; i < collection.count; i++) {
    TRY(status_context(draw_one(files, latex, &collection.results[i]), "%s", request->folders[i]));
  }
  TRY(write_page(request->out, &collection));
  count(&collection, outcome);
  return STATUS_OK;
}
