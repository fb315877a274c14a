/* The comparator of an online matrix predictor in the numbers that the learner counts (learners/matrix_prediction/prediction_class.h): the
 * decomposition that the learner's bound needs, with the comparator's matrix as y = (W - centre)/stretch. */
#pragma once

#include "bounds/regret.h"
#include "comparators/decomposition.h"
#include "learners/matrix_prediction/prediction_class.h"

enum { PREDICTION_ORDER_LIMIT = 1024 }; /* of sym(W), for matrices without a closed form */

typedef struct prediction_comparator {
  /* asked of the learner */
  matrix_class class;
  class_decomposition decomposition;
  size_t offset;               /* 0: sym(W) = W: the learner learns nothing where i = j, where max-cut predicts -1 */
  double tau, centre, stretch; /* prediction = centre + stretch y */

  decomposition *parts; /* NULL: none is known */
  const char *premise;  /* what is wrong with the comparator for this class: static text, NULL if nothing */
  double premise_value;
  double trace, entropy, beta;
} prediction_comparator;

/* What the states of the bounds of these learners begin with. */
typedef struct prediction_bound {
  regret_bound regret;
  prediction_comparator phi;
  bool constrained;      /* asked: the learner keeps the bound of the diagonal */
  bound_context context; /* of the cell */
  size_t place;          /* of the comparator's segment */
  /* sum of tr((P' - P)_+) + tr((N' - N)_+) over the shifts, P', N' the parts after one; NaN if a premise broke */
  double moved;
} prediction_bound;

/* Rows of their asks. */
#define PREDICTION_ASKS                                                                                           \
  ASK_OR(regret_bound, tuned, 0.0), ASK_OR(prediction_bound, constrained, 1.0),                                   \
      ASK_AS("class", prediction_bound, phi.class), ASK_AS("decomposition", prediction_bound, phi.decomposition), \
      ASK_AS("offset", prediction_bound, phi.offset), ASK_AS("tau", prediction_bound, phi.tau),                   \
      ASK_AS("centre", prediction_bound, phi.centre), ASK_AS("stretch", prediction_bound, phi.stretch)

/* Learners of entries that keep the bound of the diagonal and have one rate? */
bool prediction_applies(const void *self, const bound_context *context);

/* Cuts, orders and matrices as the learner's class takes them; for a matrix the decomposition is that of its positive and negative parts. The
 * theorem can be judged where it is known. Premises: "the comparator is of the class", its trace at most tau (value: the trace). */
status prediction_begin(prediction_bound *self, const bound_context *context);
/* Where a segment of the comparator begins with trial t: the same for it. Premises: its trace is that of the segment before it. */
status prediction_shift(prediction_bound *self, size_t t, bool *shifted);
/* What the proofs ask of the comparator's entry in a round: that it is in the interval of predictions, that it is -1 where the
 * learner takes it to be, and that `parts` are of it (an order has 1 where i = j, its sign matrix 1/2). */
void prediction_check(prediction_bound *self, const trial_event *event);
