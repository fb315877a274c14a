#include "plot/page/ticks.h"
#include "base/fixed_math.h"
#include "base/text.h"
#include "plot/page/font.h"

double axis_share(const axis *scale, double value) {
  if (!scale->logarithmic) return (value - scale->low) / (scale->high - scale->low);
  return value > 0 ? fixed_log(value / scale->low) / fixed_log(scale->high / scale->low) : -1;
}

double ticks_width(const ticks *marks, double font) {
  double width = 0;
  for (size_t i = 0; i < marks->count; i++) width = fmax(width, font_width(marks->at[i].text, font));
  return width;
}

/* Half of what a number takes of the axis, with a gap. */
static double half(const axis *scale, const char *text) {
  return scale->vertical ? 0.7 * scale->font : (font_width(text, scale->font) + 0.9 * scale->font) / 2;
}

static bool touches(const axis *scale, const ticks *marks, double value, const char *text) {
  const double place = axis_share(scale, value) * scale->length;
  for (size_t i = 0; i < marks->count; i++) {
    const tick *other = &marks->at[i];
    if (other->text[0] == '\0') continue;
    const double apart = fabs(place - axis_share(scale, other->value) * scale->length);
    if (apart < half(scale, text) + half(scale, other->text)) return true;
  }
  return false;
}

static void add(ticks *marks, double value, const char *text) {
  if (marks->count == TICKS) return;
  marks->at[marks->count].value = value;
  snprintf(marks->at[marks->count++].text, TICK_TEXT, "%s", text);
}

/* Numbers of an axis that ends at `largest`: 140k, 2.5M, 10⁷. */
static void write_linear(double value, double largest, char text[TICK_TEXT]) {
  const double unit = largest >= 1e6 ? 1e6 : largest >= 1e5 ? 1e3 : 1;
  char number[NUMBER_TEXT];
  if (largest >= 1e9 || largest < 1e-4) {
    snprintf(text, TICK_TEXT, "%s", number_short(value, 3, number));
  } else {
    snprintf(text, TICK_TEXT, "%s%s", number_short(value / unit, 6, number),
             value == 0 || unit == 1 ? ""
             : unit == 1e3           ? "k"
                                     : "M");
  }
}

static void write_power(int power, char text[TICK_TEXT]) {
  static const char *const superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char digits[16];
  snprintf(digits, sizeof digits, "%d", power < 0 ? -power : power);
  snprintf(text, TICK_TEXT, "10%s", power < 0 ? "⁻" : "");
  for (const char *d = digits; *d != '\0'; d++) strncat(text, superscripts[*d - '0'], TICK_TEXT - strlen(text) - 1);
}

static void write_logarithmic(const axis *scale, double digit, int power, char text[TICK_TEXT]) {
  const double largest = fmax(scale->low, scale->high), least = fmin(scale->low, scale->high);
  char number[NUMBER_TEXT];
  if (digit == 1 && (largest >= 1e5 || least < 1e-3)) {
    write_power(power, text);
  } else {
    snprintf(text, TICK_TEXT, "%s", number_short(digit * fixed_pow(10, power), 6, number));
  }
}

/* Steps of 1, 2 or 5 times a power of ten, the smallest whose numbers stay apart; at most six. */
static void choose_linear(const axis *scale, ticks *out) {
  static const double nice[] = {1, 2, 5};
  const double low = fmin(scale->low, scale->high), high = fmax(scale->low, scale->high);
  const double largest = fmax(fabs(low), fabs(high));
  int power = (int)floor(fixed_log10((high - low) / 6)) - 1;
  for (size_t tries = 0; tries < 30; tries++) {
    const double step = nice[tries % 3] * fixed_pow(10, power + (int)(tries / 3));
    if ((high - low) / step > 6.01) continue;
    bool apart = true;
    out->count = 0;
    for (double k = ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && out->count < 8; k++) {
      char text[TICK_TEXT];
      write_linear(k == 0 ? 0 : k * step, largest, text);
      apart = apart && !touches(scale, out, k * step, text);
      add(out, k == 0 ? 0 : k * step, text);
    }
    if (apart) return;
  }
}

/* Digits of numbers on a logarithmic axis, in the order in which they are added until there are enough. */
static const double levels[][4] = {{2, 5, 0, 0}, {3, 4, 7, 0}, {6, 8, 9, 0}};

static void add_digit(const axis *scale, double digit, int power, ticks *out) {
  const double low = fmin(scale->low, scale->high), high = fmax(scale->low, scale->high);
  const double value = digit * fixed_pow(10, power);
  char text[TICK_TEXT];
  if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) return;
  write_logarithmic(scale, digit, power, text);
  if (!touches(scale, out, value, text)) add(out, value, text);
}

static void choose_logarithmic(const axis *scale, ticks *out) {
  const double low = fmin(scale->low, scale->high), high = fmax(scale->low, scale->high);
  const int first = (int)floor(fixed_log10(low)), last = (int)ceil(fixed_log10(high));
  int step = 1;
  for (bool apart = false; !apart && step < 40; step += !apart) { /* powers of ten, as many as have room */
    apart = true;
    out->count = 0;
    for (int power = first - ((first % step) + step) % step; power <= last; power += step) {
      char text[TICK_TEXT];
      const double value = fixed_pow(10, power);
      if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
      write_logarithmic(scale, 1, power, text);
      apart = apart && !touches(scale, out, value, text);
      add(out, value, text);
    }
    if (apart) break;
  }
  for (size_t level = 0; level < 3 && out->count < 3; level++) {
    for (size_t i = 0; i < 4 && levels[level][i] > 0; i++) {
      for (int power = first; power <= last; power++) add_digit(scale, levels[level][i], power, out);
    }
  }
  if (step > 1 || last - first > 8) return;
  for (int power = first; power <= last; power++) { /* small ones between */
    for (int digit = 1; digit <= 9; digit++) {
      const double value = digit * fixed_pow(10, power);
      bool known = value < low || value > high;
      for (size_t i = 0; i < out->count; i++) known = known || fabs(out->at[i].value / value - 1) < 1e-9;
      if (!known) add(out, value, "");
    }
  }
}

void ticks_choose(const axis *scale, ticks *out) {
  const double low = fmin(scale->low, scale->high), high = fmax(scale->low, scale->high);
  out->count = 0;
  if (!(high > low)) return;
  if (scale->logarithmic && high / low > 1.6) {
    choose_logarithmic(scale, out);
  } else {
    choose_linear(scale, out);
  }
}

void ticks_at(const axis *scale, const double *values, size_t count, ticks *out) {
  out->count = 0;
  for (size_t i = 0; i < count; i++) {
    char text[NUMBER_TEXT];
    number_short(values[i], 6, text);
    if (touches(scale, out, values[i], text)) text[0] = '\0';
    add(out, values[i], text);
  }
}

bool ticks_named(const axis *scale, const char *const *names, size_t count, ticks *out) {
  out->count = 0;
  if (count > TICKS || (count > 1 && (axis_share(scale, 2) - axis_share(scale, 1)) * scale->length < 1.1 * scale->font))
    return false;
  for (size_t i = 0; i < count; i++) {
    add(out, (double)(i + 1), names[i]);
    char *text = out->at[i].text;
    size_t length = strlen(text);
    if (length < strlen(names[i])) { /* cut between characters */
      while (length > 0 && ((unsigned char)names[i][length] & 0xC0) == 0x80) length--;
      text[length] = '\0';
    }
  }
  return true;
}
