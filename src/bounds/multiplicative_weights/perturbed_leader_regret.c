/* Expected regret of following the leader with a symmetric Gaussian perturbation; proved in rank_one_regret.h. */
#include "bounds/multiplicative_weights/rank_one_regret.h"

const bound_class bound_perturbed_leader_regret = {
    .about =
        {.name = "perturbed_leader_regret",
         .short_name = "perturbed leader",
         .title = "2 s sqrt(n) + sum R |L - tr(L)/n|_F/(4 sqrt(pi) s)",
         .citation = "after Kotlowski & Warmuth 2015",
         .help = "expected regret of following the leader with a symmetric Gaussian perturbation of scale s",
         .formula =
             "$\\mathbb{E}[\\mathrm{regret}]\\le2s\\sqrt n+\\frac1{4\\sqrt\\pi s}\\sum_tR_tS_t$, $R_t$ the width of "
             "the spectrum of $\\ell'X_t$, $S_t$ the Frobenius norm of $\\ell'X_t-\\frac{\\mathrm{tr}(\\ell'X_t)}nI$; "
             "at most $\\sqrt{2T\\sqrt{n/\\pi}}$ for $\\ell'X_t=\\pm xx^T$, $|x|\\le1$, and the best $s$",
         .result_version = 2},
    .premises = "$U\\succeq0$ with $\\mathrm{tr}U=1$; the losses do not depend on what was played",
    .learner_family = "perturbed_leader",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .applies = rank_one_regret_applies,
    .methods = &rank_one_regret_methods,
    .variant = &rank_one_regret_kind,
};
