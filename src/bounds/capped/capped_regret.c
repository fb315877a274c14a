/* The regret of capped MEG: the theorem of capped_loss.c less what P drops. */
#include "bounds/capped/capped_loss.h"

const bound_class bound_capped_regret = {
    .about = {.name = "capped_regret",
              .short_name = "Warmuth & Kuzmin",
              .title = "(D + eta L*)/(1 - e^-eta) - L*, D = m ln(n/m)",
              .citation = "Warmuth & Kuzmin 2008; Nie, Kotlowski & Warmuth 2016",
              .help = "regret of capped MEG against the best subspace",
              .formula =
                  "regret $\\le\\frac{m\\ln\\frac nm+\\eta L_U}{1-e^{-\\eta}}-L_U$, $m=n-k$; at the learner's own rate "
                  "$\\le\\sqrt{2Km\\ln\\frac nm}+m\\ln\\frac nm$",
              .result_version = 1},
    .premises = "$0\\preceq X_t\\preceq I$, labels are $\\mathrm{tr}X_t$; $P$ is a projection of rank $k$; row tuned: "
                "$L_U\\le K$",
    .learner_family = "capped_meg",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = capped_loss_applies,
    .methods = &capped_loss_methods,
};
