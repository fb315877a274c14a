/* Learners: the online protocol, and what a learner says about itself. A learner is added by one file that defines
 * `const learner_class learner_<name>`; the build collects the definitions.
 *
 * Protocol of a trial: predict(X_t) -> prediction; the label y_t is revealed; update(X_t, y_t). */
#pragma once

#include "base/fixed_math.h"
#include "learners/loss.h"
#include "linalg/kernels.h"
#include "linalg/panel_kernel.h"
#include "registry/descriptor.h"
#include "registry/field.h"
#include "registry/member.h"
#include "spectral/spectral.h"

typedef struct learner_class learner_class;
struct field;

/* What a learner knows about the sequence before the first trial: nothing hidden. */
typedef struct learner_setting {
  const learner_class *class; /* which learner is made; set, as `options`, by learner_new and learner_check */
  const options
      *options; /* for what is not in the state: which were given, and the options of learners written in a scenario */
  size_t n;     /* order of the instances; rectangular, entry: columns */
  size_t rows;  /* rectangular, entry: rows; otherwise 0 */
  instance_kind kind;
  size_t rank; /* largest number of factors of an instance (vector: n or a known largest number of entries; dyad: 1) */
  size_t trials; /* at most this many trials will come */
  loss loss;     /* what a prediction costs, and the interval of predictions */
  uint64_t seed; /* for learners that toss coins */
  const double *
      tuned; /* of one learner of a grid: its values of the class's tuned options, NaN: as the options have it; or NULL */
  const eigen_backend *eigen;
  const char *folder; /* of the scenario, where its programs run; NULL: the current one */
  const char *log;    /* file for what such a program writes to standard error, or NULL */
} learner_setting;

typedef struct prediction {
  double score; /* what is compared with the learner's threshold, tr(W X) */
  /* signs: +1 or -1, deterministic learners +1 iff score >= learner_threshold; real labels: a number of the loss's interval */
  double value;
  /* randomised learners: of +1 (the interval's high end), given the state and the instance; others need not set it */
  double probability;
} prediction;

typedef enum prediction_kind { PREDICTION_SIGN, PREDICTION_REAL, PREDICTION_EITHER } prediction_kind;

/* What may be done to all instances of a sequence without changing a prediction, but for rounding, of a learner with default options:
 *   PERMUTATION      X becomes P X P^T (rectangular: P X R^T; vectors: P x; entries, distances: their rows and columns) for permutations
 *   ROTATION         symmetric and rectangular matrices: the same with any orthogonal matrices
 *   VECTOR_ROTATION  vectors: x becomes Q x (not diag(x), which would not stay a vector) */
enum { EQUIVARIANT_PERMUTATION = 1, EQUIVARIANT_ROTATION = 2, EQUIVARIANT_VECTOR_ROTATION = 4 };

/* At most this many trials are predicted at once. */
enum { PREDICTION_BLOCK = PANEL_VECTORS };

/* What a learner does, on a state of `size` bytes that has the options (registry/member.h) and is otherwise zero. The variants of a learner share
 * one; what differs between them, init finds in setting->class. A member that is not mentioned may not be NULL. */
typedef struct learner_methods {
  size_t size;
  /* Checks what no rule of the descriptor says, above all what depends on the setting, without building anything. May be NULL. */
  status (*check)(const void *self, const learner_setting *setting);
  /* Called after the rules and `check`. What the state owns is made by OWN_ARRAY and OWN, and freed with it. */
  status (*init)(void *self, const learner_setting *setting);
  /* Before that, also when init failed half way: where something else must happen. NULL: nothing. */
  void (*clear)(void *self);
  /* No side effect but caches: asking twice gives the same answer within a trial. */
  status (*predict)(void *self, const instance *x, prediction *out);
  /* out[i] = what predict answers for xs[i], bit for bit, as long as the state does not change; count <= PREDICTION_BLOCK. Where the score
   * is not a finite number, predict must be asked. For instances for which spectral_gains_from_blocks of the parameter is true. NULL:
   * trials are predicted one by one. */
  status (*predict_block)(void *self, size_t count, const instance *xs, prediction *out);
  /* *updated = the state changed. Called once per trial, after predict of the same instance, whose answer is `predicted`. */
  status (*update)(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
  /* The score of any instance, without side effect; for adversaries and observers. NULL: that of predict. */
  status (*score)(void *self, const instance *x, double *score);
  /* The saved state: a learner made with the same setting and options that loads it goes on bit for bit. Without fields there is nothing
   * to keep. */
  const struct field *state; /* rows of registry/field.h */
  size_t state_count;
  /* Instead of the fields, where the state is not plain; load checks what it reads: STATUS_INVALID names the member. */
  status (*save)(void *self, cJSON *state);
  status (*load)(void *self, const cJSON *state);
  /* Named constants that bounds and adversaries ask for: "eta", "theta", "w0", "r", "gap", ...; `constant` (may be NULL) has those that are
   * computed, and returns false if it has none of that name. */
  const struct field *constants;
  size_t constants_count;
  bool (*constant)(const void *self, const char *name, double *value);
  /* The spectral parameter, or NULL. Not owned by the caller, not to be changed. May itself be NULL. */
  spectral *(*parameter)(void *self);
  /* Quantities of its own for `observe`: *known = false if it has none of that name. May itself be NULL. */
  status (*observe)(void *self, const char *name, double *value, bool *known);
  /* Its number for a row that it ranks: a rating, a strength. NULL: it has none. */
  double (*rating)(const void *self, size_t row);
  /* Of a program: the family whose theorems it claims to be in the scope of, or NULL. NULL: the class's. */
  const char *(*family)(const void *self);
  /* It has reported updates, and its state is the one it began with. For learners written by users; NULL: not asked. */
  bool (*idle)(const void *self);
} learner_methods;

enum { LEARNER_TUNED = 5 };
/* The place of a tuned option, a number, in the state of the learner at one rate. */
#define TUNED(type, member) PLACE_OF(type, member, double)

struct learner_class {
  descriptor about;
  unsigned instances; /* bit (1u << INSTANCE_x) for each kind it takes */
  prediction_kind predicts;
  bool randomised;      /* its predictions depend on the seed */
  unsigned equivariant; /* bits EQUIVARIANT_x */
  bool conservative;    /* on signs, with default options: the state changes only in trials with a mistake */
  const learner_methods *methods;
  /* What distinguishes this class from others with the same methods, of a type that they know; NULL: nothing. */
  const void *variant;
  /* Where `methods` are tuned_grid_methods: the learner at one rate, and the options that it is tuned by: the rate, with the grid "grid", then
   * options NAME with a grid NAME_grid. 0: no more. */
  const learner_methods *rated;
  size_t tuned[LEARNER_TUNED];
};

typedef struct learner {
  const learner_class *class;
  void *self;
} learner;

/* The registry, collected by the build, sorted by name. */
extern const learner_class *const registry_learners[];
extern const size_t registry_learner_count;
const learner_class *learner_find(const char *name); /* NULL if there is none */

/* The checks of learner_new that need no learner. */
status learner_check(const learner_class *class, const learner_setting *setting, const options *values);
/* When it fails, *out needs no learner_destroy. */
status learner_new(const learner_class *class, const learner_setting *setting, const options *values, learner *out);
void learner_destroy(learner *player); /* safe on a zeroed one */

/* The methods of the same names. */
static inline status learner_predict(const learner *player, const instance *x, prediction *out) {
  return player->class->methods->predict(player->self, x, out);
}
static inline status learner_predict_block(const learner *player, size_t count, const instance *xs, prediction *out) {
  return player->class->methods->predict_block(player->self, count, xs, out);
}
static inline status learner_update(const learner *player, const instance *x, const prediction *predicted, double label,
                                    bool *updated) {
  return player->class->methods->update(player->self, x, predicted, label, updated);
}
status learner_score(const learner *player, const instance *x, double *score);
status learner_observe(const learner *player, const char *name, double *value, bool *known);
spectral *learner_parameter(const learner *player);       /* NULL if none */
double learner_rating(const learner *player, size_t row); /* NaN if it has none */
const char *learner_family(const learner *player);

bool learner_idle(const learner *player); /* false where it cannot be told */

bool learner_saves(const learner_class *class); /* has a state to keep */
/* As members of `state`; nothing for a learner without a state. */
status learner_save(const learner *player, cJSON *state);
/* STATUS_INVALID "MEMBER: what was expected" for anything but what learner_save writes; the learner can then only be destroyed. */
status learner_load(const learner *player, const cJSON *state);

bool learner_constant(const learner *player, const char *name, double *value);
double learner_constant_or_nan(const learner *player, const char *name);
/* Of signs: a deterministic learner predicts +1 iff its score is at least this: its constant "threshold", or "theta" without it, or 0. It may
 * change with an update. */
double learner_threshold(const learner *player);
/* Constants that are observed: the NAME in "constant:NAME", of letters, digits and _; NULL for any other quantity. */
const char *learner_observed_constant(const char *quantity);
