/* Expected regret (n/4) E|S| >= sqrt(n T / 16) against max_cut_lower. */
#include "bounds/matrix_prediction/lower_regret.h"

const bound_class bound_max_cut_lower = {
    .about = {.name = "max_cut_lower",
              .short_name = "Theorem 5",
              .title = "sqrt(nT/16)",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 5",
              .help = "expected regret that fair coins on disjoint pairs force on every learner of cuts",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]\\ge\\frac n4\\mathbb{E}|S|\\ge\\sqrt{\\frac{nT}{16}}$, $S$ "
                         "the sum of $\\frac{2T}n$ fair signs",
              .result_version = 1},
    .premises = "the adversary has played to its end",
    .problem_family = "max_cut_lower",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .methods = &lower_regret_methods,
};
