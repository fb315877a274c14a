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

#include "bounds/subspaces/mistake_bound.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct subspace_mistakes {
  mistake_bound proof; /* first */
  double eta, theta, w0, r;
  winnow_normalize normalize;
  double start;     /* D(scaled comparator, W_1) */
  double per_hinge; /* eta zeta, or eta / r */
} subspace_mistakes;

static const ask asks[] = {
    ASK(subspace_mistakes, eta),
    ASK(subspace_mistakes, theta),
    ASK(subspace_mistakes, w0),
    ASK(subspace_mistakes, r),
    ASK_AS("gap", subspace_mistakes, proof.premises.gap),
    ASK(subspace_mistakes, normalize),
};

static const double progress_tolerance = 1e-9; /* times max(1, potential) */

static double value(const void *data) {
  const subspace_mistakes *self = data;
  return (self->start + self->per_hinge * self->proof.premises.hinge) / self->proof.per_mistake;
}

static void set_constants(subspace_mistakes *self, const bound_context *context, double scale) {
  failed_premise *failed = &self->proof.premises.failed;
  const double gap_low = self->proof.premises.gap_low, gap = self->proof.premises.gap, w0 = self->w0, r = self->r;
  const comparator *u = context->comparator;
  const double n = (double)context->problem->facts.n;
  const double trace = comparator_trace(u);
  if (self->normalize == WINNOW_TRACE) {
    premise_require(failed, self->proof.premises.projection, "P is a projection", NAN);
    self->start = at_least_zero(fixed_log(n / trace));
    self->per_hinge = self->eta / trace;
    self->proof.per_mistake = winnow_normalized_progress(self->eta, self->theta, gap_low / trace, gap / trace);
  } else {
    const double zeta = scale;
    premise_require(failed, !isnan(comparator_entropy(u)), "the spectrum of the comparator is known", NAN);
    self->start =
        at_least_zero(zeta * comparator_entropy(u) + zeta * trace * fixed_log(zeta / w0) + w0 * n - zeta * trace);
    self->per_hinge = self->eta * zeta;
    self->proof.per_mistake = winnow_progress(self->eta, self->theta, gap_low, gap);
  }
  if (self->normalize == WINNOW_PROJECT) {
    const double zeta = winnow_scale(self->eta, self->theta, gap_low, gap);
    premise_require(failed, fabs(zeta - 1.0) <= 1e-9, "theta = eta (gap_low + gap) / (e^eta - e^-eta)", zeta);
    premise_require(failed, fabs(trace - r) <= 1e-9 * r, "the comparator has the trace that is projected onto", trace);
  }
  premise_require(failed, self->proof.per_mistake > 0.0, "the guaranteed progress is positive",
                  self->proof.per_mistake);
}

static status begin(void *data, const bound_context *context) {
  subspace_mistakes *self = data;
  double scale = 1.0;
  TRY(potential_scale(context->learner, context->comparator, &scale));
  TRY(subspace_premises_begin(context, self->proof.premises.gap, &self->proof.premises));
  if (context->comparator != NULL) set_constants(self, context, scale);
  return potential_begin(context->learner, context->comparator, scale, &self->proof.potential);
}

static status step(void *data, const trial_event *event) {
  subspace_mistakes *self = data;
  const subspace_premises *premises = &self->proof.premises;
  potential_charge(&self->proof.potential, event, self->eta, premises->low, premises->high - premises->low);
  if (premises->comparator == NULL) return STATUS_OK;
  return potential_judge(&self->proof.potential, event->t,
                         self->proof.per_mistake - self->per_hinge * premises->last_hinge, progress_tolerance, 0.0);
}

static const line_name line_names[] = {
    {.row = "progress", .name = "Warmuth, Theorem 2 (progress)"},
    {.option = "normalize", .value = "trace", .name = "ours", .formula = "(ln(n/r) + eta H/r) / min(c+, c-)"},
    {.option = "gap_low", .name = "ours, shifted gap"},
    {.name = NULL}};

const bound_class bound_subspace_mistakes = {
    .about = {.name = "subspace_mistakes",
              .short_name = "Warmuth, Theorem 2",
              .line_names = line_names,
              .symbols =
                  "H: hinge losses of P, c, c+, c-: progress of a mistake, of one on 1, on -1; 1/c = 7.18 at gap 1/2",
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
    .measure = "mistakes",
    .applies = bound_of_signs,
    .programs = true,
    .methods = &(const bound_methods){.size = sizeof(subspace_mistakes),
                                      FIELDS(asks, asks),
                                      .init = mistake_init,
                                      .watch = mistake_watch,
                                      .current = mistake_current,
                                      .finish = mistake_finish},
    .variant = &(const mistake_kind){.begin = begin, .step = step, .value = value},
};
