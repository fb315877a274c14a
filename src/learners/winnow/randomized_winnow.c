/* Winnow with randomised predictions for disjunctions: the matrix learner on diagonal matrices. */
#include "learners/winnow/asymmetric_matrix_winnow.h"

const learner_class learner_randomized_winnow = {
    .about =
        {.name = "randomized_winnow",
         .title = "randomised Winnow",
         .citation = "Warmuth 2007, section 1, on diagonal matrices",
         .help = "predicts +1 with probability min(1, w.x/theta) and updates whatever the coin says",
         .formula =
             "predicts $+1$ with probability $p=\\min\\left(1,\\frac{\\langle w,x\\rangle}\\theta\\right)$, "
             "$w_i=\\frac rn$ at first; $w_i\\leftarrow w_ie^{\\alpha x_i}$ if $y=1$ and $p\\lt1$, $w_i\\leftarrow "
             "w_ie^{-\\beta x_i}$ if $y=-1$ and $p\\gt0$; $\\theta=\\frac{\\alpha g_1}{e^\\alpha-1}$, and with factors "
             "$1\\pm\\kappa$ $\\alpha=\\ln(1+\\kappa)$, $\\beta=-\\ln(1-\\kappa)$",
         .family = "asymmetric_winnow",
         .result_version = 2,
         .parameters = asymmetric_parameters,
         .parameter_count = ASYMMETRIC_VECTOR_PARAMETERS,
         .rules = asymmetric_rules,
         .rule_count = ASYMMETRIC_RULES},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .randomised = true,
    .methods = &asymmetric_winnow_methods,
};
