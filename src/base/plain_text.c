#include "base/plain_text.h"
#include <string.h>

size_t utf8_length(const char *bytes, size_t left) {
  if (left == 0) return 0;
  const unsigned char *text = (const unsigned char *)bytes, c = text[0];
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
    const size_t step = utf8_length(text + i, length - i);
    if (step == 0) return i;
    i += step;
  }
  return length;
}

/* The character of a whole sequence: a control character, U+0080 to U+009F included; one of Unicode's line ends, U+2028 and U+2029, where many
 * readers of tables end a line; one that turns the direction: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069; or one that nobody
 * sees: U+200B, U+2060 and U+FEFF. */
static bool is_control(const unsigned char *c) {
  if (c[0] < 32 || c[0] == 127) return true;
  if (c[0] == 0xc2) return c[1] < 0xa0;
  if (c[0] == 0xd8) return c[1] == 0x9c;
  if (c[0] == 0xef) return c[1] == 0xbb && c[2] == 0xbf;
  if (c[0] != 0xe2) return false;
  if (c[1] == 0x80) return c[2] == 0x8b || c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae);
  return c[1] == 0x81 && (c[2] == 0xa0 || (c[2] >= 0xa6 && c[2] <= 0xa9));
}

bool is_plain_text(const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    const unsigned char *c = (const unsigned char *)text + i;
    const size_t step = utf8_length(text + i, length - i);
    if (step == 0 || is_control(c)) return false;
    i += step;
  }
  return true;
}

void plain_text_make(char *text, const char *kept) {
  const size_t length = strlen(text);
  size_t used = 0;
  for (size_t i = 0; i < length;) {
    const unsigned char *c = (const unsigned char *)text + i;
    const size_t step = utf8_length(text + i, length - i);
    if (step == 0) {
      text[used++] = '?';
    } else if (is_control(c) && strchr(kept, (int)*c) == NULL) {
      text[used++] = ' ';
    } else {
      memmove(text + used, text + i, step);
      used += step;
    }
    i += step == 0 ? 1 : step;
  }
  text[used] = '\0';
}
