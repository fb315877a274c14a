/* A learner and the problem that it plays, for programs that measure the learner alone. */
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "learners/learner.h"
#include "problems/problem.h"

typedef struct game {
  problem problem;
  learner learner;
  options *problem_options, *learner_options;
  size_t trials; /* at most; 0: as many as the problem has */
} game;

/* Who plays what: names, and their options as JSON. */
typedef struct game_request {
  const char *problem, *problem_options;
  const char *learner, *learner_options;
  size_t trials; /* 0: as many as the problem has */
} game_request;

/* After an error, too, the caller frees. */
status game_new(const game_request *request, game *out);
void game_free(game *self);

/* problem.recorded of the file; like game_new otherwise. */
status game_new_recorded(const char *file, const char *player, const char *learner_options, game *out);

typedef struct game_costs {
  size_t trials, updates;
  double total, longest; /* processor time of prediction and update together, in ns: of all trials, of one */
} game_costs;

/* Plays to the end of the trials. file: gets the value of each prediction in a line of its own; "-": nothing is written. STATUS_INVALID if there
 * is no trial. */
status game_play(const game *self, const char *file, game_costs *out);
