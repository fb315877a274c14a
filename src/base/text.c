#include "base/text.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Formatting and parsing happen in the C locale of this thread; the program's own locale is put back afterwards. (In
 * glibc newlocale gives "C" without allocating.) */
typedef struct locale_guard {
  locale_t c, before;
} locale_guard;

static locale_guard c_locale_begin(void) {
  locale_guard guard;
  guard.c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  guard.before = uselocale(guard.c);
  return guard;
}

static void c_locale_end(locale_guard guard) {
  if (guard.c == (locale_t)0) return;
  uselocale(guard.before);
  freelocale(guard.c);
}

/* "nan", "inf", "-inf" or NULL. */
static const char *not_finite_text(double value) {
  if (isnan(value)) return "nan";
  if (isinf(value)) return value > 0 ? "inf" : "-inf";
  return NULL;
}

const char *number_text(double value, char text[NUMBER_TEXT]) {
  const char *special = not_finite_text(value);
  if (special != NULL) {
    snprintf(text, NUMBER_TEXT, "%s", special);
    return text;
  }
  if (fabs(value) < 1e15 && value == floor(value) && !(value == 0 && signbit(value))) {
    snprintf(text, NUMBER_TEXT, "%lld", (long long)value); /* what %.15g gives, faster */
    return text;
  }
  const locale_guard guard = c_locale_begin();
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, NUMBER_TEXT, "%.*g", digits, value);
    if (digits < 17 && strtod(text, NULL) == value) break;
  }
  c_locale_end(guard);
  return text;
}

const char *number_short(double value, int digits, char text[NUMBER_TEXT]) {
  const char *special = not_finite_text(value);
  if (special != NULL) {
    snprintf(text, NUMBER_TEXT, "%s", special);
    return text;
  }
  if (digits < 1) digits = 1;
  if (digits > 17) digits = 17;
  const locale_guard guard = c_locale_begin();
  snprintf(text, NUMBER_TEXT, "%.*g", digits, value);
  c_locale_end(guard);
  return text;
}

void number_write(FILE *file, double value) {
  char text[NUMBER_TEXT];
  fputs(number_text(value, text), file);
}

static const char *skip_digits(const char *text) {
  while (*text >= '0' && *text <= '9') text++;
  return text;
}

/* [+-] digits [. digits] [e [+-] digits] with a digit before or after the point, and nothing else. */
static bool is_decimal(const char *text) {
  if (*text == '+' || *text == '-') text++;
  const char *whole = text;
  text = skip_digits(text);
  ptrdiff_t digits = text - whole;
  if (*text == '.') {
    const char *fraction = text + 1;
    text = skip_digits(fraction);
    digits += text - fraction;
  }
  if (digits == 0) return false;
  if (*text == 'e' || *text == 'E') {
    text++;
    if (*text == '+' || *text == '-') text++;
    const char *exponent = text;
    text = skip_digits(exponent);
    if (text == exponent) return false;
  }
  return *text == '\0';
}

bool number_parse(const char *text, double *value) {
  if (!is_decimal(text)) return false;
  const locale_guard guard = c_locale_begin();
  const double parsed = strtod(text, NULL);
  c_locale_end(guard);
  if (!isfinite(parsed)) return false;
  *value = parsed;
  return true;
}

bool integer_parse(const char *text, long long *value) {
  const char *digits = *text == '-' ? text + 1 : text, *rest = skip_digits(digits);
  if (rest == digits || *rest != '\0') return false;
  errno = 0;
  const long long parsed = strtoll(text, NULL, 10);
  if (errno == ERANGE) return false;
  *value = parsed;
  return true;
}

enum { NAME_LIMIT = 255 }; /* longer names are near to nothing */

/* Levenshtein's distance, one row at a time. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t row[NAME_LIMIT + 1];
  for (size_t j = 0; j <= b_length; j++) row[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b_length; j++) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[b_length];
}

const char *nearest_name(const char *name, const char *const *names, size_t count) {
  const size_t length = strlen(name);
  if (length > NAME_LIMIT) return NULL;
  size_t best = length / 2 > 2 ? length / 2 + 1 : 3; /* the first distance that is too far */
  const char *nearest = NULL;
  for (size_t i = 0; i < count; i++) {
    const size_t other = strlen(names[i]);
    if (other > NAME_LIMIT) continue;
    const size_t distance = edit_distance(name, length, names[i], other);
    if (distance < best) {
      best = distance;
      nearest = names[i];
    }
  }
  return nearest;
}
