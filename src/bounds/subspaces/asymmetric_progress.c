#include "bounds/subspaces/asymmetric_progress.h"

#include <math.h>

#include "base/fixed_math.h"
#include "bounds/potential.h"
#include "learners/winnow/elimination_winnow.h"

static const double count_tolerance = 1e-9;    /* M <= B + 1e-9 */
static const double progress_tolerance = 1e-9; /* times max(1, potential) */
static const double clean_tolerance = 1e-14;   /* elimination: tr(PX) of negative updates */

bool asymmetric_applies(const bound_context *context, const char *constant) {
  double value = 0.0;
  return bound_of_signs(context) && learner_constant(context->learner, constant, &value);
}

static status measure(asymmetric_progress *progress) {
  const learner *learner = &progress->learner;
  const comparator *u = progress->premises.comparator;
  spectral *w = learner_parameter(learner);
  if (w != NULL) {
    progress->score_error = spectral_error(w);
    progress->trace_error = spectral_trace_error(w);
    return potential_of(learner, u, progress->scale, &progress->potential);
  }
  const double trace = learner_constant_or_nan(learner, "trace");
  /* What is larger than zero by less than the tolerance is not removed. */
  progress->score_error = progress->trace_error = elimination_tolerance * trace;
  if (u == NULL) return STATUS_OK;
  const double size = comparator_trace(u), zeta = progress->scale;
  progress->potential = zeta * (comparator_entropy(u) + size * fixed_log(zeta) - size) -
                        zeta * (size * fixed_log(progress->w0) + progress->added) + trace;
  return STATUS_OK;
}

status asymmetric_progress_begin(const bound_context *context, double per_mistake, asymmetric_progress *progress) {
  const learner *learner = context->learner;
  *progress = (asymmetric_progress){.learner = *learner,
                                    .alpha = learner_constant_or_nan(learner, "alpha"),
                                    .beta = learner_constant_or_nan(learner, "beta"),
                                    .w0 = learner_constant_or_nan(learner, "w0"),
                                    .scale = learner_constant_or_nan(learner, "comparator_scale"),
                                    .per_mistake = per_mistake,
                                    .potential = NAN,
                                    .progress = {.direction = BOUND_LOWER}};
  TRY(subspace_premises_begin(context, learner_constant_or_nan(learner, "gap"), &progress->premises));
  if (context->comparator != NULL) {
    const comparator *u = context->comparator;
    const double n = (double)context->problem->facts.n, size = comparator_trace(u), zeta = progress->scale;
    premise_require(&progress->premises.failed, !isnan(comparator_entropy(u)),
                    "the spectrum of the comparator is known", NAN);
    premise_require(&progress->premises.failed, per_mistake > 0.0, "the guaranteed progress is positive", per_mistake);
    progress->start = at_least_zero(zeta * comparator_entropy(u) + zeta * size * fixed_log(zeta / progress->w0) +
                                    progress->w0 * n - zeta * size);
  }
  return measure(progress);
}

void asymmetric_progress_clear(void *self) {
  subspace_premises_end(&((asymmetric_progress *)self)->premises);
}

double asymmetric_progress_value(const asymmetric_progress *progress) {
  return (progress->start + progress->charge) / progress->per_mistake;
}

double asymmetric_progress_current(void *self) {
  const asymmetric_progress *progress = self;
  return subspace_premises_hold(&progress->premises) ? asymmetric_progress_value(progress) : NAN;
}

/* What the violation of the gap in this trial costs. */
static double charge_of(asymmetric_progress *progress, const trial_event *event) {
  const double hinge = progress->premises.last_hinge;
  if (event->label > 0.0) return progress->scale * progress->alpha * hinge;
  if (!isinf(progress->beta)) return progress->scale * progress->beta * hinge;
  if (hinge > clean_tolerance) {
    premise_fail(&progress->premises.failed, "no noise on negative updates", event->t, hinge);
  }
  return 0.0;
}

status asymmetric_progress_watch(void *self, const trial_event *event) {
  asymmetric_progress *progress = self;
  if (!event->updated) return STATUS_OK;
  subspace_premises *premises = &progress->premises;
  const bool positive = event->label > 0.0;
  subspace_premises_watch(premises, event);
  /* A score off by e lets an update gain up to (e^alpha - 1) e less (positive) or (1 - e^-beta) e (negative). */
  const double slope = positive ? fixed_expm1(progress->alpha) : -fixed_expm1(-progress->beta);
  progress->budget += slope * progress->score_error * instance_nuclear(event->x);
  progress->expected += event->error_probability;
  if (premises->comparator == NULL) return STATUS_OK;
  const double charge = charge_of(progress, event);
  progress->charge += charge;
  if (positive) progress->added += progress->alpha * comparator_value(premises->comparator, event->x);
  const double before = progress->potential, error_before = progress->trace_error;
  TRY(measure(progress));
  invariant_judge_progress(&progress->progress, event->t, before, progress->potential,
                           progress->per_mistake * event->error_probability - charge, progress_tolerance,
                           error_before + progress->trace_error);
  theorem_judge_trial(&progress->theorem, (trial_figures){.trial = event->t,
                                                          .measured = progress->expected,
                                                          .value = asymmetric_progress_value(progress),
                                                          .tolerance = count_tolerance,
                                                          .error = progress->budget / progress->per_mistake});
  return STATUS_OK;
}

void asymmetric_progress_rows(const asymmetric_progress *progress, const cell_totals *totals, bound_row_list *rows) {
  const subspace_premises *premises = &progress->premises;
  bound_row *row = bound_row_add(rows, NULL);
  subspace_premises_row(premises, row);
  row->measured = totals->expected_mistakes;
  row->tolerance = count_tolerance;
  row->trivial = (double)totals->trials;
  if (premises->comparator != NULL) {
    row->value = asymmetric_progress_value(progress);
    row->error = progress->budget / progress->per_mistake;
  }
  theorem_judge_row(&progress->theorem, row);
  bound_row *step = invariant_judge_row(&progress->progress, rows, "progress", "progress");
  if (step != NULL) subspace_premises_row(premises, step);
}
