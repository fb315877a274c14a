#include "bounds/boost_trial.h"

#include <math.h>
#include <string.h>

#include "learners/boost_step.h"

static const double premise_tolerance = 1e-9; /* times the width of the spectrum */

bool boost_trial_applies(const bound_context *context) {
  return strcmp(context->learner->class->family, "definite_boost") == 0 &&
         context->problem->facts.labels == LABEL_REAL && context->problem->facts.loss.kind == LOSS_VIOLATION;
}

double boost_trial_constant(const boost_trial *trial, const char *name) {
  double value = NAN;
  (void)learner_constant(&trial->learner, name, &value);
  return value;
}

status boost_trial_begin(const bound_context *context, boost_trial *trial) {
  const problem_facts *facts = &context->problem->facts;
  *trial = (boost_trial){.learner = *context->learner};
  trial->given_low = boost_trial_constant(trial, "low");
  trial->given_high = boost_trial_constant(trial, "high");
  return instance_spectrum_new(facts->kind, facts->n, facts->rank, &eigen_gsl, &trial->spectrum);
}

void boost_trial_end(boost_trial *trial) {
  instance_spectrum_free(trial->spectrum);
}

static void fail(boost_trial *trial, const char *premise, size_t t, double value) {
  if (trial->premise != NULL) return;
  trial->premise = premise;
  trial->premise_trial = t;
  trial->premise_value = value;
}

status boost_trial_before(boost_trial *trial, const trial_event *event) {
  double least, largest, error;
  TRY(instance_spectrum_ends(trial->spectrum, event->x, &least, &largest, &error));
  const double y = event->label, slack = premise_tolerance * (largest - least) + error;
  trial->r = event->predicted.score - y;
  trial->low = isnan(trial->given_low) ? least - y : trial->given_low;
  trial->high = isnan(trial->given_high) ? largest - y : trial->given_high;
  trial->before = boost_trial_constant(trial, "log_dual");
  trial->trace_error = spectral_trace_error(learner_parameter(&trial->learner));
  trial->log_rho = 0.0;
  if (!(trial->r > 0.0) || largest - y <= error || least - y >= -error) return STATUS_OK; /* no step is due */
  if (least - y < trial->low - slack) fail(trial, "no eigenvalue below low", event->t, least - y);
  if (largest - y > trial->high + slack) fail(trial, "no eigenvalue above high", event->t, largest - y);
  trial->log_rho = boost_log_rho(trial->r, trial->low, trial->high);
  return STATUS_OK;
}

status boost_trial_watch(boost_trial *trial) {
  trial->after = boost_trial_constant(trial, "log_dual");
  trial->trace_error += spectral_trace_error(learner_parameter(&trial->learner));
  return STATUS_OK;
}

void boost_trial_premise(const boost_trial *trial, bound_row *row) {
  if (trial->premise == NULL) return;
  row->premise = trial->premise;
  row->premise_trial = trial->premise_trial;
  row->premise_value = trial->premise_value;
}
