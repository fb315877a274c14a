/* Premises of bounds: the first that failed, and how near the others came. */
#include <criterion/criterion.h>
#include <math.h>

#include "bounds/failed_premise.h"

static void expect(const met_premises *met, size_t i, const char *name, size_t trial, double value, double limit) {
  cr_assert_lt(i, met->count);
  cr_expect_str_eq(met->of[i].name, name);
  cr_expect_eq(met->of[i].trial, trial);
  cr_expect_eq(met->of[i].value, value);
  cr_expect(met->of[i].limit == limit || (isnan(limit) && isnan(met->of[i].limit)), "%g", met->of[i].limit);
}

/* The trial nearest to the limit is kept, which need not be that of the largest value, as the limit may move. */
Test(premises, nearest) {
  static const char above[] = "x <= 1", below[] = "y >= 0", never[] = "z <= 0", once[] = "r = 2";
  static const double x[] = {0.25, 0.5, 0.125, 0.75}, most[] = {1, 0.625, 1, 1}, y[] = {3, 0.5, 0.25, 1};
  failed_premise of = {.name = NULL};
  premise_require(&of, true, once, 2);
  premise_require(&of, true, "nothing is measured", NAN);
  for (size_t t = 1; t <= 4; t++) {
    premise_at_most(&of, above, t, x[t - 1], most[t - 1]);
    premise_at_least(&of, below, t, y[t - 1], 0);
    premise_at_most(&of, "a limit that was not given", t, 7, NAN);
  }
  cr_expect_null(of.name);
  cr_expect_eq(of.met.count, 3);
  expect(&of.met, 0, once, 0, 2, NAN);
  expect(&of.met, 1, above, 2, 0.5, 0.625);
  expect(&of.met, 2, below, 3, 0.25, 0);

  premise_at_most(&of, never, 5, 0.5, 0);
  premise_at_least(&of, below, 6, NAN, 0);
  premise_at_most(&of, above, 7, 2, 1);
  cr_expect_eq(of.name, never);
  cr_expect_eq(of.trial, 5);
  cr_expect_eq(of.value, 0.5);
  cr_expect_eq(of.met.count, 3);
}

/* At the limit itself a premise is met. */
Test(premises, limits) {
  failed_premise of = {.name = NULL};
  premise_at_most(&of, "a", 1, 1, 1);
  premise_at_least(&of, "b", 1, 1, 1);
  cr_expect_null(of.name);
  premise_at_least(&of, "c", 2, nextafter(1, 0), 1);
  cr_expect_str_eq(of.name, "c");
}

Test(premises, rows_say_both) {
  static const char first[] = "first", second[] = "second";
  failed_premise one = {.name = NULL}, other = {.name = NULL};
  bound_row row = {.premise = NULL};
  premise_at_most(&one, first, 3, 1, 2);
  premise_at_most(&other, first, 4, 1.5, 2);
  premise_fail(&other, second, 9, 7);
  premise_row(&one, &row);
  cr_expect_null(row.premise);
  premise_row(&other, &row);
  premise_fail(&one, "too late for the row", 1, 1);
  premise_row(&one, &row);
  cr_expect_str_eq(row.premise, second);
  cr_expect_eq(row.premise_trial, 9);
  cr_expect_eq(row.premise_value, 7);
  cr_expect_eq(row.met.count, 1);
  expect(&row.met, 0, first, 4, 1.5, 2);
}
