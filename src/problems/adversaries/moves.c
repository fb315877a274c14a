#include "problems/adversaries/moves.h"
#include "base/text.h"

enum { MISSES_LIMIT = 20 };

static const double least_slack = 1e-9;
static const double rounding = 1e-6; /* relative */

status moves_slack(const moves *made, double *slack) {
  if (made->misses > MISSES_LIMIT) return STATUS_END;
  *slack = least_slack * (double)((size_t)1 << made->misses);
  return STATUS_OK;
}

problem_facts moves_facts(size_t n, double gap) {
  return (problem_facts){.n = n,
                         .kind = INSTANCE_VECTOR,
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .adaptive = true,
                         .gap_low = 0,
                         .gap_high = gap};
}

status moves_next(void *self, const learner *player, instance *x, status (*move)(void *, const learner *, instance *)) {
  moves *made = self;
  const status code = made->finished ? STATUS_END : move(self, player, x);
  if (code != STATUS_END) return code;
  made->finished = true;
  made->label = -1.0;
  *x = made->zero;
  return made->pad ? STATUS_OK : STATUS_END;
}

status moves_reveal(void *self, const prediction *predicted, double *label) {
  moves *made = self;
  *label = made->label;
  if (made->finished) return STATUS_OK;
  const bool missed = predicted->value * made->label > 0.0;
  made->misses = missed ? made->misses + 1 : 0;
  made->positive += !missed && made->label > 0.0;
  made->negative += !missed && made->label < 0.0;
  return STATUS_OK;
}

status linear_score_read(const learner *player, const instance *zero, linear_score *score) {
  const double threshold = learner_threshold(player);
  TRY(learner_score(player, zero, &score->offset));
  score->boundary = threshold - score->offset;
  return STATUS_OK;
}

status linear_score_weight(const linear_score *score, const learner *player, size_t n, size_t i, double *weight) {
  static const double one = 1.0;
  const instance unit = instance_sparse(INSTANCE_VECTOR, n, 1, &i, &one);
  TRY(learner_score(player, &unit, weight));
  *weight -= score->offset;
  return STATUS_OK;
}

status linear_score_check(const linear_score *score, const learner *player, const instance *x, double inner,
                          bool *linear) {
  double said = 0.0;
  TRY(learner_score(player, x, &said));
  *linear =
      fabs(said - score->offset - inner) <= rounding * (fabs(score->boundary) + fabs(score->offset) + fabs(inner));
  return STATUS_OK;
}

status moves_meet(const moves *made, const char *who, const learner *player) {
  const char *name = player->class->about.name;
  char digits[NUMBER_TEXT];
  linear_score score;
  if (player->class->randomised)
    return FAIL(STATUS_INVALID, "%s needs a learner that tosses no coins; %s is randomised", who, name);
  TRY(linear_score_read(player, &made->zero, &score));
  if (score.boundary > 0.0) return STATUS_OK;
  return FAIL(
      STATUS_INVALID,
      "%s needs a learner that predicts -1 on the zero instance; the score of %s there is not below its threshold %s",
      who, name, number_text(learner_threshold(player), digits));
}
