/* What wrong digits of scores may cost of the progress of a mistake (potential_charge), by its formula. */
#include "bounds/potential.h"

#include <criterion/criterion.h>
#include <math.h>

/* Entries 3 and -4 have |x|_1 = 7; the interval is [-1/2, 3/2]. */
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
