/* Dates in texts, one reader for all files:
 *
 *   2000-01-31   the year first, four digits; also 20000131
 *   31/01/2000   the day first, or
 *   01/31/2000   the month first: what reads all of a column, and not a cell alone, says which of the two
 *   31-Jan-2000, Jan 31st, 2000, 2000 January 31   names of months, in English, perhaps behind the day of the week
 *   2000-W05, 2000-W05-1, 2000W051                 weeks of ISO 8601, from their Monday
 *
 * Between numbers stands -, / or ., the same twice. A year of two digits, which is the last part, is one from 1969 to 2068. A blank or T and a time may
 * follow: 19:00, 7:00 PM, 19:00:00.5, perhaps with a zone, Z, UTC, GMT, +02:00 or +0200; without one it is UTC. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What the parts of a date mean that do not tell it themselves. */
typedef enum date_order { DATE_YEAR_FIRST, DATE_DAY_FIRST, DATE_MONTH_FIRST, DATE_ORDERS } date_order;

typedef struct date {
  int year, month, day;
  double seconds; /* since 0:00 UTC of this day: a zone may lead to another one */
} date;

/* False unless the text is a date of the calendar in this order. */
bool date_parse(const char *text, date_order order, date *out);
/* What to do about a text that is none: "", or words that follow the message. */
const char *date_advice(const char *text);
/* Days since 1970-01-01 in the Gregorian calendar, the time apart. */
double date_days(date of);
/* Seconds since 1970-01-01, UTC. */
double date_seconds(date of);
/* The order in which most of the texts are dates. Of several the first one in which they never go back, otherwise the day comes before the month. Returns how
 * many are. */
size_t date_order_of(size_t count, const char *const *texts, date_order *out);
