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

typedef enum sequence_choice {
  SEQUENCE_PLANTED,
  SEQUENCE_RANDOM,
  SEQUENCE_ADAPTIVE,
  SEQUENCE_REPEATED
} sequence_choice;

/* The first member of a problem's state, or the state. */
typedef struct entry_sequence {
  size_t m, n;
  sequence_choice sequence;
  double noise, scale;
  unsigned kind; /* of the loss, among the kinds from LOSS_ABSOLUTE on */
  size_t segments, moved;
  bool square;   /* rows and columns are the same items */
  bool diagonal; /* square: pairs i = j, too */
  bool graded;   /* noise is added, not a flip */
  bool signs;    /* labels are the signs of W */
  loss loss;
  random_stream *pairs, *labels;
  comparator *u;
  drift drift;
  const comparator *now; /* W of the trial */
  bool drawn;            /* repeated: the pair has been drawn */
  size_t i, j;
  double label;
} entry_sequence;

/* Rows for parameter tables. */
#define ENTRY_SEQUENCE                                                                   \
  OPTION_CHOICE(entry_sequence, sequence, "planted", "planted random adaptive repeated", \
                "labels of the hidden matrix, fair coins, what costs the learner most, or one pair in every trial")
#define ENTRY_NOISE(text) OPTION_NUMBER(entry_sequence, noise, "0", 0, 1, text)
#define ENTRY_LOSS_AS(type, kind, scale, default_scale)                                                           \
  OPTION_CHOICE_AS("loss", type, kind, "absolute", "absolute square logistic hinge linear",                       \
                   "of a prediction p at label y: |p-y|, (p-y)^2, ln(1+e^(-yp)), max(0,1-yp), y p, times scale"), \
      OPTION_NUMBER_AS("scale", type, scale, default_scale, 1e-30, 1e6, "factor of the loss")
#define ENTRY_LOSS(default_scale) ENTRY_LOSS_AS(entry_sequence, kind, scale, default_scale)
#define ENTRY_DRIFT(text) DRIFT_SEGMENTS(entry_sequence, segments), DRIFT_MOVED(entry_sequence, moved, text)
/* A row of rules. */
#define ENTRY_NOISE_PLANTED RULE_NEEDS(entry_sequence, noise, sequence, SEQUENCE_PLANTED)

/* The loss that was chosen, on predictions from low to high. */
loss entry_loss(unsigned kind, double scale, double low, double high);
/* Facts, from m, n, square and the loss, which are set before, as the flags; STATUS_INVALID for more segments than trials, and for `moved` above
 * `most`. */
status entry_sequence_facts(const entry_sequence *s, const problem_setting *setting, size_t most, problem_facts *out);
/* Makes the streams, and owns them and u, which is set afterwards. */
status entry_sequence_begin(entry_sequence *s, const problem_setting *setting);
/* Members of problem_methods; the comparator is u. */
status entry_sequence_next(void *self, const learner *player, instance *x);
status entry_sequence_reveal(void *self, const prediction *predicted, double *label);

#endif
