/* What every theorem about subspaces and disjunctions assumes of a run, measured on the updated trials (all that the proofs use).
 * X_t is the instance as the learner reads it: (X - aI)/(b - a) for its constants "interval_low" a and "interval_high" b.
 *
 *   0 <= X_t <= I            Cholesky, tolerance 1e-9
 *   P is a projection        |F F^T - I| <= 1e-9
 *   one comparator           for all trials (not for theorems about shifting ones)
 *   the gap                  tr(PX_t) >= gap if y_t = +1, <= gap_low if y_t = -1: no premise; its violations h_t are summed:
 *                            h_t = [gap - tr(PX_t)]_+ if y_t = +1, [tr(PX_t) - gap_low]_+ if y_t = -1                       */
#pragma once

#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"

typedef struct subspace_premises {
  const comparator *comparator; /* NULL: none is known */
  bool projection;
  size_t rank; /* of the projection */
  double gap, gap_low;
  double low, high; /* the interval [a,b] */
  double *work;
  size_t work_size;
  double *moved; /* weights or entries of a moved instance, NULL if [a,b] is [0,1] */
  size_t moved_size;
  failed_premise failed;
  size_t positive, negative; /* mistakes by label */
  double hinge;              /* sum of h_t over updated trials */
  double signed_value;       /* sum of y_t tr(P X_t) over updated trials */
  double last_hinge;         /* h_t of the last updated trial */
  theorem_judge theorem;     /* of a mistake bound */
} subspace_premises;

/* The state of the bound begins with *premises, which are ended with it. gap_low and the interval are the learner's constants of these names, 0
 * and [0,1] if it has none. */
status subspace_premises_begin(const bound_context *context, double gap, subspace_premises *premises);
/* The same for a comparator that may change between trials. */
status subspace_premises_begin_shifting(const bound_context *context, double gap, subspace_premises *premises);
/* Call for updated trials only. */
void subspace_premises_watch(subspace_premises *premises, const trial_event *event);
/* Copies unchecked and premise fields into a row. */
void subspace_premises_row(const subspace_premises *premises, bound_row *row);
/* Fails "P is a projection" for any other comparator. */
void subspace_premises_require_projection(subspace_premises *premises);
/* Can the theorem say something: a comparator is known, and no premise has failed so far? */
bool subspace_premises_hold(const subspace_premises *premises);
void subspace_premises_end(subspace_premises *premises); /* also twice */

/* After subspace_premises_watch: judges the mistakes so far against the bound's value and error of this trial. */
void subspace_premises_judge(subspace_premises *premises, size_t t, double value, double error);
/* Adds the theorem's row of a mistake bound, where `value` and `error` are those of the end (used if there is a comparator). */
bound_row *subspace_mistakes_row(const subspace_premises *premises, bound_row_list *rows, const cell_totals *totals,
                                 double value, double error);
/* Adds the row "progress" of a proof by a potential; NULL if there was no update to judge. */
bound_row *subspace_progress_row(const subspace_premises *premises, bound_row_list *rows, const invariant_judge *judge);
