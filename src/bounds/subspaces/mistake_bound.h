/* What mistake bounds have in common whose proof is a step by a potential: premises, the hinge sum H, the mistakes judged after every trial
 * against the value with H measured so far, the invariant "progress".
 *
 * The state of such a bound begins with a mistake_bound, and `variant` of its class is a mistake_kind: what the theorem says. The methods
 * below do the rest. */
#pragma once

#include "bounds/potential.h"
#include "bounds/subspaces/subspace_premises.h"

/* Of the state, which begins with a mistake_bound. */
typedef struct mistake_kind {
  status (*begin)(void *self,
                  const bound_context *context); /* begins the premises, sets per_mistake and the potential */
  /* After an update, whose premises are checked: what else there is to check, and the step of the proof. */
  status (*step)(void *self, const trial_event *event);
  double (*value)(const void *self); /* the bound now */
  double (*error)(const void *self); /* of the value; NULL: the mistakes that the potential's budget can have cost */
} mistake_kind;

typedef struct mistake_bound {
  subspace_premises premises; /* first */
  const mistake_kind *kind;
  double per_mistake; /* progress of a mistake, 1 before begin */
  potential_steps potential;
} mistake_bound;

status mistake_init(void *data, const bound_context *context);
status mistake_watch(void *data, const trial_event *event);
double mistake_current(void *data); /* NaN if nothing is claimed */
/* Adds the theorem's row, and that of the invariant if there was an update. */
status mistake_finish(void *data, const cell_totals *totals, bound_row_list *rows);
/* The first of the two. */
bound_row *mistake_row(const mistake_bound *self, const cell_totals *totals, bound_row_list *rows);
