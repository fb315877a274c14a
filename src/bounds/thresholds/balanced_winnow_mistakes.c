/* Mistakes of balanced Winnow: bounds/thresholds/margin_mistakes.h for the doubled instances (x, -x), N = 2n. */
#include "bounds/thresholds/margin_mistakes.h"

static bool applies(const void *self, const bound_context *context) {
  return bound_of_signs(self, context) && ((const margin_mistakes *)self)->doubled;
}

const bound_class bound_balanced_winnow_mistakes = {
    .about = {.name = "balanced_winnow_mistakes",
              .short_name = "Schapire, lecture 17",
              .symbols =
                  "RE: divergence of the target u' from the start, H: its hinge losses, C: progress of a mistake",
              .title = "(RE(u', w1) + eta H) / C",
              .citation = "Schapire 2018, COS 511, lecture 17, balanced Winnow",
              .help = "mistakes of balanced Winnow on linear thresholds of any sign with margin delta: 2 "
                      "ln(2n)/delta^2 and sharper forms",
              .formula = "$M\\le\\frac{\\Delta(u',w_1)+\\eta\\mathcal{H}}{\\eta s-\\ln\\cosh(\\eta B)}$, "
                         "$u'=\\frac1{|u|_1}([u]_+,[-u]_+)$ with margin $s$; without noise and with $\\eta$ tuned for "
                         "$s$ at most $\\frac{2B^2\\ln(2n)}{s^2}$",
              .result_version = 3},
    .premises = "$u\\ne0$; $|x_i|\\le B$ in trials with an update; $s\\gt0$; the denominator is positive",
    .learner_family = "simplex_winnow",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .applies = applies,
    .methods = &margin_methods,
};
