#include "learners/forecast.h"
#include "learners/ratings/pair_outcome.h"

enum { ABSOLUTE, SQUARE, LOGARITHM, RIGHT, RESULT };

const char *const forecast_scores[FORECAST_SCORES + 1] = {"absolute_error", "brier",           "log_loss",
                                                          "accuracy",       "result_log_loss", NULL};

bool forecast_suits(const loss *l) {
  return l->kind != LOSS_ZERO_ONE && l->kind != LOSS_LINEAR && isfinite(l->high - l->low) && l->low == l->label_low &&
         l->high == l->label_high;
}

double forecast_draw(const forecast *f, const learner *player) {
  double nu = 0.0;
  return learner_constant(player, "draw", &nu) ? nu : fixed_exp(f->draw);
}

static int side_of(double p) {
  return (p > 0.5) - (p < 0.5);
}

static double minus_log(double p) {
  return -fixed_log(fmin(fmax(p, FORECAST_CLIP), 1.0 - FORECAST_CLIP));
}

void forecast_add(forecast *f, const learner *player, double predicted, double label) {
  const double width = f->loss.high - f->loss.low, p = (predicted - f->loss.low) / width;
  const double y = (label - f->loss.low) / width;
  const bool drawn = y == 0.5;
  const outcome_chances of = outcome_of_expected(p, forecast_draw(f, player));
  const size_t bin = p >= 1.0 ? FORECAST_BINS - 1 : (size_t)(p * FORECAST_BINS);
  f->trials++;
  f->drawn = f->drawn || drawn;
  f->sum[ABSOLUTE] += fabs(p - y);
  f->sum[SQUARE] += (p - y) * (p - y);
  f->sum[LOGARITHM] += y * minus_log(p) + (1.0 - y) * minus_log(1.0 - p);
  f->sum[RIGHT] += 0.5 + 0.5 * side_of(p) * side_of(y);
  f->sum[RESULT] += minus_log(drawn ? of.draw : y > 0.5 ? of.win : of.loss);
  f->draw += ((drawn ? 1.0 : 0.0) - of.draw) / sqrt((double)f->trials);
  f->count[bin] += 1.0;
  f->said[bin] += p;
  f->came[bin] += y;
}

double forecast_score(const forecast *f, size_t which) {
  return f->sum[which] / (double)f->trials;
}
