/* Learners with a rate, alone or tuned on a grid of rates: competitors are tuned without seeing a sequence twice.
 *
 * Without the option "grid" a learner with the rate of its own option. With grid = { r_1, ..., r_k } one learner for each of the rates
 * plays the first max(1, floor(T / 10)) of T trials; the prediction is that of the one with the least loss so far (the first of several).
 * Then the one with the least loss continues alone, with what it has learnt.
 *
 * A learner class on top of this has tuned_grid_methods as `methods`, its own as `rated`, and the name of the option that the grid
 * replaces as `rate`; its init asks tuned_grid_rate. */
#ifndef LEARNERS_TUNED_GRID_H
#define LEARNERS_TUNED_GRID_H

#include "learners/learner.h"

/* The state of a learner alone is its own; with a grid it has those of all learners, or of the chosen one. Constants: "tuned": 1 with a
 * grid, otherwise 0; "rate_index": of the learner that predicts now, from 0; then the constants of that learner.
 * The check refuses a grid with a rate given beside it, of more than 32 rates, or for a number of trials that is not known. */
extern const learner_methods tuned_grid_methods;

/* The rate of this learner of the grid; without a grid the option `name`; NaN if neither is given. */
double tuned_grid_rate(const learner_setting *setting, const options *options, const char *name);

/* A row for parameter tables. */
#define TUNED_GRID_PARAMETER                                                                                     \
  {                                                                                                              \
    .name = "grid", .type = PARAMETER_NUMBERS, .value = "", .low = 0, .high = 1e6, .open_low = true,             \
    .meaning = "rates that play the first tenth of the trials side by side, the best one the rest; absent: one " \
               "rate"                                                                                            \
  }

#endif
