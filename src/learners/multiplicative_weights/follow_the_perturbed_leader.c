/* Follow the perturbed leader against loss matrices (Kotlowski and Warmuth 2015; Garber, Hazan and Ma 2015): v is a leading eigenvector of
 * -G + N, N random and fresh in each round, found by Lanczos's method.
 *
 *   perturbation = "symmetric"  N_ij = N_ji = s g_ij, i < j, and N_ii = sqrt(2) s g_ii, all g standard Gaussian: n^2 numbers. The law of N
 *                               does not change with the basis. scale s absent: G' sqrt(T/(8 sqrt(pi n))), the best one of
 *                               perturbed_leader_regret for losses y x x^T, |x| <= 1
 *                  "rank_one"   N = s g g^T, g of n standard Gaussian numbers: for sparse losses no matrix. On rows without a loss the
 *                               leader is a multiple of g, so that all of them are one coordinate. scale absent: G' sqrt(T/n), with which
 *                               |N| is about sqrt(n T)
 *
 * G' is the largest slope of the loss. */

#include "learners/multiplicative_weights/rank_one_player.h"
#include "learners/weights.h"
#include "linalg/symmetric_kernels.h"

enum { SYMMETRIC_LIMIT = 1024 };
static const double pi = 3.14159265358979324;
static const double tolerance = 1e-11; /* of the residual of the leading eigenvector */

/* In the order of the choices. */
typedef enum perturbation_kind { PERTURBATION_SYMMETRIC, PERTURBATION_RANK_ONE } perturbation_kind;

typedef struct leader {
  rank_one_player player;
  perturbation_kind perturbation;
  double scale;
  bool symmetric;
  double *matrix; /* symmetric: -G + N */
  double rest;    /* rank one: the length of g on the rows without a loss */
} leader;

static const parameter parameters[] = {
    OPTION_CHOICE(leader, perturbation, "symmetric", "symmetric rank_one",
                  "a symmetric matrix of Gaussian numbers, or the dyad of a Gaussian vector"),
    OPTION_ABOVE(
        leader, scale, ABSENT, 0, 1e9,
        "of the perturbation; absent: sqrt(T/(8 sqrt(pi n))), rank_one: sqrt(T/n), for losses of norm at most 1"),
};

/* ---- the definition, -G + N as a matrix */

static void multiply_matrix(void *context, const double *x, double *y) {
  const leader *self = context;
  kernel_symmetric_multiply(self->player.n, self->matrix, x, y);
}

static status draw_symmetric(rank_one_player *player) {
  const leader *self = (const leader *)player;
  const size_t n = player->n;
  double value = 0.0;
  for (size_t i = 0; i < n; i++) {
    random_gaussian_vector(player->stream, i + 1, player->drawn);
    for (size_t j = 0; j < i; j++) {
      self->matrix[i * n + j] = self->matrix[j * n + i] = self->scale * player->drawn[j];
    }
    self->matrix[i * n + i] = sqrt(2.0) * self->scale * player->drawn[i];
  }
  loss_sum_add_to_dense(player->sum, -1.0, self->matrix);
  random_gaussian_vector(player->stream, n, player->drawn);
  return lanczos_leader(player->lanczos, n, multiply_matrix, player, player->drawn, tolerance, player->v, &value);
}

/* ---- rank one: the active rows, and a last coordinate for all others where there are any */

static void multiply_active(void *context, const double *x, double *y) {
  leader *self = context;
  const size_t active = loss_sum_active(self->player.sum);
  const double *g = self->player.part, last = active < self->player.n ? x[active] : 0.0;
  const double inner = self->scale * (kernel_dot(active, g, x) + self->rest * last);
  loss_sum_multiply(self->player.sum, -1.0, x, y);
  kernel_axpy(active, inner, g, y);
  if (active < self->player.n) y[active] = inner * self->rest;
}

static status draw_rank_one(rank_one_player *player) {
  leader *self = (leader *)player;
  const size_t n = player->n, active = loss_sum_active(player->sum), order = active < n ? active + 1 : n;
  double *g = player->drawn, *v = player->v, value = 0.0;
  random_gaussian_vector(player->stream, n, g);
  rank_one_gather(player, g);
  memcpy(v, g, n * sizeof *v);
  for (size_t i = 0; i < active; i++) v[loss_sum_row(player->sum, i)] = 0.0;
  self->rest = kernel_norm(n, v);
  random_gaussian_vector(player->stream, order, v);
  TRY(lanczos_leader(player->lanczos, order, multiply_active, self, v, tolerance, v, &value));
  const double last = active < n ? v[active] / self->rest : 0.0;
  memcpy(player->part, v, active * sizeof *v);
  memcpy(v, g, n * sizeof *v);
  kernel_scale(n, last, v);
  rank_one_scatter(player, v);
  return STATUS_OK;
}

/* ---- the learner */

static status check(const void *self, const learner_setting *setting) {
  const leader *made = self;
  TRY(rank_one_check(self, setting));
  if (made->perturbation == PERTURBATION_SYMMETRIC && setting->n > SYMMETRIC_LIMIT) {
    return FAIL(STATUS_INVALID, "%s: perturbation = \"symmetric\" has n^2 numbers a trial: n = %zu is above %d",
                setting->class->about.name, setting->n, SYMMETRIC_LIMIT);
  }
  return STATUS_OK;
}

static status init(void *self, const learner_setting *setting) {
  leader *made = self;
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0, n = (double)setting->n;
  made->symmetric = made->perturbation == PERTURBATION_SYMMETRIC;
  TRY(rank_one_init(self, setting, "perturbation", made->symmetric ? draw_symmetric : draw_rank_one));
  const double best = made->symmetric ? sqrt(rounds / (8.0 * sqrt(pi * n))) : sqrt(rounds / n);
  if (isnan(made->scale)) made->scale = best * made->player.slope;
  return made->symmetric
             ? arena_array(member_memory(self), setting->n, setting->n * sizeof *made->matrix, &made->matrix)
             : STATUS_OK;
}

static const field state[] = {
    {FIELD(leader, scale, FIELD_NUMBER), .open_low = true},
    RANK_ONE_STATE(leader, player),
};
static const field constants[] = {
    {FIELD(leader, scale, FIELD_NUMBER)}, {FIELD(leader, symmetric, FIELD_FLAG)}, RANK_ONE_SLOPE(leader, player)};

static const learner_methods methods = {
    .size = sizeof(leader),
    .check = check,
    .init = init,
    .predict = rank_one_predict,
    .update = rank_one_update,
    FIELDS(state, state),
    FIELDS(constants, constants),
};

const learner_class learner_follow_the_perturbed_leader = {
    .about = {.name = "follow_the_perturbed_leader",
              .title = "Follow the perturbed leader",
              .citation = "Kotlowski & Warmuth 2015; Garber, Hazan & Ma 2015",
              .help = "plays a leading eigenvector of the sum of the losses, its sign turned, and a random matrix",
              .formula = "predicts $v^TXv$, $v$ a leading eigenvector of $N-\\sum\\ell'X$; $N$ symmetric Gaussian of "
                         "deviation $s$ ($\\sqrt{2}s$ on the diagonal), or $s gg^T$, new in each trial; "
                         "$s=G\\sqrt{\\frac{T}{8\\sqrt{\\pi n}}}$, or $G\\sqrt{\\frac{T}{n}}$",
              .family = "perturbed_leader",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_REAL,
    .randomised = true,
    .methods = &methods,
};
