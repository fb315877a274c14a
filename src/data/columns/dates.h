/* Dates in texts: 2000-01-31 (year first), 31/01/2000 (day first) or 01/31/2000 (month first), with -, / or . between the parts, perhaps
 * followed by a blank or T and a time, which does not count. A year of two digits is one from 1969 to 2068. */
#ifndef DATA_COLUMNS_DATES_H
#define DATA_COLUMNS_DATES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum date_order { DATE_YEAR_FIRST, DATE_DAY_FIRST, DATE_MONTH_FIRST, DATE_ORDERS } date_order;

typedef struct date {
  int year, month, day;
} date;

/* False unless the text is a date of the calendar in this order. */
bool date_parse(const char *text, date_order order, date *out);
/* Days since 1970-01-01 in the Gregorian calendar. */
double date_days(date of);
/* The order in which all texts are dates; false if there is none. Of several the first one in which they never go back, otherwise the day
 * comes before the month. */
bool date_order_of(size_t count, const char *const *texts, date_order *out);

#endif
