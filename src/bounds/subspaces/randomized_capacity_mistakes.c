/* The bound on the expected mistakes of randomised (Matrix) Winnow of trace 1 whose rates follow the score (capacity_tuning.h):
 *
 *   E[M] = sum e_t <= [ ln(n/r) + (1/r) sum of (rate of the trial) h_t ] / J2
 *
 * J2 = min over s of KL(p1 || s) + KL(p0 || s). Where elimination has left nothing of a positive instance, the learner cannot step, and its rate
 * counts as J2/p1: the noise that is there pays for the mistake. It holds for the sum of the conditional error probabilities itself, trial by trial, without
 * expectation. Invariant "progress": an update lowers D(P/r, W) by at least J2 e_t. The row "sampled" is about the mistakes that the
 * coins made, in the mean over seeds. Proof: docs/constants.md. */

#include "bounds/subspaces/asymmetric_progress.h"

static bool applies(const void *self, const bound_context *context) {
  const asymmetric_progress *progress = self;
  return bound_of_signs(self, context) && progress->normalized && !isnan(progress->expected_progress);
}

static double per_mistake(const asymmetric_progress *progress) {
  return progress->expected_progress;
}

const bound_class bound_randomized_capacity_mistakes = {
    .about = {.name = "randomized_capacity_mistakes",
              .short_name = "ours, capacity expected",
              .title = "(ln(n/r) + noise) / J2, expected",
              .citation = "docs/constants.md",
              .help = "expected mistakes of randomised (Matrix) Winnow of trace 1 whose rates follow the score",
              .formula =
                  "$\\sum_te_t\\le\\frac{\\ln(n/r)+\\frac1r\\sum_t\\eta_th_t}{J_2}$, "
                  "$J_2=\\min_s\\mathrm{KL}(\\frac{g_1}r\\Vert s)+\\mathrm{KL}(\\frac{g_0}r\\Vert s)$, $e_t$ the "
                  "probability of a mistake in trial $t$ given the past, $\\eta_t$ its rate, $\\frac{rJ_2}{g_1}$ where "
                  "elimination has left nothing of a positive instance",
              .result_version = 3},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update or a possible mistake; one comparator for all "
                "trials, of trace $r$; the "
                "spectrum of $P$ is known; in elimination $\\mathrm{tr}(PX_t)=0$ in negative trials with an update",
    .learner_family = "asymmetric_winnow",
    .status = BOUND_PROVED,
    .measure = "expected_mistakes",
    .applies = applies,
    .methods = &asymmetric_progress_methods,
    .variant = &(const asymmetric_kind){.per_mistake = per_mistake, .of_trace_r = true, .sampled = true},
};
