/* Matrix exponentiated gradient: learns a density matrix from its inner products with symmetric matrices. */
#include "learners/exponentiated_gradient/exponentiated_gradient.h"

static const exponentiated_form form = {.matrix = true};

static const parameter parameters[] = {
    EXPONENTIATED_RATE_OPTIONS(exponentiated),
    EXPONENTIATED_RANGE_OPTION(exponentiated,
                               "lambda_max - lambda_min of every instance is at most r = range; absent: of "
                               "distances 1, otherwise not known"),
    WEIGHTS_START(exponentiated, "the first density W_1: n numbers > 0, its diagonal, or n lists of n numbers, "
                                 "positive definite; absent: I/n"),
    OPTION_CHOICE(
        exponentiated, representation, "auto", "auto diagonal dense low_rank updated sparse",
        "of the argument H; auto: by kind and order of the instances, with a start dense (distances: updated)"),
};

const learner_class learner_meg = {
    .about = {.name = "meg",
              .title = "Matrix exponentiated gradient",
              .citation = "Tsuda, Raetsch & Warmuth 2005, (4)",
              .help = "learns a density matrix W from values tr(W X): W = exp(log W - eta g X)/trace",
              .formula =
                  "predicts $\\mathrm{tr}(WX)$, clipped, $W=e^H/\\mathrm{tr}(e^H)$, $W_1=\\frac1nI$; $H\\leftarrow "
                  "H-\\eta\\ell'X$; for squares $\\ell'=2(\\mathrm{tr}(WX)-y)$ and $\\eta=\\frac{2c}{\\rho^2(2+c)}$, "
                  "$\\rho\\ge\\lambda_{\\max}(X)-\\lambda_{\\min}(X)$; implicit: $\\ell'$ at the new $W$",
              .family = "matrix_exponentiated_gradient",
              .result_version = 2,
              PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES | 1u << INSTANCE_DISTANCE,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .methods = &exponentiated_methods,
    .variant = &form,
};
