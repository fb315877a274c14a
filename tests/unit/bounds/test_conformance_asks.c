/* What bounds ask of learners and problems by name (learners/asked.h) is there, for every bound and whatever it speaks of. */
#include <math.h>

#include "unit/conformance_sequences.h"

/* How many constants the bound asks for that neither has, though it needs them. */
static size_t missing(const bound_methods *methods, const char *bound_name, const problem *source,
                      const learner *player) {
  size_t count = 0;
  for (const ask *asked = methods->asks; asked < methods->asks + methods->asks_count; asked++) {
    double value = NAN;
    const bool offered = asked->of_problem ? problem_constant(source, asked->name, &value)
                                           : learner_constant(player, asked->name, &value);
    if (offered || asked->optional) continue;
    count++;
    if (bound_name != NULL)
      cr_expect(false, "%s asks for the constant \"%s\", which %s does not have", bound_name, asked->name,
                asked->of_problem ? source->class->about.name : player->class->about.name);
  }
  return count;
}

static bool speaks_of(const bound_class *class, const problem *source, const learner *player) {
  const char *learners = class->learner_family, *problems = class->problem_family;
  return (learners == NULL || strcmp(learners, player->class->about.family) == 0) &&
         (problems == NULL || strcmp(problems, source->class->about.family) == 0);
}

/* Also what init asks for. */
static void begin(const bound_class *class, const problem *source, const learner *player) {
  const declared of = {class->about.name, class->about.parameters, class->about.parameter_count};
  const bound_context context = {.problem = source, .learner = player, .trials = TRIALS, .test = TRIALS};
  bound judge = {NULL, NULL};
  options *values = conformance_options(&of, 0);
  cr_assert_not_null(values, "%s", class->about.name);
  if (bound_applies(class, &context)) {
    cr_expect_eq(bound_new(class, &context, values, &judge), STATUS_OK, "%s with %s on %s: %s", class->about.name,
                 player->class->about.name, source->class->about.name, status_message());
    bound_destroy(&judge);
  }
  options_free(values);
}

static void ask_all(const problem *source, const learner *player, bool *met) {
  for (size_t i = 0; i < registry_bound_count; i++) {
    const bound_class *class = registry_bounds[i];
    if (!speaks_of(class, source, player)) continue;
    met[i] = true;
    if (missing(class->methods, class->about.name, source, player) == 0) begin(class, source, player);
  }
}

/* No problem of its family can be made from its declaration alone. */
static bool needs_a_file(const bound_class *class) {
  bool made = class->problem_family == NULL;
  for (size_t i = 0; i < registry_problem_count && !made; i++) {
    problem source;
    if (strcmp(registry_problems[i]->about.family, class->problem_family) != 0) continue;
    options *values = make_problem(registry_problems[i], &source);
    made = values != NULL;
    if (made) problem_destroy(&source);
    options_free(values);
  }
  return !made;
}

Test(conformance_asks, every_constant_that_a_bound_needs_is_offered) {
  FREED bool *met = NULL;
  cr_assert_eq(NEW_ARRAY(registry_bound_count, met), STATUS_OK);
  for (size_t i = 0; i < registry_problem_count; i++) {
    problem source;
    options *values = make_problem(registry_problems[i], &source);
    if (values == NULL) continue;
    for (size_t k = 0; k < registry_learner_count; k++) {
      learner player;
      options *taken = make_learner(registry_learners[k], &source.facts, &player);
      if (taken == NULL) continue;
      ask_all(&source, &player, met);
      learner_destroy(&player);
      options_free(taken);
    }
    problem_destroy(&source);
    options_free(values);
  }
  for (size_t i = 0; i < registry_bound_count; i++) {
    cr_expect(met[i] || needs_a_file(registry_bounds[i]), "%s met no learner and problem that it speaks of",
              registry_bounds[i]->about.name);
  }
}

/* The check above can fail. */
Test(conformance_asks, a_constant_that_nobody_has_is_missed) {
  static const ask asks[] = {{.name = "no_such_constant"},
                             {.name = "no_such_constant", .of_problem = true},
                             {.name = "no_such_constant", .optional = true}};
  const bound_methods asking = {.asks = asks, .asks_count = 3};
  problem source;
  learner player;
  options *values = make_problem(registry_problems[0], &source), *taken = NULL;
  for (size_t i = 1; values == NULL && i < registry_problem_count; i++) {
    values = make_problem(registry_problems[i], &source);
  }
  for (size_t k = 0; taken == NULL && k < registry_learner_count; k++) {
    taken = make_learner(registry_learners[k], &source.facts, &player);
  }
  cr_assert(values != NULL && taken != NULL);
  cr_expect_eq(missing(&asking, NULL, &source, &player), 2);
  learner_destroy(&player);
  problem_destroy(&source);
  options_free(taken);
  options_free(values);
}
