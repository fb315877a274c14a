/* Exponentiated gradient on squares (exponentiated_loss.h). */

#include "bounds/exponentiated_gradient/exponentiated_loss.h"

const bound_class bound_eg_loss = {
    .about = {.name = "eg_loss",
              .short_name = "Kivinen & Warmuth",
              .title = "(1 + c/2) L_U + Delta/eta",
              .citation = "Kivinen & Warmuth 1997; Schapire 2018, COS 511 lecture 17",
              .help =
                  "loss of exponentiated gradient on squares, by that of any weights (eg_pm: of any |u|_1 <= radius)",
              .formula = "$L\\le\\left(1+\\frac c2\\right)L_U+\\frac1\\eta\\Delta(U,W_1)$, "
                         "$c=\\frac{2\\rho^2\\eta}{2-\\rho^2\\eta}$; tuned, $L\\le "
                         "L_U+\\rho\\sqrt{2L_{\\max}D_{\\max}}+\\frac{\\rho^2}2\\Delta(U,W_1)$; for $L_U=0$ and "
                         "$\\eta=\\frac2{\\rho^2}$, $L\\le\\frac{\\rho^2}2\\Delta(U,W_1)$",
              .result_version = 3},
    .premises = "squares, the explicit update; $\\mathrm{tr}W_1=1$; $U$ is a density (eg_pm: $|u|_1\\le R$); "
                "$\\lambda_{\\max}(X)-\\lambda_{\\min}(X)\\le\\rho$ and labels in their range in every trial; tuned: "
                "$L_U\\le L_{\\max}$, $\\Delta\\le D_{\\max}$; where $\\rho^2\\eta\\ge2$: $L_U=0$",
    .learner_family = "exponentiated_gradient",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "loss",
    .applies = bound_of_reals,
    .methods = &exponentiated_loss_methods,
};
