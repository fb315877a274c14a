#include "bounds/boosting/boost_trial.h"
#include "learners/boosting/boost_step.h"

static const double premise_tolerance = 1e-9; /* times the width of the spectrum */

bool boost_trial_applies(const void *self, const bound_context *context) {
  return context->problem->facts.labels == LABEL_REAL && context->problem->facts.loss.kind == LOSS_VIOLATION;
}

static const ask asks[] = {
    ASK_AS("low", boost_trial, given_low),
    ASK_AS("high", boost_trial, given_high),
    ASK(boost_trial, log_dual),
};

status boost_trial_begin(const bound_context *context, boost_trial *trial) {
  const problem_facts *facts = &context->problem->facts;
  TRY(ask_learner(asks, 3, context->class->about.name, context->learner, trial));
  trial->learner = *context->learner;
  spectral *w = learner_parameter(&trial->learner);
  trial->diagonal = spectral_representation_of(w) == REPRESENTATION_DIAGONAL;
  trial->start_error = spectral_trace_error(w);
  return instance_square_new(member_memory(trial), facts->kind, facts->n, facts->rank, &eigen_own, &trial->ends);
}

status boost_trial_before(boost_trial *trial, const trial_event *event) {
  boost_constraint c;
  TRY(boost_constraint_of(trial->ends, event->x, event->label, &c));
  const double slack = premise_tolerance * (c.high - c.low) + c.error;
  trial->r = event->predicted.score - event->label;
  trial->low = isnan(trial->given_low) ? c.low : trial->given_low;
  trial->high = isnan(trial->given_high) ? c.high : trial->given_high;
  trial->before = live_constant_now(&trial->log_dual);
  trial->trace_error = spectral_trace_error(learner_parameter(&trial->learner));
  trial->log_rho = 0.0;
  trial->violated = trial->r > 0.0 && c.sides != BOOST_ALWAYS_MET;
  if (!trial->violated) return STATUS_OK;
  if (c.sides == BOOST_NEVER_MET) {
    premise_fail(&trial->failed, "C has a negative eigenvalue", event->t, c.low);
    return STATUS_OK; /* no step is due */
  }
  premise_at_least(&trial->failed, "no eigenvalue below low", event->t, c.low, trial->low - slack);
  premise_at_most(&trial->failed, "no eigenvalue above high", event->t, c.high, trial->high + slack);
  trial->log_rho = boost_log_rho(trial->r, trial->low, trial->high);
  return STATUS_OK;
}

/* ln Z is a difference of two ln tr e^A. What earlier steps left in A is in both of them, and no error of this step; of a diagonal A, where
 * the rest does not change, it can be told apart. */
status boost_trial_watch(boost_trial *trial) {
  const double before = trial->trace_error, after = spectral_trace_error(learner_parameter(&trial->learner));
  trial->after = live_constant_now(&trial->log_dual);
  trial->trace_error = trial->diagonal ? 2.0 * trial->start_error + fabs(after - before) : before + after;
  return STATUS_OK;
}

void boost_trial_premise(const boost_trial *trial, bound_row *row) {
  premise_row(&trial->failed, row);
}
