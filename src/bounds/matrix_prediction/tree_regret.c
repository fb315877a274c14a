/* Expected regret against tree_adversary. Proof: docs/constants.md. */
#include "bounds/matrix_prediction/lower_regret.h"

const bound_class bound_tree_regret = {
    .about = {.name = "tree_regret",
              .short_name = "tree",
              .title = "((n-1)/2) E|S|",
              .citation = "docs/constants.md",
              .help = "expected regret that fair coins on a tree force on every learner of cuts",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]=\\frac{n-1}2\\mathbb{E}|S|\\ge\\sqrt{\\frac{(n-1)T}8}$, $S$ "
                         "the sum of $\\frac T{n-1}$ fair signs",
              .result_version = 1},
    .premises = "the adversary has played to its end",
    .problem_family = "tree_adversary",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .methods = &lower_regret_methods,
};
