/* The bound on the expected mistakes of randomised (Matrix) Winnow with two rates (asymmetric_tuning.h):
 *
 *   E[M] = sum e_t <= [ D(zeta P, w0 I) + zeta (alpha H+ + beta H-) ] / (min(e^alpha - 1, 1 - e^-beta) theta)
 *
 * which is (r ln(n/r) + alpha H+ + beta H-) / (gap ln(1 + kappa)) for the factors 1 + kappa, 1 - kappa: half of the
 * deterministic bound; and e^eta (r ln(n/r)/eta + H) / gap for a single rate. It holds for the sum of the conditional
 * error probabilities itself, trial by trial, without expectation. Invariant "progress": the step of the proof. The
 * row "sampled" is about the mistakes that the coins made, in the mean over seeds. */

#include "bounds/subspaces/asymmetric_progress.h"
#include "learners/winnow/asymmetric_tuning.h"

static bool applies(const void *self, const bound_context *context) {
  const asymmetric_progress *progress = self;
  return bound_of_signs(self, context) && !progress->normalized && !isnan(progress->saturation);
}

static double per_mistake(const asymmetric_progress *progress) {
  return randomized_mistake_progress(progress->alpha, progress->beta, progress->saturation);
}

const bound_class bound_randomized_mistakes = {
    .about = {.name = "randomized_mistakes",
              .short_name = "ours, expected",
              .symbols = "H+, H-: hinge losses of P on the labels 1, -1; c: progress of a mistake",
              .title = "(r ln(n/r) + alpha H+ + beta H-) / c, expected",
              .citation = "Warmuth 2007, section 1",
              .help = "expected mistakes of randomised (Matrix) Winnow: half of the deterministic bound",
              .formula = "$\\sum_te_t\\le\\frac{\\Delta(\\zeta "
                         "P,w_0I)+\\zeta(\\alpha\\mathcal{H}_++\\beta\\mathcal{H}_-)}{\\min(e^\\alpha-1,1-e^{-\\beta})"
                         "\\theta}$, $\\zeta=\\frac{\\theta(e^\\alpha-1)}{\\alpha g_1}$, $e_t$ the probability of a "
                         "mistake in trial $t$ given the past; with factors $1\\pm\\kappa$ "
                         "$\\frac{r\\ln(n/r)+\\alpha\\mathcal{H}_++\\beta\\mathcal{H}_-}{g_1\\ln(1+\\kappa)}$",
              .result_version = 4},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one "
                "comparator for all trials; the spectrum of $P$ is known; the progress is positive; in elimination "
                "$\\mathrm{tr}(PX_t)=0$ in negative trials with an update",
    .learner_family = "asymmetric_winnow",
    .status = BOUND_PROVED,
    .measure = "expected_mistakes",
    .applies = applies,
    .methods = &asymmetric_progress_methods,
    .variant = &(const asymmetric_kind){.per_mistake = per_mistake, .sampled = true},
};
