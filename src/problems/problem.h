/* Problems: where trials come from. A problem is added by adding one file to a subfolder that defines
 * `const problem_class problem_<name>`; the build collects the definitions.
 *
 * Protocol: problem_meet once, if there is a learner. Of a trial: problem_next gives the instance; the learner predicts; problem_reveal(prediction) gives the label. Oblivious problems
 * ignore the learner and the prediction; adaptive ones (adversaries) say so in their facts and may query the learner's scores. */
#pragma once

#include "data/data_path.h"
#include "data/sequence_file.h"
#include "learners/asked.h"

typedef struct problem_class problem_class;

typedef struct problem_setting {
  uint64_t seed;              /* streams are derived from (seed, purpose) only */
  size_t trials;              /* at most this many will be asked for; 0: as many as the problem has */
  data_folders folders;       /* where its data files are */
  const problem_class *class; /* set, as `options`, by problem_new and problem_ask_facts */
  const options
      *options; /* for what is not in the state: which were given, and the options of problems written in a scenario */
} problem_setting;

typedef enum label_kind { LABEL_SIGN, LABEL_REAL } label_kind;

/* What is known before the first trial; also what learners are given (n, kind, rank). */
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
  bool comparator_kept; /* its comparator is costly, and kept in memory for all cells */
  size_t classes;       /* distances: how many classes the items have (problem_methods.classes); 0: none are known */
  double gap_low, gap_high; /* negative: tr(UX) <= gap_low; positive: tr(UX) >= gap_high (NaN when it has none) */
} problem_facts;

/* What a problem does, on a state of `size` bytes that has the options (registry/member.h) and is otherwise zero. */
typedef struct problem_methods {
  size_t size;
  /* Checks what no rule of the descriptor says and sets the facts, without building; what it finds in data files may stay in the state. */
  status (*facts)(void *self, const problem_setting *setting, problem_facts *facts);
  /* Builds the state, after `facts`. What it owns is made by OWN_ARRAY and OWN, and freed with it. */
  status (*init)(void *self, const problem_setting *setting);
  /* Before that, also when init failed half way: where something else must happen. NULL: nothing. */
  void (*clear)(void *self);
  /* *x is valid until the next call. STATUS_END when there are no more trials. `player` is for adaptive problems. */
  status (*next)(void *self, const learner *player, instance *x);
  /* NULL: the label is known with the instance; it is the double at `label_at`, a PLACE. */
  status (*reveal)(void *self, const prediction *predicted, double *label);
  size_t label_at;
  /* The comparator, or NULL if none is known; owned by the problem. Late ones: after the last trial. Without the function it is the pointer
   * at `comparator_at`, a PLACE; 0: none is known. */
  comparator *(*comparator)(void *self);
  size_t comparator_at;
  /* Named constants that bounds ask for ("forced" mistakes, ...): first those of the table, then those that the function computes. */
  const struct field *constants;
  size_t constants_count;
  bool (*constant)(const void *self, const char *name, double *value);
  /* Named constants that an adversary asks of its learner: in the state before the first trial (problem_meet). */
  const ask *asks;
  size_t asks_count;
  /* The members below may be NULL. */
  /* Adversaries: refuses a learner that it cannot play against; the answers to `asks` are in the state. */
  status (*meet)(void *self, const learner *player);
  /* What a reader of the results must know about the data, as numbers and texts in a JSON object ("zero instances": 2), for the
   * manifest. */
  status (*notes)(void *self, cJSON *notes);
  /* Files of rows: what reading computed from the data as a whole (scales, lengths, centres, classes), as members of a JSON
   * object. NULL: the trials do not come from such a file. */
  status (*reading)(void *self, cJSON *reading);
  /* Instead of facts and init: builds the state from another file, whose rows are scaled with the numbers of `reading` and played once, in the
   * order of the file. A label that the learned data did not have is NaN. Messages about options and `reading` begin with `who`. more = 0: the rows are
   * predicted, and a gap where none was learned is NaN. Otherwise they are learned: where `reading` has the member "online" its scale goes on, so that each row
   * is scaled by itself and those before it, and the method `reading` has the scale after the first `more` rows or, of fewer, all. */
  status (*reopen)(void *self, const problem_class *class, const char *who, const char *path, const cJSON *reading,
                   size_t more);
  /* What `reading` adds where the rows come one by one, one after the other as a file `path` for reopen; it has the first of them now.
   * STATUS_INVALID for options that need numbers of all rows. NULL: its rows do not. */
  status (*begin)(const void *self, const problem_class *class, const char *who, const char *path, cJSON *reading);
  /* Facts that only the built problem knows: the gap of a comparator found in hindsight. */
  void (*refine)(const void *self, problem_facts *facts);
  /* Entries: the name of row i or of column i, from 0, owned by the problem; NULL if it has none. */
  const char *(*name_of)(const void *self, bool column, size_t i);
  /* Distances of n items: the n classes of the items, from 0, owned by the problem, or NULL. *names, unless NULL, is set to the names of the
   * classes or to NULL. */
  const size_t *(*classes)(const void *self, const char *const **names);
} problem_methods;

struct problem_class {
  descriptor about;
  const problem_methods *methods;
  /* adversaries: what `meet` asks of the learner, in the form of descriptor.formula; NULL: predictions are enough */
  const char *opponent;
  /* What distinguishes this class from others with the same methods, of a type that they know; NULL: nothing. */
  const void *variant;
};

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
/* A failure leaves *out as problem_destroy leaves it. */
status problem_new(const problem_class *class, const problem_setting *setting, const options *values, problem *out);
void problem_destroy(problem *source); /* safe on a zeroed one */
/* Where a problem and its learner are brought together, before the first trial: answers what the problem asks the learner, which an
 * adversary may refuse: STATUS_INVALID "ADVERSARY needs a learner ...". */
status problem_meet(const problem *source, const learner *player);

status problem_next(const problem *source, const learner *player, instance *x);
status problem_reveal(const problem *source, const prediction *predicted, double *label);
comparator *problem_comparator(const problem *source);
bool problem_constant(const problem *source, const char *name, double *value);

/* What a prediction costs: facts->loss; loss_of_signs for signs; (p - y)^2 on the line for real labels without a loss. */
loss problem_loss(const problem_facts *facts);
/* By how much the comparator contradicts the label of a trial: how far tr(UX) is from the label's side of the gap (0: it is there), of real
 * labels from the label. NaN: signs without a gap. */
double problem_contradiction(const problem_facts *facts, const comparator *u, const instance *x, double label);
/* What a contradiction exceeds: rounding. */
extern const double problem_contradiction_rounding;
/* What a learner of the problem knows before the first of at most `trials` trials; 0: as many as the problem has. */
learner_setting problem_learner_setting(const problem_facts *facts, size_t trials, uint64_t seed,
                                        const eigen_backend *eigen);
/* Facts as the header of a sequence file, and the facts that a header tells. */
sequence_header problem_header(const problem_facts *facts);
problem_facts problem_facts_of(const sequence_header *header);
