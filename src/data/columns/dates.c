#include "data/columns/dates.h"

#include <math.h>
#include <string.h>

/* Reads from `least` to `most` digits. */
static bool read_digits(const char **at, size_t least, size_t most, int *out) {
  const size_t count = strspn(*at, "0123456789");
  *out = 0;
  if (count < least || count > most) return false;
  for (size_t k = 0; k < count; k++) *out = 10 * *out + (*at)[k] - '0';
  *at += count;
  return true;
}

static bool is_leap(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

bool date_parse(const char *text, date_order order, date *out) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int part[3] = {0};
  const char *at = text;
  const int year = order == DATE_YEAR_FIRST ? 0 : 2, month = order == DATE_MONTH_FIRST ? 0 : 1, day = 3 - year - month;
  char between = '\0';
  for (int k = 0; k < 3; k++) {
    const char *start = at;
    if (!read_digits(&at, k == year ? 2 : 1, k == year ? 4 : 2, &part[k])) return false;
    const size_t digits = (size_t)(at - start);
    if (k == year && digits == 2) part[k] += part[k] < 69 ? 2000 : 1900;
    if (k == year && (digits == 3 || (digits == 2 && order == DATE_YEAR_FIRST))) return false;
    if (k == 2) break;
    if (*at == '\0' || strchr("-/.", *at) == NULL || (k == 1 && *at != between)) return false;
    between = *at++;
  }
  if (*at != '\0' && *at != ' ' && *at != 'T') return false;
  *out = (date){part[year], part[month], part[day]};
  if (out->month < 1 || out->month > 12) return false;
  return out->day >= 1 && out->day <= lengths[out->month - 1] + (out->month == 2 && is_leap(out->year));
}

/* Hinnant, days_from_civil. */
double date_days(date of) {
  const int y = of.month <= 2 ? of.year + 399 : of.year + 400, era = y / 400, of_era = y - era * 400;
  const int of_year = (153 * (of.month > 2 ? of.month - 3 : of.month + 9) + 2) / 5 + of.day - 1;
  const int leap_days = of_era / 4 - of_era / 100;
  return (double)((era - 1) * 146097 + of_era * 365 + leap_days + of_year - 719468);
}

static bool reads(size_t count, const char *const *texts, date_order order, bool *ascends) {
  double before = -INFINITY;
  *ascends = true;
  for (size_t i = 0; i < count; i++) {
    date of;
    if (!date_parse(texts[i], order, &of)) return false;
    const double now = date_days(of);
    *ascends = *ascends && now >= before;
    before = now;
  }
  return count > 0;
}

bool date_order_of(size_t count, const char *const *texts, date_order *out) {
  bool found = false, ascends = false;
  for (int k = DATE_YEAR_FIRST; k < DATE_ORDERS && !(found && ascends); k++) {
    bool up = false;
    if (!reads(count, texts, (date_order)k, &up) || (found && !up)) continue;
    *out = (date_order)k;
    found = true;
    ascends = up;
  }
  return found;
}
