#include "learners/multiplicative_weights/rank_one_player.h"

static const double rounding = 1e-9; /* of predictions at the ends of their interval */

status rank_one_check(const void *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  const loss *cost = &setting->loss;
  if (cost->kind != LOSS_LINEAR)
    return FAIL(STATUS_INVALID, "%s: needs the linear loss, this one is %s", who, loss_kind_name(cost->kind));
  if (cost->low > -1.0 || cost->high < 1.0) {
    return FAIL(STATUS_INVALID, "%s: needs predictions from -1 to 1, the problem asks for %g to %g", who, cost->low,
                cost->high);
  }
  return STATUS_OK;
}

status rank_one_init(void *self, const learner_setting *setting, const char *purpose,
                     status (*draw)(rank_one_player *self)) {
  rank_one_player *player = self;
  player->n = setting->n;
  player->loss = setting->loss;
  player->slope = loss_lipschitz(&setting->loss);
  player->draw = draw;
  TRY(loss_sum_new(member_memory(self), setting->n, setting->kind, &player->sum));
  TRY(member_stream(self, setting->seed, purpose, &player->stream));
  player->key = random_bits(player->stream);
  TRY(lanczos_new(setting->n, &player->lanczos));
  TRY(OWN(self, player->lanczos, lanczos_free));
  TRY(OWN_ARRAY(self, setting->n, player->v));
  TRY(OWN_ARRAY(self, setting->n, player->drawn));
  TRY(OWN_ARRAY(self, setting->n, player->part));
  return OWN_ARRAY(self, setting->n + setting->rank, player->work);
}

status rank_one_loaded(void *self) {
  ((rank_one_player *)self)->ready = false;
  return STATUS_OK;
}

void rank_one_gather(rank_one_player *self, const double *full) {
  const size_t active = loss_sum_active(self->sum);
  for (size_t i = 0; i < active; i++) self->part[i] = full[loss_sum_row(self->sum, i)];
}

void rank_one_scatter(const rank_one_player *self, double *full) {
  const size_t active = loss_sum_active(self->sum);
  for (size_t i = 0; i < active; i++) full[loss_sum_row(self->sum, i)] = self->part[i];
}

status rank_one_predict(void *self, const instance *x, prediction *out) {
  rank_one_player *player = self;
  if (!player->ready) {
    random_stream_turn(player->stream, player->key, player->rounds);
    TRY(player->draw(player));
    player->ready = true;
  }
  out->score = instance_inner_rows(x, 1, player->v, NULL, player->work);
  const double clipped = loss_clip(&player->loss, out->score);
  out->value = fabs(clipped - out->score) <= rounding ? clipped : out->score;
  return STATUS_OK;
}

status rank_one_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  rank_one_player *player = self;
  player->rounds++;
  player->ready = false;
  *updated = true;
  return loss_sum_add(player->sum, loss_subgradient(&player->loss, predicted->value, label), x);
}
