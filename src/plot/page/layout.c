#include "plot/page/layout.h"

/* Sizes of a style in its pixels; widths and heights for one, two and three columns of panels. */
typedef struct page_form {
  double width[3], panel_height[3], label_width[3];
  double height; /* of the page; 0: as high as it must be */
  double margin, font, label_font, title_font, caption_font, least_panel;
  size_t most_columns;
  bool words; /* title and caption are in the picture */
  bool names_below;
} page_form;

static const page_form forms[] = {[STYLE_SCREEN] = {.width = {760, 960, 1320},
                                                    .panel_height = {340, 270, 230},
                                                    .label_width = {220, 175, 150},
                                                    .margin = 14,
                                                    .font = 14,
                                                    .label_font = 13,
                                                    .title_font = 17,
                                                    .caption_font = 12,
                                                    .least_panel = 190,
                                                    .most_columns = 3,
                                                    .words = true},
                                  [STYLE_PAPER] = {.width = {237.6, 496.8, 496.8},
                                                   .panel_height = {125, 120, 110},
                                                   .margin = 2,
                                                   .font = 8,
                                                   .label_font = 7.5, /* TeX's letters of 8 points are as wide */
                                                   .title_font = 8,
                                                   .caption_font = 8,
                                                   .least_panel = 60,
                                                   .most_columns = 3,
                                                   .names_below = true},
                                  [STYLE_SLIDES] = {.width = {1280, 1280, 1280},
                                                    .label_width = {320, 230, 170},
                                                    .height = 720,
                                                    .margin = 26,
                                                    .font = 22,
                                                    .label_font = 21,
                                                    .title_font = 32,
                                                    .caption_font = 14,
                                                    .least_panel = 120,
                                                    .most_columns = 3,
                                                    .words = true}};

/* A panel of three above each other, as a share of the height of one alone. */
static const double OF_THREE = 0.58;

/* In pages of fixed height, names get no smaller than this share of their size. */
static const double LEAST_LABEL = 0.45;

/* What is being laid out. */
typedef struct maker {
  arena *arena;
  const plot_figure *figure;
  const page_form *form;
  layout *page;
  double rows_height[PLOT_PANELS], left[3], right[3]; /* of rows; beside the panels of a column */
} maker;

static axis axis_of(const maker *m, size_t place, bool vertical, double length) {
  const plot_panel *panel = &m->figure->panels[place];
  return (axis){.low = vertical ? panel->y_low : panel->x_low,
                .high = vertical ? panel->y_high : panel->x_high,
                .logarithmic = vertical ? m->figure->log_y : m->figure->log_x,
                .vertical = vertical,
                .length = length,
                .font = m->page->font};
}

static void choose_columns(maker *m) {
  layout *page = m->page;
  const size_t panels = m->figure->panel_count;
  page->columns = panels <= 3 ? panels : panels == 4 ? 2 : 3;
  page->names_below = labels_beside(m->figure) && (m->form->names_below || (m->form->height > 0 && panels == 3));
  /* Names beside the curves take half of a narrow panel: three stand above each other, where the page may be so high. */
  if (panels == 3 && labels_beside(m->figure) && !page->names_below && m->form->height == 0) page->columns = 1;
  page->rows = (panels + page->columns - 1) / page->columns;
}

/* ---- Words above and below. ---- */

static status wrap_caption(maker *m, double width) {
  layout *page = m->page;
  const plot_figure *figure = m->figure;
  TRY(ARENA_ARRAY(m->arena, figure->theorem_count + 2, page->caption));
  if (!m->form->words) return STATUS_OK;
  text_wrap(figure->caption, width, page->caption_font, &page->caption[page->caption_count]);
  page->caption_count += page->caption[0].count > 0;
  for (size_t i = 0; i < figure->theorem_count; i++) {
    text_wrap(figure->theorems[i], width, page->caption_font, &page->caption[page->caption_count++]);
  }
  return STATUS_OK;
}

static double caption_height(const layout *page) {
  double height = 0;
  for (size_t i = 0; i < page->caption_count; i++) {
    height += font_line(page->caption_font) * (double)page->caption[i].count + 2;
  }
  return height;
}

/* Keys in rows below *y, which moves on: where curves have no ends to name them at. */
static status place_legend(maker *m, double *y) {
  layout *page = m->page;
  const plot_figure *figure = m->figure;
  if (labels_beside(figure) || figure->key_count == 0) return STATUS_OK;
  double x = m->form->margin + page->font;
  TRY(ARENA_ARRAY(m->arena, figure->key_count, page->entries));
  for (size_t i = 0; i < figure->key_count; i++) {
    if (figure->keys[i].unnamed) continue;
    const double width = 2.4 * page->label_font + font_width(figure->keys[i].label, page->label_font);
    if (page->entry_count > 0 && x + width > page->width - m->form->margin) {
      x = m->form->margin + page->font;
      *y += font_line(page->label_font);
    }
    page->entries[page->entry_count++] = (legend_entry){.key = i, .x = x, .y = *y + font_line(page->label_font) / 2};
    x += width;
  }
  if (page->entry_count > 0) *y += font_line(page->label_font) + 4;
  return STATUS_OK;
}

static bool is_named(const maker *m, const plot_label *label) {
  const plot_figure *figure = m->figure;
  for (size_t i = 0; i < m->page->entry_count; i++) {
    const plot_label *other = m->page->entries[i].label;
    if (other->is_bound != label->is_bound || strcmp(other->text.line[0], label->text.line[0]) != 0) continue;
    if (label->is_bound ? figure->lines[other->place].group == figure->lines[label->place].group
                        : figure->series[other->place].key == figure->series[label->place].key)
      return true;
  }
  return false;
}

/* The labels of all panels in rows below *y, which moves on. */
static status place_names(maker *m, double *y) {
  layout *page = m->page;
  const double left = m->form->margin + page->font, line = font_line(page->label_font);
  double x = left, row = line;
  TRY(ARENA_ARRAY(m->arena, m->figure->series_count + m->figure->line_count, page->entries));
  *y += 0.5 * page->font;
  for (size_t i = 0; i < m->figure->panel_count; i++) {
    for (size_t k = 0; k < page->panel[i].labels.count; k++) {
      const plot_label *label = &page->panel[i].labels.at[k];
      const double width = page->sample + label->text.width + 1.5 * page->font;
      const double height = line * (double)label->text.count;
      if (is_named(m, label)) continue;
      if (x > left && x + width > page->width) {
        x = left;
        *y += row;
        row = line;
      }
      page->entries[page->entry_count++] = (legend_entry){.label = label, .x = x, .y = *y + height / 2};
      x += width;
      row = fmax(row, height);
    }
  }
  if (page->entry_count > 0) *y += row;
  return STATUS_OK;
}

/* ---- Panels. ---- */

/* The labels of all panels; in pages of fixed height, smaller until they fit. */
static status write_labels(maker *m, double height) {
  layout *page = m->page;
  const double limit = page->names_below ? page->width - m->form->margin - 1.5 * page->font - page->sample
                                         : m->form->label_width[page->columns - 1];
  for (;; page->label_font *= 0.93) {
    bool fits = true;
    for (size_t i = 0; i < m->figure->panel_count; i++) {
      plot_labels *labels = &page->panel[i].labels;
      TRY(labels_write(m->arena, m->figure, i, limit, page->label_font,
                       !page->names_below || m->figure->panel_count == 1, labels));
      fits = fits && labels_height(labels) <= height;
    }
    if (fits || page->names_below || m->form->height == 0) return STATUS_OK;
    if (page->label_font < LEAST_LABEL * m->form->label_font) break;
  }
  for (size_t i = 0; i < m->figure->panel_count; i++) { /* bounds come last */
    plot_labels *labels = &page->panel[i].labels;
    while (labels->count > 0 && labels_height(labels) > height) labels->count--;
  }
  text_wrap("Not all curves and bounds have room for their names.", page->width, page->caption_font,
            &page->caption[page->caption_count++]);
  return STATUS_OK;
}

/* Heights of the rows: panels are higher where they must be for their labels. */
static void choose_heights(maker *m, double height) {
  for (size_t i = 0; i < m->figure->panel_count; i++) {
    double *row = &m->rows_height[i / m->page->columns];
    const double needed = labels_height(&m->page->panel[i].labels);
    *row = fmax(fmax(*row, height), m->form->height > 0 || m->page->names_below ? 0 : needed);
  }
}

static double label_width(const plot_labels *labels) {
  double width = 0;
  for (size_t i = 0; i < labels->count; i++) width = fmax(width, labels->at[i].text.width);
  return width;
}

/* What stands beside the panels of each column: numbers of the y axis, and labels. */
static void choose_margins(maker *m) {
  layout *page = m->page;
  for (size_t i = 0; i < m->figure->panel_count; i++) {
    panel_layout *panel = &page->panel[i];
    const size_t column = i % page->columns;
    const axis vertical = axis_of(m, i, true, m->rows_height[i / page->columns]);
    ticks_choose(&vertical, &panel->y);
    m->left[column] = fmax(m->left[column], ticks_width(&panel->y, page->font) + 1.1 * page->font);
    const double labels = page->names_below ? 0 : label_width(&panel->labels),
                 gap = column + 1 < page->columns ? 1.3 : 0.5; /* to numbers, or the edge */
    m->right[column] =
        fmax(m->right[column], labels > 0 ? page->leader + page->sample + labels + gap * page->font : 1.4 * page->font);
  }
}

/* The distinct x of the points, if they are at most eight; else 0. */
static size_t points_of_axis(const plot_figure *figure, double values[8]) {
  size_t count = 0;
  for (size_t i = 0; i < figure->series_count; i++) {
    const plot_band *band = &figure->series[i].band;
    for (size_t k = 0; k < band->count; k++) {
      size_t at = 0;
      while (at < count && values[at] < band->x[k]) at++;
      if (at < count && values[at] == band->x[k]) continue;
      if (count == 8) return 0;
      for (size_t n = count++; n > at; n--) values[n] = values[n - 1];
      values[at] = band->x[k];
    }
  }
  return count > 1 && values[count - 1] < 1e6 ? count : 0; /* longer numbers: powers of ten */
}

static void choose_x_ticks(maker *m, size_t place, double width) {
  const plot_figure *figure = m->figure;
  layout *page = m->page;
  axis across = axis_of(m, place, false, width);
  if (figure->places_named != NULL) {
    across.font = page->name_font = 0.8 * page->font;
    if (ticks_named(&across, figure->places_named, figure->named_count, &page->panel[place].x)) {
      page->below = ticks_width(&page->panel[place].x, page->name_font) + 2 * page->font;
      return;
    }
    page->name_font = 0;
    across.font = page->font;
  }
  double values[8];
  const size_t count = figure->shape == SHAPE_POINTS && figure->log_x ? points_of_axis(figure, values) : 0;
  if (count > 0) {
    ticks_at(&across, values, count, &m->page->panel[place].x);
  } else {
    ticks_choose(&across, &m->page->panel[place].x);
  }
}

/* The colour bar, right of all panels; *width: what it takes, without its place. */
static double choose_bar(maker *m, double height) {
  layout *page = m->page;
  const plot_heat *heat = m->figure->heat;
  if (heat == NULL) return 0;
  const axis colours = {heat->z_low, heat->z_high, heat->log_z, true, height, page->font};
  ticks_choose(&colours, &page->bar_ticks);
  return 2.4 * page->font + ticks_width(&page->bar_ticks, page->font) + 2.0 * font_line(page->font);
}

/* Panels from the left, in columns of equal width. */
static void place_across(maker *m, double bar) {
  layout *page = m->page;
  const plot_figure *figure = m->figure;
  const double names = font_line(page->font) * (double)page->y_name.count + 4;
  double taken = 2 * m->form->margin + names + bar, x = m->form->margin + names;
  for (size_t c = 0; c < page->columns; c++) taken += m->left[c] + m->right[c];
  double width = (page->width - taken) / (double)page->columns;
  if (width < m->form->least_panel && m->form->height == 0 && m->form->words) {
    page->width += (m->form->least_panel - width) * (double)page->columns;
    width = m->form->least_panel;
  }
  width = fmax(width, m->form->least_panel / 2);
  page->y_name_x = m->form->margin + font_line(page->font) / 2;
  for (size_t c = 0; c < page->columns; c++) {
    x += m->left[c];
    for (size_t i = c; i < figure->panel_count; i += page->columns) {
      panel_layout *panel = &page->panel[i];
      panel->frame.left = x;
      panel->frame.right = x + width;
      choose_x_ticks(m, i, width);
      text_wrap(figure->panels[i].title, width + 0.9 * m->right[c], page->font, &panel->title);
    }
    x += width + m->right[c];
  }
  page->bar.left = x + 0.2 * page->font;
  page->bar.right = page->bar.left + page->font;
  page->bar_name_x = page->width - m->form->margin - font_line(page->font) / 2;
}

static size_t title_lines(const layout *page, size_t panels, size_t row) {
  size_t lines = 0;
  for (size_t i = row * page->columns; i < (row + 1) * page->columns && i < panels; i++) {
    if (page->panel[i].title.count > lines) lines = page->panel[i].title.count;
  }
  return lines;
}

/* Rows below *y, which moves on: titles, panels, numbers of the x axis. */
static void place_rows(maker *m, double *y) {
  layout *page = m->page;
  const size_t panels = m->figure->panel_count;
  const double line = font_line(page->font);
  for (size_t row = 0; row < page->rows; row++) {
    const size_t lines = title_lines(page, panels, row);
    const double top = *y + (lines > 0 ? line * (double)lines + 0.55 * page->font : 0.3 * page->font);
    for (size_t i = row * page->columns; i < (row + 1) * page->columns && i < panels; i++) {
      panel_layout *panel = &page->panel[i];
      panel->title_y = top - 0.55 * page->font - line * ((double)panel->title.count - 0.5);
      panel->frame.top = top;
      panel->frame.bottom = top + m->rows_height[row];
      labels_place(m->figure, i, m->rows_height[row], &panel->labels);
    }
    *y = top + m->rows_height[row] + page->below + (row + 1 < page->rows ? 1.1 * page->font : 0);
  }
  page->bar.top = page->panel[0].frame.top;
  page->bar.bottom = page->panel[panels - 1].frame.bottom;
}

/* Everything that does not depend on the height of panels, from title to caption. */
static double height_of_words(const maker *m) {
  const layout *page = m->page;
  double height =
      2 * m->form->margin + caption_height(page) + 4 + font_line(page->title_font) * (double)page->title.count;
  for (size_t row = 0; row < page->rows; row++) {
    height += page->below + (row + 1 < page->rows ? 1.4 : 0.3) * page->font;
    const size_t panel = row * page->columns;
    height += m->figure->panels[panel].title[0] != '\0' ? font_line(page->font) + 0.55 * page->font : 0;
  }
  return height + font_line(page->font) * (double)page->x_name.count + 12;
}

static status make(maker *m) {
  layout *page = m->page;
  const page_form *form = m->form;
  const plot_figure *figure = m->figure;
  double y = form->margin;
  choose_columns(m);
  page->width = form->width[page->columns - 1];
  page->font = form->font;
  page->label_font = form->label_font;
  page->title_font = form->title_font;
  page->caption_font = form->caption_font;
  page->leader = 1.1 * page->font;
  page->sample = 2.1 * page->font;
  page->below = 2.95 * page->font;
  if (form->words)
    text_wrap(figure->title, page->width - 2 * form->margin - 5 * page->font, page->title_font, &page->title);
  text_wrap(figure->xlabel, page->width / 2, page->font, &page->x_name);
  TRY(wrap_caption(m, page->width - 2 * form->margin));
  double height = form->panel_height[page->columns - 1];
  if (figure->shape == SHAPE_HEAT) height *= 1.25;
  if (page->columns == 1 && page->rows == 3) height *= OF_THREE;
  if (form->height > 0) {
    double names = 0;
    if (page->names_below) {
      TRY(write_labels(m, height));
      TRY(place_names(m, &names));
      page->entry_count = 0;
    }
    height = fmax((form->height - height_of_words(m) - names) / (double)page->rows, 60);
  }
  TRY(write_labels(m, height));
  choose_heights(m, height);
  text_wrap(figure->ylabel, m->rows_height[0] * (double)page->rows, page->font, &page->y_name);
  choose_margins(m);
  place_across(m, choose_bar(m, height));
  page->title_y = y + font_line(page->title_font) / 2;
  y += font_line(page->title_font) * (double)page->title.count + (page->title.count > 0 ? 4 : 0);
  TRY(place_legend(m, &y));
  place_rows(m, &y);
  page->x_name.count = page->x_name.count < 2 ? page->x_name.count : 2;
  y += font_line(page->font) * (double)page->x_name.count;
  if (page->names_below) TRY(place_names(m, &y));
  y += page->caption_count > 0 ? 8 : 0;
  page->caption_y = y + font_line(page->caption_font) / 2;
  page->height = fmax(ceil(y + caption_height(page) + form->margin), form->height);
  return STATUS_OK;
}

status layout_make(arena *memory, const plot_figure *figure, plot_style style, layout *out) {
  memset(out, 0, sizeof *out);
  maker m = {.arena = memory, .figure = figure, .form = &forms[style], .page = out};
  return make(&m);
}
