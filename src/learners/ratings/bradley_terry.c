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

#include "learners/ratings/pair_outcome.h"
#include "learners/tuned_grid.h"

static const double LARGEST = 700.0; /* of h and delta: below it e^delta is a number */

/* In the order of the choices. */
typedef enum rate_choice { RATE_DECREASING, RATE_CONSTANT } rate_choice;
typedef enum home_choice { HOME_NONE, HOME_LEARNED } home_choice;
typedef enum draws_choice { DRAWS_HALF, DRAWS_DAVIDSON } draws_choice;

typedef struct bradley_terry {
  size_t n, trials;
  loss loss;
  double eta, decay;
  rate_choice rate;
  home_choice home;
  draws_choice draws;
  size_t length;     /* n, and one for each of home and draws that is learned */
  double *strengths; /* n; then h if it is learned; then delta if there is one */
} bradley_terry;

static const parameter parameters[] = {
    OPTION_ABOVE(bradley_terry, eta, "1", 0, 1e3, "learning rate of the first trial"),
    OPTION_CHOICE(bradley_terry, rate, "decreasing", "decreasing constant",
                  "decreasing: eta/sqrt(t) in trial t; constant: eta"),
    OPTION_NUMBER(bradley_terry, decay, "0", 0, 1, "weight of the ridge penalty"),
    OPTION_CHOICE(bradley_terry, home, "none", "none learned", "learned: what it is worth to play at home"),
    OPTION_CHOICE(bradley_terry, draws, "half", "half davidson",
                  "half: an outcome of 1/2; davidson: a result of its own, whose weight is learned"),
    TUNED_GRID_PARAMETER,
};

static double *delta_of(const bradley_terry *self) {
  return self->draws == DRAWS_DAVIDSON ? self->strengths + self->length - 1 : NULL;
}

static double lead(const bradley_terry *self, const instance *x) {
  const int side = x->meeting != NULL && self->home == HOME_LEARNED ? x->meeting->side : 0;
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
  bradley_terry *made = self;
  made->n = setting->n;
  made->loss = setting->loss;
  made->length = made->n + (made->home == HOME_LEARNED) + (made->draws == DRAWS_DAVIDSON);
  return OWN_ARRAY(self, made->length, made->strengths);
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
  *updated = x->row != x->column;
  made->trials++;
  if (!*updated) return STATUS_OK;
  const double outcome = outcome_of_label(&made->loss, label), surprise = outcome - chance(made, lead(made, x), &draw);
  const double eta = made->rate == RATE_DECREASING ? made->eta / sqrt((double)made->trials) : made->eta;
  double *first = made->strengths + x->row, *second = made->strengths + x->column;
  *first += eta * (surprise - made->decay * *first);
  *second -= eta * (surprise + made->decay * *second);
  if (made->home == HOME_LEARNED && x->meeting != NULL) made->strengths[made->n] += eta * x->meeting->side * surprise;
  if (delta != NULL) *delta += eta * ((outcome == 0.5 ? 1.0 : 0.0) - draw);
  bool finite = isfinite(*first) && isfinite(*second);
  for (size_t k = made->n; k < made->length; k++) finite = finite && fabs(made->strengths[k]) < LARGEST;
  return finite ? STATUS_OK : FAIL(STATUS_NUMERIC, "bradley_terry: a strength is not finite");
}

/* "home": h; "draw": nu. */
static bool constant(const void *self, const char *name, double *value) {
  const bradley_terry *made = self;
  const bool home = made->home == HOME_LEARNED && strcmp(name, "home") == 0;
  const bool draw = made->draws == DRAWS_DAVIDSON && strcmp(name, "draw") == 0;
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
    .tuned = {TUNED(bradley_terry, eta)},
};
