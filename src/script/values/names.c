#include "script/values/names.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { IDENTIFIER = 63 };

/* Length of the UTF-8 sequence at text; 0 if there is none. Overlong forms, surrogates and values beyond U+10FFFF are not UTF-8. */
static size_t sequence_length(const unsigned char *text, size_t left) {
  const unsigned char c = text[0];
  const size_t length = c < 0x80                ? 1
                        : c >= 0xc2 && c < 0xe0 ? 2
                        : c >= 0xe0 && c < 0xf0 ? 3
                        : c >= 0xf0 && c < 0xf5 ? 4
                                                : 0;
  if (length > left) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0;
  }
  if (c == 0xe0 && text[1] < 0xa0) return 0;
  if (c == 0xed && text[1] > 0x9f) return 0;
  if (c == 0xf0 && text[1] < 0x90) return 0;
  if (c == 0xf4 && text[1] > 0x8f) return 0;
  return length;
}

size_t text_trouble(const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    const unsigned char c = (unsigned char)text[i];
    if ((c < 32 && strchr("\t\n\r\f\v", c) == NULL) || c == 0 || c == 127) return i;
    const size_t step = sequence_length((const unsigned char *)text + i, length - i);
    if (step == 0) return i;
    i += step;
  }
  return length;
}

/* A control character, U+0080 to U+009F included, or one of Unicode's line ends, U+2028 and U+2029, where many readers of tables end a line.
 * The text ends with a 0 byte. */
static bool is_control(const unsigned char *c) {
  return c[0] < 32 || (c[0] == 0xc2 && c[1] < 0xa0) || (c[0] == 0xe2 && c[1] == 0x80 && (c[2] & 0xfe) == 0xa8);
}

bool is_plain_text(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (is_control((const unsigned char *)text + i)) return false;
  }
  return text_trouble(text, length) == length;
}

bool is_table_text(const char *text, size_t length) {
  return is_plain_text(text, length) && memchr(text, '#', length) == NULL && text[0] != '"' && strcmp(text, "-") != 0;
}

bool is_identifier(const char *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  const size_t length = strlen(text);
  return length > 0 && length <= IDENTIFIER && strspn(text, letters) == length && !(text[0] >= '0' && text[0] <= '9');
}

void join_names(const char *const *names, size_t count, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (size_t i = 0; i < count; i++) {
    const int length = snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", names[i]);
    if (length < 0 || (size_t)length + 6 >= size - used) {
      snprintf(text + used, size - used, "%s", size - used > 6 ? ", ..." : "");
      return;
    }
    used += (size_t)length;
  }
}

const char *nearest_hint(const char *name, const char *const *names, size_t count, char text[NEAREST_HINT]) {
  const char *nearest = nearest_name(name, names, count);
  text[0] = '\0';
  if (nearest != NULL) snprintf(text, NEAREST_HINT, "; nearest: %s", nearest);
  return text;
}

const char *no_such_name(const char *what, const char *name, const char *const *names, size_t count,
                         char text[NO_SUCH_NAME]) {
  char nearest[NEAREST_HINT], valid[1500];
  join_names(names, count, valid, sizeof valid);
  snprintf(text, NO_SUCH_NAME, "no such %s%s (valid: %s)", what, nearest_hint(name, names, count, nearest), valid);
  return text;
}
