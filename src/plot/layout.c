#include "plot/layout.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static const double MARGIN = 14;      /* around the picture */
static const double CHARACTER = 0.55; /* mean width of DejaVu Sans, in font sizes */
static const double LINE = 1.4;       /* height of a line of text, in font sizes */
static const double COLOUR_BAR = 110; /* width of a heat map's colour bar */
static const double SAMPLE = 46;      /* width of a line sample in the legend and the gap after it */

static size_t characters(double width, double font) {
  return (size_t)fmax(12, width / (CHARACTER * font));
}

static size_t text_length(const char *text) {
  size_t length = 0;
  for (; *text != '\0'; text++) length += ((unsigned char)*text & 0xC0) != 0x80;
  return length;
}

/* Bytes of the word at text, cut between characters if it is too long for a line. */
static size_t word_bytes(const char *text) {
  size_t bytes = strcspn(text, " ");
  if (bytes < WRAP_BYTES) return bytes;
  bytes = WRAP_BYTES - 1;
  while (((unsigned char)text[bytes] & 0xC0) == 0x80) bytes--;
  return bytes;
}

void text_wrap(const char *text, size_t width, wrapped *out) {
  memset(out, 0, sizeof *out);
  size_t characters_used = 0, bytes_used = 0;
  for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
    const size_t bytes = word_bytes(text), word = text_length(text) - text_length(text + bytes);
    const bool fits = out->count > 0 && characters_used + 1 + word <= width && bytes_used + bytes + 2 < WRAP_BYTES;
    if (!fits && out->count == WRAP_LINES) return; /* cut off: longer than any legend */
    if (!fits) {
      out->count++;
      characters_used = bytes_used = 0;
    }
    char *line = out->line[out->count - 1];
    if (fits) line[bytes_used++] = ' ';
    memcpy(line + bytes_used, text, bytes); /* the rest of the line is zero */
    bytes_used += bytes;
    characters_used += word + fits;
    text += bytes;
  }
}

/* "matrix_winnow: slope 0.97 ± 0.04" */
static status key_text(arena *arena, const plot_figure *figure, size_t key, const char **text) {
  *text = figure->keys[key].label;
  for (size_t i = 0; i < figure->series_count; i++) {
    const plot_series *series = &figure->series[i];
    const char *where = figure->panels[series->panel].title, *item = NULL;
    char slope[NUMBER_TEXT], half[NUMBER_TEXT];
    if (series->key != key || !series->fitted) continue;
    number_short(series->fit.slope, 3, slope);
    if (isfinite(series->fit.half_width)) {
      const double width = series->fit.half_width < 1e-12 ? 0 : series->fit.half_width;
      TRY(arena_format(arena, &item, "slope %s ± %s", slope, number_short(width, 2, half)));
    } else {
      TRY(arena_format(arena, &item, "slope %s", slope));
    }
    if (where[0] != '\0') TRY(arena_format(arena, &item, "%s (%s)", item, where));
    TRY(arena_join(arena, text, ", ", item));
  }
  return STATUS_OK;
}

static status entry_text(arena *arena, const plot_figure *figure, size_t place, const char **text) {
  if (place < figure->key_count) return key_text(arena, figure, place, text);
  *text = figure->groups[place - figure->key_count].label;
  return STATUS_OK;
}

/* Places the entries first..first+count-1 below *y, in columns if every text is short, and moves *y to their bottom. */
static void place_entries(layout *out, const char *const *texts, size_t first, size_t count, double *y) {
  const double inner = out->width - 2 * MARGIN, line = LINE * out->legend_font;
  size_t longest = 0, columns = 1;
  if (count == 0) return;
  for (size_t i = first; i < first + count; i++) {
    if (text_length(texts[i]) > longest) longest = text_length(texts[i]);
  }
  while (columns < 4 && columns < count &&
         longest <= characters(inner / (double)(columns + 1) - SAMPLE - 8, out->legend_font)) {
    columns++;
  }
  const size_t per_column = 1 + (count - 1) / columns;
  columns = 1 + (count - 1) / per_column; /* no empty ones */
  const double column_width = inner / (double)columns;
  double bottom = *y;
  for (size_t i = 0; i < count; i++) {
    legend_entry *entry = &out->entries[first + i];
    entry->y = i % per_column == 0 ? *y + line / 2 : entry[-1].y + line * (double)entry[-1].text.count;
    const size_t column = i / per_column;
    entry->x = MARGIN + column_width * (double)column;
    text_wrap(texts[first + i], characters(column_width - SAMPLE - 8, out->legend_font), &entry->text);
    bottom = fmax(bottom, entry->y + line * ((double)entry->text.count - 0.5));
  }
  *y = bottom;
}

/* The legend below *y: learners, then bounds. */
static status place_legend(arena *arena, const plot_figure *figure, layout *out, double *y) {
  const char **texts = NULL;
  out->entry_count = figure->key_count + figure->group_count;
  TRY(ARENA_ARRAY(arena, out->entry_count, texts));
  TRY(ARENA_ARRAY(arena, out->entry_count, out->entries));
  for (size_t i = 0; i < out->entry_count; i++) {
    out->entries[i].is_bound = i >= figure->key_count;
    out->entries[i].place = i >= figure->key_count ? i - figure->key_count : i;
    TRY(entry_text(arena, figure, i, &texts[i]));
  }
  place_entries(out, texts, 0, figure->key_count, y);
  place_entries(out, texts, figure->key_count, figure->group_count, y);
  return STATUS_OK;
}

status layout_make(arena *arena, const plot_figure *figure, layout *out) {
  static const double widths[] = {640, 860, 1040}, heights[] = {330, 240, 200};
  const size_t panels = figure->panel_count;
  memset(out, 0, sizeof *out);
  out->columns = panels <= 3 ? panels : panels == 4 ? 2 : 3;
  out->rows = (panels + out->columns - 1) / out->columns;
  out->width = widths[out->columns - 1];
  out->font = out->columns == 1 ? 15 : 16;
  out->title_font = out->font + 2;
  out->caption_font = out->font - 3;
  out->legend_font = out->font - 1.5;
  const double bar = figure->shape == SHAPE_HEAT ? COLOUR_BAR : 0; /* at the right of all panels */
  out->width += bar;
  const double inner = out->width - 2 * MARGIN;
  text_wrap(figure->title, characters(inner, out->title_font), &out->title);
  text_wrap(figure->caption, characters(inner, out->caption_font), &out->caption);
  out->title_y = MARGIN + 0.5 * LINE * out->title_font;
  const double caption_top = MARGIN + LINE * out->title_font * (double)out->title.count + 2;
  out->caption_y = caption_top + 0.5 * LINE * out->caption_font;
  double y = caption_top + LINE * out->caption_font * (double)out->caption.count + 10;
  const double titled = panels > 1 || figure->panels[0].title[0] != '\0' ? LINE * out->font : 0;
  const double ticks = 5.2 * CHARACTER * out->font + 14, axis_name = LINE * out->font, gap = 22;
  out->y_name = (MARGIN + axis_name) / 2;
  const double height = heights[out->columns - 1] + (out->rows == 1 && panels > 1 ? 50 : 0);
  const double cell = (inner - bar - axis_name) / (double)out->columns;
  for (size_t i = 0; i < panels; i++) {
    const size_t row = i / out->columns, column = i % out->columns;
    box *panel = &out->panel[i];
    panel->left = MARGIN + axis_name + cell * (double)column + ticks;
    panel->right = MARGIN + axis_name + cell * (double)(column + 1) - gap;
    panel->top = y + titled + (titled + height + 2.4 * out->font) * (double)row;
    panel->bottom = panel->top + height;
  }
  y = out->panel[panels - 1].bottom + 2 * out->font + axis_name + 24;
  TRY(place_legend(arena, figure, out, &y));
  out->height = ceil(y + MARGIN);
  return STATUS_OK;
}
