#include "report/pictures.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "plot/plot.h"
#include "report/svg.h"

typedef struct gathering {
  report_result *result;
  const char *folder;
} gathering;

static bool is_drawn(const plot_figure *figure, const char *bound) {
  for (size_t i = 0; i < figure->line_count; i++) {
    if (figure->lines[i].bound != NULL && strcmp(figure->lines[i].bound, bound) == 0) return true;
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
static status add_list(arena *arena, const char **text, const char *head, const char *list) {
  return list[0] == '\0' ? STATUS_OK : arena_format(arena, text, "%s %s: %s.", *text, head, list);
}

static const char *logarithmic_axes(const plot_figure *figure) {
  if (figure->log_x) return figure->log_y ? "horizontal and vertical" : "horizontal";
  return figure->log_y ? "vertical" : "";
}

/* The figure in words, for readers who do not see it. */
static status describe(report_result *result, const plot_figure *figure, const char **out) {
  arena *arena = &result->arena;
  const bool heat = figure->heat != NULL;
  const char *keys = "", *groups = "", *panels = "", *verdicts = "", *text = NULL;
  TRY(list_verdicts(result, figure, &verdicts));
  for (size_t i = 0; i < figure->key_count; i++) TRY(arena_join(arena, &keys, "; ", figure->keys[i].label));
  for (size_t i = 0; i < figure->group_count; i++) TRY(arena_join(arena, &groups, "; ", figure->groups[i].label));
  for (size_t i = 0; i < figure->panel_count && (figure->panel_count > 1 || heat); i++) {
    TRY(arena_join(arena, &panels, "; ", figure->panels[i].title));
  }
  TRY(arena_format(arena, &text, "Plot of %s against %s%s.", heat ? figure->heat->zlabel : figure->ylabel,
                   figure->xlabel, heat ? ", as colours" : ""));
  if (heat) TRY(add_list(arena, &text, "Vertical axis", figure->ylabel));
  TRY(add_list(arena, &text, "Logarithmic", logarithmic_axes(figure)));
  TRY(add_list(arena, &text, "Drawn", keys));
  TRY(add_list(arena, &text, "Bounds", groups));
  TRY(add_list(arena, &text, "Panels", panels));
  TRY(add_list(arena, &text, "Verdicts of the bounds", verdicts));
  if (figure->caption[0] != '\0') TRY(arena_format(arena, &text, "%s %s.", text, figure->caption));
  *out = text;
  return STATUS_OK;
}

static status read_picture(const gathering *all, report_plot *plot) {
  report_result *result = all->result;
  char *text = NULL, *svg = NULL;
  const char *path = NULL, *prefix = NULL;
  size_t length = 0;
  TRY(arena_format(&result->arena, &path, "%s/%s.svg", all->folder, plot->name));
  TRY(arena_format(&result->arena, &prefix, "%s-p%zu", result->id, result->plot_count));
  TRY(file_read(path, &text, &length));
  const svg_request request = {.text = text, .prefix = prefix, .title = plot->title, .description = plot->description};
  const status code = svg_embed(&request, &svg);
  free(text);
  if (code != STATUS_OK) return status_context(code, "%s", path);
  plot->svg = svg;
  return arena_own(&result->arena, svg);
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
  TRY(read_picture(all, plot));
  result->plot_count++;
  return STATUS_OK;
}

status report_draw(const char *folder, const char *formats, report_result *result) {
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
