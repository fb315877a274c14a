/* Numbers that are nearly equal. */
#pragma once

#include <criterion/criterion.h>
#include <math.h>

static inline void near(double value, double expected, double tolerance, const char *what) {
  cr_expect(fabs(value - expected) <= tolerance, "%s: %.17g, expected %.17g", what, value, expected);
}

/* The tolerance is of max(1, |expected|). */
static inline void near_of_size(double value, double expected, double tolerance, const char *what) {
  near(value, expected, tolerance * fmax(1.0, fabs(expected)), what);
}

/* The same in trial t; the first that is not ends the test. */
static inline void near_in_trial(double value, double expected, double tolerance, const char *what, size_t t) {
  cr_assert(fabs(value - expected) <= tolerance * fmax(1.0, fabs(expected)), "%s, trial %zu: %.17g, expected %.17g",
            what, t, value, expected);
}
