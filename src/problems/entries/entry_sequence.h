/* Sequences of entries (i, j) with real labels and a hidden matrix W as comparator: what the problems of online matrix prediction share.
 *
 *   planted   pairs uniform, labels from W_ij, with noise: flipped with a probability; for graded labels a Gaussian number is added
 *             and the sum clipped to the range of labels
 *   random    pairs uniform, labels fair coins on the two ends of their range; W is drawn before and knows nothing of them
 *   adaptive  pairs uniform, the label is the end of the range that costs the learner's score most (in the middle: the high one)
 *   repeated one pair, drawn once, with its planted label in every trial
 *
 * For the linear loss, whose label is a slope, the planted label is -W_ij: in all sequences W's loss is least where labels agree with
 * it. In square ones pairs i = j are left out, or labelled as W_ii without noise (a node is never cut from itself).
 *
 * W may change: with segments = K it is another one in each K-th of the trials.
 *
 * Streams: "pairs", "labels"; those of W are its problem's. */
#ifndef PROBLEMS_ENTRIES_ENTRY_SEQUENCE_H
#define PROBLEMS_ENTRIES_ENTRY_SEQUENCE_H

#include "base/random.h"
#include "problems/drift.h"
#include "problems/problem.h"

/* Rows for parameter tables. */
#define ENTRY_SEQUENCE_PARAMETER                                                                                     \
  {                                                                                                                  \
    .name = "sequence", .type = PARAMETER_CHOICE, .value = "planted", .choices = "planted random adaptive repeated", \
    .meaning = "labels of the hidden matrix, fair coins, what costs the learner most, or one pair in every trial"    \
  }
#define ENTRY_NOISE_PARAMETER(text) \
  { .name = "noise", .type = PARAMETER_NUMBER, .value = "0", .low = 0, .high = 1, .meaning = (text) }
#define ENTRY_LOSS_PARAMETERS(default_scale)                                                                 \
  {.name = "loss",                                                                                           \
   .type = PARAMETER_CHOICE,                                                                                 \
   .value = "absolute",                                                                                      \
   .choices = "absolute square logistic hinge linear",                                                       \
   .meaning = "of a prediction p at label y: |p-y|, (p-y)^2, ln(1+e^(-yp)), max(0,1-yp), y p, times scale"}, \
  {                                                                                                          \
    .name = "scale", .type = PARAMETER_NUMBER, .value = (default_scale), .low = 1e-30, .high = 1e6,          \
    .meaning = "factor of the loss"                                                                          \
  }

typedef struct entry_sequence {
  size_t m, n;
  bool square;   /* rows and columns are the same items */
  bool diagonal; /* square: pairs i = j, too */
  bool graded;   /* noise is added, not a flip */
  bool signs;    /* labels are the signs of W */
  bool random, adaptive, repeated;
  double noise;
  loss loss;
  random_stream *pairs, *labels;
  comparator *u;
  drift drift;
  const comparator *now; /* W of the trial */
  bool drawn;            /* repeated: the pair has been drawn */
  size_t i, j;
  double label;
} entry_sequence;

/* The loss that the options name, on predictions from low to high. */
loss entry_sequence_loss(const options *values, double low, double high);
/* Facts of m x n entries; STATUS_INVALID for noise where nothing is planted, for more segments than trials, and for `moved` above `most`. */
status entry_sequence_facts(const problem_setting *setting, const options *values, size_t most, size_t m, size_t n,
                            const loss *loss, problem_facts *out);
/* Sets what the options determine and makes the streams. Shape and flags must be set before, u is set afterwards. */
status entry_sequence_begin(entry_sequence *s, const problem_setting *setting, const options *values, const loss *loss);
/* Members of problem_methods for a state that begins with an entry_sequence; its comparator is u. */
void entry_sequence_clear(void *self);
status entry_sequence_next(void *self, const learner *learner, instance *x);
status entry_sequence_reveal(void *self, const prediction *predicted, double *label);

#endif
