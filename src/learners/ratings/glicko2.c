/* Glicko-2 (Glickman 2001; the steps are numbered as in his "Example of the Glicko-2 system", 2013): each of n players has a rating r, a deviation RD
 * and a volatility sigma. With mu = (r - 1500)/173.7178, phi = RD/173.7178 and g(phi) = 1/sqrt(1 + 3 phi^2/pi^2), the outcomes s in [0,1] of
 * a rating period of `period` trials change a player who met others by
 *
 *   E = 1/(1 + e^(-g(phi_j)(mu - mu_j))),  1/v = sum g(phi_j)^2 E (1 - E),  Delta = v sum g(phi_j)(s - E),
 *   sigma' = e^(x/2) with e^x (Delta^2 - phi^2 - v - e^x)/(2 (phi^2 + v + e^x)^2) = (x - ln sigma^2)/tau^2,
 *   1/phi'^2 = 1/(phi^2 + sigma'^2) + 1/v,  mu' = mu + phi'^2 sum g(phi_j)(s - E),
 *
 * all from what was known before the period; for the others phi'^2 = phi^2 + sigma^2. Within a period predictions are made from what was
 * known before it: the chance of i against j is 1/(1 + e^(-g(sqrt(phi_i^2 + phi_j^2))(mu_i - mu_j))) (Glickman 1999, equation 16).
 * The loss's interval stands for [0,1], as for elo. Nothing is learnt from a pair (i, i). */

#include "learners/ratings/pair_outcome.h"
#include "learners/tuned_grid.h"

enum { MOST_STEPS = 200 };

static const double SCALE = 173.7178, START = 1500.0, PI = 3.141592653589793;
static const double CONVERGED =
    1e-12; /* of ln sigma^2; published is 1e-6, which leaves the rule for the root in the last digits */

typedef struct glicko2 {
  size_t n, period;
  loss loss;
  double deviation, volatility, tau;
  double *ratings, *deviations, *volatilities; /* n; points, points, sigma */
  size_t played;                               /* trials of the present period */
  double *information, *surprise;              /* n; sums of this period: of g^2 E (1 - E), of g (s - E) */
} glicko2;

static const parameter parameters[] = {
    OPTION_ABOVE(glicko2, deviation, "350", 0, 1e4, "RD of a player of whom nothing is known, in points"),
    OPTION_ABOVE(glicko2, volatility, "0.06", 0, 10, "sigma of a player of whom nothing is known"),
    OPTION_NUMBER(glicko2, tau, "0.5", 0.01, 10, "how much volatilities change: 0.3 to 1.2 are usual"),
    OPTION_COUNT(glicko2, period, "20", 1, 1e9, "trials of a rating period"),
    TUNED_GRID_PARAMETER,
};

static double weight(double phi) {
  return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (PI * PI));
}

static double chance(const glicko2 *self, const instance *x) {
  const double phi = sqrt(self->deviations[x->row] * self->deviations[x->row] +
                          self->deviations[x->column] * self->deviations[x->column]) /
                     SCALE;
  return outcome_probability(weight(phi) * (self->ratings[x->row] - self->ratings[x->column]) / SCALE);
}

static status init(void *data, const learner_setting *setting) {
  glicko2 *self = data;
  self->n = setting->n;
  self->loss = setting->loss;
  TRY(OWN_ARRAY(self, self->n, self->ratings));
  TRY(OWN_ARRAY(self, self->n, self->deviations));
  TRY(OWN_ARRAY(self, self->n, self->volatilities));
  TRY(OWN_ARRAY(self, self->n, self->information));
  TRY(OWN_ARRAY(self, self->n, self->surprise));
  for (size_t i = 0; i < self->n; i++) {
    self->ratings[i] = START;
    self->deviations[i] = self->deviation;
    self->volatilities[i] = self->volatility;
  }
  return STATUS_OK;
}

static status predict(void *data, const instance *x, prediction *out) {
  const glicko2 *self = data;
  out->score = out->value = outcome_prediction(&self->loss, chance(self, x));
  return STATUS_OK;
}

/* ---- the end of a period */

typedef struct equation {
  double square, spread, start, tau; /* Delta^2, phi^2 + v, ln sigma^2 */
} equation;

static double excess(const equation *of, double x) {
  const double e = fixed_exp(x), sum = of->spread + e;
  return e * (of->square - sum) / (2.0 * sum * sum) - (x - of->start) / (of->tau * of->tau);
}

/* Step 5, by the Illinois rule of false position. Returns sigma'. */
static double new_volatility(const equation *of) {
  double a = of->start, b = a - of->tau;
  if (of->square > of->spread) {
    b = fixed_log(of->square - of->spread);
  } else {
    while (excess(of, b) < 0.0) b -= of->tau;
  }
  double at_a = excess(of, a), at_b = excess(of, b);
  for (int step = 0; step < MOST_STEPS && fabs(b - a) > CONVERGED; step++) {
    const double c = a + (a - b) * at_a / (at_b - at_a), at_c = excess(of, c);
    if (at_c * at_b <= 0.0) {
      a = b;
      at_a = at_b;
    } else {
      at_a *= 0.5;
    }
    b = c;
    at_b = at_c;
  }
  return fixed_exp(0.5 * a);
}

static status end_period(glicko2 *self) {
  for (size_t i = 0; i < self->n; i++) {
    const double phi = self->deviations[i] / SCALE, information = self->information[i];
    double square = phi * phi, sigma = self->volatilities[i];
    if (information > 0.0) {
      const double v = 1.0 / information, delta = v * self->surprise[i];
      const equation of = {delta * delta, square + v, 2.0 * fixed_log(sigma), self->tau};
      self->volatilities[i] = sigma = new_volatility(&of);
    }
    square = 1.0 / (1.0 / (square + sigma * sigma) + information);
    self->deviations[i] = SCALE * sqrt(square);
    self->ratings[i] += SCALE * square * self->surprise[i];
    self->information[i] = self->surprise[i] = 0.0;
    if (!isfinite(self->ratings[i]) || !isfinite(self->deviations[i]) || !(self->volatilities[i] > 0.0)) {
      return FAIL(STATUS_NUMERIC, "glicko2: a rating, a deviation or a volatility is not finite");
    }
  }
  self->played = 0;
  return STATUS_OK;
}

static void meet(glicko2 *self, size_t i, size_t j, double outcome) {
  const double g = weight(self->deviations[j] / SCALE);
  const double expected = outcome_probability(g * (self->ratings[i] - self->ratings[j]) / SCALE);
  self->information[i] += g * g * expected * (1.0 - expected);
  self->surprise[i] += g * (outcome - expected);
}

static status update(void *data, const instance *x, const prediction *predicted, double label, bool *updated) {
  glicko2 *self = data;
  *updated = true;
  if (x->row != x->column) {
    const double outcome = outcome_of_label(&self->loss, label);
    meet(self, x->row, x->column, outcome);
    meet(self, x->column, x->row, 1.0 - outcome);
  }
  return ++self->played < self->period ? STATUS_OK : end_period(self);
}

static double rating(const void *self, size_t row) {
  return ((const glicko2 *)self)->ratings[row];
}

static const field state[] = {
    {FIELD(glicko2, ratings, FIELD_LIST), FIELD_LENGTH(glicko2, n)},
    {FIELD(glicko2, deviations, FIELD_LIST), FIELD_LENGTH(glicko2, n), .low = 0, .open_low = true, .high = 1e300},
    {FIELD(glicko2, volatilities, FIELD_LIST), FIELD_LENGTH(glicko2, n), .low = 0, .open_low = true, .high = 1e300},
    {FIELD(glicko2, played, FIELD_COUNT), FIELD_MOST(glicko2, period)},
    {FIELD(glicko2, information, FIELD_LIST), FIELD_LENGTH(glicko2, n), .low = 0, .high = 1e300},
    {FIELD(glicko2, surprise, FIELD_LIST), FIELD_LENGTH(glicko2, n)},
};

static const learner_methods methods = {
    .size = sizeof(glicko2),
    .check = outcome_check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    .rating = rating,
};

const learner_class learner_glicko2 = {
    .about = {.name = "glicko2",
              .title = "Glicko-2",
              .citation = "Glickman 2001, Dynamic paired comparison models with stochastic variances",
              .help =
                  "ratings with deviations and volatilities, changed after every period; predicts the expected outcome",
              .formula =
                  "predicts $p_0+p(p_1-p_0)$, $p=\\frac1{1+e^{-g(v_i-v_j)}}$, "
                  "$g=\\left(1+\\frac{3(d_i^2+d_j^2)}{\\pi^2}\\right)^{-1/2}$, $v$ the ratings and $d$ the deviations "
                  "before the period, in units of 173.7178 points",
              .family = "rating",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .tuned = {TUNED(glicko2, volatility)},
};
