/* What bounds ask of learners and problems by name (learners/asked.h) is there, for every bound and whatever it speaks of; and what may be missing is
 * there somewhere, so that no name is a mistake. */
#include <math.h>
#include <string.h>

#include "base/json.h"
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

/* The names that are asked for, and whether anybody has offered them. */
typedef struct vocabulary {
  struct {
    const ask *asked;
    const char *who;
    bool offered;
  } words[512];
  size_t count;
} vocabulary;

static void add_words(vocabulary *all, const char *who, const ask *asks, size_t count) {
  for (size_t i = 0; i < count; i++) {
    cr_assert_lt(all->count, 512);
    all->words[all->count].asked = &asks[i];
    all->words[all->count++].who = who;
  }
}

static void note_offers(vocabulary *all, const learner *player) {
  for (size_t i = 0; i < all->count; i++) {
    const ask *asked = all->words[i].asked;
    double value = NAN;
    if (!asked->of_problem && learner_constant(player, asked->name, &value)) all->words[i].offered = true;
  }
}

/* Constants of problems are rows. */
static void note_problems(vocabulary *all) {
  for (size_t i = 0; i < all->count; i++) {
    const ask *asked = all->words[i].asked;
    for (size_t k = 0; asked->of_problem && k < registry_problem_count; k++) {
      const problem_methods *methods = registry_problems[k]->methods;
      for (size_t j = 0; j < methods->constants_count; j++) {
        if (strcmp(methods->constants[j].name, asked->name) == 0) all->words[i].offered = true;
      }
    }
  }
}

/* What a learner has only with other options than those that it needs. */
static void note_capacity(vocabulary *all, const char *name) {
  const learner_class *class = learner_find(name);
  const learner_setting setting = {
      .n = 16, .kind = INSTANCE_VECTOR, .rank = 16, .trials = TRIALS, .loss = loss_of_signs, .eigen = &eigen_own};
  cJSON *given = NULL;
  options *values = NULL;
  learner player;
  cr_assert_eq(json_parse("{\"rates\":\"capacity\"}", &given), STATUS_OK);
  cr_assert_eq(options_new(&class->about, given, &values), STATUS_OK, "%s", status_message());
  cr_assert_eq(learner_new(class, &setting, values, &player), STATUS_OK, "%s", status_message());
  note_offers(all, &player);
  learner_destroy(&player);
  options_free(values);
  cJSON_Delete(given);
}

Test(conformance_asks, every_constant_that_a_bound_needs_is_offered) {
  static const ask nonsense = {.name = "no_such_constant", .optional = true};
  FREED bool *met = NULL;
  vocabulary all = {.count = 0};
  for (size_t i = 0; i < registry_bound_count; i++) {
    const bound_class *class = registry_bounds[i];
    add_words(&all, class->about.name, class->methods->asks, class->methods->asks_count);
  }
  for (size_t i = 0; i < registry_problem_count; i++) {
    const problem_class *class = registry_problems[i];
    add_words(&all, class->about.name, class->methods->asks, class->methods->asks_count);
  }
  add_words(&all, "the control", &nonsense, 1);
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
      note_offers(&all, &player);
      learner_destroy(&player);
      options_free(taken);
    }
    problem_destroy(&source);
    options_free(values);
  }
  note_problems(&all);
  note_capacity(&all, "asymmetric_winnow");
  note_capacity(&all, "randomized_winnow");
  cr_expect(!all.words[--all.count].offered, "the control is offered by somebody");
  for (size_t i = 0; i < all.count; i++) {
    cr_expect(all.words[i].offered, "%s asks for \"%s\", which nobody has", all.words[i].who, all.words[i].asked->name);
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
