/* The mistake bound of Matrix Winnow in the feature space of a kernel: that of subspace_mistakes with the dimension d of the
 * feature space in the place of n (Warmuth 2007, Theorem 2 and section 5).
 *
 *   none   M <= ( zeta r ln(zeta/w0) + w0 d - zeta r + eta zeta H ) / b,   ( r ln(d/r) + eta H ) / c for the theorem's constants
 *   trace  M <= ( ln(d/r) + eta H / r ) / min(c+, c-)
 *
 * Premise: k(x, x) <= 1 on updated trials, which is X <= I there. A comparator is known in feature space only if the kernel is
 * linear; otherwise the rows are unchecked. The invariant "progress" is the step of the proof, with the potential
 *
 *   none   D(zeta P, W) = zeta r ln zeta - zeta <P, log W> + tr W - zeta r
 *   trace  D(P/r, W) = -ln r - <P, S>/r + ln tr exp(S)
 *
 * from <P, S> = eta sum y_s tr(P X_s) and the learner's trace. */

#include "bounds/subspaces/mistake_bound.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct kernel_mistakes {
  mistake_bound proof; /* first */
  double eta, theta, w0, dimension;
  winnow_normalize normalize;
  bool linear;
  live_constant trace, trace_error, score_error, last_similarity;
  bool known; /* a comparator is known */
  double r, scale;
  double start, per_hinge;
} kernel_mistakes;

static const ask asks[] = {
    ASK(kernel_mistakes, eta),
    ASK(kernel_mistakes, theta),
    ASK(kernel_mistakes, w0),
    ASK_AS("gap", kernel_mistakes, proof.premises.gap),
    ASK(kernel_mistakes, dimension),
    ASK(kernel_mistakes, normalize),
    ASK(kernel_mistakes, linear),
    ASK(kernel_mistakes, trace),
    ASK(kernel_mistakes, trace_error),
    ASK(kernel_mistakes, score_error),
    ASK(kernel_mistakes, last_similarity),
};

static const double unit_tolerance = 1e-9;
static const double progress_tolerance = 1e-9; /* times max(1, potential) */

static double value(const void *data) {
  const kernel_mistakes *self = data;
  return (self->start + self->per_hinge * self->proof.premises.hinge) / self->proof.per_mistake;
}

static void set_constants(kernel_mistakes *self) {
  const double dimension = self->dimension, theta = self->theta, gap = self->proof.premises.gap;
  if (self->normalize == WINNOW_TRACE) {
    self->start = at_least_zero(fixed_log(dimension / self->r));
    self->per_hinge = self->eta / self->r;
    self->proof.per_mistake = winnow_normalized_progress(self->eta, theta, 0.0, gap / self->r);
  } else {
    const double zeta = winnow_scale(self->eta, theta, 0.0, gap);
    self->scale = zeta;
    self->start = at_least_zero(zeta * self->r * fixed_log(zeta / self->w0) + self->w0 * dimension - zeta * self->r);
    self->per_hinge = self->eta * zeta;
    self->proof.per_mistake = winnow_progress(self->eta, theta, 0.0, gap);
  }
  premise_require(&self->proof.premises.failed, self->proof.per_mistake > 0.0, "the guaranteed progress is positive",
                  self->proof.per_mistake);
}

static void measure_potential(kernel_mistakes *self) {
  potential_steps *potential = &self->proof.potential;
  const double trace = live_constant_now(&self->trace), error = live_constant_now(&self->trace_error);
  const double argument = self->eta * self->proof.premises.signed_value; /* <P, S> */
  if (self->normalize == WINNOW_TRACE) {
    potential->now = -fixed_log(self->r) - argument / self->r + fixed_log(trace);
    potential->trace_error = error / trace;
  } else {
    const double zeta = self->scale, log_w = self->r * fixed_log(self->w0) + argument;
    potential->now = zeta * (self->r * fixed_log(zeta) - log_w - self->r) + self->w0 * trace;
    potential->trace_error = self->w0 * error;
  }
  potential->score_error = live_constant_now(&self->score_error);
}

static status begin(void *data, const bound_context *context) {
  kernel_mistakes *self = data;
  subspace_premises *premises = &self->proof.premises;
  bound_context features = *context; /* what is known there */
  if (!self->linear) features.comparator = NULL;
  TRY(subspace_premises_begin(&features, premises->gap, premises));
  subspace_premises_require_projection(premises);
  self->known = features.comparator != NULL && premises->projection;
  self->r = self->known ? (double)premises->rank : NAN;
  self->start = NAN;
  if (self->known) {
    set_constants(self);
    measure_potential(self);
  }
  return STATUS_OK;
}

static status step(void *data, const trial_event *event) {
  kernel_mistakes *self = data;
  mistake_bound *proof = &self->proof;
  const double slope = event->label > 0.0 ? fixed_expm1(self->eta) : -fixed_expm1(-self->eta);
  proof->potential.budget += slope * proof->potential.score_error * live_constant_now(&self->last_similarity);
  const double before = proof->potential.now, error_before = proof->potential.trace_error;
  measure_potential(self);
  invariant_judge_progress(&proof->potential.progress, event->t, before, proof->potential.now,
                           proof->per_mistake - self->per_hinge * proof->premises.last_hinge, progress_tolerance,
                           error_before + proof->potential.trace_error);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  kernel_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  const double similarity = live_constant_now(&self->last_similarity);
  premise_at_most(&self->proof.premises.failed, "k(x,x) <= 1", event->t, similarity, 1.0 + unit_tolerance);
  return self->known ? mistake_watch(self, event) : STATUS_OK;
}

const bound_class bound_kernel_mistakes = {
    .about = {.name = "kernel_mistakes",
              .short_name = "Warmuth, Theorem 2 (kernel)",
              .symbols = "H: hinge losses of P, c: progress of a mistake, 1/c = 7.18 at gap 1/2",
              .title = "(r ln(n/r) + eta H) / c",
              .citation = "Warmuth 2007, Theorem 2 and section 5",
              .help =
                  "mistakes of kernel Matrix Winnow, where the subspace of the feature space is known (linear kernel)",
              .formula = "$M\\le\\frac{\\Delta(\\zeta P,w_0I)+\\eta\\zeta\\mathcal{H}}b$ as of subspace_mistakes, with "
                         "the dimension $d$ of the feature space for $n$; with the constants of the theorem "
                         "$\\frac{r\\ln(d/r)+\\eta\\mathcal{H}}c$; normalised: "
                         "$\\frac{\\ln(d/r)+\\eta\\mathcal{H}/r}{\\min(c_+,c_-)}$",
              .result_version = 4},
    .premises = "$k(x,x)\\le1$ in trials with an update; $P$ is a projection of the feature space (known where the "
                "kernel is linear); one comparator for all trials; the progress is positive",
    .learner_family = "kernel_winnow",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &(const bound_methods){.size = sizeof(kernel_mistakes),
                                      FIELDS(asks, asks),
                                      .init = mistake_init,
                                      .watch = watch,
                                      .current = mistake_current,
                                      .finish = mistake_finish},
    .variant = &(const mistake_kind){.begin = begin, .step = step, .value = value},
};
