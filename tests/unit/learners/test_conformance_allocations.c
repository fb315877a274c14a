/* No function of a learner or problem allocates once it is made: every registered learner on every registered problem that it takes, for a few
 * trials. tests/unit/trial_allocations.h plays many trials of chosen pairs. */
#include "unit/allocation_counter.h"
#include "unit/conformance_sequences.h"

/* It asks a program, whose answers it reads into memory of its own. */
static bool asks_a_program(const descriptor *about) {
  for (size_t i = 0; i < about->parameter_count; i++) {
    if (about->parameters[i].type == PARAMETER_COMMAND) return true;
  }
  return false;
}

/* Allocations of the trials, of the problem and of the learner. */
typedef struct allocations {
  size_t problem, learner, trials;
} allocations;

static status play_trial(const problem *source, const learner *player, allocations *made) {
  instance x;
  prediction said = {0};
  double label = 0.0;
  bool updated = false;
  const size_t start = allocation_count();
  TRY(problem_next(source, player, &x));
  const size_t shown = allocation_count();
  TRY(learner_predict(player, &x, &said));
  const size_t predicted = allocation_count();
  TRY(problem_reveal(source, &said, &label));
  const size_t revealed = allocation_count();
  TRY(learner_update(player, &x, &said, label, &updated));
  made->problem += shown - start + (revealed - predicted);
  made->learner += predicted - shown + (allocation_count() - revealed);
  made->trials++;
  return STATUS_OK;
}

/* They may end early, or the problem may refuse the learner. */
static allocations play(const problem *source, const learner *player) {
  allocations made = {0};
  if (problem_meet(source, player) != STATUS_OK) return made;
  for (size_t t = 0; t < TRIALS && play_trial(source, player, &made) == STATUS_OK; t++) continue;
  return made;
}

static bool plays(const problem_class *class, const learner_class *learner_of, allocations *made) {
  problem source;
  learner player;
  options *values = make_problem(class, &source), *taken = NULL;
  if (values == NULL) return false;
  taken = make_learner(learner_of, &source.facts, &player);
  if (taken != NULL) {
    *made = play(&source, &player);
    learner_destroy(&player);
  }
  problem_destroy(&source);
  options_free(values);
  options_free(taken);
  return taken != NULL && made->trials > 0;
}

Test(conformance_allocations, none_in_a_trial) {
  size_t met = 0;
  if (!allocation_counter_works()) cr_skip_test("no counting allocator here");
  for (size_t k = 0; k < registry_learner_count; k++) {
    const learner_class *class = registry_learners[k];
    size_t trials = 0;
    if (asks_a_program(&class->about)) continue;
    for (size_t i = 0; i < registry_problem_count; i++) {
      const char *on = registry_problems[i]->about.name;
      allocations made = {0};
      if (asks_a_program(&registry_problems[i]->about) || !plays(registry_problems[i], class, &made)) continue;
      cr_expect_eq(made.learner, 0, "%s on %s: %zu allocations in %zu trials", class->about.name, on, made.learner,
                   made.trials);
      cr_expect_eq(made.problem, 0, "%s, with %s: %zu allocations in %zu trials", on, class->about.name, made.problem,
                   made.trials);
      trials += made.trials;
    }
    cr_expect_gt(trials, 0, "%s met no problem", class->about.name);
    met += trials > 0;
  }
  cr_expect_gt(met, registry_learner_count / 2, "only %zu learners met a problem", met);
}

static const learner_methods *real;

static status wasteful_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  void *volatile wasted = malloc(1);
  free(wasted);
  return real->update(self, x, predicted, label, updated);
}

static status wasteful_predict(void *self, const instance *x, prediction *out) {
  void *volatile wasted = malloc(1);
  free(wasted);
  return real->predict(self, x, out);
}

/* The check above can fail. */
Test(conformance_allocations, a_wasteful_learner_is_found) {
  if (!allocation_counter_works()) cr_skip_test("no counting allocator here");
  learner_class wasteful = *learner_find("constant");
  learner_methods methods = *wasteful.methods;
  size_t found = 0;
  real = wasteful.methods;
  methods.predict = wasteful_predict;
  methods.update = wasteful_update;
  wasteful.methods = &methods;
  for (size_t i = 0; i < registry_problem_count && found == 0; i++) {
    allocations made = {0};
    if (!plays(registry_problems[i], &wasteful, &made)) continue;
    cr_expect_eq(made.learner, 2 * made.trials);
    found += made.learner;
  }
  cr_expect_gt(found, 0);
}
