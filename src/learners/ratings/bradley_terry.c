/* Bradley-Terry: i beats j with probability p = 1/(1 + e^-(theta_i - theta_j)); learnt by gradient descent on the logistic loss of the
 * outcome s in [0,1] (Bradley & Terry 1952; Zinkevich 2003 for the rates):
 *
 *   theta_i += eta_t (s - p - decay theta_i),  theta_j += eta_t (p - s - decay theta_j),  eta_t = eta / sqrt(t)
 *
 * in trial t, from theta = 0; decay is the weight of a ridge penalty |theta|^2/2 on the strengths of the pair. The
 * loss's interval stands for [0,1], as for elo. Nothing is learnt from a pair (i, i). rate = constant: eta_t = eta. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "learners/ratings/pair_outcome.h"
#include "learners/tuned_grid.h"
#include "registry/field.h"

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
    TUNED_GRID_PARAMETER,
};

typedef struct bradley_terry {
  size_t n, trials;
  loss loss;
  double eta, decay;
  bool decreasing;
  double *strengths;
} bradley_terry;

static double chance(const bradley_terry *self, const instance *x) {
  return outcome_probability(self->strengths[x->row] - self->strengths[x->column]);
}

static status init(void *self, const learner_setting *setting, const options *options) {
  bradley_terry *made = self;
  made->n = setting->n;
  made->loss = setting->loss;
  made->eta = tuned_grid_rate(setting, options, "eta");
  made->decay = option_number(options, "decay");
  made->decreasing = option_is(options, "rate", "decreasing");
  return NEW_ARRAY(made->n, made->strengths);
}

static void clear(void *self) {
  free(((bradley_terry *)self)->strengths);
}

static status predict(void *self, const instance *x, prediction *out) {
  const bradley_terry *made = self;
  out->score = out->value = outcome_prediction(&made->loss, chance(made, x));
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  bradley_terry *made = self;
  (void)predicted;
  *updated = x->row != x->column;
  made->trials++;
  if (!*updated) return STATUS_OK;
  const double surprise = outcome_of_label(&made->loss, label) - chance(made, x);
  const double eta = made->decreasing ? made->eta / sqrt((double)made->trials) : made->eta;
  double *first = made->strengths + x->row, *second = made->strengths + x->column;
  *first += eta * (surprise - made->decay * *first);
  *second -= eta * (surprise + made->decay * *second);
  if (isfinite(*first) && isfinite(*second)) return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "bradley_terry: a strength is not finite");
}

static const field state[] = {
    {FIELD(bradley_terry, trials, FIELD_COUNT)},
    {FIELD(bradley_terry, strengths, FIELD_LIST), FIELD_LENGTH(bradley_terry, n)},
};

static const learner_methods methods = {
    .size = sizeof(bradley_terry),
    .check = outcome_check,
    .init = init,
    .clear = clear,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
};

const learner_class learner_bradley_terry = {
    .about = {.name = "bradley_terry",
              .title = "Bradley-Terry",
              .citation = "Bradley & Terry 1952",
              .help = "strengths learnt by gradient descent on the logistic loss; predicts the chance of winning",
              .formula =
                  "predicts $p_0+p(p_1-p_0)$, $p=\\frac1{1+e^{-(v_i-v_j)}}$, $v=0$ at first; for the outcome "
                  "$q\\in[0,1]$ that $y$ stands for $v_i\\leftarrow v_i+\\eta_t(q-p-\\lambda v_i)$, $v_j\\leftarrow "
                  "v_j-\\eta_t(q-p+\\lambda v_j)$, $\\eta_t=\\eta/\\sqrt t$ (constant: $\\eta$), $\\lambda$ the decay",
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
