/* The ticks of an axis, so chosen that their numbers do not touch. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TICKS = 96, TICK_TEXT = 64 };

typedef struct tick {
  double value;
  char text[TICK_TEXT]; /* "": a small tick without a number */
} tick;

typedef struct ticks {
  size_t count;
  tick at[TICKS];
} ticks;

typedef struct axis {
  double low, high; /* low > high: turned around */
  bool logarithmic, vertical;
  double length, font; /* pixels */
} axis;

/* Ticks at round numbers. */
void ticks_choose(const axis *scale, ticks *out);
/* Ticks at the values, ascending, as far as their numbers do not touch. */
void ticks_at(const axis *scale, const double *values, size_t count, ticks *out);

/* Ticks with names at 1, 2, ...; false, and no ticks, if these lines of text have no room side by side. */
bool ticks_named(const axis *scale, const char *const *names, size_t count, ticks *out);

/* The share of the axis below a value, 0 to 1 within; -1 where a logarithmic axis has no place for it. */
double axis_share(const axis *scale, double value);
/* The width of the widest number. */
double ticks_width(const ticks *marks, double font);
