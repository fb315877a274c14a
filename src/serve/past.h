/* The past of a learner that lives on: a state, and the trials since, from which it is made again, bit for bit. Memory and time that this
 * takes are in proportion to the state and to what the trials take. */
#pragma once

#include "learners/learner.h"

typedef struct past_trial {
  instance x;
  double label;
} past_trial;

typedef struct past {
  cJSON *state; /* what learner_save wrote; NULL: the learner as it was made */
  double size;  /* numbers in it */
  arena copies; /* of the instances */
  past_trial *trials;
  size_t count, room;
  double work; /* of the trials, in numbers */
} past;        /* start with {0} */

void past_free(past *from);
/* Takes over the state that the learner has. */
void past_begin(past *from, cJSON *state);
/* Before the learner's update: the trial that comes. */
status past_add(past *from, const learner *player, const instance *x, double label);
/* After an update that failed. */
void past_drop(past *from);
/* Replaces the learner, which was made from these, by what it was after the trials. On failure it stays. */
status past_make(const past *from, const learner_setting *setting, const options *values, learner *player);
