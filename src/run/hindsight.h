/* Comparators that are computed once for all cells. */
#ifndef RUN_HINDSIGHT_H
#define RUN_HINDSIGHT_H

#include <stdbool.h>

#include "cell/cell.h"

/* Makes the problem of every grid point with an unfinished cell whose comparator is kept in memory (problem_facts): a worker
 * that is forked afterwards finds it there. Saves time, and changes nothing else: what fails here fails in the cells. */
status hindsight_begin(const cell_settings *settings, const bool *finished);

#endif
