#include "problems/adversaries/moves.h"

enum { MISSES_LIMIT = 20 };

static const double least_slack = 1e-9;

status moves_slack(const moves *made, double *slack) {
  if (made->misses > MISSES_LIMIT) return STATUS_END;
  *slack = least_slack * (double)((size_t)1 << made->misses);
  return STATUS_OK;
}

status moves_end(moves *made) {
  made->finished = true;
  made->label = -1.0;
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

status moves_weight(const learner *player, size_t n, size_t i, double *weight) {
  static const double one = 1.0;
  const instance unit = instance_sparse(INSTANCE_VECTOR, n, 1, &i, &one);
  return learner_score(player, &unit, weight);
}
