/* Winnow with weights on the simplex, the learner of linear thresholds with a margin.
 *
 *   predict the sign of <w,x> (0 counts as +1); if y <w,x> <= threshold:  w_i <- w_i exp(eta y x_i) / Z
 *
 * (Littlestone 1988; Kivinen & Warmuth 1997). A comparator u on the simplex with y <u,x> >= margin > threshold, entries of the
 * instances in [-range, range]: every update lowers the divergence of u from w by at least
 *
 *   C = eta margin - ln( b e^(eta range) + (1 - b) e^(-eta range) ),   b = (range + threshold) / (2 range),
 *
 * which is largest for eta = (atanh(margin/range) - atanh(threshold/range)) / range, where C is the binary relative
 * entropy between (range + margin)/(2 range) and b.
 *
 * Balanced Winnow is the same learner on the doubled instances (x, -x), for comparators of any sign.
 *
 * Symmetric matrices X with eigenvalues in [-range, range] take the place of vectors: W = exp(H)/tr exp(H), the sign of tr(WX), on an
 * update H += eta y X. A comparator is a density U; by Golden-Thompson and the chord of e^x on [-range, range] C is the same, with
 * ln n for the divergence of equal weights. It is General Matrix Winnow's sign problem (gap_low = -gap, so theta = 0) without the
 * embedding: for symmetric X with |X| <= 1 none is needed. The spectral parameter's representation is that of the kind. */
#pragma once

#include "learners/weights.h"
#include "learners/winnow/winnow_parameters.h"

/* The eta of the largest guaranteed progress. */
double simplex_winnow_rate(double range, double margin, double threshold);
/* C above; any eta. */
double simplex_winnow_progress(double eta, double range, double margin, double threshold);

/* The state of a learner; guess_and_halve has it as its first member, so that these functions are its own, too. */
typedef struct simplex_winnow {
  spectral *w; /* of order 2n when doubled */
  size_t n;
  double range, margin, threshold;
  double boundary;     /* 0: a prediction is the sign of the score, whatever the threshold of updates is */
  double eta;          /* NaN before simplex_winnow_init: the best for the margin */
  number_list start;   /* none: equal weights; or weights >= 0 of any sum > 0, until init: what starts at 0 stays 0 */
  bool doubled, given; /* given: eta is written in the scenario */
  size_t *index;       /* room for the instance as the parameter sees it */
  double *value;
  bool *absent;         /* weights that are 0; NULL: none */
  size_t *absent_index; /* their positions */
  double *ones;
  size_t absent_count;
} simplex_winnow;

status simplex_winnow_init(void *self, const learner_setting *setting);
status simplex_winnow_predict(void *self, const instance *x, prediction *out);
status simplex_winnow_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
/* "eta", "theta" (the threshold of updates), "threshold" (of predictions: 0), "margin", "range", "doubled" (1 or 0), "given" (1 if eta is written in the scenario) */
bool simplex_winnow_constant(const void *self, const char *name, double *value);
/* Another margin and the rate for it; the weights stay. */
void simplex_winnow_tune(simplex_winnow *winnow, double margin);
/* The same, and equal weights again. */
status simplex_winnow_restart(simplex_winnow *winnow, double margin);

/* The saved state: "parameter". */
#define SIMPLEX_WINNOW_STATE WEIGHTS_STATE(simplex_winnow, w)

/* Options: those of SIMPLEX_WINNOW_PARAMETERS; "threshold" and "start" where the table has them. */
extern const learner_methods simplex_winnow_methods;

/* The variant of their classes; NULL: not doubled. */
typedef struct simplex_winnow_variant {
  bool doubled;
} simplex_winnow_variant;

#define SIMPLEX_WINNOW_OPTIONS(type)                                                                         \
  OPTION_ABOVE(type, margin, REQUIRED, 0, 1e100,                                                             \
               "the learner is tuned for comparators with y <u,x> >= margin, |u|_1 = 1; it is below range"), \
      OPTION_ABOVE(type, range, "1", 0, 1e100, "largest modulus of an entry of the instances"),              \
      WINNOW_RATE_OPTION(type, eta,                                                                          \
                         "learning rate; absent: the best for margin, atanh(margin/range)/range at threshold 0")
