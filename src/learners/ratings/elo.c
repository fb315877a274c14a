/* Elo ratings of n players from pairs (i, j) and the outcome s in [0,1] of i against j (Elo 1978, section 8.4):
 *
 *   E = 1 / (1 + 10^-(R_i + advantage - R_j)/400);   R_i += k w G (s - E),  R_j -= k w G (s - E);   all ratings start as 0
 *
 * The loss's interval stands for [0,1]: s = (y - low)/(high - low), and the prediction is low + E (high - low). Nothing
 * is learnt from a pair (i, i). In units of 400/ln 10 it is gradient descent on the logistic loss with rate k ln(10)/400.
 *
 * Of a meeting (spectral/instance/instance.h) the advantage is in favour of the side at home, and w is the weight. margin = eloratings:
 * G = 1, 3/2, (11 + N)/8 for a difference of at most 1, of 2, of N >= 3 goals; with k = 1, advantage = 100 and weights from 20 to 60 these
 * are the World Football Elo Ratings (eloratings.net). When a season begins all ratings R become carry R. Otherwise w = G = 1, and the
 * advantage is that of i. */
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
     .meaning = "points in favour of the side at home; of the first of a pair where no sides are known"},
    {.name = "margin",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none eloratings",
     .meaning = "eloratings: k times 1, 3/2, (11 + N)/8 for a difference of the scores of at most 1, of 2, of N >= 3"},
    {.name = "carry",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1,
     .meaning = "what is left of a rating when a season begins"},
    TUNED_GRID_PARAMETER,
    TUNED_OPTION_PARAMETER("advantage", -1e4, 1e4),
    TUNED_OPTION_PARAMETER("carry", 0, 1),
};

typedef struct elo {
  size_t n;
  loss loss;
  double k, advantage, carry;
  bool by_margin;
  double *ratings;
} elo;

static double expected(const elo *self, const instance *x) {
  const meeting *met = x->meeting;
  const double left = met != NULL && met->new_season ? self->carry : 1.0;
  const double advantage = self->advantage * (met != NULL ? met->side : 1);
  const double points = left * self->ratings[x->row] + advantage - left * self->ratings[x->column];
  return outcome_probability(points * 2.302585092994046 / 400.0);
}

static double multiplier(const elo *self, double margin) {
  if (!self->by_margin || !(margin >= 2.0)) return 1.0;
  return margin < 3.0 ? 1.5 : (11.0 + margin) / 8.0;
}

static status init(void *self, const learner_setting *setting, const options *options) {
  elo *made = self;
  made->n = setting->n;
  made->loss = setting->loss;
  made->k = tuned_grid_rate(setting, options, "k");
  made->advantage = tuned_grid_rate(setting, options, "advantage");
  made->carry = tuned_grid_rate(setting, options, "carry");
  made->by_margin = option_is(options, "margin", "eloratings");
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
  const meeting *met = x->meeting;
  (void)predicted;
  const double surprise = outcome_of_label(&made->loss, label) - expected(made, x);
  const bool carried = met != NULL && met->new_season && made->carry < 1.0;
  for (size_t i = 0; carried && i < made->n; i++) made->ratings[i] *= made->carry;
  *updated = carried || (x->row != x->column && surprise != 0.0);
  if (x->row == x->column) return STATUS_OK;
  const double step = made->k * (met != NULL ? met->weight * multiplier(made, met->margin) : 1.0) * surprise;
  made->ratings[x->row] += step;
  made->ratings[x->column] -= step;
  return STATUS_OK;
}

static const field state[] = {{FIELD(elo, ratings, FIELD_LIST), FIELD_LENGTH(elo, n)}};

static const field constants[] = {
    {FIELD(elo, k, FIELD_NUMBER)},
    {FIELD(elo, advantage, FIELD_NUMBER)},
    {FIELD(elo, carry, FIELD_NUMBER)},
};

static const learner_methods methods = {
    .size = sizeof(elo),
    .check = outcome_check,
    .init = init,
    .clear = clear,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
};

const learner_class learner_elo = {
    .about =
        {.name = "elo",
         .title = "Elo",
         .citation = "Elo 1978, The rating of chessplayers, section 8.4",
         .help = "ratings that move by k times the surprise; predicts the expected outcome; takes home side, weight, "
                 "margin and season of matches",
         .formula =
             "predicts $p_0+p(p_1-p_0)$, $p=\\frac1{1+10^{-(v_i+a-v_j)/400}}$, $v=0$ at first, $a$ the advantage of "
             "$i$, "
             "or of the side at home; for the outcome $q\\in[0,1]$ that $y$ stands for $v_i\\leftarrow v_i+kwg(q-p)$, "
             "$v_j\\leftarrow v_j-kwg(q-p)$, $w$ the weight of the match, $g$ a factor of the difference of the "
             "scores; "
             "when a season begins $v\\leftarrow cv$",
         .family = "rating",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .rate = "k",
    .tuned = {"advantage", "carry"},
};
