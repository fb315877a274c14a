/* A score at the threshold counts as +1, for every learner of signs that has a threshold, alone and in a block; what updates at a margin
 * updates there, too. */
#include "unit/conformance_sequences.h"

/* A learner with one more option. */
static bool make_with(const learner_class *class, const problem_facts *facts, const char *name, double value,
                      learner *out) {
  const declared of = of_learner(class);
  const learner_setting setting = problem_learner_setting(facts, TRIALS, SEED, &eigen_own);
  bool made = false;
  for (size_t attempt = 0; attempt < CONFORMANCE_SIZES && !made; attempt++) {
    options *values = NULL;
    cJSON *given = conformance_required(&of, attempt);
    if (given == NULL) continue;
    cJSON_AddNumberToObject(given, name, value);
    if (options_read(of.name, of.parameters, of.count, given, &values) == STATUS_OK) {
      made = learner_new(class, &setting, values, out) == STATUS_OK;
      options_free(values);
    }
    cJSON_Delete(given);
  }
  return made;
}

static bool has_option(const learner_class *class, const char *name) {
  for (size_t i = 0; i < class->about.parameter_count; i++) {
    if (strcmp(class->about.parameters[i].name, name) == 0) return true;
  }
  return false;
}

static void expect_answer(const learner *player, const instance *x, double answer, const char *what) {
  const char *name = player->class->about.name;
  prediction alone, block[2];
  cr_assert_eq(learner_predict(player, x, &alone), STATUS_OK);
  cr_expect_eq(alone.value, answer, "%s: %s: %g", name, what, alone.value);
  if (player->class->methods->predict_block == NULL) return;
  const instance both[] = {*x, *x};
  cr_assert_eq(learner_predict_block(player, 2, both, block), STATUS_OK);
  if (!isfinite(block[1].score)) return; /* not in a block: predict is asked */
  cr_expect_eq(block[1].value, answer, "%s: %s, in a block: %g", name, what, block[1].value);
}

/* The threshold at the score that a new learner has for x, and just above. */
static bool check_threshold(const learner_class *class, const problem_facts *facts, const instance *x) {
  learner fresh, tied, above;
  prediction said;
  if (!make_with(class, facts, "theta", 1.0, &fresh)) return false;
  cr_assert_eq(learner_predict(&fresh, x, &said), STATUS_OK);
  learner_destroy(&fresh);
  if (!make_with(class, facts, "theta", said.score, &tied)) return false;
  expect_answer(&tied, x, 1.0, "the score is the threshold");
  learner_destroy(&tied);
  cr_assert(make_with(class, facts, "theta", said.score + 1e-9 * fmax(1e-3, fabs(said.score)), &above));
  expect_answer(&above, x, -1.0, "the score is below the threshold");
  learner_destroy(&above);
  return true;
}

/* A multiple of the first unit vector with the threshold that the learner has; 0 for thresholds of 0. */
static bool check_multiple(const learner_class *class, const problem_facts *facts) {
  learner fresh;
  prediction said;
  static const size_t first = 0;
  double value = 1.0;
  if (facts->kind != INSTANCE_VECTOR) return false;
  options *values = make_learner(class, facts, &fresh);
  if (values == NULL) return false;
  const double theta = isnan(learner_constant_or_nan(&fresh, "theta")) ? 0.0 : learner_constant_or_nan(&fresh, "theta");
  const instance x = instance_sparse(INSTANCE_VECTOR, facts->n, 1, &first, &value);
  cr_assert_eq(learner_predict(&fresh, &x, &said), STATUS_OK);
  value = said.score != 0.0 ? theta / said.score : 0.0;
  cr_assert_eq(learner_predict(&fresh, &x, &said), STATUS_OK);
  for (int i = 0; i < 8 && said.score != theta; i++) {
    value = nextafter(value, said.score < theta ? INFINITY : -INFINITY);
    cr_assert_eq(learner_predict(&fresh, &x, &said), STATUS_OK);
  }
  const bool tied = said.score == theta;
  if (tied) expect_answer(&fresh, &x, 1.0, "a score at the learner's own threshold");
  learner_destroy(&fresh);
  options_free(values);
  return tied;
}

static bool check_ties(const learner_class *class, const sequence *made, size_t count) {
  size_t checked = 0;
  for (size_t i = 0; i < count; i++) {
    const problem_facts *facts = &made[i].problem.facts;
    if (facts->labels != LABEL_SIGN || !(class->instances & 1u << facts->kind)) continue;
    if (!has_option(class, "theta")) checked += check_multiple(class, facts);
    for (size_t t = 0; t < made[i].count && has_option(class, "theta"); t++) {
      checked += check_threshold(class, facts, &made[i].xs.items[t]);
    }
  }
  return checked > 0;
}

Test(conformance_ties, a_score_at_the_threshold_is_positive) {
  sequence *made = NULL;
  const size_t count = make_sequences(&made, NULL);
  size_t checked = 0;
  for (size_t i = 0; i < registry_learner_count; i++) {
    const learner_class *class = registry_learners[i];
    if (class->predicts == PREDICTION_REAL || class->randomised) continue;
    if (strcmp(class->about.name, "constant") == 0 || strcmp(class->about.name, "external") == 0) continue;
    if (strcmp(class->about.name, "standard_optimal") == 0) continue; /* it has labels, no scores */
    cr_expect(check_ties(class, made, count), "%s: no tie was found", class->about.name);
    checked++;
  }
  cr_expect_gt(checked, 15);
  free_sequences(made, count);
}

/* Those that update at y (score - threshold) <= margin, also where the prediction is right: at the equality, and not above it. */
Test(conformance_ties, a_score_at_the_margin_updates) {
  static const struct {
    const char *learner, *option;
    double value, entries[2];
    bool updates;
  } cases[] = {
      {"winnow_normalized", "range", 1.0, {1.0, -1.0}, true}, /* equal weights: the score is 0 */
      {"winnow_normalized", "range", 1.0, {1.0, -0.9999999}, false},
      {"balanced_winnow", "range", 1.0, {1.0, -1.0}, true},
      {"guess_and_halve", "range", 1.0, {1.0, -1.0}, true},
      {"winnow_threshold", "threshold", 0.125, {0.25, 0.0}, true},
      {"winnow_threshold", "threshold", 0.1249999, {0.25, 0.0}, false},
      {"perceptron", "margin", 0.0, {1.0, -1.0}, true}, /* no weights yet */
      {"matrix_perceptron", "margin", 0.0, {1.0, -1.0}, true},
  };
  const problem_facts facts = {.n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .labels = LABEL_SIGN};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    learner player;
    prediction said;
    bool updated = false;
    const instance x = instance_dense_vector(2, cases[i].entries);
    cr_assert(make_with(learner_find(cases[i].learner), &facts, cases[i].option, cases[i].value, &player));
    cr_assert_eq(learner_predict(&player, &x, &said), STATUS_OK);
    cr_expect_eq(said.value, 1.0);
    cr_assert_eq(learner_update(&player, &x, &said, 1.0, &updated), STATUS_OK);
    cr_expect_eq(updated, cases[i].updates, "%s, case %zu", cases[i].learner, i);
    learner_destroy(&player);
  }
}

/* A score of 0 from Lua: <w, x> - 1/2 for weights 1/6. */
Test(conformance_ties, a_learner_in_lua) {
  custom_members custom = {0};
  custom_members_open(&custom);
  static const double entries[] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
  const problem_facts facts = {.n = 6, .kind = INSTANCE_VECTOR, .rank = 6, .labels = LABEL_SIGN};
  const instance x = instance_dense_vector(6, entries);
  learner player;
  prediction said;
  options *values = make_learner(&custom.learner, &facts, &player);
  cr_assert_not_null(values);
  cr_assert_eq(learner_predict(&player, &x, &said), STATUS_OK);
  cr_expect_eq(said.score, 0.0);
  cr_expect_eq(said.value, 1.0);
  learner_destroy(&player);
  options_free(values);
  custom_members_close(&custom);
}
