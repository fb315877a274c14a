/* What the mistake bounds of General Matrix Winnow share: a comparator of m x n instances, a generalised projection G of rank r or a
 * matrix K of trace norm at most 1 (r = 1; of an embedding the K = 2 P Q^T/(m + n); of a vector u, for vectors, diag(u)), ||X|| <= 1 on updated trials, and the hinge loss of
 * tr(G^T X) or tr(K^T X) against the learner's gap. */
#pragma once

#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"

typedef struct general_premises {
  const comparator *comparator; /* NULL: none is known */
  comparator *made;             /* that of an embedding or a vector, owned */
  bool projection;              /* G; otherwise K */
  double r, order;              /* rank of G, 1 for K; m + n */
  double start;                 /* divergence of the lift, scaled to trace 1, from I/(m + n): ln((m + n)/r) for G */
  double gap_low, gap;
  double hinge, last_hinge; /* over the updated trials; of the last one */
  size_t updates;
  double *work;
  failed_premise failed;
  theorem_judge theorem;
} general_premises;

/* For states that begin with *premises. */
status general_premises_begin(const bound_context *context, general_premises *premises);
void general_premises_watch(general_premises *premises, const trial_event *event); /* updated trials only */
/* After general_premises_watch: judges the bound's value and error, with the hinge loss so far. */
void general_premises_judge(general_premises *premises, size_t t, double value, double error);
/* Can the theorem say something: a comparator is known, and no premise has failed so far? */
bool general_premises_hold(const general_premises *premises);
/* unchecked and premise of a row */
void general_premises_row(const general_premises *premises, bound_row *row);
/* Adds the theorem's row: premises, measured, value and where it broke. */
void general_mistakes_row(const general_premises *premises, bound_row_list *rows, const cell_totals *totals,
                          double value, double error);
