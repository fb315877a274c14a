/* Problems: where trials come from. A problem is added by adding one file to this folder that defines
 * `const problem_class problem_<name>`; the build collects the definitions.
 *
 * Protocol of a trial: next -> instance; the learner predicts; reveal(prediction) -> label. Oblivious problems ignore the
 * learner and the prediction; adaptive ones (adversaries) say so in their facts and may query the learner's scores. */
#ifndef PROBLEMS_PROBLEM_H
#define PROBLEMS_PROBLEM_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "comparators/comparator.h"
#include "learners/learner.h"
#include "registry/descriptor.h"
#include "spectral/instance/instance.h"

typedef struct problem_setting {
  uint64_t seed;          /* streams are derived from (seed, purpose) only */
  size_t trials;          /* at most this many will be asked for; 0: as many as the problem has */
  const char *data;       /* folder of --data, or NULL */
  const char *folder;     /* the scenario's folder, or NULL */
  const void *definition; /* of the class; set by problem_new and problem_ask_facts */
} problem_setting;

typedef enum label_kind { LABEL_SIGN, LABEL_REAL } label_kind;

/* What is known before the first trial; also what learners are told (n, kind, rank). */
typedef struct problem_facts {
  size_t n;
  size_t rows; /* rectangular, entry: rows of an instance (n: columns); otherwise 0 */
  instance_kind kind;
  size_t rank; /* largest number of factors (vector: of stored entries) of an instance */
  label_kind labels;
  loss loss;            /* of real labels; signs have loss_of_signs whatever is here */
  size_t trials;        /* its length; 0 = unlimited */
  bool adaptive;        /* looks at predictions or at the learner */
  bool comparator_late; /* its comparator is known only after the last trial */
  bool exchangeable;    /* the trials are independent draws of one distribution, or rows in a uniformly random order */
  size_t population;    /* exchangeable: how many such rows there are, each played once; 0: independent draws */
  bool comparator_kept; /* its comparator is costly, and kept in memory for all cells once it is made */
  size_t classes; /* distances: how many classes the items have that problem_class.classes tells; 0: none are known */
  double gap_low, gap_high; /* negative: tr(UX) <= gap_low; positive: tr(UX) >= gap_high (NaN when it has none) */
} problem_facts;

typedef struct problem_class {
  descriptor about;
  /* Checks the options (also against each other) and says the facts, without building; may read data files. */
  status (*facts)(const problem_setting *setting, const options *options, problem_facts *facts);
  status (*create)(const problem_setting *setting, const options *options, void **self);
  void (*destroy)(void *self);
  /* *x is valid until the next call. STATUS_END when there are no more trials. `learner` is for adaptive problems. */
  status (*next)(void *self, const learner *learner, instance *x);
  status (*reveal)(void *self, const prediction *predicted, double *label);
  /* The comparator, or NULL if none is known; owned by the problem. Late ones: after the last trial. */
  comparator *(*comparator)(void *self);
  /* Named constants that bounds ask for ("forced" mistakes, ...). May itself be NULL. */
  bool (*constant)(const void *self, const char *name, double *value);
  /* What a reader of the results must know of the data, as numbers in a JSON object ("zero instances": 2); they go to the manifest.
   * May itself be NULL. */
  status (*notes)(void *self, cJSON *notes);
  /* Files of rows: what reading took from the data as a whole (scales, lengths, centres, classes), as members of a JSON
   * object. NULL: the trials do not come from such a file. */
  status (*reading)(void *self, cJSON *reading);
  /* With `reading`: the rows of another file, in its order and once, read with those numbers instead of its own; next and
   * reveal follow. A label that the data did not have is NaN. Messages about `reading` begin with the options' who. */
  status (*reopen)(const char *path, const options *values, const cJSON *reading, void **self);
  /* Facts that only the built problem knows: the gap of a comparator found in hindsight. May itself be NULL. */
  void (*refine)(const void *self, problem_facts *facts);
  /* Entries whose rows (and, in square ones, columns) have names: that of row i, from 0, owned by the problem. May itself be NULL. */
  const char *(*name_of)(const void *self, size_t i);
  /* Instances that speak of n items (distances): the class of each, from 0, n of them, owned by the problem; *names, unless NULL, is set to
   * the names of the classes or to NULL. NULL: there are none. May itself be NULL. */
  const size_t *(*classes)(const void *self, const char *const **names);
} problem_class;

typedef struct problem {
  const problem_class *class;
  void *self;
  problem_facts facts;
} problem;

extern const problem_class *const registry_problems[];
extern const size_t registry_problem_count;
const problem_class *problem_find(const char *name);

/* The facts, without building. */
status problem_ask_facts(const problem_class *class, const problem_setting *setting, const options *values,
                         problem_facts *facts);
status problem_new(const problem_class *class, const problem_setting *setting, const options *values, problem *out);
void problem_destroy(problem *source);
/* What a prediction costs: facts->loss; loss_of_signs for signs; (p - y)^2 on the line for real labels without a loss. */
loss problem_loss(const problem_facts *facts);
/* What a learner of the problem knows before the first of at most `trials` trials; 0: as many as the problem has. */
learner_setting problem_learner_setting(const problem_facts *facts, size_t trials, uint64_t seed,
                                        const eigen_backend *eigen);
bool problem_constant(const problem *source, const char *name, double *value);

/* The path of a data file: as it is if absolute, else in setting->data, else in setting->folder. *out is freed by the caller.
 * STATUS_INVALID naming the places looked at when there is none. */
status problem_data_path(const problem_setting *setting, const char *name, char **out);

#endif
