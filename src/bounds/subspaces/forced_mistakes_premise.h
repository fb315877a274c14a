/* The premise of lower bounds on mistakes: "the adversary could play to its end", the number of mistakes that it forces, one in each trial. */
#pragma once

#include "bounds/bound.h"

static inline void forced_mistakes_premise(const cell_totals *totals, double forced, bound_row *row) {
  if (!((double)totals->trials < forced)) return;
  row->premise = "the adversary could play to its end";
  row->premise_trial = totals->trials;
  row->premise_value = (double)totals->trials;
}
