/* libwinnow: online matrix learners for other programs.
 *
 *   winnow_learner *learner;
 *   if (winnow_learner_new("matrix_winnow", "{\"r\": 4}", &setting, &learner) != WINNOW_OK) puts(winnow_message());
 *   for each trial:
 *     winnow_predict(learner, &x, &prediction);       // x: instance of the trial
 *     ... the label y (+1 or -1, or a number) becomes known ...
 *     winnow_update(learner, &x, y, &updated);
 *   winnow_learner_free(learner);
 *
 * Many trials at once: winnow_learn_block, winnow_predict_block.
 *
 * Names, parameters and their defaults are those of scenarios: `winnow list learners NAME`. Results do not depend on CPU, locale, time or
 * addresses. A learner may be used by one thread at a time; different learners are independent. Nothing prints or exits. Linking: pkg-config
 * winnow. Licence: GPL-3.0-or-later. */
#ifndef WINNOW_H
#define WINNOW_H

#include <stddef.h>
#include <stdint.h>

/* Semantic versions: programs built with 1.x run with every later 1.y. */
#define WINNOW_VERSION_MAJOR 1
#define WINNOW_VERSION_MINOR 2
#define WINNOW_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

typedef enum winnow_status {
  WINNOW_OK = 0,
  WINNOW_FAILED = 1, /* memory, a program that a learner runs */
  /* An argument: NULL, unknown name, option out of range, instance of another kind or order, with a number that is not finite, a matrix that is
   * not symmetric (entries that differ by more than rounding, 4 n DBL_EPSILON times the largest), numbers so large that a score or an update
   * overflows. The learner is what it was before, bit for bit, and goes on. */
  WINNOW_INVALID = 2
} winnow_status;

/* Instances: symmetric n x n matrices X, or m x n ones.
 *   WINNOW_VECTOR    X = diag(x)                            count, index, value
 *   WINNOW_DYAD      X = x x^T                              count, index, value
 *   WINNOW_LOW_RANK  X = shift I + sum_q weight_q z_q z_q^T  rank, factors, weights, shift
 *   WINNOW_MATRIX    X                                      matrix
 *   WINNOW_RECTANGULAR  X, m x n                            m, matrix
 *   WINNOW_ENTRY     the entry (row, column) of an m x n matrix, or a pair of nodes when m = n: m, row, column
 *   WINNOW_DISTANCE  X = z z^T, z = (e_row - e_column)/sqrt2  row, column: tr(W X) is half a squared distance under the kernel W */
typedef enum winnow_kind {
  WINNOW_VECTOR,
  WINNOW_DYAD,
  WINNOW_LOW_RANK,
  WINNOW_MATRIX,
  WINNOW_RECTANGULAR,
  WINNOW_ENTRY,
  WINNOW_DISTANCE
} winnow_kind;

/* A view: the arrays stay the caller's and are read only during the call. Winnow's guarantees need 0 <= X <= I. */
typedef struct winnow_instance {
  winnow_kind kind;
  size_t n;
  size_t count;        /* entries of x; n when index is NULL */
  const size_t *index; /* strictly ascending positions from 0, or NULL for a dense x */
  const double *value;
  size_t rank;
  const double *factors; /* rank x n, row by row */
  const double *weights; /* rank */
  double shift;
  const double *matrix; /* n x n, row by row, symmetric; rectangular: m x n */
  size_t m;             /* rectangular, entry: rows; otherwise 0 */
  size_t row, column;   /* entry, distance: from 0 */
} winnow_instance;

/* What is known before the first trial. */
typedef struct winnow_setting {
  size_t n;         /* order of the instances, >= 1 */
  winnow_kind kind; /* of all of them */
  size_t rank;      /* largest number of factors of a low-rank instance; otherwise 1 */
  size_t trials;    /* at most this many updates will be made: reserves address space, no memory; 0: n */
  uint64_t seed;    /* for learners that toss coins */
  size_t m;         /* rectangular, entry: rows; otherwise 0 */
  /* Real predictions p in [low, high]: what they cost. Left out (all zero): signs, labels +1 and -1. loss: "absolute" |p-y|,
   * "square" (p-y)^2, "logistic" ln(1+e^(-yp)), "hinge" max(0,1-yp), "linear" yp, "violation" max(0,p-y) of the constraint
   * p <= y (definite_boost); NULL: signs */
  const char *loss;
  double low, high; /* low < high */
  double scale;     /* the loss is multiplied by it; 0 counts as 1 */
} winnow_setting;

typedef struct winnow_prediction {
  double score; /* tr(W X) */
  double value; /* +1 or -1, or a number of [low, high] */
} winnow_prediction;

typedef struct winnow_learner winnow_learner;

const char *winnow_version(void); /* of the library that runs: "1.2.0" */
/* One line on the last failure in this thread; valid until the next failure. */
const char *winnow_message(void);

/* *out = a learner by name with options as a JSON object ("{}" or NULL: defaults); free it with winnow_learner_free. NULL on failure. */
winnow_status winnow_learner_new(const char *name, const char *json, const winnow_setting *setting,
                                 winnow_learner **out);
void winnow_learner_free(winnow_learner *self); /* NULL is fine */

/* The prediction for X; changes nothing. */
winnow_status winnow_predict(winnow_learner *self, const winnow_instance *x, winnow_prediction *out);
/* Learns the label of X (+1 or -1; real predictions: a number of [low, high], of [-1,1] for logistic, hinge and linear), after
 * winnow_predict of the same X; *updated (may be NULL) = 1 if the parameter changed. */
winnow_status winnow_update(winnow_learner *self, const winnow_instance *x, double label, int *updated);

/* Since 1.1. */

/* Blocks of instances. stride = 0: `xs` are `count` of them. Otherwise it is the first of `count` instances whose arrays lie in one: `value` (a
 * dense x) or `matrix` of the next begins `stride` numbers further, and all else is the same.
 *
 * out[i] = the prediction for instance i < count; changes nothing. *done (may be NULL): how many there are; fewer than count only if it
 * fails, and the rest of `out` is NAN then; the message says which one failed (from 1). */
winnow_status winnow_predict_block(winnow_learner *self, size_t count, const winnow_instance *xs, ptrdiff_t stride,
                                   winnow_prediction *out, size_t *done);
/* Plays `count` trials, one after the other: out[i] = the prediction for instance i, then the learner is told labels[i]. The same bits as by
 * winnow_predict and winnow_update. out may be NULL. After a failure the learner has learned the *done first ones. */
winnow_status winnow_learn_block(winnow_learner *self, size_t count, const winnow_instance *xs, ptrdiff_t stride,
                                 const double *labels, winnow_prediction *out, size_t *done);

/* *text: the learner as text, a file of `winnow run --save-state` (docs/formats.md, States), complete: a learner made from it continues
 * bit for bit. Free it with winnow_text_free. NULL on failure. */
winnow_status winnow_learner_save(winnow_learner *self, char **text);
/* *out = the learner that was saved, for at most `more` trials beyond those its setting foresaw (0: it goes on as if it had never been saved).
 * NULL on failure. The state of a program (`external`) is refused unless winnow_learner_new was given the same command before. */
winnow_status winnow_learner_load(const char *text, size_t more, winnow_learner **out);
void winnow_text_free(char *text); /* NULL is fine */

/* *setting = of what the learner takes: kind, n, m, rank, trials, seed, loss (a constant text, NULL: signs), low, high and scale. */
winnow_status winnow_learner_setting(const winnow_learner *self, winnow_setting *setting);
/* The kinds of instances that a learner takes, a bit 1 << kind each; 0: there is no such learner. */
unsigned winnow_learner_kinds(const char *name);

/* Since 1.2. */

/* The weights W of a score tr(W X) + *offset, in the shape of the instances: n numbers of vectors, m x n of rectangular ones and entries, otherwise
 * n x n, row by row. Also where the learner keeps something else, as long as its score has that form; others are refused, and distances. */
winnow_status winnow_learner_weights(winnow_learner *self, double *weights, double *offset);

#ifdef __cplusplus
}
#endif

#endif
