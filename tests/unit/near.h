/* Numbers that are nearly equal. */
#ifndef TESTS_NEAR_H
#define TESTS_NEAR_H

#include <criterion/criterion.h>
#include <math.h>

static inline void near(double value, double expected, double tolerance, const char *what) {
  cr_expect(fabs(value - expected) <= tolerance, "%s: %.17g, expected %.17g", what, value, expected);
}

#endif
