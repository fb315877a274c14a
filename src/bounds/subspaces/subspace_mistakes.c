/* The mistake bounds of Winnow and Matrix Winnow, for a comparator P and its hinge sum H.
 *
 * none, any eta, theta, w0 (comparator zeta P, zeta and b of winnow_tuning.h):
 *   M <= ( zeta sum u ln u + zeta tr(P) ln(zeta/w0) + w0 n - zeta tr P + eta zeta H ) / b
 *   which is ( r ln(n/r) + eta H ) / c for the theorem's constants, 1/c = 7.18224 at gap 1/2   (Warmuth 2007, Theorem 2, w0 = r/n);
 *   for a gap (g0,g1) with g0 > 0 it says something while e^eta < g1/g0; c = eta (g1 - g0 e^eta)/(1 + e^eta)
 * trace:    M <= ( ln(n/r) + eta H / r ) / min(c+, c-)                                         (footnote 5)
 * project:  as none with zeta = 1, for a comparator of trace r (generalised Pythagorean theorem)
 *
 * Judged after every trial with H measured so far; the row shows the end of the run, or where it broke (trial_judge.h).
 * The invariant "progress" is the step of the proof: each mistake lowers the potential by at least b - eta zeta h_t
 * (trace: c - eta h_t / r). */
#include <math.h>

#include "base/fixed_math.h"
#include "bounds/bound.h"
#include "bounds/constants.h"
#include "bounds/potential.h"
#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct subspace_mistakes {
  subspace_premises premises;
  double eta, theta;
  double start;       /* D(scaled comparator, W_1) */
  double per_hinge;   /* eta zeta, or eta / r */
  double per_mistake; /* b or c */
  potential_steps potential;
} subspace_mistakes;

static const double progress_tolerance = 1e-9; /* times max(1, potential) */

static double value_now(const subspace_mistakes *self) {
  return (self->start + self->per_hinge * self->premises.hinge) / self->per_mistake;
}

static void set_constants(subspace_mistakes *self, const bound_context *context, double scale) {
  const learner *learner = context->learner;
  const double w0 = constant_or(learner, "w0", 0.0), r = constant_or(learner, "r", 0.0);
  const int normalize = learner_choice(learner, "normalize");
  failed_premise *failed = &self->premises.failed;
  const double gap_low = self->premises.gap_low, gap = self->premises.gap;
  const comparator *u = context->comparator;
  const double n = (double)context->problem->facts.n;
  const double trace = comparator_trace(u);
  if (normalize == WINNOW_TRACE) {
    premise_require(failed, self->premises.projection, "P is a projection", NAN);
    self->start = at_least_zero(fixed_log(n / trace));
    self->per_hinge = self->eta / trace;
    self->per_mistake = winnow_normalized_progress(self->eta, self->theta, gap_low / trace, gap / trace);
  } else {
    const double zeta = scale;
    premise_require(failed, !isnan(comparator_entropy(u)), "the spectrum of the comparator is known", NAN);
    self->start =
        at_least_zero(zeta * comparator_entropy(u) + zeta * trace * fixed_log(zeta / w0) + w0 * n - zeta * trace);
    self->per_hinge = self->eta * zeta;
    self->per_mistake = winnow_progress(self->eta, self->theta, gap_low, gap);
  }
  if (normalize == WINNOW_PROJECT) {
    const double zeta = winnow_scale(self->eta, self->theta, gap_low, gap);
    premise_require(failed, fabs(zeta - 1.0) <= 1e-9, "theta = eta (gap_low + gap) / (e^eta - e^-eta)", zeta);
    premise_require(failed, fabs(trace - r) <= 1e-9 * r, "the comparator has the trace that is projected onto", trace);
  }
  premise_require(failed, self->per_mistake > 0.0, "the guaranteed progress is positive", self->per_mistake);
}

static status init(void *data, const bound_context *context) {
  subspace_mistakes *self = data;
  const learner *learner = context->learner;
  const double scale = potential_scale(learner, context->comparator);
  self->eta = constant_or(learner, "eta", 0.0);
  self->theta = constant_or(learner, "theta", 0.0);
  TRY(subspace_premises_begin(context, constant_or(learner, "gap", 0.0), &self->premises));
  if (context->comparator != NULL) set_constants(self, context, scale);
  return potential_begin(learner, context->comparator, scale, &self->potential);
}

static void clear(void *data) {
  subspace_mistakes *self = data;
  subspace_premises_end(&self->premises);
}

static status watch(void *data, const trial_event *event) {
  subspace_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  potential_charge(&self->potential, event, self->eta, self->premises.low, self->premises.high - self->premises.low);
  if (self->premises.comparator == NULL) return STATUS_OK;
  TRY(potential_judge(&self->potential, event->t, self->per_mistake - self->per_hinge * self->premises.last_hinge,
                      progress_tolerance, 0.0));
  subspace_premises_judge(&self->premises, event->t, value_now(self), self->potential.budget / self->per_mistake);
  return STATUS_OK;
}

static double current(void *data) {
  const subspace_mistakes *self = data;
  return subspace_premises_hold(&self->premises) ? value_now(self) : NAN;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const subspace_mistakes *self = data;
  const double error = self->potential.budget / self->per_mistake;
  (void)subspace_mistakes_row(&self->premises, rows, totals, value_now(self), error);
  (void)subspace_progress_row(&self->premises, rows, &self->potential.progress);
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(subspace_mistakes),
    .init = init,
    .clear = clear,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_subspace_mistakes = {
    .about = {.name = "subspace_mistakes",
              .short_name = "Theorem 2",
              .title = "(r ln(n/r) + eta H) / c",
              .citation = "Warmuth 2007, Theorem 2",
              .help = "mistakes of (Matrix) Winnow: 7.18 r ln(n/r) + 9.18 H at gap 1/2 with w0 = r/n and hinge loss H",
              .formula =
                  "$M\\le\\frac{\\Delta(\\zeta P,w_0I)+\\eta\\zeta\\mathcal{H}}b$, "
                  "$\\zeta=\\frac{\\theta(e^\\eta-e^{-\\eta})}{\\eta(g_0+g_1)}$, $b=(1-e^{-\\eta})\\theta-\\eta\\zeta "
                  "g_0$; with the constants of the theorem $\\frac{r\\ln(n/r)+\\eta\\mathcal{H}}c$, "
                  "$c=\\frac{\\eta(g_1-g_0e^\\eta)}{1+e^\\eta}$; normalised: "
                  "$\\frac{\\ln(n/r)+\\eta\\mathcal{H}/r}{\\min(c_+,c_-)}$, $c_\\pm$ as of shifting_mistakes",
              .result_version = 4},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one "
                "comparator for all trials; the spectrum of $P$ is known (normalised: $P$ is a projection); the "
                "progress is positive; projected: $\\zeta=1$ and $\\mathrm{tr}P=r$",
    .learner_family = "winnow",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &methods,
};
