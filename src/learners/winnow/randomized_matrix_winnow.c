/* Matrix Winnow with randomised predictions: half the mistakes in expectation. */
#include "learners/weights.h"
#include "learners/winnow/asymmetric_matrix_winnow.h"

const learner_class learner_randomized_matrix_winnow = {
    .about =
        {.name = "randomized_matrix_winnow",
         .title = "randomised Matrix Winnow",
         .citation = "Warmuth 2007, section 1, with factors 1 + kappa and 1 - kappa",
         .help = "predicts +1 with probability min(1, tr(WX)/theta) and updates whatever the coin says",
         .formula =
             "predicts $+1$ with probability $p=\\min\\left(1,\\frac{\\mathrm{tr}(WX)}\\theta\\right)$, $W=e^H$, "
             "$H_1=\\ln\\frac rn I$; $H\\leftarrow H+\\alpha X$ if $y=1$ and $p\\lt1$, $H\\leftarrow H-\\beta X$ "
             "if $y=-1$ and $p\\gt0$; $\\theta=\\frac{\\alpha g_1}{e^\\alpha-1}$, and with factors $1\\pm\\kappa$ "
             "$\\alpha=\\ln(1+\\kappa)$, $\\beta=-\\ln(1-\\kappa)$; capacity, $W$ of trace 1, $s=\\mathrm{tr}(WX)$: "
             "$p=\\min(1,\\mathrm{KL}(\\frac{g_0}r\\Vert s)/J_2)$, $0$ for $s\\le\\frac{g_0}r$, "
             "$\\alpha=\\mathrm{logit}\\frac{g_1}r-\\mathrm{logit}s$, "
             "$\\beta=\\mathrm{logit}s-\\mathrm{logit}\\frac{g_0}r$",
         .family = "asymmetric_winnow",
         .result_version = 2,
         .parameters = asymmetric_parameters,
         .parameter_count = ASYMMETRIC_PARAMETERS,
         .rules = asymmetric_rules,
         .rule_count = ASYMMETRIC_RULES},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .randomised = true,
    .methods = &asymmetric_winnow_methods,
};
