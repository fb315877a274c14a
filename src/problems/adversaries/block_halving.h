/* Adversaries that halve blocks of coordinates: q = r/gap blocks of 2^k coordinates, k = floor(log2(n/q)), are halved k times each; an instance
 * is the first half of what is left of a block, and the label says whether the hidden coordinate is in it. At the end one coordinate of each
 * block survives, and a projection of rank r with the diagonal gap on the survivors (Schur and Horn) agrees with every label: tr(PX) is gap
 * or 0. Labels contradict every prediction, so that every learner errs q k times (docs/constants.md); or they are fair coins.
 *
 * Options: "n", "r", "form", "m"; "gap" (absent: 1) and "labels" (absent: "contradict"), where the class has them.
 * Constants: "forced", the trials q k; "fair", 1 where labels are coins. Stream: "coins". */
#ifndef PROBLEMS_ADVERSARIES_BLOCK_HALVING_H
#define PROBLEMS_ADVERSARIES_BLOCK_HALVING_H

#include "problems/problem.h"

extern const problem_methods block_halving_methods;

/* A row of a parameter table. */
#define FORCED_LABELS_PARAMETER                                                                                      \
  {                                                                                                                  \
    .name = "labels", .type = PARAMETER_CHOICE, .value = "contradict", .choices = "contradict coins",                \
    .meaning = "contradict: every prediction is wrong; coins: fair ones, so that every learner errs in half of the " \
               "trials in expectation, also one that tosses coins itself"                                            \
  }

#endif
