/* The potential of a run: the divergence of the scaled comparator from the learner's parameter, as the learner's analysis has it; and the
 * step that proofs of mistake bounds take with it: every update lowers the potential by a least amount. */
#pragma once

#include "bounds/trial_judge.h"

/* The factor on the comparator U: the learner's constant "comparator_scale"; "comparator_trace" / tr U, infinite for U = 0; otherwise 1. */
status potential_scale(const learner *player, const comparator *u, double *scale);

/* *value = D(scale U, W). NaN if there is no comparator, no parameter, no entropy, no finite positive scale, or if the comparator is a matrix or
 * a projection and the parameter takes none. */
status potential_of(const learner *player, const comparator *u, double scale, double *value);

/* The floor of a bound's value and of a divergence, which is computed as a difference of larger numbers: where it is 0, rounding may leave
 * less, and a bound that divides it by a small progress would be negative. NaN stays NaN. */
double at_least_zero(double value);

typedef struct potential_steps {
  learner learner;
  const comparator *comparator;    /* NULL: none is known, or no potential of it */
  double scale;                    /* of the comparator */
  double now;                      /* the potential */
  double score_error, trace_error; /* of the parameter, now; of a program: its constant score_error */
  double budget;                   /* progress that wrong digits of scores can have cost */
  invariant_judge progress;
} potential_steps;

/* Measures the potential at the start. */
status potential_begin(const learner *player, const comparator *u, double scale, potential_steps *steps);
/* Measures it again. */
status potential_measure(potential_steps *steps);
/* Before the update's potential_judge: a score off by e lets a mistake of rate eta gain up to (e^eta - 1) e less on a positive and
 * (1 - e^-eta) e less on a negative trial, for instances moved from [low, low + width] into [0,1]. */
void potential_charge(potential_steps *steps, const trial_event *event, double eta, double low, double width);
/* After an update that lowers the potential by `least` or more, up to tolerance max(1, potential): measures and judges. `error` is
 * added to that of the two traces. */
status potential_judge(potential_steps *steps, size_t t, double least, double tolerance, double error);
