#include "plot/page/picture.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/process/interruption.h"
#include "plot/page/gnuplot.h"
#include "plot/page/script.h"
#include "plot/page/svg_tidy.h"
#include <fcntl.h>

static const char *const format_names[PICTURE_FORMATS] = {"svg", "pdf", "png", "tex"};
enum { PDF = 1, TEX = 3 };

static status parse_style(const char *text, plot_style *style) {
  static const char *const names[] = {[STYLE_SCREEN] = "screen", [STYLE_PAPER] = "paper", [STYLE_SLIDES] = "slides"};
  *style = STYLE_SCREEN;
  for (size_t i = 0; text != NULL && i < sizeof names / sizeof names[0]; i++) {
    if (strcmp(text, names[i]) != 0) continue;
    *style = (plot_style)i;
    return STATUS_OK;
  }
  return text == NULL ? STATUS_OK : FAIL(STATUS_INVALID, "--style %s: expected screen, paper or slides", text);
}

status picture_formats_parse(const char *list, const char *style, picture_formats *formats) {
  *formats = (picture_formats){0};
  TRY(parse_style(style, &formats->style));
  if (formats->style == STYLE_PAPER && list != NULL)
    return FAIL(STATUS_INVALID, "--style paper writes NAME.tex with NAME.pdf: leave --format away");
  if (formats->style == STYLE_PAPER) {
    formats->wanted[TEX] = true;
    return STATUS_OK;
  }
  for (const char *rest = list != NULL ? list : "svg,pdf,png";;) {
    const size_t length = strcspn(rest, ",");
    size_t found = 0;
    while (found < TEX && !(strlen(format_names[found]) == length && strncmp(format_names[found], rest, length) == 0)) {
      found++;
    }
    if (found == TEX) return FAIL(STATUS_INVALID, "--format %.*s: expected some of svg, pdf, png", (int)length, rest);
    formats->wanted[found] = true;
    if (rest[length] == '\0') return STATUS_OK;
    rest += length + 1;
  }
}

/* A figure's files while they are drawn. */
typedef struct drawing {
  arena arena;
  const plot_figure *figure;
  const picture_formats *formats;
  const char *folder, *out; /* temporary, final */
} drawing;

static status path_of(drawing *d, const char *folder, const char *ending, const char **path) {
  return arena_format(&d->arena, path, "%s/%s.%s", folder, d->figure->name, ending);
}

static status not_written(const char *path) {
  return FAIL(STATUS_IO, "%s: not written: %s", path, strerror(errno));
}

static void close_file(FILE **file) {
  if (*file != NULL) (void)fclose(*file);
}

static status close_stream(FILE **stream, const char *path) {
  FILE *file = *stream;
  const bool broken = ferror(file) != 0;
  *stream = NULL;
  return fclose(file) == 0 && !broken ? STATUS_OK : not_written(path);
}

static status write_script(drawing *d) {
  const char *script_path = NULL, *data_path = NULL, *names = "";
  for (size_t i = 0; i < PICTURE_FORMATS; i++) {
    if (d->formats->wanted[i]) TRY(arena_join(&d->arena, &names, " ", format_names[i]));
  }
  TRY(path_of(d, d->folder, "gp", &script_path));
  TRY(path_of(d, d->folder, "dat", &data_path));
  CLEANUP(close_file) FILE *script = NULL, *data = NULL;
  TRY(file_stream(script_path, O_WRONLY | O_CREAT | O_TRUNC, &script));
  TRY(file_stream(data_path, O_WRONLY | O_CREAT | O_TRUNC, &data));
  TRY(script_write(d->figure, d->formats->style, names, script, data));
  TRY(close_stream(&script, script_path));
  return close_stream(&data, data_path);
}

/* Digits for digits: a pdf lists the places of its parts, which must not move. */
static status overwrite_date(const char *path, long from, size_t length) {
  static const char date[] = "20000101000000";
  FILE *file = NULL;
  TRY(file_stream(path, O_WRONLY, &file));
  const size_t count = length < sizeof date - 1 ? length : sizeof date - 1;
  const bool good = fseek(file, from, SEEK_SET) == 0 && fwrite(date, 1, count, file) == count;
  return fclose(file) == 0 && good ? STATUS_OK : not_written(path);
}

status picture_fix_date(const char *path) {
  static const char mark[] = "/CreationDate (D:";
  FREED char *bytes = NULL;
  size_t length = 0;
  TRY(file_read(path, &bytes, &length));
  const char *found = memmem(bytes, length, mark, sizeof mark - 1);
  if (found == NULL) return STATUS_OK;
  const char *digits = found + sizeof mark - 1;
  return overwrite_date(path, (long)(digits - bytes), strspn(digits, "0123456789"));
}

static status tidy_svg(const char *path, const char *title) {
  FREED char *bytes = NULL;
  size_t length = 0;
  FILE *file = NULL;
  TRY(file_read(path, &bytes, &length));
  TRY(file_stream(path, O_WRONLY | O_TRUNC, &file));
  svg_tidy(bytes, title, file);
  return close_stream(&file, path);
}

/* Checks the picture, and makes its bytes those of the figure alone. */
static status finish_picture(drawing *d, size_t format) {
  const char *path = NULL;
  TRY(path_of(d, d->folder, format_names[format], &path));
  TRY(gnuplot_check_picture(path, format_names[format]));
  if (format == 0) return tidy_svg(path, d->figure->title);
  return format == PDF ? picture_fix_date(path) : STATUS_OK;
}

static status draw_pictures(drawing *d) {
  const char *script = NULL;
  TRY(arena_format(&d->arena, &script, "%s.gp", d->figure->name));
  TRY(gnuplot_run(d->folder, script));
  for (size_t i = 0; i < PICTURE_FORMATS; i++) {
    if (d->formats->wanted[i]) TRY(finish_picture(d, i));
  }
  return d->formats->wanted[TEX] ? finish_picture(d, PDF) : STATUS_OK;
}

static status move_file(drawing *d, const char *ending) {
  const char *source = NULL, *target = NULL;
  TRY(path_of(d, d->folder, ending, &source));
  TRY(path_of(d, d->out, ending, &target));
  return rename(source, target) == 0 ? STATUS_OK : not_written(target);
}

static status move_files(drawing *d) {
  for (size_t i = 0; i < PICTURE_FORMATS; i++) {
    if (d->formats->wanted[i]) TRY(move_file(d, format_names[i]));
  }
  if (d->formats->wanted[TEX]) TRY(move_file(d, "pdf"));
  TRY(move_file(d, "dat"));
  return move_file(d, "gp");
}

static void free_drawing(drawing *d) {
  arena_free(&d->arena);
}

static status draw_in(const plot_figure *figure, const picture_formats *formats, const char *folder, const char *out) {
  CLEANUP(free_drawing) drawing d = {.figure = figure, .formats = formats, .folder = folder, .out = out};
  TRY(write_script(&d));
  TRY(draw_pictures(&d));
  return move_files(&d);
}

status picture_draw(const plot_figure *figure, const picture_formats *formats, const char *out) {
  FREED char *folder = NULL;
  int watch = -1;
  TRY(memory_format(&folder, "%s/.drawing.XXXXXX", out));
  if (!interruption_folder(folder, &watch)) return not_written(out);
  const status code = draw_in(figure, formats, folder, out);
  folder_remove(folder);
  interruption_forget(watch);
  return code;
}
