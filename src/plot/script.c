#include "plot/gnuplot.h"

#include <math.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/text.h"
#include "plot/plot_writer.h"
#include "plot/style.h"

void gnuplot_string(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text != '\0'; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c < 32 || c == 127) {
      fputc(' ', file);
    } else if (strchr("\"\\`{}@#'$%", c) != NULL) {
      fprintf(file, "\\%03o", c);
    } else {
      fputc(c, file);
    }
  }
  fputc('"', file);
}

double screen_x(const writer *w, double x) {
  return x / w->page.width;
}

double screen_y(const writer *w, double y) {
  return 1 - y / w->page.height;
}

void put_number(FILE *file, double value) {
  char text[NUMBER_TEXT];
  fputs(number_short(value, 6, text), file);
}

/* "screen x,y" of a place in pixels. */
static void put_screen(const writer *w, double x, double y) {
  fputs("screen ", w->script);
  put_number(w->script, screen_x(w, x));
  fputs(",", w->script);
  put_number(w->script, screen_y(w, y));
}

static void put_font(const writer *w, double size) {
  fputs(" font \"DejaVu Sans,", w->script);
  put_number(w->script, size);
  fputs("\"", w->script);
}

static void put_text_line(const writer *w, const char *text, double x, double y, double font, const char *colour) {
  fputs("  set label ", w->script);
  gnuplot_string(w->script, text);
  fputs(" at ", w->script);
  put_screen(w, x, y);
  fputs(" left noenhanced", w->script);
  put_font(w, font);
  fprintf(w->script, " tc rgb \"%s\"\n", colour);
}

static void put_text(const writer *w, const wrapped *text, double x, double y, double font, const char *colour) {
  for (size_t i = 0; i < text->count; i++) put_text_line(w, text->line[i], x, y + 1.4 * font * (double)i, font, colour);
}

/* gnuplot's svg terminal joins neighbours that differ in nothing but their dashes to one path, with the dashes of the first: their widths
 * alternate by less than the eye sees. */
static double sample_width(double width, size_t place) {
  return width + 0.004 * (double)(place % 2);
}

static void put_sample(const writer *w, double x, double y, double width, const char *colour, const char *dash,
                       double line_width) {
  fputs("  set arrow from ", w->script);
  put_screen(w, x, y);
  fputs(" to ", w->script);
  put_screen(w, x + width, y);
  fprintf(w->script, " nohead lc rgb \"%s\" dt %s lw ", colour, dash);
  put_number(w->script, line_width);
  fputs("\n", w->script);
}

static void put_legend(const writer *w) {
  const plot_figure *figure = w->figure;
  for (size_t i = 0; i < w->page.entry_count; i++) {
    const legend_entry *entry = &w->page.entries[i];
    if (entry->is_bound) {
      put_sample(w, entry->x, entry->y, 36, group_colour(figure, entry->place), group_dash(entry->place),
                 sample_width(2, entry->place));
    } else {
      const bool dots = figure->shape == SHAPE_DOTS || figure->shape == SHAPE_ITEMS;
      const bool line = !dots && (figure->shape != SHAPE_POINTS || figure->connected);
      if (line)
        put_sample(w, entry->x, entry->y, 36, key_colour(entry->place), key_dash(entry->place),
                   sample_width(2.5, entry->place));
      if (has_markers(figure)) {
        fputs("  set label \"\" at ", w->script);
        put_screen(w, entry->x + 18, entry->y);
        fprintf(w->script, " point pt %d ps 0.9 lc rgb \"%s\"\n", key_point(entry->place), key_colour(entry->place));
      }
    }
    put_text(w, &entry->text, entry->x + 44, entry->y, w->page.legend_font, "#000000");
  }
}

/* Three digits, or all before the decimal point. */
static const char *bound_value(double value, char text[NUMBER_TEXT]) {
  int digits = 3;
  for (double limit = 1000; limit < 1e6 && fabs(value) >= limit; limit *= 10) digits++;
  return number_short(value, digits, text);
}

/* Text within a panel; x, y in shares of the panel. */
static void put_note(const writer *w, const char *text, double x, double y, const char *side, const char *colour) {
  fputs("  set label ", w->script);
  gnuplot_string(w->script, text);
  fputs(" at graph ", w->script);
  put_number(w->script, x);
  fputs(", graph ", w->script);
  put_number(w->script, y);
  fprintf(w->script, " %s noenhanced front", side);
  put_font(w, w->page.font - 2);
  fprintf(w->script, " tc rgb \"%s\"\n", colour);
}

/* Bounds off the scale are told at the edge beyond which they lie, with the sample of their line. Of those that change, the part
 * within the panel is drawn too. */
static void put_off_scale(const writer *w, size_t place) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[place];
  const box *frame = &w->page.panel[place];
  const double line_height = 1.4 * (w->page.font - 2), height = frame->bottom - frame->top;
  size_t above = 0, below = 0;
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->panel != place || drawn_before(figure, i) || !line_off_scale(figure, line)) continue;
    char low[NUMBER_TEXT], high[NUMBER_TEXT], text[160];
    double smallest = line->y[0], largest = line->y[0];
    for (size_t k = 1; k < line->count; k++) {
      smallest = fmin(smallest, line->y[k]);
      largest = fmax(largest, line->y[k]);
    }
    const bool up = largest > panel->y_high;
    bound_value(smallest, low);
    bound_value(largest, high);
    if (line->constant || smallest == largest) {
      snprintf(text, sizeof text, "%s bound %s (off scale)", up ? "↑" : "↓", high);
    } else {
      snprintf(text, sizeof text, "%s bound %s … %s (off scale)", up ? "↑" : "↓", low, high);
    }
    const double from_edge = ((up ? (double)above++ : (double)below++) + 0.6) * line_height;
    const double y = up ? frame->top + from_edge : frame->bottom - from_edge;
    put_sample(w, frame->left + 10, y, 36, group_colour(figure, line->group), group_dash(line->group),
               sample_width(2, line->group));
    put_note(w, text, 54 / (frame->right - frame->left), (frame->bottom - y) / height, "left",
             group_colour(figure, line->group));
  }
}

static double height_share(const plot_figure *figure, const plot_panel *panel, double y) {
  if (!figure->log_y) return (y - panel->y_low) / (panel->y_high - panel->y_low);
  return y > 0 ? fixed_log(y / panel->y_low) / fixed_log(panel->y_high / panel->y_low) : -1;
}

/* The value of a constant bound stands on its line at the right; where two would touch, the second moves to the left. */
static void put_values(const writer *w, size_t place) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[place];
  const box *frame = &w->page.panel[place];
  const double lift = 0.75 * (w->page.font - 2) / (frame->bottom - frame->top);
  double taken[64];
  size_t count = 0;
  for (size_t i = 0; i < figure->line_count && count < 64; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->panel != place || !line->constant || drawn_before(figure, i) || line_off_scale(figure, line)) continue;
    char value[NUMBER_TEXT];
    const double share = height_share(figure, panel, line->y[0]);
    double right = 0.995;
    for (size_t k = 0; k < count; k++) right -= fabs(taken[k] - share) < 2.5 * lift ? 0.14 : 0;
    taken[count++] = share;
    const char *colour = group_colour(figure, line->group);
    if (line->level) { /* at the left: curves come down to it */
      put_note(w, bound_value(line->y[0], value), 0.02, share + lift, "left", colour);
    } else {
      put_note(w, bound_value(line->y[0], value), right, share + lift, "right", colour);
    }
  }
}

static void put_panel_title(const writer *w, size_t place) {
  const box *frame = &w->page.panel[place];
  fputs("  set label ", w->script);
  gnuplot_string(w->script, w->figure->panels[place].title);
  fputs(" at ", w->script);
  put_screen(w, (frame->left + frame->right) / 2, frame->top - 0.7 * w->page.font);
  fputs(" center noenhanced\n", w->script);
}

/* In the margin of the first column: gnuplot's own ylabel moves with the ticks, out of the picture where these are long. */
static void put_y_name(const writer *w, size_t place) {
  const box *frame = &w->page.panel[place];
  if (place % w->page.columns != 0) return;
  fputs("  set label ", w->script);
  gnuplot_string(w->script, w->figure->ylabel);
  fputs(" at ", w->script);
  put_screen(w, w->page.y_name, (frame->top + frame->bottom) / 2);
  fputs(" center rotate by 90 noenhanced\n", w->script);
}

static void put_panel(writer *w, size_t place) {
  fprintf(w->script, "\n  # panel %zu\n", place + 1);
  put_axes(w, place);
  put_panel_title(w, place);
  put_y_name(w, place);
  put_off_scale(w, place);
  put_values(w, place);
  put_elements(w, place);
  fputs("\n  unset label\n  unset arrow\n", w->script);
}

static void put_terminals(const writer *w, const char *formats) {
  const int width = (int)w->page.width, height = (int)w->page.height, font = (int)w->page.font;
  fprintf(w->script, "do for [format in \"%s\"] {\n", formats);
  fprintf(w->script,
          "  if (format eq \"svg\") { set terminal svg size %d,%d dynamic enhanced font \"DejaVu Sans,%d\" "
          "background rgb \"white\" }\n",
          width, height, font);
  fprintf(w->script,
          "  if (format eq \"png\") { set terminal pngcairo size %d,%d enhanced font \"DejaVu Sans,%d\" "
          "fontscale 1.5 linewidth 2 pointscale 2 background rgb \"white\" }\n",
          2 * width, 2 * height, font);
  fprintf(w->script, "  # the pdf carries the date of its making\n");
  fprintf(w->script,
          "  if (format eq \"pdf\") { set terminal pdfcairo size %.4fin,%.4fin enhanced font \"DejaVu Sans,%d\" "
          "fontscale 0.5625 linewidth 1.2 pointscale 0.6 }\n",
          width / 96.0, height / 96.0, font);
  fprintf(w->script, "  set output \"%s.\".format\n", w->figure->name);
}

static void put_head(const writer *w) {
  const plot_figure *figure = w->figure;
  fprintf(w->script, "# winnow-lab plot 1\n# `gnuplot %s.gp` in this folder draws the pictures again from %s.dat\n",
          figure->name, figure->name);
  fprintf(w->script, "reset\nset encoding utf8\ndata = \"%s.dat\"\n", figure->name);
  fputs("clip_x(x) = x < x_low ? x_low : x\nclip_y(y) = ", w->script);
  fputs(figure->log_y ? "y > y_low ? y : y_low\n" : "y\n", w->script);
  fputs(
      "set border 3 lc rgb \"#444444\"\nset tics nomirror out scale 0.6\nset grid lt 1 dt 1 lw 0.5 lc rgb \"#E4E4E4\"\n"
      "unset key\nset errorbars small\n",
      w->script);
  if (figure->log_x) fputs("set logscale x\n", w->script);
  if (figure->log_y) fputs("set logscale y\n", w->script);
  fputs("\n", w->script);
}

status gnuplot_write(const plot_figure *figure, const char *formats, FILE *script, FILE *data) {
  plot_arena arena = {0};
  writer w = {.figure = figure, .script = script, .data = data};
  const status code = layout_make(&arena, figure, &w.page);
  if (code == STATUS_OK) {
    fputs("# winnow-lab plot-data 1\n# blocks are parted by two blank lines; curves keep a seed's last value\n", data);
    put_head(&w);
    put_terminals(&w, formats);
    fputs("  set multiplot\n", script);
    put_text(&w, &w.page.title, 14, w.page.title_y, w.page.title_font, "#000000");
    put_text(&w, &w.page.caption, 14, w.page.caption_y, w.page.caption_font, "#555555");
    put_legend(&w);
    if (figure->shape == SHAPE_HEAT) put_palette(&w);
    for (size_t i = 0; i < figure->panel_count; i++) put_panel(&w, i);
    fputs("  unset multiplot\n  unset output\n}\n", script);
  }
  arena_free(&arena);
  return code;
}
