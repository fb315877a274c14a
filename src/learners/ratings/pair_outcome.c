#include "learners/ratings/pair_outcome.h"

#include "base/fixed_math.h"

status outcome_check(const learner_setting *setting, const options *options) {
  if (setting->rows != setting->n) {
    return FAIL(STATUS_INVALID, "%s: entries of %zu rows and %zu columns, expected a square matrix of players",
                option_who(options), setting->rows, setting->n);
  }
  if (setting->loss.kind != LOSS_LINEAR) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: labels of the linear loss are slopes, expected outcomes", option_who(options));
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
