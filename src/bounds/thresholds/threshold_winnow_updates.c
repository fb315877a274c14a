/* Updates of Winnow with a threshold on weights of sum 1: bounds/thresholds/margin_mistakes.h, any threshold, range and start. */
#include "bounds/thresholds/margin_mistakes.h"

static bool applies(const void *self, const bound_context *context) {
  return bound_of_signs(self, context) && !((const margin_mistakes *)self)->doubled;
}

static const line_name line_names[] = {{.row = "simplified", .name = "lecture note, simplified"}, {.name = NULL}};

const bound_class bound_threshold_winnow_updates = {
    .about = {.name = "threshold_winnow_updates",
              .short_name = "lecture note, Theorem 1.45",
              .line_names = line_names,
              .symbols =
                  "KL: divergence of the target w* from the start, H: its hinge losses, C: progress of an update",
              .title = "(KL(w*, w0) + eta H) / C",
              .citation = "lecture note on Winnow, Theorem 1.45, with the premises it needs",
              .help = "updates of Winnow with a threshold below the margin: KL(w*, w0)/C, at most 2 range^2 KL/(margin "
                      "- threshold)^2",
              .formula =
                  "updates $\\le\\frac{\\Delta(u',w_1)+\\eta\\mathcal{H}}{C}$, $C=\\eta s-\\ln\\left(be^{\\eta "
                  "B}+(1-b)e^{-\\eta B}\\right)$, $b=\\frac{B+\\theta}{2B}$, $u'=u/|u|_1$ with margin $s$; without "
                  "noise and with $\\eta$ tuned for $s$ at most $\\frac{2B^2\\Delta(u',w_1)}{(s-\\theta)^2}$",
              .result_version = 3},
    .premises = "$u\\ge0$, positive only where $w_1$ is; $|x_i|\\le B$ in trials with an update; $s\\gt\\theta$; "
                "$C\\gt0$; matrices: $\\Vert X\\Vert\\le B$, and the spectrum of $U$ is known",
    .learner_family = "simplex_winnow",
    .status = BOUND_PROVED,
    .measure = "updates",
    .applies = applies,
    .methods = &margin_methods,
};
