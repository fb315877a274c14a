#include "cell/upcoming.h"

/* The largest size of a copied instance of dense vectors. */
static double instance_bytes(const problem_facts *facts) {
  const size_t vectors = facts->kind == INSTANCE_LOW_RANK && facts->rank > 1 ? facts->rank : 1;
  return (double)sizeof(double) * (double)vectors * ((double)facts->n + 1.0);
}

static size_t block_capacity(const problem *source, const learner *player, size_t trials) {
  const problem_facts *facts = &source->facts;
  if (player->class->methods->predict_block == NULL || learner_parameter(player) == NULL) return 1;
  if (facts->adaptive || source->class->about.definition != NULL) return 1;
  if (facts->kind != INSTANCE_DYAD && facts->kind != INSTANCE_LOW_RANK) return 1;
  const double room = (double)UPCOMING_MEBIBYTES * 1048576.0 / instance_bytes(facts);
  const size_t most = room < PREDICTION_BLOCK ? (size_t)room : PREDICTION_BLOCK;
  return trials < most ? trials : most;
}

status upcoming_new(const problem *source, const learner *player, size_t trials, bool one_by_one, upcoming *out) {
  *out = (upcoming){.problem = source, .learner = player, .left = trials, .length = 1, .capacity = 1};
  const size_t capacity = one_by_one ? 1 : block_capacity(source, player, trials);
  if (capacity < 2) return STATUS_OK;
  const problem_facts *facts = &source->facts;
  const instance shape = {.kind = facts->kind, .n = facts->n, .m = facts->rows, .rank = facts->rank};
  TRY(instance_store_new(capacity, &shape, &out->drawn));
  out->capacity = capacity;
  return STATUS_OK;
}

void upcoming_free(upcoming *trials) {
  instance_store_free(&trials->drawn);
}

static status draw_one(upcoming *trials, instance *x) {
  const problem *source = trials->problem;
  trials->left--;
  return problem_next(source, trials->learner, x);
}

/* Stores it with its label, which does not depend on a prediction. */
static status keep(upcoming *trials, const instance *x) {
  const problem *source = trials->problem;
  const prediction none = {.value = 1.0, .probability = 1.0};
  TRY(instance_store_add(&trials->drawn, x));
  TRY(problem_reveal(source, &none, &trials->labels[trials->labelled]));
  trials->labelled++;
  return STATUS_OK;
}

static bool gains(const upcoming *trials, const instance *x) {
  return trials->length > 1 && spectral_gains_from_blocks(learner_parameter(trials->learner), x);
}

/* Draws the trials of the next block after x, its first one. The block ends early at an instance that gains nothing by it. */
static void draw_block(upcoming *trials, const instance *first) {
  instance x = *first;
  instance_store_clear(&trials->drawn);
  trials->at = trials->labelled = trials->predicted = 0;
  trials->after = keep(trials, &x);
  for (size_t i = 1; i < trials->length && trials->left > 0 && trials->after == STATUS_OK && gains(trials, &x); i++) {
    trials->after = draw_one(trials, &x);
    if (trials->after == STATUS_OK) trials->after = keep(trials, &x);
  }
  if (trials->after != STATUS_OK) snprintf(trials->reason, sizeof trials->reason, "%s", status_message());
}

/* What drawing ahead ended with. */
static status ended(const upcoming *trials) {
  return trials->after == STATUS_END ? STATUS_END : FAIL(trials->after, "%s", trials->reason);
}

status upcoming_next(upcoming *trials, instance *x) {
  if (trials->at == trials->drawn.count) {
    if (trials->after != STATUS_OK) return ended(trials);
    TRY(draw_one(trials, x));
    if (!gains(trials, x)) return STATUS_OK;
    draw_block(trials, x);
    if (trials->drawn.count == 0) return ended(trials);
  }
  *x = trials->drawn.items[trials->at];
  return STATUS_OK;
}

status upcoming_predict(upcoming *trials, const instance *x, prediction *out) {
  const learner *player = trials->learner;
  const size_t at = trials->at, drawn = trials->drawn.count - at;
  if (at >= trials->predicted) {
    const size_t count = trials->length < drawn ? trials->length : drawn;
    if (count < 2) return learner_predict(player, x, out);
    TRY(learner_predict_block(player, count, trials->drawn.items + at, trials->predictions + at));
    trials->predicted = at + count;
  }
  *out = trials->predictions[at];
  return isfinite(out->score) ? STATUS_OK : learner_predict(player, x, out);
}

status upcoming_reveal(upcoming *trials, const prediction *predicted, double *label) {
  const problem *source = trials->problem;
  if (trials->at == trials->drawn.count) return problem_reveal(source, predicted, label);
  if (trials->at == trials->labelled) return ended(trials);
  *label = trials->labels[trials->at];
  return STATUS_OK;
}

void upcoming_updated(upcoming *trials, bool updated) {
  if (trials->at < trials->drawn.count) trials->at++;
  trials->quiet++;
  if (updated) {
    trials->length = trials->quiet > 1 ? trials->quiet / 2 : 1;
    trials->predicted = trials->at;
    trials->quiet = 0;
  } else if (trials->at >= trials->predicted) {
    trials->length = trials->quiet + 1;
  }
  if (trials->length > trials->capacity) trials->length = trials->capacity;
}
