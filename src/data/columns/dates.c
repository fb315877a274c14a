#include "data/columns/dates.h"
#include <math.h>
#include <string.h>
#include <strings.h>

enum { DIGIT = 1, LETTER = 2, BLANK = 4, STOP = 8, DASH = 16, BETWEEN = BLANK | STOP | DASH };

static inline int kind_of(char c) {
  if (c >= '0' && c <= '9') return DIGIT;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return LETTER;
  return c == ' ' ? BLANK : c == ',' || c == '.' ? STOP : c == '-' || c == '/' ? DASH : 0;
}

/* strspn, which takes ten times as long for texts as short as these. */
static inline size_t span(const char *at, int kinds) {
  size_t count = 0;
  while ((kind_of(at[count]) & kinds) != 0) count++;
  return count;
}

/* Reads from `least` to `most` digits. */
static bool read_digits(const char **at, size_t least, size_t most, int *out) {
  const size_t count = span(*at, DIGIT);
  *out = 0;
  if (count < least || count > most) return false;
  for (size_t k = 0; k < count; k++) *out = 10 * *out + (*at)[k] - '0';
  *at += count;
  return true;
}

/* Reads a year of four digits or two. */
static bool read_year(const char **at, int *out) {
  const char *start = *at;
  if (!read_digits(at, 2, 4, out) || *at - start == 3) return false;
  if (*at - start == 2) *out += *out < 69 ? 2000 : 1900;
  return true;
}

/* Which of the names the word begins, with at least three letters; 0: none; 1: the first one. The word is read. */
static int read_name(const char **at, int count, const char *const *names) {
  const size_t length = span(*at, LETTER);
  for (int k = 0; k < count && length >= 3; k++) {
    if (length > strlen(names[k]) || strncasecmp(*at, names[k], length) != 0) continue;
    *at += length;
    return k + 1;
  }
  return 0;
}

static int read_month(const char **at) {
  static const char *const months[] = {"january", "february", "march",     "april",   "may",      "june",
                                       "july",    "august",   "september", "october", "november", "december"};
  *at += span(*at, BETWEEN);
  const int month = read_name(at, 12, months);
  *at += span(*at, BETWEEN);
  return month;
}

static void skip_weekday(const char **at) {
  static const char *const weekdays[] = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
  if (read_name(at, 7, weekdays) > 0) *at += span(*at, BLANK | STOP);
}

/* 31 and 31st. */
static bool read_day_of_month(const char **at, int *day) {
  static const char *const endings[] = {"st", "nd", "rd", "th"};
  if (!read_digits(at, 1, 2, day)) return false;
  for (int k = 0; k < 4 && span(*at, LETTER) == 2; k++) {
    if (strncasecmp(*at, endings[k], 2) == 0) *at += 2;
  }
  return true;
}

static int month_length(int year, int month) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return lengths[month - 1] + (month == 2 && leap);
}

/* W05, W05-1 and W051: the Monday, or another day, of the fifth week. The first one has the 4th of January. */
static bool read_week(const char **at, date *out) {
  int week = 0, day = 1;
  ++*at;
  if (span(*at, DIGIT) == 3) {
    (void)read_digits(at, 3, 3, &week);
    day = week % 10;
    week /= 10;
  } else if (!read_digits(at, 2, 2, &week) || (**at == '-' && (++*at, !read_digits(at, 1, 1, &day)))) {
    return false;
  }
  const int fourth = (int)date_days((date){.year = out->year, .month = 1, .day = 4});
  const int next = (int)date_days((date){.year = out->year + 1, .month = 1, .day = 1});
  const int monday = fourth - (fourth % 7 + 10) % 7 + 7 * (week - 1); /* 1970-01-01 was a Thursday */
  if (week < 1 || day < 1 || day > 7 || monday + 3 >= next) return false;
  out->month = 1;
  out->day = 4 + monday + day - 1 - fourth;
  if (out->day < 1) {
    out->year--;
    out->month = 12;
    out->day += 31;
  }
  while (out->day > month_length(out->year, out->month)) {
    out->day -= month_length(out->year, out->month);
    out->year += out->month == 12;
    out->month = out->month % 12 + 1;
  }
  return true;
}

/* 31-Jan-2000, Jan 31, 2000, 2000 January 31 and 2000-W05. */
static bool read_named(const char **at, date *out) {
  const size_t before = span(*at, DIGIT);
  if (before == 4) {
    if (!read_year(at, &out->year)) return false;
    const char *week = *at + (**at == '-');
    if ((*week == 'W' || *week == 'w') && span(week + 1, DIGIT) > 0) {
      *at = week;
      return read_week(at, out);
    }
    out->month = read_month(at);
    return out->month > 0 && read_day_of_month(at, &out->day);
  }
  if (before > 0) {
    if (!read_day_of_month(at, &out->day)) return false;
    out->month = read_month(at);
    return out->month > 0 && read_year(at, &out->year);
  }
  out->month = read_month(at);
  if (out->month == 0 || !read_day_of_month(at, &out->day)) return false;
  *at += span(*at, BETWEEN);
  return read_year(at, &out->year);
}

/* The parts of a date between two equal separators. */
static bool read_parts(const char **at, date_order order, date *out) {
  int *const parts[DATE_ORDERS][3] = {
      {&out->year, &out->month, &out->day}, {&out->day, &out->month, &out->year}, {&out->month, &out->day, &out->year}};
  char between = '\0';
  for (int k = 0; k < 3; k++) {
    int *part = parts[order][k];
    const bool year_last = part == &out->year && k == 2;
    if (!(year_last            ? read_year(at, part)
          : part == &out->year ? read_digits(at, 4, 4, part)
                               : read_digits(at, 1, 2, part))) {
      return false;
    }
    if (k == 2) break;
    if (**at == '\0' || strchr("-/.", **at) == NULL || (k == 1 && **at != between)) return false;
    between = *(*at)++;
  }
  return true;
}

static bool read_day(const char **at, date_order order, date *out) {
  skip_weekday(at);
  const size_t count = span(*at, DIGIT), word = count + span(*at + count, BETWEEN);
  if (count == 8) {
    int whole = 0;
    (void)read_digits(at, 8, 8, &whole);
    *out = (date){.year = whole / 10000, .month = whole / 100 % 100, .day = whole % 100};
  } else if (kind_of((*at)[word]) == LETTER) {
    if (!read_named(at, out)) return false;
  } else if (!read_parts(at, count == 4 ? DATE_YEAR_FIRST : order, out)) {
    return false;
  }
  if (out->month < 1 || out->month > 12) return false;
  return out->day >= 1 && out->day <= month_length(out->year, out->month);
}

/* Reads the word, small or large, and the blanks before it. */
static bool read_word(const char **at, const char *word) {
  const char *start = *at + span(*at, BLANK);
  if (strncasecmp(start, word, strlen(word)) != 0) return false;
  *at = start + strlen(word);
  return true;
}

/* Minutes to the east of Greenwich. */
static bool read_zone(const char **at, int *minutes) {
  int hours = 0, rest = 0;
  *minutes = 0;
  if (read_word(at, "Z")) return true;
  (void)(read_word(at, "UTC") || read_word(at, "GMT"));
  *at += span(*at, BLANK);
  if (**at != '+' && **at != '-') return true;
  const int sign = *(*at)++ == '-' ? -1 : 1;
  const size_t count = span(*at, DIGIT);
  if (!read_digits(at, 2, 4, &hours) || count == 3) return false;
  if (count == 4) {
    rest = hours % 100;
    hours /= 100;
  } else if (**at == ':') {
    ++*at;
    if (!read_digits(at, 2, 2, &rest)) return false;
  }
  *minutes = sign * (60 * hours + rest);
  return hours < 24 && rest < 60;
}

/* The hour of a clock of twelve. */
static bool read_half(const char **at, int *hour) {
  const bool afternoon = read_word(at, "PM");
  if (!afternoon && !read_word(at, "AM")) return true;
  if (*hour < 1 || *hour > 12) return false;
  *hour = *hour % 12 + (afternoon ? 12 : 0);
  return true;
}

/* What follows a day: nothing, or a time. */
static bool read_time(const char **at, double *seconds) {
  int hour = 0, minute = 0, second = 0, zone = 0;
  double fraction = 0.0, unit = 1.0;
  *seconds = 0.0;
  if ((*at)[span(*at, BLANK)] == '\0') return true;
  if (strchr(" T,", **at) == NULL) return false;
  ++*at;
  *at += span(*at, BLANK);
  const size_t count = span(*at, DIGIT);
  if (count == 4 || count == 6) { /* as in 20000131T190000Z */
    (void)read_digits(at, 4, 6, &second);
    hour = second / (count == 6 ? 10000 : 100);
    minute = second / (count == 6 ? 100 : 1) % 100;
    second = count == 6 ? second % 100 : 0;
  } else {
    if (!read_digits(at, 1, 2, &hour) || strchr(":.", *(*at)++) == NULL || !read_digits(at, 2, 2, &minute))
      return false;
    if (**at == ':' && (++*at, !read_digits(at, 2, 2, &second))) return false;
  }
  if (**at == '.') {
    for (++*at; **at >= '0' && **at <= '9'; ++*at) fraction += (unit /= 10.0) * (**at - '0');
  }
  if (!read_half(at, &hour) || !read_zone(at, &zone) || (*at)[span(*at, BLANK)] != '\0') return false;
  *seconds = 3600.0 * hour + 60.0 * (minute - zone) + second + fraction;
  return hour < 24 && minute < 60 && second <= 60;
}

bool date_parse(const char *text, date_order order, date *out) {
  *out = (date){.year = 0};
  text += span(text, BLANK);
  return read_day(&text, order, out) && read_time(&text, &out->seconds);
}

const char *date_advice(const char *text) {
  const char *at = text;
  int part = 0;
  const bool month =
      read_digits(&at, 4, 4, &part) && (*at == '-' || *at == '/') && (++at, read_digits(&at, 1, 2, &part));
  return month && *at == '\0' ? "; a month needs a day, as in 2000-01-01" : "";
}

/* Hinnant, days_from_civil. */
double date_days(date of) {
  const int y = of.month <= 2 ? of.year + 399 : of.year + 400, era = y / 400, of_era = y - era * 400;
  const int of_year = (153 * (of.month > 2 ? of.month - 3 : of.month + 9) + 2) / 5 + of.day - 1;
  const int leap_days = of_era / 4 - of_era / 100;
  return (double)((era - 1) * 146097 + of_era * 365 + leap_days + of_year - 719468);
}

double date_seconds(date of) {
  return 86400.0 * date_days(of) + of.seconds;
}

/* How many are dates; *ascends: they never go back. */
static size_t reads(size_t count, const char *const *texts, date_order order, bool *ascends) {
  double before = -INFINITY;
  size_t found = 0;
  *ascends = true;
  for (size_t i = 0; i < count; i++) {
    date of;
    if (!date_parse(texts[i], order, &of)) continue;
    const double now = date_seconds(of);
    *ascends = *ascends && now >= before;
    before = now;
    found++;
  }
  return found;
}

size_t date_order_of(size_t count, const char *const *texts, date_order *out) {
  size_t most = 0;
  bool ascends = false;
  *out = DATE_YEAR_FIRST;
  for (int k = DATE_YEAR_FIRST; k < DATE_ORDERS; k++) {
    bool up = false;
    if (most == count && (ascends || k == DATE_DAY_FIRST)) break; /* what the first order reads each one reads alike */
    const size_t found = reads(count, texts, (date_order)k, &up);
    if (found < most || (found == most && (ascends || !up))) continue;
    *out = (date_order)k;
    most = found;
    ascends = up;
  }
  return most;
}
