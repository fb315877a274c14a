#include "plot/page/labels.h"
#include "base/text.h"
#include "plot/axes.h"
#include "plot/page/ticks.h"

static const double GAP = 1; /* between two labels, pixels */

bool labels_beside(const plot_figure *figure) {
  return figure->shape == SHAPE_STEPS || figure->shape == SHAPE_LINES || figure->shape == SHAPE_POINTS;
}

/* ": slope 0.97 ± 0.04"; its spaces do not break lines. */
static status fit_text(arena *memory, const plot_series *series, const char **text) {
  char slope[NUMBER_TEXT], half[NUMBER_TEXT];
  *text = "";
  if (!series->fitted) return STATUS_OK;
  number_short(series->fit.slope, 3, slope);
  if (!isfinite(series->fit.half_width)) return arena_format(memory, text, ": slope %s", slope);
  const double width = series->fit.half_width < 1e-12 ? 0 : series->fit.half_width;
  return arena_format(memory, text, ": slope %s ± %s", slope, number_short(width, 2, half));
}

/* Three digits, or all before the decimal point. */
static const char *bound_value(double value, char text[NUMBER_TEXT]) {
  int digits = 3;
  for (double limit = 1000; limit < 1e6 && fabs(value) >= limit; limit *= 10) digits++;
  return number_short(value, digits, text);
}

/* The last place with a finite mean; count if there is none. */
static size_t last_mean(const plot_band *band) {
  for (size_t i = band->count; i-- > 0;) {
    if (isfinite(band->at[i].mean)) return i;
  }
  return band->count;
}

static status add_series(arena *memory, const plot_figure *figure, size_t place, double width, double font, bool values,
                         plot_labels *labels) {
  const plot_series *series = &figure->series[place];
  const char *fit = "", *text = NULL;
  const size_t last = last_mean(&series->band);
  if (last == series->band.count || figure->keys[series->key].unnamed) return STATUS_OK;
  plot_label *label = &labels->at[labels->count++];
  *label = (plot_label){.place = place, .x = series->band.x[last], .y = series->band.at[last].mean};
  if (values) TRY(fit_text(memory, series, &fit));
  TRY(arena_format(memory, &text, "%s%s", figure->keys[series->key].label, fit));
  text_wrap(text, width, font, &label->text);
  return STATUS_OK;
}

static int edge_of(const plot_figure *figure, const plot_label *label, size_t panel) {
  const plot_panel *p = &figure->panels[panel];
  if (label->is_bound) {
    const plot_line *line = &figure->lines[label->place];
    if (line->constant && line_off_scale(figure, line)) return label->y > p->y_low ? 1 : -1;
  }
  return label->y > p->y_high ? 1 : label->y < p->y_low ? -1 : 0;
}

static status add_line(arena *memory, const plot_figure *figure, size_t place, double width, double font, bool values,
                       plot_labels *labels) {
  const plot_line *line = &figure->lines[place];
  const plot_panel *panel = &figure->panels[line->panel];
  const plot_group *group = &figure->groups[line->group];
  char value[NUMBER_TEXT];
  const char *text = NULL;
  plot_label *label = &labels->at[labels->count++];
  *label = (plot_label){.is_bound = true,
                        .place = place,
                        .x = line->constant ? panel->x_high : line->x[line->count - 1],
                        .y = line->y[line->count - 1]};
  const int edge = edge_of(figure, label, line->panel);
  TRY(arena_format(memory, &text, "%s%s%s%s%s%s",
                   edge > 0   ? "↑ "
                   : edge < 0 ? "↓ "
                              : "",
                   group->name, group->whose, values ? ": " : "", values ? bound_value(label->y, value) : "",
                   group->flag));
  text_wrap(text, width, font, &label->text);
  return STATUS_OK;
}

status labels_write(arena *memory, const plot_figure *figure, size_t panel, double width, double font, bool values,
                    plot_labels *labels) {
  labels->count = 0;
  TRY(ARENA_ARRAY(memory, figure->series_count + figure->line_count, labels->at));
  for (size_t i = 0; i < figure->series_count && labels_beside(figure); i++) {
    if (figure->series[i].panel == panel) TRY(add_series(memory, figure, i, width, font, values, labels));
  }
  for (size_t i = 0; i < figure->line_count; i++) {
    if (figure->lines[i].panel == panel && !line_drawn_before(figure, i))
      TRY(add_line(memory, figure, i, width, font, values, labels));
  }
  for (size_t i = 0; i < labels->count; i++) {
    plot_label *label = &labels->at[i];
    label->height = font_line(font) * (double)label->text.count + GAP;
  }
  return STATUS_OK;
}

double labels_height(const plot_labels *labels) {
  double height = 0;
  for (size_t i = 0; i < labels->count; i++) height += labels->at[i].height;
  return height;
}

/* Larger values stand higher. */
static int compare_labels(const void *x, const void *y) {
  const plot_label *a = x, *b = y;
  if (a->edge != b->edge) return a->edge > b->edge ? -1 : 1;
  if (a->y != b->y) return a->y > b->y ? -1 : 1;
  if (a->is_bound != b->is_bound) return a->is_bound ? -1 : 1;
  return (a->place > b->place) - (a->place < b->place);
}

void labels_place(const plot_figure *figure, size_t panel, double height, plot_labels *labels) {
  const plot_panel *p = &figure->panels[panel];
  const axis vertical = {.low = p->y_low, .high = p->y_high, .logarithmic = figure->log_y};
  double wanted[PLOT_LABELS] = {0}, heights[PLOT_LABELS] = {0}, at[PLOT_LABELS];
  for (size_t i = 0; i < labels->count; i++) labels->at[i].edge = edge_of(figure, &labels->at[i], panel);
  if (labels->count > 1) qsort(labels->at, labels->count, sizeof *labels->at, compare_labels);
  const size_t count = labels->count < PLOT_LABELS ? labels->count : PLOT_LABELS;
  for (size_t i = 0; i < count; i++) {
    plot_label *label = &labels->at[i];
    const double share = label->edge > 0 ? 1 : label->edge < 0 ? 0 : axis_share(&vertical, label->y);
    label->from = (1 - fmin(fmax(share, 0), 1)) * height;
    wanted[i] = label->from;
    heights[i] = label->height;
  }
  spread(wanted, heights, count, 0, height, at);
  for (size_t i = 0; i < count; i++) labels->at[i].at = at[i];
  labels->count = count;
}

/* Pool adjacent violators: neighbours that would overlap form a block, whose best place is the mean of what its
 * members want. */
void spread(const double *wanted, const double *heights, size_t count, double low, double high, double *at) {
  double sum[PLOT_LABELS], start[PLOT_LABELS];
  size_t size[PLOT_LABELS], blocks = 0;
  double before = 0; /* heights above the middle of the label */
  for (size_t i = 0; i < count; i++) {
    before += heights[i] / 2;
    start[i] = before;
    before += heights[i] / 2;
    sum[blocks] = wanted[i] - start[i];
    size[blocks++] = 1;
    while (blocks > 1 && sum[blocks - 2] / (double)size[blocks - 2] >= sum[blocks - 1] / (double)size[blocks - 1]) {
      sum[blocks - 2] += sum[blocks - 1];
      size[blocks - 2] += size[blocks - 1];
      blocks--;
    }
  }
  const double last = fmax(low, high - before); /* a block may begin there */
  for (size_t block = 0, i = 0; block < blocks; block++) {
    const double place = fmin(fmax(sum[block] / (double)size[block], low), last);
    for (size_t k = 0; k < size[block]; k++, i++) at[i] = place + start[i];
  }
}
