/* Winnow with a margin: it updates if y <w,x> <= threshold, and may start from any weights. */
#include "learners/winnow/simplex_winnow.h"

static const parameter parameters[] = {
    SIMPLEX_WINNOW_OPTIONS(simplex_winnow),
    OPTION_NUMBER(simplex_winnow, threshold, "0", 0, 1e100, "updates when y <w,x> <= threshold; it is below margin"),
    OPTION_NUMBERS(simplex_winnow, start, ABSENT, ANY_NUMBER,
                   "weights >= 0 to start with, scaled to sum 1; what starts at 0 stays 0; absent: equal ones"),
};

const learner_class learner_winnow_threshold = {
    .about = {.name = "winnow_threshold",
              .title = "Winnow with a threshold",
              .citation = "Littlestone 1988; Kivinen & Warmuth 1997",
              .help = "multiplicative updates w_i exp(eta y x_i)/Z when y <w,x> <= threshold, from any start weights",
              .formula = "predicts the sign of $\\langle w,x\\rangle$ ($0$ as $+1$); if $y\\langle "
                         "w,x\\rangle\\le\\theta$: $w_i\\leftarrow w_ie^{\\eta yx_i}/Z$, $Z$ such that $\\sum_iw_i=1$; "
                         "$\\eta=\\frac1B(\\mathrm{artanh}\\frac sB-\\mathrm{artanh}\\frac\\theta B)$ for the margin "
                         "$s$ and the range $B$; symmetric matrices: $W=e^H/\\mathrm{tr}(e^H)$, $\\mathrm{tr}(WX)$ and "
                         "$H\\leftarrow H+\\eta yX$",
              .family = "simplex_winnow",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .methods = &simplex_winnow_methods,
};
