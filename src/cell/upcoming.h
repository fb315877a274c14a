/* The trials of a run, one after the other, as cell.c plays them. Between two updates a learner's state does not change: where the problem
 * is oblivious and the learner has predict_block, trials are drawn ahead and predicted a block at a time. The learner and everything that
 * watches it see the same as trial by trial, and every number is the same.
 *
 * A block is as long as the trials since the last update and one more, up to PREDICTION_BLOCK: the first has one trial, and they double.
 * An update discards the remaining predictions; the next block is half as long as the number of trials between the last two updates. So
 * at most one and a half predictions are discarded for each trial, and a learner that updates in every trial has no blocks. */
#pragma once

#include "problems/problem.h"
#include "spectral/instance/instance_store.h"

/* Limit of the memory for instances that are drawn ahead; where it does not hold two, there are no blocks. */
enum { UPCOMING_MEBIBYTES = 16 };

enum { UPCOMING_REASON = 2048 };

typedef struct upcoming {
  const problem *problem;
  const learner *learner;
  size_t left;     /* trials of the run that are not drawn yet; later ones may belong to the test */
  size_t capacity; /* of a block; 1: none */
  size_t length;   /* of the next block */
  size_t quiet;    /* trials since the last update */
  instance_store drawn;
  double labels[PREDICTION_BLOCK];
  prediction predictions[PREDICTION_BLOCK];
  size_t at;        /* the current trial among those drawn; equal to their number: it was not drawn ahead */
  size_t labelled;  /* how many of them have a label; the next one could not be revealed */
  size_t predicted; /* predictions of at..predicted-1 are those of the learner's current state */
  status after;     /* what drawing ahead ended with; returned once the trials before it have been played */
  char reason[UPCOMING_REASON];
} upcoming;

/* trials: of the run. one_by_one: no blocks. Nor are there blocks for a learner without predict_block, for an adaptive problem, and for a
 * problem defined in a scenario, whose functions may read what other functions of the file keep. */
status upcoming_new(const problem *source, const learner *player, size_t trials, bool one_by_one, upcoming *out);
void upcoming_free(upcoming *trials); /* safe on a zeroed one */

/* The protocol of a trial. next: the problem's; x is valid until the next call of it. */
status upcoming_next(upcoming *trials, instance *x);
status upcoming_predict(upcoming *trials, const instance *x, prediction *out);
status upcoming_reveal(upcoming *trials, const prediction *predicted, double *label);
void upcoming_updated(upcoming *trials, bool updated); /* ends it */
