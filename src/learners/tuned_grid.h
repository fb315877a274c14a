/* Learners with a rate, alone or tuned on a grid of rates: how competitors are tuned without seeing a sequence twice.
 *
 * Without the option "grid" a learner of one class with the rate of its own option. With grid = { r_1, ..., r_k } one learner for each of
 * the rates plays the first max(1, floor(T / 10)) of T trials; the prediction is that of the one with the least loss so far (the first of
 * several). Then the one with the least loss goes on alone, with what it has learnt. Nothing else of the sequence is used.
 *
 * A learner class on top of this has tuned_grid's functions in its descriptor, and a create that passes its rated_learner. */
#ifndef LEARNERS_TUNED_GRID_H
#define LEARNERS_TUNED_GRID_H

#include "learners/learner.h"

/* The functions are those of learner_class; constant and parameter may be NULL. */
typedef struct rated_learner {
  /* rate: NaN where the option is not given */
  status (*create)(const learner_setting *setting, const options *options, double rate, void **self);
  void (*destroy)(void *self);
  status (*predict)(void *self, const instance *x, prediction *out);
  status (*update)(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
  status (*save)(void *self, cJSON *state);
  status (*load)(void *self, const cJSON *state);
  bool (*constant)(const void *self, const char *name, double *value);
  spectral *(*parameter)(void *self);
} rated_learner;

/* A row for parameter tables. */
#define TUNED_GRID_PARAMETER                                                                                     \
  {                                                                                                              \
    .name = "grid", .type = PARAMETER_NUMBERS, .value = "", .low = 0, .high = 1e6, .open_low = true,             \
    .meaning = "rates that play the first tenth of the trials side by side, the best one the rest; absent: one " \
               "rate"                                                                                            \
  }

/* STATUS_INVALID for a grid with a rate given beside it, of more than 32 rates, or for a number of trials that is not known. */
status tuned_grid_check(const learner_setting *setting, const options *options, const char *rate);
/* rate: the name of the option that the grid replaces. *class must outlive the learner. */
status tuned_grid_create(const learner_setting *setting, const options *options, const char *rate,
                         const rated_learner *class, void **self);
void tuned_grid_destroy(void *self);
status tuned_grid_predict(void *self, const instance *x, prediction *out);
status tuned_grid_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
status tuned_grid_score(void *self, const instance *x, double *score);
/* Of a learner alone its own state; with a grid those of all of them, or of the chosen one. */
status tuned_grid_save(void *self, cJSON *state);
status tuned_grid_load(void *self, const cJSON *state);
/* "tuned": 1 with a grid, otherwise 0; "rate_index": of the learner that predicts now, from 0; then the constants of that learner. */
bool tuned_grid_constant(const void *self, const char *name, double *value);
spectral *tuned_grid_parameter(void *self);

#endif
