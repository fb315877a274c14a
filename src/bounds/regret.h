/* What regret bounds share: the regret against the cell's comparator, judged after every round against the theorem's value, and against the
 * value that the rounds themselves give ("data"). All zeros is a bound that has seen no round.
 *
 * The state of a regret bound begins with a regret_bound, and `variant` of its class is a regret_kind: what the theorem says. The methods
 * below do the rest:
 *
 *   .methods = &(const bound_methods){.size = sizeof(schatten_regret), FIELDS(asks, asks), REGRET_METHODS},
 *   .variant = &(const regret_kind){.begin = begin, .round = round_of, .value = value, .data = data_value, .step = "step", .measure = ...} */
#pragma once

#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"

#define REGRET_TOLERANCE 1e-9 /* times max(1, value) */

/* Of the state, which begins with a regret_bound. */
typedef struct regret_kind {
  status (*begin)(void *self, const bound_context *context); /* what init does besides; NULL: nothing */
  /* The premises and the inequality of a round, whose regret is counted and not judged. NULL: nothing. */
  status (*round)(void *self, const trial_event *event);
  double (*value)(const void *self);   /* the theorem's, after the rounds so far */
  double (*data)(const void *self);    /* what the rounds themselves give; NULL: there is no such row */
  double (*trivial)(const void *self); /* what the regret can be at most; NULL: regret_at_most */
  bool of_score;                       /* the regret is that of the score, the expected prediction */
  const char *step, *measure;          /* the row of regret_bound.step; NULL: none */
  bool step_has_premises; /* the inequality needs the comparator and what the theorem needs of the rounds */
  void (*rows)(void *self, bound_row_list *rows); /* other rows than those three; NULL: those */
} regret_kind;

typedef struct regret_bound {
  const regret_kind *kind;
  learner learner;
  const comparator *comparator; /* NULL: none is known */
  loss loss;
  bool tuned;    /* asked: the learner runs a grid of rates (tuned_grid.h) */
  bool tracks;   /* asked: it keeps a share of every direction, so that its comparator may change */
  bool known;    /* the theorem can be judged: a comparator is known, and what the theorem needs of it */
  size_t t;      /* rounds so far */
  double paid;   /* by the learner so far */
  double regret; /* so far; 0 without a comparator */
  double more;   /* of it, in the last round */
  double error;  /* of the regret */
  failed_premise failed;
  theorem_judge theorem, data;
  invariant_judge step;
} regret_bound;

/* For bound_class.applies: real labels, and a learner with one rate? `tuned` must be asked for. */
bool regret_of_one_rate(const void *self, const bound_context *context);

/* Checks that there is one comparator for all trials, unless the learner tracks; then `begin`. */
status regret_init(void *self, const bound_context *context);
status regret_watch(void *self, const trial_event *event);
/* The value to be drawn: NaN before the first round, and without a comparator. */
double regret_current(void *self);
/* The rows of the theorem, of the rounds' own value and of the step. */
status regret_finish(void *self, const cell_totals *totals, bound_row_list *rows);
#define REGRET_METHODS .init = regret_init, .watch = regret_watch, .current = regret_current, .finish = regret_finish

/* Does segment place + 1 of the comparator begin with trial t? */
bool regret_shifts(const regret_bound *regret, size_t place, size_t t);
/* (high - low) G t, G the loss's largest slope */
double regret_at_most(const regret_bound *regret);
/* The regret so far against a value of the bound. */
void regret_judge(const regret_bound *regret, theorem_judge *judge, double value);
/* A row with the regret, a value, the premise that failed, and unchecked if neither is known. Without a comparator there is no regret: the
 * row has the learner's loss and no value. The caller adds premises of its own before it calls theorem_judge_row. */
bound_row *regret_row(const regret_bound *regret, bound_row_list *rows, const char *name, double value, double trivial);
/* invariant_judge_row with unchecked and premise; NULL if no round was judged. */
bound_row *regret_invariant_row(const regret_bound *regret, const invariant_judge *judge, bound_row_list *rows,
                                const char *name, const char *measure);
