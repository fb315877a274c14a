#include "bounds/subspaces/asymmetric_progress.h"

#include <math.h>

#include "base/fixed_math.h"
#include "bounds/potential.h"
#include "learners/winnow/elimination_winnow.h"

static const double count_tolerance = 1e-9;    /* M <= B + 1e-9 */
static const double progress_tolerance = 1e-9; /* times max(1, potential) */
static const double clean_tolerance = 1e-14;   /* elimination: tr(PX) of negative updates */

bool asymmetric_applies(const bound_context *context, const char *constant, bool normalized) {
  double value = 0.0;
  return bound_of_signs(NULL, context) && learner_constant(context->learner, constant, &value) &&
         learner_constant(context->learner, "comparator_trace", &value) == normalized;
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
                                    .scale = potential_scale(learner, context->comparator),
                                    .theta = learner_constant_or_nan(learner, "theta"),
                                    .per_mistake = per_mistake,
                                    .potential = NAN,
                                    .progress = {.direction = BOUND_LOWER}};
  double value = 0.0;
  progress->normalized = learner_constant(learner, "comparator_trace", &value);
  progress->by_score = learner_constant(learner, "expected_progress", &value);
  TRY(subspace_premises_begin(context, learner_constant_or_nan(learner, "gap"), &progress->premises));
  const double r = learner_constant_or_nan(learner, "r");
  progress->channel = (capacity_channel){.p1 = progress->premises.gap / r,
                                         .p0 = progress->premises.gap_low / r,
                                         .most_up = learner_constant_or_nan(learner, "most_up"),
                                         .most_down = learner_constant_or_nan(learner, "most_down")};
  if (context->comparator != NULL) {
    const comparator *u = context->comparator;
    const double n = (double)context->problem->facts.n, size = comparator_trace(u), zeta = progress->scale;
    premise_require(&progress->premises.failed, !isnan(comparator_entropy(u)),
                    "the spectrum of the comparator is known", NAN);
    premise_require(&progress->premises.failed, isfinite(zeta), "P is not 0", size);
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

/* Where a positive instance has nothing left, no step has an effect, and the proof takes the one that makes up for a mistake. */
static double rate_of(const asymmetric_progress *progress, const trial_event *event) {
  const bool positive = event->label > 0.0;
  if (positive && !event->updated) return progress->per_mistake / progress->channel.p1;
  if (!progress->by_score) return positive ? progress->alpha : progress->beta;
  const double s = event->predicted.score;
  return positive ? capacity_up(&progress->channel, s) : capacity_down(&progress->channel, s);
}

/* How much progress an error of the score can cost: the derivative e^alpha - 1 or 1 - e^-beta times it; with trace 1, where the proof has a
 * logarithm, ln(1 + that / (1 +- that s)), s the threshold or, where it decides the rates, the score. */
static double loss_of(const asymmetric_progress *progress, const trial_event *event, double rate) {
  const bool positive = event->label > 0.0;
  const double slope = positive ? fixed_expm1(rate) : -fixed_expm1(-rate);
  const double error = progress->score_error * instance_nuclear(event->x);
  if (!progress->normalized) return slope * error;
  const double s = progress->by_score ? event->predicted.score : progress->theta;
  return fixed_log1p(slope * error / (positive ? 1.0 + slope * s : 1.0 - slope * s));
}

/* What the violation of the gap in this trial costs. */
static double charge_of(asymmetric_progress *progress, const trial_event *event, double rate) {
  const double hinge = progress->premises.last_hinge;
  if (event->label > 0.0 || !isinf(rate)) return progress->scale * rate * hinge;
  if (hinge > clean_tolerance) {
    premise_fail(&progress->premises.failed, "no noise on negative updates", event->t, hinge);
  }
  return 0.0;
}

status asymmetric_progress_watch(void *self, const trial_event *event) {
  asymmetric_progress *progress = self;
  if (!event->updated && event->error_probability == 0.0) return STATUS_OK;
  subspace_premises *premises = &progress->premises;
  const bool positive = event->label > 0.0;
  subspace_premises_watch(premises, event);
  const double rate = rate_of(progress, event);
  progress->budget += loss_of(progress, event, rate);
  progress->expected += event->error_probability;
  if (premises->comparator == NULL) return STATUS_OK;
  const double charge = charge_of(progress, event, rate);
  progress->charge += charge;
  if (positive && event->updated) progress->added += rate * comparator_value(premises->comparator, event->x);
  if (progress->normalized && event->updated) {
    progress->added -=
        comparator_trace(premises->comparator) * learner_constant_or_nan(&progress->learner, "log_normalizer");
  }
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

status asymmetric_progress_finish(void *self, const cell_totals *totals, bound_row_list *rows) {
  const asymmetric_progress *progress = self;
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
  return STATUS_OK;
}

status asymmetric_progress_finish_sampled(void *self, const cell_totals *totals, bound_row_list *rows) {
  const asymmetric_progress *progress = self;
  TRY(asymmetric_progress_finish(self, totals, rows));
  bound_row *sampled = bound_row_add(rows, "sampled");
  subspace_premises_row(&progress->premises, sampled);
  sampled->level = LEVEL_MEAN;
  sampled->measure = "mistakes";
  sampled->measured = (double)totals->mistakes;
  sampled->tolerance = rows->row[0].tolerance;
  sampled->trivial = (double)totals->trials;
  if (progress->premises.comparator == NULL) return STATUS_OK;
  sampled->value = asymmetric_progress_value(progress);
  sampled->error = progress->budget / progress->per_mistake;
  return STATUS_OK;
}
