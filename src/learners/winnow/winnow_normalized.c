/* Winnow for linear thresholds with weights >= 0 of sum 1 and threshold 0. */
#include "learners/winnow/simplex_winnow.h"

static const parameter parameters[] = {
    SIMPLEX_WINNOW_OPTIONS(simplex_winnow),
};

const learner_class learner_winnow_normalized = {
    .about = {.name = "winnow_normalized",
              .title = "Winnow on the simplex",
              .citation = "Littlestone 1988; Kivinen & Warmuth 1997",
              .help =
                  "multiplicative updates w_i exp(eta y x_i)/Z when y <w,x> <= 0, for linear thresholds with a margin",
              .formula =
                  "predicts the sign of $\\langle w,x\\rangle$ ($0$ as $+1$), $w_i=\\frac1n$ at first; if $y\\langle "
                  "w,x\\rangle\\le0$: $w_i\\leftarrow w_ie^{\\eta yx_i}/Z$, $Z$ such that $\\sum_iw_i=1$; "
                  "$\\eta=\\frac1B\\mathrm{artanh}\\frac sB$ for the margin $s$ and the range $B$; symmetric matrices: "
                  "$W=e^H/\\mathrm{tr}(e^H)$, $\\mathrm{tr}(WX)$ and $H\\leftarrow H+\\eta yX$",
              .family = "simplex_winnow",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .methods = &simplex_winnow_methods,
};
