#include "report/html.h"
#include "base/plain_text.h"
#include <stdarg.h>

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

const char *html_number(const char *text, char buffer[NUMBER_TEXT]) {
  const char *shown = report_number(text, buffer);
  if (shown == NULL) return "–";
  return strcmp(shown, "inf") == 0 ? "∞" : strcmp(shown, "-inf") == 0 ? "-∞" : shown;
}

void html_format(FILE *file, const char *markup, ...) {
  va_list values;
  va_start(values, markup);
  for (;;) {
    const size_t plain = strcspn(markup, "%");
    (void)fwrite(markup, 1, plain, file);
    markup += plain;
    if (*markup == 0) break;
    if (markup[1] == 's') {
      html_text(file, va_arg(values, const char *));
    } else if (markup[1] == 'd') {
      (void)fprintf(file, "%d", va_arg(values, int));
    } else {
      (void)fprintf(file, "%zu", va_arg(values, size_t));
      markup++;
    }
    markup += 2;
  }
  va_end(values);
}
