#include "bounds/potential.h"

/* Below 0: the learner has no such constant. */
typedef struct scales {
  double comparator_scale, comparator_trace;
} scales;

static const ask scale_asks[] = {
    ASK_OR(scales, comparator_scale, -1.0),
    ASK_OR(scales, comparator_trace, -1.0),
};

status potential_scale(const learner *player, const comparator *u, double *scale) {
  scales known;
  TRY(ask_learner(scale_asks, sizeof scale_asks / sizeof *scale_asks, "the potential", player, &known));
  *scale = 1.0;
  if (!(known.comparator_scale < 0.0)) {
    *scale = known.comparator_scale;
  } else if (u != NULL && !(known.comparator_trace < 0.0)) {
    *scale = known.comparator_trace / comparator_trace(u);
  }
  return STATUS_OK;
}

status potential_of(const learner *player, const comparator *u, double scale, double *value) {
  *value = NAN;
  spectral *w = learner_parameter(player);
  if (w == NULL || u == NULL || spectral_order(w) != comparator_order(u)) return STATUS_OK;
  const double entropy = comparator_entropy(u);
  const instance *matrix = comparator_instance(u);
  if (isnan(entropy) && spectral_link_of(w) != LINK_IDENTITY) return STATUS_OK;
  if (!(scale > 0.0 && isfinite(scale))) return STATUS_OK; /* of trace 0, or with negative entries: no density */
  if (!spectral_takes_argument(w, matrix->kind)) return STATUS_OK; /* a projection, where instances are vectors */
  return spectral_divergence(w, matrix, entropy, comparator_squared_norm(u), scale, value);
}

double at_least_zero(double value) {
  return value < 0.0 ? 0.0 : value;
}

status potential_measure(potential_steps *steps) {
  spectral *w = learner_parameter(&steps->learner);
  if (steps->comparator != NULL) TRY(potential_of(&steps->learner, steps->comparator, steps->scale, &steps->now));
  steps->score_error = w != NULL ? spectral_error(w) : learner_constant_or_nan(&steps->learner, "score_error");
  steps->trace_error = w != NULL ? spectral_trace_error(w) : 0.0;
  return STATUS_OK;
}

status potential_begin(const learner *player, const comparator *u, double scale, potential_steps *steps) {
  *steps =
      (potential_steps){.learner = *player, .comparator = u, .scale = scale, .progress = {.direction = BOUND_LOWER}};
  return potential_measure(steps);
}

void potential_charge(potential_steps *steps, const trial_event *event, double eta, double low, double width) {
  const double slope = event->label > 0.0 ? fixed_expm1(eta) : -fixed_expm1(-eta);
  const double error = steps->score_error * instance_nuclear(event->x) + fabs(low) * steps->trace_error;
  steps->budget += slope * error / width;
}

status potential_judge(potential_steps *steps, size_t t, double least, double tolerance, double error) {
  const double before = steps->now, error_before = steps->trace_error;
  TRY(potential_measure(steps));
  if (learner_parameter(&steps->learner) == NULL) return STATUS_OK; /* a program's: no potential is known */
  invariant_judge_progress(&steps->progress, t, before, steps->now, least, tolerance,
                           error_before + steps->trace_error + error);
  return STATUS_OK;
}
