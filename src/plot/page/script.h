/* A figure as a gnuplot script and its data. */
#pragma once

#include "plot/page/layout.h"

/* formats: names separated by spaces. The script reads <name>.dat and writes <name>.<format> in its
 * folder; for papers <name>.tex with <name>.pdf, whatever the formats. Errors of
 * the streams show in ferror. */
status script_write(const plot_figure *figure, plot_style style, const char *formats, FILE *script, FILE *data);

/* A double-quoted gnuplot string that means the text, whatever it contains: quotes, backquotes, braces and
 * backslashes are written as octal codes, control characters become spaces, and what XML does not have, U+FFFE, U+FFFF and bytes that are not UTF-8,
 * question marks. */
void script_string(FILE *file, const char *text);
