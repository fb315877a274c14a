#include "script/values/names.h"
#include "base/plain_text.h"
#include "base/text.h"

enum { IDENTIFIER = 63 };

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

const char *no_such_name(const char *what, const char *name, const char *const *names, size_t count,
                         char text[NO_SUCH_NAME]) {
  char nearest[NEAREST_TEXT], valid[1500];
  join_names(names, count, valid, sizeof valid);
  snprintf(text, NO_SUCH_NAME, "no such %s%s (valid: %s)", what, nearest_names(name, names, count, false, nearest),
           valid);
  return text;
}
