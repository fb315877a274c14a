/* Exponentiated gradient on the simplex: the diagonal of the matrix learner. */
#include "learners/exponentiated_gradient/exponentiated_gradient.h"

static const exponentiated_form form = {.matrix = false};

static const parameter parameters[] = {
    EXPONENTIATED_RATE_OPTIONS(exponentiated),
    EXPONENTIATED_RANGE_OPTION(exponentiated,
                               "largest minus least entry of every instance is at most range; absent: not known"),
    WEIGHTS_START(exponentiated, "the first weights, n numbers > 0; absent: 1/n each"),
};

const learner_class learner_eg = {
    .about = {.name = "eg",
              .title = "Exponentiated gradient",
              .citation = "Kivinen & Warmuth 1997",
              .help = "regression with weights on the simplex: w_i <- w_i exp(-eta g x_i)/Z",
              .formula = "predicts $\\langle w,x\\rangle$, clipped, $w_i=\\frac1n$ at first; $w_i\\leftarrow "
                         "w_ie^{-\\eta\\ell'x_i}/Z$, $Z$ such that $\\sum_iw_i=1$; for squares $\\ell'=2(\\langle "
                         "w,x\\rangle-y)$ and $\\eta=\\frac{2c}{\\rho^2(2+c)}$, $\\rho\\ge\\max_ix_i-\\min_ix_i$; "
                         "implicit: $\\ell'$ at the new $w$",
              .family = "exponentiated_gradient",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &exponentiated_methods,
    .variant = &form,
};
