/* What `observe` of a scenario asks for: the laboratory's table of quantities, and the observer of a run that takes them at the kept trials of
 * the curve (curve.h) and after the last one.
 *
 * A row of the table is a quantity; scenarios, their documentation, the annotations for editors, plots and the keys of cells take it from
 * there. A learner that a scenario defines may observe a name of the table itself: then its own number counts. Names of no row are the
 * learner's own (learner_observe) or "constant:NAME" (learner_constant); a learner that has none gives no rows. */
#pragma once

#include "cell/observations.h"
#include "learners/forecast.h"
#include "problems/problem.h"

typedef struct observer observer;

typedef struct observed_trial {
  size_t t;
  double potential;
  double progress; /* NaN where no update happened */
  double score;    /* unused at t = 0 */
  double expected_mistakes;
} observed_trial;

/* ---- the table */

/* What a quantity needs. Scenarios refuse a problem without the last five; without the others there are no rows, or nan. */
typedef enum observed_need {
  NEEDS_COMPARATOR = 1,
  NEEDS_PARAMETER = 2, /* of the learner: learner_parameter. Between two updates such a quantity keeps its value */
  NEEDS_ENTRIES = 4,   /* of a matrix, with real labels */
  NEEDS_SYMMETRIC = 8, /* matrices, or distances of items */
  NEEDS_ITEMS = 16,    /* distances of them */
  NEEDS_CLASSES = 32,  /* of the items */
  NEEDS_FORECASTS = 64 /* predictions in the interval of their labels (learners/forecast.h) */
} observed_need;

typedef enum observed_place {
  OVER_TRIALS,
  OVER_PLACES,    /* x = "index" of a plot */
  OVER_FORECASTS, /* x = "forecast" */
  ON_A_MAP        /* map = "NAME" */
} observed_place;

typedef struct observed_quantity {
  const char *name, *meaning; /* one line each */
  unsigned needs;             /* of observed_need */
  /* Raised when the numbers change: the cells that observe it run again. 0 is 1, as for the quantities of the first version. */
  unsigned result_version;
  size_t limit; /* of rows, entries or items; 0: none */
  observed_place place;
  const char *words, *place_words; /* on the axes of a plot; NULL: the name, the number of the place */
  bool last;                       /* its rows are the last of a trial */
  /* Add rows. take: at a kept trial; does not allocate. finish: after the last trial, t. */
  status (*take)(observer *self, const char *name, const observed_trial *trial);
  status (*finish)(observer *self, const char *name, size_t t);
} observed_quantity;

extern const observed_quantity observed_quantities[];
extern const size_t observed_quantity_count;
const observed_quantity *observed_find(const char *name); /* NULL if there is none */
/* STATUS_INVALID, with what `source`, the problem, lacks for the quantity. */
status observed_check(const observed_quantity *quantity, const problem_facts *facts, const char *source);

/* ---- a run */

typedef struct observer_setting {
  const char *const *names; /* what is observed */
  size_t name_count;
  size_t trials; /* at most this many */
  const problem *problem;
  const learner *learner;
  comparator *comparator;   /* NULL: none is known */
  const forecast *forecast; /* of the trials so far */
  uint64_t seed;
  const eigen_backend *eigen;
} observer_setting;

/* Room for numbers that others add: at most OBSERVER_EXTRA. */
enum { OBSERVER_EXTRA = 16 };

/* Adds what is known before the first trial. The names, the problem, its comparator and the learner must outlive the observer. */
status observer_new(const observer_setting *setting, observer **out);
void observer_free(observer *self); /* NULL is fine */
observations *observer_observed(observer *self);
/* Is this quantity of the table asked for, and not one of the learner's own? "progress" needs the potential before every update. */
bool observer_wants(const observer *self, const char *name);
bool observer_wants_forecasts(const observer *self);
/* At a kept trial; does not allocate. */
status observer_take(observer *self, const observed_trial *trial);
/* After the last trial, t. */
status observer_finish(observer *self, size_t t);
