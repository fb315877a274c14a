/* What adversaries of learners with a threshold share. A move is an instance and its label, made so that the learner errs; the score meets
 * the threshold theta up to a slack. When no move applies any more the sequence ends, or with `pad` continues with zero instances labelled
 * -1. No learner with a positive threshold errs on these, so the number of trials does not depend on the learner.
 *
 * When rounding makes the learner predict a move right, the next move has twice the slack, from 1e-9 up to 2^20 1e-9 (0.1 percent). */
#ifndef PROBLEMS_ADVERSARIES_MOVES_H
#define PROBLEMS_ADVERSARIES_MOVES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "learners/learner.h"
#include "problems/problem.h"

/* A row of a parameter table; member: moves.pad, or what takes its place. */
#define MOVES_PAD(type, member)                \
  OPTION_FLAG_AS("pad", type, member, "false", \
                 "after the last move continue with zero instances labelled -1 until the trials end")

/* The first member of an adversary's state. */
typedef struct moves {
  instance zero; /* shown after the last move */
  bool pad;
  bool checked;              /* the learner suits */
  bool finished;             /* no move applies any more */
  size_t positive, negative; /* mistakes */
  size_t misses;             /* moves in a row without a mistake */
  double label;              /* of the trial */
} moves;

/* Vectors of order n, tr(PX) = gap for positive instances and 0 for negative ones; adaptive. */
problem_facts moves_facts(size_t n, double gap);
/* next of problem_methods for an adversary that refuses a learner before its first move, if what it asked for is not there, with
 * `check_learner`, and makes its moves (*x and the label in `moves`; STATUS_END if none applies) with `move`. */
status moves_next(void *self, const learner *player, instance *x, status (*check_learner)(void *, const learner *),
                  status (*move)(void *, const learner *, instance *));
/* reveal of problem_methods: the label of the move. */
status moves_reveal(void *self, const prediction *predicted, double *label);

/* The relative slack of the next move; STATUS_END after too many misses. */
status moves_slack(const moves *made, double *slack);

/* *weight = w_i, the learner's score of the vector e_i of order n. */
status moves_weight(const learner *player, size_t n, size_t i, double *weight);

#endif
