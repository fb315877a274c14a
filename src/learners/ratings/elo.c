/* Elo ratings of n players from pairs (i, j) and the outcome s in [0,1] of i against j (Elo 1978, section 8.4):
 *
 *   E = 1 / (1 + 10^-(R_i + advantage - R_j)/400);   R_i += k (s - E),  R_j -= k (s - E);   all ratings start as 0
 *
 * The loss's interval stands for [0,1]: s = (y - low)/(high - low), and the prediction is low + E (high - low). Nothing
 * is learnt from a pair (i, i). In units of 400/ln 10 it is gradient descent on the logistic loss with rate k
 * ln(10)/400. */
#include <stdlib.h>

#include "base/memory.h"
#include "learners/ratings/pair_outcome.h"
#include "learners/tuned_grid.h"
#include "registry/field.h"

static const parameter parameters[] = {
    {.name = "k",
     .type = PARAMETER_NUMBER,
     .value = "30",
     .low = 0,
     .high = 1e6,
     .open_low = true,
     .meaning = "points that a surprise moves a rating by"},
    {.name = "advantage",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = -1e4,
     .high = 1e4,
     .meaning = "points in favour of the first of a pair"},
    TUNED_GRID_PARAMETER,
};

typedef struct elo {
  size_t n;
  loss loss;
  double k, advantage;
  double *ratings;
} elo;

static double expected(const elo *self, const instance *x) {
  const double points = self->ratings[x->row] + self->advantage - self->ratings[x->column];
  return outcome_probability(points * 2.302585092994046 / 400.0);
}

static status init(void *self, const learner_setting *setting, const options *options) {
  elo *made = self;
  made->n = setting->n;
  made->loss = setting->loss;
  made->k = tuned_grid_rate(setting, options, "k");
  made->advantage = option_number(options, "advantage");
  return NEW_ARRAY(made->n, made->ratings);
}

static void clear(void *self) {
  free(((elo *)self)->ratings);
}

static status predict(void *self, const instance *x, prediction *out) {
  const elo *made = self;
  out->score = out->value = outcome_prediction(&made->loss, expected(made, x));
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const elo *made = self;
  (void)predicted;
  const double surprise = outcome_of_label(&made->loss, label) - expected(made, x);
  *updated = x->row != x->column && surprise != 0.0;
  if (!*updated) return STATUS_OK;
  made->ratings[x->row] += made->k * surprise;
  made->ratings[x->column] -= made->k * surprise;
  return STATUS_OK;
}

static const field state[] = {{FIELD(elo, ratings, FIELD_LIST), FIELD_LENGTH(elo, n)}};

static const learner_methods methods = {
    .size = sizeof(elo),
    .check = outcome_check,
    .init = init,
    .clear = clear,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
};

const learner_class learner_elo = {
    .about =
        {.name = "elo",
         .title = "Elo",
         .citation = "Elo 1978, The rating of chessplayers, section 8.4",
         .help = "ratings that move by k times the surprise; predicts the expected outcome",
         .formula =
             "predicts $p_0+p(p_1-p_0)$, $p=\\frac1{1+10^{-(v_i+a-v_j)/400}}$, $v=0$ at first, $a$ the advantage; for "
             "the outcome $q\\in[0,1]$ that $y$ stands for $v_i\\leftarrow v_i+k(q-p)$, $v_j\\leftarrow v_j-k(q-p)$",
         .family = "rating",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .rate = "k",
};
