/* The trial loop allocates nothing, for any learner, problem and record of the trials. */
#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "unit/allocation_counter.h"
#include "unit/check.h"
#include "unit/trial_allocations.h"

/* 1,000 and, in the long sweep, 10,000 trials: no allocation per trial, nor an occasional one. (No .timeout here: Criterion leaks its
 * timers where tests run side by side, and a sanitizer reports that.) */
static void check_cases(size_t trials) {
  gsl_set_error_handler_off();
  if (!allocation_counter_works()) cr_skip_test("no counting allocator here");
  for (size_t i = 0; i < allocation_case_count; i++) {
    const allocation_case *which = &allocation_cases[i];
    size_t allocations = 1, played = 0;
    const status code = trial_allocations(which, trials, &allocations, &played);
    cr_expect_eq(code, STATUS_OK, "%s %s: %s", which->problem, which->learner, status_message());
    cr_expect_geq(played, trials - 1, "%s %s: %zu trials", which->problem, which->learner, played);
    cr_expect_eq(allocations, 0, "%s %s, %s %s: %zu allocations in %zu trials", which->problem, which->problem_options,
                 which->learner, which->learner_options, allocations, played);
  }
}

Test(allocation, thousand_trials) {
  check_cases(1000);
}

Test(allocation, many_trials) {
  check_cases(sweep(10000, 2000));
}

/* The check above can fail. */
Test(allocation, wasteful_problem) {
  gsl_set_error_handler_off();
  if (!allocation_counter_works()) cr_skip_test("no counting allocator here");
  const allocation_case wasteful = {"disjunction", "{\"n\":8,\"r\":2}", "constant", "{}", .wasteful = true};
  size_t allocations = 0, played = 0;
  cr_assert_eq(trial_allocations(&wasteful, 1000, &allocations, &played), STATUS_OK, "%s", status_message());
  cr_expect_eq(played, 999, "%zu trials", played);
  cr_expect_eq(allocations, 999, "%zu allocations", allocations);
}
