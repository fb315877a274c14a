/* How good predictions are as chances. Prediction and label, numbers of the loss's interval, stand for p and y in [0,1]. Means over the
 * trials so far:
 *
 *   absolute_error    |p - y|
 *   brier             (p - y)^2                                                      (Brier 1950)
 *   log_loss          -y ln p - (1 - y) ln(1 - p), p clipped to [c, 1 - c], c = FORECAST_CLIP
 *   accuracy          1 if p and y are on the same side of 1/2, 0 if not, 1/2 if one of them is 1/2 (a draw)
 *   result_log_loss   -ln P(y), P the chances of win, draw and loss at the expected outcome p, clipped at c: of Davidson's model, its
 *                     weight nu of a draw being the learner's constant "draw", or learned beside it by descent on -ln P(y),
 *                     ln nu += ([y = 1/2] - P(draw))/sqrt(t) in trial t, nu = 1 at first
 *
 * brier and log_loss are least in the mean where p is the mean of y. "calibration" is the mean of y beside that of p for the trials in
 * each tenth of [0,1] that p falls into. */
#pragma once

#include "learners/learner.h"

#define FORECAST_CLIP 1e-6
enum { FORECAST_BINS = 10, FORECAST_SCORES = 5 };

typedef struct forecast {
  loss loss;
  size_t trials;
  double sum[FORECAST_SCORES];
  double draw;                                                           /* ln nu */
  bool drawn;                                                            /* there was a label in the middle */
  double count[FORECAST_BINS], said[FORECAST_BINS], came[FORECAST_BINS]; /* of each tenth: trials, sum of p, sum of y */
} forecast;

/* The names of the scores, without "calibration"; NULL: the end. */
extern const char *const forecast_scores[FORECAST_SCORES + 1];
/* Predictions and labels have the same bounded interval. */
bool forecast_suits(const loss *l);

/* Starts with a zeroed one and its loss. Does not allocate. */
void forecast_add(forecast *f, const learner *player, double predicted, double label);
/* NaN before the first trial. */
double forecast_score(const forecast *f, size_t which);
/* nu after the last trial. */
double forecast_draw(const forecast *f, const learner *player);
