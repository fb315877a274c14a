#include "cell/cell_trial.h"

#include <math.h>

status trial_judge_prediction(const problem_facts *facts, bool randomised, trial_event *event) {
  const loss loss = problem_loss(facts);
  const double middle = 0.5 * (loss.low + loss.high), value = event->predicted.value;
  if (value < loss.low || value > loss.high) {
    return FAIL(STATUS_FAILED, "the learner's prediction is %g, expected a number from %g to %g", value, loss.low,
                loss.high);
  }
  const int side = (value > middle) - (value < middle), label_side = (event->label > middle) - (event->label < middle);
  event->mistake = loss.kind == LOSS_ZERO_ONE ? value != event->label : side != label_side;
  event->loss = loss_value(&loss, value, event->label);
  event->error_probability = event->mistake ? 1.0 : 0.0;
  if (randomised) {
    const double high = event->predicted.probability;
    event->error_probability = event->label > middle ? 1.0 - high : high;
  }
  return STATUS_OK;
}

double trial_comparator_loss(const problem_facts *facts, const comparator *u, const instance *x, double label) {
  if (u == NULL) return NAN;
  if (facts->labels == LABEL_REAL) {
    const loss loss = problem_loss(facts);
    return loss_value(&loss, comparator_value(u, x), label);
  }
  const double middle = 0.5 * (facts->gap_low + facts->gap_high);
  const double value = comparator_value(u, x) >= middle ? 1.0 : -1.0;
  return value != label ? 1.0 : 0.0;
}
