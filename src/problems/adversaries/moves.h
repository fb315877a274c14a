/* What adversaries of learners with a threshold share. A move is an instance and its label, made so that the learner errs; the score meets
 * the threshold theta up to a slack. When no move applies any more the sequence ends, or with `pad` continues with zero instances labelled
 * -1. No learner with a positive threshold errs on these, so the number of trials does not depend on the learner.
 *
 * When rounding makes the learner predict a move right, the next move has twice the slack, from 1e-9 up to 2^20 1e-9 (0.1 percent). */
#pragma once

#include "problems/problem.h"

/* A row of a parameter table; member: moves.pad, or what takes its place. */
#define MOVES_PAD(type, member)                \
  OPTION_FLAG_AS("pad", type, member, "false", \
                 "after the last move continue with zero instances labelled -1 until the trials end")

/* The first member of an adversary's state. */
typedef struct moves {
  instance zero; /* shown after the last move */
  bool pad;
  bool finished;             /* no move applies any more */
  size_t positive, negative; /* mistakes */
  size_t misses;             /* moves in a row without a mistake */
  double label;              /* of the trial */
} moves;

/* Vectors of order n, tr(PX) = gap for positive instances and 0 for negative ones; adaptive. */
problem_facts moves_facts(size_t n, double gap);
/* next of problem_methods for an adversary that makes its moves (*x and the label in `moves`; STATUS_END if none applies) with `move`. */
status moves_next(void *self, const learner *player, instance *x, status (*move)(void *, const learner *, instance *));
/* reveal of problem_methods: the label of the move. */
status moves_reveal(void *self, const prediction *predicted, double *label);

/* The relative slack of the next move; STATUS_END after too many misses. */
status moves_slack(const moves *made, double *slack);

/* A learner's score is <w,x> + offset, whether it takes its threshold off the score or states it: offset is the score of the zero instance, and a
 * deterministic learner predicts +1 iff <w,x> >= boundary, the threshold less the offset. */
typedef struct linear_score {
  double offset, boundary;
} linear_score;

/* What it is now; zero: an instance. */
status linear_score_read(const learner *player, const instance *zero, linear_score *score);
/* *weight = w_i of vectors of order n. */
status linear_score_weight(const linear_score *score, const learner *player, size_t n, size_t i, double *weight);
/* *linear = the score of x is inner + offset, but for 1e-6 of what is compared. */
status linear_score_check(const linear_score *score, const learner *player, const instance *x, double inner,
                          bool *linear);

/* For meet of problem_methods: refuses a randomised learner, and one that does not predict -1 on the zero instance. */
status moves_meet(const moves *made, const char *who, const learner *player);
