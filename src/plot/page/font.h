/* Text in pictures: how wide it is in their font, and where its lines break. */
#pragma once

#include <stddef.h>

/* The font of pictures and what takes its place where it is missing: Verdana has the same widths. */
#define PLOT_FONT "DejaVu Sans"
#define PLOT_FONTS "DejaVu Sans, Verdana, sans-serif"

/* The width of a line of UTF-8 text, in pixels, at a font size in pixels. Characters that our table lacks count as one
 * size: so wide are the letters of Chinese and Japanese. */
double font_width(const char *text, double size);
/* The height of a line of text with the gap to the next one. */
double font_line(double size);

/* Text broken at spaces into lines of at most `width` pixels. A longer word stays whole up to WRAP_BYTES; lines after
 * WRAP_LINES are cut off. */
enum { WRAP_LINES = 8, WRAP_BYTES = 400 };
typedef struct wrapped {
  size_t count;
  double width; /* of the widest line */
  char line[WRAP_LINES][WRAP_BYTES];
} wrapped;
void text_wrap(const char *text, double width, double size, wrapped *out);
