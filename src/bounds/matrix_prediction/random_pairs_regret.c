/* Expected regret against random_pairs_adversary. Proof: docs/constants.md. */
#include "bounds/matrix_prediction/lower_regret.h"

const bound_class bound_random_pairs_regret = {
    .about = {.name = "random_pairs_regret",
              .short_name = "random pairs",
              .title = "half a maximum cut",
              .citation = "docs/constants.md",
              .help = "expected regret that fair coins on random pairs force on every learner of cuts: half the "
                      "maximum cut of their signs",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]=\\frac12\\mathbb{E}\\max_w\\sum_t-y_tw_iw_j\\ge\\frac12\\sum_{"
                         "k=1}^{n-1}\\mathbb{E}|S_M|$, $M$ binomial with $T$ and $k/\\binom n2$",
              .result_version = 1},
    .premises = "the adversary has played to its end",
    .problem_family = "random_pairs_adversary",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .methods = &lower_regret_methods,
};
