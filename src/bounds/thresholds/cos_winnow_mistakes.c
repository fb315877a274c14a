/* Mistakes of Winnow on the simplex, from equal weights, entries in [-1,1]: bounds/thresholds/margin_mistakes.h with N = n. */
#include "bounds/thresholds/margin_mistakes.h"

static bool applies(const void *data, const bound_context *context) {
  const margin_mistakes *self = data;
  return bound_of_signs(self, context) && !self->doubled && margin_equal_start(context) && self->threshold == 0.0 &&
         self->range == 1.0;
}

static const line_name line_names[] = {{.row = "progress", .name = "Schapire, Theorem 1.1 (progress)"}, {.name = NULL}};

const bound_class bound_cos_winnow_mistakes = {
    .about = {.name = "cos_winnow_mistakes",
              .short_name = "Schapire, Theorem 1.1",
              .line_names = line_names,
              .symbols = "RE: divergence of the target u from the start, H: its hinge losses, C: progress of a mistake",
              .title = "(RE(u, w1) + eta H) / C",
              .citation = "Schapire 2018, COS 511, lecture 17, Theorem 1.1",
              .help = "mistakes of Winnow on linear thresholds with margin delta: 2 ln(n)/delta^2 and sharper forms",
              .formula = "$M\\le\\frac{\\Delta(u',w_1)+\\eta\\mathcal{H}}{\\eta s-\\ln\\cosh\\eta}$, $u'=u/|u|_1$ with "
                         "margin $s$; without noise and with $\\eta=\\mathrm{artanh}s$ at most $\\frac{2\\ln n}{s^2}$",
              .result_version = 3},
    .premises = "$u\\ge0$, $u\\ne0$; $|x_i|\\le1$ in trials with an update; $s\\gt0$; the denominator is positive; "
                "matrices: $\\Vert X\\Vert\\le1$, and the spectrum of $U$ is known",
    .learner_family = "simplex_winnow",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .applies = applies,
    .methods = &margin_methods,
};
