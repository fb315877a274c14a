/* Winnow with two rates for disjunctions: the matrix learner on diagonal matrices. */
#include "learners/winnow/asymmetric_matrix_winnow.h"

const learner_class learner_asymmetric_winnow = {
    .about = {.name = "asymmetric_winnow",
              .title = "Winnow, two rates",
              .citation = "Littlestone 1988 (Winnow1 eliminates); Warmuth 2007, section 1",
              .help = "Winnow with different rates for positive and negative updates, up to elimination",
              .formula = "predicts $+1$ iff $\\langle w,x\\rangle\\ge\\theta$, $w_i=\\frac rn$ at first; on a mistake "
                         "$w_i\\leftarrow w_ie^{\\alpha x_i}$ if $y=1$, $w_i\\leftarrow w_ie^{-\\beta x_i}$ if $y=-1$; "
                         "$\\theta=\\frac{\\alpha g_1}{(e^\\alpha-1)+(1-e^{-\\beta})}$, and with factors "
                         "$1\\pm\\kappa$ $\\alpha=\\ln(1+\\kappa)$, $\\beta=-\\ln(1-\\kappa)$",
              .family = "asymmetric_winnow",
              .result_version = 1,
              .parameters = asymmetric_parameters,
              .parameter_count = ASYMMETRIC_VECTOR_PARAMETERS,
              .rules = asymmetric_rules,
              .rule_count = ASYMMETRIC_RULES},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .methods = &asymmetric_winnow_methods,
};
