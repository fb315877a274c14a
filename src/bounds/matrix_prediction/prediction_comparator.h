/* The comparator of an online matrix predictor in the numbers that the learner counts (learners/matrix_prediction/prediction_class.h): the
 * decomposition that the learner's bound needs, with the comparator's matrix as y = (W - centre)/stretch. */
#ifndef BOUNDS_MATRIX_PREDICTION_PREDICTION_COMPARATOR_H
#define BOUNDS_MATRIX_PREDICTION_PREDICTION_COMPARATOR_H

#include <stdbool.h>

#include "bounds/bound.h"
#include "bounds/failed_premise.h"
#include "comparators/decomposition.h"

enum { PREDICTION_ORDER_LIMIT = 1024 }; /* of sym(W), for matrices without a closed form */

typedef struct prediction_comparator {
  decomposition *parts; /* NULL: none is known */
  const char *premise;  /* what is wrong with the comparator for this class: static text, NULL if nothing */
  double premise_value;
  double trace, entropy, beta;
  const comparator *comparator; /* NULL: none is known */
  double low, high;             /* of predictions */
  double centre, stretch;       /* prediction = centre + stretch y */
  bool square;                  /* sym(W) = W: the learner predicts -1 where i = j, and learns nothing */
} prediction_comparator;

/* Learners of entries that keep the bound of the diagonal and have one rate? */
bool prediction_applies(const void *self, const bound_context *context);

/* Cuts, orders and matrices as the learner's class takes them; for a matrix the decomposition is that of its positive and negative parts.
 * Premises: "the comparator is of the class", its trace at most tau (value: the trace). */
status prediction_comparator_begin(const bound_context *context, prediction_comparator *out);
/* The same for the segment that has just begun. *moved = tr((P' - P)_+) + tr((N' - N)_+), P', N' its parts, NaN where a premise is broken.
 * Premises: its trace is that of the segment before it. */
status prediction_comparator_shift(const bound_context *context, prediction_comparator *c, double *moved);
/* Fails the premise that the comparator breaks from trial t on, if there is one; t = 0: from the start. */
void prediction_comparator_premise(const prediction_comparator *c, size_t t, failed_premise *failed);
/* What the proofs ask of the comparator's entry in a round: that it is in the interval of predictions, that it is -1 where the
 * learner takes it to be, and that `parts` are of it (an order has 1 where i = j, its sign matrix 1/2). */
void prediction_comparator_check(const prediction_comparator *c, const trial_event *event, failed_premise *failed);
void prediction_comparator_end(prediction_comparator *c);

#endif
