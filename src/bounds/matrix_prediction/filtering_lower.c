/* Expected regret G active n E|S| >= G sqrt(tau sqrt(n) T / 2) against filtering_lower. */
#include "bounds/matrix_prediction/lower_regret.h"

const bound_class bound_filtering_lower = {
    .about = {.name = "filtering_lower",
              .short_name = "Theorem 8",
              .title = "G sqrt(tau sqrt(n) T / 2)",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 8",
              .help = "expected regret that fair slopes force on every learner of matrices of bounded trace norm",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]\\ge Gan\\mathbb{E}|S|\\ge G\\sqrt{\\frac{\\tau\\sqrt nT}2}$, "
                         "$a$ the active rows, $\\tau=a\\sqrt n$, $S$ the sum of $\\frac T{an}$ fair signs",
              .result_version = 1},
    .premises = "the adversary has played to its end",
    .problem_family = "filtering_lower",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .methods = &lower_regret_methods,
};
