/* Winnow for linear thresholds with weights of any sign: two weights for each attribute, for x and for -x. */
#include "learners/winnow/simplex_winnow.h"

static const parameter parameters[] = {
    SIMPLEX_WINNOW_OPTIONS(simplex_winnow),
};

static const simplex_winnow_variant doubled = {.doubled = true};

const learner_class learner_balanced_winnow = {
    .about = {.name = "balanced_winnow",
              .title = "Balanced Winnow",
              .citation = "Littlestone 1989; Kivinen & Warmuth 1997",
              .help = "Winnow on (x, -x): linear thresholds with weights of any sign",
              .formula = "predicts the sign of $\\langle w^+-w^-,x\\rangle$ ($0$ as $+1$), $w_i^+=w_i^-=\\frac1{2n}$ "
                         "at first; if $y\\langle w^+-w^-,x\\rangle\\le0$: $w_i^\\pm\\leftarrow w_i^\\pm e^{\\pm\\eta "
                         "yx_i}/Z$, $Z$ such that all weights add up to $1$; $\\eta=\\frac1B\\mathrm{artanh}\\frac sB$ "
                         "for the margin $s$ and the range $B$",
              .family = "simplex_winnow",
              .result_version = 2,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &simplex_winnow_methods,
    .variant = &doubled,
};
