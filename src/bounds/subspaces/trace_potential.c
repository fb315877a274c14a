/* tr W as the potential of unnormalised (Matrix) Winnow (Warmuth 2007, footnote 7). With S_t = tr W_t, m+ and m- the mistakes on
 * positive and negative trials, H the hinge sum:
 *
 *   positive   S_{t+1} - S_t <= (e^eta - 1) theta           on a positive mistake
 *   negative   S_t - S_{t+1} >= (1 - e^-eta) theta          on a negative mistake
 *   argument   <P, H_t> = r ln w0 + eta sum y_s tr(P X_s)   (exact; relative difference at most 1e-9)
 *   ceiling    r e^(<P, H_t>/r) <= S_t                      (Jensen: <P, log W> <= r ln(tr W / r))
 *   together   r w0 e^(eta (gap m+ - gap_low m- - H)/r) <= w0 n + (e^eta - 1) theta m+ - (1 - e^-eta) theta m-   at all times,
 *
 * where the last but one needs a P that the parameter can be held to, no frame where instances are vectors. The last one is
 * strictly stronger than the mistake bound for a given split (m+, m-). Each row shows the trial with the least slack; where a row holds,
 * both sides are positive, so that `used` is at most 1 for an upper bound. */

#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/matrix_winnow.h"

enum { TOGETHER, POSITIVE, NEGATIVE, ARGUMENT, CEILING, CHECKS };

typedef struct trace_potential {
  subspace_premises premises; /* first */
  learner learner;
  winnow_normalize normalize;
  double eta, theta, w0, n;
  double trace;       /* now */
  double trace_error; /* now */
  invariant_judge checks[CHECKS];
} trace_potential;

static const double tolerance_factor = 1e-9;

static const ask asks[] = {
    ASK(trace_potential, normalize),
    ASK(trace_potential, eta),
    ASK(trace_potential, theta),
    ASK(trace_potential, w0),
    ASK_AS("gap", trace_potential, premises.gap),
};

static bool applies(const void *self, const bound_context *context) {
  return bound_of_signs(self, context) && ((const trace_potential *)self)->normalize == WINNOW_NONE;
}

static status init(void *data, const bound_context *context) {
  trace_potential *self = data;
  self->learner = *context->learner;
  self->n = (double)context->problem->facts.n;
  self->checks[NEGATIVE].direction = BOUND_LOWER;
  TRY(subspace_premises_begin(context, self->premises.gap, &self->premises));
  subspace_premises_require_projection(&self->premises);
  spectral *w = learner_parameter(context->learner);
  TRY(spectral_trace(w, &self->trace));
  self->trace_error = spectral_trace_error(w);
  return STATUS_OK;
}

static void check(invariant_judge *judge, double measured, double value, double size, double error, size_t t) {
  invariant_judge_trial(judge, (trial_figures){.trial = t,
                                               .measured = measured,
                                               .value = value,
                                               .tolerance = tolerance_factor * fmax(1.0, fabs(size)),
                                               .error = error});
}

/* Of r e^gain: rounding of the gain is multiplied by its size. */
static double scale_of(double gain, double value) {
  return fmax(1.0, fabs(gain)) * value;
}

static void check_together(trace_potential *self, size_t t) {
  const subspace_premises *premises = &self->premises;
  const double r = (double)premises->rank, m_positive = (double)premises->positive,
               m_negative = (double)premises->negative;
  const double gain = self->eta * (premises->gap * m_positive - premises->gap_low * m_negative - premises->hinge) / r;
  const double ceiling = self->w0 * self->n + fixed_expm1(self->eta) * self->theta * m_positive +
                         fixed_expm1(-self->eta) * self->theta * m_negative;
  check(&self->checks[TOGETHER], r * self->w0 * fixed_exp(gain), ceiling, scale_of(gain, ceiling), 0.0, t);
}

static status check_argument(trace_potential *self, size_t t) {
  const subspace_premises *premises = &self->premises;
  const double r = (double)premises->rank;
  double argument = 0.0;
  TRY(spectral_argument(learner_parameter(&self->learner), comparator_instance(premises->comparator), &argument));
  const double expected = r * fixed_log(self->w0) + self->eta * premises->signed_value;
  const double difference = fabs(argument - expected) / fmax(1.0, fabs(expected));
  invariant_judge_trial(&self->checks[ARGUMENT],
                        (trial_figures){.trial = t, .measured = difference, .value = tolerance_factor});
  check(&self->checks[CEILING], r * fixed_exp(argument / r), self->trace, scale_of(argument / r, self->trace),
        self->trace_error, t);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  trace_potential *self = data;
  if (!event->updated) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  spectral *w = learner_parameter(&self->learner);
  const double before = self->trace;
  const double error_before = self->trace_error;
  TRY(spectral_trace(w, &self->trace));
  self->trace_error = spectral_trace_error(w);
  const double error = error_before + self->trace_error;
  if (event->label > 0.0) {
    check(&self->checks[POSITIVE], self->trace - before, fixed_expm1(self->eta) * self->theta, before, error, event->t);
  } else {
    check(&self->checks[NEGATIVE], before - self->trace, -fixed_expm1(-self->eta) * self->theta, before, error,
          event->t);
  }
  if (!self->premises.projection) return STATUS_OK;
  check_together(self, event->t);
  const instance_kind kind = comparator_instance(self->premises.comparator)->kind;
  return spectral_takes_argument(w, kind) ? check_argument(self, event->t) : STATUS_OK;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  static const char *const names[CHECKS] = {NULL, "positive", "negative", "argument", "ceiling"};
  static const char *const measures[CHECKS] = {"trace by mistakes", "trace growth", "trace drop", "relative difference",
                                               "trace by argument"};
  const trace_potential *self = data;
  for (size_t i = 0; i < CHECKS; i++) {
    bound_row *row = invariant_judge_row(&self->checks[i], rows, names[i], measures[i]);
    if (row == NULL && i == TOGETHER && self->premises.comparator == NULL) row = bound_row_add(rows, names[i]);
    if (row == NULL) continue;
    subspace_premises_row(&self->premises, row);
    /* The trace rows need no comparator: only 0 <= X <= I. */
    if (i == POSITIVE || i == NEGATIVE) row->unchecked = false;
  }
  return STATUS_OK;
}

const bound_class bound_trace_potential = {
    .about =
        {.name = "trace_potential",
         .short_name = "Warmuth, tr W",
         .title = "tr W as potential",
         .citation = "Warmuth 2007, footnote 7",
         .help = "two-dimensional inequality between positive and negative mistakes of unnormalised (Matrix) Winnow",
         .formula =
             "$rw_0\\exp\\frac{\\eta(g_1m_+-g_0m_--\\mathcal{H})}r\\le w_0n+(e^\\eta-1)\\theta "
             "m_+-(1-e^{-\\eta})\\theta "
             "m_-$, $m_+$ and $m_-$ the mistakes in positive and negative trials: both sides are the least and the "
             "largest that $\\mathrm{tr}W$ can be",
         .result_version = 4},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one "
                "comparator for all trials; $P$ is a projection",
    .learner_family = "winnow",
    .status = BOUND_PROVED,
    .measure = "trace by mistakes",
    .applies = applies,
    .methods =
        &(const bound_methods){
            .size = sizeof(trace_potential), FIELDS(asks, asks), .init = init, .watch = watch, .finish = finish},
};
