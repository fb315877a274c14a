/* Writing a figure as gnuplot script and data, and running gnuplot. */
#ifndef PLOT_GNUPLOT_H
#define PLOT_GNUPLOT_H

#include <stddef.h>
#include <stdio.h>

#include "base/status.h"
#include "plot/figure.h"

/* `formats`: names separated by blanks. The script reads <name>.dat and writes <name>.<format> in its folder. */
status gnuplot_write(const plot_figure *figure, const char *formats, FILE *script, FILE *data);
/* Runs `gnuplot -d <script>` in the folder, without a shell, with an environment of its own. STATUS_ABSENT if there is no gnuplot. */
status gnuplot_run(const char *folder, const char *script);
/* gnuplot ends well even where the disk was full: STATUS_IO unless the picture (format svg, png or pdf) has its end. */
status gnuplot_check_picture(const char *path, const char *format);

/* A pdf bears the date at which it was drawn: puts 2000-01-01 in its place, so that equal plots are equal files. A file without a date
 * stays as it is. */
status pdf_forget_date(const char *path);

/* A double-quoted gnuplot string that means the text whatever it holds: quotes, backquotes, braces, backslashes are written
 * as octal codes, control characters become blanks. */
void gnuplot_string(FILE *file, const char *text);

/* Text broken at blanks into lines of at most `width` characters (UTF-8); longer words stay whole. */
enum { WRAP_LINES = 8, WRAP_BYTES = 400 };
typedef struct wrapped {
  size_t count;
  char line[WRAP_LINES][WRAP_BYTES];
} wrapped;
void text_wrap(const char *text, size_t width, wrapped *out);

#endif
