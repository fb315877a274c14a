#include "bounds/subspaces/asymmetric_progress.h"
#include "bounds/potential.h"
#include "learners/winnow/elimination_winnow.h"

static const double count_tolerance = 1e-9;    /* M <= B + 1e-9 */
static const double progress_tolerance = 1e-9; /* times max(1, potential) */
static const double trace_tolerance = 1e-9;
static const double clean_tolerance = 1e-14; /* elimination: tr(PX) of negative updates */

static const ask asks[] = {
    ASK(asymmetric_progress, alpha),
    ASK(asymmetric_progress, beta),
    ASK(asymmetric_progress, w0),
    ASK(asymmetric_progress, r),
    ASK_AS("gap", asymmetric_progress, premises.gap),
    ASK_OR(asymmetric_progress, theta, NAN),
    ASK_OR(asymmetric_progress, saturation, NAN),
    ASK_OR(asymmetric_progress, expected_progress, NAN),
    ASK_AS_OR("comparator_trace", asymmetric_progress, normalized, 0.0),
    ASK_AS_OR("most_up", asymmetric_progress, channel.most_up, NAN),
    ASK_AS_OR("most_down", asymmetric_progress, channel.most_down, NAN),
    ASK_OR(asymmetric_progress, trace, NAN),
    ASK_OR(asymmetric_progress, log_normalizer, NAN),
};

static status measure(asymmetric_progress *progress) {
  const learner *player = &progress->learner;
  const comparator *u = progress->premises.comparator;
  spectral *w = learner_parameter(player);
  if (w != NULL) {
    progress->score_error = spectral_error(w);
    progress->trace_error = spectral_trace_error(w);
    return potential_of(player, u, progress->scale, &progress->potential);
  }
  const double trace = live_constant_now(&progress->trace);
  /* What is larger than zero by less than the tolerance is not removed. */
  progress->score_error = progress->trace_error = elimination_tolerance * trace;
  if (u == NULL) return STATUS_OK;
  const double size = comparator_trace(u), zeta = progress->scale;
  progress->potential = zeta * (comparator_entropy(u) + size * fixed_log(zeta) - size) -
                        zeta * (size * fixed_log(progress->w0) + progress->added) + trace;
  return STATUS_OK;
}

static status init(void *self, const bound_context *context) {
  const learner *player = context->learner;
  asymmetric_progress *progress = self;
  subspace_premises *premises = &progress->premises;
  progress->kind = context->class->variant;
  progress->learner = *player;
  TRY(potential_scale(player, context->comparator, &progress->scale));
  progress->potential = NAN;
  progress->progress.direction = BOUND_LOWER;
  progress->spread = 0.5 * sqrt((double)context->trials);
  TRY(subspace_premises_begin(context, premises->gap, premises));
  const double per_mistake = progress->per_mistake = progress->kind->per_mistake(progress);
  progress->whole = NAN;
  progress->channel.p1 = premises->gap / progress->r;
  progress->channel.p0 = premises->gap_low / progress->r;
  if (context->comparator != NULL) {
    const comparator *u = context->comparator;
    const double n = (double)context->problem->facts.n, size = comparator_trace(u), zeta = progress->scale;
    premise_require(&premises->failed, !isnan(comparator_entropy(u)), "the spectrum of the comparator is known", NAN);
    premise_require(&premises->failed, isfinite(zeta), "P is not 0", size);
    premise_require(&premises->failed, per_mistake > 0.0, "the guaranteed progress is positive", per_mistake);
    progress->start = at_least_zero(zeta * comparator_entropy(u) + zeta * size * fixed_log(zeta / progress->w0) +
                                    progress->w0 * n - zeta * size);
    premise_require(&premises->failed,
                    !progress->kind->of_trace_r || fabs(size - progress->r) <= trace_tolerance * progress->r,
                    "the comparator has trace r", size);
    if (progress->kind->whole != NULL) progress->whole = progress->kind->whole(progress, context->problem->facts.n);
  }
  return measure(progress);
}

static bool is_whole(const asymmetric_progress *progress) {
  return progress->charge == 0.0 && !isnan(progress->whole);
}

static double value_now(const asymmetric_progress *progress) {
  if (is_whole(progress)) return progress->whole;
  if (!(progress->per_mistake > 0.0)) return NAN;
  return (progress->start + progress->charge) / progress->per_mistake;
}

/* Mistakes that wrong digits can have cost. A whole bound that holds holds without any. */
static double error_now(const asymmetric_progress *progress, double mistakes) {
  return is_whole(progress) && mistakes <= progress->whole ? 0.0 : progress->budget / progress->per_mistake;
}

static double tolerance_now(const asymmetric_progress *progress) {
  return is_whole(progress) ? 0.0 : count_tolerance;
}

static double current(void *self) {
  const asymmetric_progress *progress = self;
  return subspace_premises_hold(&progress->premises) ? value_now(progress) : NAN;
}

/* Where a positive instance has nothing left, no step has an effect, and the proof takes the one that makes up for a mistake. */
static double rate_of(const asymmetric_progress *progress, const trial_event *event) {
  const bool positive = event->label > 0.0;
  if (positive && !event->updated) return progress->per_mistake / progress->channel.p1;
  if (isnan(progress->expected_progress)) return positive ? progress->alpha : progress->beta;
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
  const double s = isnan(progress->expected_progress) ? progress->theta : event->predicted.score;
  return fixed_log1p(slope * error / (positive ? 1.0 + slope * s : 1.0 - slope * s));
}

/* What the violation of the gap in this trial costs. */
static double charge_of(asymmetric_progress *progress, const trial_event *event, double rate) {
  const double hinge = progress->premises.last_hinge;
  if (event->label > 0.0 || !isinf(rate)) return progress->scale * rate * hinge;
  premise_at_most(&progress->premises.failed, "no noise on negative updates", event->t, hinge, clean_tolerance);
  return 0.0;
}

static status watch(void *self, const trial_event *event) {
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
    progress->added -= comparator_trace(premises->comparator) * live_constant_now(&progress->log_normalizer);
  }
  const double before = progress->potential, error_before = progress->trace_error;
  TRY(measure(progress));
  invariant_judge_progress(&progress->progress, event->t, before, progress->potential,
                           progress->per_mistake * event->error_probability - charge, progress_tolerance,
                           error_before + progress->trace_error);
  theorem_judge_trial(&progress->theorem, (trial_figures){.trial = event->t,
                                                          .measured = progress->expected,
                                                          .value = value_now(progress),
                                                          .tolerance = tolerance_now(progress),
                                                          .error = error_now(progress, progress->expected)});
  return STATUS_OK;
}

static status finish(void *self, const cell_totals *totals, bound_row_list *rows) {
  const asymmetric_progress *progress = self;
  const subspace_premises *premises = &progress->premises;
  bound_row *row = bound_row_add(rows, NULL);
  subspace_premises_row(premises, row);
  row->measured = totals->expected_mistakes;
  row->tolerance = tolerance_now(progress);
  row->trivial = cell_totals_allowed(totals);
  if (premises->comparator != NULL) {
    row->value = value_now(progress);
    row->error = error_now(progress, row->measured);
  }
  theorem_judge_row(&progress->theorem, row);
  bound_row *step = invariant_judge_row(&progress->progress, rows, "progress", "progress");
  if (step != NULL) subspace_premises_row(premises, step);
  if (!progress->kind->sampled) return STATUS_OK;
  bound_row *sampled = bound_row_add(rows, "sampled");
  subspace_premises_row(premises, sampled);
  sampled->level = LEVEL_MEAN;
  sampled->measure = "mistakes";
  sampled->measured = (double)totals->mistakes;
  sampled->tolerance = rows->row[0].tolerance;
  sampled->trivial = cell_totals_allowed(totals);
  sampled->spread = progress->spread;
  if (premises->comparator == NULL) return STATUS_OK;
  sampled->value = value_now(progress);
  sampled->error = progress->budget / progress->per_mistake;
  return STATUS_OK;
}

const bound_methods asymmetric_progress_methods = {
    .size = sizeof(asymmetric_progress),
    FIELDS(asks, asks),
    .init = init,
    .watch = watch,
    .current = current,
    .finish = finish,
};
