#include "problems/adversaries/moves.h"

enum { MISSES_LIMIT = 20 };

static const double least_slack = 1e-9;

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

status moves_next(void *self, const learner *player, instance *x, status (*check_learner)(void *, const learner *),
                  status (*move)(void *, const learner *, instance *)) {
  moves *made = self;
  if (!made->checked) TRY(check_learner(self, player));
  made->checked = true;
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

status moves_weight(const learner *player, size_t n, size_t i, double *weight) {
  static const double one = 1.0;
  const instance unit = instance_sparse(INSTANCE_VECTOR, n, 1, &i, &one);
  return learner_score(player, &unit, weight);
}
