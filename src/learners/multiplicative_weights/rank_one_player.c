#include "learners/multiplicative_weights/rank_one_player.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

static const double rounding = 1e-9; /* of predictions at the ends of their interval */

status rank_one_check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  const char *who = option_who(options);
  const loss *loss = &setting->loss;
  if (loss->kind != LOSS_LINEAR)
    return FAIL(STATUS_INVALID, "%s: needs the linear loss, this one is %s", who, loss_kind_name(loss->kind));
  if (loss->low > -1.0 || loss->high < 1.0) {
    return FAIL(STATUS_INVALID, "%s: needs predictions from -1 to 1, the problem asks for %g to %g", who, loss->low,
                loss->high);
  }
  return STATUS_OK;
}

status rank_one_init(rank_one_player *self, const learner_setting *setting, const char *purpose,
                     status (*draw)(rank_one_player *self)) {
  self->n = setting->n;
  self->loss = setting->loss;
  self->slope = loss_lipschitz(&setting->loss);
  self->draw = draw;
  TRY(loss_sum_new(setting->n, setting->kind, &self->sum));
  TRY(random_stream_new(setting->seed, purpose, &self->stream));
  self->key = random_bits(self->stream);
  TRY(lanczos_new(setting->n, &self->lanczos));
  TRY(NEW_ARRAY(setting->n, self->v));
  TRY(NEW_ARRAY(setting->n, self->drawn));
  TRY(NEW_ARRAY(setting->n, self->part));
  return NEW_ARRAY(setting->n + setting->rank, self->work);
}

void rank_one_clear(void *learner) {
  rank_one_player *self = learner;
  loss_sum_free(self->sum);
  random_stream_free(self->stream);
  lanczos_free(self->lanczos);
  free(self->v);
  free(self->drawn);
  free(self->part);
  free(self->work);
}

status rank_one_loaded(void *learner) {
  ((rank_one_player *)learner)->ready = false;
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

status rank_one_predict(void *learner, const instance *x, prediction *out) {
  rank_one_player *self = learner;
  if (!self->ready) {
    random_stream_turn(self->stream, self->key, self->rounds);
    TRY(self->draw(self));
    self->ready = true;
  }
  out->score = instance_inner_rows(x, 1, self->v, NULL, self->work);
  const double clipped = loss_clip(&self->loss, out->score);
  out->value = fabs(clipped - out->score) <= rounding ? clipped : out->score;
  return STATUS_OK;
}

status rank_one_update(void *learner, const instance *x, const prediction *predicted, double label, bool *updated) {
  rank_one_player *self = learner;
  self->rounds++;
  self->ready = false;
  *updated = true;
  return loss_sum_add(self->sum, loss_subgradient(&self->loss, predicted->value, label), x);
}
