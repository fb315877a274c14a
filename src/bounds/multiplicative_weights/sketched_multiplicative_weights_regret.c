/* The regret that is reported for the rank-one sketch of Matrix Multiplicative Weights (rank_one_regret.h). */
#include "bounds/multiplicative_weights/rank_one_regret.h"

const bound_class bound_sketched_multiplicative_weights_regret = {
    .about = {.name = "sketched_multiplicative_weights_regret",
              .short_name = "Carmon et al.",
              .title = "ln(4n)/eta + (3 eta/8) sum R^2",
              .citation = "Carmon, Duchi, Sidford & Tian 2019",
              .help = "expected regret of the rank-one sketch of Matrix Multiplicative Weights, as published",
              .formula =
                  "$\\mathbb{E}[\\mathrm{regret}]\\le\\frac{\\ln(4n)}\\eta+\\frac{3\\eta}8\\sum_tR_t^2$, $R_t$ the "
                  "width of the spectrum of $\\ell'X_t$; published with $4\\Vert\\ell'X_t\\Vert^2$ for $R_t^2$",
              .result_version = 1},
    .premises = "not judged",
    .learner_family = "sketched_multiplicative_weights",
    .status = BOUND_REPORTED,
    .direction = BOUND_UPPER,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .applies = rank_one_regret_applies,
    .methods = &rank_one_regret_methods,
    .variant = &rank_one_regret_kind,
};
