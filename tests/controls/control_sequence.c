/* Attribute vectors (1, 0, ..., 0), (0, 1, 0, ...) in turn; the third one holds a number that is none. */
#include <math.h>

#include "problems/problem.h"

enum { ORDER = 4 };

typedef struct control {
  double x[ORDER], label;
  size_t t;
} control;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  (void)self;
  (void)setting;
  *out = (problem_facts){
      .n = ORDER, .kind = INSTANCE_VECTOR, .rank = ORDER, .labels = LABEL_SIGN, .trials = 10, .gap_high = 1.0};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  (void)setting;
  ((control *)self)->label = 1.0;
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  control *made = self;
  (void)player;
  if (made->t == 10) return STATUS_END;
  for (size_t i = 0; i < ORDER; i++) made->x[i] = made->t % ORDER == i ? 1.0 : 0.0;
  if (++made->t == 3) made->x[1] = NAN;
  *x = instance_dense_vector(ORDER, made->x);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(control),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(control, label),
};

const problem_class problem_control_nan = {
    .about = {.name = "control_nan",
              .title = "A sequence with a number that is none",
              .citation = "none",
              .help = "a sequence with a number that is none",
              .family = "control",
              .result_version = 1},
    .methods = &methods,
};
