/* Learners with a rate, alone or tuned on a grid of rates: competitors are tuned without seeing a sequence twice.
 *
 * Without the option "grid" a learner with the rate of its own option. With grid = { r_1, ..., r_k } one learner for each of the rates
 * plays the first max(1, floor(T / 10)) of T trials; the prediction is that of the one with the least loss so far (the first of several).
 * Then the one with the least loss continues alone, with what it has learnt.
 *
 * A learner class on top of this has tuned_grid_methods as `methods`, its own as `rated`, and the name of the option that the grid
 * replaces as `rate`; its init asks tuned_grid_rate. Further options NAME in its list `tuned` have grids NAME_grid of their own; then one
 * learner plays for each combination of the values. */
#ifndef LEARNERS_TUNED_GRID_H
#define LEARNERS_TUNED_GRID_H

#include "learners/learner.h"

/* The state of a learner alone is its own; with a grid it has those of all learners, or of the chosen one. Constants: "tuned": 1 with a
 * grid, otherwise 0; "rate_index": of the learner that predicts now, from 0; then the constants of that learner.
 * The check refuses a grid with a value given beside it, of more than 32 values, more than 512 combinations, or a number of trials that is
 * not known. */
extern const learner_methods tuned_grid_methods;

/* The rate (or further tuned option) of this learner of the grid; without a grid the option `name`; NaN if neither is given. */
double tuned_grid_rate(const learner_setting *setting, const options *options, const char *name);

/* A row for parameter tables. */
#define TUNED_GRID_PARAMETER                                                                                     \
  {                                                                                                              \
    .name = "grid", .type = PARAMETER_NUMBERS, .value = "", .low = 0, .high = 1e6, .open_low = true,             \
    .meaning = "rates that play the first tenth of the trials side by side, the best one the rest; absent: one " \
               "rate"                                                                                            \
  }

/* For a further tuned option. */
#define TUNED_OPTION_PARAMETER(name_, low_, high_)                                                                  \
  {                                                                                                                 \
    .name = name_ "_grid", .type = PARAMETER_NUMBERS, .value = "", .low = (low_), .high = (high_),                  \
    .meaning = "values of " name_ " that play the first tenth, each with all of the other grids; absent: one value" \
  }

#endif
