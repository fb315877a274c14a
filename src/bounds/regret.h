/* What regret bounds share: the regret against the cell's comparator, judged after every round against the theorem's value, and against the
 * value that the rounds themselves give ("data"). All zeros is a bound that has seen no round. */
#ifndef BOUNDS_REGRET_H
#define BOUNDS_REGRET_H

#include "bounds/bound.h"
#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"

#define REGRET_TOLERANCE 1e-9 /* times max(1, value) */

typedef struct regret_bound {
  learner learner;
  const comparator *comparator; /* NULL: none is known */
  loss loss;
  bool known;    /* the theorem can be judged: a comparator is known, and what the theorem needs of it */
  size_t t;      /* rounds so far */
  double paid;   /* by the learner so far */
  double regret; /* so far; 0 without a comparator */
  double error;  /* of the regret */
  failed_premise failed;
  theorem_judge theorem, data;
} regret_bound;

/* Real labels, and a learner with one rate, which it says by the constant "tuned" = 0? */
bool regret_of_one_rate(const void *self, const bound_context *context);

/* Does the learner keep a share of every direction ("share" or "floor" above 0), so that its comparator may change? */
bool regret_tracks(const learner *learner);
/* Checks that there is one comparator for all trials, unless the learner tracks. */
void regret_begin(const bound_context *context, regret_bound *regret);
/* Does segment place + 1 of the comparator begin with trial t? */
bool regret_shifts(const regret_bound *regret, size_t place, size_t t);
/* Counts a round in which the learner lost `paid`. Returns the regret of this round, 0 without a comparator. */
double regret_add(regret_bound *regret, const trial_event *event, double paid);
/* The regret so far against a value of the bound. */
void regret_judge(const regret_bound *regret, theorem_judge *judge, double value);
/* The value to be drawn: NaN before the first round, and without a comparator. */
double regret_current(const regret_bound *regret, double value);
/* A row with the regret, a value, the premise that failed, and unchecked if neither is known. Without a comparator there is no regret: the
 * row has the learner's loss and no value. The caller adds premises of its own before it
 * calls theorem_judge_row. */
bound_row *regret_row(const regret_bound *regret, bound_row_list *rows, const char *name, double value, double trivial);
/* The rows of the theorem and of the rounds' own value ("data"), judged: nothing is left to add. */
void regret_rows(const regret_bound *regret, bound_row_list *rows, double value, double data, double trivial);
/* regret_row for an invariant; NULL if no round was judged. */
bound_row *regret_invariant_row(const regret_bound *regret, const invariant_judge *judge, bound_row_list *rows,
                                const char *name, const char *measure);
/* unchecked and premise of a row */
void regret_premises(const regret_bound *regret, bound_row *row);

/* The most that the square loss can be in t rounds; NaN where predictions have no limits. */
double square_loss_at_most(const loss *loss, size_t t);

#endif
