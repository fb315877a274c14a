/* Exponentiated gradient with weights of any sign: two for each attribute, for x and for -x. */
#include "learners/exponentiated_gradient/exponentiated_gradient.h"

static const exponentiated_form form = {.doubled = true};

static const parameter parameters[] = {
    EXPONENTIATED_RATE_OPTIONS(exponentiated),
    OPTION_ABOVE(exponentiated, radius, "1", 0, 1e100, "the weights' |w|_1 is at most radius"),
    OPTION_ABOVE(exponentiated, bound, ABSENT, 0, 1e100,
                 "largest modulus of an entry of the instances; absent: not known"),
};

const learner_class learner_eg_pm = {
    .about = {.name = "eg_pm",
              .title = "EG+-",
              .citation = "Kivinen & Warmuth 1997",
              .help = "regression with weights of any sign, |w|_1 <= radius: exponentiated gradient on radius (x, -x)",
              .formula = "predicts $\\langle w,x\\rangle$, clipped, $w=R(u^+-u^-)$, $u_i^+=u_i^-=\\frac1{2n}$ at "
                         "first; $u_i^\\pm\\leftarrow u_i^\\pm e^{\\mp\\eta\\ell'Rx_i}/Z$, $Z$ such that all "
                         "$u_i^\\pm$ add up to $1$; for squares $\\ell'=2(\\langle w,x\\rangle-y)$ and "
                         "$\\eta=\\frac{2c}{\\rho^2(2+c)}$, $\\rho=2R\\max_i|x_i|$, $R$ the radius",
              .family = "exponentiated_gradient",
              .result_version = 2,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &exponentiated_methods,
    .variant = &form,
};
