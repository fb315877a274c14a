/* Elo ratings of n players from pairs (i, j) and the outcome s in [0,1] of i against j (Elo 1978, section 8.4):
 *
 *   d = R_i + advantage - R_j,  E = 1 / (1 + 10^-d/400);   R_i += k w G (s - E),  R_j -= k w G (s - E);   R = start at first
 *
 * The loss's interval stands for [0,1]: s = (y - low)/(high - low), and the prediction is low + E (high - low). Nothing
 * is learnt from a pair (i, i). In units of 400/ln 10 it is gradient descent on the logistic loss with rate k ln(10)/400.
 *
 * Of a meeting (spectral/instance/instance.h) the advantage is in favour of the side at home, w is the weight, and G a factor of the
 * difference N of the scores, 1 where N is not known; D = d if i won, -d if j did:
 *
 *   eloratings  1, 3/2, (11 + N)/8 for N <= 1, N = 2, N >= 3. With k = 1, advantage = 100 and weights from 20 to 60 these are the World
 *               Football Elo Ratings (eloratings.net).
 *   nfl         ln(max(N, 1) + 1) 2.2/(0.001 D + 2.2), for a draw 2.2 ln 2. With k = 20, advantage = 65, carry = 2/3, mean = 1505 these are
 *               FiveThirtyEight's ratings of American football (Silver 2014; its forecast.py in the repository nfl-elo-game).
 *   nba         (N + 3)^0.8/(7.5 + 0.006 D). With k = 20, advantage = 100, carry = 3/4, mean = 1505 FiveThirtyEight's of basketball
 *               (Silver & Fischer-Baum 2015).
 *
 * Before the first match of a player in another season than the last one R becomes carry R + (1 - carry) mean. Otherwise w = G = 1, and the
 * advantage is that of i. */

#include "learners/ratings/pair_outcome.h"
#include "learners/tuned_grid.h"

/* In the order of the choices. */
typedef enum margin_rule { MARGIN_NONE, MARGIN_ELORATINGS, MARGIN_NFL, MARGIN_NBA } margin_rule;

typedef struct elo {
  size_t n;
  loss loss;
  double k, advantage, carry, start, mean;
  margin_rule margin;
  double *ratings;
  double *seasons; /* of each player the season of the last match; 0: none */
} elo;

static const parameter parameters[] = {
    OPTION_ABOVE(elo, k, "30", 0, 1e6, "points that a surprise moves a rating by"),
    OPTION_NUMBER(elo, advantage, "0", -1e4, 1e4,
                  "points in favour of the side at home; of the first of a pair where no sides are known"),
    OPTION_CHOICE(elo, margin, "none", "none eloratings nfl nba",
                  "how wins by more count more: as eloratings.net (k times 1, 3/2, (11 + N)/8 for a difference of the "
                  "scores of at most 1, of 2, of N >= 3), as FiveThirtyEight's ratings of the NFL or of the NBA"),
    OPTION_NUMBER(elo, carry, "1", 0, 1,
                  "what is left of a rating's distance from the mean in the player's first match of a season"),
    OPTION_NUMBER(elo, start, "0", -1e6, 1e6, "rating of a player of whom nothing is known"),
    OPTION_NUMBER(elo, mean, ABSENT, -1e6, 1e6, "what ratings return to between seasons; absent: start"),
    TUNED_GRID_PARAMETER,
    TUNED_OPTION_PARAMETER("advantage", -1e4, 1e4),
    TUNED_OPTION_PARAMETER("carry", 0, 1),
};

/* Of player i in the match to be played. */
static double rating(const elo *self, size_t i, const meeting *met) {
  const bool carried = self->carry < 1.0 && met != NULL && met->season > 0 && self->seasons[i] > 0.0 &&
                       self->seasons[i] != (double)met->season;
  return carried ? self->carry * self->ratings[i] + (1.0 - self->carry) * self->mean : self->ratings[i];
}

static double lead(const elo *self, const instance *x) {
  const double advantage = self->advantage * (x->meeting != NULL ? x->meeting->side : 1);
  return rating(self, x->row, x->meeting) + advantage - rating(self, x->column, x->meeting);
}

static double expected(double ahead) {
  return outcome_probability(ahead * 2.302585092994046 / 400.0);
}

/* G */
static double multiplier(const elo *self, double margin, double outcome, double first) {
  const bool draw = outcome == 0.5;
  const double ahead = draw ? 0.0 : outcome > 0.5 ? first : -first;
  if (isnan(margin)) return 1.0;
  switch (self->margin) {
  case MARGIN_ELORATINGS: return margin < 2.0 ? 1.0 : margin < 3.0 ? 1.5 : (11.0 + margin) / 8.0;
  case MARGIN_NFL: return fixed_log(fmax(margin, 1.0) + 1.0) * (2.2 / (draw ? 1.0 : 0.001 * ahead + 2.2));
  case MARGIN_NBA: return fixed_pow(margin + 3.0, 0.8) / (7.5 + 0.006 * ahead);
  case MARGIN_NONE: break;
  }
  return 1.0;
}

static status init(void *self, const learner_setting *setting) {
  elo *made = self;
  made->n = setting->n;
  made->loss = setting->loss;
  if (isnan(made->mean)) made->mean = made->start;
  TRY(OWN_ARRAY(self, made->n, made->ratings));
  for (size_t i = 0; i < made->n; i++) made->ratings[i] = made->start;
  return OWN_ARRAY(self, made->n, made->seasons);
}

static status predict(void *self, const instance *x, prediction *out) {
  const elo *made = self;
  out->score = out->value = outcome_prediction(&made->loss, expected(lead(made, x)));
  return STATUS_OK;
}

static void play_season(elo *self, size_t i, const meeting *met) {
  self->ratings[i] = rating(self, i, met);
  if (met != NULL) self->seasons[i] = (double)met->season;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  elo *made = self;
  const meeting *met = x->meeting;
  const size_t i = x->row, j = x->column;
  *updated = false;
  if (i == j) return STATUS_OK;
  const double ahead = lead(made, x), outcome = outcome_of_label(&made->loss, label);
  const double factor = met != NULL ? met->weight * multiplier(made, met->margin, outcome, ahead) : 1.0;
  const double step = made->k * factor * (outcome - expected(ahead));
  const double before[] = {made->ratings[i], made->ratings[j]};
  play_season(made, i, met);
  play_season(made, j, met);
  made->ratings[i] += step;
  made->ratings[j] -= step;
  *updated = made->ratings[i] != before[0] || made->ratings[j] != before[1];
  if (isfinite(made->ratings[i]) && isfinite(made->ratings[j])) return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "elo: a rating is not finite");
}

static double rating_of(const void *self, size_t row) {
  return ((const elo *)self)->ratings[row];
}

static const field state[] = {
    {FIELD(elo, ratings, FIELD_LIST), FIELD_LENGTH(elo, n)},
    {FIELD(elo, seasons, FIELD_LIST), FIELD_LENGTH(elo, n), .low = 0, .high = 1e9},
};

/* Seasons are kept where they matter. */
static status save(void *self, cJSON *out) {
  return fields_save(state, ((const elo *)self)->carry < 1.0 ? 2 : 1, self, out);
}

static status load(void *self, const cJSON *from) {
  return fields_load(state, ((const elo *)self)->carry < 1.0 ? 2 : 1, self, from);
}

static const field constants[] = {
    {FIELD(elo, k, FIELD_NUMBER)},
    {FIELD(elo, advantage, FIELD_NUMBER)},
    {FIELD(elo, carry, FIELD_NUMBER)},
};

static const learner_methods methods = {
    .size = sizeof(elo),
    .check = outcome_check,
    .init = init,
    .predict = predict,
    .update = update,
    .save = save,
    .load = load,
    .rating = rating_of,
    FIELDS(constants, constants),
};

const learner_class learner_elo = {
    .about =
        {.name = "elo",
         .title = "Elo",
         .citation = "Elo 1978, The rating of chessplayers, section 8.4; margins: eloratings.net, FiveThirtyEight",
         .help = "ratings updated by k times (outcome - expected outcome); predicts the expected outcome; takes home "
                 "side, weight, "
                 "margin and season of matches",
         .formula =
             "predicts $p_0+p(p_1-p_0)$, $p=\\frac1{1+10^{-(v_i+a-v_j)/400}}$, $v=v_0$ at first, $a$ the advantage of "
             "$i$, "
             "or of the side at home; for the outcome $q\\in[0,1]$ that $y$ stands for $v_i\\leftarrow v_i+kwg(q-p)$, "
             "$v_j\\leftarrow v_j-kwg(q-p)$, $w$ the weight of the match, $g$ a factor of the difference of the "
             "scores; "
             "in the first match of a season $v\\leftarrow cv+(1-c)\\mu$",
         .family = "rating",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .tuned = {TUNED(elo, k), TUNED(elo, advantage), TUNED(elo, carry)},
};
