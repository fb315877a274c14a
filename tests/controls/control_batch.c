/* What the checks of batch learning have to catch: a problem whose test sample is another than it promises, and a learner
 * that is not a function of the examples at which it updates. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "learners/learner.h"
#include "problems/problem.h"

/* Vectors with one entry 1 at random; positive where it is the first one, and negative there after `change` trials. */
typedef struct turning {
  random_stream *stream;
  comparator *comparator;
  size_t n, t, change, index;
  double one, label;
} turning;

static const parameter turning_parameters[] = {
    OPTION_COUNT(turning, n, "4", 2, 1000, "number of attributes"),
    OPTION_COUNT(turning, change, REQUIRED, 0, 1e9, "trials after which labels are the opposite"),
};

static status turning_facts(void *self, const problem_setting *setting, problem_facts *out) {
  const turning *made = self;
  (void)setting;
  *out = (problem_facts){.n = made->n,
                         .kind = INSTANCE_VECTOR,
                         .rank = made->n,
                         .labels = LABEL_SIGN,
                         .exchangeable = true,
                         .gap_high = 1.0};
  return STATUS_OK;
}

static void turning_clear(void *self) {
  turning *made = self;
  random_stream_free(made->stream);
  comparator_free(made->comparator);
}

static status turning_init(void *self, const problem_setting *setting) {
  turning *made = self;
  const size_t first = 0;
  made->one = 1.0;
  TRY(random_stream_new(setting->seed, "instances", &made->stream));
  return comparator_from_coordinates(COMPARATOR_PLANTED, made->n, 1, &first, &made->comparator);
}

static status turning_next(void *self, const learner *player, instance *x) {
  turning *made = self;
  (void)player;
  made->index = random_index(made->stream, made->n);
  made->label = (made->index == 0) == (++made->t <= made->change) ? 1.0 : -1.0;
  *x = instance_sparse(INSTANCE_VECTOR, made->n, 1, &made->index, &made->one);
  return STATUS_OK;
}

static const problem_methods turning_methods = {
    .size = sizeof(turning),
    .facts = turning_facts,
    .init = turning_init,
    .clear = turning_clear,
    .next = turning_next,
    .label_at = PLACE(turning, label),
    .comparator_at = PLACE(turning, comparator),
};

const problem_class problem_control_turning = {
    .about = {.name = "control_turning",
              .title = "Labels that turn",
              .citation = "none",
              .help = "says that its trials are exchangeable, but they are not",
              .family = "disjunction",
              .result_version = 1,
              PARAMETERS(turning_parameters)},
    .methods = &turning_methods,
};

/* Says that it updates at trials 2, 4, ... */
typedef struct clock_learner {
  size_t t;
} clock_learner;

static status clock_init(void *self, const learner_setting *setting) {
  (void)self;
  (void)setting;
  return STATUS_OK;
}

static status clock_predict(void *self, const instance *x, prediction *out) {
  (void)self;
  (void)x;
  *out = (prediction){.value = 1.0};
  return STATUS_OK;
}

static status clock_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  (void)x;
  (void)predicted;
  (void)label;
  *updated = ++((clock_learner *)self)->t % 2 == 0;
  return STATUS_OK;
}

static const learner_methods clock_methods = {
    .size = sizeof(clock_learner), .init = clock_init, .predict = clock_predict, .update = clock_update};

const learner_class learner_control_clock = {
    .about = {.name = "control_clock",
              .title = "A learner with a clock",
              .citation = "none",
              .help = "says that it updates in every second trial",
              .family = "control",
              .result_version = 1},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .methods = &clock_methods,
};
