/* Expected regret against sorting_adversary. Proof: docs/constants.md. */
#include "bounds/matrix_prediction/lower_regret.h"

const bound_class bound_sorting_regret = {
    .about = {.name = "sorting_regret",
              .short_name = "insertion",
              .title = "sqrt(D T / 8)",
              .citation = "docs/constants.md",
              .help = "expected regret that an insertion sort with fair coins forces on every learner of orders",
              .formula =
                  "$\\mathbb{E}[\\mathrm{regret}]=\\frac D2\\mathbb{E}|S|\\ge\\sqrt{\\frac{DT}8}$, $D=\\sum_{k\\lt "
                  "n}\\lfloor\\log_2(k+1)\\rfloor$, $S$ the sum of $\\frac TD$ fair signs",
              .result_version = 1},
    .premises = "the adversary has played to its end",
    .problem_family = "sorting_adversary",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .methods = &lower_regret_methods,
};
