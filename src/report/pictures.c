/* The pictures of a report: drawn, read again, described in words. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/memory_stream.h"
#include "plot/plot.h"
#include "report/collection.h"
#include "report/svg.h"

typedef struct gathering {
  report_result *result;
  const char *folder;
} gathering;

static void put_list(FILE *file, const char *word, const char *item, size_t *count) {
  (void)fprintf(file, "%s%s", (*count)++ > 0 ? "; " : word, item);
}

static bool is_drawn(const plot_figure *figure, const char *bound) {
  for (size_t i = 0; i < figure->line_count; i++) {
    if (figure->lines[i].bound != NULL && strcmp(figure->lines[i].bound, bound) == 0) return true;
  }
  return false;
}

/* What the verdicts say of the bounds that are drawn. */
static void put_verdicts(FILE *file, const report_result *result, const plot_figure *figure) {
  size_t counts[VERDICT_NONE + 1] = {0}, said = 0;
  for (size_t row = 0; row < result->summary.rows; row++) {
    if (is_drawn(figure, report_cell(result, row, result->bound))) counts[report_row_verdict(result, row)]++;
  }
  for (int i = VERDICT_VIOLATED; i < VERDICT_NONE; i++) {
    char text[64];
    if (counts[i] == 0) continue;
    (void)snprintf(text, sizeof text, "%zu %s", counts[i], verdict_name((verdict)i));
    put_list(file, " Verdicts of the bounds: ", text, &said);
  }
  if (said > 0) (void)fputc('.', file);
}

static status describe(const report_result *result, const plot_figure *figure, char **out) {
  size_t size = 0, said = 0;
  FILE *file = memory_stream(out, &size);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for a description");
  (void)fprintf(file, "Plot of %s against %s%s.", figure->heat != NULL ? figure->heat->zlabel : figure->ylabel,
                figure->xlabel, figure->heat != NULL ? ", as colours" : "");
  if (figure->heat != NULL) (void)fprintf(file, " Vertical axis: %s.", figure->ylabel);
  if (figure->log_x || figure->log_y) {
    (void)fprintf(file, " Logarithmic: %s%s%s.", figure->log_x ? "horizontal" : "",
                  figure->log_x && figure->log_y ? " and " : "", figure->log_y ? "vertical" : "");
  }
  for (size_t i = 0; i < figure->key_count; i++) put_list(file, " Drawn: ", figure->keys[i].label, &said);
  if (said > 0) (void)fputc('.', file);
  said = 0;
  for (size_t i = 0; i < figure->group_count; i++) put_list(file, " Bounds: ", figure->groups[i].label, &said);
  if (said > 0) (void)fputc('.', file);
  said = 0;
  for (size_t i = 0; i < figure->panel_count && (figure->panel_count > 1 || figure->heat != NULL); i++) {
    put_list(file, " Panels: ", figure->panels[i].title, &said);
  }
  if (said > 0) (void)fputc('.', file);
  put_verdicts(file, result, figure);
  if (figure->caption[0] != 0) (void)fprintf(file, " %s.", figure->caption);
  return fclose(file) == 0 ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for a description");
}

static status read_picture(const gathering *all, const report_plot *plot, char **svg) {
  char *path = NULL, *text = NULL, prefix[REPORT_IDENTIFIER + 32];
  size_t length = 0;
  TRY(memory_format(&path, "%s/%s.svg", all->folder, plot->name));
  status code = file_read(path, &text, &length);
  (void)snprintf(prefix, sizeof prefix, "%s-p%zu", all->result->id, all->result->plot_count);
  const svg_request request = {.text = text, .prefix = prefix, .title = plot->title, .description = plot->describe};
  if (code == STATUS_OK) code = svg_embed(&request, svg);
  if (code != STATUS_OK) code = status_context(code, "%s", path);
  free(text);
  free(path);
  return code;
}

static status take_figure(void *context, const plot_figure *figure) {
  gathering *all = context;
  report_result *result = all->result;
  TRY(memory_grow(&result->plots, result->plot_count + 1, sizeof *result->plots));
  report_plot *plot = &result->plots[result->plot_count];
  *plot = (report_plot){0};
  status code = memory_text(figure->name, &plot->name);
  if (code == STATUS_OK) code = memory_text(figure->title, &plot->title);
  if (code == STATUS_OK) code = memory_text(figure->caption, &plot->caption);
  if (code == STATUS_OK) code = describe(result, figure, &plot->describe);
  if (code == STATUS_OK) code = read_picture(all, plot, &plot->svg);
  result->plot_count++; /* freed with the result, however far it came */
  return code;
}

status report_draw(const char *folder, const char *formats, report_result *result) {
  gathering all = {.result = result, .folder = folder};
  const plot_visitor visitor = {take_figure, &all};
  const status code = plot_results_visited(result->folder, formats, folder, &visitor, NULL, &result->empty_plots);
  if (code == STATUS_OK || code == STATUS_ABSENT || code == STATUS_MEMORY || code == STATUS_IO) return code;
  return memory_text(status_message(), &result->undrawn);
}
