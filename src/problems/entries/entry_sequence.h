/* Sequences of entries (i, j) with real labels and a hidden matrix W: what the problems of online matrix prediction share.
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
 * The comparator is W, or the best answer of its class for the trials that are played: an oblivious sequence is drawn once more for it when the
 * problem is made, an adaptive one is known after its last trial. By itself it is W where that is best: labels are W's own, without noise, and
 * no prediction costs less than W does; and where W changes, because the best answer does not.
 *
 * Streams: "pairs", "labels"; those of W are its problem's. */
#pragma once

#include "problems/drift.h"
#include "problems/entries/entry_hindsight.h"

typedef enum sequence_choice {
  SEQUENCE_PLANTED,
  SEQUENCE_RANDOM,
  SEQUENCE_ADAPTIVE,
  SEQUENCE_REPEATED
} sequence_choice;

typedef enum answer_choice { ANSWER_AUTO, ANSWER_HIDDEN, ANSWER_BEST } answer_choice;

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
  bool inexact;  /* predictions other than W's may cost less, also without noise */
  loss loss;
  entry_class class; /* of the best answer */
  double trace_norm; /* of ENTRY_TRACE_NORM */
  answer_choice comparator;
  random_stream *pairs, *labels;
  comparator *hidden, *best; /* W; best: NULL where it is not asked for or not yet known */
  const char *name;          /* of the problem, for messages */
  size_t trials, *rows, *columns;
  double *given; /* best: the trials so far, `trials` in the end, with their labels */
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
#define ENTRY_COMPARATOR                                                                                         \
  OPTION_CHOICE(entry_sequence, comparator, "auto", "auto planted hindsight",                                    \
                "what is hidden, or the best of its class for the trials that are played; auto: what is hidden " \
                "where that is best, and where it changes")
/* A row of rules. */
#define ENTRY_NOISE_PLANTED RULE_NEEDS(entry_sequence, noise, sequence, SEQUENCE_PLANTED)

/* The loss that was chosen, on predictions from low to high. */
loss entry_loss(unsigned kind, double scale, double low, double high);
/* Facts, from m, n, square, the flags, the loss and the class, which are set before; the comparator is no longer auto. STATUS_INVALID for more
 * segments than trials, for `moved` above `most`, and for a best answer to segments or to a number of trials that is not known. */
status entry_sequence_facts(entry_sequence *s, const problem_setting *setting, size_t most, problem_facts *out);
/* Makes the streams, and owns them, what is hidden and what is best. */
status entry_sequence_begin(entry_sequence *s, const problem_setting *setting);
/* At the end of init, once what is hidden is set: the best answer to an oblivious sequence. */
status entry_sequence_compare(entry_sequence *s, const problem_setting *setting);

/* Members of problem_methods. */
#define ENTRY_SEQUENCE_METHODS(type)                                                  \
  .size = sizeof(type), .next = entry_sequence_next, .reveal = entry_sequence_reveal, \
  .comparator = entry_sequence_comparator
status entry_sequence_next(void *self, const learner *player, instance *x);
status entry_sequence_reveal(void *self, const prediction *predicted, double *label);
comparator *entry_sequence_comparator(void *self);
