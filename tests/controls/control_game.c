/* What the checks of the values of games have to catch: an adversary that agrees with the learner, and a minimax learner that learns nothing. */
#include "faulty.h"
#include "problems/problem.h"

extern const problem_class problem_game_tree;

static const parameter tree_parameters[] = {
    {.name = "file", .type = PARAMETER_FILE, .meaning = "tree that winnow value --tree wrote"},
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  (void)self;
  return faulty_problem(&problem_game_tree, setting, NULL, out);
}

static status init(void *self, const problem_setting *setting) {
  return faulty_problem(&problem_game_tree, setting, self, NULL);
}

static void clear(void *self) {
  problem_destroy(self);
}

static status next(void *self, const learner *player, instance *x) {
  return problem_next(self, player, x);
}

/* As against the opposite prediction. */
static status reveal(void *self, const prediction *predicted, double *label) {
  const problem *real = self;
  const bool order = real->facts.labels == LABEL_REAL && real->facts.loss.low == 0.0;
  prediction opposite = *predicted;
  opposite.value = (order ? 1.0 : 0.0) - predicted->value;
  return problem_reveal(self, &opposite, label);
}

static comparator *agreeing(void *self) {
  return problem_comparator(self);
}

static bool constant(const void *self, const char *name, double *value) {
  return problem_constant(self, name, value);
}

static const problem_methods tree_methods = {
    .size = sizeof(problem),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .reveal = reveal,
    .comparator = agreeing,
    .constant = constant,
};

const problem_class problem_control_game_tree = {
    .about = CONTROL_ABOUT("control_game_tree", "plays a tree, and answers as against the opposite prediction",
                           "game_tree", tree_parameters),
    .methods = &tree_methods,
};

static const parameter learner_parameters[] = {
    {.name = "class", .type = PARAMETER_CHOICE, .choices = "cut order completion", .meaning = "of the answers"},
    FAULT_PARAMETER("none still", "still: is undecided for ever"),
};

static status predict(void *self, const instance *x, prediction *out) {
  TRY(faulty_predict(self, x, out));
  if (((const faulty *)self)->fault == 1) out->value = out->score = 0.0;
  return STATUS_OK;
}

static const learner_methods methods = {
    .size = sizeof(faulty),
    .check = faulty_check,
    .init = faulty_init,
    .clear = faulty_clear,
    .predict = predict,
    .update = faulty_update,
    .score = faulty_score,
    .constant = faulty_constant,
};

const learner_class learner_control_minimax = {
    .about = CONTROL_ABOUT("control_minimax", "the minimax learner with a fault", "minimax", learner_parameters),
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "minimax",
};
