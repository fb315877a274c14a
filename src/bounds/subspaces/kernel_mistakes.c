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
#include <math.h>

#include "base/fixed_math.h"
#include "bounds/bound.h"
#include "bounds/potential.h"
#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct kernel_mistakes {
  learner learner;
  subspace_premises premises;
  bool known, trace; /* a comparator is known; W has trace 1 */
  double r, eta, w0, scale;
  double start, per_hinge, per_mistake;
  double potential, score_error, potential_error; /* now */
  double decision_budget;
  invariant_judge progress;
} kernel_mistakes;

static const double unit_tolerance = 1e-9;
static const double progress_tolerance = 1e-9; /* times max(1, potential) */

static double value_now(const kernel_mistakes *self) {
  return (self->start + self->per_hinge * self->premises.hinge) / self->per_mistake;
}

static void set_constants(kernel_mistakes *self) {
  const double dimension = learner_constant_or_nan(&self->learner, "dimension"),
               theta = learner_constant_or_nan(&self->learner, "theta"),
               gap = learner_constant_or_nan(&self->learner, "gap");
  if (self->trace) {
    self->start = at_least_zero(fixed_log(dimension / self->r));
    self->per_hinge = self->eta / self->r;
    self->per_mistake = winnow_normalized_progress(self->eta, theta, 0.0, gap / self->r);
  } else {
    const double zeta = winnow_scale(self->eta, theta, 0.0, gap);
    self->scale = zeta;
    self->start = at_least_zero(zeta * self->r * fixed_log(zeta / self->w0) + self->w0 * dimension - zeta * self->r);
    self->per_hinge = self->eta * zeta;
    self->per_mistake = winnow_progress(self->eta, theta, 0.0, gap);
  }
  premise_require(&self->premises.failed, self->per_mistake > 0.0, "the guaranteed progress is positive",
                  self->per_mistake);
}

static void measure_potential(kernel_mistakes *self) {
  const double trace = learner_constant_or_nan(&self->learner, "trace"),
               error = learner_constant_or_nan(&self->learner, "trace_error");
  const double argument = self->eta * self->premises.signed_value; /* <P, S> */
  if (self->trace) {
    self->potential = -fixed_log(self->r) - argument / self->r + fixed_log(trace);
    self->potential_error = error / trace;
  } else {
    const double zeta = self->scale, log_w = self->r * fixed_log(self->w0) + argument;
    self->potential = zeta * (self->r * fixed_log(zeta) - log_w - self->r) + self->w0 * trace;
    self->potential_error = self->w0 * error;
  }
  self->score_error = learner_constant_or_nan(&self->learner, "score_error");
}

static status init(void *data, const bound_context *context) {
  kernel_mistakes *self = data;
  self->learner = *context->learner;
  self->progress.direction = BOUND_LOWER;
  self->eta = learner_constant_or_nan(&self->learner, "eta");
  self->w0 = learner_constant_or_nan(&self->learner, "w0");
  self->trace = learner_choice(&self->learner, "normalize") == WINNOW_TRACE;
  bound_context features = *context; /* what is known there */
  if (learner_constant_or_nan(&self->learner, "linear") == 0.0) features.comparator = NULL;
  TRY(subspace_premises_begin(&features, learner_constant_or_nan(&self->learner, "gap"), &self->premises));
  subspace_premises_require_projection(&self->premises);
  self->known = features.comparator != NULL && self->premises.projection;
  self->r = self->known ? (double)self->premises.rank : NAN;
  if (self->known) {
    set_constants(self);
    measure_potential(self);
  }
  return STATUS_OK;
}

static void clear(void *data) {
  kernel_mistakes *self = data;
  subspace_premises_end(&self->premises);
}

static status watch(void *data, const trial_event *event) {
  kernel_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  const double similarity = learner_constant_or_nan(&self->learner, "last_similarity");
  if (similarity > 1.0 + unit_tolerance) {
    premise_fail(&self->premises.failed, "k(x,x) <= 1", event->t, similarity);
  }
  if (!self->known) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  const double slope = event->label > 0.0 ? fixed_expm1(self->eta) : -fixed_expm1(-self->eta);
  self->decision_budget += slope * self->score_error * similarity;
  const double before = self->potential, error_before = self->potential_error;
  measure_potential(self);
  invariant_judge_progress(&self->progress, event->t, before, self->potential,
                           self->per_mistake - self->per_hinge * self->premises.last_hinge, progress_tolerance,
                           error_before + self->potential_error);
  subspace_premises_judge(&self->premises, event->t, value_now(self), self->decision_budget / self->per_mistake);
  return STATUS_OK;
}

static double current(void *data) {
  const kernel_mistakes *self = data;
  return self->known && self->premises.failed.name == NULL ? value_now(self) : NAN;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const kernel_mistakes *self = data;
  const double value = self->known ? value_now(self) : NAN;
  const double error = self->known ? self->decision_budget / self->per_mistake : 0.0;
  (void)subspace_mistakes_row(&self->premises, rows, totals, value, error);
  if (self->known) (void)subspace_progress_row(&self->premises, rows, &self->progress);
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(kernel_mistakes),
    .init = init,
    .clear = clear,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_kernel_mistakes = {
    .about = {.name = "kernel_mistakes",
              .short_name = "Theorem 2, kernel",
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
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &methods,
};
