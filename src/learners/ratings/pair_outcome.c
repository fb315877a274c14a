#include "learners/ratings/pair_outcome.h"

status outcome_check(const void *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  if (setting->rows != setting->n) {
    return FAIL(STATUS_INVALID, "%s: entries of %zu rows and %zu columns, expected a square matrix of players", who,
                setting->rows, setting->n);
  }
  if (setting->loss.kind != LOSS_LINEAR) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: labels of the linear loss are slopes, expected outcomes", who);
}

double outcome_of_label(const loss *l, double label) {
  return (label - l->label_low) / (l->label_high - l->label_low);
}

double outcome_prediction(const loss *l, double probability) {
  return loss_clip(l, l->low + probability * (l->high - l->low));
}

double outcome_probability(double x) {
  if (x >= 0.0) return 1.0 / (1.0 + fixed_exp(-x));
  const double odds = fixed_exp(x);
  return odds / (1.0 + odds);
}

outcome_chances outcome_davidson(double lead, double nu) {
  const double r = fixed_exp(-0.5 * fabs(lead)),
               sum = 1.0 + nu * r + r * r; /* divided by the largest of the two ends */
  const double strong = 1.0 / sum, weak = r * r / sum;
  return (outcome_chances){lead >= 0.0 ? strong : weak, nu * r / sum, lead >= 0.0 ? weak : strong};
}

outcome_chances outcome_of_expected(double expected, double nu) {
  const bool first = expected >= 0.5;
  const double strong = first ? expected : 1.0 - expected, weak = 1.0 - strong, half = 0.5 * nu * (strong - 0.5);
  /* e^(-lead/2) of the stronger one */
  const double r = weak > 0.0 ? weak / (half + sqrt(half * half + weak * strong)) : 0.0;
  const double sum = 1.0 + nu * r + r * r, win = 1.0 / sum, lost = r * r / sum;
  return (outcome_chances){first ? win : lost, nu * r / sum, first ? lost : win};
}
