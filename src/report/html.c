#include "report/html.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "report/number.h"

static uint32_t decode(const unsigned char *at, size_t bytes) {
  uint32_t code = bytes == 2 ? at[0] & 0x1Fu : bytes == 3 ? at[0] & 0x0Fu : at[0] & 0x07u;
  for (size_t i = 1; i < bytes; i++) code = code << 6 | (at[i] & 0x3Fu);
  return code;
}

size_t utf8_length(const char *text, size_t length) {
  const unsigned char *at = (const unsigned char *)text;
  if (length == 0) return 0;
  if (at[0] < 0x80) return 1;
  const size_t bytes = at[0] >= 0xF0 && at[0] < 0xF8 ? 4 : at[0] >= 0xE0 ? 3 : at[0] >= 0xC0 ? 2 : 0;
  if (bytes == 0 || at[0] >= 0xF8 || bytes > length) return 0;
  for (size_t i = 1; i < bytes; i++) {
    if ((at[i] & 0xC0) != 0x80) return 0;
  }
  const uint32_t code = decode(at, bytes), least = bytes == 2 ? 0x80 : bytes == 3 ? 0x800 : 0x10000;
  const bool surrogate = code >= 0xD800 && code < 0xE000, control = code >= 0x80 && code < 0xA0;
  return code < least || code > 0x10FFFF || surrogate || control ? 0 : bytes;
}

void html_bytes(FILE *file, const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    const unsigned char c = (unsigned char)text[i];
    const size_t bytes = utf8_length(text + i, length - i);
    const bool control = (c < 32 && c != '\t' && c != '\n') || c == 127;
    if (bytes == 0 || control) {
      (void)fputs("\xEF\xBF\xBD", file);
      i++;
      continue;
    }
    switch (c) {
    case '&': (void)fputs("&amp;", file); break;
    case '<': (void)fputs("&lt;", file); break;
    case '>': (void)fputs("&gt;", file); break;
    case '"': (void)fputs("&quot;", file); break;
    case '\'': (void)fputs("&#39;", file); break;
    default: (void)fwrite(text + i, 1, bytes, file); break;
    }
    i += bytes;
  }
}

void html_text(FILE *file, const char *text) {
  if (text != NULL) html_bytes(file, text, strlen(text));
}

void html_identifier(const char *text, char *clean, size_t room) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  size_t used = 0;
  for (; *text != 0 && used + 1 < room; text++) clean[used++] = strchr(letters, *text) != NULL ? *text : '-';
  if (used == 0 && room > 1) clean[used++] = 'x';
  clean[used] = 0;
}

void html_number(FILE *file, const char *text) {
  char buffer[NUMBER_TEXT];
  const char *shown = report_number(text, buffer);
  if (shown == NULL) shown = "–";
  if (strcmp(shown, "inf") == 0) shown = "∞";
  if (strcmp(shown, "-inf") == 0) shown = "-∞";
  (void)fputs(shown, file);
}
