/* The trials of a run, one after the other, as cell.c plays them. Between two updates a learner's state does not change: where the problem is
 * oblivious and the learner has predict_block, trials are drawn ahead and predicted a block at a time. What the learner and everything
 * that watches it see, and every number, is the same as trial by trial.
 *
 * A block is as long as the trials since the last update and one more, up to PREDICTION_BLOCK: the first has one trial, and they double.
 * An update makes the predictions that are left forgotten, and the first block after it half as long as the trials from the update
 * before to this one. So at most one and a half predictions are forgotten for each trial, and a learner that updates in every trial has
 * no blocks. */
#ifndef CELL_UPCOMING_H
#define CELL_UPCOMING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "learners/learner.h"
#include "problems/problem.h"
#include "spectral/instance/instance_store.h"

/* Copies of instances that were drawn ahead take at most this much memory; where not even two fit, there are no blocks. */
enum { UPCOMING_MEBIBYTES = 16 };

enum { UPCOMING_REASON = 2048 };

typedef struct upcoming {
  const problem *problem;
  const learner *learner;
  size_t left;     /* trials of the run that were not drawn: not one more is, the next ones may be a test's */
  size_t capacity; /* of a block; 1: none */
  size_t length;   /* of the next block */
  size_t quiet;    /* trials since the last update */
  instance_store drawn;
  double labels[PREDICTION_BLOCK];
  prediction predictions[PREDICTION_BLOCK];
  size_t at;        /* the present trial among those drawn; equal to their number: it was not drawn ahead */
  size_t labelled;  /* so many of them have a label; one without failed to be revealed */
  size_t predicted; /* predictions of at..predicted-1 belong to the learner as it is */
  status after;     /* what drawing ahead ended with, to be said when the trials before it have been played */
  char reason[UPCOMING_REASON];
} upcoming;

/* trials: of the run. one_by_one: no blocks. There are none either for a learner without predict_block, for an adaptive problem, and
 * for one that is written in a scenario, whose functions may look at what others of the same file keep. */
status upcoming_new(const problem *problem, const learner *learner, size_t trials, bool one_by_one, upcoming *out);
void upcoming_free(upcoming *trials); /* safe on a zeroed one */

/* The protocol of a trial. next: the problem's; x is valid until the next call of it. */
status upcoming_next(upcoming *trials, instance *x);
status upcoming_predict(upcoming *trials, const instance *x, prediction *out);
status upcoming_reveal(upcoming *trials, const prediction *predicted, double *label);
void upcoming_updated(upcoming *trials, bool updated); /* ends it */

#endif
