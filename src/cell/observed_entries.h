/* What a learner of entries with real labels has learned, asked at the end of the run:
 *
 *   prediction_matrix  its score of every entry; index (a - 1) n + b for the row at place a and the column at place b, from 1 to m n
 *   ordering           of each row the mean of its scores over the columns; index: its place, from 1 to m. Without prediction_matrix
 *                      observed, only over 64 columns, evenly spaced in the planted order, where there are more: each score costs time
 *
 * With `ordering` the rows are also listed in the learned order, best score first (ties by number): place, number, name, score, planted
 * place, the learner's rating (- if it has none); for orderings.tsv.
 *
 * Places are those of the planted order: of a cut the nodes of side +1 first, by number; of an order first to last; otherwise by number. */
#ifndef CELL_OBSERVED_ENTRIES_H
#define CELL_OBSERVED_ENTRIES_H

#include "cell/observations.h"
#include "comparators/comparator.h"
#include "learners/learner.h"
#include "problems/problem.h"

bool observed_of_entries(const char *name); /* is it one of these quantities? */
/* Adds those that are observed, as of trial t; nothing if there are none. Allocates: not for the trial loop. */
status observe_entries(observations *observed, const learner *learner, const comparator *comparator,
                       const problem *problem, size_t t);

#endif
