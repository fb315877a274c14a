/* Bounds: theorems as objects that watch a run and judge it. To add a bound, add one file that defines `const bound_class bound_<name>`;
 * the build collects the definitions.
 *
 * A bound takes n, r, labels and losses from the cell's problem and learner. It returns rows: one for the theorem, one for each per-trial
 * invariant of its proof. The verdict of a row is computed in one place, bound_verdict. */
#pragma once

#include "bounds/batch/batch_totals.h"
#include "problems/problem.h"

typedef enum bound_status { BOUND_PROVED, BOUND_CLAIMED, BOUND_REPORTED } bound_status;
typedef enum bound_direction { BOUND_UPPER, BOUND_LOWER } bound_direction;
/* trial: judged after every trial. The row of a theorem that broke has the first trial at which it broke, and measured, value and error of
 * the worst trial, the one with the largest measured/value (trial_judge.h); otherwise the row has the end of the run. */
typedef enum bound_level { LEVEL_TRIAL, LEVEL_CELL, LEVEL_MEAN, LEVEL_PROBABILITY } bound_level;

/* Worst first. */
typedef enum verdict {
  VERDICT_VIOLATED,
  VERDICT_REFUTED,
  VERDICT_INCONCLUSIVE,
  VERDICT_PREMISE,
  VERDICT_UNCHECKED,
  VERDICT_VACUOUS,
  VERDICT_HOLDS,
  VERDICT_NONE /* a reported bound: drawn, never judged */
} verdict;

/* What a bound knows of its cell; problem, learner and comparator stay where they are as long as the bound is there. */
typedef struct bound_context {
  const struct bound_class *class; /* set by bound_new and bound_applies */
  const options *options;          /* set by bound_new */
  const problem *problem;          /* NULL, as learner and comparator: the cell is a procedure */
  const learner *learner;
  const comparator *comparator; /* NULL: none is known */
  size_t trials;                /* at most this many */
  size_t test;                  /* further trials, which test what was learned; 0: none */
} bound_context;

/* One finished trial. */
typedef struct trial_event {
  size_t t; /* from 1 */
  const instance *x;
  prediction predicted;
  double label;
  bool mistake;
  bool updated;
  double loss;              /* of this trial: 0 or 1 for signs */
  double error_probability; /* of a mistake, given the past: 0 or 1 for deterministic learners */
} trial_event;

/* What is known at the end of a cell. */
typedef struct cell_totals {
  size_t trials;
  /* further trials that the scenario allowed to an adversary that ended the sequence; 0 for other problems */
  size_t unplayed;
  size_t mistakes;
  size_t updates;
  double expected_mistakes; /* sum of the conditional error probabilities: mistakes for deterministic learners */
  double loss;
  double regret;           /* NaN when no comparator is known */
  batch_totals batch;      /* test 0: nothing was measured */
  const cJSON *quantities; /* of a procedure, name -> number (null: nan); NULL where a learner met a problem */
} cell_totals;

/* The most mistakes or updates that there could have been: what a bound on their number must be below to say anything. */
static inline double cell_totals_allowed(const cell_totals *totals) {
  return (double)(totals->trials + totals->unplayed);
}

/* Premises that were met, each at the trial that was nearest to breaking it. */
enum { PREMISES_KEPT = 6 }; /* a bound measures no more */
typedef struct met_premises {
  size_t count;
  struct {
    const char *name; /* static text */
    size_t trial;     /* 0: not of a trial */
    double value;     /* as measured */
    double limit;     /* of the value; NaN: another condition */
  } of[PREMISES_KEPT];
} met_premises;

enum { BOUND_ROWS = 8, BOUND_NAME = 64 };

typedef struct bound_row {
  char name[BOUND_NAME]; /* the bound's name, or "<bound>.<invariant>" */
  bound_status status;
  bound_direction direction;
  bound_level level;
  const char *measure; /* static text: "mistakes", "progress", ... */
  double measured;
  double value;
  double tolerance;     /* rounding allowed by the comparison itself (documented with each bound), >= 0 */
  double error;         /* numerical error budget of measured and value together, >= 0 */
  double trivial;       /* a value at or above it (upper), at or below it (lower) says nothing; NaN: never vacuous */
  size_t trial;         /* where it first broke, or came nearest to that; 0: does not apply */
  bool unchecked;       /* no comparator */
  const char *premise;  /* static text: the premise that failed, NULL if all are met */
  size_t premise_trial; /* 0: not of a trial */
  double premise_value;
  met_premises met;
  double confidence; /* LEVEL_PROBABILITY: 1 - delta; otherwise 0 */
  /* LEVEL_MEAN: what is known of the chance in the slack of a cell (bound_verdict) before it plays; NaN: nothing. The slack is at least a
   * variable with a mean of at least 0 and E e^(-x (variable - its mean)) <= e^(x^2 spread^2 / 2) for x > 0, and never below least or above
   * most. */
  double spread, least, most;
} bound_row;

typedef struct bound_class bound_class;

/* The rows of a bound at the end of a run, the theorem's own first. */
typedef struct bound_row_list {
  const bound_class *class;
  size_t count; /* at most BOUND_ROWS */
  bound_row row[BOUND_ROWS];
} bound_row_list;

/* Adds a row and returns it: name, status, direction, level and measure of the class, numbers NaN, tolerance and error 0. `invariant` NULL:
 * the theorem's row. The caller adds at most BOUND_ROWS. */
bound_row *bound_row_add(bound_row_list *rows, const char *invariant);

/* Copies unchecked, premise, premise_trial and premise_value. */
void bound_row_copy_premise(const bound_row *from, bound_row *to);

/* What a bound does; bounds of one proof may share it. */
typedef struct bound_methods {
  /* Of the state, which has the options (registry/member.h) and the answers to `asks`, and is otherwise zero before init; 0: there is none. */
  size_t size;
  status (*init)(void *self, const bound_context *context); /* may be NULL */
  /* What the state owns is made by OWN_ARRAY and OWN and freed with it, also after a failed init. Before that: where something else must
   * happen. NULL: nothing. */
  void (*clear)(void *self);
  status (*before)(void *self, const trial_event *event); /* the label is known, the update not yet made; may be NULL */
  status (*watch)(void *self, const trial_event *event);  /* after the update; may be NULL */
  double (*current)(void *self); /* the bound's value now, for curves; NaN when it has none yet; may be NULL */
  const ask *asks; /* what is in the state before `applies` and `init`, besides the options; not for procedures */
  size_t asks_count;
  status (*finish)(void *self, const cell_totals *totals, bound_row_list *rows);
} bound_methods;

struct bound_class {
  descriptor about;
  const char *premises;       /* of the claim, in the form of descriptor.formula */
  const char *learner_family; /* the bound applies to learners of this family; NULL: to any */
  const char *problem_family; /* and to problems of this family; NULL: to any */
  bound_status status;
  bound_direction direction; /* most are upper ones, judged after every trial, and need not say so */
  bound_level level;
  const char *measure;
  /* Does the theorem apply to this learner and problem, which are of these families? `self`: what the bound asked for. NULL: to all of them.
   * See bound_applies. */
  bool (*applies)(const void *self, const bound_context *context);
  bool procedures; /* also judges what procedures return: cell_totals.quantities */
  /* It neither charges nor judges trials that break what the problem says of them (problem_contradiction, their length): an attack keeps to
   * what is said. */
  bool trusts_facts;
  bool
      programs; /* It takes a learner of which it knows scores and constants only: a program's. Bounds of a scenario do. */
  const bound_methods *methods;
  /* What distinguishes this class from others with the same methods, of a type that they know; NULL: nothing. */
  const void *variant;
};

typedef struct bound {
  const bound_class *class;
  void *self;
} bound;

extern const bound_class *const registry_bounds[];
extern const size_t registry_bound_count;
const bound_class *bound_find(const char *name);

/* Are the families of problem and learner those that the bound is about? family: the learner's, or NULL. */
bool bound_speaks_of(const bound_class *class, const problem_class *source, const char *family);
/* True also where it cannot be told, as for a bound that asks for a constant which nobody has: bound_new then says why. */
bool bound_applies(const bound_class *class, const bound_context *context);
/* For bound_class.applies: what labels are. */
bool bound_of_signs(const void *self, const bound_context *context);
bool bound_of_reals(const void *self, const bound_context *context);
/* On failure *out is zeroed. */
status bound_new(const bound_class *class, const bound_context *context, const options *values, bound *out);
void bound_destroy(bound *judge); /* safe on a zeroed one */

/* The methods of the class. Without `before` or `watch` nothing happens; without `current` the value is NaN. */
status bound_before(const bound *judge, const trial_event *event);
status bound_watch(const bound *judge, const trial_event *event);
double bound_current(const bound *judge);
status bound_finish(const bound *judge, const cell_totals *totals, bound_row_list *rows);

/* The verdict of a row. slack = value + tolerance - measured (upper) or measured + tolerance - value (lower).
 * reported: none. Then unchecked, and premise. |slack| < error: inconclusive. slack < 0: violated (proved) or refuted (claimed). Then
 * vacuous (by `trivial`, or an infinite value) or holds. A NaN measured or value is inconclusive. */
verdict bound_verdict(const bound_row *row);
/* measured / value, for lower bounds too; 0/0 is 0, also where measured is not above the tolerance; x/0 is infinity. NaN unless the row was
 * judged. */
double bound_used(const bound_row *row, verdict judged);

/* The words of result files: "violated", ... and "-"; "proved", "claimed", "reported"; "upper", "lower"; "trial", "cell", "mean",
 * "probability". */
const char *verdict_name(verdict judged);
const char *verdict_meaning(verdict judged); /* a sentence */
const char *bound_status_name(bound_status standing);
const char *bound_direction_name(bound_direction direction);
const char *bound_level_name(bound_level level);
bool bound_level_is_joint(bound_level level); /* mean or probability: it is judged over the seeds */
/* The reverse. For any other word false, and nothing is set; VERDICT_NONE. */
verdict verdict_by_name(const char *name);
bool bound_status_by_name(const char *name, bound_status *standing);
bool bound_direction_by_name(const char *name, bound_direction *direction);
bool bound_level_by_name(const char *name, bound_level *level);
