/* The mistake bound of deterministic (Matrix) Winnow with two rates, any alpha, beta, theta (asymmetric_tuning.h):
 *
 *   M <= [ D(zeta P, w0 I) + zeta (alpha H+ + beta H-) ] / ((1 - e^-beta) theta)
 *
 * which is 2 (r ln(n/r) + alpha H+ + beta H-) / (gap ln(1 + kappa)) for the factors 1 + kappa, 1 - kappa, 5.7708 r
 * ln(n/r) in the limit of elimination (kappa = 1, gap = 1/2) and (e/gap) r ln(n/r) = 5.4366 r ln(n/r) for the best
 * rates without noise. Invariant "progress": the step of the proof (asymmetric_progress.h). */

#include "bounds/subspaces/asymmetric_progress.h"
#include "learners/winnow/asymmetric_tuning.h"

static bool applies(const void *self, const bound_context *context) {
  const asymmetric_progress *progress = self;
  return bound_of_signs(self, context) && !progress->normalized && !isnan(progress->theta);
}

static double per_mistake(const asymmetric_progress *progress) {
  return asymmetric_mistake_progress(progress->beta, progress->theta);
}

const bound_class bound_asymmetric_mistakes = {
    .about =
        {.name = "asymmetric_mistakes",
         .short_name = "ours, two rates",
         .symbols = "H+, H-: hinge losses of P on the labels 1, -1; c: progress of a mistake",
         .title = "(r ln(n/r) + alpha H+ + beta H-) / c",
         .citation = "Warmuth 2007, section 1",
         .help = "mistakes of (Matrix) Winnow with two rates: 2 (r ln(n/r) + alpha H+ + beta H-) / (gap ln(1 + kappa))",
         .formula = "$M\\le\\frac{\\Delta(\\zeta "
                    "P,w_0I)+\\zeta(\\alpha\\mathcal{H}_++\\beta\\mathcal{H}_-)}{(1-e^{-\\beta})\\theta}$, "
                    "$\\zeta=\\frac{\\theta(e^\\alpha-e^{-\\beta})}{\\alpha g_1}$; with factors $1\\pm\\kappa$ "
                    "$\\frac{2(r\\ln(n/r)+\\alpha\\mathcal{H}_++\\beta\\mathcal{H}_-)}{g_1\\ln(1+\\kappa)}$",
         .result_version = 3},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one "
                "comparator for all trials; the spectrum of $P$ is known; the progress $(1-e^{-\\beta})\\theta$ is "
                "positive; in elimination $\\mathrm{tr}(PX_t)=0$ in negative trials with an update",
    .learner_family = "asymmetric_winnow",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .applies = applies,
    .methods = &asymmetric_progress_methods,
    .variant = &(const asymmetric_kind){.per_mistake = per_mistake},
};
