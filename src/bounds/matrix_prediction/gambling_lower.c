/* Expected regret (I d/2) E|S| >= sqrt(I d T / 8) against gambling_lower, I items sorted in by d comparisons. */
#include "bounds/matrix_prediction/lower_regret.h"

const bound_class bound_gambling_lower = {
    .about = {.name = "gambling_lower",
              .short_name = "Theorem 12",
              .title = "sqrt(I d T / 8)",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 12",
              .help = "expected regret that a binary search with fair coins forces on every learner of orders",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]\\ge\\frac{Id}2\\mathbb{E}|S|\\ge\\sqrt{\\frac{IdT}8}$, $I$ "
                         "items sorted in by $d$ comparisons each, $S$ the sum of $\\frac T{Id}$ fair signs",
              .result_version = 1},
    .premises = "the adversary has played to its end",
    .problem_family = "gambling_lower",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .methods = &lower_regret_methods,
};
