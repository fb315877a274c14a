/* The rank-one sketch of Matrix Multiplicative Weights (Carmon, Duchi, Sidford and Tian 2019): v = exp(-eta G/2) u of a random direction u,
 * fresh in each round. v v^T stands for exp(-eta G), whose trace its square has in the mean, but a round needs one product exp(-eta G/2) u,
 * which Lanczos's method computes from products G x: no decomposition, and for sparse losses no matrix.
 *
 * eta absent: sqrt(2 ln(4n)/(3T))/G', for |L| <= G', the largest slope of the loss. On rows without a loss exp(-eta G/2) is I. */

#include "learners/learning_rate.h"
#include "learners/multiplicative_weights/rank_one_player.h"
#include "learners/weights.h"

static const double tolerance = 1e-13; /* of exp(-eta G/2) u */

typedef struct sketch {
  rank_one_player player;
  double eta;
} sketch;

static const parameter parameters[] = {
    LEARNING_RATE(sketch, "learning rate; absent: sqrt(2 ln(4n)/(3T)), for losses of norm at most 1"),
};

static void multiply(void *context, const double *x, double *y) {
  const sketch *self = context;
  loss_sum_multiply(self->player.sum, -0.5 * self->eta, x, y);
}

static status draw(rank_one_player *player) {
  const size_t n = player->n, active = loss_sum_active(player->sum);
  random_gaussian_vector(player->stream, n, player->v);
  rank_one_gather(player, player->v);
  double grown = 0.0;
  if (active > 0) {
    TRY(lanczos_exponential(player->lanczos, active, multiply, player, player->part, tolerance, player->part, &grown));
  }
  const double most = active < n ? fmax(grown, 0.0) : grown; /* one of the two parts keeps its length */
  kernel_scale(active, fixed_exp(grown - most), player->part);
  kernel_scale(n, fixed_exp(-most), player->v);
  rank_one_scatter(player, player->v);
  kernel_scale(n, 1.0 / kernel_norm(n, player->v), player->v);
  return STATUS_OK;
}

static status init(void *self, const learner_setting *setting) {
  sketch *made = self;
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0, n = (double)setting->n;
  TRY(rank_one_init(self, setting, "sketch", draw));
  if (isnan(made->eta)) made->eta = sqrt(fixed_log(4.0 * n) / (1.5 * rounds)) / made->player.slope;
  return STATUS_OK;
}

static const field state[] = {
    {FIELD(sketch, eta, FIELD_NUMBER), .open_low = true},
    RANK_ONE_STATE(sketch, player),
};
static const field constants[] = {{FIELD(sketch, eta, FIELD_NUMBER)}, RANK_ONE_SLOPE(sketch, player)};

static const learner_methods methods = {
    .size = sizeof(sketch),
    .check = rank_one_check,
    .init = init,
    .predict = rank_one_predict,
    .update = rank_one_update,
    FIELDS(state, state),
    FIELDS(constants, constants),
};

const learner_class learner_sketched_multiplicative_weights = {
    .about = {.name = "sketched_multiplicative_weights",
              .title = "Sketched Multiplicative Weights",
              .citation = "Carmon, Duchi, Sidford & Tian 2019",
              .help = "Matrix Multiplicative Weights seen through one random vector a round: no decomposition",
              .formula =
                  "predicts $v^TXv/|v|^2$, $v=e^{H/2}u$, $u$ a random direction, new in each trial; $H\\leftarrow "
                  "H-\\eta\\ell'X$, $H_1=0$; $\\eta=\\frac1G\\sqrt{\\frac{2\\ln(4n)}{3T}}$",
              .family = "sketched_multiplicative_weights",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_REAL,
    .randomised = true,
    .methods = &methods,
};
