#include "plot/page/script.h"
#include "base/fixed_math.h"
#include "base/memory_stream.h"
#include "base/plain_text.h"
#include "base/text.h"
#include "plot/axes.h"
#include "plot/page/latex_text.h"
#include "plot/page/simplify.h"

/* Curves of so few points are drawn with all of them. */
enum { FEW = 60 };
/* Curves are drawn coarser until they have so few points in all, but not coarser than by this factor. */
enum { MOST_ROWS = 2200, COARSEST = 6 };
/* Maps of more cells are drawn as an image. */
enum { LARGEST_BOXES = 300 };

/* ---- the colours, points and dashes that tell learners and bounds apart */

/* The palette of Okabe and Ito, which colour-blind readers can tell apart, too; without its yellow, which is faint on
 * white. */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555"};
static const char *const pale_colours[] = {"#B3D4E8", "#F2CEB3", "#B3E2D5", "#F0D7E5", "#F8E2B3", "#CCE9F8", "#CCCCCC"};
static const char *const dark_colours[] = {"#00639B", "#B04E00", "#00734F", "#9A4A77", "#8A5D00", "#1F74A3", "#444444"};
static const int point_types[] = {7, 5, 9, 13, 11, 4, 6};
static const char *const dashes[] = {"(14,5)", "(4,4)", "(16,4,3,4)", "(8,3)", "(20,4,3,3,3,4)"};
enum { COLOURS = 7, DASHES = 5 };

static const char *key_colour(size_t key) {
  return colours[key % COLOURS];
}

/* For text. */
static const char *key_dark(size_t key) {
  return dark_colours[key % COLOURS];
}

/* gnuplot's dashtype. Keys beyond the palette have a dashed line and another point. */
static const char *key_dash(size_t key) {
  return key < COLOURS ? "1" : dashes[(key / COLOURS - 1) % DASHES];
}

/* gnuplot's pointtype. */
static int key_point(size_t key) {
  return point_types[(key + key / COLOURS) % COLOURS];
}

static const char *group_colour(const plot_figure *figure, size_t group) {
  return figure->groups[group].shared ? "#000000" : key_colour(figure->groups[group].key);
}

static const char *group_dark(const plot_figure *figure, size_t group) {
  return figure->groups[group].shared ? "#000000" : key_dark(figure->groups[group].key);
}

/* Whether keys have points, also in the legend. */
static bool has_markers(const plot_figure *figure) {
  return figure->shape == SHAPE_POINTS || figure->shape == SHAPE_DOTS || figure->shape == SHAPE_ITEMS ||
         figure->key_count > 1;
}

/* For the single seeds behind the mean. */
static const char *key_pale(size_t key) {
  return pale_colours[key % COLOURS];
}

static const char *group_dash(size_t group) {
  return dashes[group % DASHES];
}

enum { FEW_TRIALS = 25 }; /* behind a point: it is faint */

/* ---- the page */

typedef struct writer {
  arena *arena;
  const plot_figure *figure;
  plot_style style;
  layout page;
  FILE *script, *data;
  size_t blocks; /* data blocks written */
  size_t rows;   /* of curves */
  double coarse; /* factor of the tolerances of curves */
  bool first;    /* no element of the panel's plot command is written yet */
} writer;

void script_string(FILE *file, const char *text) {
  fputc('"', file);
  while (*text != '\0') {
    const unsigned char c = (unsigned char)*text;
    const size_t length = utf8_length(text, strnlen(text, 4));
    if (length == 0 || strncmp(text, "\xEF\xBF\xBE", 3) == 0 || strncmp(text, "\xEF\xBF\xBF", 3) == 0) {
      fputc('?', file);
    } else if (c < 32 || c == 127) {
      fputc(' ', file);
    } else if (strchr("\"\\`{}@#'$%", c) != NULL) {
      fprintf(file, "\\%03o", c);
    } else {
      fwrite(text, 1, length, file);
    }
    text += length > 0 ? length : 1;
  }
  fputc('"', file);
}

/* A text of the picture; LaTeX's letters, of 8 points, where that typesets it. */
static void put_string(const writer *w, const char *text) {
  char *tex = NULL;
  size_t length = 0;
  FILE *file = w->style == STYLE_PAPER && *text != '\0' ? memory_stream(&tex, &length) : NULL;
  if (file != NULL) {
    fputs("\\fontsize{8}{9}\\selectfont ", file);
    latex_label(file, text);
    (void)fclose(file);
  }
  script_string(w->script, tex != NULL ? tex : text);
  free(tex);
}

/* Pixels to shares of the picture. */
static double screen_x(const writer *w, double x) {
  return x / w->page.width;
}

static double screen_y(const writer *w, double y) {
  return 1 - y / w->page.height;
}

/* Six digits. */
static void put_number(FILE *file, double value) {
  char text[NUMBER_TEXT];
  fputs(number_short(value, 6, text), file);
}

/* "screen x,y", from pixels. */
static void put_screen(const writer *w, double x, double y) {
  fputs("screen ", w->script);
  put_number(w->script, screen_x(w, x));
  fputs(",", w->script);
  put_number(w->script, screen_y(w, y));
}

static void put_font(const writer *w, double size) {
  fprintf(w->script, " font \"%s,", w->style == STYLE_PAPER ? "" : PLOT_FONT);
  put_number(w->script, size);
  fputs("\"", w->script);
}

/* Starts a label at a place in pixels. Its options and the end of the line follow. */
static void begin_label(const writer *w, const char *text, double x, double y) {
  fputs("  set label ", w->script);
  put_string(w, text);
  fputs(" at ", w->script);
  put_screen(w, x, y);
}

/* Lines of text; y: of the middle of the first one. side: "left", "center". */
static void put_text(const writer *w, const wrapped *text, double x, double y, double font, const char *side,
                     const char *colour) {
  for (size_t i = 0; i < text->count; i++) {
    begin_label(w, text->line[i], x, y + font_line(font) * (double)i);
    fprintf(w->script, " %s noenhanced", side);
    put_font(w, font);
    fprintf(w->script, " tc rgb \"%s\"\n", colour);
  }
}

/* gnuplot's svg terminal joins neighbours that differ only in their dashes to one path, with the dashes of the first.
 * So their widths alternate, by less than the eye sees. */
static double sample_width(double width, size_t place) {
  return width + 0.004 * (double)(place % 2);
}

/* A straight line in pixels. */
static void put_stroke(const writer *w, double x, double y, double to_x, double to_y, const char *colour,
                       const char *dash, double line_width) {
  fputs("  set arrow from ", w->script);
  put_screen(w, x, y);
  fputs(" to ", w->script);
  put_screen(w, to_x, to_y);
  fprintf(w->script, " nohead lc rgb \"%s\" dt %s lw ", colour, dash);
  put_number(w->script, line_width);
  fputs("\n", w->script);
}

/* ---- Data blocks and the elements of the plot command that draw them. ---- */

/* Starts a data block; gnuplot counts blocks, which two blank lines separate. Returns its number. */
static size_t begin_block(writer *w, const char *what, const char *label, const char *columns) {
  if (w->blocks > 0) fputs("\n\n", w->data);
  fprintf(w->data, "# block %zu: %s", w->blocks, what);
  if (label[0] != '\0') {
    fputs(" of ", w->data);
    for (const char *c = label; *c != '\0'; c++) fputc((unsigned char)*c < 32 ? ' ' : *c, w->data);
  }
  fprintf(w->data, "\n# %s\n", columns);
  return w->blocks++;
}

static void put_row(writer *w, size_t count, const double *values) {
  for (size_t i = 0; i < count; i++) {
    char text[NUMBER_TEXT];
    if (i > 0) fputs("\t", w->data);
    fputs(number_text(values[i], text), w->data);
  }
  fputs("\n", w->data);
  w->rows++;
}

#define ROW(w, ...) put_row((w), sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]){__VA_ARGS__})

/* Starts an element of the plot command that draws a block. */
static void begin_element(writer *w, size_t block, const char *columns) {
  fputs(w->first ? "  plot " : ", \\\n       ", w->script);
  w->first = false;
  fprintf(w->script, "data index %zu using %s notitle ", block, columns);
}

/* ---- Axes: range, ticks, margins. ---- */

static const char *axis_number(double value, char text[NUMBER_TEXT]) {
  return number_short(value, 8, text);
}

/* axis: "x", "y" or "cb". */
static void put_ticks(const writer *w, const char *scale, const ticks *marks) {
  fprintf(w->script, "  set %stics (", scale);
  for (size_t i = 0; i < marks->count; i++) {
    char place[NUMBER_TEXT];
    if (i > 0) fputs(", ", w->script);
    put_string(w, marks->at[i].text);
    fprintf(w->script, " %s %d", axis_number(marks->at[i].value, place), marks->at[i].text[0] == '\0');
  }
  fputs(")\n", w->script);
}

static void put_range(const writer *w, char scale, double low, double high) {
  char a[NUMBER_TEXT], b[NUMBER_TEXT];
  fprintf(w->script, "  set %crange [%s:%s]\n  %c_low = %s\n", scale, axis_number(low, a), axis_number(high, b), scale,
          a);
}

static void put_margins(const writer *w, const box *frame) {
  static const char *const sides[] = {"lmargin", "rmargin", "tmargin", "bmargin"};
  const double places[] = {screen_x(w, frame->left), screen_x(w, frame->right), screen_y(w, frame->top),
                           screen_y(w, frame->bottom)};
  for (size_t i = 0; i < 4; i++) {
    fprintf(w->script, "  set %s at screen ", sides[i]);
    put_number(w->script, places[i]);
    fputs("\n", w->script);
  }
}

static void put_axes(const writer *w, size_t place) {
  const plot_panel *panel = &w->figure->panels[place];
  const panel_layout *at = &w->page.panel[place];
  put_margins(w, &at->frame);
  put_range(w, 'x', panel->x_low, panel->x_high);
  put_range(w, 'y', panel->y_low, panel->y_high);
  put_ticks(w, "x", &at->x);
  if (w->page.name_font > 0) {
    fputs("  set xtics rotate by 90 right", w->script);
    put_font(w, w->page.name_font);
    fputs("\n", w->script);
  }
  put_ticks(w, "y", &at->y);
}

/* ---- What the eye can tell apart. ---- */

static double pixel_x(const writer *w, size_t place, double x) {
  const plot_panel *panel = &w->figure->panels[place];
  const box *frame = &w->page.panel[place].frame;
  const axis across = {.low = panel->x_low, .high = panel->x_high, .logarithmic = w->figure->log_x};
  return frame->left + fmax(axis_share(&across, x), -1) * (frame->right - frame->left);
}

static double pixel_y(const writer *w, size_t place, double y) {
  const plot_panel *panel = &w->figure->panels[place];
  const box *frame = &w->page.panel[place].frame;
  const axis upwards = {.low = panel->y_low, .high = panel->y_high, .logarithmic = w->figure->log_y};
  return frame->bottom - fmax(axis_share(&upwards, y), 0) * (frame->bottom - frame->top);
}

/* Which points of curves over common x are drawn. All of them where there are few. */
static status choose_points(const writer *w, size_t place, const double *x, const double *const *y, size_t columns,
                            size_t count, bool steps, double tolerance, bool **keep) {
  double *pixels = NULL;
  const double *of[SIMPLIFY_COLUMNS] = {NULL};
  TRY(ARENA_ARRAY(w->arena, count, *keep));
  TRY(ARENA_ARRAY(w->arena, (columns + 1) * count, pixels));
  for (size_t i = 0; i < count; i++) {
    pixels[i] = pixel_x(w, place, x[i]);
    for (size_t c = 0; c < columns; c++) pixels[(c + 1) * count + i] = pixel_y(w, place, y[c][i]);
  }
  for (size_t c = 0; c < columns; c++) of[c] = pixels + (c + 1) * count;
  simplify(pixels, of, columns, count, steps, w->coarse * tolerance, *keep);
  for (size_t i = 0; i < count && count <= FEW && w->coarse == 1; i++) (*keep)[i] = true;
  return STATUS_OK;
}

/* ---- Curves, points and bounds. ---- */

/* Curves over common x that keep their values between points, as lines: with corners, where the way from the last
 * point is far enough to be seen. */
typedef struct outline {
  size_t count;
  double *x, *y[2];
} outline;

static status trace(const writer *w, size_t place, const double *x, const double *const y[2], size_t count,
                    outline *out) {
  const double far = 2 * w->coarse; /* pixels */
  *out = (outline){0};
  TRY(ARENA_ARRAY(w->arena, 2 * count, out->x));
  for (size_t c = 0; c < 2; c++) TRY(ARENA_ARRAY(w->arena, 2 * count, out->y[c]));
  for (size_t i = 0; i < count; i++) {
    const bool corner =
        w->figure->shape == SHAPE_STEPS && i > 0 && pixel_x(w, place, x[i]) - pixel_x(w, place, x[i - 1]) > far;
    for (size_t from = corner ? i - 1 : i; from <= i; from++) {
      out->x[out->count] = x[i];
      for (size_t c = 0; c < 2; c++) out->y[c][out->count] = y[c][from];
      out->count++;
    }
  }
  return STATUS_OK;
}

/* A band is pale: its outline may be off by a pixel. */
static status put_band(writer *w, const plot_series *series) {
  const plot_band *band = &series->band;
  double *low = NULL, *high = NULL;
  bool *keep = NULL;
  outline o;
  TRY(ARENA_ARRAY(w->arena, band->count, low));
  TRY(ARENA_ARRAY(w->arena, band->count, high));
  for (size_t i = 0; i < band->count; i++) {
    low[i] = band->at[i].low;
    high[i] = band->at[i].high;
  }
  TRY(trace(w, series->panel, band->x, (const double *const[]){low, high}, band->count, &o));
  TRY(choose_points(w, series->panel, o.x, (const double *const[]){o.y[0], o.y[1]}, 2, o.count, false, 1, &keep));
  const size_t block = begin_block(w, "band", w->figure->keys[series->key].label, "x\tlow\thigh");
  for (size_t i = 0; i < o.count; i++) {
    if (keep[i]) ROW(w, o.x[i], o.y[0][i], o.y[1][i]);
  }
  begin_element(w, block, "(clip_x($1)):(clip_y($2)):(clip_y($3))");
  fprintf(w->script, "with filledcurves fc rgb \"%s\" fs transparent solid 0.22 noborder", key_colour(series->key));
  return STATUS_OK;
}

static const char *style_of(const plot_figure *figure) {
  return figure->shape == SHAPE_STEPS ? "steps" : figure->shape == SHAPE_LINES ? "lines" : "points";
}

/* Dots that cover each other are drawn once. */
static void put_dots(writer *w, size_t place, const plot_run *run, double apart) {
  const size_t columns = (size_t)(w->page.width / apart) + 2, rows = (size_t)(w->page.height / apart) + 2;
  unsigned char *taken = NULL;
  if (ARENA_ARRAY(w->arena, columns * rows, taken) != STATUS_OK) taken = NULL; /* then all are drawn */
  for (size_t k = 0; k < run->count; k++) {
    const double x = pixel_x(w, place, run->x[k]) / apart, y = pixel_y(w, place, run->y[k]) / apart;
    const bool inside = x >= 0 && y >= 0 && x < (double)columns && y < (double)rows;
    if (taken != NULL && inside) {
      unsigned char *spot = &taken[(size_t)y * columns + (size_t)x];
      if (*spot) continue;
      *spot = 1;
    }
    ROW(w, run->x[k], run->y[k]);
  }
}

static status put_run(writer *w, const plot_series *series, const plot_run *run) {
  bool *keep = NULL;
  if (w->figure->shape != SHAPE_STEPS && w->figure->shape != SHAPE_LINES) {
    put_dots(w, series->panel, run, w->figure->shape == SHAPE_ITEMS ? 0.5 : 1.5);
    return STATUS_OK;
  }
  outline o;
  TRY(trace(w, series->panel, run->x, (const double *const[]){run->y, run->y}, run->count, &o));
  TRY(choose_points(w, series->panel, o.x, (const double *const[]){o.y[0]}, 1, o.count, false, 1, &keep));
  for (size_t k = 0; k < o.count; k++) {
    if (keep[k]) ROW(w, o.x[k], o.y[0][k]);
  }
  return STATUS_OK;
}

static status put_runs(writer *w, const plot_series *series) {
  const plot_figure *figure = w->figure;
  const char *what = figure->shape == SHAPE_ITEMS ? "items" : "single seeds";
  const size_t block = begin_block(w, what, figure->keys[series->key].label, "x\ty");
  for (size_t i = 0; i < series->run_count; i++) {
    if (i > 0) fputs("\n", w->data);
    TRY(put_run(w, series, &series->runs[i]));
  }
  begin_element(w, block, "(clip_x($1)):2");
  if (figure->shape == SHAPE_DOTS || figure->shape == SHAPE_ITEMS) {
    const bool dots = figure->shape == SHAPE_DOTS;
    fprintf(w->script, "with points pt %d ps %s lc rgb \"%s\"", dots ? 7 : key_point(series->key), dots ? "0.5" : "0.9",
            key_colour(series->key));
  } else if (figure->shape == SHAPE_POINTS) {
    fprintf(w->script, "with points pt 7 ps 0.35 lc rgb \"%s\"", key_pale(series->key));
  } else {
    fprintf(w->script, "with lines lc rgb \"%s\" lw 0.7 dt 1", key_pale(series->key));
  }
  return STATUS_OK;
}

/* Points as large as the trials behind them, with their bars. */
static void put_weighted(writer *w, const plot_series *series) {
  const plot_band *band = &series->band;
  const double colours_of[] = {(double)strtol(key_colour(series->key) + 1, NULL, 16),
                               (double)strtol(key_pale(series->key) + 1, NULL, 16)};
  double most = 0;
  for (size_t i = 0; i < w->figure->series_count; i++) {
    const plot_series *other = &w->figure->series[i];
    for (size_t k = 0; k < other->band.count; k++) most = fmax(most, other->weights[k]);
  }
  const size_t block = begin_block(w, "points", w->figure->keys[series->key].label, "x\tmean\tlow\thigh\tsize\tcolour");
  for (size_t i = 0; i < band->count; i++) {
    const plot_moments *m = &band->at[i];
    ROW(w, band->x[i], m->mean, m->low, m->high, 0.5 + 1.5 * sqrt(series->weights[i] / most),
        colours_of[series->weights[i] < FEW_TRIALS]);
  }
  begin_element(w, block, "1:3:(0):($4-$3):6");
  fputs("with vectors nohead lw 1.5 lc rgb variable", w->script);
  begin_element(w, block, "1:2:5:6");
  fprintf(w->script, "with points pt %d ps variable lc rgb variable", key_point(series->key));
}

static status put_mean(writer *w, const plot_series *series) {
  const plot_figure *figure = w->figure;
  const plot_band *band = &series->band;
  const char *colour = key_colour(series->key);
  double *mean = NULL;
  bool *keep = NULL;
  TRY(ARENA_ARRAY(w->arena, band->count, mean));
  for (size_t i = 0; i < band->count; i++) mean[i] = band->at[i].mean;
  TRY(choose_points(w, series->panel, band->x, (const double *const[]){mean}, 1, band->count,
                    figure->shape == SHAPE_STEPS, 0.3, &keep));
  const size_t block =
      begin_block(w, "mean", figure->keys[series->key].label, "x\tmean\tlow\thigh\tsd\tmin\tmax\tseeds");
  for (size_t i = 0; i < band->count; i++) {
    const plot_moments *m = &band->at[i];
    if (keep[i] || figure->shape == SHAPE_POINTS || figure->rolling)
      ROW(w, band->x[i], m->mean, m->low, m->high, m->sd, m->min, m->max, (double)m->count);
  }
  if (figure->shape != SHAPE_POINTS) {
    begin_element(w, block, "(clip_x($1)):2");
    fprintf(w->script, "with %s lc rgb \"%s\" lw 2.5 dt %s", style_of(figure), colour, key_dash(series->key));
    return STATUS_OK;
  }
  if (series->weights != NULL) {
    put_weighted(w, series);
  } else {
    begin_element(w, block, "1:2:(clip_y($3)):(clip_y($4))");
    fprintf(w->script, "with yerrorbars pt %d ps 0.9 lc rgb \"%s\" lw 1.5", key_point(series->key), colour);
  }
  if (!figure->connected) return STATUS_OK;
  begin_element(w, block, "1:2");
  fprintf(w->script, "with lines lc rgb \"%s\" lw 2 dt %s", colour, key_dash(series->key));
  return STATUS_OK;
}

static double axis_place(double low, double high, bool logarithmic, double share) {
  if (!logarithmic) return low + share * (high - low);
  return low * fixed_exp(share * fixed_log(high / low));
}

/* A few points along a curve tell it apart without colours. Each key has its own places for them. */
static void put_markers(writer *w, const plot_series *series) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[series->panel];
  const plot_band *band = &series->band;
  if (!has_markers(figure)) return;
  const size_t block = begin_block(w, "markers", figure->keys[series->key].label, "x\ty");
  const double end = band->count > 0 ? fmax(band->x[band->count - 1], panel->x_low) : panel->x_high;
  enum { MARKERS = 5 };
  const double shift = (double)series->key / (double)figure->key_count;
  for (size_t i = 0; i < MARKERS; i++) {
    double x = axis_place(panel->x_low, end, figure->log_x, ((double)i + 0.4 + 0.9 * shift) / (MARKERS + 0.4));
    size_t k = 0;
    while (k + 1 < band->count && band->x[k + 1] <= x) k++;
    if (figure->shape == SHAPE_LINES) x = band->x[k];
    ROW(w, x, band->at[k].mean);
  }
  begin_element(w, block, "1:2");
  fprintf(w->script, "with points pt %d ps 0.9 lc rgb \"%s\"", key_point(series->key), key_colour(series->key));
}

static void put_fit(writer *w, const plot_series *series) {
  const plot_band *band = &series->band;
  const size_t block = begin_block(w, "fit", w->figure->keys[series->key].label, "x\ty");
  for (size_t i = 0; i <= 32; i++) {
    const double x = axis_place(band->x[0], band->x[band->count - 1], true, (double)i / 32);
    ROW(w, x, series->fit.factor * fixed_pow(x, series->fit.slope));
  }
  begin_element(w, block, "1:2");
  fprintf(w->script, "with lines lc rgb \"%s\" lw 1.5 dt (2,3)", key_colour(series->key));
}

/* Lines join the kept values of a bound; it keeps both ends of its jumps. */
static status put_line(writer *w, const plot_line *line) {
  const plot_figure *figure = w->figure;
  const plot_panel *panel = &figure->panels[line->panel];
  bool *keep = NULL;
  const size_t block = begin_block(w, "bound", figure->groups[line->group].label, "x\ty");
  if (line->constant) {
    ROW(w, panel->x_low, line->y[0]);
    ROW(w, panel->x_high, line->y[0]);
  } else {
    TRY(choose_points(w, line->panel, line->x, (const double *const[]){line->y}, 1, line->count, false, 0.3, &keep));
  }
  for (size_t k = 0; k < line->count && !line->constant; k++) {
    if (keep[k]) ROW(w, line->x[k], line->y[k]);
  }
  begin_element(w, block, line->constant ? "1:2" : "(clip_x($1)):2");
  const bool single = !line->constant && line->count == 1;
  fprintf(w->script, single ? "with points pt 1 ps 1.2 lc rgb \"%s\" lw 2" : "with lines lc rgb \"%s\" lw 2 dt %s",
          group_colour(figure, line->group), group_dash(line->group));
  return STATUS_OK;
}

static status put_curves(writer *w, size_t place) {
  const plot_figure *figure = w->figure;
  w->first = true;
  if (figure->diagonal) {
    const size_t block = begin_block(w, "as predicted", "", "x\ty");
    ROW(w, 0, 0);
    ROW(w, 1, 1);
    begin_element(w, block, "1:2");
    fputs("with lines lc rgb \"#999999\" lw 1.5 dt 1", w->script);
  }
  const bool curves = figure->shape == SHAPE_STEPS || figure->shape == SHAPE_LINES;
  for (size_t i = 0; i < figure->series_count; i++) {
    if (figure->series[i].panel == place && figure->series[i].run_count > 0) TRY(put_runs(w, &figure->series[i]));
  }
  for (size_t i = 0; i < figure->series_count && curves; i++) {
    if (figure->series[i].panel == place && figure->series[i].banded) TRY(put_band(w, &figure->series[i]));
  }
  for (size_t i = 0; i < figure->series_count; i++) {
    const plot_series *series = &figure->series[i];
    if (series->panel != place || figure->shape == SHAPE_DOTS || figure->shape == SHAPE_ITEMS) continue;
    TRY(put_mean(w, series));
    if (series->fitted) put_fit(w, series);
  }
  /* Above the means: a bound that is met exactly must be visible. */
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->panel == place && !line_drawn_before(figure, i) && !(line->constant && line_off_scale(figure, line)))
      TRY(put_line(w, line));
  }
  for (size_t i = 0; i < figure->series_count && curves; i++) {
    if (figure->series[i].panel == place) put_markers(w, &figure->series[i]);
  }
  if (w->first) fputs("  plot NaN notitle", w->script); /* gnuplot wants an element */
  return STATUS_OK;
}

/* ---- Names beside the curves. ---- */

static void put_point(const writer *w, double x, double y, int type, const char *colour) {
  begin_label(w, "", x, y);
  fprintf(w->script, " point pt %d ps 0.9 lc rgb \"%s\"\n", type, colour);
}

/* A sample of the line, from `left` on, and its point, and the name. */
static void put_name(const writer *w, const plot_label *label, double left, double at) {
  const plot_figure *figure = w->figure;
  const layout *page = &w->page;
  const size_t key = label->is_bound ? 0 : figure->series[label->place].key;
  const size_t group = label->is_bound ? figure->lines[label->place].group : 0;
  const char *colour = label->is_bound ? group_colour(figure, group) : key_colour(key);
  const char *dark = label->is_bound ? group_dark(figure, group) : key_dark(key);
  const double right = left + page->sample - 0.45 * page->font, middle = (left + right) / 2;
  if (label->is_bound) {
    put_stroke(w, left, at, right, at, colour, group_dash(group), sample_width(2, group));
  } else {
    if (figure->shape != SHAPE_POINTS || figure->connected)
      put_stroke(w, left, at, right, at, colour, key_dash(key), sample_width(2.5, key));
    if (has_markers(figure)) put_point(w, middle, at, key_point(key), colour);
  }
  const double first = at - font_line(page->label_font) * ((double)label->text.count - 1) / 2;
  put_text(w, &label->text, left + page->sample, first, page->label_font, "left", dark);
}

/* A line from where the curve ends to its name. */
static void put_label(const writer *w, size_t place, const plot_label *label) {
  const plot_figure *figure = w->figure;
  const layout *page = &w->page;
  const box *frame = &page->panel[place].frame;
  const char *colour = label->is_bound ? group_colour(figure, figure->lines[label->place].group)
                                       : key_colour(figure->series[label->place].key);
  const double from = frame->top + label->from, at = frame->top + label->at;
  const double left = frame->right + page->leader, end = pixel_x(w, place, label->x);
  if (label->edge == 0 && end < frame->right - 1) /* the curve ends earlier */
    put_stroke(w, fmax(end, frame->left) + 0.3 * page->font, from, frame->right, from, colour, "(2,4)", 0.7);
  if (label->edge == 0) put_stroke(w, frame->right + 1, from, left - 2, at, colour, "1", sample_width(0.7, 1));
  put_name(w, label, left, at);
}

/* ---- Heat maps. ---- */

/* Viridis (van der Walt and Smith 2015): even steps of lightness, distinct in grey and to colour-blind readers. */
static const char *const palette[] = {"#440154", "#482878", "#3E4A89", "#31688E", "#26828E",
                                      "#1F9E89", "#35B779", "#6DCD59", "#B4DE2C", "#FDE725"};
enum { PALETTE = sizeof palette / sizeof palette[0] };

static void put_palette(const writer *w) {
  const plot_heat *heat = w->figure->heat;
  fputs("  set palette defined (", w->script);
  for (size_t i = 0; i < PALETTE; i++) fprintf(w->script, "%s%zu \"%s\"", i > 0 ? ", " : "", i, palette[i]);
  fputs(")\n  set cbrange [", w->script);
  put_number(w->script, heat->z_low);
  fputs(":", w->script);
  put_number(w->script, heat->z_high);
  fprintf(w->script, "]\n  %sset logscale cb\n", heat->log_z ? "" : "un");
  put_ticks(w, "cb", &w->page.bar_ticks);
  fputs("  set cbtics scale 0.4\n", w->script);
}

/* The colour bar is at the right of all panels; it is drawn with the first one. */
static void put_bar(const writer *w, size_t place) {
  const layout *page = &w->page;
  const box *bar = &page->bar;
  if (place > 0) {
    fputs("  unset colorbox\n", w->script);
    return;
  }
  fputs("  set colorbox vertical user origin ", w->script);
  put_screen(w, bar->left, bar->bottom);
  fputs(" size screen ", w->script);
  put_number(w->script, (bar->right - bar->left) / page->width);
  fputs(",", w->script);
  put_number(w->script, (bar->bottom - bar->top) / page->height);
  fputs(" noborder\n", w->script);
  begin_label(w, w->figure->heat->zlabel, page->bar_name_x, (bar->top + bar->bottom) / 2);
  fputs(" center rotate by 90 noenhanced\n", w->script);
}

/* A block of the panel's cells that have a value, or of those that have none. Returns their number. */
static size_t put_cells(writer *w, size_t place, bool empty) {
  const plot_heat *heat = w->figure->heat;
  const double *x_edges = heat->x_edges, *y_edges = heat->y_edges;
  size_t count = 0;
  begin_block(w, empty ? "cells without a value" : "cells", "", "x\ty\tx_low\tx_high\ty_low\ty_high\tmean");
  for (size_t i = 0; i < heat->rows; i++) {
    for (size_t j = 0; j < heat->columns; j++) {
      const double z = heat->z[(place * heat->rows + i) * heat->columns + j];
      if (isnan(z) != empty) continue;
      ROW(w, heat->x[j], heat->y[i], x_edges[j], x_edges[j + 1], y_edges[i], y_edges[i + 1], z);
      count++;
    }
  }
  if (count == 0) ROW(w, NAN, NAN, NAN, NAN, NAN, NAN, NAN); /* gnuplot does not count empty blocks */
  return count;
}

/* White with a black rim: visible on every colour. */
static void put_marks(const writer *w, size_t place) {
  const plot_heat *heat = w->figure->heat;
  const plot_panel *panel = &w->figure->panels[place];
  for (size_t i = 0; i < heat->mark_count; i++) {
    const plot_mark *mark = &heat->marks[i];
    char x[NUMBER_TEXT], y[NUMBER_TEXT];
    if (!(mark->x >= panel->x_low && mark->x <= panel->x_high)) continue;
    if (!(mark->y >= panel->y_low && mark->y <= panel->y_high)) continue;
    number_text(mark->x, x);
    number_text(mark->y, y);
    fprintf(w->script, "  set label \"\" at %s,%s front point pt 7 ps 1.5 lc rgb \"#000000\"\n", x, y);
    fputs("  set label ", w->script);
    const bool paper = w->style == STYLE_PAPER; /* a box there needs packages, and a point a text of its own */
    const char *label = mark->label;            /* the box has no space beside the letters: no-break spaces */
    if (!paper && arena_format(w->arena, &label, "\u00a0%s\u00a0", mark->label) != STATUS_OK) label = mark->label;
    put_string(w, label);
    fprintf(w->script, " at %s,%s front left offset 1,0.6 noenhanced tc rgb \"%s\" %s\n", x, y,
            paper ? "#FFFFFF" : "#000000", paper ? "" : "boxed");
    if (!paper) fprintf(w->script, "  set label \"\" at %s,%s front point pt 7 ps 0.9 lc rgb \"#FFFFFF\"\n", x, y);
  }
}

static void put_heat(writer *w, size_t place) {
  put_bar(w, place);
  put_marks(w, place);
  const size_t full = w->blocks;
  (void)put_cells(w, place, false);
  const size_t empty = w->blocks;
  const size_t missing = put_cells(w, place, true);
  fputs("  set style textbox opaque fc rgb \"#FFFFFF\" noborder margins 0.5,0.5\n", w->script);
  w->first = true;
  const size_t cells = w->figure->heat->columns * w->figure->heat->rows;
  const bool map = w->figure->panels[place].y_low > w->figure->panels[place].y_high,
             image = map && cells > LARGEST_BOXES;
  begin_element(w, full, image ? "1:2:7" : "1:2:3:4:5:6:7");
  fprintf(w->script, "with %s", image ? "image" : "boxxyerror lc palette fs solid 1 ");
  if (!image) fputs(cells > LARGEST_BOXES / 2 ? "noborder" : "border", w->script); /* a border hides gaps in a pdf */
  if (missing > 0) {
    begin_element(w, empty, "1:2:3:4:5:6");
    fputs("with boxxyerror fs pattern 4 noborder lc rgb \"#777777\"", w->script);
  }
}

/* ---- The page. ---- */

static void put_legend(const writer *w) {
  for (size_t i = 0; i < w->page.entry_count; i++) {
    const legend_entry *entry = &w->page.entries[i];
    wrapped text;
    if (entry->label != NULL) {
      put_name(w, entry->label, entry->x, entry->y);
      continue;
    }
    text_wrap(w->figure->keys[entry->key].label, w->page.width, w->page.label_font, &text);
    put_point(w, entry->x, entry->y, w->figure->shape == SHAPE_DOTS ? 7 : key_point(entry->key),
              key_colour(entry->key));
    put_text(w, &text, entry->x + w->page.label_font, entry->y, w->page.label_font, "left", key_dark(entry->key));
  }
}

static void put_words(const writer *w) {
  const layout *page = &w->page;
  const box *first = &page->panel[0].frame, *corner = &page->panel[page->columns - 1].frame;
  const double bottom = page->panel[w->figure->panel_count - 1].frame.bottom;
  double y = page->caption_y;
  put_text(w, &page->title, first->left, page->title_y, page->title_font, "left", "#000000");
  for (size_t i = 0; i < page->caption_count; i++) {
    put_text(w, &page->caption[i], 14, y, page->caption_font, "left", "#444444");
    y += font_line(page->caption_font) * (double)page->caption[i].count + 2;
  }
  put_text(w, &page->x_name, (first->left + corner->right) / 2, bottom + page->below + font_line(page->font) / 2,
           page->font, "center", "#000000");
  for (size_t i = 0; i < page->y_name.count; i++) {
    begin_label(w, page->y_name.line[i], page->y_name_x + font_line(page->font) * (double)i, (first->top + bottom) / 2);
    fputs(" center rotate by 90 noenhanced\n", w->script);
  }
}

static status put_panel(writer *w, size_t place) {
  const panel_layout *panel = &w->page.panel[place];
  const plot_labels *labels = &panel->labels;
  fprintf(w->script, "\n  # panel %zu\n", place + 1);
  put_axes(w, place);
  put_text(w, &panel->title, (panel->frame.left + panel->frame.right) / 2, panel->title_y, w->page.font, "center",
           "#000000");
  for (size_t i = 0; i < labels->count && !w->page.names_below; i++) put_label(w, place, &labels->at[i]);
  if (w->figure->shape == SHAPE_HEAT) {
    put_heat(w, place);
  } else {
    TRY(put_curves(w, place));
  }
  fputs("\n  unset label\n  unset arrow\n", w->script);
  return STATUS_OK;
}

static void put_terminals(const writer *w, const char *formats) {
  const int width = (int)w->page.width, height = (int)w->page.height, font = (int)w->page.font;
  fprintf(w->script, "do for [format in \"%s\"] {\n", formats);
  if (w->style == STYLE_PAPER) {
    fprintf(w->script, "  # gnuplot writes the date into the pdf\n  set terminal cairolatex pdf colortext size ");
    put_number(w->script, w->page.width / 72);
    fputs("in,", w->script);
    put_number(w->script, w->page.height / 72);
    fprintf(w->script, "in font \",%d\" fontscale 0.6 linewidth 1 pointscale 0.5\n", font);
    fprintf(w->script, "  set output \"%s.tex\"\n", w->figure->name);
    return;
  }
  fprintf(w->script,
          "  if (format eq \"svg\") { set terminal svg size %d,%d dynamic font \"%s,%d\" background rgb \"white\" }\n",
          width, height, PLOT_FONT, font);
  fprintf(w->script,
          "  if (format eq \"png\") { set terminal pngcairo size %d,%d font \"%s,%d\" fontscale 1.5 linewidth 2 "
          "pointscale 2 background rgb \"white\" }\n",
          2 * width, 2 * height, PLOT_FONT, font);
  fprintf(w->script, "  # gnuplot writes the date into the pdf\n");
  fprintf(w->script,
          "  if (format eq \"pdf\") { set terminal pdfcairo size %.4fin,%.4fin font \"%s,%d\" fontscale 0.5625 "
          "linewidth 1.2 pointscale 0.6 }\n",
          width / 96.0, height / 96.0, PLOT_FONT, font);
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
      "unset key\nset errorbars small\nset clip two\n",
      w->script);
  if (figure->log_x) fputs("set logscale x\n", w->script);
  if (figure->log_y) fputs("set logscale y\n", w->script);
  fputs("\n", w->script);
}

static status put_page(writer *w, const char *formats) {
  const plot_figure *figure = w->figure;
  fputs("# winnow-lab plot-data 1\n# two blank lines separate blocks; a curve keeps a seed's last value\n", w->data);
  put_head(w);
  put_terminals(w, formats);
  fputs("  set multiplot\n", w->script);
  put_words(w);
  put_legend(w);
  if (figure->shape == SHAPE_HEAT) put_palette(w);
  for (size_t i = 0; i < figure->panel_count; i++) TRY(put_panel(w, i));
  fputs("  unset multiplot\n  unset output\n}\n", w->script);
  return STATUS_OK;
}

typedef struct texts {
  char *script, *data;
  size_t script_length, data_length;
} texts;

static void free_texts(texts *made) {
  free(made->script);
  free(made->data);
}

/* Script and data at this coarseness in memory; *rows: of the data. */
static status write_once(writer *w, const char *formats, texts *made) {
  w->script = memory_stream(&made->script, &made->script_length);
  w->data = memory_stream(&made->data, &made->data_length);
  w->blocks = w->rows = 0;
  status code =
      w->script != NULL && w->data != NULL ? put_page(w, formats) : FAIL(STATUS_MEMORY, "no memory for a plot");
  if (w->script != NULL && fclose(w->script) != 0) code = FAIL(STATUS_MEMORY, "no memory for a plot");
  if (w->data != NULL && fclose(w->data) != 0) code = FAIL(STATUS_MEMORY, "no memory for a plot");
  return code;
}

/* Coarser, until the picture is small enough for a page; a heat map has as many cells as it has. */
status script_write(const plot_figure *figure, plot_style style, const char *formats, FILE *script, FILE *data) {
  CLEANUP(arena_free) arena memory = {0};
  writer w = {.arena = &memory, .figure = figure, .style = style, .coarse = 1};
  TRY(layout_make(&memory, figure, style, &w.page));
  for (bool done = false; !done; w.coarse *= 1.4) {
    CLEANUP(free_texts) texts made = {0};
    TRY(write_once(&w, formats, &made));
    done = w.rows + 150 * figure->panel_count <= MOST_ROWS || w.coarse > COARSEST || figure->shape == SHAPE_HEAT;
    if (!done) continue;
    (void)fwrite(made.script, 1, made.script_length, script);
    (void)fwrite(made.data, 1, made.data_length, data);
  }
  return STATUS_OK;
}
