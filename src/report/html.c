#include "report/html.h"

#include <stdbool.h>
#include <string.h>

#include "base/plain_text.h"
#include "report/number.h"

void html_bytes(FILE *file, const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    const unsigned char c = (unsigned char)text[i];
    const size_t bytes = utf8_length(text + i, length - i);
    if (bytes == 0 || (c != '\t' && c != '\n' && !is_plain_text(text + i, bytes))) {
      (void)fputs("\xEF\xBF\xBD", file);
      i += bytes > 0 ? bytes : 1;
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

void html_base64(FILE *file, const void *bytes, size_t count) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *at = bytes;
  for (size_t i = 0; i < count; i += 3) { /* three bytes, four letters; of an incomplete group fewer, filled with = */
    unsigned bits = 0;
    for (size_t k = i; k < i + 3; k++) bits = bits << 8 | (k < count ? at[k] : 0);
    for (size_t k = 0; k < 4; k++) (void)fputc(i + k <= count ? letters[bits >> (18 - 6 * k) & 63] : '=', file);
  }
}

void html_number(FILE *file, const char *text) {
  char buffer[NUMBER_TEXT];
  const char *shown = report_number(text, buffer);
  if (shown == NULL) shown = "–";
  if (strcmp(shown, "inf") == 0) shown = "∞";
  if (strcmp(shown, "-inf") == 0) shown = "-∞";
  (void)fputs(shown, file);
}
