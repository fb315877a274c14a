/* Winnow for disjunctions that change: shifting Matrix Winnow on diagonal matrices. */
#include "learners/winnow/shifting_matrix_winnow.h"

static const parameter parameters[] = {
    SHIFTING_WINNOW_OPTIONS,
    WEIGHTS_ALWAYS_DIAGONAL(matrix_winnow, "shifting_matrix_winnow"),
};

static const option_rule rules[] = {
    WINNOW_GAP_RULES(matrix_winnow),
};

const learner_class learner_shifting_winnow = {
    .about = {.name = "shifting_winnow",
              .title = "shifting Winnow",
              .citation = "Auer & Warmuth 1998; Herbster & Warmuth 1998, 2001",
              .help = "normalised Winnow whose weights stay above a floor, for disjunctions that change",
              .formula = "predicts $+1$ iff $\\langle w,x\\rangle\\ge\\theta$, $w_i=\\frac1n$ at first; on a mistake "
                         "$w_i'=w_ie^{\\eta yx_i}/Z$ with $\\sum_iw_i'=1$, then $w_i\\leftarrow(1-a)w_i'+\\frac an$ "
                         "(mix), or $w_i\\leftarrow\\max(\\gamma w_i',\\frac an)$ with sum $1$ (floor)",
              .family = "shifting_winnow",
              .result_version = 1,
              PARAMETERS(parameters),
              RULES(rules)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .conservative = true,
    .methods = &shifting_winnow_methods,
};
