/* Winnow for disjunctions and linear thresholds: Matrix Winnow on diagonal matrices. */
#include "learners/winnow/matrix_winnow.h"

static const parameter parameters[] = {
    WINNOW_OPTIONS(matrix_winnow),
    WEIGHTS_ALWAYS_DIAGONAL(matrix_winnow, "matrix_winnow"),
};

static const option_rule rules[] = {
    WINNOW_RULES(matrix_winnow),
};

const learner_class learner_winnow = {
    .about =
        {.name = "winnow",
         .title = "Winnow",
         .citation = "Littlestone 1988; Warmuth 2007, Algorithm 1 on diagonal matrices",
         .help = "multiplicative weight updates w_i exp(eta y x_i) on mistakes",
         .formula =
             "predicts $+1$ iff $\\langle w,x\\rangle\\ge\\theta$, $w_i=w_0$ at first; on a mistake $w_i\\leftarrow "
             "w_ie^{\\eta yx_i}$; $w_0=\\frac rn$, $\\theta=\\frac{\\eta(g_0+g_1)}{e^\\eta-e^{-\\eta}}$, and "
             "$\\eta=1+e^{-\\eta}=1.278\\dots$ if $g_0=0$; projected: then $\\sum_iw_i=r$ by scaling; normalised: "
             "$\\sum_iw_i=1$, $\\theta=\\frac{e^{\\eta\\sigma}-1}{(1-e^{-\\eta})(e^\\eta+e^{\\eta\\sigma})}$, "
             "$\\sigma=\\frac{g_0+g_1}r$",
         .family = "winnow",
         .result_version = 2,
         PARAMETERS(parameters),
         RULES(rules)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .conservative = true,
    .methods = &matrix_winnow_methods,
};
