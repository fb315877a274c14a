#include "base/text.h"
#include <errno.h>
#include <locale.h>

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

enum { EXACT_DIGITS = 15, EXACT_POWER = 22 };

/* A decimal number: whole times 10 to the power, while it has at most EXACT_DIGITS digits. */
typedef struct decimal {
  bool negative;
  uint64_t whole;
  size_t digits; /* from the first one that is not 0 */
  long power;
} decimal;

/* Digits, which *out takes in; their end. */
static const char *take_digits(const char *text, decimal *out) {
  for (; *text >= '0' && *text <= '9'; text++) {
    out->digits += out->digits > 0 || *text != '0';
    if (out->digits <= EXACT_DIGITS) out->whole = 10 * out->whole + (uint64_t)(*text - '0');
  }
  return text;
}

/* [+-] digits [. digits] [e [+-] digits] with a digit before or after the point, and nothing else. */
static bool read_decimal(const char *text, decimal *out) {
  *out = (decimal){.negative = *text == '-'};
  if (*text == '+' || *text == '-') text++;
  const char *whole = text, *end = take_digits(text, out);
  ptrdiff_t digits = end - whole;
  if (*end == '.') {
    const char *fraction = end + 1;
    end = take_digits(fraction, out);
    digits += end - fraction;
    out->power = -(long)(end - fraction);
  }
  if (digits == 0) return false;
  if (*end == 'e' || *end == 'E') {
    const bool below = end[1] == '-';
    const char *exponent = end + 1 + (end[1] == '+' || end[1] == '-');
    long power = 0;
    for (end = exponent; *end >= '0' && *end <= '9'; end++) power = power < 10000 ? 10 * power + (*end - '0') : power;
    if (end == exponent) return false;
    out->power += below ? -power : power;
  }
  return *end == '\0';
}

/* Clinger (1990): a whole number below 2^53 and a power of ten up to 10^22 are exact, so that one operation rounds as strtod does. */
static bool exact_number(const decimal *of, double *value) {
  static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (of->digits > EXACT_DIGITS || of->power < -EXACT_POWER || of->power > EXACT_POWER) return false;
  const double whole = (double)of->whole;
  const double x = of->power < 0 ? whole / powers[-of->power] : whole * powers[of->power];
  *value = of->negative ? -x : x;
  return true;
}

bool number_parse(const char *text, double *value) {
  decimal read;
  if (!read_decimal(text, &read)) return false;
  if (exact_number(&read, value)) return true;
  const locale_guard guard = c_locale_begin();
  const double parsed = strtod(text, NULL);
  c_locale_end(guard);
  if (!isfinite(parsed)) return false;
  *value = parsed;
  return true;
}

bool equal_by_value(const char *a, const char *b) {
  double x = 0.0, y = 0.0;
  return strcmp(a, b) == 0 || (number_parse(a, &x) && number_parse(b, &y) && x == y);
}

static bool is_s_or_z(char letter) {
  return letter == 's' || letter == 'z';
}

bool equal_names(const char *a, const char *b) {
  for (char before = '\0'; *a != '\0'; before = *a++, b++) {
    if (*a != *b && !(before == 'i' && is_s_or_z(*a) && is_s_or_z(*b))) return false;
  }
  return *b == '\0';
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

static char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* Levenshtein's distance, one row at a time; small letters and capitals are the same. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t row[NAME_LIMIT + 1];
  for (size_t j = 0; j <= b_length; j++) row[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b_length; j++) {
      size_t best = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[b_length];
}

/* What part of the longer name is edited, in thousandths. */
static size_t distance_of(const char *name, size_t length, const char *other, bool *near) {
  const size_t other_length = strlen(other), longer = length > other_length ? length : other_length;
  const size_t edits = edit_distance(name, length, other, other_length);
  *near = edits < longer && edits <= (length / 2 > 2 ? length / 2 : 2);
  if (length > 2 && strstr(other, name) != NULL) *near = true;
  return longer == 0 ? 0 : 1000 * edits / longer;
}

const char *nearest_names(const char *name, const char *const *names, size_t count, bool far, char text[NEAREST_TEXT]) {
  const size_t length = strlen(name);
  size_t distance[NEAREST_NAMES], found = 0; /* ascending */
  const char *nearest[NEAREST_NAMES];
  for (int pass = 0; pass < 2 && found == 0 && length <= NAME_LIMIT; pass++) { /* the second one takes far ones */
    for (size_t i = 0; i < count; i++) {
      bool near = false;
      if (strlen(names[i]) > NAME_LIMIT) continue;
      const size_t edited = distance_of(name, length, names[i], &near);
      size_t at = found, twin = 0;
      while (twin < found && strcmp(nearest[twin], names[i]) != 0) twin++;
      if (twin < found || (pass == 0 ? !near : !far || edited == 1000)) continue;
      if (found < NEAREST_NAMES) found++;
      for (; at > 0 && edited < distance[at - 1]; at--) {
        if (at == NEAREST_NAMES) continue;
        distance[at] = distance[at - 1];
        nearest[at] = nearest[at - 1];
      }
      if (at == NEAREST_NAMES) continue;
      distance[at] = edited;
      nearest[at] = names[i];
    }
  }
  size_t used = 0;
  *text = 0;
  for (size_t k = 0; k < found && used < NEAREST_TEXT; k++) {
    used += (size_t)snprintf(text + used, NEAREST_TEXT - used, "%s%s", k == 0 ? "; nearest: " : ", ", nearest[k]);
  }
  return text;
}

int word_place(const char *words, const char *word) {
  const char *at = NULL;
  size_t length = 0;
  for (int place = 0; words != NULL && (at = word_at(words, (size_t)place, &length)) != NULL; place++) {
    if (length > 0 && length == strlen(word) && memcmp(at, word, length) == 0) return place;
  }
  return -1;
}

const char *word_at(const char *words, size_t place, size_t *length) {
  for (; place > 0; place--) {
    words = strchr(words, ' ');
    if (words == NULL) return NULL;
    words++;
  }
  *length = strcspn(words, " ");
  return words;
}

int text_compare(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}
