/* Bradley-Terry: i beats j with probability p = 1/(1 + e^-x), x = theta_i - theta_j; learnt by gradient descent on the logistic loss of the
 * outcome s in [0,1] (Bradley & Terry 1952; Zinkevich 2003 for the rates):
 *
 *   theta_i += eta_t (s - p - decay theta_i),  theta_j += eta_t (p - s - decay theta_j),  eta_t = eta / sqrt(t)
 *
 * in trial t, from theta = 0; decay is the weight of a ridge penalty |theta|^2/2 on the strengths of the pair. The
 * loss's interval stands for [0,1], as for elo. Nothing is learnt from a pair (i, i). rate = constant: eta_t = eta.
 *
 * home = learned: x = theta_i - theta_j + side h, side of the meeting (instance.h), h += eta_t side (s - p).
 * draws = davidson (Davidson 1970): win, draw and loss of i have weights e^(x/2), nu, e^(-x/2), and p, what is predicted, is the
 * expected outcome, P(win) + P(draw)/2. The slope of -ln P(result) in x is p - s for all three results, in ln nu it is P(draw) less 1 for a
 * draw: delta = ln nu, 0 at first, += eta_t ([s = 1/2] - P(draw)). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "learners/ratings/pair_outcome.h"
#include "learners/tuned_grid.h"
#include "registry/field.h"

static const double LARGEST = 700.0; /* of h and delta: below it e^delta is a number */

static const parameter parameters[] = {
    {.name = "eta",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1e3,
     .open_low = true,
     .meaning = "learning rate of the first trial"},
    {.name = "rate",
     .type = PARAMETER_CHOICE,
     .value = "decreasing",
     .choices = "decreasing constant",
     .meaning = "decreasing: eta/sqrt(t) in trial t; constant: eta"},
    {.name = "decay",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1,
     .meaning = "weight of the ridge penalty"},
    {.name = "home",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none learned",
     .meaning = "learned: what it is worth to play at home"},
    {.name = "draws",
     .type = PARAMETER_CHOICE,
     .value = "half",
     .choices = "half davidson",
     .meaning = "half: an outcome of 1/2; davidson: a result of its own, whose weight is learned"},
    TUNED_GRID_PARAMETER,
};

typedef struct bradley_terry {
  size_t n, trials;
  loss loss;
  double eta, decay;
  bool decreasing, home, davidson;
  size_t length;     /* n + home + davidson */
  double *strengths; /* n; then h if it is learned; then delta if there is one */
} bradley_terry;

static double *delta_of(const bradley_terry *self) {
  return self->davidson ? self->strengths + self->length - 1 : NULL;
}

static double lead(const bradley_terry *self, const instance *x) {
  const int side = x->meeting != NULL && self->home ? x->meeting->side : 0;
  return self->strengths[x->row] - self->strengths[x->column] + (side != 0 ? side * self->strengths[self->n] : 0.0);
}

/* Returns the expected outcome. */
static double chance(const bradley_terry *self, double lead, double *draw) {
  const double *delta = delta_of(self);
  *draw = 0.0;
  if (delta == NULL) return outcome_probability(lead);
  const outcome_chances chances = outcome_davidson(lead, fixed_exp(*delta));
  *draw = chances.draw;
  return chances.win + 0.5 * chances.draw;
}

static status init(void *self, const learner_setting *setting) {
  const options *options = setting->options;
  bradley_terry *made = self;
  made->n = setting->n;
  made->loss = setting->loss;
  made->eta = tuned_grid_rate(setting, options, "eta");
  made->decay = option_number(options, "decay");
  made->decreasing = option_is(options, "rate", "decreasing");
  made->home = option_is(options, "home", "learned");
  made->davidson = option_is(options, "draws", "davidson");
  made->length = made->n + made->home + made->davidson;
  return NEW_ARRAY(made->length, made->strengths);
}

static void clear(void *self) {
  free(((bradley_terry *)self)->strengths);
}

static status predict(void *self, const instance *x, prediction *out) {
  const bradley_terry *made = self;
  double draw = 0.0;
  out->score = out->value = outcome_prediction(&made->loss, chance(made, lead(made, x), &draw));
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  bradley_terry *made = self;
  double draw = 0.0, *delta = delta_of(made);
  (void)predicted;
  *updated = x->row != x->column;
  made->trials++;
  if (!*updated) return STATUS_OK;
  const double outcome = outcome_of_label(&made->loss, label), surprise = outcome - chance(made, lead(made, x), &draw);
  const double eta = made->decreasing ? made->eta / sqrt((double)made->trials) : made->eta;
  double *first = made->strengths + x->row, *second = made->strengths + x->column;
  *first += eta * (surprise - made->decay * *first);
  *second -= eta * (surprise + made->decay * *second);
  if (made->home && x->meeting != NULL) made->strengths[made->n] += eta * x->meeting->side * surprise;
  if (delta != NULL) *delta += eta * ((outcome == 0.5 ? 1.0 : 0.0) - draw);
  bool finite = isfinite(*first) && isfinite(*second);
  for (size_t k = made->n; k < made->length; k++) finite = finite && fabs(made->strengths[k]) < LARGEST;
  return finite ? STATUS_OK : FAIL(STATUS_NUMERIC, "bradley_terry: a strength is not finite");
}

/* "home": h; "draw": nu. */
static bool constant(const void *self, const char *name, double *value) {
  const bradley_terry *made = self;
  const bool home = made->home && strcmp(name, "home") == 0, draw = made->davidson && strcmp(name, "draw") == 0;
  if (home) *value = made->strengths[made->n];
  if (draw) *value = fixed_exp(*delta_of(made));
  return home || draw;
}

static double rating(const void *self, size_t row) {
  return ((const bradley_terry *)self)->strengths[row];
}

static const field state[] = {
    {FIELD(bradley_terry, trials, FIELD_COUNT)},
    {FIELD(bradley_terry, strengths, FIELD_LIST), FIELD_LENGTH(bradley_terry, length)},
};

static const learner_methods methods = {
    .size = sizeof(bradley_terry),
    .check = outcome_check,
    .init = init,
    .clear = clear,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    .rating = rating,
    .constant = constant,
};

const learner_class learner_bradley_terry = {
    .about = {.name = "bradley_terry",
              .title = "Bradley-Terry",
              .citation = "Bradley & Terry 1952; draws: Davidson 1970",
              .help = "strengths learnt by gradient descent on the logistic loss; predicts the chance of winning",
              .formula =
                  "predicts $p_0+p(p_1-p_0)$, $p=\\frac1{1+e^{-(v_i-v_j)}}$, $v=0$ at first; for the outcome "
                  "$q\\in[0,1]$ that $y$ stands for $v_i\\leftarrow v_i+\\eta_t(q-p-\\lambda v_i)$, $v_j\\leftarrow "
                  "v_j-\\eta_t(q-p+\\lambda v_j)$, $\\eta_t=\\eta/\\sqrt t$ (constant: $\\eta$), $\\lambda$ the decay; "
                  "with draws as "
                  "results $p=P_1+\\frac12P_{1/2}$, $P_1:P_{1/2}:P_0=e^{z/2}:\\nu:e^{-z/2}$, $z=v_i-v_j$, and $\\nu$ "
                  "is learned",
              .family = "rating",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .rate = "eta",
};
