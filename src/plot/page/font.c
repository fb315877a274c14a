#include "plot/page/font.h"
#include "plot/page/font_widths.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { WHOLE = 1000 }; /* a character of the font's own size */

static unsigned width_of(unsigned character) {
  for (size_t i = 0; i < sizeof font_ranges / sizeof font_ranges[0]; i++) {
    if (character < font_ranges[i].first || character > font_ranges[i].last) continue;
    const unsigned width = font_widths[font_ranges[i].start + character - font_ranges[i].first];
    return width > 0 ? width : WHOLE;
  }
  return WHOLE;
}

/* The character at *text, which moves on to the next one. The text is valid UTF-8. */
static unsigned next_character(const char **text, const char *end) {
  const unsigned char *c = (const unsigned char *)*text;
  const size_t length = *c < 0x80 ? 1 : *c < 0xE0 ? 2 : *c < 0xF0 ? 3 : 4;
  unsigned character = length == 1 ? *c : *c & (0x7Fu >> length);
  size_t i = 1;
  for (; i < length && *text + i < end; i++) character = character << 6 | (c[i] & 0x3Fu);
  *text += i;
  return character;
}

static double width_of_bytes(const char *text, size_t bytes, double size) {
  const char *end = text + bytes;
  size_t width = 0;
  while (text < end) width += width_of(next_character(&text, end));
  return (double)width * size / WHOLE;
}

double font_width(const char *text, double size) {
  return width_of_bytes(text, strlen(text), size);
}

double font_line(double size) {
  return 1.35 * size;
}

/* Bytes of the word at text, cut between characters if it is too long for a line. */
static size_t word_bytes(const char *text) {
  size_t bytes = strcspn(text, " ");
  if (bytes < WRAP_BYTES) return bytes;
  bytes = WRAP_BYTES - 1;
  while (((unsigned char)text[bytes] & 0xC0) == 0x80) bytes--;
  return bytes;
}

void text_wrap(const char *text, double width, double size, wrapped *out) {
  memset(out, 0, sizeof *out);
  double used = 0;
  size_t bytes_used = 0;
  const double space = font_width(" ", size);
  for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
    const size_t bytes = word_bytes(text);
    const double word = width_of_bytes(text, bytes, size);
    const bool fits = out->count > 0 && used + space + word <= width && bytes_used + bytes + 2 < WRAP_BYTES;
    if (!fits && out->count == WRAP_LINES) return; /* cut off: longer than any caption */
    if (!fits) {
      out->count++;
      used = 0;
      bytes_used = 0;
    }
    char *line = out->line[out->count - 1];
    if (fits) line[bytes_used++] = ' ';
    memcpy(line + bytes_used, text, bytes); /* the rest of the line is zero */
    bytes_used += bytes;
    used += word + (fits ? space : 0);
    out->width = fmax(out->width, used);
    text += bytes;
  }
}
