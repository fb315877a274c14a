/* Score and threshold are one convention: every deterministic learner predicts +1 on signs if and only if its score is at least its threshold. */
#include "unit/conformance_sequences.h"

/* How many predictions are not what the score says; *trials: of how many. */
static size_t contradictions(const problem *source, const learner *player, size_t *trials) {
  size_t count = 0;
  *trials = 0;
  if (problem_meet(source, player) != STATUS_OK) return 0;
  for (size_t t = 0; t < TRIALS; t++) {
    instance x;
    prediction said = {0};
    double label = 0;
    bool updated = false;
    if (problem_next(source, player, &x) != STATUS_OK || learner_predict(player, &x, &said) != STATUS_OK) break;
    count += said.value != (said.score >= learner_threshold(player) ? 1 : -1);
    if (problem_reveal(source, &said, &label) != STATUS_OK ||
        learner_update(player, &x, &said, label, &updated) != STATUS_OK)
      break;
    ++*trials;
  }
  return count;
}

/* The same of a learner on every problem of signs. */
static size_t contradictions_of(const learner_class *class, size_t *trials) {
  size_t count = 0;
  *trials = 0;
  for (size_t i = 0; i < registry_problem_count; i++) {
    problem source;
    learner player;
    options *values = make_problem(registry_problems[i], &source), *taken = NULL;
    if (values == NULL) continue;
    if (source.facts.labels == LABEL_SIGN) taken = make_learner(class, &source.facts, &player);
    if (taken != NULL) {
      size_t played = 0;
      count += contradictions(&source, &player, &played);
      *trials += played;
      learner_destroy(&player);
    }
    problem_destroy(&source);
    options_free(values);
    options_free(taken);
  }
  return count;
}

Test(conformance_threshold, predictions_are_what_scores_say) {
  size_t met = 0;
  for (size_t k = 0; k < registry_learner_count; k++) {
    const learner_class *class = registry_learners[k];
    size_t trials = 0;
    if (class->randomised || class->predicts == PREDICTION_REAL || strcmp(class->about.name, "external") == 0) continue;
    const size_t found = contradictions_of(class, &trials);
    cr_expect_eq(found, 0, "%s: %zu of %zu predictions", class->about.name, found, trials);
    met += trials > 0;
  }
  cr_expect_gt(met, 10, "only %zu learners met a problem of signs", met);
}

static const learner_methods *real;

static status opposite(void *self, const instance *x, prediction *out) {
  const status code = real->predict(self, x, out);
  out->value = -out->value;
  return code;
}

/* The check above can fail. */
Test(conformance_threshold, a_contradiction_is_found) {
  learner_class wrong = *learner_find("perceptron");
  learner_methods methods = *wrong.methods;
  size_t trials = 0;
  real = wrong.methods;
  methods.predict = opposite;
  wrong.methods = &methods;
  cr_expect_eq(contradictions_of(&wrong, &trials), trials);
  cr_expect_gt(trials, 0);
}
