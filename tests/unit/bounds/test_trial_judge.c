/* What bounds remember of a run, and charge for its errors, against the definition applied to short runs by hand. */
#include <criterion/criterion.h>
#include <math.h>

#include "bounds/potential.h"
#include "bounds/trial_judge.h"

static const bound_class claim = {.about.name = "claim",
                                  .status = BOUND_PROVED,
                                  .direction = BOUND_LOWER,
                                  .level = LEVEL_TRIAL,
                                  .measure = "mistakes"};

static trial_figures figures(size_t trial, double measured, double value, double error) {
  return (trial_figures){.trial = trial, .measured = measured, .value = value, .tolerance = 0.5, .error = error};
}

/* A row as a bound has it at the end of the run. */
static bound_row end_of_run(void) {
  return (bound_row){.status = BOUND_PROVED,
                     .direction = BOUND_UPPER,
                     .measured = 100.0,
                     .value = 99.0,
                     .tolerance = 0.5,
                     .error = 50.0,
                     .trivial = NAN};
}

Test(trial_judge, invariant_keeps_the_least_slack) {
  invariant_judge upper = {.direction = BOUND_UPPER}, lower = {.direction = BOUND_LOWER};
  const trial_figures run[] = {figures(3, 1, 4, 0), figures(5, 2, 3, 0.25), figures(8, 2, 3, 0), figures(9, 0, 9, 0)};
  for (size_t i = 0; i < 4; i++) {
    invariant_judge_trial(&upper, run[i]);
    invariant_judge_trial(&lower, run[i]);
  }
  bound_row_list rows = {.class = &claim};
  const bound_row *row = invariant_judge_row(&upper, &rows, "grows", "growth");
  cr_assert_not_null(row);
  cr_expect(row->trial == 5 && row->measured == 2 && row->value == 3 && row->tolerance == 0.5 && row->error == 0.25);
  cr_expect(row->direction == BOUND_UPPER);
  cr_expect_str_eq(row->measure, "growth");
  cr_expect_str_eq(row->name, "claim.grows");
  row = invariant_judge_row(&lower, &rows, "drops", "drop");
  cr_assert_not_null(row);
  cr_expect(row->trial == 9 && row->measured == 0 && row->value == 9 && row->direction == BOUND_LOWER);
  cr_expect_eq(rows.count, 2);
}

Test(trial_judge, invariant_without_a_trial_has_no_row) {
  const invariant_judge judge = {.direction = BOUND_LOWER};
  bound_row_list rows = {.class = &claim};
  cr_expect_null(invariant_judge_row(&judge, &rows, "progress", "progress"));
  cr_expect_eq(rows.count, 0);
}

Test(trial_judge, a_slack_that_is_no_number_hides_only_what_held) {
  invariant_judge judge = {.direction = BOUND_UPPER};
  bound_row_list rows = {.class = &claim};
  invariant_judge_trial(&judge, figures(1, 1, 4, 0));
  invariant_judge_trial(&judge, figures(2, INFINITY, INFINITY, 0));
  invariant_judge_trial(&judge, figures(3, 1, 4, 0));
  const bound_row *row = invariant_judge_row(&judge, &rows, "grows", "growth");
  cr_assert_not_null(row);
  cr_expect(row->trial == 2 && bound_verdict(row) == VERDICT_INCONCLUSIVE);
  invariant_judge_trial(&judge, figures(4, 6, 4, 0));
  invariant_judge_trial(&judge, figures(5, NAN, 4, 0));
  row = invariant_judge_row(&judge, &rows, "grows", "growth");
  cr_assert_not_null(row);
  cr_expect(row->trial == 4 && bound_verdict(row) == VERDICT_VIOLATED);
}

Test(trial_judge, progress_is_what_the_potential_falls) {
  invariant_judge judge = {.direction = BOUND_LOWER};
  bound_row_list rows = {.class = &claim};
  invariant_judge_progress(&judge, 1, NAN, 3.0, 1.0, 0.125, 0.0);
  cr_expect_null(invariant_judge_row(&judge, &rows, "progress", "progress"), "a potential that is not known");
  invariant_judge_progress(&judge, 2, 8.0, 6.0, 1.5, 0.125, 0.25); /* slack 1/2 */
  invariant_judge_progress(&judge, 3, 0.5, 0.25, 1.0, 0.125, 0.0); /* slack -3/4 */
  invariant_judge_progress(&judge, 4, 6.0, 4.0, 2.0, 0.125, 0.0);
  const bound_row *row = invariant_judge_row(&judge, &rows, "progress", "progress");
  cr_assert_not_null(row);
  cr_expect(row->trial == 3 && row->measured == 0.25 && row->value == 1.0 && row->tolerance == 0.125);
  invariant_judge_progress(&judge, 5, -8.0, -8.0, 2.0, 0.125, 1.0);
  row = invariant_judge_row(&judge, &rows, "progress", "progress");
  cr_assert_not_null(row);
  cr_expect(row->trial == 5 && row->measured == 0.0 && row->tolerance == 1.0 && row->error == 1.0);
}

Test(trial_judge, a_theorem_that_held_leaves_the_row) {
  theorem_judge judge = {0};
  bound_row row = end_of_run();
  theorem_judge_trial(&judge, figures(1, 1, 4, 0));
  theorem_judge_trial(&judge, figures(2, 4.5, 4, 0)); /* within the tolerance */
  theorem_judge_trial(&judge, figures(3, NAN, 4, 0));
  theorem_judge_row(&judge, &row);
  cr_expect(row.trial == 0 && row.measured == 100.0 && row.value == 99.0 && row.error == 50.0);
}

Test(trial_judge, a_theorem_that_broke_shows_the_first_trial_and_the_worst_numbers) {
  theorem_judge judge = {0};
  bound_row row = end_of_run();
  theorem_judge_trial(&judge, figures(4, 4, 4, 0));
  theorem_judge_trial(&judge, figures(5, 5, 4, 0));
  theorem_judge_trial(&judge, figures(6, 12, 4, 0.25)); /* 3 times the value: the worst */
  theorem_judge_trial(&judge, figures(7, 13, 9, 0));
  theorem_judge_trial(&judge, figures(8, 14, 20, 0)); /* repaired by noise that was charged */
  theorem_judge_row(&judge, &row);
  cr_expect(row.trial == 5 && row.measured == 12 && row.value == 4 && row.error == 0.25);
  cr_expect_eq(bound_verdict(&row), VERDICT_VIOLATED);
}

Test(trial_judge, a_value_of_zero_or_less_is_the_worst) {
  theorem_judge judge = {0};
  bound_row row = end_of_run();
  theorem_judge_trial(&judge, figures(1, 9, 1, 0));
  theorem_judge_trial(&judge, figures(2, 1, 0, 0));
  theorem_judge_trial(&judge, figures(3, 9, 1, 0));
  theorem_judge_row(&judge, &row);
  cr_expect(row.trial == 1 && row.measured == 1 && row.value == 0);
}

Test(trial_judge, what_was_certain_stays_certain) {
  theorem_judge judge = {0};
  bound_row row = end_of_run();
  theorem_judge_trial(&judge, figures(1, 5, 4, 2)); /* broken by less than the error */
  theorem_judge_row(&judge, &row);
  cr_expect(row.trial == 1 && bound_verdict(&row) == VERDICT_INCONCLUSIVE);
  theorem_judge_trial(&judge, figures(2, 22, 20, 0)); /* a smaller quotient, but beyond doubt */
  theorem_judge_row(&judge, &row);
  cr_expect(row.trial == 1 && row.measured == 22 && bound_verdict(&row) == VERDICT_VIOLATED);
  theorem_judge_trial(&judge, figures(3, 60, 20, 100)); /* a larger one with a larger error */
  theorem_judge_row(&judge, &row);
  cr_expect(row.measured == 22 && bound_verdict(&row) == VERDICT_VIOLATED);
}

Test(trial_judge, a_failed_premise_claims_nothing) {
  theorem_judge judge = {0};
  bound_row row = end_of_run();
  row.premise = "0 <= X <= I";
  theorem_judge_trial(&judge, figures(1, 5, 4, 0));
  theorem_judge_row(&judge, &row);
  cr_expect(row.trial == 0 && row.measured == 100.0);
}

/* What wrong digits of scores may cost of the progress of a mistake, by its formula: entries 3 and -4 have |x|_1 = 7; the interval is [-1/2, 3/2]. */
Test(potential, charge) {
  const double numbers[2] = {3.0, -4.0}, eta = 0.7, low = -0.5, width = 2.0, score_error = 1e-3, trace_error = 1e-2;
  const instance x = instance_dense_vector(2, numbers);
  const double error = (7.0 * score_error + 0.5 * trace_error) / width;
  potential_steps steps = {.score_error = score_error, .trace_error = trace_error};
  potential_charge(&steps, &(trial_event){.t = 1, .x = &x, .label = 1.0}, eta, low, width);
  cr_expect_float_eq(steps.budget, (exp(eta) - 1.0) * error, 1e-15, "%.17g", steps.budget);
  potential_charge(&steps, &(trial_event){.t = 2, .x = &x, .label = -1.0}, eta, low, width);
  cr_expect_float_eq(steps.budget, (exp(eta) - exp(-eta)) * error, 1e-15, "%.17g", steps.budget);
}
