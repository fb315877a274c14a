/* Learners: the online protocol and what a descriptor says. A learner is added by adding one file to this folder that defines
 * `const learner_class learner_<name>`; the build collects the definitions.
 *
 * Protocol of a trial: predict(X_t) -> prediction; the label y_t is revealed; update(X_t, y_t). */
#ifndef LEARNERS_LEARNER_H
#define LEARNERS_LEARNER_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "learners/loss.h"
#include "linalg/eigen.h"
#include "linalg/panel_kernel.h"
#include "registry/descriptor.h"
#include "spectral/instance/instance.h"
#include "spectral/spectral.h"

/* What a learner is told about the sequence before the first trial: nothing hidden. */
typedef struct learner_setting {
  size_t n;    /* order of the instances; rectangular, entry: columns */
  size_t rows; /* rectangular, entry: rows; otherwise 0 */
  instance_kind kind;
  size_t rank; /* largest number of factors of an instance (vector: n or a known largest number of entries; dyad: 1) */
  size_t trials; /* at most this many trials will come */
  loss loss;     /* what a prediction costs, and the interval of predictions */
  uint64_t seed; /* for learners that toss coins */
  const eigen_backend *eigen;
  const char *folder;     /* of the scenario, where programs of its own run; NULL: the present one */
  const char *log;        /* file for what such a program says on standard error, or NULL */
  const void *definition; /* of the class; set by learner_new */
} learner_setting;

typedef struct prediction {
  double score; /* what was thresholded, tr(W X) */
  double value; /* +1 or -1 for sign labels, a number of the loss's interval for real ones */
  /* randomised learners: of +1 (the interval's high end), given the state and the instance; others need not set it */
  double probability;
} prediction;

typedef enum prediction_kind { PREDICTION_SIGN, PREDICTION_REAL, PREDICTION_EITHER } prediction_kind;

/* What may be done to all instances of a sequence without changing a prediction, but for rounding, of a learner with default options:
 *   PERMUTATION      X becomes P X P^T (rectangular: P X R^T; vectors: P x; entries, distances: their rows and columns) for permutations
 *   ROTATION         symmetric and rectangular matrices: the same with any orthogonal matrices
 *   VECTOR_ROTATION  vectors: x becomes Q x (not diag(x), which would stay no vector) */
enum { EQUIVARIANT_PERMUTATION = 1, EQUIVARIANT_ROTATION = 2, EQUIVARIANT_VECTOR_ROTATION = 4 };

/* Trials that are predicted at once, at most. */
enum { PREDICTION_BLOCK = PANEL_VECTORS };

typedef struct learner_class {
  descriptor about;
  unsigned instances; /* bit (1u << INSTANCE_x) for each kind it takes */
  prediction_kind predicts;
  bool randomised;      /* its predictions depend on the seed */
  unsigned equivariant; /* bits EQUIVARIANT_x */
  bool conservative;    /* on signs, with default options: the state changes only in trials with a mistake */
  /* Checks options that depend on the setting (r <= n, a representation that takes the kind) without building. */
  status (*check)(const learner_setting *setting, const options *options);
  status (*create)(const learner_setting *setting, const options *options, void **self);
  void (*destroy)(void *self);
  /* No side effect but caches: asking twice gives the same answer within a trial. */
  status (*predict)(void *self, const instance *x, prediction *out);
  /* out[i] = what predict says of xs[i], bit for bit, as long as the state does not change; count <= PREDICTION_BLOCK. Where the score
   * is not a finite number, predict must be asked. For instances for which spectral_gains_from_blocks of the parameter is true. NULL:
   * trials are predicted one by one. */
  status (*predict_block)(void *self, size_t count, const instance *xs, prediction *out);
  /* *updated = the state changed. Called once per trial, after predict of the same instance with the prediction given. */
  status (*update)(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
  /* The score of any instance, without side effect; for adversaries and observers. */
  status (*score)(void *self, const instance *x, double *score);
  /* The state as members of a JSON object: a learner made with the same setting and options that loads it goes on bit for bit.
   * load checks what it reads: STATUS_INVALID names the member. May be NULL: the learner has no state to keep. */
  status (*save)(void *self, cJSON *state);
  status (*load)(void *self, const cJSON *state);
  /* The spectral parameter, or NULL. Not owned by the caller, not to be changed. May itself be NULL. */
  spectral *(*parameter)(void *self);
  /* Named constants that bounds and adversaries ask for: "eta", "theta", "w0", "r", "gap", ... false if it has none of that
   * name. May itself be NULL. */
  bool (*constant)(const void *self, const char *name, double *value);
  /* Quantities of its own for `observe`: *known = false if it has none of that name. May itself be NULL. */
  status (*observe)(void *self, const char *name, double *value, bool *known);
} learner_class;

typedef struct learner {
  const learner_class *class;
  void *self;
} learner;

/* The registry, collected by the build, sorted by name. */
extern const learner_class *const registry_learners[];
extern const size_t registry_learner_count;
const learner_class *learner_find(const char *name); /* NULL if there is none */

status learner_new(const learner_class *class, const learner_setting *setting, const options *options, learner *out);
void learner_destroy(learner *learner);              /* safe on a zeroed one */
spectral *learner_parameter(const learner *learner); /* NULL if none */
bool learner_constant(const learner *learner, const char *name, double *value);
double learner_constant_or_nan(const learner *learner, const char *name);
/* Constants that are observed: the NAME in "constant:NAME", of letters, digits and _; NULL for any other quantity. */
const char *learner_observed_constant(const char *quantity);

#endif
