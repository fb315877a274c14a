/* Learners with a rate, alone or tuned on a grid of rates: competitors are tuned without seeing a sequence twice.
 *
 * Without the option "grid" a learner with the rate of its own option. With grid = { r_1, ..., r_k } one learner for each of the rates
 * plays the first max(1, floor(T / 10)) of T trials; the prediction is that of the one with the least loss so far (the first of several).
 * Then the one with the least loss continues alone, with what it has learnt.
 *
 * A learner class on top of this has tuned_grid_methods as `methods`, its own as `rated`, and the option that the grid replaces as the first
 * of `tuned`, TUNED(type, member). Further options NAME there have grids NAME_grid of their own; then one learner plays for each combination
 * of the values. The value of the learner that is made is in its state, in place of that of the options. */
#pragma once

#include "learners/learner.h"

/* The state of a learner alone is its own; with a grid it has those of all learners, or of the chosen one. Constants: "tuned": 1 with a
 * grid, otherwise 0; "rate_index": of the learner that predicts now, from 0; then the constants of that learner.
 * The check refuses a grid with a value given beside it, of more than 32 values, more than 512 combinations, or a number of trials that is
 * not known. */
extern const learner_methods tuned_grid_methods;

/* How many values the grid of the tuned option at this place has, and the values, which the options own; 0, NULL: there is no grid. */
size_t tuned_grid_values(const learner_setting *setting, size_t place, const double **values);

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
